/**
 * Reports come back: `merge` reads the `report.json` of every shard and makes one report of them. Reading is
 * tolerant of what an earlier version did not write, and refuses what it cannot read honestly: a part that is
 * skipped could be the red one.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { headOf, type Tally, tally, targetLabel, verdictOf, withTests } from "./ctrf.ts";
import type { CallboardExtra, CaseStatus, Ctrf, CtrfTest, Target, Verdict } from "./model.ts";
import { shortLine } from "./text.ts";

/** Says what is wrong with the text of a `report.json`; the caller says whose. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

/** A report without its tests, of which there may be more than memory holds. */
export interface Part {
  readonly head: Ctrf;
  /** What only the tests knew is among it. */
  readonly tallies: readonly Tally[];
  /** The part's folder, from the merged report's folder: its raw responses are found there. */
  readonly folder?: string;
}

/** One report of many, without its tests; targets stay in the order of the parts. */
export function merge(all: readonly Part[]): Ctrf {
  // A shard that had nothing to run has no verdict, and takes none away from the others.
  const parts = all.filter(({ tallies }) => tallies.length > 0);
  if (parts.length === 0) throw new ReportError("There is no report with a target to merge.");
  const summaries = parts.map(({ head }) => head.results.summary);
  const version = parts[0]?.head.results.tool.version;
  const head = headOf([...parts.flatMap(inPlace), ...missingShards(all)], {
    startedAt: Math.min(...summaries.map(summary => summary.start)),
    stoppedAt: Math.max(...summaries.map(summary => summary.stop)),
    cancelled: parts.some(({ head }) => callboardOf(head).cancelled),
    ...(version !== undefined && { version }),
  });
  // What a part says of itself may be worse than what its targets add up to, and is then believed.
  return withVerdict(head, verdictOf([head, ...parts.map(({ head }) => head)].map(callboardOf)));
}

/** What nobody reported could be red: a shard that is not there stands among the targets as one that was not run. */
function missingShards(parts: readonly Part[]): Tally[] {
  const there = new Map<number, Set<number>>();
  for (const { head } of parts) {
    const [number, of] = callboardOf(head).shard?.split("/").map(Number) ?? [];
    if (number !== undefined && of !== undefined) there.set(of, (there.get(of) ?? new Set()).add(number));
  }
  return [...there].flatMap(([of, numbers]) =>
    Array.from({ length: of }, (_, index) => index + 1)
      .filter(number => !numbers.has(number))
      .map(number =>
        tally({
          kind: "batch",
          id: `shard ${number}/${of}`,
          error: "Its report is not among those that were merged: look at why its job did not leave one.",
          raw: "",
        }),
      ),
  );
}

function callboardOf(document: Ctrf): CallboardExtra {
  return document.results.extra.callboard;
}

function inPlace({ tallies, folder }: Part): readonly Tally[] {
  return tallies.map(({ target, ...extra }) => {
    const raw = folder && target.raw ? `${folder}/${target.raw}` : target.raw;
    return { target: { ...target, raw }, ...extra };
  });
}

/** Reads the text of a `report.json` that Callboard wrote. */
export function parseReport(text: string): Ctrf {
  const tests: CtrfTest[] = [];
  const { head } = readReport(text.split("\n"), test => tests.push(test));
  return withTests(head, tests);
}

/**
 * Reads the lines of a `report.json` that Callboard wrote, and hands on its tests one by one. They stand on a line
 * each, so that they need not be in memory together; whoever laid them out anew has them read together.
 */
