/**
 * From everything that looks like a case, those that are: suites give way to what they hold, the same cases in several
 * lists count once, and a list in which nothing has an outcome was a list of something else.
 */

import type { Case, CaseStatus } from "../model.ts";
import type { Says } from "../vocabulary.ts";
import { keyOf } from "./keys.ts";
import {
  countsCases,
  detailsOf,
  type Group,
  graver,
  insideOf,
  pathOf,
  type Said,
  type Thing,
  together,
} from "./thing.ts";
import { passedOf, type Tally } from "./totals.ts";
import { momentIn } from "./values.ts";
import type { Findings } from "./walk.ts";

/** The cases of a response, with what else was learned on the way to them. */
export interface CaseList {
  readonly things: readonly Thing[];
  /** Suites that say of themselves how they went. */
  readonly suites: readonly Thing[];
  /** Outcomes in lists that were not taken for cases; they can still spoil a pass. */
  readonly others: readonly Thing[];
  /** Failing first attempts that were tried again, and so do not count. */
  readonly superseded: number;
  /** Only the failed ones are listed, or only the passed ones. */
  readonly onlyBuckets: boolean;
}

export function casesIn(findings: Findings, main: Tally | null): CaseList {
  const { groups } = findings;
  for (const group of groups) for (const thing of group.things) thing.says = ownOutcome(thing);
  findSuites(groups);
  const suites: Thing[] = [];
  const candidates: Candidates[] = [];
  for (const group of groups) {
    const isSuite = (thing: Thing): boolean => thing.inside.hasCases || isAggregate(thing);
    if (!group.things.some(isSuite)) {
      candidates.push({ group, things: group.things });
      continue;
    }
    const things: Thing[] = [];
    for (const thing of group.things) {
      if (!isSuite(thing) && !isEmptySuite(thing, group)) things.push(thing);
      else if (thing.says !== null) suites.push(thing);
    }
    if (things.length > 0) candidates.push({ group, things });
  }
  if (main !== null) for (const { things } of candidates) settleByCounts(things, main, findings);
  const { chosen, others } = choose(markByBuckets(candidates), main?.sums.total ?? null);
  const { things, superseded } = withoutSuperseded(distinct(chosen));
  const buckets = chosen.filter(({ group }) => group.bucket !== null);
  return {
    things,
    suites,
    others: others.flatMap(({ things }) => things),
    superseded,
    onlyBuckets: buckets.length > 0 && buckets.length === chosen.length,
  };
}

/** It has room for what its siblings hold, and nothing in it. */
function isEmptySuite({ value }: Thing, { inner }: Group): boolean {
  return Object.entries(value).some(
    ([name, list]) => Array.isArray(list) && list.length === 0 && inner.has(keyOf(name).squashed),
  );
}

/** In a list of all cases, those without an outcome passed if the counts leave nothing else. */
function settleByCounts(things: readonly Thing[], main: Tally, findings: Findings): void {
  const { total, failed, skipped } = main.sums;
  const passed = passedOf(main, findings);
  if (things.length !== total || passed === null) return;
  const silent = things.filter(({ says }) => says === null);
  if (silent.length === 0) return;
  const count = (wanted: Says): number => things.filter(({ says }) => says === wanted).length;
  const others = total - silent.length - count("passed") - count("failed") - count("skipped");
  const agree =
    count("failed") === (failed ?? total - passed - (skipped ?? 0)) && count("skipped") === (skipped ?? 0);
  if (!agree || others > 0 || silent.length + count("passed") !== passed) return;
  for (const thing of silent) thing.says = "passed";
}

interface Candidates {
  readonly group: Group;
  readonly things: readonly Thing[];
}

function ownOutcome(thing: Thing): Says | null {
  const { group } = thing.context;
  const expected = group !== null && group.rank !== "unknown";
  let says = thing.said === null ? null : together(thing.said, expected);
  if (says === "passed" && !isBelievable(thing)) says = "undecided";
  if (
    says === "passed" &&
    thing.inside.whole !== null &&
    !["passed", "skipped"].includes(thing.inside.whole)
  ) {
    says = thing.inside.whole === "failed" ? "failed" : "undecided";
  }
  // A pass of which no attempt passed.
  if (says === "passed" && thing.inside.attempts?.every(attempt => attempt === "failed")) says = "undecided";
  if (says === "unrun" && thing.details.skipReason) says = "skipped";
  if (says === null || says === "finished") says = fromParts(thing) ?? says;
  if (says === null && group?.bucket != null) says = group.bucket === "success" ? "passed" : group.bucket;
  if (says === null && thing.error) says = "failed";
  if (says === null && thing.said?.some(said => said.says === "finished")) {
    // It ran to its end, and nothing tells how it went.
    says = expected ? "undecided" : null;
  }
  if (thing.inside.attempts !== null && says === "passed" && thing.inside.attempts.includes("failed"))
    detailsOf(thing).flaky = true;
  return says;
}

