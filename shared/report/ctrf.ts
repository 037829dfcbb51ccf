/**
 * The outcomes of all targets become one CTRF document. A document can be held whole, or as its head (a document
 * without tests) beside an iterable of its tests, so that a million cases need never be in memory at once: every
 * function that reads tests takes them apart from the document.
 */

import { evidenceText } from "./evidence.ts";
import type { Ctrf, CtrfTest, Outcome, Reading, Target, Verdict } from "./model.ts";

/** When a run happened; nothing here looks at a clock. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly stoppedAt: number;
  /** Callboard's own version. */
  readonly version?: string;
  readonly cancelled?: boolean;
  /** Which part of the run this is, as `2/5`. */
  readonly shard?: string;
}

/** A target and the two counts that only its cases know: all that must stay in memory once they are on disk. */
export interface Tally {
  readonly target: Target;
  readonly pending: number;
  readonly flaky: number;
}

/** What a target is called wherever it is shown, and the first of its cases' suites. */
export function targetLabel(target: Pick<Target, "kind" | "id" | "name">): string {
  return `${target.kind}: ${target.name ?? target.id}`;
}

/** Any failed: failed; else any unknown, or nothing at all: unknown. */
export function verdictOf(targets: Iterable<{ readonly verdict: Verdict }>): Verdict {
  let verdict: Verdict | undefined;
  for (const target of targets) {
    if (target.verdict === "failed") return "failed";
    if (target.verdict === "unknown" || verdict === undefined) verdict = target.verdict;
  }
  return verdict ?? "unknown";
}

export function tally(outcome: Outcome): Tally {
  const { kind, id, name, reading, reviews = [], error, raw } = outcome;
  const durationMs = reading?.durationMs ?? outcome.durationMs;
  const count = (matches: (test: Reading["cases"][number]) => boolean) =>
    reading === undefined ? 0 : reading.cases.filter(matches).length;
  return {
    target: {
      kind,
      id,
      ...(name !== undefined && { name }),
      verdict: targetVerdict(reading, error),
      evidence: reading ? evidenceText(reading.evidence) : "There is no response to read.",
      ...counts(reading),
      ...(durationMs !== undefined && { durationMs: milliseconds(durationMs) }),
      reviews: reviews.map(review => review.id),
      ...(reading && reading.links.length > 0 && { links: reading.links }),
      ...(error !== undefined && { error }),
      raw,
    },
    pending: count(test => test.status === "pending"),
    flaky: count(test => test.flaky === true),
  };
}

/** What was read before something went wrong can still condemn a target, but no longer acquit it. */
function targetVerdict(reading: Reading | undefined, error: string | undefined): Verdict {
  if (reading === undefined) return "unknown";
  if (reading.verdict === "passed" && (error !== undefined || reading.running)) return "unknown";
  return reading.verdict;
}

/**
 * The cases that are listed, counted; stated totals where they speak of more than is listed. What nobody
 * accounted for counts as passed only where the target did, otherwise as undecided.
 */
export function counts(
  reading: Reading | undefined,
): Pick<Target, "total" | "passed" | "failed" | "skipped" | "other"> {
  const counted = { passed: 0, failed: 0, skipped: 0, other: 0 };
  if (reading === undefined) return { total: 0, ...counted };
  for (const { status } of reading.cases) counted[status === "pending" ? "other" : status] += 1;
  const stated = (name: keyof Reading["totals"]) => wholeNumber(reading.totals[name] ?? 0);
  const statedTotal = Math.max(
    stated("total"),
    stated("passed") + stated("failed") + stated("skipped") + stated("other"),
  );
  const listed = reading.cases.length;
  if (statedTotal <= listed) return { total: listed, ...counted };
  const merged = {
    passed: Math.max(counted.passed, stated("passed")),
    failed: Math.max(counted.failed, stated("failed")),
    skipped: Math.max(counted.skipped, stated("skipped")),
    other: Math.max(counted.other, stated("other")),
  };
  const accounted = merged.passed + merged.failed + merged.skipped + merged.other;
  const rest = Math.max(0, statedTotal - accounted);
  merged[reading.verdict === "passed" ? "passed" : "other"] += rest;
  return { total: accounted + rest, ...merged };
}

