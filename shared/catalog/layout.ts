/** Where the parts of a YAML text begin and end, and how new entries are written in its style. */

import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  type ToStringOptions,
  YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { JsonValue } from "../json.ts";
import { isEmpty } from "./reader.ts";

/** An entry of a map as the parser gives it. */
export type ParsedPair = Pair<Node, Node | null>;

export class Layout {
  readonly text: string;
  readonly eol: string;
  /** How many columns an entry is indented under its key. */
  readonly #indent: number;
  /** `{ id: bat_7 }` rather than `{id: bat_7}`. */
  readonly #padsBraces: boolean;

  constructor(text: string, root: Node | null) {
    this.text = text;
    this.eol = text.includes("\r\n") ? "\r\n" : "\n";
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

  /** Before the line break. */
  lineEnd(offset: number): number {
    const newline = this.text.indexOf("\n", offset);
    if (newline === -1) return this.text.length;
    return newline > offset && this.text[newline - 1] === "\r" ? newline - 1 : newline;
  }

  /** Counted from 0. */
  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === "";
  }

  /** Behind the `:`; undefined for a key without one. */
  colonEnd(pair: ParsedPair): number | undefined {
    const colon = pair.srcToken?.sep?.find(token => token.type === "map-value-ind");
    return colon === undefined ? undefined : colon.offset + 1;
  }

  /** Behind the last character that belongs to the entry's value, comments and line breaks not counted. */
  pairEnd(pair: ParsedPair): number {
    if (pair.value !== null && !isEmpty(pair.value)) return this.nodeEnd(pair.value);
    return this.colonEnd(pair) ?? endOf(pair.key);
  }

  nodeEnd(node: Node): number {
    if (isMap(node) && !node.flow) {
      const last = node.items.at(-1) as ParsedPair | undefined;
      return last === undefined ? endOf(node) : this.pairEnd(last);
    }
    if (isSeq(node) && !node.flow) {
      const last = node.items.at(-1) as Node | undefined;
      return last === undefined || isEmpty(last) ? this.#dashEnd(node) : this.nodeEnd(last);
    }
    if (!isBlockScalar(node)) return endOf(node);
    const written = this.text.slice(startOf(node), endOf(node));
    // With `+` the blank lines at the end are part of the text; otherwise they only follow it.
    const keepsBlankLines = this.blockHeader(node).includes("+");
    return (
      startOf(node) + written.replace(keepsBlankLines ? /\r?\n$/ : /(?<![ \t\r\n])[ \t\r\n]*\n$/, "").length
    );
  }

  /** `|2-` of a block scalar. */
  blockHeader(node: Node): string {
    return /^[|>][-+\d]*/.exec(this.text.slice(startOf(node), startOf(node) + 4))?.[0] ?? "";
  }

  #dashEnd(seq: YAMLSeq): number {
    const source = seq.srcToken;
    const items = source !== undefined && "items" in source ? source.items : [];
    const last = items.at(-1)?.start.findLast(token => token.type === "seq-item-ind");
    return last === undefined ? endOf(seq) : last.offset + 1;
  }

  /** The end of the last line that belongs to an entry of a block map, with the comments indented under its key. */
  entryEnd(pair: ParsedPair): number {
    const column = this.column(startOf(pair.key));
    let end = this.lineEnd(this.pairEnd(pair));
    for (let next = this.#nextLine(end); next !== undefined; next = this.#nextLine(this.lineEnd(next))) {
      const line = this.text.slice(next, this.lineEnd(next));
      const indent = line.search(/\S/);
      if (indent === -1) continue;
      if (line[indent] !== "#" || indent <= column) break;
      end = this.lineEnd(next);
    }
    return end;
  }

  #nextLine(end: number): number | undefined {
    const newline = this.text.indexOf("\n", end);
    return newline === -1 ? undefined : newline + 1;
  }

  /** Some people separate their entries by blank lines. */
  hasBlankLineBefore(previous: ParsedPair, pair: ParsedPair): boolean {
    return /\n[ \t]*\r?\n/.test(this.text.slice(this.entryEnd(previous), startOf(pair.key)));
  }

  /** `key: value`, without a line break at its end. */
  write(
    key: string,
    value: Node,
    options: { readonly flow: boolean; readonly blockQuote: BlockQuote },
  ): string {
    const map = new YAMLMap<Node, Node>();
    map.items.push(new Pair<Node, Node>(new Scalar(key), value));
    map.flow = options.flow;
    // A text that YAML 1.1 reads as a date or a boolean gets quotes.
    const document = new Document<Node>(null, { compat: "yaml-1.1" });
    document.contents = map;
    const written = document.toString({
      indent: this.#indent,
      lineWidth: 0,
      flowCollectionPadding: this.#padsBraces,
      blockQuote: options.blockQuote,
      doubleQuotedAsJSON: true,
    });
    return options.flow ? written.replace(/^\{ ?/, "").replace(/ ?\}\n$/, "") : written.replace(/\n$/, "");
  }

  /** Lines that were written for column 0, at another one. */
  indented(lines: string, column: number): string {
    return lines
      .split("\n")
      .map(line => (line === "" ? line : " ".repeat(column) + line))
      .join(this.eol);
  }
}

export type BlockQuote = NonNullable<ToStringOptions["blockQuote"]>;

export function nodeFor(value: JsonValue): Node {
  return new Document().createNode(value);
}

export function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}
