/**
 * Changes the value at one path of a YAML text, and leaves every other character as it is, because writing the whole
 * document would change its formatting. The result is parsed again and compared with the intended value.
 */

import { isCollection, isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from "yaml";
import { isJsonObject, type JsonValue } from "../json.ts";
import { byteOrderMark, type CatalogDocument, keyText, parseCatalog } from "./document.ts";
import { endOf, Layout, mapOf, nodeFor, type ParsedPair, startOf } from "./layout.ts";
import { isEmptyNode, type YamlPath, YamlReader } from "./yaml-reader.ts";

export interface YamlChange {
  readonly path: YamlPath;
  readonly value: JsonValue | undefined;
  /** Writes the innermost new map in one line, with braces. */
  readonly inline?: boolean;
  /** Adds a new entry before the others. */
  readonly first?: boolean;
}

/** Gives the changed text, or undefined if the text has errors or the change would have to touch anything else. */
export function splice(source: string, change: YamlChange): string | undefined {
  const document = parseCatalog(source, "");
  const before = meaningOf(document);
  if (before === undefined) return undefined;
  const wanted = JSON.stringify({ ...before, value: changeValue(before.value, change.path, change) });
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : "";
  // Literal blocks are easiest to read, but can't express every text.
  for (const blockQuote of ["literal", false] as const) {
    const { text, root } = document;
    const edits = editsOf(new Layout(text, root, blockQuote), root, change);
    if (edits === undefined) return undefined;
    const result = applyEdits(text, edits);
    if (JSON.stringify(meaningOf(parseCatalog(result, ""))) === wanted) return mark + result;
  }
  return undefined;
}

interface Meaning {
  readonly value: JsonValue;
  /** The number of parts that JSON can't express. `value` omits them, so only their number shows that one was lost. */
  readonly unreadable: number;
}

function meaningOf(document: CatalogDocument): Meaning | undefined {
  if (document.problems.some(problem => problem.severity === "error")) return undefined;
  const reader = new YamlReader(document);
  const value = document.root === null ? null : (reader.json(document.root, []) ?? null);
  return { value, unreadable: reader.problems.length };
}

function changeValue(
  value: JsonValue,
  [step, ...rest]: YamlPath,
  change: Omit<YamlChange, "path">,
): JsonValue {
  if (step === undefined) return change.value ?? null;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? changeValue(item, rest, change) : item));
  }
  const entries = new Map(Object.entries(isJsonObject(value) ? value : {}));
  const key = String(step);
  const isLast = rest.length === 0;
  const to = changeValue(entries.get(key) ?? null, rest, change);
  if (isLast && change.first && !entries.has(key)) return Object.fromEntries([[key, to], ...entries]);
  if (isLast && change.value === undefined) entries.delete(key);
  else entries.set(key, to);
  return Object.fromEntries(entries);
}

type TextEdit = readonly [start: number, end: number, text: string];

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (result, [start, end, now]) => result.slice(0, start) + now + result.slice(end),
    text,
  );
}

function editsOf(layout: Layout, root: Node | null, change: YamlChange): TextEdit[] | undefined {
  const { path, value } = change;
  if (root === null) return [firstEntry(layout, nestValue(change, 0))];
  let node: Node | null = root;
  let owner: ParsedPair | undefined;
  let inFlow = false;
  for (const [depth, step] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (owner !== undefined && isNothing(layout, node)) {
      return replacement(layout, owner, inFlow, nestValue(change, depth));
    }
    inFlow ||= isCollection(node) && node.flow === true;
    if (isMap(node)) {
      const pair = pairWith(node, String(step));
      if (pair === undefined) {
        const first = change.first === true;
        return inFlow
          ? additionInFlow(layout, node, nestValue(change, depth), first)
          : additionInBlock(layout, node, nestValue(change, depth), first ? owner : undefined);
      }
      if (isLast && value === undefined) return removal(layout, node, pair, inFlow, owner);
      if (isLast) return replacement(layout, pair, inFlow, nodeFor(value ?? null));
      owner = pair;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      node = (node.items[step] as Node | undefined) ?? null;
      owner = undefined;
      if (isLast && isScalar(node)) return [replacementInLine(layout, node, nodeFor(value ?? null))];
    } else {
      return undefined;
    }
  }
  return undefined;
}

