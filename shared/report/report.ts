/** The outcomes of all targets become one report, with every count in it. */

import { waitsForPeople } from "../reading/evidence.ts";
import type { Case, CaseStatus, Reading, Review, Verdict } from "../reading/reading.ts";
import { longestLabel } from "../reading/values.ts";
import { evidenceText, mainFieldText } from "./evidence-text.ts";
import type { CallboardExtra, Outcome, Report, ReportTest, ReviewDetail, Target } from "./model.ts";
import { clean, type Tidy } from "./text.ts";

/** When and how a report's targets were run. */
export interface RunFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly stoppedAt: number;
  readonly cancelled?: boolean | undefined;
  /** Which part of the run this is, as `2/5`. */
  readonly shard?: string | undefined;
}

/** A target with its cases, as the report holds them. */
export interface TargetReport {
  readonly target: Target;
  readonly tests: readonly ReportTest[];
}

/** What a target is called wherever it is shown; also the first suite of each of its cases. */
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

/**
 * The only way by which text of others comes into a report. Whatever is made of the report later, perhaps by a job that
 * has no key to look for, there is nothing in it that would have to be taken out.
 */
export function targetReport(outcome: Outcome, tidy: Tidy = clean): TargetReport {
  const { kind, id, name, reading, error, raw } = outcome;
  const reviews = reading?.reviews ?? [];
  const durationMs = reading?.durationMs ?? outcome.durationMs;
  const verdict = targetVerdict(reading, error);
  const target: Target = {
    kind,
    id: tidy(id),
    ...(name !== undefined && { name: tidy(name) }),
    verdict,
    evidence: reading ? evidenceText(reading.evidence, tidy) : "There is no response to read.",
    ...counts(reading),
    ...(verdict === "passed" && reading?.evidence.basis?.kind === "pass-when" && { passWhen: true as const }),
    ...(durationMs !== undefined && { durationMs: milliseconds(durationMs) }),
    reviews: reviews.map(review => tidy(review.id)),
    ...(reviews.length > 0 && { reviewDetails: reviews.map(review => detailOf(review, tidy)) }),
    ...(waitsForReviews(outcome) && { waitsForReviews: true }),
    ...(reading && reading.links.length > 0 && { links: reading.links.map(link => address(link, tidy)) }),
    ...(error !== undefined && { error: tidy(error) }),
    raw: tidy(raw),
  };
  return { target, tests: testsOf(targetLabel(target), reading?.cases ?? [], tidy) };
}

/** Each of its undecided cases has an open review, all its cases are listed, and nothing else keeps it from passing. */
function waitsForReviews({ reading, error }: Outcome): boolean {
  if (reading === undefined || error !== undefined || reading.running) return false;
  if (reading.verdict !== "unknown" || !waitsForPeople(reading.evidence)) return false;
  const { total, failed } = counts(reading);
  const undecided = reading.cases.filter(({ status }) => status === "pending" || status === "other");
  if (undecided.length === 0 || total !== reading.cases.length || failed > 0) return false;
  // Several cases may have one name: each needs a review.
  const open = new Map<string | undefined, number>();
  for (const { state, case: about } of reading.reviews) {
    if (state !== "settled") open.set(about, (open.get(about) ?? 0) + 1);
  }
  return undecided.every(({ name }) => {
    const left = open.get(name) ?? 0;
    open.set(name, left - 1);
    return left > 0;
  });
}

function detailOf(
  { id, label, case: about, state = "open", verdict, evidence }: Review,
  tidy: Tidy,
): ReviewDetail {
  const text = evidence === undefined ? "" : mainFieldText(evidence, tidy);
  return {
    id: tidy(id),
    ...(label !== undefined && { label: tidy(label) }),
    ...(about !== undefined && { case: tidy(about) }),
    state,
    ...(verdict !== undefined && { verdict }),
    ...(text !== "" && { evidence: text }),
  };
}

/** A target that was not run to its end may have failed, but has not passed. */
function targetVerdict(reading: Reading | undefined, error: string | undefined): Verdict {
  if (reading === undefined) return "unknown";
  if (reading.verdict === "passed" && (error !== undefined || reading.running)) return "unknown";
  return reading.verdict;
}

