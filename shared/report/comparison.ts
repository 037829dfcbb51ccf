/**
 * What changed against a base: new failures, fixed ones, new and vanished cases. The base travels as a digest of
 * its cases' names, small enough for one check run's text.
 *
 * A case is known by its target, suite and name. Where several have the same (parameterised cases), their order
 * means nothing: the first failing one of the base stands for the first failing one now, and so on, so that two
 * of three failing where one did is one new failure.
 */

import { targetLabel } from "./ctrf.ts";
import type { Ctrf, CtrfTest } from "./model.ts";

/** Name keys of a base's cases, one for each occurrence. */
export interface Base {
  readonly failed: ReadonlySet<string>;
  /** All others; absent when there was no room for them. */
  readonly others?: ReadonlySet<string>;
}

export interface Comparison {
  readonly newFailures: number;
  readonly fixed: number;
  readonly stillFailing: number;
  /** Absent when the base had no room for the names of all its cases. */
  readonly newCases?: number;
  readonly vanished?: number;
  /** A case of this name fails now that did not at the base. */
  isNewFailure(test: CtrfTest): boolean;
  /** A case of this name failed at the base and passes now. */
  isFixed(test: CtrfTest): boolean;
}

/** What a check run's text (65,535 bytes) leaves when a few lines stand around the digest. */
const digestBytes = 60_000;
const digestVersion = "1";
const keyLength = 8;

/**
 * The digest of a report: `1.<keys of failing cases>.<keys of all others, or "-">`; safe in any text. There is
 * none when not even the failing cases fit: half a base would call old failures new.
 */
export function digest(
  document: Ctrf,
  tests: Iterable<CtrfTest> = document.results.tests,
): string | undefined {
  const limit = Math.floor((digestBytes - `${digestVersion}..-`.length) / keyLength);
  const failing = new Map<string, number>();
  let failures = 0;
  let others: Map<string, number> | undefined = new Map();
  let occurrences = 0;
  for (const { key, failed, count, isCase } of items(document, tests)) {
    if (!isCase && !failed) continue;
    if (failed) {
      failing.set(key, (failing.get(key) ?? 0) + count);
      failures += count;
      if (failures > limit) return undefined;
    } else if (others) {
      others.set(key, (others.get(key) ?? 0) + count);
      occurrences += count;
      // Whole names of everything, or of failing cases alone: a part of the others would be of no use.
      if (occurrences > limit) others = undefined;
    }
  }
  let failedKeys = "";
  for (const [key, count] of failing) for (let nth = 1; nth <= count; nth++) failedKeys += keyOf(key, nth);
  let otherKeys: string | undefined = "";
  if (others === undefined || failures + occurrences > limit) otherKeys = undefined;
  else {
    for (const [key, count] of others) {
      const before = failing.get(key) ?? 0;
      for (let nth = before + 1; nth <= before + count; nth++) otherKeys += keyOf(key, nth);
    }
  }
  return `${digestVersion}.${failedKeys}.${otherKeys ?? "-"}`;
}

/** Anything but a digest is no base. */
export function parseDigest(text: string): Base | undefined {
  if (text.length > digestBytes) return undefined;
  const match = /^\s*1\.((?:[\w-]{8})*)\.((?:[\w-]{8})*|-)\s*$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return {
    failed: new Set(slices(match[1])),
    ...(match[2] !== "-" && { others: new Set(slices(match[2])) }),
  };
}

function slices(keys: string): string[] {
  return Array.from({ length: keys.length / keyLength }, (_, index) =>
    keys.slice(index * keyLength, (index + 1) * keyLength),
  );
}

