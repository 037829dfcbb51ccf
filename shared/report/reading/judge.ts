/**
 * The verdict, and the sentence that says what it rests on. A word for "still running" wins; then what the run says of
 * itself; then the counts; then the cases. `passed` needs something that says so and nothing that speaks against it:
 * wherever two sides disagree, the verdict is `unknown` and the evidence names both.
 */

import type { Reading, Verdict } from "../model.ts";
import { cut, oneLine } from "../text.ts";
import type { CaseList } from "./cases.ts";
import { statusOf } from "./cases.ts";
import { type Count, pathOf, type Said, type Thing } from "./thing.ts";
import { passedOf, type Tally } from "./totals.ts";
import type { Findings } from "./walk.ts";

export interface Judgement {
  readonly verdict: Verdict;
  readonly evidence: string;
  readonly running: boolean;
}

export interface Evidence {
  readonly findings: Findings;
  readonly tallies: readonly Tally[];
  readonly main: Tally | null;
  readonly cases: CaseList;
}

export function judge(all: Evidence): Judgement {
  const running = sayRunning(all);
  if (running !== null)
    return { verdict: "unknown", evidence: `${running}, so it is still running.`, running: true };
  const { verdict, evidence } = weigh(all);
  return { verdict, evidence, running: false };
}

function weigh(all: Evidence): Pick<Reading, "verdict" | "evidence"> {
  const said = all.findings.spine;
  const hasRun = ranSomething(all);
  const pass = said.find(one => saysPassed(one, all));
  const fail = said.find(one => one.says === "failed" && (one.head !== "flag" || one.decisive));
  const callFailed = said.find(one => one.says === "failed" && one.head === "flag" && !one.decisive);
  const counted = countedFailures(all);
  const listed = listedFailures(all);
  const aside = asideFailures(all);

  if (fail !== undefined) {
    return pass === undefined ? failed(state(fail)) : contradiction(state(pass), state(fail));
  }
  const failure = counted ?? listed;
  if (pass !== undefined && (failure ?? aside ?? callFailed) !== undefined) {
    const other = failure ?? aside ?? (callFailed === undefined ? undefined : state(callFailed));
    if (other !== undefined) return contradiction(state(pass), other);
  }
  if (failure !== undefined) {
    const fine = counted === undefined ? countsAllFine(all) : listed === undefined ? listsAllFine(all) : null;
    return fine === null ? failed(failure) : contradiction(fine, failure);
  }
  if (callFailed !== undefined && hasRun) {
    return aside === undefined
      ? contradiction(hasRun, state(callFailed))
      : failed(`${state(callFailed)} and ${aside}`);
  }
  if (callFailed !== undefined)
    return unknown(`${state(callFailed)}, which tells of the call and not of a run`);

  const passing = pass === undefined ? (countsPassed(all) ?? listPassed(all)) : state(pass);
  const doubt = doubts(all, pass !== undefined) ?? aside;
  if (passing !== undefined && doubt === undefined) return { verdict: "passed", evidence: `${passing}.` };
  if (passing !== undefined) return unknown(`${passing}, but ${doubt}`);
  return unknown(nothing(all, doubt));
}

function failed(why: string): Pick<Reading, "verdict" | "evidence"> {
  return { verdict: "failed", evidence: `${why}.` };
}

function unknown(why: string): Pick<Reading, "verdict" | "evidence"> {
  return { verdict: "unknown", evidence: `${cut(why, 600)}.` };
}

function contradiction(one: string, other: string): Pick<Reading, "verdict" | "evidence"> {
  return unknown(`${one}, but ${other}`);
}

// --- How things are put --------------------------------------------------------------------------------------------

function code(text: string, length: number): string {
  return `\`${cut(oneLine(text.slice(0, 2000)).replaceAll("`", "'"), length)}\``;
}

function at(place: Said["place"], step: string): string {
  return code(step === "" ? pathOf(place) : pathOf(place, ...step.split(".")), 160);
}

export function state({ place, step, raw }: Said): string {
  return `${at(place, step)} is ${code(raw === "" ? "(empty)" : String(raw), 80)}`;
}

function stateCount({ place, step, value }: Count): string {
  return `${at(place, step)} is ${code(String(value), 20)}`;
}

function stateThing(thing: Thing): string {
  const said = thing.said?.find(one => one.says === thing.says) ?? thing.said?.[0];
  if (said !== undefined) return state(said);
  const where = code(pathOf(thing), 160);
  const bucket = thing.context.group?.bucket;
  if (bucket != null) return `${where} is listed as ${bucket}`;
  if (thing.says === "failed") return `${where} holds a failure`;
  if (thing.says === "passed") return `${where} holds nothing but what passed`;
  return `${where} tells no outcome`;
}

// --- Still running -------------------------------------------------------------------------------------------------

