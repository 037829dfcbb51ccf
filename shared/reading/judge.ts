/**
 * Judges a reading: by a word for "still running", then the outcome of the run, then the counts, then the cases. If two
 * sides disagree, the verdict is `unknown` and the evidence names both.
 */

import { caseStatus } from "./case-status.ts";
import { doubts, incompleteList } from "./doubts.ts";
import { type Evidence, type Fact, type Statement, stating } from "./evidence.ts";
import { factOf, factOfNode, isAboveZero, statingField } from "./facts.ts";
import type { Gathered } from "./gathered.ts";
import type { OutcomeField } from "./nodes.ts";
import { casesFine, casesPassed, claimedPass, countsFine, countsPassed, whatRan } from "./passes.ts";
import type { Verdict } from "./reading.ts";
import { isOpen, isUnrun } from "./words.ts";

export interface Judgement {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly running: boolean;
}

export function judge(input: Gathered): Judgement {
  const running = runningFact(input);
  if (running !== undefined) return { ...judgement("unknown", stating(running, "running")), running: true };
  return judgeEnded(input);
}

/** The team's expression states what passed, so its passed cases contradict a verdict of failed. */
export function judgeWithMadeCases(input: Gathered): Judgement {
  const judged = judge(input);
  const { basis } = judged.evidence;
  const passing = casesPassed(input);
  const isFine = input.list.cases.every(({ says }) => says === "passed" || says === "skipped");
  if (judged.verdict !== "failed" || basis === undefined || passing === undefined || !isFine) return judged;
  return judgement("unknown", passing, basis);
}

function judgeEnded(input: Gathered): Judgement {
  const outcomes = input.findings.ofRun;
  const pass = outcomes.find(field => isPass(field, input));
  const fail = outcomes.find(
    ({ says, kind, decisive }) => says === "failed" && (kind !== "flag" || decisive),
  );
  const callFailed = outcomes.find(
    ({ says, kind, decisive }) => says === "failed" && kind === "flag" && !decisive,
  );
  const counted = countedFailure(input);
  const listed = listedFailure(input);
  const beside = failureBeside(input);

  if (fail !== undefined)
    return pass === undefined ? judgement("failed", statingField(fail)) : contradiction(pass, factOf(fail));
  const missed = input.findings.missed === null ? undefined : factOf(input.findings.missed);
  const failure = missed ?? counted ?? listed;
  if (pass !== undefined) {
    const against = failure ?? beside ?? (callFailed && factOf(callFailed));
    if (against !== undefined) return contradiction(pass, against);
  }
  if (failure !== undefined) {
    const noFailure =
      counted === undefined ? countsFine(input) : listed === undefined ? casesFine(input) : undefined;
    if (noFailure === undefined || missed !== undefined) return judgement("failed", stating(failure));
    return judgement("unknown", noFailure, stating(failure));
  }
  if (callFailed !== undefined) return judgeFailedCall(callFailed, beside, input);

  const passing =
    pass === undefined
      ? (countsPassed(input) ?? casesPassed(input) ?? claimedPass(input))
      : statingField(pass);
  const doubt = doubts(input, pass !== undefined, beside);
  if (passing === undefined) return judgement("unknown", nearestToVerdict(input, doubt));
  return judgement(doubt === undefined ? "passed" : "unknown", passing, doubt);
}

/** A failed HTTP call alone doesn't fail the run; a failed call and another failure do. */
function judgeFailedCall(callFailed: OutcomeField, beside: Fact | undefined, input: Gathered): Judgement {
  const call = factOf(callFailed);
  const ran = whatRan(input);
  if (ran === undefined) return judgement("unknown", stating(call, "of-the-call"));
  return beside === undefined
    ? judgement("unknown", stating(ran), stating(call))
    : judgement("failed", { kind: "facts", facts: [call, beside] });
}

function judgement(verdict: Verdict, basis: Statement, against?: Statement): Judgement {
  const evidence: Evidence = { basis, ...(against !== undefined && { against }), notes: [] };
  return { verdict, evidence, running: false };
}

function contradiction(pass: OutcomeField, against: Fact): Judgement {
  return judgement("unknown", statingField(pass), stating(against));
}

/**
 * Failed cases explain a failed status and failed counts of the run, so only other failures count here. Undecided cases
 * don't count either.
 */
export function verdictOfRun({ verdict, running }: Judgement, input: Gathered): Verdict {
  const { list, main, findings } = input;
  if (running || verdict === "passed") return running ? "unknown" : "passed";
  const failed = list.cases.filter(({ says }) => says === "failed").length;
  if (verdict === "failed") {
    const isExplained = failed > 0 && (main?.sums.failed ?? 0) <= failed + list.superseded;
    if (!isExplained || findings.missed !== null) return "failed";
    const isWhole = incompleteList(input) === undefined && !findings.ofRun.some(({ says }) => isOpen(says));
    return isWhole ? "passed" : "unknown";
  }
  const cases = list.cases.filter(({ says }) => says === "passed" || caseStatus(says) === "skipped");
  if (failed > 0 || cases.length === 0) return "unknown";
  // Counts of all cases include the undecided ones, which are removed here.
  const isCounted = main?.sums.total === list.cases.length && (main.sums.failed ?? 0) === 0;
  const counts = isCounted ? { counts: [], main: null, findings: { ...findings, lengths: [] } } : {};
  return judgeEnded({ ...input, ...counts, list: { ...list, cases } }).verdict;
}

