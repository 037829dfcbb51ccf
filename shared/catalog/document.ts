/** YAML text as a tree whose every node knows its place. */

import {
  type Alias,
  type Document,
  isAlias,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { Location, Problem } from "./catalog.ts";
import { syntaxProblems } from "./syntax.ts";

export interface CatalogDocument {
  /** Without a byte order mark; all offsets count from its start. */
  readonly text: string;
  readonly file: string;
  readonly root: Node | null;
  /** What is wrong with it as YAML. */
  readonly problems: readonly Problem[];
  /** What an alias stands for; undefined when nothing before it has its name. */
  readonly target: (alias: Alias) => Node | undefined;
  readonly locate: (start: number, end: number) => Location;
}

export const byteOrderMark = "\uFEFF";

export function parseCatalog(source: string, file: string): CatalogDocument {
  const text = source.startsWith(byteOrderMark) ? source.slice(1) : source;
  const lines = lineCounter(text);
  const unquoted: [number, number][] = [];
  let document = parse(text);
  // A reference without quotes in `{ }` is a likely slip, and makes nonsense of all that follows: it is hidden from
  // the next try, so that the rest of the file can be read.
  let readable = text;
  for (let tries = 0; tries < mostUnquoted; tries++) {
    const reference = firstReferenceWithError(document, readable);
    if (reference === undefined) break;
    unquoted.push(reference);
    readable = hide(readable, reference);
    document = parse(readable);
  }

  const locate = (start: number, end: number): Location => {
    const from = lines.linePos(Math.min(start, text.length));
    const to = lines.linePos(Math.min(Math.max(start, end), text.length));
    return { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
  };

  const targets = aliasTargets(document);
  return {
    text,
    file,
    root: document.contents,
    problems: [
      ...unquoted.map(
        (place): Problem => ({
          ...locate(...place),
          severity: "error",
          message: `Inside \`{ }\` and \`[ ]\` a reference needs quotes: \`"${text.slice(...place)}"\`.`,
        }),
      ),
      ...syntaxProblems(document, text, locate),
    ],
    target: alias => targets.get(alias),
    locate,
  };
}

/** Each costs another reading of the whole file; who has more will find the rest next time. */
const mostUnquoted = 20;

/** The parser's own count would end where it gives up. */
function lineCounter(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

function parse(text: string): Document<Node> {
  return parseDocument<Node>(text, {
    prettyErrors: false,
    keepSourceTokens: true,
    // Repeated keys are found by `reader.ts`, which can say where the first one is, and in linear time.
    uniqueKeys: false,
  });
}

function firstReferenceWithError({ errors }: Document, text: string): [number, number] | undefined {
  for (const { pos } of errors) {
    const line = text.lastIndexOf("\n", pos[0] - 1) + 1;
    const start = text.lastIndexOf("${{", pos[0]);
    const end = text.indexOf("}}", start) + 2;
    if (start >= line && end > pos[0] && !text.slice(start, end).includes("\n")) return [start, end];
  }
  return undefined;
}

function hide(text: string, [start, end]: [number, number]): string {
  return text.slice(0, start) + "_".repeat(end - start) + text.slice(end);
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

/** Where a node is; a node that was left empty is a point. */
export function placeOfNode(node: Node): [number, number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

/** The key as written: `12` and `yes` are names here, not a number and a truth. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string") return key.value;
  return key.source === undefined || key.source === "" ? undefined : key.source;
}
