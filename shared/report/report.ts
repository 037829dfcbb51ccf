/** Makes target results and cases from runs, and a report from those results and cases. */

import { needsRule, waitsOnlyForPeople } from "../reading/evidence.ts";
import type { Case, CaseStatus, Reading, ReviewReference, Verdict } from "../reading/reading.ts";
import { mostSevereVerdict } from "../reading/severity.ts";
import { evidenceText, mainFieldText, withoutRemedy } from "./evidence-text.ts";
import { attachmentsOf, extraOf } from "./explanation.ts";
import { withoutUndefined } from "./fields.ts";
import type {
  CallboardExtra,
  Report,
  ReportEnvironment,
  ReportTest,
  ReviewDetail,
  TargetResult,
  TargetRun,
} from "./model.ts";
import { clean, idForReport, type Tidy, tidyAddress } from "./text.ts";

export interface RunFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly stoppedAt: number;
  readonly cancelled?: boolean | undefined;
  readonly shard?: string | undefined;
}

/** The name that people see, such as "batch: smoke"; also the first suite of each of the target's cases. */
export function targetLabel(target: Pick<TargetRun, "kind" | "id" | "name">): string {
  return `${target.kind}: ${target.name ?? target.id}`;
}

/** `targetResult` and `testsOf` tidy the service's text, because a later job shows the report without knowing the key. */
export function targetResult(run: TargetRun, tidy: Tidy = clean): TargetResult {
  const { reading, error, raw } = run;
  const { links = [] } = reading ?? {};
  const reviews = reviewsIn(reading);
  const durationMs = reading?.durationMs ?? run.durationMs;
  const verdict = targetVerdict(reading, error);
  const remedy = reading?.evidence.remedy?.by;
  const advice = remedy === "run" || remedy === "decision" ? remedy : undefined;
  const isByPassWhen = verdict === "passed" && reading?.evidence.basis?.kind === "pass-when";
  return withoutUndefined<TargetResult>({
    ...identityOf(run, tidy),
    verdict,
    evidence: reading
      ? evidenceText(advice === undefined ? reading.evidence : withoutRemedy(reading.evidence), tidy)
      : "There is no response to read.",
    advice,
    ...countCases(reading),
    passWhen: isByPassWhen || undefined,
    durationMs: durationMs === undefined ? undefined : wholeMilliseconds(durationMs),
    reviews: reviews.map(review => idForReport(review.id, tidy)),
    reviewDetails: reviews.length === 0 ? undefined : reviews.map(review => reviewDetailOf(review, tidy)),
    waitsForReviews: waitsForReviews(run) || undefined,
    links: links.length === 0 ? undefined : links.map(link => tidyAddress(link, tidy)),
    error: tidyIfPresent(error, tidy),
    teachLink: undefined,
    raw: tidy(raw),
    runs: undefined,
    mostRuns: undefined,
    passes: undefined,
    raws: undefined,
  });
}

/** The path of the latest response that no rule of the team explains, if the target is unknown and has such a response. */
export function responseToTeach(
  { verdict, error }: Pick<TargetResult, "verdict" | "error">,
  runs: readonly TargetRun[],
): string | undefined {
  if (verdict !== "unknown" || error !== undefined) return undefined;
  const run = runs.findLast(({ raw, reading }) => raw !== "" && reading && needsRule(reading.evidence));
  return run && (run.remediedRaw || run.raw);
}

function identityOf({ kind, id, name }: TargetRun, tidy: Tidy) {
  return { kind, id: tidy(id), name: tidyIfPresent(name, tidy) };
}

function tidyIfPresent(text: string | undefined, tidy: Tidy): string | undefined {
  return text === undefined ? undefined : tidy(text);
}

