/** Makes the target result and the cases of one target that was run several times. */

import type { CaseInRuns, EvidenceNote, EvidenceStatement } from "../reading/evidence.ts";
import type { Case, CaseStatus, Reading, ReviewReference, Totals } from "../reading/reading.ts";
import {
  type CaseRun,
  type CaseVerdict,
  countRuns,
  decideCase,
  isFlaky,
  type Policy,
} from "../sampling/decide-case.ts";
import { decideRuns, isOwnShown, type PooledRuns, poolRuns, verdictOfRuns } from "../sampling/pool-runs.ts";
import { evidenceText } from "./evidence-text.ts";
import type { ReportTest, TargetResult, TargetRun } from "./model.ts";
import { targetResult, testsOf, wholeMilliseconds } from "./report.ts";
import { clean, type Tidy } from "./text.ts";

export interface TargetRuns {
  readonly target: Pick<TargetRun, "kind" | "id" | "name">;
  readonly policy: Policy;
  readonly runs: readonly TargetRun[];
  /** Why a needed run was not made. */
  readonly missingRun?: EvidenceNote | undefined;
}

/** A run counts for nothing without a reading, and after a cancel if there are other runs. */
export function poolTargetRuns(runs: readonly TargetRun[]): PooledRuns<Case> {
  const isCounted = ({ reading, isUsedUp }: TargetRun) =>
    reading !== undefined && !isUsedUp && (runs.length === 1 || !isCancelled(reading));
  return poolRuns(runs.map(run => (isCounted(run) ? run.reading : undefined)));
}

function isCancelled({ evidence }: Reading): boolean {
  return evidence.notes.some(({ kind }) => kind === "cancelled");
}

/** Why the target could not be run to its end: an error, or two used-up runs in succession, or no other runs at all. */
export function errorOfRuns(runs: readonly TargetRun[]): string | undefined {
  const last = runs.at(-1);
  if (last?.error === undefined || !last.isUsedUp) return last?.error;
  const isEnd = runs.at(-2)?.isUsedUp || runs.every(({ isUsedUp }) => isUsedUp);
  return isEnd ? last.error : undefined;
}

/** A case of the report, decided from its runs. */
interface DecidedCase {
  /** The case that shows the others: that of its latest failed run, else that of its last run. */
  readonly shown: Case;
  readonly verdict: CaseVerdict;
  readonly runs: readonly CaseRun[];
  /** One for each run; undefined for a run that doesn't list the case. */
  readonly cases: readonly (Case | undefined)[];
  readonly isRun?: true;
}

export function resultOfRuns(
  { target, policy, runs, missingRun }: TargetRuns,
  tidy: Tidy = clean,
): { readonly result: TargetResult; readonly tests: ReportTest[] } {
  const pooled = poolTargetRuns(runs);
  const verdict = verdictOfRuns(pooled, policy);
  const error = errorOfRuns(runs);
  const decided = decidedCases(pooled, policy);
  const own = ownCase(target, pooled, policy, runs, tidy);
  const answered = runs.filter(({ reading }) => reading !== undefined);
  const [only] = answered;
  // A single run with the verdict of its own is shown as it was read.
  const single = runs.length === 1 && only?.reading?.verdict === verdict ? only.reading : undefined;
  const isPlain = single !== undefined && (verdict === "passed" || isCancelled(single));
  if (isOwnShown(pooled) && answered.length > 0 && !isPlain) decided.push(own);
  const cases = decided.map(each => caseOf(each));
  const last = runs.at(-1)?.reading;
  const notes = [
    ...(verdict === "unknown" ? notesOnDoubtfulRuns(pooled, runs) : []),
    ...(missingRun === undefined ? [] : [missingRun]),
  ];
  const reading: Reading = {
    verdict,
    evidence: single?.evidence ?? { basis: basisOf(decided, runs.length), notes },
    isRunning: last?.isRunning ?? false,
    totals: single?.totals ?? noTotals,
    cases,
    links: [...new Set(runs.flatMap(run => run.reading?.links ?? []))],
    runVerdict: verdict,
    casesVerdict: null,
    reviews: reviewsOfRuns(runs),
  };
  const run: TargetRun = {
    ...target,
    ...(answered.length > 0 && { reading }),
    ...(error !== undefined && { error }),
    durationMs: runs.reduce((sum, each) => sum + (each.reading?.durationMs ?? each.durationMs ?? 0), 0),
    raw: runs.at(-1)?.raw ?? "",
  };
  const waits =
    decided.some(each => each.verdict === "waiting") &&
    decided.every(each => each.verdict !== "not-certain" && each.verdict !== "failed");
  const { passWhen: _, waitsForReviews: __, ...result } = targetResult(run, tidy);
  return {
    result: {
      ...result,
      ...(verdict === "passed" && error === undefined && pooled.isByPassWhen && { passWhen: true }),
      ...(verdict === "unknown" && error === undefined && waits && { waitsForReviews: true }),
      runs: runs.length,
      mostRuns: policy.runs,
      passes: policy.passes,
      raws: runs.map(({ raw }) => tidy(raw)),
    },
    tests: answered.length === 0 ? [] : testsOf(run, tidy).map(withRuns(decided, policy, tidy)),
  };
}

const noTotals: Totals = { total: null, passed: null, failed: null, skipped: null, other: null };

function decidedCases(pooled: PooledRuns<Case>, policy: Policy): DecidedCase[] {
  return pooled.cases.flatMap(({ cases, runs }) => {
    const shown = cases[runs.lastIndexOf("failure")] ?? cases.findLast(each => each !== undefined);
    return shown === undefined ? [] : [{ shown, verdict: decideCase(runs, policy), runs, cases }];
  });
}