function sayRunning({ findings, tallies, cases }: Evidence): string | null {
  const word = findings.spine.find(
    one => one.says === "running" || (one.says === "unrun" && one.head !== "flag"),
  );
  if (word !== undefined) return state(word);
  const count = tallies
    .filter(one => one.unit !== "part")
    .flatMap(one => one.running)
    .find(({ value }) => value > 0);
  if (count !== undefined) return stateCount(count);
  const suite = cases.suites.find(({ says }) => says === "running");
  if (suite !== undefined) return stateThing(suite);
  const over =
    findings.endedByWord || findings.endedByTime || findings.spine.some(({ says }) => says === "failed");
  if (over) return null;
  const one = cases.things.find(({ says }) => says === "running");
  if (one !== undefined) return stateThing(one);
  const open = cases.things.find(({ says }) => says === "unrun");
  return open === undefined || open.context.group?.bucket != null ? null : stateThing(open);
}

// --- What the run says of itself -----------------------------------------------------------------------------------

/** "success" is a verdict only where it cannot be that of a call: as a verdict or result beside a finish of its own. */
function saysPassed(one: Said, { findings, tallies }: Evidence): boolean {
  if (one.says === "passed") return true;
  if (one.says !== "success" || one.head === "flag" || one.head === "code") return false;
  if (one.decisive) return true;
  const finish = findings.spine.some(
    other => other !== one && other.says === "finished" && other.place === one.place,
  );
  if (finish || (one.head === "result" && findings.endedByTime)) return true;
  // It ended, calls itself a success, and counted checks of which none failed.
  return findings.endedByTime && tallies.some(({ sums }) => (sums.total ?? 0) > 0 && sums.failed === 0);
}

// --- Against a pass ------------------------------------------------------------------------------------------------

function countedFailures({ tallies, main, cases }: Evidence): string | undefined {
  for (const tally of tallies) {
    if (tally.unit === "part") continue;
    // Counts of one suite or one device say less than the run's own, and may count an attempt that was repeated.
    if (tally.listed && main !== null && !main.listed) continue;
    if ((tally.sums.failed ?? 0) <= cases.superseded) continue;
    const count = tally.failed.find(({ value }) => value > 0);
    if (count !== undefined) return stateCount(count);
  }
  return undefined;
}

function listedFailures({ cases, findings }: Evidence): string | undefined {
  const failure = cases.things.find(({ says }) => says === "failed");
  if (failure !== undefined) return stateThing(failure);
  const suite = cases.suites.find(({ says }) => says === "failed");
  if (suite !== undefined && cases.superseded === 0) return stateThing(suite);
  if (cases.things.length > 0) return undefined;
  const part = findings.looseParts.find(({ says }) => says === "failed");
  return part === undefined ? undefined : state(part);
}

/** Of something else than the run and its cases: enough to doubt a pass, too little to call it failed. */
function asideFailures({ findings, tallies, cases, main }: Evidence): string | undefined {
  const aside = [...findings.asides, ...findings.looseParts].find(
    ({ says }) => says === "failed" || says === "running",
  );
  if (aside !== undefined) return state(aside);
  const other = cases.others.find(({ says }) => says !== null && says !== "passed" && says !== "skipped");
  if (other !== undefined) return stateThing(other);
  for (const tally of tallies) {
    if (tally.unit !== "part" && !(tally.listed && main !== null && !main.listed)) continue;
    if (tally.listed && tally.unit === "part") continue;
    const count = tally.failed.find(({ value }) => value > cases.superseded);
    if (count !== undefined) return stateCount(count);
  }
  return undefined;
}

// --- For a pass ----------------------------------------------------------------------------------------------------

function ranSomething({ main, cases }: Evidence): string | undefined {
  if (main !== null && (main.sums.total ?? main.sums.passed ?? 0) > 0) {
    const count = main.total ?? main.passed;
    if (count !== null) return stateCount(count);
  }
  const [first] = cases.things;
  return first === undefined ? undefined : stateThing(first);
}

function countsPassed({ main, findings }: Evidence): string | undefined {
  if (main === null || (passedOf(main, findings) ?? 0) === 0) return undefined;
  const zero = main.failed.find(({ value }) => value === 0);
  if (main.passed === null) {
    if (main.total === null || zero === undefined) return undefined;
    return `${stateCount(main.total)} and ${stateCount(zero)}, with none left to run`;
  }
  const rest = main.total ?? zero;
  return rest === undefined ? undefined : `${stateCount(main.passed)} and ${stateCount(rest)}`;
}

function listPassed({ cases, findings, main }: Evidence): string | undefined {
  const passing = cases.things.filter(({ says }) => says === "passed");
  const [first] = passing;
  if (first === undefined) return undefined;
  if (cases.onlyBuckets && !findings.emptyFailures && main === null) return undefined;
  const skipped = cases.things.filter(thing => statusOf(thing) === "skipped").length;
  const many = cases.things.length - skipped;
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return many === 1 ? `${stateThing(first)}${rest}` : `${stateThing(first)}, as of all ${many} cases${rest}`;
}

function countsAllFine({ main }: Evidence): string | null {
  if (main === null || main.sums.failed !== 0) return null;
  const [zero] = main.failed;
  return zero === undefined ? null : stateCount(zero);
}

