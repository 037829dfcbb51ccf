/**
 * Reads a folder of real responses (by default the corpus beside this file) and compares each reading with a person's,
 * in `*.expect.json`. Prints a table; exits with 1 if a response that has not passed reads as passed.
 *
 * `npm run payloads -- [--evidence] [--mutate] [folder]`. With `--mutate` it also inverts evidence (see `mutate.ts`).
 * With `--words` it only prints changed verdicts of the words' grid (see `words.ts`).
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { readResponse } from "../../shared/reading/read.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { evidenceText } from "../../shared/report/evidence-text.ts";
import { describeChange, survivorsOf } from "./mutate.ts";
import { printChanges } from "./words.ts";

export type Agreement = "ok" | "acceptable" | "wrong" | "-";

export interface PayloadComparison {
  readonly name: string;
  readonly response: JsonObject;
  readonly hard: boolean;
  readonly reading: Reading;
  readonly expected: JsonValue | undefined;
  readonly verdict: Agreement;
  readonly totals: Agreement;
  readonly names: Agreement;
  readonly statuses: Agreement;
  readonly falseGreen: boolean;
}

export const corpus = fileURLToPath(new URL("./corpus", import.meta.url));

/** Throws if a response has no expectation, or if the folder has no response. */
export function comparePayloads(folder: string = corpus): PayloadComparison[] {
  const names = readdirSync(folder)
    .filter(file => file.endsWith(".json") && !file.endsWith(".expect.json"))
    .map(file => file.replace(/\.json$/, ""))
    .sort();
  if (names.length === 0) throw new Error(`There is no response (x.json) in ${folder}.`);
  return names.map(name => compare(folder, name));
}

function compare(folder: string, name: string): PayloadComparison {
  const expected = objectIn(join(folder, `${name}.expect.json`));
  const response = objectIn(join(folder, `${name}.json`));
  const reading = readResponse(response);
  const verdict = markOf(expected, "verdict", reading.verdict);
  // If a person sees no number, a computed one is harmless. If a person sees one, a wrong one is an error.
  const stated = (["total", "passed", "failed", "skipped"] as const).filter(
    field => expected[field] !== null && expected["totalsOptional"] !== true,
  );
  const statuses = reading.cases.map(({ status }) =>
    status === "pending" || status === "other" ? "unknown" : status,
  );
  return {
    name,
    response,
    hard: expected["hard"] === true,
    reading,
    expected: expected["verdict"],
    verdict,
    totals: worst(stated.map(field => markOf(expected, field, reading.totals[field]))),
    ...markCases(
      expected,
      reading.cases.map(one => one.name),
      statuses,
    ),
    falseGreen: reading.verdict === "passed" && verdict === "wrong",
  };
}

function markCases(
  expected: JsonObject,
  names: string[],
  statuses: string[],
): Pick<PayloadComparison, "names" | "statuses"> {
  const unnamed = expected["unnamedCaseVerdicts"];
  if (Array.isArray(unnamed)) {
    return {
      names: names.length === unnamed.length ? "ok" : "wrong",
      statuses: isSame(sorted(statuses), sorted(unnamed)) ? "ok" : "wrong",
    };
  }
  const listed = expected["caseNames"];
  if (names.length === 0 && !(Array.isArray(listed) && listed.length > 0)) {
    return { names: "-", statuses: "-" };
  }
  return {
    names: markOf(expected, "caseNames", names),
    statuses: markOf(expected, "caseVerdicts", statuses),
  };
}

function markOf(expected: JsonObject, field: string, actual: JsonValue): Agreement {
  if (isSame(sorted(actual), sorted(expected[field]))) return "ok";
  const also = expected["alsoAcceptable"];
  const others = isJsonObject(also) ? also[field] : undefined;
  const isAcceptable = Array.isArray(others) && others.some(other => isSame(sorted(actual), sorted(other)));
  return isAcceptable ? "acceptable" : "wrong";
}

function sorted(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? value.toSorted() : value;
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function objectIn(path: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isJsonObject(value)) throw new Error(`${path} does not hold a JSON object.`);
  return value;
}

function worst(marks: readonly Agreement[]): Agreement {
  if (marks.length === 0) return "-";
  if (marks.includes("wrong")) return "wrong";
  return marks.includes("acceptable") ? "acceptable" : "ok";
}

function print(all: readonly PayloadComparison[]): void {
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

function printMutations(all: readonly PayloadComparison[]): void {
  let changes = 0;
  let passed = 0;
  for (const { name, response } of all) {
    const { tried, survivors } = survivorsOf(response);
    changes += tried;
    passed += survivors.length;
    for (const survivor of survivors) console.log(`${name}: ${describeChange(survivor)}`);
  }
  const share = changes === 0 ? 0 : (100 * passed) / changes;
  console.log(`\nstill passed: ${passed} of ${changes} changes (${share.toFixed(1)} %)`);
}

if (import.meta.main && process.argv.includes("--words")) {
  printChanges();
} else if (import.meta.main) {
  const [folder] = process.argv.slice(2).filter(argument => !argument.startsWith("--"));
  const all = comparePayloads(folder);
  print(all);
  if (process.argv.includes("--evidence"))
    for (const { name, reading } of all) console.log(`${name}: ${evidenceText(reading.evidence)}`);
  if (process.argv.includes("--mutate")) printMutations(all);
  if (all.some(one => one.falseGreen)) process.exitCode = 1;
}
