/**
 * Catalogs in different people's styles: the same records in blocks or braces, with comments, quotes and blank lines.
 */

import fc from "fast-check";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";

export type RecordsByKey = Record<string, JsonObject>;
export type CatalogContent = Record<string, RecordsByKey>;

export interface WrittenCatalog {
  readonly content: CatalogContent;
  readonly text: string;
}

const keys = ["smoke", "two words", "é-1", "12", "no", "it's", 'the "best"'] as const;
const texts = [
  "plain",
  "with: colon",
  "# no comment",
  "it's",
  'say "hi"',
  "two\nlines\n",
  "",
  " x ",
  "1e3",
  "null",
  "- x",
  "a, b",
  "🙂",
  "{x}",
  "tail\n\n",
];

export const arbitraryScalars: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>(
  ...texts,
  0,
  -1.5,
  true,
  false,
  null,
);

export const arbitraryFields: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom("name", "a b", "x:y", "12", "yes", "deep"),
  fc.oneof(
    { depthSize: "small" },
    arbitraryScalars,
    fc.array(arbitraryScalars, { maxLength: 3 }),
    fc.array(fc.dictionary(fc.constantFrom("a", "b"), arbitraryScalars, { maxKeys: 2 }), { maxLength: 2 }),
    fc.dictionary(
      fc.constantFrom("a", "b", "c d"),
      fc.oneof(arbitraryScalars, fc.array(arbitraryScalars, { maxLength: 2 })),
      {
        maxKeys: 3,
      },
    ),
  ),
  { maxKeys: 3 },
);

const record: fc.Arbitrary<JsonObject> = fc.record(
  { id: fc.uuid(), name: fc.constantFrom("Name", "N: n", "it's"), fields: arbitraryFields },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const headings = ["projects", "tests", "batches", "channels"] as const;

export const arbitraryCatalogs: fc.Arbitrary<WrittenCatalog> = fc
  .tuple(
    fc.record(
      Object.fromEntries(
        headings.map(heading => [heading, fc.dictionary(fc.constantFrom(...keys), record, { maxKeys: 3 })]),
      ),
      { requiredKeys: [] },
    ) as fc.Arbitrary<CatalogContent>,
    fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
    fc.record({
      step: fc.constantFrom(2, 4),
      eol: fc.constantFrom("\n", "\n", "\r\n"),
      mark: fc.constantFrom("", "", "\uFEFF"),
      endsLine: fc.boolean(),
      braces: fc.constantFrom("{}", "{ }"),
    }),
  )
  .map(([content, choices, style]) => {
    let at = 0;
    const writer = new Writer(style.step, style.braces === "{ }", () => choices[++at % choices.length] ?? 0);
    const lines = writer.root(content).join("\n");
    const text = style.endsLine || lines.endsWith("\n") ? `${lines}\n` : lines;
    return { content, text: style.mark + text.replaceAll("\n", style.eol) };
  });

class Writer {
  readonly #step: number;
  readonly #padded: boolean;
  readonly #choose: () => number;
  #comments = 0;

  constructor(step: number, padded: boolean, choose: () => number) {
    this.#step = step;
    this.#padded = padded;
    this.#choose = choose;
  }

  root(content: CatalogContent): string[] {
    if (Object.keys(content).length === 0) return this.#ownLines(0);
    return this.#entries(content, 0, 0);
  }

  #oneIn(number: number): boolean {
    return this.#choose() % number === 0;
  }

  #comment(): string {
    return `# comment ${++this.#comments}!`;
  }

  #ownLines(indent: number): string[] {
    const lines: string[] = [];
    if (this.#oneIn(5)) lines.push("");
    if (this.#oneIn(5)) lines.push(" ".repeat(indent) + this.#comment());
    return lines;
  }

  #entries(object: JsonObject, indent: number, depth: number): string[] {
    return Object.entries(object).flatMap(([key, value]) => [
      ...this.#ownLines(indent),
      ...this.#entry(" ".repeat(indent) + this.#key(key), value, indent, depth),
    ]);
  }

  #entry(start: string, value: JsonValue, indent: number, depth: number): string[] {
    const behind = this.#oneIn(4) ? `   ${this.#comment()}` : "";
    // A text with a line end in its middle can be a literal block.
    if (typeof value === "string" && /^[^\s][^\n]*\n[^\n]+\n$/.test(value) && this.#oneIn(2)) {
      const lines = value.trimEnd().split("\n");
      return [`${start}: |${behind}`, ...lines.map(line => " ".repeat(indent + this.#step) + line)];
    }
    if (isJsonObject(value)) {
      const isEmpty = Object.keys(value).length === 0;
      if (isEmpty && depth < 2 && this.#oneIn(2)) return [`${start}:${behind}`];
      if (isEmpty || (depth > 0 && this.#oneIn(2))) return this.#braces(start, value, indent, behind);
      return [`${start}:${behind}`, ...this.#entries(value, indent + this.#step, depth + 1)];
    }
    if (Array.isArray(value) && value.length > 0 && this.#oneIn(2)) {
      const dashes = " ".repeat(indent + this.#step);
      return [`${start}:${behind}`, ...value.map(item => `${dashes}- ${this.#inline(item)}`)];
    }
    return [`${start}: ${this.#inline(value)}${behind}`];
  }

  #braces(start: string, value: JsonObject, indent: number, behind: string): string[] {
    const entries = Object.entries(value).map(([key, item]) => `${this.#key(key)}: ${this.#inline(item)}`);
    if (entries.length === 0 || this.#oneIn(2)) return [`${start}: ${this.#inline(value)}${behind}`];
    const inner = " ".repeat(indent + this.#step);
    const last = entries.length - 1;
    const hasLastComma = this.#oneIn(2);
    return [
      `${start}: {${behind}`,
      ...entries.map(
        (entry, i) =>
          `${inner}${entry}${i < last || hasLastComma ? "," : ""}${this.#oneIn(4) ? ` ${this.#comment()}` : ""}`,
      ),
      `${" ".repeat(indent)}}`,
    ];
  }

  #inline(value: JsonValue): string {
    if (Array.isArray(value)) return `[${value.map(item => this.#inline(item)).join(", ")}]`;
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([key, item]) => `${this.#key(key)}: ${this.#inline(item)}`);
      return this.#padded && entries.length > 0 ? `{ ${entries.join(", ")} }` : `{${entries.join(", ")}}`;
    }
    return typeof value === "string" ? this.#text(value) : String(value);
  }

  #key(key: string): string {
    return this.#text(key);
  }

  #text(text: string): string {
    const isPlain =
      /^[\p{L}][\p{L}\p{N} -]*[\p{L}\p{N}]$/u.test(text) && !/^(null|true|false|no|yes)$/.test(text);
    if (isPlain && !this.#oneIn(4)) return text;
    if (!/[\n\\]/.test(text) && this.#oneIn(2)) return `'${text.replaceAll("'", "''")}'`;
    return JSON.stringify(text);
  }
}
