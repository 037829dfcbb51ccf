import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { addRecord, CatalogEditError, removeRecord, setFields, setId } from "../../../shared/catalog/edit.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import { type Kind, kinds, pluralOf } from "../../../shared/service/operations.ts";
import { arbitraryCatalogs, arbitraryFields, type CatalogContent, type WrittenCatalog } from "./styles.ts";

const runs = { numRuns: 40 };

function pick(
  { content }: WrittenCatalog,
  number: number,
): { kind: Kind; key: string; record: JsonObject } | undefined {
  const all = kinds.flatMap(kind =>
    Object.entries(content[pluralOf[kind]] ?? {}).map(([key, record]) => ({ kind, key, record })),
  );
  return all[number % all.length];
}

/** Reads a text with the YAML library alone; an empty group of records counts as no group. */
function meaning(text: string): CatalogContent {
  const content = (parse(text.replace(/^\uFEFF/, "")) ?? {}) as Record<
    string,
    Record<string, JsonObject | null> | null
  >;
  return Object.fromEntries(
    Object.entries(content)
      .map(([heading, records]): [string, CatalogContent[string]] => [
        heading,
        Object.fromEntries(Object.entries(records ?? {}).map(([key, record]) => [key, record ?? {}])),
      ])
      .filter(([, records]) => Object.keys(records).length > 0),
  );
}

function without(content: CatalogContent, kind: Kind, key: string, record?: JsonObject): CatalogContent {
  const { [key]: _, ...others } = content[pluralOf[kind]] ?? {};
  return { ...content, [pluralOf[kind]]: record === undefined ? others : { ...others, [key]: record } };
}

function expectMeaning(text: string, wanted: CatalogContent): void {
  const filled = Object.entries(wanted).filter(([, records]) => Object.keys(records).length > 0);
  expect(meaning(text)).toEqual(Object.fromEntries(filled));
}