/** One pass over the cases, in memory that grows with the base alone. */
export function compare(
  base: Base,
  document: Ctrf,
  tests: Iterable<CtrfTest> = document.results.tests,
): Comparison {
  /** How often names of the base occur now; names that it does not know are new, however often they occur. */
  const now = new Map<string, { failed: number; passed: number; all: number; isCase: boolean }>();
  const withMoreFailures = new Set<string>();
  const { failed, others } = base;
  let newFailures = 0;
  let stillFailing = 0;
  let newCases = 0;
  for (const item of items(document, tests)) {
    if (!failed.has(item.key) && !others?.has(item.key)) {
      if (item.failed) newFailures += item.count;
      if (item.isCase) newCases += item.count;
      continue;
    }
    const seen = now.get(item.key) ?? { failed: 0, passed: 0, all: 0, isCase: item.isCase };
    now.set(item.key, seen);
    for (let each = 0; each < item.count; each++) {
      seen.all += 1;
      if (item.passed) seen.passed += 1;
      const nth = keyOf(item.key, seen.all);
      if (item.isCase && !failed.has(nth) && !others?.has(nth)) newCases += 1;
      if (!item.failed) continue;
      seen.failed += 1;
      if (failed.has(keyOf(item.key, seen.failed))) stillFailing += 1;
      else {
        newFailures += 1;
        withMoreFailures.add(item.key);
      }
    }
  }
  const fixedNames = new Set<string>();
  let fixed = 0;
  let known = 0;
  for (const [key, seen] of now) {
    let before = 0;
    while (failed.has(keyOf(key, before + 1))) before += 1;
    const mended = Math.min(Math.max(0, before - seen.failed), seen.passed);
    if (mended > 0) fixedNames.add(key);
    fixed += mended;
    for (let nth = 1; !seen.isCase || nth <= seen.all; nth++) {
      const occurrence = keyOf(key, nth);
      if (failed.has(occurrence) || others?.has(occurrence)) known += 1;
      else break;
    }
  }
  return {
    newFailures,
    fixed,
    stillFailing,
    ...(others && { newCases, vanished: failed.size + others.size - known }),
    isNewFailure: test => {
      if (test.status !== "failed") return false;
      const key = nameKey(test.suite, test.name);
      return !failed.has(key) || withMoreFailures.has(key);
    },
    isFixed: test => test.status === "passed" && fixedNames.has(nameKey(test.suite, test.name)),
  };
}

interface Item {
  readonly key: string;
  readonly failed: boolean;
  readonly passed: boolean;
  readonly count: number;
  /** Otherwise it stands for failures of a target that its response did not list. */
  readonly isCase: boolean;
}

/** A response may state more failures than this; it is not a count anyone compares any more. */
const mostUnlisted = 1000;

/**
 * All cases, and for a target whose failures are not (all) listed one nameless case for each of them: a red
 * batch that lists nothing must still be a new failure where it was green. A target that could not be run is
 * not compared; it fails in any case.
 */
function* items(document: Ctrf, tests: Iterable<CtrfTest>): Generator<Item> {
  const listed = new Map<string, number>();
  for (const test of tests) {
    const failed = test.status === "failed";
    const label = test.suite[0] ?? "";
    if (failed) listed.set(label, (listed.get(label) ?? 0) + 1);
    yield {
      key: nameKey(test.suite, test.name),
      failed,
      passed: test.status === "passed",
      count: 1,
      isCase: true,
    };
  }
  for (const target of document.results.extra.callboard.targets) {
    if (target.error !== undefined) continue;
    const label = targetLabel(target);
    const inList = listed.get(label) ?? 0;
    const failures = Math.max(target.failed, target.verdict === "failed" ? 1 : 0);
    listed.set(label, Math.max(0, inList - failures));
    const unlisted = Math.min(mostUnlisted, failures - inList);
    yield {
      key: nameKey([label], ""),
      failed: unlisted > 0,
      passed: unlisted <= 0 && target.verdict === "passed",
      count: Math.max(1, unlisted),
      isCase: false,
    };
  }
}

/**
 * 48 bits of the name, as eight characters of base64url. Among 7,500 keys a name that is not one of them is
 * taken for one with a probability of 7,500 / 2^48, under 3 in 10^11; a whole run of 7,500 new failures hides
 * one with 2 in 10^7. At 32 bits the latter would be one run in eighty, at 40 bits one in twenty thousand; 48 is
 * the widest with which 6,000 failing cases and the names of 1,500 others fit. Nobody gains by forging a
 * collision (who could, could as well answer "passed"), so a fast hash will do.
 */
function nameKey(suite: readonly string[], name: string): string {
  const hash = new Hash();
  for (const part of suite) hash.add(part).add("\0");
  return hash.add(name).text();
}

/** The key of the nth case of the same name. */
function keyOf(key: string, nth: number): string {
  return nth === 1 ? key : new Hash().add(key).add(`\0${nth}`).text();
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Two multiplicative hashes of 32 bits side by side, mixed into each other at the end. */
class Hash {
  #low = 0x9e3779b9;
  #high = 0x243f6a88;

  add(text: string): this {
    let low = this.#low;
    let high = this.#high;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      low = Math.imul(low ^ unit, 0x85ebca6b);
      high = Math.imul(high ^ unit, 0xc2b2ae35);
      low ^= low >>> 15;
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
    return this;
  }

  text(): string {
    const low = mix(this.#low ^ (this.#high >>> 11));
    const high = mix(this.#high ^ low);
    return sixBits(low >>> 8, 4) + sixBits(high >>> 8, 4);
  }
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}

function sixBits(value: number, characters: number): string {
  let text = "";
  for (let place = characters - 1; place >= 0; place--) text += alphabet[(value >>> (6 * place)) & 63];
  return text;
}
