// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the catalog look like this.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readCatalog } from "../../../shared/catalog/read.ts";

function circlesIn(text: string): string[] {
  return readCatalog(text, "callboard.yml").problems.map(({ line, message }) => {
    const [, path] = /so none can be created: (.*)\. Remove one/.exec(message) ?? [];
    return `${line}: ${path?.replaceAll("`", "")}`;
  });
}

test("a circle is named by its path, at the reference that closes it", () => {
  const text = `
tests:
  a: { fields: { x: "\${{ tests.b }}" } }
  b: { fields: { x: "\${{ tests.c }}" } }
  c: { fields: { x: "\${{ tests.b }}" } }
  d: {}
  e: { fields: { x: "\${{ tests.c }}" } }
`;
  expect(circlesIn(text)).toEqual(["5: tests.b -> tests.c -> tests.b"]);
});

test("each circle is named once", () => {
  const text = `
tests:
  a: { fields: { x: "\${{ tests.b }}", y: "\${{ tests.b }}" } }
  b: { fields: { x: "\${{ personas.p }}", y: "\${{ tests.a }}" } }
  c: { fields: { x: ["\${{ tests.a }}", "\${{ personas.p }}"] } }
personas:
  p: { fields: { x: "\${{ personas.p }}" } }
`;
  expect(circlesIn(text)).toEqual(["7: personas.p -> personas.p"]);
  expect(circlesIn(text.replace('x: "${{ personas.p }}", ', ""))).toEqual([
    "4: tests.a -> tests.b -> tests.a",
    "7: personas.p -> personas.p",
  ]);
});

test("an existing record is in no circle", () => {
  expect(circlesIn('tests: { a: { id: x, fields: { x: "${{ tests.a }}" } } }')).toEqual([]);
  expect(
    circlesIn(
      'tests: { a: { id: x, fields: { x: "${{ tests.b }}" } }, b: { fields: { x: "${{ tests.a }}" } } }',
    ),
  ).toEqual([]);
});

test("a chain of references may be as long as the file", () => {
  const chain = Array.from(
    { length: 3000 },
    (_, i) => `  t${i}: { fields: { x: "\${{ tests.t${i + 1} }}" } }\n`,
  ).join("");
  expect(circlesIn(`tests:\n${chain}  t3000: {}\n`)).toEqual([]);
  expect(circlesIn(`tests:\n${chain}  t3000: { fields: { x: "\${{ tests.t2999 }}" } }\n`)).toEqual([
    "3002: tests.t2999 -> tests.t3000 -> tests.t2999",
  ]);
});

test("a circle is found exactly when a record can't be created, and each of its steps is a reference", () => {
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
      const there = new Set([...nodes.keys()].filter(i => nodes[i]?.hasId));
      for (const _ of nodes) {
        for (const [i, { needs }] of nodes.entries()) if (needs.every(need => there.has(need))) there.add(i);
      }
      const circles = circlesIn(`tests:\n${text.join("")}`).map(circle =>
        [...circle.matchAll(/tests\.t(\d)/g)].map(([, number]) => Number(number)),
      );
      expect(circles.length > 0).toBe(there.size < nodes.length);
      expect(new Set(circles.flatMap(circle => circle.slice(1))).size).toBe(
        circles.flatMap(circle => circle.slice(1)).length,
      );
      for (const circle of circles) {
        expect(circle.at(-1)).toBe(circle[0]);
        for (const [step, record] of circle.slice(0, -1).entries()) {
          expect(nodes[record]?.needs).toContain(circle[step + 1]);
          expect(there).not.toContain(record);
        }
      }
    }),
    { numRuns: 300 },
  );
});
