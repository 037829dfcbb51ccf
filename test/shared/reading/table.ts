/**
 * Reads the tables beside this file: one JSON object a line, under headings that start with `#`. Each row is a test, so
 * a found response can be added without writing one.
 */

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { EvidenceStatement } from "../../../shared/reading/evidence.ts";
import type { CaseStatus, Totals, Verdict } from "../../../shared/reading/reading.ts";

type Found = Verdict | "running";

/** A response and a person's reading of it. */
export interface TableRow {
  readonly row: string;
  readonly verdict: Found;
  readonly counts?: Partial<Totals>;
  readonly cases?: readonly (readonly [name: string, status: CaseStatus])[];
  readonly flaky?: readonly string[];
  /** The paths that the verdict rests on. Without `against`, nothing may contradict it. */
  readonly rests?: readonly string[];
  /** The paths that contradict the verdict or leave it open. */
  readonly against?: readonly string[];
  readonly also?: Found;
  readonly why?: string;
  readonly response: JsonObject;
}

export const rows: readonly TableRow[] = readRows<TableRow>("table.jsonl");
export const responses: readonly JsonObject[] = rows.map(({ response }) => response);

interface AnyRow {
  readonly row: string;
  readonly also?: string;
  readonly why?: string;
}

export function readRows<Any extends AnyRow>(file: string): Any[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").split("\n");
  return lines.filter(line => line !== "" && !line.startsWith("#")).map(line => JSON.parse(line));
}

/** Rejects unknown fields, because a misspelt one would not be tested. */
export function expectWellFormed(rows: readonly AnyRow[], fields: string): void {
  const names = rows.map(({ row }) => row);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const row of rows) {
    expect(fields.split(" "), row.row).toEqual(expect.arrayContaining(Object.keys(row)));
    if (row.also !== undefined) expect(row.why, row.row).toEqual(expect.any(String));
  }
}

export function excerpt(value: unknown): string {
  return JSON.stringify(value).slice(0, 120);
}

export function pathsIn(statement: EvidenceStatement): string[] {
  const paths: string[] = [];
  JSON.stringify(statement, (name, value) => {
    if (name === "path") paths.push(value);
    return value;
  });
  return paths;
}