function listsAllFine({ cases, main }: Evidence): string | null {
  const [first] = cases.things;
  // A suite that could not run lists no case of its own.
  if (main?.sums.failed === 0) return null;
  if (first === undefined || main === null || main.listed || cases.things.length !== main.sums.total)
    return null;
  return cases.things.every(({ says }) => says === "passed") ? `${stateThing(first)}, as of all cases` : null;
}

// --- What keeps it open --------------------------------------------------------------------------------------------

function doubts(all: Evidence, explicit: boolean): string | undefined {
  return (
    openWords(all, explicit) ??
    openCounts(all) ??
    openCases(all) ??
    (explicit ? undefined : (incompleteList(all) ?? lowShare(all)))
  );
}

function openWords({ findings }: Evidence, explicit: boolean): string | undefined {
  const word = findings.spine.find(
    one =>
      one.says === "undecided" ||
      one.says === "unrun" ||
      one.says === "skipped" ||
      (one.says === null && !explicit && one.head !== "code"),
  );
  if (word !== undefined)
    return word.says === null && word.raw !== null ? `${state(word)}, a word that is not known` : state(word);
  const aside = findings.asides.find(({ says }) => says === "undecided" || says === "unrun");
  return aside === undefined ? undefined : state(aside);
}

function openCounts({ main, tallies, cases }: Evidence): string | undefined {
  for (const tally of tallies) {
    if (tally.unit === "part" || (tally.listed && tally.place !== main?.place)) continue;
    const open = [...tally.undecided, ...tally.unrun].find(({ value }) => value > 0);
    if (open !== undefined) return `${stateCount(open)}, so not all is decided`;
  }
  if (main === null || main.total === null) return undefined;
  const { total, passed, failed: failures, skipped } = main.sums;
  if (total === 0) return `${stateCount(main.total)}: nothing was run`;
  if (passed === 0 && cases.things.length === 0)
    return `${at(main.place, main.passed?.step ?? "")} is \`0\`: nothing passed`;
  if (total === null || passed === null) return undefined;
  const accounted = passed + (failures ?? 0) + (skipped ?? 0);
  const missing = total - accounted;
  return missing > 0
    ? `${missing} of ${total} cases (${at(main.place, main.total.step)}) are not accounted for`
    : undefined;
}

function openCases({ cases, main }: Evidence): string | undefined {
  const { things, suites } = cases;
  const open = things.find(thing => !["passed", "skipped", "failed"].includes(statusOf(thing)));
  if (open !== undefined) return `${stateThing(open)}, which is no verdict`;
  const suite = suites.find(({ says }) => says === "undecided" || says === "unrun");
  if (suite !== undefined) return stateThing(suite);
  if (
    things.length > 0 &&
    things.every(thing => statusOf(thing) === "skipped") &&
    (main?.sums.passed ?? 0) === 0
  ) {
    return `all ${things.length} cases were skipped`;
  }
  return undefined;
}

/** A part of the list cannot speak for the rest; counts of all can. */
function incompleteList(all: Evidence): string | undefined {
  if (countsPassed(all) !== undefined && all.main?.total != null) return undefined;
  const { findings, cases, main } = all;
  if (findings.more !== null) return `${state(findings.more)}, so the list goes on elsewhere`;
  const many = cases.things.length;
  const stated = findings.lengths.find(({ value }) => value > many + cases.suites.length + cases.superseded);
  if (stated !== undefined && many > 0) return `${stateCount(stated)}, and only ${many} are listed`;
  if (main?.total != null && !main.listed && main.total.value > many + cases.superseded) {
    return `${stateCount(main.total)}, and only ${many} are listed`;
  }
  return undefined;
}

function lowShare({ findings }: Evidence): string | undefined {
  const [share] = findings.shares;
  return share === undefined ? undefined : state(share);
}

/** What was looked for, and the nearest that was found. */
function nothing(all: Evidence, doubt: string | undefined): string {
  const { findings, cases, main } = all;
  if (cases.things.length > 0 && doubt !== undefined) return doubt;
  const call = findings.spine.find(({ says }) => says === "success");
  if (call !== undefined && main === null)
    return `${state(call)}, which may only say that the call worked; nothing tells how the tests went`;
  const finish = findings.spine.find(({ says }) => says === "finished");
  if (finish !== undefined && main === null) return `${state(finish)}, which tells that it ended and not how`;
  if (doubt !== undefined) return doubt;
  const [zero] = main?.failed ?? [];
  if (zero !== undefined) return `${stateCount(zero)}, but nothing tells that anything passed`;
  if (finish !== undefined) return `${state(finish)}, which tells that it ended and not how`;
  const word = findings.spine.find(({ says, head }) => says === "neutral" && head !== "flag");
  if (word !== undefined)
    return `${state(word)}, which is no verdict, and there are no counts and no cases with an outcome`;
  return "There is no verdict, no count of what passed and failed, and no list of cases with an outcome";
}