/** True if each undecided case has an open review, all cases are listed, and nothing else prevents a pass. */
function waitsForReviews({ reading, error }: TargetRun): boolean {
  if (reading === undefined || error !== undefined || reading.isRunning) return false;
  if (reading.verdict !== "unknown" || !waitsOnlyForPeople(reading.evidence)) return false;
  const { total, failed } = countCases(reading);
  const undecided = reading.cases.filter(({ status }) => status === "pending" || status === "other");
  if (undecided.length === 0 || total !== reading.cases.length || failed > 0) return false;
  // Each undecided case needs a review of its own, even if several cases have the same name.
  const open = new Map<string | undefined, number>();
  for (const { state, case: about } of reviewsIn(reading)) {
    if (state !== "settled") open.set(about, (open.get(about) ?? 0) + 1);
  }
  return undecided.every(({ name }) => {
    const left = open.get(name) ?? 0;
    open.set(name, left - 1);
    return left > 0;
  });
}

/** In a response without cases, the list of reviews stands for them, so a review is about the case with its id. */
function reviewsIn(reading: Reading | undefined): readonly ReviewReference[] {
  const { reviews = [], cases = [] } = reading ?? {};
  if (reviews.length === 0) return reviews;
  const names = new Map(cases.map(({ id, name }) => [id, name]));
  return reviews.map(review => {
    const name = names.get(review.id);
    return name === undefined ? review : { ...review, case: name };
  });
}

function reviewDetailOf(
  { id, label, case: about, assignee, state, verdict, evidence }: ReviewReference,
  tidy: Tidy,
): ReviewDetail {
  const text = evidence === undefined ? "" : mainFieldText(evidence, tidy);
  return withoutUndefined<ReviewDetail>({
    id: idForReport(id, tidy),
    label: tidyIfPresent(label, tidy),
    case: tidyIfPresent(about, tidy),
    assignee: tidyIfPresent(assignee, tidy),
    state: state ?? "open",
    isStated: state === "open" ? true : undefined,
    verdict,
    evidence: text || undefined,
  });
}

/** A target that was not run to its end can fail, but not pass. */
function targetVerdict(reading: Reading | undefined, error: string | undefined): Verdict {
  if (reading === undefined) return "unknown";
  if (reading.verdict === "passed" && (error !== undefined || reading.isRunning)) return "unknown";
  return reading.verdict;
}

/**
 * The counts of the listed cases. If the response states that there are more cases, each count is the larger of the
 * listed and the stated one. Cases that are then in none of the counts are added to `passed` if the target passed,
 * otherwise to `other`.
 */
export function countCases(
  reading: Reading | undefined,
): Pick<TargetResult, "total" | "passed" | "failed" | "skipped" | "other"> {
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

export function wholeMilliseconds(value: number): number {
  return wholeNumber(Math.round(value));
}

const longestName = 1000;
const longestStatus = 200;

export function testsOf(run: TargetRun, tidy: Tidy = clean): ReportTest[] {
  const label = targetLabel(identityOf(run, tidy));
  const suiteOf = sharedLists();
  const cases = run.reading?.cases ?? [];
  const isNamesake = namesakePredicate(cases);
  return cases.map(each =>
    withoutUndefined<ReportTest>({
      // An expression can make a long name. The name is cut after `tidy`, which can't recognise half a key.
      name: tidy(each.name).slice(0, longestName) || "(no name)",
      status: each.status,
      duration: wholeMilliseconds(each.durationMs ?? 0),
      suite: suiteOf([label, ...(each.suite ?? []).map(part => tidy(part))]),
      message: tidyIfPresent(each.message, tidy),
      rawStatus: tidyIfPresent(each.rawStatus, tidy)?.slice(0, longestStatus),
      ...fileAndLineOf(each, tidy),
      retries: each.retries === undefined ? undefined : wholeNumber(each.retries),
      flaky: each.flaky,
      retryAttempts: undefined,
      insights: undefined,
      attachments: attachmentsOf(each, tidy),
      extra: extraOf(isNamesake(each) ? each : withoutId(each), tidy),
    }),
  );
}

/** A limit, because only comparisons use the ids, and a digest has no room for more cases. */
const mostWithIds = 20_000;

function namesakePredicate(cases: readonly Case[]): (each: Case) => boolean {
  if (cases.length > mostWithIds) return () => false;
  const keyOf = ({ suite = [], name }: Case) => (suite.length === 0 ? name : [...suite, name].join("\0"));
  const counts = new Map<string, number>();
  for (const each of cases) {
    if (each.id !== undefined) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  }
  return each => (counts.get(keyOf(each)) ?? 0) > 1;
}

function withoutId(each: Case): Case {
  return each.id === undefined ? each : { ...each, id: undefined };
}

/** Replaces equal lists with one list, because a list for each of a million cases takes 100 MB more. */
function sharedLists(): (list: readonly string[]) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return list => {
    const key = JSON.stringify(list);
    const first = known.get(key) ?? list;
    // A limit, because keys of a million different suites would fill the memory.
    if (known.size === 1000) known.clear();
    known.set(key, first);
    return first;
  };
}