interface Patch {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The changed lines: everything between the common start and the common end of both texts, with line ends. */
function patch(before: string, after: string): Patch {
  const [old, now] = [before, after].map(text => text.split(/(?<=\n)/)) as [string[], string[]];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let same = 0;
  while (same < Math.min(old.length, now.length) - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  return { removed: old.slice(start, old.length - same), added: now.slice(start, now.length - same) };
}

/** Drops line ends, because the last line's end depends on its neighbour. */
function bare(lines: readonly string[]): string[] {
  return lines.map(line => line.trimEnd()).filter(line => line !== "");
}

function comments(text: string): string[] {
  return text.match(/# comment \d+!/g) ?? [];
}

function endOf(text: string): string {
  return /\r?\n$/.exec(text)?.[0] ?? "";
}

function lineEnds(text: string): Set<string> {
  return new Set(text.match(/\r?\n/g));
}

/** An edit must keep the byte order mark, the end of the file and the kind of line ends. */
function expectSameStyle(before: string, after: string): void {
  expect(after.startsWith("\uFEFF")).toBe(before.startsWith("\uFEFF"));
  if (before.replace("\uFEFF", "") !== "") expect(endOf(after)).toBe(endOf(before));
  const ends = lineEnds(before).size > 0 ? lineEnds(before) : new Set(["\n"]);
  for (const end of lineEnds(after)) expect(ends).toContain(end);
}

describe("in every style of file,", () => {
  test("reading returns the written records", () => {
    fc.assert(
      fc.property(arbitraryCatalogs, ({ content, text }) => {
        const { catalog, problems } = readCatalog(text, "c.yml");
        expect(problems).toEqual([]);
        expect(meaning(text)).toEqual(
          Object.fromEntries(Object.entries(content).filter(([, r]) => Object.keys(r).length > 0)),
        );
        for (const kind of kinds) {
          for (const [key, record] of Object.entries(content[pluralOf[kind]] ?? {})) {
            const { id, fields: own } = catalog.records.get(kind)?.get(key) ?? {};
            expect({ id, fields: own }).toEqual({ id: record["id"], fields: record["fields"] });
          }
        }
      }),
      runs,
    );
  });

  test("setting an id changes one line or adds one", () => {
    fc.assert(
      fc.property(
        arbitraryCatalogs,
        fc.nat(),
        fc.constantFrom("bat_7", "12", "a: b", "it's", "é, x"),
        (written, number, id) => {
          const target = pick(written, number);
          fc.pre(target !== undefined);
          const { kind, key, record } = target;
          const edited = setId(written.text, kind, key, id);
          expectMeaning(edited, without(written.content, kind, key, { ...record, id }));
          expectSameStyle(written.text, edited);
          expect(comments(edited)).toEqual(comments(written.text));
          const { removed, added } = patch(written.text, edited);
          expect(bare(added).length).toBe(1);
          expect(bare(removed).length).toBeLessThanOrEqual(1);
        },
      ),
      runs,
    );
  });

  test("adding a record keeps every other line, except the one that it continues", () => {
    const record = fc.record(
      { id: fc.constantFrom("new_1", "77"), name: fc.constant("New: one"), fields: arbitraryFields },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(arbitraryCatalogs, fc.constantFrom(...kinds), record, (written, kind, added) => {
        const edited = addRecord(written.text, kind, "brand new", added);
        expectMeaning(edited, without(written.content, kind, "brand new", added as JsonObject));
        expectSameStyle(written.text, edited);
        expect(comments(edited)).toEqual(comments(written.text));
        const { removed } = patch(written.text, edited);
        expect(removed.length).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  test("removing a record keeps every other line, or is refused if another record refers to it", () => {
    fc.assert(
      fc.property(arbitraryCatalogs, fc.nat(), (written, number) => {
        const target = pick(written, number);
        fc.pre(target !== undefined);
        const { kind, key } = target;
        try {
          const edited = removeRecord(written.text, kind, key);
          expectMeaning(edited, without(written.content, kind, key));
          expectSameStyle(written.text, edited);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogEditError);
        }
      }),
      runs,
    );
  });

  test("setting fields changes those fields only", () => {
    fc.assert(
      fc.property(arbitraryCatalogs, fc.nat(), arbitraryFields, (written, number, now) => {
        const target = pick(written, number);
        fc.pre(target !== undefined);
        const { kind, key, record } = target;
        const edited = setFields(written.text, kind, key, now);
        expectMeaning(edited, without(written.content, kind, key, { ...record, fields: now }));
        expectSameStyle(written.text, edited);
        expect(setFields(edited, kind, key, now)).toBe(edited);
      }),
      runs,
    );
  });

  test("removing a field removes its own lines only", () => {
    fc.assert(
      fc.property(arbitraryCatalogs, fc.nat(), fc.nat(), (written, number, position) => {
        const { kind, key, record } = pick(written, number) ?? {};
        const before = record?.["fields"];
        fc.pre(kind !== undefined && key !== undefined && isJsonObject(before));
        const names = Object.keys(before);
        fc.pre(names.length > 0);
        const { [names[position % names.length] ?? ""]: _, ...now } = before;
        const edited = setFields(written.text, kind, key, now);
        expectMeaning(edited, without(written.content, kind, key, { ...record, fields: now }));
        expectSameStyle(written.text, edited);
        // One line may change: a line that contains the field, or one where braces replace the last field.
        const lines = written.text.split(/\r?\n/);
        expect(edited.split(/\r?\n/).filter(line => !lines.includes(line)).length).toBeLessThanOrEqual(1);
        const { line } = readCatalog(written.text, "c.yml").catalog.records.get(kind)?.get(key)?.at ?? {
          line: 0,
        };
        const next = lines.findIndex((text, at) => at >= line && /^\S/.test(text) && !/^[#}]/.test(text));
        const others = [lines.slice(0, line - 1), next === -1 ? [] : lines.slice(next)].flat();
        expect(comments(edited)).toEqual(expect.arrayContaining(comments(others.join("\n"))));
      }),
      runs,
    );
  });
});
