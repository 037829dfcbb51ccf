import { expect, test } from "vitest";
import { readResponse } from "../../../shared/reading/read.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import { excerpt, expectWellFormed, pathsIn, rows } from "./table.ts";

test.each(rows.map(row => [row.row, excerpt(row.response), row] as const))("%s: %s", (_, __, row) => {
  const { verdict, isRunning, evidence, totals, cases } = readResponse(row.response);
  const { basis, objection } = evidence;
  expect([row.verdict, row.also], evidenceText(evidence)).toContain(isRunning ? "running" : verdict);
  if (isRunning) expect(verdict).toBe("unknown");
  if (row.counts) expect(totals).toMatchObject(row.counts);
  if (row.cases)
    expect(cases.map(({ name, status }) => [name, status]).sort()).toEqual([...row.cases].sort());
  if (row.flaky) expect(cases.flatMap(({ name, flaky }) => (flaky ? [name] : []))).toEqual(row.flaky);
  if (row.rests) expect(basis && pathsIn(basis)).toEqual(row.rests);
  if (row.rests || row.against) expect(objection && pathsIn(objection)).toEqual(row.against);
});

test("each row has its own name, and only fields that are tested", () => {
  expectWellFormed(rows, "row verdict counts cases flaky rests against also why response");
});