/** Backslashes, repeated slashes and `/./`, which `repositoryPath` replaces with `/`. */
const oddSeparators = /\\|[\\/](?:\.?[\\/])+/g;

/** `tidy` also checks the form in which a file is shown, `path:line`, because joining the two can form a secret. */
function fileAndLineOf({ file, line: statedLine }: Case, tidy: Tidy) {
  const line = Number.isSafeInteger(statedLine) ? statedLine : undefined;
  const filePath = tidyIfPresent(file, tidy);
  if (filePath === undefined) return { filePath, line };
  const path = filePath.replace(oddSeparators, "/");
  const shown = line === undefined ? path : `${path}:${line}`;
  return tidy(shown) === shown ? { filePath, line } : { filePath: tidy(path), line: undefined };
}

export function reportOf(
  targets: readonly TargetResult[],
  tests: readonly ReportTest[],
  run: RunFacts,
): Report {
  const sum = (name: "total" | "passed" | "failed" | "skipped" | "other") =>
    targets.reduce((total, target) => total + target[name], 0);
  const pending = tests.reduce((total, { status }) => total + (status === "pending" ? 1 : 0), 0);
  const flaky = tests.reduce((total, test) => total + (test.flaky ? 1 : 0), 0);
  const start = wholeNumber(Math.round(run.startedAt));
  const stop = Math.max(start, wholeNumber(Math.round(run.stoppedAt)));
  const verdict = mostSevereVerdict(targets.map(target => target.verdict));
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
    // A cancelled run has not passed, because some targets may not have run.
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

/** How many runs were made of all targets. A target without `runs` was run once, unless it could not be started. */
export function countRunsMade({ results }: Report): number {
  const wasRun = ({ durationMs, raw }: TargetResult) => durationMs !== undefined || raw !== "";
  return results.extra.callboard.targets.reduce(
    (sum, target) => sum + (target.runs ?? (wasRun(target) ? 1 : 0)),
    0,
  );
}

export function withEnvironment(report: Report, environment: ReportEnvironment | undefined): Report {
  return environment === undefined ? report : { ...report, results: { ...report.results, environment } };
}

/** Replaces the listed cases, but not the counts. */
export function withTests(report: Report, tests: readonly ReportTest[]): Report {
  return { ...report, results: { ...report.results, tests } };
}

/** Groups cases by the label of their target; cases without a target have the label "". */
export function testsByTarget(tests: readonly ReportTest[]): Map<string, ReportTest[]> {
  const groups = new Map<string, ReportTest[]>();
  for (const test of tests) {
    const label = test.suite[0] ?? "";
    const group = groups.get(label);
    if (group) group.push(test);
    else groups.set(label, [test]);
  }
  return groups;
}

export type CaseGroup = Exclude<CaseStatus, "pending" | "other"> | "undecided" | "flaky";

export function caseGroupOf(test: ReportTest): CaseGroup {
  if (test.status === "pending" || test.status === "other") return "undecided";
  return test.status === "passed" && test.flaky ? "flaky" : test.status;
}
