/**
 * The verdict, and what it rests on. A word for "still running" comes first; then what the run says of itself; then the
 * counts; then the cases. `passed` needs something that says so and nothing that speaks against it: where two sides
 * disagree, the verdict is `unknown` and the evidence has both.
 */

import { type Evidence, type Fact, isUndecided, type Meaning, type Statement, stating } from "../evidence.ts";
import type { Verdict } from "../model.ts";
import type { Says } from "../vocabulary.ts";
import type { CaseList } from "./cases.ts";
import { type CountSummary, passedOf, type Shortage } from "./counts.ts";
import { caseStatus } from "./describe.ts";
import {
  type Count,
  type FieldPath,
  type ObjectNode,
  type OutcomeField,
  pathOf,
  type ResponseNode,
} from "./nodes.ts";
import type { Findings } from "./walk.ts";
import { isUnrun } from "./words.ts";

export interface Judgement {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly running: boolean;
}

/** All that was gathered from a response. */
export interface Gathered {
  readonly findings: Findings;
  readonly counts: readonly CountSummary[];
  /** The counts of the run's cases. */
  readonly main: CountSummary | null;
  readonly list: CaseList;
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

// --- Facts ---------------------------------------------------------------------------------------------------------

function factOf({ node, path, value, says }: OutcomeField | Count): Fact {
  return { ...locate(node, path), value: typeof value === "string" ? cutOff(value) : value, says };
}

function statingField(field: OutcomeField | Count, meaning?: Meaning): Statement {
  return stating(factOf(field), meaning);
}

/** Of a case or a suite: the field that decided, what is wrong in it, or the element as a whole. */
function factOfNode(node: ObjectNode): Fact {
  if (node.context.area === "expression") {
    const name = cutOff(String(node.step));
    return { path: name, name, value: String(node.value["status"]), says: node.says, byCases: true };
  }
  const saying = (wanted: Says | null) => node.outcomes?.find(({ says }) => says === wanted);
  const field = saying(node.says) ?? node.inside.wrong ?? saying(null) ?? node.outcomes?.[0];
  if (field !== undefined) return factOf(field);
  const listSays = node.context.group?.says ?? null;
  const said = listSays === null ? { says: node.says } : { says: listSays, byList: true };
  return { ...locate(node, []), ...said };
}

function locate(node: ResponseNode, path: FieldPath): Pick<Fact, "path" | "name"> {
  const name = (typeof path === "string" ? path : path.at(-1)) ?? String(node.step);
  return { path: cutOff(pathOf(node, path)), name: cutOff(name) };
}

/** Of a text far more than anybody is shown. */
function cutOff(text: string): string {
  const longest = 2000;
  return text.slice(0, longest);
}

function isAboveZero({ value }: Count): boolean {
  return value > 0;
}

// --- Still running -------------------------------------------------------------------------------------------------

function runningFact(all: Gathered): Fact | undefined {
  const { findings, counts, list } = all;
  const { ofRun } = findings;
  const field = ofRun.find(({ says, kind }) => says === "running" || (isUnrun(says) && kind !== "flag"));
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
  // Of a run that says that it passed, what was not run was left out: asking again would not tell more.
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

// --- For a pass ----------------------------------------------------------------------------------------------------

function whatRan({ main, list }: Gathered): Fact | undefined {
  if (main !== null && (main.sums.total ?? main.sums.passed ?? 0) > 0) {
    const count = main.total ?? main.passed;
    if (count !== null) return factOf(count);
  }
  const [first] = list.cases;
  return first && factOfNode(first);
}

function countsPassed({ main, findings }: Gathered): Statement | undefined {
  if (main === null || (passedOf(main, findings) ?? 0) === 0) return undefined;
  const zero = main.failed.find(({ value }) => value === 0);
  if (main.passed === null) {
    if (main.total === null || zero === undefined) return undefined;
    return { kind: "facts", facts: [factOf(main.total), factOf(zero)], meaning: "none-left" };
  }
  const other = main.total ?? zero;
  return other && { kind: "facts", facts: [factOf(main.passed), factOf(other)] };
}

function casesPassed({ list, findings, main }: Gathered): Statement | undefined {
  const first = list.cases.find(({ says }) => says === "passed");
  if (first === undefined) return undefined;
  if (list.byOutcomeOnly && !findings.emptyFailures && main === null) return undefined;
  const skipped = list.cases.filter(({ says }) => caseStatus(says) === "skipped").length;
  return { kind: "all-cases", first: factOfNode(first), count: list.cases.length - skipped, skipped };
}

/** A case says that it passed, and something in it says otherwise. */
function claimedPass({ list: { cases } }: Gathered): Statement | undefined {
  const claim = cases.find(({ inside }) => inside.wrong !== null);
  const field = claim?.outcomes?.find(({ says }) => says === "passed" || says === "success");
  return field && statingField(field);
}

function countsFine({ main }: Gathered): Statement | undefined {
  const [zero] = main?.failed ?? [];
  return main?.sums.failed === 0 && zero !== undefined ? statingField(zero) : undefined;
}

function casesFine({ list: { cases }, main }: Gathered): Statement | undefined {
  const [first] = cases;
  // Where no failure is counted, the one that speaks against the cases is a suite's, which lists no case of its own.
  if (first === undefined || main === null || main.sums.failed === 0 || main.listed) return undefined;
  if (cases.length !== main.sums.total || cases.some(({ says }) => says !== "passed")) return undefined;
  return { kind: "all-cases", first: factOfNode(first), skipped: 0 };
}

// --- What keeps it open --------------------------------------------------------------------------------------------

/** `explicit`: the run says of itself that it passed. */
/** That something waits for a person is named only where nothing else leaves the verdict open. */
function doubts(all: Gathered, explicit: boolean, beside: Fact | undefined): Statement | undefined {
  const looks = [
    () => undecidedField(all, explicit),
    () => undecidedCounts(all, explicit),
    () => undecidedCases(all, explicit),
    () => miscount(all),
    () => (explicit ? undefined : (incompleteList(all) ?? badShare(all))),
    () => beside && stating(beside),
    () => all.findings.wrong && statingField(all.findings.wrong),
  ];
  let waiting: Statement | null | undefined;
  for (const look of looks) {
    const doubt = look();
    if (doubt && !isUndecided(doubt)) return doubt;
    waiting ??= doubt;
  }
  return waiting ?? undefined;
}

function undecidedField({ findings }: Gathered, explicit: boolean): Statement | undefined {
  const field = findings.ofRun.find(
    ({ says, kind }) =>
      says === "undecided" ||
      isUnrun(says) ||
      says === "skipped" ||
      (says === null && !explicit && kind !== "code"),
  );
  if (field !== undefined) {
    const isUnknown = field.says === null && field.value !== null;
    return statingField(field, isUnknown ? "unknown-word" : undefined);
  }
  const beside = findings.beside.find(({ says }) => says === "undecided" || isUnrun(says));
  return beside && statingField(beside);
}

function undecidedCounts({ main, counts, list }: Gathered, explicit: boolean): Statement | undefined {
  for (const { unit, listed, node, undecided, unrun, planned, sums } of counts) {
    if (unit === "part" || (listed && node !== main?.node)) continue;
    const isLeftOut = (sums.unrun ?? 0) + (sums.planned ?? 0) <= list.leftOut;
    const left = isLeftOut ? [] : explicit ? unrun : [...unrun, ...planned];
    const open = [...undecided, ...left].find(isAboveZero);
    if (open !== undefined) return statingField(open, "undecided-cases");
  }
  const lacking = list.superseded > 0 ? undefined : counts.find(one => one !== main && isShort(one));
  if (lacking?.short) return missing(lacking.short);
  if (main === null || main.total === null) return undefined;
  const { total, passed } = main.sums;
  if (total === 0) return statingField(main.total, "nothing-ran");
  if (passed === 0 && list.cases.length === 0) {
    const place = locate(main.node, main.passed?.path ?? []);
    return stating({ ...place, value: 0, says: "passed" }, "nothing-passed");
  }
  return main.short === null ? undefined : missing(main.short);
}

/** More of the listed cases passed than are said to have. */
function miscount({ main, list }: Gathered): Statement | undefined {
  if (main === null || main.listed || main.passed === null || main.sums.passed === null) return undefined;
  const listed = list.cases.filter(({ says }) => says === "passed").length;
  if (listed <= main.sums.passed || list.superseded > 0) return undefined;
  return { kind: "more-listed", passed: factOf(main.passed), listed };
}

/** Of the run or one of its suites; what is short within a case is kept with the case. */
function isShort({ unit, listed, short }: CountSummary): boolean {
  return short !== null && !(listed && unit === "part");
}

function missing({ missing, total, of }: Shortage): Statement {
  return { kind: "missing", missing, total, path: factOf(of).path };
}

/** Of a run that says that it passed, what was planned is no doubt. */
function undecidedCases(
  { list: { cases, suites }, main }: Gathered,
  explicit: boolean,
): Statement | undefined {
  const isLeftOut = (says: Says | null): boolean =>
    caseStatus(says) === "skipped" || (explicit && says === "planned");
  const open = cases.find(({ says }) => says !== "passed" && says !== "failed" && !isLeftOut(says));
  if (open !== undefined)
    return stating(factOfNode(open), open.inside.wrong === null ? "no-verdict" : undefined);
  const suite = suites.find(({ says }) => says === "undecided" || isUnrun(says));
  if (suite !== undefined) return stating(factOfNode(suite));
  const allSkipped = cases.every(({ says }) => isLeftOut(says));
  if (cases.length > 0 && allSkipped && (main?.sums.passed ?? 0) === 0)
    return { kind: "all-skipped", count: cases.length };
  return undefined;
}

/** A part of the list cannot speak for the rest; counts of all can. */
function incompleteList(all: Gathered): Statement | undefined {
  if (countsPassed(all) !== undefined && all.main?.total != null) return undefined;
  const { findings, list, main } = all;
  if (findings.goesOn !== null) return statingField(findings.goesOn, "more-elsewhere");
  const listed = list.cases.length;
  const stated = findings.lengths.find(({ value }) => value > listed + list.suites.length + list.superseded);
  if (stated !== undefined && listed > 0) return { kind: "partly-listed", total: factOf(stated), listed };
  if (main?.total != null && !main.listed && main.total.value > listed + list.superseded)
    return { kind: "partly-listed", total: factOf(main.total), listed };
  return undefined;
}

function badShare({ findings }: Gathered): Statement | undefined {
  const [share] = findings.badShares;
  return share && statingField(share);
}

/** What comes nearest to a verdict where nothing is one. */
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
