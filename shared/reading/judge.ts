/**
 * Judges a reading. If the run goes on, the verdict is `unknown`. Otherwise the outcome of the run decides, then the
 * counts, then the cases. A run that states a failure or misses a criterion, and states no pass, is failed whatever its
 * counts and cases say. Other contradictions make the verdict `unknown`, and the evidence names both sides.
 */

import { caseStatus } from "./case-status.ts";
import { findDoubt, findIncompleteList } from "./doubts.ts";
import { type Evidence, type EvidenceFact, type EvidenceStatement, statementOf } from "./evidence.ts";
import { factOf, factOfNode, fieldStatement, isAboveZero } from "./facts.ts";
import type { JudgementInput } from "./judgement-input.ts";
import type { ObjectNode, OutcomeField } from "./nodes.ts";
import {
  findContradictedPass,
  findProofOfRun,
  noFailureByCases,
  noFailureByCounts,
  passByCases,
  passByCounts,
} from "./pass-evidence.ts";
import type { Verdict } from "./reading.ts";
import { isInconclusive, isUnrun } from "./words.ts";

export interface Judgement {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly isRunning: boolean;
}

/** With `isOver` the team says that the run is over, so a field that says otherwise only contradicts a pass. */
export function judge(input: JudgementInput, isOver = false): Judgement {
  const running = runningFact(input);
  if (running === undefined) return judgeEnded(input);
  const statement = statementOf(running, "running");
  if (!isOver) return { ...judgement("unknown", statement), isRunning: true };
  const judged = judgeEnded(input);
  const { basis = statement } = judged.evidence;
  return judged.verdict === "passed" ? judgement("unknown", basis, statementOf(running)) : judged;
}

/** The cases come from the team's `cases` expression. If all passed or were skipped, failed becomes unknown. */
export function judgeWithExpressionCases(input: JudgementInput, isOver: boolean): Judgement {
  const judged = judge(input, isOver);
  const { basis } = judged.evidence;
  const passing = passByCases(input);
  const isFine = input.list.cases.every(({ status }) => status === "passed" || status === "skipped");
  if (judged.verdict !== "failed" || basis === undefined || passing === undefined || !isFine) return judged;
  return judgement("unknown", passing, basis);
}

function judgeEnded(input: JudgementInput): Judgement {
  const outcomes = input.findings.runOutcomes;
  const pass = outcomes.find(field => isPass(field, input));
  const fail = outcomes.find(
    ({ status, kind, isDecisive }) => status === "failed" && (kind !== "flag" || isDecisive),
  );
  const requestFailed = outcomes.find(
    ({ status, kind, isDecisive }) => status === "failed" && kind === "flag" && !isDecisive,
  );
  const counted = countedFailure(input);
  const listed = listedFailure(input);
  const otherFailed = otherFailure(input);

  if (fail !== undefined)
    return pass === undefined ? judgement("failed", fieldStatement(fail)) : contradiction(pass, factOf(fail));
  const missed = input.findings.missedCriterion === null ? undefined : factOf(input.findings.missedCriterion);
  const failure = missed ?? counted ?? listed;
  if (pass !== undefined) {
    const against = failure ?? otherFailed ?? (requestFailed && factOf(requestFailed));
    if (against !== undefined) return contradiction(pass, against);
  }
  if (failure !== undefined) {
    const noFailure =
      counted === undefined
        ? noFailureByCounts(input)
        : listed === undefined
          ? noFailureByCases(input)
          : undefined;
    if (noFailure === undefined || missed !== undefined) return judgement("failed", statementOf(failure));
    return judgement("unknown", noFailure, statementOf(failure));
  }
  if (requestFailed !== undefined) return judgeFailedRequest(requestFailed, otherFailed, input);

  const passing =
    pass === undefined
      ? (passByCounts(input) ?? passByCases(input) ?? findContradictedPass(input))
      : fieldStatement(pass);
  const doubt = findDoubt(input, pass !== undefined, otherFailed);
  if (passing === undefined) return judgement("unknown", reasonForUnknown(input, doubt));
  return judgement(doubt === undefined ? "passed" : "unknown", passing, doubt);
}