function wholeNumber(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function milliseconds(value: number): number {
  return wholeNumber(Math.round(value));
}

/** The cases of one target, in their order. */
export function* testsOf(outcome: Outcome): Generator<CtrfTest> {
  const label = targetLabel(outcome);
  for (const test of outcome.reading?.cases ?? []) {
    yield {
      name: test.name === "" ? "(no name)" : test.name,
      status: test.status,
      duration: milliseconds(test.durationMs ?? 0),
      suite: [label, ...(test.suite ?? [])],
      ...(test.message !== undefined && { message: test.message }),
      ...(test.rawStatus !== undefined && { rawStatus: test.rawStatus }),
      ...(test.file !== undefined && { filePath: test.file }),
      ...(Number.isSafeInteger(test.line) && { line: test.line }),
      ...(test.retries !== undefined && { retries: wholeNumber(test.retries) }),
      ...(test.flaky !== undefined && { flaky: test.flaky }),
      ...(test.url !== undefined && { extra: { url: test.url } }),
    };
  }
}

/** A document without its tests. */
export function headOf(tallies: readonly Tally[], run: Run): Ctrf {
  const targets = tallies.map(({ target }) => target);
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, each) => total + of(each), 0);
  const pending = sum(each => each.pending);
  const start = wholeNumber(Math.round(run.startedAt));
  const stop = Math.max(start, wholeNumber(Math.round(run.stoppedAt)));
  const verdict = verdictOf(targets);
  return {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: new Date(stop).toISOString(),
    generatedBy: "callboard",
    results: {
      tool: { name: "callboard", ...(run.version !== undefined && { version: run.version }) },
      summary: {
        tests: sum(each => each.target.total),
        passed: sum(each => each.target.passed),
        failed: sum(each => each.target.failed),
        skipped: sum(each => each.target.skipped),
        pending,
        other: sum(each => each.target.other) - pending,
        flaky: sum(each => each.flaky),
        start,
        stop,
        duration: stop - start,
      },
      extra: {
        callboard: {
          version: 1,
          // What was ended half-way has not passed, whatever is known so far.
          verdict: run.cancelled && verdict === "passed" ? "unknown" : verdict,
          targets,
          ...(run.cancelled && { cancelled: true }),
          ...(run.shard !== undefined && { shard: run.shard }),
        },
      },
      tests: [],
    },
  };
}

export function documentOf(outcomes: readonly Outcome[], run: Run): Ctrf {
  return withTests(
    headOf(outcomes.map(tally), run),
    outcomes.flatMap(outcome => [...testsOf(outcome)]),
  );
}

export function withTests(head: Ctrf, tests: readonly CtrfTest[]): Ctrf {
  const { tool, summary, extra } = head.results;
  return { ...head, results: { tool, summary, extra, tests } };
}

/**
 * The text of `report.json`, piece by piece: what is small first, then a line for each test, which may be JSON
 * already.
 */
export function* ctrfChunks(
  document: Ctrf,
  tests: Iterable<CtrfTest | string> = document.results.tests,
): Generator<string> {
  // The head ends in the empty list of tests, which is where they go.
  const head = JSON.stringify(withTests(document, []), null, 2);
  const end = head.lastIndexOf("]");
  yield head.slice(0, end);
  let first = true;
  for (const test of tests) {
    yield `${first ? "" : ","}\n      ${typeof test === "string" ? test : JSON.stringify(test)}`;
    first = false;
  }
  yield `${first ? "" : "\n    "}${head.slice(end)}\n`;
}

/** How many cases of each sort a document keeps when it is made small. */
export interface Sample {
  readonly failed: number;
  readonly undecided: number;
  readonly flaky: number;
  readonly skipped: number;
  readonly passed: number;
}

/**
 * A document with only the cases a reader most wants, for showing where there is little room; its counts still
 * speak of all. Failures that `first` picks (the new ones) are kept before others.
 */
export function sampled(
  document: Ctrf,
  tests: Iterable<CtrfTest>,
  sample: Sample,
  first: (test: CtrfTest) => boolean = () => false,
): Ctrf {
  const kept: Record<keyof Sample | "first", CtrfTest[]> = {
    first: [],
    failed: [],
    undecided: [],
    flaky: [],
    skipped: [],
    passed: [],
  };
  for (const test of tests) {
    const sort = sortOf(test);
    const group = sort === "failed" && first(test) ? "first" : sort;
    if (kept[group].length < sample[sort]) kept[group].push(test);
  }
  const failed = [...kept.first, ...kept.failed].slice(0, sample.failed);
  return withTests(document, [...failed, ...kept.undecided, ...kept.flaky, ...kept.skipped, ...kept.passed]);
}

/** How a reader sorts cases: what is pending is as undecided as what ended without a verdict. */
export function sortOf(test: CtrfTest): keyof Sample {
  if (test.status === "pending" || test.status === "other") return "undecided";
  return test.status === "passed" && test.flaky ? "flaky" : test.status;
}
