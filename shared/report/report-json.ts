/**
 * `report.json`: how a report is written and read back. What an earlier version did not write may be missing; anything
 * else that is not as expected is refused, as leaving it out could hide a failure.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { gravestVerdict } from "../reading/gravity.ts";
import type { CaseStatus, Verdict } from "../reading/reading.ts";
import { fromFields } from "./fields.ts";
import type { CallboardExtra, Report, ReportTest, ReviewDetail, TargetResult } from "./model.ts";
import { reportOfParts, sharedLists } from "./report.ts";
import { shortLine } from "./text.ts";

/** The text, in pieces: with a million cases it can be longer than a string may be. Each test has a line. */
export function* reportJson({ results, ...report }: Report): Generator<string> {
  const { tests, ...others } = results;
  yield "{\n";
  for (const [name, value] of Object.entries(report)) yield member(name, value, "  ");
  yield '  "results": {\n';
  for (const [name, value] of Object.entries(others)) yield member(name, value, "    ");
  yield '    "tests": [';
  let separator = "\n";
  for (const test of tests) {
    yield `${separator}      ${JSON.stringify(test)}`;
    separator = ",\n";
  }
  yield "\n    ]\n  }\n}\n";
}

function member(name: string, value: unknown, indent: string): string {
  const text = JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
  return `${indent}${JSON.stringify(name)}: ${text},\n`;
}

/** What is wrong with the text of a `report.json`; the caller knows its path. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

/** Reads the text of a `report.json` that Callboard wrote. Its counts are not counted again. */
export function parseReport(text: string): Report {
  return reportIn(parsed(text.replace(/^\uFEFF/, "")));
}

export function reportIn(json: JsonValue): Report {
  const root = new Field(json, "the report");
  root.at("reportFormat").oneOf(["CTRF"]);
  const results = root.at("results");
  const callboard = results.at("extra").at("callboard");
  if (callboard.missing) {
    throw new ReportError(
      "It is a CTRF report, but not one that Callboard wrote (`results.extra.callboard` is missing).",
    );
  }
  const version = callboard.at("version").number();
  if (version !== 1) {
    throw new ReportError(
      `It was written by a newer Callboard (version ${version} of the format; this one reads version 1). ` +
        "Use the same version of the Action in every job.",
    );
  }
  const summary = readSummary(results.at("summary"));
  const targets = callboard.at("targets").list(readTarget);
  const stated = callboard.at("verdict").oneOf(verdicts);
  const shard = callboard.at("shard").optional()?.shard();
  const extra: CallboardExtra = {
    version,
    // As in a merge, the worse of what is stated and what the targets add up to.
    verdict: gravestVerdict([stated, ...targets.map(({ verdict }) => verdict)]),
    targets,
    ...(callboard.at("cancelled").optional()?.boolean() && { cancelled: true }),
    ...(shard !== undefined && { shard }),
  };
  return reportOfParts(summary, extra, readTests(results.at("tests")));
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? shortLine(error.message, 200) : "it cannot be parsed";
    throw new ReportError(`It is not JSON (${reason}). Was it written to its end?`);
  }
}

const verdicts = ["passed", "failed", "unknown"] as const satisfies readonly Verdict[];
const statuses = ["passed", "failed", "skipped", "pending", "other"] as const satisfies readonly CaseStatus[];

function readSummary(summary: Field): Report["results"]["summary"] {
  const count = (name: string) => summary.at(name).optional()?.count() ?? 0;
  const start = summary.at("start").optional()?.moment() ?? 0;
  const stop = summary.at("stop").optional()?.moment() ?? 0;
  return {
    tests: count("tests"),
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    pending: count("pending"),
    other: count("other"),
    flaky: count("flaky"),
    start,
    stop,
    duration: Math.max(0, stop - start),
  };
}

