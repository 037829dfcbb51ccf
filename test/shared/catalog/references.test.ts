// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

import { describe, expect, test } from "vitest";
import { type Catalog, type CatalogRecord, recordAt } from "../../../shared/catalog/catalog.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { resolveFields } from "../../../shared/catalog/references.ts";

function catalogOf(text: string): Catalog {
  return readCatalog(text, "callboard.yml").catalog;
}

function resolved(catalog: Catalog, key: string) {
  return resolveFields(catalog, recordAt(catalog, "test", key) as CatalogRecord);
}

describe("resolveFields", () => {
  test("replaces references by ids, as a whole or inside a text, at any depth", () => {
    const catalog = catalogOf(`
personas:
  hurried parent: { id: per_3 }
tests:
  before: { id: tst_1 }
  pays:
    fields:
      persona: \${{ personas.hurried parent }}
      text: "First \${{tests.before}}, then \${{  personas . hurried parent }}!"
      list: [1, null, { deep: "\${{ tests.before }}" }]
      price: $5 {{ untouched }} $\{{
`);
    expect(resolved(catalog, "pays")).toEqual({
      fields: {
        persona: "per_3",
        text: "First tst_1, then per_3!",
        list: [1, null, { deep: "tst_1" }],
        price: "$5 {{ untouched }} ${{",
      },
      problems: [],
    });
  });

  test("takes ids literally, whatever characters they contain", () => {
    const catalog = catalogOf(
      'personas: { p: { id: "$& $1 ${{ tests.t }}" } }\ntests: { t: { fields: { p: "${{ personas.p }}" } } }',
    );
    expect(resolved(catalog, "t").fields).toEqual({ p: "$& $1 ${{ tests.t }}" });
  });

  test("reports which id is missing, the position of the reference, and the remedy", () => {
    const catalog = catalogOf(
      "personas:\n  p: {}\nscenarios:\n  s: {}\ntests:\n  t:\n    fields:\n      p: ${{ personas.p }}\n      s: ${{ scenarios.s }}\n",
    );
    expect(resolved(catalog, "t").problems).toEqual([
      expect.objectContaining({
        line: 8,
        column: 10,
        message: "`${{ personas.p }}` has no id yet: create `personas.p` first, or add its `id`.",
      }),
      expect.objectContaining({
        line: 9,
        message: "`${{ scenarios.s }}` has no id yet: add the `id` of `scenarios.s`.",
      }),
    ]);
  });

  test("a record without fields has nothing to resolve", () => {
    expect(resolved(catalogOf("tests: { t: {} }"), "t")).toEqual({ fields: {}, problems: [] });
  });
});

describe("references to nothing are mistakes of the catalog", () => {
  test.each([
    ["${{ persona.p }}", "does not name a kind of record. Did you mean `${{ personas.p }}`?"],
    [
      "${{ secrets.KEY }}",
      "does not name a kind of record. A reference is written `${{ kind.key }}`, where the kind is one of projects, ",
    ],
    ["${{ personas.q }}", "leads nowhere: `personas` has no `q`. Did you mean `${{ personas.p }}`?"],
    [
      "${{ personas.somebody-else }}",
      "leads nowhere: `personas` has no `somebody-else`. Add `somebody-else` under `personas`.",
    ],
    ["${{ personas }}", "leads nowhere"],
    ["${{ }}", "does not name a kind of record"],
  ])("%s", (reference, message) => {
    const text = `personas:\n  p: { id: x }\ntests:\n  t:\n    fields:\n      list:\n        - "see ${reference}"\n`;
    expect(readCatalog(text, "c.yml").problems).toEqual([
      expect.objectContaining({
        line: 7,
        column: 16,
        endColumn: 16 + reference.length,
        message: expect.stringContaining(`\`${reference}\` ${message}`),
      }),
    ]);
  });

  test("a reference with escapes is shown as its whole text", () => {
    const text = 'tests:\n  t: { fields: { x: "\\x24{{ tests.gone }}" } }\n';
    expect(readCatalog(text, "c.yml").problems).toEqual([
      expect.objectContaining({ line: 2, column: 21, endColumn: 43 }),
    ]);
  });
});
