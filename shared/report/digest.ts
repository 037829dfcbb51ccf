/**
 * The digest of a report's cases: how often each passed and failed. Later reports are compared with it. It fits into one
 * check run's text.
 */

import { readOrNothing, textLike, transform, write } from "../codec.ts";
import type { RunCounts } from "../sampling/decide-case.ts";
import { keyLength, nameKey, nthKey } from "./case-keys.ts";
import { type CountedCase, countedCases } from "./counted-cases.ts";
import type { Report } from "./model.ts";

export type CountsOfKeys = ReadonlyMap<string, RunCounts>;

export interface CaseDigest {
  /** GitHub's event that the report is from. Digests of version 1 don't contain it. */
  readonly event?: string;
  /** `name`: the keys are of version 1, which ignores personas and scenarios. */
  readonly keys: "name" | "identity";
  /** False if there was room only for the cases and runs that failed. */
  readonly isWhole: boolean;
  readonly cases: CountsOfKeys;
  /** The runs of the targets themselves. */
  readonly runs: CountsOfKeys;
  /** The namesakes among the cases once more, by the service's ids. Empty if there was no room. */
  readonly ids: CountsOfKeys;
}

/** GitHub limits a check run's text to 65,535 bytes, and the text contains other lines as well. */
const mostBytes = 60_000;
/** The alphabet of counts. A policy has at most 20 runs. */
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const sections = ["cases", "runs", "ids"] as const;
type Section = (typeof sections)[number];
type CountsOfSections = Pick<CaseDigest, Section>;

/**
 * `2.<event>.<whole or part>`, then each section: its name, and for each pair of counts a digit for the passes, a digit
 * for the failures and the keys. Its characters can't end the HTML comment around it.
 */
export const digestCodec = transform(
  textLike(
    /^2\.\w*\.(?:whole|part)\.cases(?:\.[a-zA-Z\d]{2}(?:[\w-]{8})+)*\.runs(?:\.[a-zA-Z\d]{2}(?:[\w-]{8})+)*\.ids(?:\.[a-zA-Z\d]{2}(?:[\w-]{8})+)*$/,
    "a digest",
  ),
  (text): CaseDigest => {
    const [, event = "", kept, ...parts] = text.split(".");
    const counts: Record<Section, Map<string, RunCounts>> = {
      cases: new Map(),
      runs: new Map(),
      ids: new Map(),
    };
    let section: Section = "cases";
    for (const part of parts) {
      const named = sections.find(name => name === part);
      if (named !== undefined) section = named;
      else addKeys(counts[section], part);
    }
    return { ...(event !== "" && { event }), keys: "identity", isWhole: kept === "whole", ...counts };
  },
  digest => {
    const parts = sections.flatMap(section => [section, ...groupsOf(digest[section])]);
    return ["2", digest.event ?? "", digest.isWhole ? "whole" : "part", ...parts].join(".");
  },
);

function addKeys(counts: Map<string, RunCounts>, group: string): void {
  const shared = { passes: digits.indexOf(group.charAt(0)), failures: digits.indexOf(group.charAt(1)) };
  for (let at = 2; at < group.length; at += keyLength) counts.set(group.slice(at, at + keyLength), shared);
}

function groupsOf(counts: CountsOfKeys): string[] {
  const groups = new Map<string, string[]>();
  for (const [key, { passes, failures }] of counts) {
    const digitsOfCounts = digitOf(passes) + digitOf(failures);
    const keys = groups.get(digitsOfCounts);
    if (keys === undefined) groups.set(digitsOfCounts, [key]);
    else keys.push(key);
  }
  return [...groups].map(([digitsOfCounts, keys]) => digitsOfCounts + keys.join(""));
}

function digitOf(count: number): string {
  return digits.charAt(Math.min(count, digits.length - 1));
}

/** Undefined if the failed cases don't all fit. `event` is GitHub's; the editor compares runs without one. */
export function digest(report: Report, event = ""): string | undefined {
  return writeDigest(countedCases(report), event);
}

/**
 * Leaves out the ids first, then everything that never failed. Undefined if the failed cases don't all fit, because a
 * later report would show the missing ones as new failures.
 */
export function writeDigest(cases: Iterable<CountedCase>, event: string): string | undefined {
  const failed: CountedCase[] = [];
  const others: CountedCase[] = [];
  let failedCount = 0;
  let total = 0;
  for (const each of cases) {
    const { failures, count = 1 } = each;
    // An undecided run itself is no case that a later report could miss.
    if (each.name === "" && isUndecided(each)) continue;
    total += count;
    if (failures > 0) failedCount += count;
    if (failures > 0 && failedCount <= mostKeys) failed.push(each);
    else if (total <= mostKeys) others.push(each);
  }
  if (total <= mostKeys) {
    const all = {
      event,
      keys: "identity",
      isWhole: true,
      ...countsOfSections([...failed, ...others]),
    } as const;
    const text = textIfFits(all) ?? textIfFits({ ...all, ids: new Map() });
    if (text !== undefined) return text;
  }
  if (failedCount > mostKeys) return undefined;
  // Namesakes keep their numbers without the others, because the failed ones come first.
  const counts = countsOfSections(failed);
  return textIfFits({ event, keys: "identity", isWhole: false, ...counts, ids: new Map() });
}

