/**
 * Changes the value at one path of a YAML text and leaves every other character as it is. Writing the whole document
 * anew would change its formatting, so the value is found in the tree and only its text is replaced. The result is
 * parsed again, and returned only if it says exactly what was meant.
 */

import { isCollection, isMap, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap } from "yaml";
import { isJsonObject, type JsonValue } from "../json.ts";
import { byteOrderMark, type CatalogDocument, keyText, parseCatalog } from "./document.ts";
import {
  type BlockQuote,
  endOf,
  isBlockScalar,
  Layout,
  nodeFor,
  type ParsedPair,
  startOf,
} from "./layout.ts";
import { isEmpty, type Path, Reader } from "./reader.ts";

export interface Change {
  readonly path: Path;
  /** Undefined removes the entry. */
  readonly value: JsonValue | undefined;
  /** The innermost new map is written in one line, with braces. */
  readonly inline?: boolean;
  /** A new entry comes before those that are there. */
  readonly first?: boolean;
}

/** The text with the change, or undefined when it cannot be made without touching anything else. */
export function splice(source: string, change: Change): string | undefined {
  const document = parseCatalog(source, "");
  const before = meaningOf(document);
  if (before === undefined) return undefined;
  const wanted: Meaning = { ...before, value: changed(before.value, change.path, change.value) };
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : "";
  // Literal blocks are easiest to read, but not every text can be written as one.
  for (const blockQuote of ["literal", false] as const) {
    const edits = new Splicer(document, change, blockQuote).edits();
    if (edits === undefined) return undefined;
    const result = applied(document.text, edits);
    const after = meaningOf(parseCatalog(result, ""));
    if (after?.unreadable === wanted.unreadable && isSame(after.value, wanted.value)) return mark + result;
  }
  return undefined;
}

interface Meaning {
  readonly value: JsonValue;
  /** How many values JSON cannot hold. They are not in `value`, so their number must stay the same. */
  readonly unreadable: number;
}

function meaningOf(document: CatalogDocument): Meaning | undefined {
  if (document.problems.some(problem => problem.severity === "error")) return undefined;
  const reader = new Reader(document);
  const value = document.root === null ? null : (reader.json(document.root, []) ?? null);
  return { value, unreadable: reader.problems.length };
}

function changed(value: JsonValue, [step, ...rest]: Path, to: JsonValue | undefined): JsonValue {
  if (step === undefined) return to ?? null;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? changed(item, rest, to) : item));
  }
  const entries = new Map(Object.entries(isJsonObject(value) ? value : {}));
  const key = String(step);
  if (rest.length === 0 && to === undefined) entries.delete(key);
  else entries.set(key, changed(entries.get(key) ?? null, rest, to));
  return Object.fromEntries(entries);
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isJsonObject(a)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    isJsonObject(b) &&
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, text: insert } of [...edits].reverse()) {
    result = result.slice(0, start) + insert + result.slice(end);
  }
  return result;
}

/** Finds the edits of the text that make one change, in the order of the text. */
class Splicer {
  readonly #document: CatalogDocument;
  readonly #change: Change;
  readonly #blockQuote: BlockQuote;
  readonly #layout: Layout;

  constructor(document: CatalogDocument, change: Change, blockQuote: BlockQuote) {
    this.#document = document;
    this.#change = change;
    this.#blockQuote = blockQuote;
    this.#layout = new Layout(document.text, document.root);
  }

  edits(): TextEdit[] | undefined {
    const { path, value } = this.#change;
    if (this.#document.root === null) return this.#firstEntry(String(path[0]), this.#nested(1));
    let node: Node | null = this.#document.root;
    let owner: ParsedPair | undefined;
    let inFlow = false;
    for (const [depth, step] of path.entries()) {
      const isLast = depth === path.length - 1;
      if (isMap(node) && (inFlow || owner === undefined || !this.#isBlank(node))) {
        inFlow ||= node.flow === true;
        const pair = pairWith(node, String(step));
        if (pair === undefined) {
          const added = this.#nested(depth + 1);
          return inFlow
            ? this.#addToFlow(node, String(step), added)
            : this.#addToBlock(node, String(step), added, owner);
        }
        if (isLast) {
          return value === undefined
            ? this.#remove(node, pair, inFlow, owner)
            : this.#replace(pair, inFlow, this.#nested(depth + 1));
        }
        owner = pair;
        node = pair.value;
      } else if (isSeq(node) && typeof step === "number") {
        inFlow ||= node.flow === true;
        node = (node.items[step] as Node | undefined) ?? null;
        if (isLast) return node === null ? undefined : this.#replaceItem(node, this.#nested(depth + 1));
        owner = undefined;
      } else {
        // There is no value yet, so the entry gets one that holds the rest of the path.
        const isNothing = node === null || (isScalar(node) && node.value === null) || isMap(node);
        if (!isNothing || owner === undefined) return undefined;
        return this.#replace(owner, inFlow, this.#nested(depth));
      }
    }
    return undefined;
  }

  /** `{}`, without a comment inside that would have to be kept. */
  #isBlank(map: YAMLMap): boolean {
    return this.#layout.text.slice(startOf(map) + 1, endOf(map) - 1).trim() === "";
  }

  /** The new value, inside a new map for each step of the path from `depth` on. */
  #nested(depth: number): Node {
    const { path, value, inline } = this.#change;
    let node = nodeFor(value ?? null);
    let innermost = isMap(node) ? node : undefined;
    for (const step of path.slice(depth).reverse()) {
      const group = new YAMLMap();
      group.items.push(new Pair(new Scalar(String(step)), node));
      innermost ??= group;
      node = group;
    }
    if (inline && innermost !== undefined) innermost.flow = true;
    return node;
  }