/**
 * The counts of the listed cases, or the stated ones where those are of more cases than are listed. Cases of a stated
 * total that no other count accounts for are passed where the target passed, otherwise undecided.
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

const longestStatus = 200;

function testsOf(label: string, cases: readonly Case[], tidy: Tidy): ReportTest[] {
  const targetAlone = [label];
  return cases.map(each => ({
    // What an expression makes is cut here, when it is tidy.
    name: tidy(each.name).slice(0, longestLabel) || "(no name)",
    status: each.status,
    duration: milliseconds(each.durationMs ?? 0),
    // Not by spreading: V8 gives such a list room for 16 more, which for a million cases is 130 MB.
    suite: each.suite === undefined ? targetAlone : targetAlone.concat(each.suite.map(part => tidy(part))),
    ...(each.message !== undefined && { message: tidy(each.message) }),
    ...(each.rawStatus !== undefined && { rawStatus: tidy(each.rawStatus).slice(0, longestStatus) }),
    ...placeOf(each, tidy),
    ...(each.retries !== undefined && { retries: wholeNumber(each.retries) }),
    ...(each.flaky !== undefined && { flaky: each.flaky }),
    ...(each.url !== undefined && { extra: { url: address(each.url, tidy) } }),
  }));
}

/** Separators that a path of the repository has otherwise. */
const oddSeparators = /\\|[\\/](?:\.?[\\/])+/g;

/** A file is shown with its line, and as a path of the repository: neither may put a secret together. */
function placeOf({ file, line }: Case, tidy: Tidy): Pick<ReportTest, "filePath" | "line"> {
  const known = Number.isSafeInteger(line) && { line };
  if (file === undefined) return { ...known };
  const filePath = tidy(file);
  const path = filePath.replace(oddSeparators, "/");
  const shown = known ? `${path}:${line}` : path;
  return tidy(shown) === shown ? { filePath, ...known } : { filePath: tidy(path) };
}

/** An address that a browser reads as it is written. */
const plainAddress = /^(?!.*\/(?:\.|%2e))https?:\/\/[\w.-]+(?:[/?#][!-[\]-~]*)?$/i;

/** Browsers, and `URL` where a link is made, drop tabs, `/./` and more, by which a secret can come together. */
function address(url: string, tidy: Tidy): string {
  const said = tidy(url);
  if (plainAddress.test(said) || !URL.canParse(said)) return said;
  const { href } = new URL(said);
  return tidy(href) === href ? said : tidy(href);
}

export function reportOfTargets(results: readonly TargetReport[], run: RunFacts): Report {
  return reportOf(
    results.map(({ target }) => target),
    results.flatMap(({ tests }) => tests),
    run,
  );
}

export function reportOf(targets: readonly Target[], tests: readonly ReportTest[], run: RunFacts): Report {
  const sum = (name: "total" | "passed" | "failed" | "skipped" | "other") =>
    targets.reduce((total, target) => total + target[name], 0);
  const pending = tests.reduce((total, { status }) => total + (status === "pending" ? 1 : 0), 0);
  const flaky = tests.reduce((total, test) => total + (test.flaky ? 1 : 0), 0);
  const start = wholeNumber(Math.round(run.startedAt));
  const stop = Math.max(start, wholeNumber(Math.round(run.stoppedAt)));
  const verdict = verdictOf(targets);
  const summary = {
    tests: sum("total"),
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    pending,
    other: sum("other") - pending,
    flaky,
    start,
    stop,
    duration: stop - start,
  };
  const callboard: CallboardExtra = {
    version: 1,
    // Targets that passed before the cancel do not make the run pass.
    verdict: run.cancelled && verdict === "passed" ? "unknown" : verdict,
    targets,
    ...(run.cancelled && { cancelled: true }),
    ...(run.shard !== undefined && { shard: run.shard }),
  };
  return reportOfParts(summary, callboard, tests);
}

function reportOfParts(
  summary: Report["results"]["summary"],
  callboard: CallboardExtra,
  tests: readonly ReportTest[],
): Report {
  return {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: new Date(summary.stop).toISOString(),
    generatedBy: "callboard",
    results: { tool: { name: "callboard" }, summary, extra: { callboard }, tests },
  };
}

/** The report with other tests; its counts stay those of the tests that it had. */
export function withTests(report: Report, tests: readonly ReportTest[]): Report {
  return { ...report, results: { ...report.results, tests } };
}

/** How cases are grouped for a reader: `pending` and `other` are both undecided. */
export type CaseGroup = Exclude<CaseStatus, "pending" | "other"> | "undecided" | "flaky";

export function groupOf(test: ReportTest): CaseGroup {
  if (test.status === "pending" || test.status === "other") return "undecided";
  return test.status === "passed" && test.flaky ? "flaky" : test.status;
}