/**
 * "success" alone may only say that a record was taken up: it counts for something that was run, which has a name, a
 * duration or parts; beside a score it says that the scoring worked.
 */
function isBelievable(thing: Thing): boolean {
  const said = thing.said ?? [];
  for (const { says, decisive } of said)
    if (says === "passed" || (says === "success" && decisive)) return true;
  if (thing.details.graded && said.every(({ head, says }) => says !== "success" || head !== "flag"))
    return false;
  const ran =
    thing.duration !== null ||
    thing.details.end !== null ||
    thing.inside.parts !== null ||
    thing.details.graded ||
    thing.message !== null ||
    thing.details.file !== null;
  const idNames = thing.name === null || thing.name === thing.id;
  return ran || (thing.context.group?.rank === "cases" && !idNames);
}

function fromParts(thing: Thing): Says | null {
  const { attempts, attemptsDecide, parts } = thing.inside;
  if (attempts !== null && attempts.length > 0) {
    if (attemptsDecide) return attempts.at(-1) ?? null;
    return attempts.reduce<Says | null>((gravest, says) => graver(gravest, says), null);
  }
  return parts === "success" || parts === "finished" || parts === "neutral" ? null : parts;
}

/** Children come after their parents in the walk, so backwards every suite hears of its cases first. */
function findSuites(groups: readonly Group[]): void {
  for (const group of [...groups].reverse()) {
    for (let index = group.things.length - 1; index >= 0; index--) {
      const thing = group.things[index];
      if (thing === undefined) continue;
      const { owner } = thing.context;
      if (owner === null) continue;
      if (thing.says !== null || thing.inside.hasCases || isAggregate(thing)) insideOf(owner).hasCases = true;
    }
  }
}

function isAggregate(thing: Thing): boolean {
  return countsCases(thing) || (thing.inside.hasCounts && thing.context.group?.rank !== "cases");
}

/** `passes`, `failures` and `pending` beside `tests` tell how those went. */
function markByBuckets(candidates: readonly Candidates[]): readonly Candidates[] {
  const buckets = candidates.filter(({ group }) => group.bucket !== null);
  const plain = candidates.filter(({ group }) => group.bucket === null);
  if (buckets.length === 0 || plain.length === 0) return candidates;
  const marks = new Map<string, Thing[]>();
  for (const { things } of buckets) {
    for (const thing of things) {
      const same = marks.get(identity(thing));
      if (same === undefined) marks.set(identity(thing), [thing]);
      else same.push(thing);
    }
  }
  for (const same of marks.values()) same.reverse();
  const used = new Set<Thing>();
  for (const { things } of plain) {
    for (const thing of things) {
      // Two of one name take their marks in turn.
      const mark = marks.get(identity(thing))?.pop();
      if (mark === undefined) continue;
      thing.says = graver(thing.says, mark.says);
      used.add(mark);
    }
  }
  const rest = buckets.map(({ group, things }) => ({
    group,
    things: things.filter(thing => !used.has(thing)),
  }));
  return [...plain, ...rest.filter(({ things }) => things.length > 0)];
}

function identity(thing: Thing): string {
  return (
    thing.id ??
    `${thing.name ?? pathOf(thing)}\n${thing.details.suite?.join("\n") ?? ""}\n${thing.details.file ?? ""}`
  );
}

const rankOrder: readonly Group["rank"][] = ["cases", "generic", "suites", "unknown"];

function choose(
  candidates: readonly Candidates[],
  statedTotal: number | null,
): { chosen: readonly Candidates[]; others: readonly Candidates[] } {
  const telling = candidates.filter(({ things }) => things.some(({ says }) => says !== null));
  if (telling.length <= 1) return { chosen: telling, others: [] };
  const [exact, ...more] = telling.filter(({ things }) => things.length === statedTotal);
  const best = rankOrder.find(rank => telling.some(({ group }) => group.rank === rank));
  const isChosen = (one: Candidates): boolean =>
    exact !== undefined && more.length === 0 ? one === exact : one.group.rank === best;
  return { chosen: telling.filter(isChosen), others: telling.filter(one => !isChosen(one)) };
}

/** The same case in two lists is one case, with the graver of what they say. */
function distinct(chosen: readonly Candidates[]): readonly Thing[] {
  const [first, ...rest] = chosen;
  if (first === undefined) return [];
  if (rest.length === 0) return first.things;
  const all: Thing[] = [];
  const seen = new Map<string, Thing>();
  for (const { things } of chosen) {
    const before = all.length;
    for (const thing of things) {
      const twin = seen.get(identity(thing));
      if (twin === undefined) all.push(thing);
      else twin.says = graver(twin.says, thing.says);
    }
    // Within one list the same name twice is two cases.
    for (const thing of all.slice(before)) seen.set(identity(thing), thing);
  }
  return all;
}

