/**
 * The verdict, and what it rests on. A word for "still running" comes first; then what the run says of itself; then the
 * counts; then the cases. `passed` needs something that says so and nothing that speaks against it: where two sides
 * disagree, the verdict is `unknown` and the evidence has both.
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

export function judge(all: Gathered): Judgement {
  const running = runningFact(all);
  if (running !== undefined) return { ...judgement("unknown", stating(running, "running")), running: true };
  return weigh(all);
}

/** With cases that a team's own expression made: nobody guessed that they passed, so that contradicts a failure. */
export function judgeWithMadeCases(all: Gathered): Judgement {
  const judged = judge(all);
  const { basis } = judged.evidence;
  const passing = casesPassed(all);
  const isFine = all.list.cases.every(({ says }) => says === "passed" || says === "skipped");
  if (judged.verdict !== "failed" || basis === undefined || passing === undefined || !isFine) return judged;
  return judgement("unknown", passing, basis);
}

function weigh(all: Gathered): Judgement {
  const said = all.findings.ofRun;
  const pass = said.find(field => saysPassed(field, all));
  const fail = said.find(({ says, kind, decisive }) => says === "failed" && (kind !== "flag" || decisive));
  const callFailed = said.find(
    ({ says, kind, decisive }) => says === "failed" && kind === "flag" && !decisive,
  );
  const counted = countedFailure(all);
  const listed = listedFailure(all);
  const beside = failureBeside(all);

  if (fail !== undefined)
    return pass === undefined ? judgement("failed", statingField(fail)) : contradiction(pass, factOf(fail));
  const missed = all.findings.missed === null ? undefined : factOf(all.findings.missed);
  const failure = missed ?? counted ?? listed;
  if (pass !== undefined) {
    const against = failure ?? beside ?? (callFailed && factOf(callFailed));
    if (against !== undefined) return contradiction(pass, against);
  }
  if (failure !== undefined) {
    const fine = counted === undefined ? countsFine(all) : listed === undefined ? casesFine(all) : undefined;
    if (fine === undefined || missed !== undefined) return judgement("failed", stating(failure));
    return judgement("unknown", fine, stating(failure));
  }
  if (callFailed !== undefined) return withFailedCall(callFailed, beside, all);

  const passing =
    pass === undefined ? (countsPassed(all) ?? casesPassed(all) ?? claimedPass(all)) : statingField(pass);
  const doubt = doubts(all, pass !== undefined, beside);
  if (passing === undefined) return judgement("unknown", nothingDecides(all, doubt));
  return judgement(doubt === undefined ? "passed" : "unknown", passing, doubt);
}

/** A call that failed is no verdict of a run; with something else that failed, it is. */
function withFailedCall(callFailed: OutcomeField, beside: Fact | undefined, all: Gathered): Judgement {
  const call = factOf(callFailed);
  const ran = whatRan(all);
  if (ran === undefined) return judgement("unknown", stating(call, "of-the-call"));
  return beside === undefined
    ? judgement("unknown", stating(ran), stating(call))
    : judgement("failed", { kind: "facts", facts: [call, beside] });
}

function judgement(verdict: Verdict, basis: Statement, against?: Statement): Judgement {
  const evidence = { basis, ...(against !== undefined && { against }), notes: [] };
  return { verdict, evidence, running: false };
}

function contradiction(pass: OutcomeField, against: Fact): Judgement {
  return judgement("unknown", statingField(pass), stating(against));
}

/**
 * The run apart from its listed cases. A failure that they explain is theirs, because the run's own status and counts
 * follow from them; an undecided case leaves only itself open.
 */
export function verdictOfRun({ verdict, running }: Judgement, all: Gathered): Verdict {
  const { list, main, findings } = all;
  if (running || verdict === "passed") return running ? "unknown" : "passed";
  const failed = list.cases.filter(({ says }) => says === "failed").length;
  if (verdict === "failed") {
    const isExplained = failed > 0 && (main?.sums.failed ?? 0) <= failed + list.superseded;
    if (!isExplained || findings.missed !== null) return "failed";
    const isWhole = incompleteList(all) === undefined && !findings.ofRun.some(({ says }) => isOpen(says));
    return isWhole ? "passed" : "unknown";
  }
  const cases = list.cases.filter(({ says }) => says === "passed" || caseStatus(says) === "skipped");
  if (failed > 0 || cases.length === 0) return "unknown";
  // Counts of all cases count the undecided ones as well.
  const isCounted = main?.sums.total === list.cases.length && (main.sums.failed ?? 0) === 0;
  const counts = isCounted ? { counts: [], main: null, findings: { ...findings, lengths: [] } } : {};
  return weigh({ ...all, ...counts, list: { ...list, cases } }).verdict;
}

// --- Still running -------------------------------------------------------------------------------------------------

function runningFact(all: Gathered): Fact | undefined {
  const { findings, counts, list } = all;
  const { ofRun } = findings;
  // A share of what is done says nothing more where the run ended without a pass.
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
  // Where the run says that it passed, cases that were not run were left out: asking again would not tell more.
  if (ofRun.some(field => saysPassed(field, all))) return undefined;
  // A failure stays one, whatever else is run.
  if (countedFailure(all) !== undefined || listedFailure(all) !== undefined) return undefined;
  const unrun = list.cases.find(({ says }) => says === "unrun");
  return unrun === undefined || unrun.context.group?.says != null ? undefined : factOfNode(unrun);
}

// --- What the run says of itself -----------------------------------------------------------------------------------

/** "success" is a verdict only where it cannot be that of a call: as a verdict or result beside a finish of its own. */
function saysPassed(field: OutcomeField, { findings, counts }: Gathered): boolean {
  const { says, kind, node, decisive } = field;
  if (says === "passed") return true;
  if (says !== "success" || kind === "flag" || kind === "code") return false;
  if (decisive) return true;
  const finished = findings.ofRun.some(
    other => other !== field && other.says === "finished" && other.node === node,
  );
  if (finished || (kind === "result" && findings.endedByTime)) return true;
  // It ended, calls itself a success, and counted checks of which none failed.
  return findings.endedByTime && counts.some(({ sums }) => (sums.total ?? 0) > 0 && sums.failed === 0);
}

// --- Against a pass ------------------------------------------------------------------------------------------------

function countedFailure({ counts, main, list }: Gathered): Fact | undefined {
  for (const summary of counts) {
    if (summary.unit === "part") continue;
    // Counts of one suite or one device say less than the run's own, and may count an attempt that was repeated.
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

/** A failure of something else than the run and its cases: it speaks against a pass, and alone it is no verdict. */
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

// --- Where nothing decides -----------------------------------------------------------------------------------------

/** The statement nearest to a verdict, where nothing is one. */
function nothingDecides({ findings, list, main }: Gathered, doubt: Statement | undefined): Statement {
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
