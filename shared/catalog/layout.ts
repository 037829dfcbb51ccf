/** Finds where the parts of a YAML text begin and end, and writes new entries in the style of the text. */

import { Document, isCollection, isMap, isPair, isScalar, type Node, Pair, Scalar, YAMLMap } from "yaml";
import type { JsonValue } from "../json.ts";
import { isEmptyNode } from "./yaml-reader.ts";

export type ParsedPair = Pair<Node, Node | null>;

export function lineBreakOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

export class Layout {
  readonly text: string;
  readonly eol: string;
  readonly #blockQuote: "literal" | false;
  readonly #indent: number;
  /** `{ id: bat_7 }` rather than `{id: bat_7}`. */
  readonly #padsBraces: boolean;

  constructor(text: string, root: Node | null, blockQuote: "literal" | false) {
    this.text = text;
    this.eol = lineBreakOf(text);
    this.#blockQuote = blockQuote;
    this.#indent = Math.max(1, this.#indentUnder(root) ?? 2);
    this.#padsBraces = !/(?:^|[\s,[{])\{[^\s{}]/.test(text);
  }

  #indentUnder(root: Node | null): number | undefined {
    for (const { key, value } of isMap(root) ? (root.items as ParsedPair[]) : []) {
      const first = isMap(value) && !value.flow ? (value.items[0] as ParsedPair | undefined) : undefined;
      if (first !== undefined) return this.column(startOf(first.key)) - this.column(startOf(key));
    }
    return undefined;
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  lineEnd(offset: number): number {
    const newline = this.text.indexOf("\n", offset);
    if (newline === -1) return this.text.length;
    return this.text[newline - 1] === "\r" ? newline - 1 : newline;
  }

  /** Counted from 0. */
  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === "";
  }

  colonEnd({ key, srcToken }: ParsedPair): number {
    const colon = srcToken?.sep?.find(token => token.type === "map-value-ind");
    return colon === undefined ? endOf(key) : colon.offset + 1;
  }

  /** Gives the offset behind the node's last character, without comments and line breaks. */
  nodeEnd(node: Node): number {
    // The parser puts an empty value behind the spaces that follow its colon or dash.
    if (isEmptyNode(node)) return this.text.slice(0, startOf(node)).trimEnd().length;
    if (isCollection(node) && !node.flow) {
      const last = node.items.at(-1) as Node | ParsedPair;
      return isPair(last) ? this.pairEnd(last) : this.nodeEnd(last);
    }
    if (!isBlockScalar(node)) return endOf(node);
    const written = this.text.slice(startOf(node), endOf(node));
    // In a block scalar with `+`, such as `|+`, the blank lines at the end belong to the text.
    return /^[|>]\d?\+/.test(written)
      ? startOf(node) + written.replace(/\r?\n$/, "").length
      : this.lineEnd(startOf(node) + written.trimEnd().length);
  }

  pairEnd({ key, value }: ParsedPair): number {
    return this.nodeEnd(value ?? key);
  }

  /**
   * Gives the offset behind an entry's head. The head of a block scalar ends with its header, such as `|2-`; the head of an
   * empty value or a block collection ends with the colon. Any other value belongs to the head as a whole.
   */
  headEnd(pair: ParsedPair): number {
    const { value } = pair;
    if (value === null || isEmptyNode(value) || (isCollection(value) && !value.flow))
      return this.colonEnd(pair);
    if (!isBlockScalar(value)) return this.nodeEnd(value);
    const header = /[|>][-+\d]*/y;
    header.lastIndex = startOf(value);
    header.test(this.text);
    return header.lastIndex;
  }

  /** Gives the end of a block entry's last line. Comments that are indented deeper than its key belong to the entry. */
  entryEnd(pair: ParsedPair): number {
    const column = this.column(startOf(pair.key));
    let end = this.lineEnd(this.pairEnd(pair));
    for (const [lines, indent = ""] of this.text.slice(end).matchAll(/\s*\n([ \t]*)#[^\n]*/gy)) {
      if (indent.length <= column) break;
      end += lines.length;
    }
    return this.lineEnd(end);
  }

  hasBlankLineBefore(previous: ParsedPair, pair: ParsedPair): boolean {
    return /\n[ \t]*\r?\n/.test(this.text.slice(this.entryEnd(previous), startOf(pair.key)));
  }

  /** Writes the only entry of a map as `key: value`, without a line break at the end. */
  entry(map: YAMLMap, inFlow: boolean): string {
    map.flow = inFlow;
    // Quotes a text that YAML 1.1 would not read as text, for example a date or `yes`.
    const document = new Document<Node>(null, { compat: "yaml-1.1" });
    document.contents = map;
    const written = document.toString({
      indent: this.#indent,
      lineWidth: 0,
      flowCollectionPadding: this.#padsBraces,
      blockQuote: this.#blockQuote,
      doubleQuotedAsJSON: true,
    });
    return inFlow ? written.replace(/^\{ ?/, "").replace(/ ?\}\n$/, "") : written.replace(/\n$/, "");
  }

  value(node: Node, inFlow: boolean): string {
    return this.entry(mapOf("k", node), inFlow).slice("k:".length);
  }

  indented(lines: string, column: number): string {
    return lines
      .split("\n")
      .map(line => (line === "" ? line : " ".repeat(column) + line))
      .join(this.eol);
  }
}

export function nodeFor(value: JsonValue): Node {
  return new Document().createNode(value);
}

export function mapOf(key: string, value: Node): YAMLMap {
  const map = new YAMLMap();
  map.items.push(new Pair(new Scalar(key), value));
  return map;
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}