/** An attempt that was tried again under the same name, and said so, gives way to the later one. */
function withoutSuperseded(things: readonly Thing[]): { things: readonly Thing[]; superseded: number } {
  if (!things.some(thing => thing.details.isRetry)) return { things, superseded: 0 };
  const last = new Map<string, Thing>();
  const gone = new Set<Thing>();
  for (const thing of things) {
    const key = identity(thing);
    const before = last.get(key);
    last.set(key, thing);
    if (!thing.details.isRetry || before === undefined) continue;
    gone.add(before);
    detailsOf(thing).retries = Math.max(thing.details.retries ?? 0, (before.details.retries ?? 0) + 1);
    if (thing.says === "passed" && (before.says === "failed" || before.details.flaky))
      detailsOf(thing).flaky = true;
  }
  const superseded = [...gone].filter(thing => thing.says === "failed").length;
  return { things: things.filter(thing => !gone.has(thing)), superseded };
}

const statuses: Readonly<Record<Says, CaseStatus>> = {
  running: "pending",
  failed: "failed",
  undecided: "other",
  unrun: "pending",
  skipped: "skipped",
  passed: "passed",
  success: "passed",
  finished: "other",
  neutral: "other",
};

export function statusOf(thing: Thing): CaseStatus {
  return thing.says === null ? "other" : statuses[thing.says];
}

export function caseOf(thing: Thing, findings: Findings, unrunIsSkipped: boolean): Case {
  const status = thing.says === "unrun" && unrunIsSkipped ? "skipped" : statusOf(thing);
  // Filled in field by field: spreading halves the speed of a long list.
  const result: { -readonly [Field in keyof Case]: Case[Field] } = { name: nameOf(thing, findings), status };
  const raw = rawStatus(thing);
  if (raw !== null) result.rawStatus = raw;
  const durationMs = millisecondsOf(thing, findings);
  if (durationMs !== null) result.durationMs = durationMs;
  const message = status === "passed" ? null : (thing.message ?? thing.inside.partMessage);
  if (message !== null) result.message = message;
  if (thing.url !== null) result.url = thing.url;
  const suite = suiteOf(thing);
  if (suite.length > 0) result.suite = suite;
  if (thing.details.file !== null) result.file = thing.details.file;
  if (thing.details.line !== null) result.line = thing.details.line;
  const retries = retriesOf(thing);
  if (retries > 0) result.retries = retries;
  if (thing.details.flaky && status === "passed") result.flaky = true;
  return result;
}

function retriesOf(thing: Thing): number {
  const retries =
    thing.details.retries ?? (thing.inside.attempts === null ? 0 : thing.inside.attempts.length - 1);
  return Number.isInteger(retries) && retries > 0 ? retries : 0;
}

/** The word that decided, else any. */
function rawStatus(thing: Thing): string | null {
  const said = thing.said ?? [];
  const decided =
    said.find(one => one.says === thing.says) ?? said.find(({ says }) => says === "success") ?? said[0];
  return decided === undefined ? null : rawText(decided);
}

export function rawText(said: Said): string {
  return typeof said.raw === "string" ? said.raw.slice(0, 200) : String(said.raw);
}

/** A better name than an id is looked for around it and where the id is explained. */
function nameOf(thing: Thing, findings: Findings): string {
  const label = thing.name;
  if (label !== null && label !== thing.id && !thing.details.references?.includes(label)) return label;
  for (const reference of thing.details.references ?? []) {
    const name = findings.names.get(reference);
    if (name !== undefined) return name;
  }
  const { owner } = thing.context;
  if (label === null && owner !== null && owner.name !== null) return owner.name;
  return label ?? pathOf(thing);
}

function suiteOf(thing: Thing): readonly string[] {
  if (thing.details.suite !== null && thing.details.suite.length > 0) return thing.details.suite;
  const suite: string[] = [];
  let { owner } = thing.context;
  const unnamed = thing.name === null;
  if (unnamed && owner !== null) owner = owner.context.owner;
  for (let levels = 0; owner !== null && levels < 12; owner = owner.context.owner, levels++) {
    if (owner.name !== null && owner.name !== owner.id) suite.push(owner.name);
  }
  return suite.reverse();
}

export function millisecondsOf(thing: Thing, findings: Findings): number | null {
  const { duration, durationKey } = thing;
  if (duration !== null) {
    // Spelled out ("1.2s"), it is in milliseconds already.
    if (durationKey === null) return duration;
    const unit = durationKey.duration ?? 0;
    return unit > 0 ? duration * unit : findings.habits.milliseconds(durationKey.squashed, duration);
  }
  const start = momentIn(thing.details.start);
  const end = momentIn(thing.details.end);
  return start === null || end === null || end < start ? null : end - start;
}