/** `success: false` may describe the request, so the run failed only if it ran and another field shows a failure. */
function judgeFailedRequest(
  requestFailed: OutcomeField,
  otherFailed: EvidenceFact | undefined,
  input: JudgementInput,
): Judgement {
  const failedRequest = factOf(requestFailed);
  const ran = findProofOfRun(input);
  if (ran === undefined) return judgement("unknown", statementOf(failedRequest, "of-the-call"));
  return otherFailed === undefined
    ? judgement("unknown", statementOf(ran), statementOf(failedRequest))
    : judgement("failed", { kind: "facts", facts: [failedRequest, otherFailed] });
}

function judgement(verdict: Verdict, basis: EvidenceStatement, objection?: EvidenceStatement): Judgement {
  const evidence: Evidence = { basis, ...(objection !== undefined && { objection }), notes: [] };
  return { verdict, evidence, isRunning: false };
}

function contradiction(pass: OutcomeField, against: EvidenceFact): Judgement {
  return judgement("unknown", fieldStatement(pass), statementOf(against));
}

/**
 * The verdict of the run apart from its listed cases. Failed cases explain a failed status and failed counts of the
 * run, so only other failures count. Undecided cases don't count.
 */
export function verdictOfRun({ verdict, isRunning }: Judgement, input: JudgementInput): Verdict {
  const { list, main, findings } = input;
  if (isRunning || verdict === "passed") return isRunning ? "unknown" : "passed";
  const failed = list.cases.filter(({ status }) => status === "failed").length;
  if (verdict === "failed") {
    const isExplained = failed > 0 && (main?.sums.failed ?? 0) <= failed + list.supersededFailures;
    if (!isExplained || findings.missedCriterion !== null) return "failed";
    const isWhole =
      findIncompleteList(input) === undefined &&
      !findings.runOutcomes.some(({ status }) => isInconclusive(status));
    return isWhole ? "passed" : "unknown";
  }
  const cases = list.cases.filter(({ status }) => status === "passed" || caseStatus(status) === "skipped");
  if (failed > 0 || cases.length === 0) return "unknown";
  // Counts of all cases include the undecided cases, which `cases` leaves out, so these counts are left out, too.
  const isCounted = main?.sums.total === list.cases.length && (main.sums.failed ?? 0) === 0;
  const counts = isCounted ? { counts: [], main: null, findings: { ...findings, lengths: [] } } : {};
  return judgeEnded({ ...input, ...counts, list: { ...list, cases } }).verdict;
}

// --- Still running -------------------------------------------------------------------------------------------------

function runningFact(input: JudgementInput): EvidenceFact | undefined {
  const { findings, counts, list } = input;
  const { runOutcomes } = findings;
  // After a run failed or was interrupted, its progress no longer matters.
  const isEnded = runOutcomes.some(({ status }) => status === "failed" || status === "interrupted");
  const field = runOutcomes.find(
    ({ status, kind }) =>
      (status === "running" && !(isEnded && kind === "code")) || (isUnrun(status) && kind !== "flag"),
  );
  if (field !== undefined) return factOf(field);
  const count = counts
    .filter(({ unit }) => unit !== "part")
    .flatMap(({ running }) => running)
    .find(isAboveZero);
  if (count !== undefined) return factOf(count);
  const suite = list.suites.find(({ status }) => status === "running");
  if (suite !== undefined) return factOfNode(suite);
  if (findings.hasEndWord || findings.hasEndTime || runOutcomes.some(({ status }) => status === "failed"))
    return undefined;
  const running = list.cases.find(({ status }) => status === "running");
  if (running !== undefined) return factOfNode(running);
  // If the run states that it passed, the cases that did not run were skipped, and a later response would not differ.
  if (runOutcomes.some(field => isPass(field, input))) return undefined;
  // The cases still to run can't undo a failure.
  if (countedFailure(input) !== undefined || listedFailure(input) !== undefined) return undefined;
  const unrun = list.cases.find(({ status }) => status === "unrun");
  return unrun === undefined || unrun.context.group?.status != null ? undefined : factOfNode(unrun);
}

// --- The outcome of the run ----------------------------------------------------------------------------------------

/** "success" can describe the request, so it is a pass only under a decisive name or beside an end of the run. */
function isPass(field: OutcomeField, { findings, counts }: JudgementInput): boolean {
  const { status, kind, node, isDecisive } = field;
  if (status === "passed") return true;
  if (status !== "success" || kind === "code") return false;
  // `ok: true` beside `steps: [{ ok: true }]`
  if (findings.haveStepsSucceeded) return true;
  if (kind === "flag") return false;
  if (isDecisive) return true;
  const finished = findings.runOutcomes.some(
    other => other !== field && other.status === "finished" && other.node === node,
  );
  if (finished || (kind === "result" && findings.hasEndTime)) return true;
  return findings.hasEndTime && counts.some(({ sums }) => (sums.total ?? 0) > 0 && sums.failed === 0);
}