/** The run itself as one more case, named like its target. Its message says where the run failed. */
function ownCase(
  target: TargetRuns["target"],
  pooled: PooledRuns<Case>,
  policy: Policy,
  runs: readonly TargetRun[],
  tidy: Tidy,
): DecidedCase {
  const name = target.name ?? target.id;
  const cases = runs.map(({ reading, error }, index): Case => {
    const message = reading === undefined ? error : evidenceText(reading.evidence, tidy);
    const status = statusOfRun[pooled.own[index] ?? "neither"];
    return { name, status, ...(status !== "passed" && message !== undefined && { message }) };
  });
  const shown = cases[pooled.own.lastIndexOf("failure")] ?? cases.at(-1) ?? { name, status: "other" };
  // The run itself is the only decided thing without a case.
  const { verdict = "not-certain" } = decideRuns(pooled, policy).find(each => each.case === undefined) ?? {};
  return { shown, verdict, runs: pooled.own, cases, isRun: true };
}

function caseOf({ shown, verdict, runs, cases }: DecidedCase): Case {
  const status = statusOf(verdict, shown);
  const { passes, failures } = countRuns(runs);
  const { durationMs: _, rawStatus, message, ...rest } = shown;
  const durationMs = cases.findLast(each => each !== undefined)?.durationMs;
  const why =
    verdict === "not-certain"
      ? (message ?? `It passed in ${passes} and failed in ${failures} of ${runs.length} runs.`)
      : message;
  const raw = verdict === "not-certain" ? "not certain" : status === shown.status ? rawStatus : undefined;
  return {
    ...rest,
    status,
    ...(raw !== undefined && { rawStatus: raw }),
    ...(why !== undefined && { message: why }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function statusOf(verdict: CaseVerdict, { status }: Case): CaseStatus {
  if (verdict === "not-certain") return "other";
  return verdict === "waiting" ? (status === "pending" ? "pending" : "other") : verdict;
}

const statusOfRun: Readonly<Record<CaseRun, CaseStatus>> = {
  pass: "passed",
  failure: "failed",
  skipped: "skipped",
  neither: "other",
  review: "other",
  "used-up": "other",
};

/** Adds what each run came to. The tests have the order of the decided cases. */
function withRuns(decided: readonly DecidedCase[], policy: Policy, tidy: Tidy) {
  return (test: ReportTest, index: number): ReportTest => {
    const each = decided[index];
    if (each === undefined) return test;
    const { runs, cases, isRun } = each;
    const retryAttempts = runs.slice(0, -1).map((run, position) => {
      const { durationMs, message } = cases[position] ?? {};
      return {
        attempt: position + 1,
        status: statusOfRun[run],
        ...(durationMs !== undefined && { duration: wholeMilliseconds(durationMs) }),
        ...(message !== undefined && { message: tidy(message) }),
      };
    });
    const isFlakyInRun = test.status === "passed" && cases.some(listed => listed?.flaky);
    return {
      ...test,
      retries: runs.length - 1,
      flaky: isFlaky(runs, policy) || isFlakyInRun,
      // CTRF allows no empty list.
      ...(retryAttempts.length > 0 && { retryAttempts }),
      extra: { ...test.extra, runs: runs.map(run => statusOfRun[run]), ...(isRun && { isRun }) },
    };
  };
}

function basisOf(decided: readonly DecidedCase[], runs: number): EvidenceStatement {
  const example =
    decided.find(({ verdict }) => verdict === "failed") ??
    decided.find(each => each.verdict === "not-certain" && each.runs.includes("failure")) ??
    decided.find(({ verdict }) => verdict === "not-certain") ??
    decided.find(each => each.runs.includes("failure"));
  const count = (wanted: CaseVerdict) => decided.filter(({ verdict }) => verdict === wanted).length;
  const waiting = count("waiting");
  const certain = decided.length - waiting - count("not-certain");
  const shown = example && exampleOf(example);
  return { kind: "runs", runs, certain, waiting, total: decided.length, ...(shown && { example: shown }) };
}

function exampleOf({ shown, runs, isRun }: DecidedCase): CaseInRuns | undefined {
  const { passes, failures } = countRuns(runs);
  if (passes + failures === 0) return undefined;
  return { passes, failures, runs: runs.length, ...(!isRun && { name: shown.name }) };
}

/** The latest run that decides nothing, because its reading says why. */
function notesOnDoubtfulRuns({ own }: PooledRuns<Case>, runs: readonly TargetRun[]): EvidenceNote[] {
  const index = runs.findLastIndex(
    ({ reading }, run) => reading !== undefined && (own[run] === "neither" || isCancelled(reading)),
  );
  const evidence = runs[index]?.reading?.evidence;
  return evidence === undefined ? [] : [{ kind: "run-without-verdict", run: index + 1, evidence }];
}

/** A review that any run leaves open is open. */
function reviewsOfRuns(runs: readonly TargetRun[]): ReviewReference[] {
  const reviews = new Map<string, ReviewReference>();
  for (const review of runs.flatMap(({ reading }) => reading?.reviews ?? [])) {
    const earlier = reviews.get(review.id);
    const isEarlierOpen = earlier !== undefined && earlier.state !== "settled";
    if (!isEarlierOpen || review.state !== "settled") reviews.set(review.id, review);
  }
  return [...reviews.values()];
}
