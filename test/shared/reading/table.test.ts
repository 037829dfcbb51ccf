import { describe, expect, test } from "vitest";
import { evidenceText } from "../../../shared/report/evidence.ts";
import { read } from "../../../shared/report/read.ts";
import { excerpt, pathsIn, rows } from "./table.ts";

describe("each response is read as a person reads it:", () => {
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
});

describe("the table", () => {
  test("names each row once", () => {
    const names = rows.map(({ row }) => row);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("has no field that isn't tested, and a reason for each second verdict", () => {
    const fields = "row verdict counts cases flaky rests against also why response".split(" ");
    for (const row of rows) {
      expect(fields, row.row).toEqual(expect.arrayContaining(Object.keys(row)));
      if (row.also) expect(row.why, row.row).toEqual(expect.any(String));
    }
  });
});