// --- Failures ------------------------------------------------------------------------------------------------------

function countedFailure({ counts, main, list }: JudgementInput): EvidenceFact | undefined {
  for (const summary of counts) {
    if (summary.unit === "part") continue;
    // If the run has counts, those of one suite or device don't decide: they may include a replaced attempt.
    if (summary.isListed && main !== null && !main.isListed) continue;
    // A case that states a warning says by it what its failures mean.
    if (summary.isListed && isInconclusive(summary.node.status)) continue;
    if ((summary.sums.failed ?? 0) <= list.supersededFailures) continue;
    const count = summary.failed.find(isAboveZero);
    if (count !== undefined) return factOf(count);
  }
  return undefined;
}

function listedFailure({ list, findings }: JudgementInput): EvidenceFact | undefined {
  const failure = list.cases.find(({ status }) => status === "failed");
  if (failure !== undefined) return factOfNode(failure);
  const suite = list.suites.find(({ status }) => status === "failed");
  if (suite !== undefined && list.supersededFailures === 0) return factOfNode(suite);
  if (list.cases.length > 0) return undefined;
  const part = findings.partOutcomes.find(({ status }) => status === "failed");
  return part && factOf(part);
}

/** Finds a failure or an open outcome outside the run and its cases. It contradicts a pass, but alone fails no run. */
function otherFailure({ findings, counts, list, main }: JudgementInput): EvidenceFact | undefined {
  const field = [...findings.otherOutcomes, ...findings.partOutcomes].find(
    ({ status }) => status === "failed" || status === "running",
  );
  if (field !== undefined) return factOf(field);
  const other = list.otherElements.find(
    node =>
      node.status !== null &&
      node.status !== "passed" &&
      (node.status !== "skipped" || isPartOfJudging(node)) &&
      !isDone(node),
  );
  if (other !== undefined) return factOfNode(other);
  for (const { unit, isListed, failed } of counts) {
    if (unit !== "part" && !(isListed && main !== null && !main.isListed)) continue;
    if (isListed && unit === "part") continue;
    const count = failed.find(({ value }) => value > list.supersededFailures);
    if (count !== undefined) return factOf(count);
  }
  return undefined;
}

/** `stages: [{ step: "judge", status: "skipped" }]`, `gates: [{ name: "safety", result: "skipped" }]`, but not "notify". */
function isPartOfJudging({ name, value, context: { group } }: ObjectNode): boolean {
  const names = [name, ...Object.values(value)].filter(each => typeof each === "string");
  return group?.key.isRunCriterion === true || names.some(each => stageOfJudging.test(each));
}

const stageOfJudging = /^(?:judg|evaluat|scor|grad|verif|assert|assess|safety|compliance|quality|check)/i;

/** `stages: [{ name: "dial", status: "done" }]`. */
function isDone({ outcomes }: ObjectNode): boolean {
  return outcomes?.every(({ status }) => status === "finished" || status === "success") === true;
}

// --- Without evidence for a verdict --------------------------------------------------------------------------------

function reasonForUnknown(
  { findings, list, main }: JudgementInput,
  doubt: EvidenceStatement | undefined,
): EvidenceStatement {
  const { runOutcomes } = findings;
  if (list.cases.length > 0 && doubt !== undefined) return doubt;
  const call = runOutcomes.find(({ status }) => status === "success");
  if (call !== undefined && main === null) return fieldStatement(call, "call-worked");
  const finished = runOutcomes.find(({ status }) => status === "finished");
  if (finished !== undefined && main === null) return fieldStatement(finished, "ended");
  if (doubt !== undefined) return doubt;
  const [zero] = main?.failed ?? [];
  if (zero !== undefined) return fieldStatement(zero, "passes-unknown");
  if (finished !== undefined) return fieldStatement(finished, "ended");
  const neutral = runOutcomes.find(({ status, kind }) => status === "neutral" && kind !== "flag");
  return neutral === undefined ? { kind: "nothing" } : fieldStatement(neutral, "no-verdict-anywhere");
}
