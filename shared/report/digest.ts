/** The digest of a report's cases, with which later reports are compared. It fits into one check run's text. */

import { readOrNothing, textLike, transform, write } from "../codec.ts";
import type { Report } from "./model.ts";
import { keyLength, nthKey, occurrences } from "./occurrences.ts";

/** A report's cases and unlisted failures, as keys. Cases of one name are numbered, the failed ones first. */
export interface Base {
  readonly failed: ReadonlySet<string>;
  /** All other cases; absent if they don't all fit. */
  readonly others?: ReadonlySet<string>;
}

/** GitHub limits a check run's text to 65,535 bytes, and the text contains other lines as well. */
const mostBytes = 60_000;
const version = "1";
const mostKeys = Math.floor((mostBytes - `${version}..-`.length) / keyLength);

/** `1.<keys of failed cases>.<keys of all others, or "-">`. Its characters can't end the HTML comment around it. */
export const baseCodec = transform(
  textLike(/^\s*1\.(?:[\w-]{8})*\.(?:(?:[\w-]{8})*|-)\s*$/, "a digest"),
  (text): Base => {
    const [, failed = "", others = ""] = text.trim().split(".");
    return { failed: keysIn(failed), ...(others !== "-" && { others: keysIn(others) }) };
  },
  ({ failed, others }) => [version, textOf(failed), others ? textOf(others) : "-"].join("."),
);

/** Undefined if the failed cases don't all fit, because a later report would show the missing ones as new failures. */
export function digest(report: Report): string | undefined {
  const failing = new Counter();
  const others = new Counter();
  for (const { key, failed, count, isCase } of occurrences(report)) {
    if (failed) failing.add(key, count);
    // The others are left out unless all of them fit, because a later report would show a missing one as a new case.
    else if (isCase && failing.total + others.total <= mostKeys) others.add(key, count);
  }
  if (failing.total > mostKeys) return undefined;
  const doAllFit = failing.total + others.total <= mostKeys;
  return write(baseCodec, {
    failed: failing.keys(() => 0),
    ...(doAllFit && { others: others.keys(key => failing.count(key)) }),
  }) as string;
}

class Counter {
  total = 0;
  readonly #counts = new Map<string, number>();

  add(key: string, count: number): void {
    this.total += count;
    if (this.total <= mostKeys) this.#counts.set(key, this.count(key) + count);
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Gives a key for each case. `countBefore` gives the number of keys that a name has in the other counter. */
  keys(countBefore: (key: string) => number): Set<string> {
    const keys = new Set<string>();
    for (const [key, count] of this.#counts) {
      const first = countBefore(key) + 1;
      for (let nth = first; nth < first + count; nth++) keys.add(nthKey(key, nth));
    }
    return keys;
  }
}

export function parseDigest(text: string): Base | undefined {
  // The codec's regular expression runs out of stack on a text of many megabytes.
  return text.length > mostBytes ? undefined : readOrNothing(baseCodec, text);
}

function keysIn(text: string): Set<string> {
  return new Set(text.match(/.{8}/g));
}

function textOf(keys: ReadonlySet<string>): string {
  return [...keys].join("");
}
