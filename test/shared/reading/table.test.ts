import { expect, test } from "vitest";
import { read } from "../../../shared/reading/read.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import { excerpt, expectWellFormed, pathsIn, rows } from "./table.ts";

test.each(rows.map(row => [row.row, excerpt(row.response), row] as const))("%s: %s", (_, __, row) => {
  const { verdict, running, evidence, totals, cases } = read(row.response);
  const { basis, against } = evidence;
  expect([row.verdict, row.also], evidenceText(evidence)).toContain(running ? "running" : verdict);
  if (running) expect(verdict).toBe("unknown");
  if (row.counts) expect(totals).toMatchObject(row.counts);
  if (row.cases)
    expect(cases.map(({ name, status }) => [name, status]).sort()).toEqual([...row.cases].sort());
  if (row.flaky) expect(cases.flatMap(({ name, flaky }) => (flaky ? [name] : []))).toEqual(row.flaky);
  if (row.rests) expect(basis && pathsIn(basis)).toEqual(row.rests);
  if (row.rests || row.against) expect(against && pathsIn(against)).toEqual(row.against);
});

test("each row has its own name, and only fields that are tested", () => {
  expectWellFormed(rows, "row verdict counts cases flaky rests against also why response");
});
