/**
 * Reads a folder of real responses and compares with what a person reads in them (`*.expect.json` beside each). Prints
 * a table; exits with 1 if anything that is not passed was read as passed. `npm run payloads [folder]`.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isJsonObject, type JsonValue } from "../../shared/json.ts";
import type { Reading, Totals } from "../../shared/report/model.ts";
import { read } from "../../shared/report/read.ts";

export type Mark = "ok" | "acceptable" | "wrong" | "-";

export interface Comparison {
  readonly name: string;
  readonly hard: boolean;
  readonly reading: Reading;
  readonly expected: JsonValue | undefined;
  readonly verdict: Mark;
  readonly totals: Mark;
  readonly names: Mark;
  readonly statuses: Mark;
  readonly falseGreen: boolean;
}

const here = new URL("../../../shared/payloads/", import.meta.url).pathname;

export function comparePayloads(folder: string = here): Comparison[] {
  return readdirSync(folder)
    .filter(file => file.endsWith(".json") && !file.endsWith(".expect.json"))
    .filter(file => existsSync(join(folder, file.replace(/\.json$/, ".expect.json"))))
    .sort()
    .map(file => compare(folder, file.replace(/\.json$/, "")));
}

export const payloadsFolder = existsSync(here) ? here : null;

function compare(folder: string, name: string): Comparison {
  const response = objectIn(join(folder, `${name}.json`));
  const expected = objectIn(join(folder, `${name}.expect.json`));
  const also = isJsonObject(expected["alsoAcceptable"]) ? expected["alsoAcceptable"] : {};
  const reading = read(response, { operation: "runBatch" });
  const mark = (field: string, actual: JsonValue): Mark => {
    if (sameValue(actual, expected[field])) return "ok";
    const others = also[field];
    return Array.isArray(others) && others.some(other => sameValue(actual, other)) ? "acceptable" : "wrong";
  };
  const counts = (["total", "passed", "failed", "skipped"] as const satisfies (keyof Totals)[]).flatMap(
    field => {
      const silent = expected[field] === null || expected["totalsOptional"] === true;
      // Where a person sees no number, a number that we worked out harms nobody; a wrong one where there is one does.
      return silent && reading.totals[field] === null
        ? []
        : silent
          ? []
          : [mark(field, reading.totals[field])];
    },
  );
  const unnamed = expected["unnamedCaseVerdicts"];
  const names = reading.cases.map(one => one.name);
  const statuses = reading.cases.map(({ status }) =>
    status === "pending" || status === "other" ? "unknown" : status,
  );
  const namesMark = Array.isArray(unnamed)
    ? names.length === unnamed.length
      ? "ok"
      : "wrong"
    : statesNames(expected) || names.length > 0
      ? sortedMark("caseNames", names)
      : "-";
  const statusMark = Array.isArray(unnamed)
    ? same([...statuses].sort(), [...unnamed].sort())
      ? "ok"
      : "wrong"
    : statesNames(expected) || names.length > 0
      ? sortedMark("caseVerdicts", statuses)
      : "-";
  function sortedMark(field: string, actual: string[]): Mark {
    const sorted = (value: JsonValue | undefined): JsonValue =>
      Array.isArray(value) ? [...value].sort() : null;
    if (same([...actual].sort(), sorted(expected[field]))) return "ok";
    const others = also[field];
    return Array.isArray(others) && others.some(other => same([...actual].sort(), sorted(other)))
      ? "acceptable"
      : "wrong";
  }
  const verdict = mark("verdict", reading.verdict);
  return {
    name,
    hard: expected["hard"] === true,
    reading,
    expected: expected["verdict"],
    verdict,
    totals: worst(counts),
    names: namesMark,
    statuses: statusMark,
    falseGreen: reading.verdict === "passed" && verdict === "wrong",
  };
}

function objectIn(path: string): { [name: string]: JsonValue } {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isJsonObject(value)) throw new Error(`${path} does not hold a JSON object`);
  return value;
}

function statesNames(expected: { [name: string]: JsonValue }): boolean {
  return Array.isArray(expected["caseNames"]) && expected["caseNames"].length > 0;
}

function sameValue(one: JsonValue, other: JsonValue | undefined): boolean {
  return one === other;
}

function same(one: JsonValue, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function worst(marks: readonly Mark[]): Mark {
  if (marks.length === 0) return "-";
  if (marks.includes("wrong")) return "wrong";
  return marks.includes("acceptable") ? "acceptable" : "ok";
}

function print(all: readonly Comparison[]): void {
  const rows = all.map(one => [
    one.name + (one.hard ? " (hard)" : ""),
    one.verdict === "ok" ? one.reading.verdict : `${one.reading.verdict}, not ${String(one.expected)}`,
    one.verdict,
    one.totals,
    one.names,
    one.statuses,
    one.falseGreen ? "FALSE GREEN" : "",
  ]);
  const table = [["response", "verdict", "", "totals", "names", "statuses", ""], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  const share = (column: "verdict" | "totals" | "names" | "statuses"): string => {
    const stated = all.filter(one => one[column] !== "-");
    return `${stated.filter(one => one[column] !== "wrong").length} of ${stated.length}`;
  };
  console.log(
    `\nright: verdict ${share("verdict")}, totals ${share("totals")}, case names ${share("names")}, ` +
      `case statuses ${share("statuses")}; false greens: ${all.filter(one => one.falseGreen).length}`,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? here;
  if (!existsSync(folder)) {
    console.log(
      "There are no payloads here: name a folder that holds responses (x.json) and what a person reads in them (x.expect.json).",
    );
  } else {
    const all = comparePayloads(folder);
    print(all);
    if (process.argv.includes("--evidence"))
      for (const one of all) console.log(`${one.name}: ${one.reading.evidence}`);
    if (all.some(one => one.falseGreen)) process.exitCode = 1;
  }
}
