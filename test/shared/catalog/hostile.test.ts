// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

/** Catalogs that would take long to read, or fill the memory or the log. */

import { afterAll, describe, expect, test, vi } from "vitest";
import { parseDocument, visit } from "yaml";
import { allRecords, recordAt } from "../../../shared/catalog/catalog.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { resolveFields } from "../../../shared/catalog/references.ts";
import { nearest } from "../../../shared/nearest.ts";

// Test files share modules. This file resets them to use a parser that counts.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock("yaml", async original => {
  const yaml = await original<typeof import("yaml")>();
  return { ...yaml, parseDocument: vi.fn(yaml.parseDocument), visit: vi.fn(yaml.visit) };
});

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("");
}

function messagesOf(text: string): string[] {
  return readCatalog(text, "callboard.yml").problems.map(({ message }) => message);
}

describe("a catalog of more than 1 MB", () => {
  const start = "batches: { smoke: { id: bat_7 } }\n#";
  const oneMegabyte = start + "x".repeat(1_000_000 - start.length);

  test("is not read, and the problem is reported at its start", () => {
    const { catalog, problems } = readCatalog(`${oneMegabyte}x`, "callboard.yml");
    expect(allRecords(catalog)).toEqual([]);
    expect(problems).toEqual([
      {
        file: "callboard.yml",
        ...{ line: 1, column: 1, endLine: 1, endColumn: 1 },
        severity: "error",
        message: expect.stringMatching(/larger than 1 MB.*remove/),
      },
    ]);
  });

  test("is measured in bytes, without its byte order mark", () => {
    expect(messagesOf(`\uFEFF${oneMegabyte}`)).toEqual([]);
    expect(messagesOf(`${oneMegabyte.slice(0, -1)}é`)).toEqual([expect.stringContaining("1 MB")]);
  });
});

describe("suggestions are bounded:", () => {
  test("each name is compared with at most 1,000 words", () => {
    let taken = 0;
    function* words() {
      for (; taken < 5000; taken++) yield taken === 4000 ? "smoke" : "another";
    }
    expect(nearest("smoke", words())).toBeUndefined();
    expect(taken).toBe(1000);
  });

  test("only the beginnings of long words are compared", () => {
    const word = "a".repeat(60);
    expect(nearest(`${word}${"b".repeat(60)}`, [`${word}${"c".repeat(1_000_000)}`])).toMatch(/^a+c+$/);
  });

  test.each([
    ["references to records", "{ fields: { x: '${{ tests.smokee }}' } }"],
    ["references to kinds", "{ fields: { x: '${{ test.smoke }}' } }"],
    ["projects", "{ project: shopp }"],
  ])("20 mistakes in %s share one suggestion, and all are reported", (_, record) => {
    const text = `projects: { shop: {} }\ntests:\n  smoke: {}\n${lines(50, index => `  t${index}: ${record}\n`)}`;
    const messages = messagesOf(text);
    expect(messages.length).toBe(50);
    expect(messages.filter(message => message.includes("Did you mean")).length).toBe(20);
  });
});