export function readReport(lines: Iterable<string>, take: (test: CtrfTest) => void): Part {
  const extras = new Map<string, { pending: number; flaky: number }>();
  const counted = (test: CtrfTest) => {
    const label = test.suite[0] ?? "";
    const extra = extras.get(label) ?? { pending: 0, flaky: 0 };
    if (test.status === "pending") extra.pending += 1;
    if (test.flaky) extra.flaky += 1;
    extras.set(label, extra);
    take(test);
  };
  const others: string[] = [];
  let among = false;
  let index = 0;
  for (const line of lines) {
    const test = among ? testOn(line) : undefined;
    if (test !== undefined) counted(readTest(new Place(parsed(test), `results.tests[${index++}]`)));
    else {
      among = line === '    "tests": [';
      others.push(line);
    }
  }
  const root = new Place(parsed(others.join("\n").replace(/^\uFEFF/, "")), "the report");
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
  results.at("tests").list(place => counted(readTest(place)));
  const tallies = callboard.at("targets").list(place => {
    const target = readTarget(place);
    const label = targetLabel(target);
    const extra = extras.get(label) ?? { pending: 0, flaky: 0 };
    // Once per name: a target may have run twice.
    extras.delete(label);
    return { target, ...extra };
  });
  const summary = results.at("summary");
  const tool = results.at("tool").at("version").optional()?.string();
  const shard = callboard.at("shard").optional()?.shard();
  const head = headOf(tallies, {
    startedAt: summary.at("start").optional()?.moment() ?? 0,
    stoppedAt: summary.at("stop").optional()?.moment() ?? 0,
    cancelled: callboard.at("cancelled").value === true,
    ...(shard !== undefined && { shard }),
    ...(tool !== undefined && { version: tool }),
  });
  const stated = { verdict: callboard.at("verdict").oneOf(verdicts) };
  return { head: withVerdict(head, verdictOf([callboardOf(head), stated])), tallies };
}

/** The JSON of a test that has a line to itself. */
function testOn(line: string): string | undefined {
  return /^ {6}(\{.*\}),?$/.exec(line)?.[1];
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

function withVerdict(document: Ctrf, verdict: Verdict): Ctrf {
  const { results } = document;
  const callboard = { ...results.extra.callboard, verdict };
  return { ...document, results: { ...results, extra: { callboard } } };
}

function readTarget(place: Place): Target {
  const name = place.at("name").optional()?.string();
  const durationMs = place.at("durationMs").optional()?.count();
  const links = place
    .at("links")
    .optional()
    ?.list(link => link.string());
  const error = place.at("error").optional()?.string();
  return {
    kind: place.at("kind").oneOf(["batch", "channel"]),
    id: place.at("id").string(),
    ...(name !== undefined && { name }),
    verdict: place.at("verdict").oneOf(verdicts),
    evidence: place.at("evidence").optional()?.string() ?? "",
    total: place.at("total").count(),
    passed: place.at("passed").count(),
    failed: place.at("failed").count(),
    skipped: place.at("skipped").count(),
    other: place.at("other").count(),
    ...(durationMs !== undefined && { durationMs }),
    reviews:
      place
        .at("reviews")
        .optional()
        ?.list(review => review.string()) ?? [],
    ...(links !== undefined && { links }),
    ...(error !== undefined && { error }),
    raw: place.at("raw").optional()?.string() ?? "",
  };
}

function readTest(place: Place): CtrfTest {
  const message = place.at("message").optional()?.string();
  const rawStatus = place.at("rawStatus").optional()?.string();
  const filePath = place.at("filePath").optional()?.string();
  const line = place.at("line").optional()?.count();
  const retries = place.at("retries").optional()?.count();
  const flaky = place.at("flaky").value;
  const url = place.at("extra").at("url").optional()?.string();
  return {
    name: place.at("name").string(),
    status: place.at("status").oneOf(statuses),
    duration: place.at("duration").optional()?.count() ?? 0,
    suite: place.at("suite").list(part => part.string()),
    ...(message !== undefined && { message }),
    ...(rawStatus !== undefined && { rawStatus }),
    ...(filePath !== undefined && { filePath }),
    ...(line !== undefined && { line }),
    ...(retries !== undefined && { retries }),
    ...(typeof flaky === "boolean" && { flaky }),
    ...(url !== undefined && { extra: { url } }),
  };
}

/** A value and where in the report it stands, so that every complaint names the place. */
class Place {
  readonly value: JsonValue | undefined;
  readonly #path: string;

  constructor(value: JsonValue | undefined, path: string) {
    this.value = value;
    this.#path = path;
  }

  get missing(): boolean {
    return this.value === undefined || this.value === null;
  }

  at(name: string): Place {
    const path = this.#path === "the report" ? name : `${this.#path}.${name}`;
    return new Place(isJsonObject(this.value) ? own(this.value, name) : undefined, path);
  }

  optional(): Place | undefined {
    return this.missing ? undefined : this;
  }

  string(): string {
    return typeof this.value === "string" ? this.value : this.fail("text");
  }

  number(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  count(): number {
    const value = this.number();
    return Number.isInteger(value) && value >= 0 ? value : this.fail("a whole number");
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

  list<T>(read: (item: Place) => T): T[] {
    if (!Array.isArray(this.value)) return this.fail("a list");
    return this.value.map((item, index) => read(new Place(item, `${this.#path}[${index}]`)));
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
