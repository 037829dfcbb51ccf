/** Parses the catalog's YAML into a tree of nodes with their offsets in the text. */

import { type Alias, type Document, isAlias, isScalar, type Node, parseDocument, visit } from "yaml";
import type { CatalogProblem } from "./catalog.ts";
import { Positions, type Span } from "./positions.ts";
import { quote } from "./quote.ts";
import { syntaxProblems } from "./syntax.ts";

export interface CatalogDocument {
  /** The source without a byte order mark. All offsets count from the start of this text. */
  readonly text: string;
  readonly root: Node | null;
  readonly problems: readonly CatalogProblem[];
  readonly positions: Positions;
  /** Gives the node that an alias stands for, or undefined if no anchor before the alias has the alias's name. */
  readonly resolveAlias: (alias: Alias) => Node | undefined;
}

export const byteOrderMark = "\uFEFF";

/** A larger text would slow down the editor, which reads the text at every change. */
const mostBytes = 1_000_000;

export function parseCatalog(source: string, file: string): CatalogDocument {
  const text = source.startsWith(byteOrderMark) ? source.slice(1) : source;
  if (text.length > mostBytes || new TextEncoder().encode(text).length > mostBytes) return tooLarge(file);
  const positions = new Positions(text, file);
  const { document, unquoted } = parseWithUnquoted(text);
  const targets = aliasTargets(document);
  return {
    text,
    root: document.contents,
    problems: [
      ...unquoted.map(
        (span): CatalogProblem => ({
          ...positions.locate(span),
          severity: "error",
          message: `Inside \`{ }\` and \`[ ]\` a reference needs quotes: ${quote(`"${text.slice(...span)}"`)}.`,
        }),
      ),
      ...syntaxProblems(document, positions),
    ],
    positions,
    resolveAlias: alias => targets.get(alias),
  };
}

function tooLarge(file: string): CatalogDocument {
  const empty = parseCatalog("", file);
  const message =
    "The catalog is larger than 1 MB, more than Callboard reads: remove unused records, or keep long texts elsewhere.";
  return { ...empty, problems: [{ ...empty.positions.locate([0, 0]), severity: "error", message }] };
}

/**
 * Inside `{ }` and `[ ]` a reference such as `${{ batches.smoke }}` needs quotes, because YAML would read its braces as the
 * start of a map, and report errors in all of the text behind it. So unquoted references are masked, and the text is parsed
 * again to find the other errors.
 */
function parseWithUnquoted(text: string): {
  readonly document: Document<Node>;
  readonly unquoted: readonly Span[];
} {
  const document = parse(text);
  const unquoted = referencesWithErrors(document, text);
  if (unquoted.length === 0) return { document, unquoted };
  const starts = new Set(unquoted.map(([start]) => start));
  const readable = text.replaceAll(referenceOnOneLine, (source, start: number) =>
    starts.has(start) ? "_".repeat(source.length) : source,
  );
  return { document: parse(readable), unquoted };
}

function parse(text: string): Document<Node> {
  const { stackTraceLimit } = Error;
  // The library can make an error for every character. Errors without stack traces take a tenth of the time.
  Error.stackTraceLimit = 0;
  try {
    return parseDocument<Node>(text, {
      prettyErrors: false,
      keepSourceTokens: true,
      // `yaml-reader.ts` finds repeated keys in linear time, and can name the line of the first.
      uniqueKeys: false,
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A match can't contain the start of another reference, so that many unclosed references take linear time. */
const referenceOnOneLine = /\$\{\{(?:(?!\$\{\{|\}\})[^\n])*\}\}/g;

function referencesWithErrors({ errors }: Document, text: string): Span[] {
  const offsets = errors.map(({ pos }) => pos[0]).sort((a, b) => a - b);
  let next = 0;
  return [...text.matchAll(referenceOnOneLine)].flatMap(({ 0: source, index: start }): Span[] => {
    const end = start + source.length;
    while ((offsets[next] ?? end) < start) next++;
    return (offsets[next] ?? end) < end ? [[start, end]] : [];
  });
}

function aliasTargets(document: Document<Node>): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_, node) => {
      const target = isAlias(node) ? anchors.get(node.source) : undefined;
      if (isAlias(node)) {
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
    },
  });
  return targets;
}

export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

/** Gives a key as written, because a record's key can be `12` or `true`, which YAML reads as a number or a boolean. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string") return key.value;
  return key.source === undefined || key.source === "" ? undefined : key.source;
}