describe("a quotation in a message is cut", () => {
  const long = "k".repeat(100_000);

  test.each([
    ["a key", `batches: { "${long},": {} }`],
    ["an unknown key", `${long}: 1\n`],
    ["a key that is there twice", `batches:\n  ? ${long}\n  : {}\n  ? ${long}\n  : {}\n`],
    ["the keys above", `tests: { t: { fields: { "${long}": { "${long}": !tag x } } } }`],
    ["a value", `batches: { a: { id: ${"1".repeat(100_000)} } }`],
    ["a number", `tests: { t: { fields: { x: ${"1".repeat(100_000)} } } }`],
    ["a tag", `tests: { t: { fields: { x: !${long} y } } }`],
    ["an alias", `tests: *${long}\n`],
    ["a reference", `tests: { t: { fields: { x: "\${{ tests.${long} }}" } } }`],
    ["a reference without quotes", `tests: { t: { fields: { x: \${{ tests.${long} }} } } }`],
    ["a project", `tests: { t: { project: ${long} } }`],
    ["an id that is there twice", `tests: { a: { id: ${long} }, "${long}": { id: ${long} } }`],
    ["the name of a record without an id", `scenarios: { "${long}": {} }`],
    ["a circle", `tests: { "${long}": { fields: { x: "\${{ tests.${long} }}" } } }`],
  ])("%s", (_, text) => {
    const messages = messagesOf(text);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(message.length).toBeLessThan(700);
  });

  test("a character that takes two units is not cut in half", () => {
    const [message] = messagesOf(`${"k".repeat(78)}😀${"k".repeat(9)}: 1\n`);
    expect(message).toContain(`${"k".repeat(78)}…\``);
  });

  test("a path is cut", () => {
    const path = lines(90, index => `"${"k".repeat(70)}${index}": { `);
    const [message] = messagesOf(`tests: { t: { fields: { ${path}x: !tag y${" }".repeat(93)}`);
    expect(message).toMatch(/`!tag`/);
    const doubled = messagesOf(`tests: { t: { fields: { ${path}x: 1, x: 2${" }".repeat(93)}`);
    expect(doubled).toEqual([
      expect.stringMatching(/^`x` is here twice in `tests\.t\.fields\.k.*…`; the first/),
    ]);
    expect(doubled[0]?.length).toBeLessThan(500);
  });

  test("a long circle names its first records", () => {
    const text = lines(1000, i => `  t${i}: { fields: { x: "\${{ tests.t${(i + 1) % 1000} }}" } }\n`);
    expect(messagesOf(`tests:\n${text}`)).toEqual([
      expect.stringContaining("`tests.t8` -> `tests.t9` -> 990 more -> `tests.t0`. "),
    ]);
  });
});

test("an aliased text counts by its length each time", () => {
  const references = "${{ tests.t }} ".repeat(1000);
  const aliases = lines(1000, () => "*text, ");
  const { catalog, problems } = readCatalog(
    `tests: { t: { id: x, fields: { x: &text "${references}", y: [${aliases}] } } }`,
    "callboard.yml",
  );
  expect(problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining("Aliases repeat more than") }),
  ]);
  expect(recordAt(catalog, "test", "t")?.references.length).toBeLessThan(100_000);
});

describe("reading takes time in proportion to the text:", () => {
  const inFields = (text: string) => `tests:\n  t:\n    fields:\n      x: ${text}\n`;

  test.each<[string, (count: number) => string]>([
    ["references without quotes", count => lines(count, i => `t${i}: { a: \${{ tests.a }} }\n`)],
    ["references without quotes on one line", count => inFields(`[${"${{ tests.t }}, ".repeat(count)}]`)],
    ["open quotes", count => lines(count, i => `a${i}: 'x\n`)],
    ["aliases of nothing", count => inFields(`[${lines(count, i => `*a${i}, `)}]`)],
  ])("many %s are parsed and visited as often as one", (_, make) => {
    const one = readingsOf(make(1));
    expect(one.parsed).toBeGreaterThan(0);
    expect(readingsOf(make(500))).toEqual(one);
  });

  function readingsOf(text: string) {
    vi.mocked(parseDocument).mockClear();
    vi.mocked(visit).mockClear();
    readCatalog(text, "callboard.yml");
    return {
      parsed: vi.mocked(parseDocument).mock.calls.length,
      visited: vi.mocked(visit).mock.calls.length,
    };
  }

  /** This work can't be counted, so the time is compared; a plain catalog of this size takes fifty times as long. */
  test("references that are never closed", () => {
    const plain = `tests:\n${lines(10_000, i => `  t${i}: { id: t${i} }\n`)}`;
    const open = inFields(`"${"${{".repeat(plain.length / 3)}"`);
    expect(timeOf(open)).toBeLessThan(timeOf(plain));
  });

  function timeOf(text: string): number {
    const start = performance.now();
    const { catalog } = readCatalog(text, "callboard.yml");
    for (const record of allRecords(catalog)) resolveFields(catalog, record);
    return performance.now() - start;
  }
});