function pairWith(map: YAMLMap, key: string): ParsedPair | undefined {
  return (map.items as ParsedPair[]).find(pair => keyText(pair.key) === key);
}

/** Wraps the new value in a map for each step of the path from `depth` on. */
function nestValue({ path, value, inline = false }: YamlChange, depth: number): YAMLMap {
  const wrap = (inner: Node, step: YamlPath[number]) => {
    const map = mapOf(String(step), inner);
    map.flow = inline && !isMap(inner);
    return map;
  };
  const node = nodeFor(value ?? null);
  if (inline && isMap(node)) node.flow = true;
  return path.slice(depth).reduceRight(wrap, node) as YAMLMap;
}

/** True for a missing value, for `null`, and for `{}` without a comment inside. */
function isNothing(layout: Layout, node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null) || (isMap(node) && isBlank(layout, node));
}

function isBlank({ text }: Layout, map: YAMLMap): boolean {
  return map.items.length === 0 && text.slice(startOf(map) + 1, endOf(map) - 1).trim() === "";
}

function firstEntry(layout: Layout, added: YAMLMap): TextEdit {
  const { text, eol } = layout;
  const lines = layout.indented(layout.entry(added, false), 0);
  return [text.length, text.length, text === "" || text.endsWith("\n") ? lines + eol : eol + lines];
}

/** Adds the entry at the end of the map, or as its first entry, right under the key of `under`. */
function additionInBlock(
  layout: Layout,
  map: YAMLMap,
  added: YAMLMap,
  under: ParsedPair | undefined,
): TextEdit[] {
  const pairs = map.items as ParsedPair[];
  const last = pairs.at(-1) as ParsedPair;
  const beforeLast = pairs.at(-2);
  const lines = layout.eol + layout.indented(layout.entry(added, false), layout.column(startOf(last.key)));
  const offset = under === undefined ? layout.entryEnd(last) : layout.lineEnd(layout.colonEnd(under));
  const isSpaced =
    under === undefined && beforeLast !== undefined && layout.hasBlankLineBefore(beforeLast, last);
  return [[offset, offset, (isSpaced ? layout.eol : "") + lines]];
}

function additionInFlow(layout: Layout, map: YAMLMap, added: YAMLMap, isFirst: boolean): TextEdit[] {
  const entry = layout.entry(added, true);
  const pairs = map.items as ParsedPair[];
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (first === undefined || last === undefined) {
    const start = startOf(map) + 1;
    return [isBlank(layout, map) ? [start, endOf(map) - 1, ` ${entry} `] : [start, start, ` ${entry}`]];
  }
  if (isFirst) return [[startOf(first.key), startOf(first.key), `${entry}, `]];
  const end = layout.pairEnd(last);
  const comma = commaAfter(layout, end);
  const lineEnd = layout.lineEnd(comma ?? end);
  const isOnePerLine = layout.isFirstOnLine(startOf(last.key)) && lineEnd < endOf(map) - 1;
  if (!isOnePerLine) return [[end, end, `, ${entry}`]];
  const line = layout.eol + layout.indented(entry, layout.column(startOf(last.key)));
  if (comma !== undefined) return [[lineEnd, lineEnd, `${line},`]];
  return [
    [end, end, ","],
    [lineEnd, lineEnd, line],
  ];
}

