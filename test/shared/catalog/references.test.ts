// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Catalog, type CatalogRecord, recordAt } from "../../../shared/catalog/catalog.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { creationOrder, resolveFields } from "../../../shared/catalog/references.ts";

function catalogOf(text: string): Catalog {
  return readCatalog(text, "callboard.yml").catalog;
}

function resolved(catalog: Catalog, key: string) {
  return resolveFields(catalog, recordAt(catalog, "test", key) as CatalogRecord);
}

describe("resolveFields", () => {
  test("puts ids in place of references, whole or inside a text, at any depth", () => {
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

  test("takes ids literally, whatever they look like", () => {
    const catalog = catalogOf(
      'personas: { p: { id: "$& $1 ${{ tests.t }}" } }\ntests: { t: { fields: { p: "${{ personas.p }}" } } }',
    );
    expect(resolved(catalog, "t").fields).toEqual({ p: "$& $1 ${{ tests.t }}" });
  });

  test("says which id is missing, where the reference is, and what to do about it", () => {
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

describe("references that lead nowhere are mistakes of the catalog", () => {
  test.each([
    ["${{ persona.p }}", "names no kind of record. Did you mean `${{ personas.p }}`?"],
    [
      "${{ secrets.KEY }}",
      "names no kind of record. A reference is written `${{ kind.key }}`, where the kind is one of projects, ",
    ],
    ["${{ personas.q }}", "leads nowhere: `personas` has no `q`. Did you mean `${{ personas.p }}`?"],
    [
      "${{ personas.somebody-else }}",
      "leads nowhere: `personas` has no `somebody-else`. Add `somebody-else` under `personas`.",
    ],
    ["${{ personas }}", "leads nowhere"],
    ["${{ }}", "names no kind of record"],
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

  test("a reference spelled with escapes is shown as the whole text", () => {
    const text = 'tests:\n  t: { fields: { x: "\\x24{{ tests.gone }}" } }\n';
    expect(readCatalog(text, "c.yml").problems).toEqual([
      expect.objectContaining({ line: 2, column: 21, endColumn: 43 }),
    ]);
  });
});

describe("creationOrder", () => {
  const orderOf = (text: string) => creationOrder(catalogOf(text)).order.map(({ key }) => key);

  test("creates what others refer to before them, and otherwise keeps the order of the file", () => {
    const text = `
tests:
  late: { fields: { a: "\${{ tests.early }}", b: "\${{ personas.p }}" } }
  other: {}
  early: { fields: { a: "\${{ tests.there }}" } }
  there: { id: tst_1, fields: { a: "\${{ tests.late }}" } }
personas:
  p: {}
scenarios:
  s: {}
`;
    expect(orderOf(text)).toEqual(["early", "p", "late", "other"]);
  });

  test("names a cycle by its path, and leaves out what is in it or waits for it", () => {
    const text = `
tests:
  a: { fields: { x: "\${{ tests.b }}" } }
  b: { fields: { x: "\${{ tests.c }}" } }
  c: { fields: { x: "\${{ tests.b }}" } }
  d: {}
  e: { fields: { x: "\${{ tests.c }}" } }
`;
    expect(orderOf(text)).toEqual(["d"]);
    const { problems } = readCatalog(text, "callboard.yml");
    expect(problems).toEqual([
      expect.objectContaining({
        line: 5,
        message: expect.stringContaining("`tests.b` -> `tests.c` -> `tests.b`"),
      }),
    ]);
  });

  test("a record that refers to itself can never be created, unless it exists", () => {
    expect(orderOf('tests: { a: { fields: { x: "${{ tests.a }}" } } }')).toEqual([]);
    expect(readCatalog('tests: { a: { id: x, fields: { x: "${{ tests.a }}" } } }', "c.yml").problems).toEqual(
      [],
    );
  });

  test("a chain of references may be as long as the file", () => {
    const lines = Array.from(
      { length: 3000 },
      (_, i) => `  t${i}: { fields: { x: "\${{ tests.t${i + 1} }}" } }`,
    );
    expect(orderOf(`tests:\n${lines.join("\n")}\n  t3000: {}\n`).at(0)).toBe("t3000");
  });

  test("every record comes after what it needs, once, whatever the references are", () => {
    const graph = fc.array(fc.record({ hasId: fc.boolean(), needs: fc.array(fc.nat(7), { maxLength: 2 }) }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(graph, nodes => {
        const text = nodes.map(({ hasId, needs }, i) => {
          const fields = needs.map(need => `"\${{ tests.t${need} }}"`).join(", ");
          return `  t${i}: { ${hasId ? `id: id${i}, ` : ""}fields: { x: [${fields}] } }\n`;
        });
        const catalog = catalogOf(`tests:\n${text.join("")}`);
        const { order, problems } = creationOrder(catalog);
        const done = new Set(nodes.flatMap(({ hasId }, i) => (hasId ? [`t${i}`] : [])));
        for (const { key } of order) {
          expect(done.has(key)).toBe(false);
          for (const need of nodes[Number(key.slice(1))]?.needs ?? []) expect(done).toContain(`t${need}`);
          done.add(key);
        }
        // Nothing that could be created was left out, and whatever was left out is explained.
        for (const [i, { needs }] of nodes.entries()) {
          if (!done.has(`t${i}`)) expect(needs.every(need => done.has(`t${need}`))).toBe(false);
        }
        expect(problems.length > 0).toBe(done.size < nodes.length);
      }),
      { numRuns: 300 },
    );
  });
});