function readTarget(field: Field): TargetResult {
  return fromFields<TargetResult>({
    kind: field.at("kind").oneOf(["batch", "channel"]),
    id: field.at("id").string(),
    name: field.at("name").optional()?.string(),
    verdict: field.at("verdict").oneOf(verdicts),
    evidence: field.at("evidence").optional()?.string() ?? "",
    total: field.at("total").count(),
    passed: field.at("passed").count(),
    failed: field.at("failed").count(),
    skipped: field.at("skipped").count(),
    other: field.at("other").count(),
    passWhen: field.at("passWhen").value === true || undefined,
    durationMs: field.at("durationMs").optional()?.count(),
    reviews: field.at("reviews").optional()?.list(readString) ?? [],
    reviewDetails: field.at("reviewDetails").optional()?.list(readReview),
    waitsForReviews: field.at("waitsForReviews").value === true || undefined,
    links: field.at("links").optional()?.list(readString),
    error: field.at("error").optional()?.string(),
    raw: field.at("raw").optional()?.string() ?? "",
  });
}

function readReview(field: Field): ReviewDetail {
  return fromFields<ReviewDetail>({
    id: field.at("id").string(),
    label: field.at("label").optional()?.string(),
    case: field.at("case").optional()?.string(),
    state: field.at("state").oneOf(["open", "settled"]),
    verdict: field.at("verdict").optional()?.oneOf(verdicts),
    evidence: field.at("evidence").optional()?.string(),
  });
}

function readString(field: Field): string {
  return field.string();
}

function readTests(field: Field): ReportTest[] {
  const suiteOf = sharedLists();
  return field.list(each => readTest(each, suiteOf(each.at("suite").list(readString))));
}

function readTest(field: Field, suite: readonly string[]): ReportTest {
  const flaky = field.at("flaky").value;
  const url = field.at("extra").at("url").optional()?.string();
  return fromFields<ReportTest>({
    name: field.at("name").string(),
    status: field.at("status").oneOf(statuses),
    duration: field.at("duration").optional()?.count() ?? 0,
    suite,
    message: field.at("message").optional()?.string(),
    rawStatus: field.at("rawStatus").optional()?.string(),
    filePath: field.at("filePath").optional()?.string(),
    line: field.at("line").optional()?.count(),
    retries: field.at("retries").optional()?.count(),
    flaky: typeof flaky === "boolean" ? flaky : undefined,
    extra: url === undefined ? undefined : { url },
  });
}

/** A value and where it is in the report, which errors name. */
class Field {
  readonly value: JsonValue | undefined;
  readonly #name: string | number;
  readonly #parent: Field | undefined;

  constructor(value: JsonValue | undefined, name: string | number, parent?: Field) {
    this.value = value;
    this.#name = name;
    this.#parent = parent;
  }

  get missing(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Put together only for an error: a report has millions of fields. */
  get #path(): string {
    const parent = this.#parent;
    if (parent === undefined || parent.#parent === undefined) return String(this.#name);
    return typeof this.#name === "number"
      ? `${parent.#path}[${this.#name}]`
      : `${parent.#path}.${this.#name}`;
  }

  at(name: string): Field {
    return new Field(isJsonObject(this.value) ? own(this.value, name) : undefined, name, this);
  }

  optional(): Field | undefined {
    return this.missing ? undefined : this;
  }

  string(): string {
    return typeof this.value === "string" ? this.value : this.fail("text");
  }

  number(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  boolean(): boolean {
    return typeof this.value === "boolean" ? this.value : this.fail("true or false");
  }

  /** No count that Callboard writes is larger, and the sum of all of them is still a number. */
  count(): number {
    const value = this.number();
    return Number.isInteger(value) && value >= 0 && value <= 1e17 ? value : this.fail("a whole number");
  }

  shard(): string {
    const value = this.string();
    const [, number, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(value)?.map(Number) ?? [];
    return number && of && number <= of ? value : this.fail("a shard like 2/5");
  }

  /** Milliseconds since 1970 that a date can be made of. */
  moment(): number {
    const value = this.number();
    return Math.abs(value) <= 8.64e15 ? value : this.fail("a time in milliseconds");
  }

  oneOf<const T extends string>(accepted: readonly T[]): T {
    return accepted.find(each => each === this.value) ?? this.fail(accepted.join(", "));
  }

  list<T>(read: (item: Field) => T): T[] {
    if (!Array.isArray(this.value)) return this.fail("a list");
    return this.value.map((item, index) => read(new Field(item, index, this)));
  }

  fail(expected: string): never {
    const is = this.missing ? "is missing" : `is ${shortLine(JSON.stringify(this.value), 60)}`;
    throw new ReportError(
      `\`${this.#path}\` ${is}; expected ${expected}. Was it changed after it was written?`,
    );
  }
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