function commaAfter({ text }: Layout, offset: number): number | undefined {
  const comma = /\s*(?:#[^\n]*\n\s*)*,/y;
  comma.lastIndex = offset;
  return comma.test(text) ? comma.lastIndex : undefined;
}

function replacement(layout: Layout, pair: ParsedPair, inFlow: boolean, value: Node): TextEdit[] {
  const { key, value: old } = pair;
  if (old === null) return [[endOf(key), endOf(key), `:${layout.value(value, true)}`]];
  if (inFlow) return [replacementInLine(layout, old, value)];
  keepQuotes(old, value);
  if (isCollection(value) && isCollection(old) && old.flow && old.items.length > 0) value.flow = true;
  const [head = "", ...body] = layout.value(value, false).split("\n");
  const [colonEnd, headEnd] = [layout.colonEnd(pair), layout.headEnd(pair)];
  // The first line of a value with several lines stays on the key's line, before that line's comment.
  const start = headEnd === colonEnd || head === "" ? colonEnd : startOf(old);
  const bodyStart = layout.lineEnd(headEnd);
  const lines = layout.indented(["", ...body].join("\n"), layout.column(startOf(key)));
  return [
    [start, headEnd, start === colonEnd ? head : head.slice(1)],
    [bodyStart, Math.max(bodyStart, layout.nodeEnd(old)), lines],
  ];
}

function replacementInLine(layout: Layout, old: Node, value: Node): TextEdit {
  keepQuotes(old, value);
  const written = layout.value(value, true);
  const end = layout.nodeEnd(old);
  return isEmptyNode(old) ? [end, end, written] : [startOf(old), end, written.slice(1)];
}

function keepQuotes(old: Node, value: Node): void {
  if (!isScalar(old) || !isScalar(value) || typeof value.value !== "string") return;
  if (old.type === Scalar.QUOTE_SINGLE || old.type === Scalar.QUOTE_DOUBLE) value.type = old.type;
}

function removal(
  layout: Layout,
  map: YAMLMap,
  pair: ParsedPair,
  inFlow: boolean,
  owner: ParsedPair | undefined,
): TextEdit[] | undefined {
  const pairs = map.items as ParsedPair[];
  const index = pairs.indexOf(pair);
  const [previous, next] = [pairs[index - 1], pairs[index + 1]];
  const [start, end] = [startOf(pair.key), layout.pairEnd(pair)];
  if (inFlow) {
    const lineEnd = layout.lineEnd(end);
    const isAlone = /^(?:#|$)/.test(
      layout.text.slice(end, lineEnd).trimStart().replace(/^,/, "").trimStart(),
    );
    if (layout.isFirstOnLine(start) && isAlone) return [removalOfLines(layout, start, lineEnd)];
    if (previous !== undefined) return [[layout.pairEnd(previous), end, ""]];
    return [next === undefined ? [startOf(map) + 1, endOf(map) - 1, ""] : [start, startOf(next.key), ""]];
  }
  if (!layout.isFirstOnLine(start)) {
    // The first entry of a list item is on the line of the dash.
    return [next === undefined ? [start, end, "{}"] : [start, startOf(next.key), ""]];
  }
  const colonEnd = owner && layout.colonEnd(owner);
  const before = previous === undefined ? colonEnd : layout.entryEnd(previous);
  const lines = removalOfLines(layout, start, layout.entryEnd(pair), before);
  if (pairs.length > 1) return [lines];
  return colonEnd === undefined ? undefined : [[colonEnd, colonEnd, " {}"], lines];
}

/**
 * Removes the lines of a span, each with the line break before it, so that the file's end stays as it is. If a blank
 * line or the file's end follows, a blank line before the span is removed too, but only behind `notBefore`, where the
 * entry before the span ends.
 */
function removalOfLines(
  layout: Layout,
  start: number,
  end: number,
  notBefore = Number.POSITIVE_INFINITY,
): TextEdit {
  const before = layout.lineEnd(layout.lineStart(start) - 1);
  const lineBefore = layout.lineStart(before);
  const isGapBefore = lineBefore > notBefore && layout.isFirstOnLine(before);
  const isGapBehind = /^\r?\n?[ \t]*(\r?\n|$)/.test(layout.text.slice(end));
  return [isGapBefore && isGapBehind ? layout.lineEnd(lineBefore - 1) : before, end, ""];
}