  #write(key: string, value: Node, flow: boolean): string {
    return this.#layout.write(key, value, { flow, blockQuote: this.#blockQuote });
  }

  /** Into a file without any. */
  #firstEntry(key: string, value: Node): TextEdit[] {
    const { text, eol } = this.#layout;
    const lines = this.#layout.indented(this.#write(key, value, false), 0);
    const endsLine = text === "" || text.endsWith("\n");
    return [{ start: text.length, end: text.length, text: endsLine ? lines + eol : eol + lines }];
  }

  #addToBlock(map: YAMLMap, key: string, value: Node, owner: ParsedPair | undefined): TextEdit[] | undefined {
    const layout = this.#layout;
    const pairs = map.items as ParsedPair[];
    const [last, beforeLast] = [pairs.at(-1), pairs.at(-2)];
    if (last === undefined) return undefined;
    const lines = layout.indented(this.#write(key, value, false), layout.column(startOf(last.key)));
    const colonEnd = owner && layout.colonEnd(owner);
    if (this.#change.first && colonEnd !== undefined) {
      const offset = layout.lineEnd(colonEnd);
      return [{ start: offset, end: offset, text: layout.eol + lines }];
    }
    const offset = layout.entryEnd(last);
    const isSpaced = beforeLast !== undefined && layout.hasBlankLineBefore(beforeLast, last);
    return [{ start: offset, end: offset, text: layout.eol + (isSpaced ? layout.eol : "") + lines }];
  }

  #addToFlow(map: YAMLMap, key: string, value: Node): TextEdit[] {
    const layout = this.#layout;
    const { text, eol } = layout;
    const entry = this.#write(key, value, true);
    const pairs = map.items as ParsedPair[];
    const [first, last] = [pairs[0], pairs.at(-1)];
    if (first === undefined || last === undefined) {
      const [start, end] = [startOf(map) + 1, endOf(map) - 1];
      const holdsComment = text.slice(start, end).trim() !== "";
      return holdsComment ? [{ start, end: start, text: ` ${entry}` }] : [{ start, end, text: ` ${entry} ` }];
    }
    if (this.#change.first) {
      const start = startOf(first.key);
      return [{ start, end: start, text: `${entry}, ` }];
    }
    const end = layout.pairEnd(last);
    const comma = this.#commaAfter(end);
    const isOnePerLine =
      layout.isFirstOnLine(startOf(last.key)) && layout.lineEnd(comma ?? end) < endOf(map) - 1;
    if (!isOnePerLine) return [{ start: end, end, text: `, ${entry}` }];
    const lineEnd = layout.lineEnd(comma ?? end);
    const line = eol + " ".repeat(layout.column(startOf(last.key))) + entry;
    if (comma !== undefined) return [{ start: lineEnd, end: lineEnd, text: `${line},` }];
    return [
      { start: end, end, text: "," },
      { start: lineEnd, end: lineEnd, text: line },
    ];
  }

  /** Behind the comma that follows, if one does. */
  #commaAfter(offset: number): number | undefined {
    const between = /\s*(?:#[^\n]*\n\s*)*/y;
    between.lastIndex = offset;
    between.exec(this.#layout.text);
    return this.#layout.text[between.lastIndex] === "," ? between.lastIndex + 1 : undefined;
  }

  #replace(pair: ParsedPair, inFlow: boolean, value: Node): TextEdit[] | undefined {
    const layout = this.#layout;
    const old = pair.value !== null && isEmpty(pair.value) ? null : pair.value;
    keepQuotes(old, value);
    const colonEnd = layout.colonEnd(pair);
    const keyEnd = endOf(pair.key);
    if (inFlow) {
      const written = this.#write("k", value, true).replace(/^k: /, "");
      if (old !== null) return [{ start: startOf(old), end: layout.nodeEnd(old), text: written }];
      if (colonEnd !== undefined) return [{ start: colonEnd, end: colonEnd, text: ` ${written}` }];
      return [{ start: keyEnd, end: keyEnd, text: `: ${written}` }];
    }
    if (colonEnd === undefined) return undefined;

    if (isCollection(value) && isCollection(old) && old.flow && old.items.length > 0) value.flow = true;
    const [head = "", ...body] = this.#write("k", value, false).replace(/^k:/, "").split("\n");
    const isBlock = old !== null && (isBlockScalar(old) || (isCollection(old) && !old.flow));
    if (old !== null && !isBlock && body.length === 0) {
      return [{ start: startOf(old), end: layout.nodeEnd(old), text: head.trimStart() }];
    }
    // A value that takes several lines begins on the key's line; a comment behind it stays between them.
    let headEnd = old === null ? colonEnd : layout.nodeEnd(old);
    if (isBlock) headEnd = isBlockScalar(old) ? startOf(old) + layout.blockHeader(old).length : colonEnd;
    const bodyStart = layout.lineEnd(headEnd);
    const below =
      body.length === 0
        ? ""
        : layout.eol + layout.indented(body.join("\n"), layout.column(startOf(pair.key)));
    return [
      { start: colonEnd, end: headEnd, text: head },
      { start: bodyStart, end: isBlock && old !== null ? layout.nodeEnd(old) : bodyStart, text: below },
    ];
  }

  #replaceItem(old: Node, value: Node): TextEdit[] | undefined {
    keepQuotes(old, value);
    const written = this.#write("k", value, true).replace(/^k: /, "");
    return isScalar(old)
      ? [{ start: startOf(old), end: this.#layout.nodeEnd(old), text: written }]
      : undefined;
  }

  #remove(
    map: YAMLMap,
    pair: ParsedPair,
    inFlow: boolean,
    owner: ParsedPair | undefined,
  ): TextEdit[] | undefined {
    const pairs = map.items as ParsedPair[];
    const index = pairs.indexOf(pair);
    const [previous, next] = [pairs[index - 1], pairs[index + 1]];
    const layout = this.#layout;
    const start = startOf(pair.key);
    const end = layout.pairEnd(pair);

    if (inFlow) {
      const behind = layout.text.slice(end, layout.lineEnd(end)).trim();
      if (layout.isFirstOnLine(start) && /^,?\s*(#.*)?$/.test(behind)) {
        return [this.#lines(start, layout.lineEnd(end))];
      }
      if (previous !== undefined) return [{ start: layout.pairEnd(previous), end, text: "" }];
      if (next !== undefined) return [{ start, end: startOf(next.key), text: "" }];
      return [{ start: startOf(map) + 1, end: endOf(map) - 1, text: "" }];
    }
    if (!layout.isFirstOnLine(start)) {
      // The first entry of a list's item shares its line with the dash.
      return next === undefined
        ? [{ start, end, text: "{}" }]
        : [{ start, end: startOf(next.key), text: "" }];
    }
    const colonEnd = owner && layout.colonEnd(owner);
    const lines = this.#lines(start, layout.entryEnd(pair), previous ? layout.entryEnd(previous) : colonEnd);
    if (pairs.length > 1) return [lines];
    return colonEnd === undefined ? undefined : [{ start: colonEnd, end: colonEnd, text: " {}" }, lines];
  }

  /**
   * Takes out the lines of a span, each with the line break before it, so that the end of the file stays as it is. If
   * blank lines are left on both sides, one before goes, too, unless it belongs to what ends at `notBefore`.
   */
  #lines(start: number, end: number, notBefore?: number): TextEdit {
    const layout = this.#layout;
    const { text } = layout;
    const lineStart = layout.lineStart(start);
    const before = layout.lineStart(lineStart - 1);
    const isGapBefore =
      notBefore !== undefined && before > notBefore && layout.isFirstOnLine(layout.lineEnd(before));
    const isGapBehind = /^\r?\n?[ \t]*(\r?\n|$)/.test(text.slice(end));
    const from = isGapBefore && isGapBehind ? layout.lineStart(before - 1) : before;
    return { start: layout.lineEnd(from), end, text: "" };
  }
}

function pairWith(map: YAMLMap, key: string): ParsedPair | undefined {
  return (map.items as ParsedPair[]).find(pair => keyText(pair.key) === key);
}

function keepQuotes(old: Node | null, value: Node): void {
  if (!isScalar(old) || !isScalar(value) || typeof value.value !== "string") return;
  if (old.type === Scalar.QUOTE_SINGLE || old.type === Scalar.QUOTE_DOUBLE) value.type = old.type;
}