// --- Still running -------------------------------------------------------------------------------------------------

function runningFact(input: Gathered): Fact | undefined {
  const { findings, counts, list } = input;
  const { ofRun } = findings;
  // After a run failed or was interrupted, its progress no longer matters.
  const isEnded = ofRun.some(({ says }) => says === "failed" || says === "interrupted");
  const field = ofRun.find(
    ({ says, kind }) =>
      (says === "running" && !(isEnded && kind === "code")) || (isUnrun(says) && kind !== "flag"),
  );
  if (field !== undefined) return factOf(field);
  const count = counts
    .filter(({ unit }) => unit !== "part")
    .flatMap(({ running }) => running)
    .find(isAboveZero);
  if (count !== undefined) return factOf(count);
  const suite = list.suites.find(({ says }) => says === "running");
  if (suite !== undefined) return factOfNode(suite);
  if (findings.endedByWord || findings.endedByTime || ofRun.some(({ says }) => says === "failed"))
    return undefined;
  const running = list.cases.find(({ says }) => says === "running");
  if (running !== undefined) return factOfNode(running);
  // In a run that is stated as passed, the cases that did not run were skipped: a later response would not differ.
  if (ofRun.some(field => isPass(field, input))) return undefined;
  // Further cases can't undo a failure.
  if (countedFailure(input) !== undefined || listedFailure(input) !== undefined) return undefined;
  const unrun = list.cases.find(({ says }) => says === "unrun");
  return unrun === undefined || unrun.context.group?.says != null ? undefined : factOfNode(unrun);
}

// --- The outcome of the run ----------------------------------------------------------------------------------------

/** "success" can describe the HTTP call, so it is a pass only under a decisive name or beside an end of the run. */
function isPass(field: OutcomeField, { findings, counts }: Gathered): boolean {
  const { says, kind, node, decisive } = field;
  if (says === "passed") return true;
  if (says !== "success" || kind === "flag" || kind === "code") return false;
  if (decisive) return true;
  const finished = findings.ofRun.some(
    other => other !== field && other.says === "finished" && other.node === node,
  );
  if (finished || (kind === "result" && findings.endedByTime)) return true;
  return findings.endedByTime && counts.some(({ sums }) => (sums.total ?? 0) > 0 && sums.failed === 0);
}

// --- Failures ------------------------------------------------------------------------------------------------------

function countedFailure({ counts, main, list }: Gathered): Fact | undefined {
  for (const summary of counts) {
    if (summary.unit === "part") continue;
    // The run's counts win over the counts of one suite or device, which may include a repeated attempt.
    if (summary.listed && main !== null && !main.listed) continue;
    if ((summary.sums.failed ?? 0) <= list.superseded) continue;
    const count = summary.failed.find(isAboveZero);
    if (count !== undefined) return factOf(count);
  }
  return undefined;
}

function listedFailure({ list, findings }: Gathered): Fact | undefined {
  const failure = list.cases.find(({ says }) => says === "failed");
  if (failure !== undefined) return factOfNode(failure);
  const suite = list.suites.find(({ says }) => says === "failed");
  if (suite !== undefined && list.superseded === 0) return factOfNode(suite);
  if (list.cases.length > 0) return undefined;
  const part = findings.ofParts.find(({ says }) => says === "failed");
  return part && factOf(part);
}

/** A failure outside the run and its cases contradicts a pass, but alone decides nothing. */
function failureBeside({ findings, counts, list, main }: Gathered): Fact | undefined {
  const field = [...findings.beside, ...findings.ofParts].find(
    ({ says }) => says === "failed" || says === "running",
  );
  if (field !== undefined) return factOf(field);
  const other = list.others.find(({ says }) => says !== null && says !== "passed" && says !== "skipped");
  if (other !== undefined) return factOfNode(other);
  for (const { unit, listed, failed } of counts) {
    if (unit !== "part" && !(listed && main !== null && !main.listed)) continue;
    if (listed && unit === "part") continue;
    const count = failed.find(({ value }) => value > list.superseded);
    if (count !== undefined) return factOf(count);
  }
  return undefined;
}

// --- Without evidence for a verdict --------------------------------------------------------------------------------

function nearestToVerdict({ findings, list, main }: Gathered, doubt: Statement | undefined): Statement {
  const { ofRun } = findings;
  if (list.cases.length > 0 && doubt !== undefined) return doubt;
  const call = ofRun.find(({ says }) => says === "success");
  if (call !== undefined && main === null) return statingField(call, "call-worked");
  const finished = ofRun.find(({ says }) => says === "finished");
  if (finished !== undefined && main === null) return statingField(finished, "ended");
  if (doubt !== undefined) return doubt;
  const [zero] = main?.failed ?? [];
  if (zero !== undefined) return statingField(zero, "passes-unknown");
  if (finished !== undefined) return statingField(finished, "ended");
  const neutral = ofRun.find(({ says, kind }) => says === "neutral" && kind !== "flag");
  return neutral === undefined ? { kind: "nothing" } : statingField(neutral, "no-verdict-anywhere");
}