const mostKeys = Math.floor(mostBytes / keyLength);

function textIfFits(digest: CaseDigest): string | undefined {
  const text = write(digestCodec, digest) as string;
  return text.length <= mostBytes ? text : undefined;
}

function countsOfSections(cases: readonly CountedCase[]): CountsOfSections {
  const counts = { cases: new Map(), runs: new Map(), ids: new Map() } satisfies CountsOfSections;
  for (const numbered of numberNamesakes(cases, identityKey)) {
    if (numbered === undefined) continue;
    const { each, first, idKey, key } = numbered;
    const { passes, failures, count = 1 } = each;
    const section = each.name === "" ? counts.runs : counts.cases;
    for (let nth = first; nth < first + count; nth++) section.set(nthKey(key, nth), { passes, failures });
    if (idKey !== undefined) counts.ids.set(idKey, { passes, failures });
  }
  return counts;
}

export function parseDigest(text: string): CaseDigest | undefined {
  // The codec's regular expression runs out of stack on a text of many megabytes.
  if (text.length > mostBytes) return undefined;
  return readOrNothing(digestCodec, text.trim()) ?? readVersion1(text.trim());
}

/**
 * `1.<keys of failed cases>.<keys of all others, or "-">`, in which each case has one run. It doesn't tell failures that a
 * target doesn't list from cases.
 */
function readVersion1(text: string): CaseDigest | undefined {
  const match = /^1\.((?:[\w-]{8})*)\.(?:((?:[\w-]{8})*)|-)$/.exec(text);
  if (match === null) return undefined;
  const [, failed = "", others] = match;
  const cases = new Map<string, RunCounts>();
  addKeys(cases, `10${others ?? ""}`);
  addKeys(cases, `01${failed}`);
  return { keys: "name", isWhole: others !== undefined, cases, runs: new Map(), ids: new Map() };
}

/** The runs of a pull request are no part of the history of the base branch, even if its commit becomes part of it. */
export function isOfPullRequest({ event }: CaseDigest): boolean {
  return event === "pull_request" || event === "pull_request_target";
}

export interface NumberedCase<C> {
  readonly each: C;
  readonly key: string;
  /** Namesakes are numbered from 1, the ones that failed most first. */
  readonly first: number;
  /** Present only if the case has namesakes, and an id that none of them has. */
  readonly idKey?: string;
}

/** Gives the cases in their order; undefined for a case without a key. */
export function numberNamesakes<C extends CountedCase>(
  cases: readonly C[],
  keyOf: (each: C) => string | undefined,
): (NumberedCase<C> | undefined)[] {
  const groups = new Map<string, { each: C; index: number }[]>();
  for (const [index, each] of cases.entries()) {
    const key = keyOf(each);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ each, index }]);
    else group.push({ each, index });
  }
  const numbered = new Array<NumberedCase<C> | undefined>(cases.length).fill(undefined);
  for (const [key, group] of groups) {
    if (group.length > 1) group.sort((one, other) => byFailures(one.each, other.each));
    const ids = new Map<string, number>();
    for (const { each } of group) if (each.id !== undefined) ids.set(each.id, (ids.get(each.id) ?? 0) + 1);
    let first = 1;
    for (const { each, index: position } of group) {
      const isCase = each.name !== "" && each.id !== undefined;
      const hasOwnId = isCase && group.length > 1 && ids.get(each.id) === 1;
      numbered[position] = { each, key, first, ...(hasOwnId && { idKey: nameKey([key, "id"], each.id) }) };
      first += each.count ?? 1;
    }
  }
  return numbered;
}

/** Undecided cases come last, so that a case that passes now is compared with one that failed. */
function byFailures(one: CountedCase, other: CountedCase): number {
  return (
    other.failures - one.failures ||
    Number(isUndecided(one)) - Number(isUndecided(other)) ||
    one.passes - other.passes
  );
}

function isUndecided({ passes, failures }: RunCounts): boolean {
  return passes + failures === 0;
}

/** As in digests of version 1 where neither persona nor scenario is told. */
export function identityKey({ suite, name, persona, scenario }: CountedCase): string {
  if (persona === undefined && scenario === undefined) return nameKey(suite, name);
  return nameKey([...suite, `persona ${persona ?? ""}`, `scenario ${scenario ?? ""}`], name);
}
