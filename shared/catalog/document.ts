/** YAML text as a tree whose every node knows where it is in the text. */

import { type Alias, type Document, isAlias, isScalar, type Node, parseDocument, visit } from "yaml";
import type { Problem } from "./catalog.ts";
import { Positions, type Span } from "./positions.ts";
import { quote } from "./quote.ts";
import { syntaxProblems } from "./syntax.ts";

export interface CatalogDocument {
  /** Without a byte order mark; all offsets count from its start. */
  readonly text: string;
  readonly root: Node | null;
  /** What is wrong with it as YAML. */
  readonly problems: readonly Problem[];
  readonly positions: Positions;
  /** What an alias stands for; undefined when nothing before it has its name. */
  readonly target: (alias: Alias) => Node | undefined;
}

export const byteOrderMark = "\uFEFF";

/** Reading takes time and memory in proportion to the text, and an editor reads it at every change. */
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
        (span): Problem => ({
          ...positions.locate(span),
          severity: "error",
          message: `Inside \`{ }\` and \`[ ]\` a reference needs quotes: ${quote(`"${text.slice(...span)}"`)}.`,
        }),
      ),
      ...syntaxProblems(document, positions),
    ],
    positions,
    target: alias => targets.get(alias),
  };
}

function tooLarge(file: string): CatalogDocument {
  const empty = parseCatalog("", file);
  const message =
    "This is larger than 1 MB, which is too much to be read: take out what is no longer used, or keep long texts elsewhere.";
  return { ...empty, problems: [{ ...empty.positions.locate([0, 0]), severity: "error", message }] };
}

/**
 * Inside braces a reference needs quotes: without them its own braces count, and all that follows is out of place.
 * That is a likely slip, so such references are hidden and the text is parsed again, which shows what else is wrong.
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
  // The library makes an error for everything that is wrong, which can be every character; without their stacks, which
  // nobody reads, they take a tenth of the time.
  Error.stackTraceLimit = 0;
  try {
    return parseDocument<Node>(text, {
      prettyErrors: false,
      keepSourceTokens: true,
      // Repeated keys are found by `reader.ts`, which can say where the first one is, and in linear time.
      uniqueKeys: false,
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** It ends where another one begins, so that many that are never closed are searched in linear time. */
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

/** Of a node that was left empty the span is, too. */
export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

/** The key as written: `12` and `yes` are names here, not a number and a truth. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string") return key.value;
  return key.source === undefined || key.source === "" ? undefined : key.source;
}
