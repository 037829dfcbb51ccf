/** What a later run compares with: a digest of the report's cases, small enough for one check run's text. */

import { mapped, readOrNothing, textLike, write } from "../codec.ts";
import type { Report } from "./model.ts";
import { keyLength, nthKey, occurrences } from "./occurrences.ts";

/** Keys of a base's cases, one for each occurrence: of several with one name the failed ones come first. */
export interface Base {
  readonly failed: ReadonlySet<string>;
  /** All others; absent when there was no room for them. */
  readonly others?: ReadonlySet<string>;
}

/** GitHub takes 65,535 bytes for a check run's text, in which other lines stand beside the digest. */
const mostBytes = 60_000;
const version = "1";
const mostKeys = Math.floor((mostBytes - `${version}..-`.length) / keyLength);

/** `1.<keys of failing cases>.<keys of all others, or "-">`, in characters that mean nothing to Markdown or HTML. */
export const baseCodec = mapped(
  textLike(/^\s*1\.(?:[\w-]{8})*\.(?:(?:[\w-]{8})*|-)\s*$/, "a digest"),
  (text): Base => {
    const [, failed = "", others = ""] = text.trim().split(".");
    return { failed: keysIn(failed), ...(others !== "-" && { others: keysIn(others) }) };
  },
  ({ failed, others }) => [version, textOf(failed), others ? textOf(others) : "-"].join("."),
);

/** Undefined when not even the failing cases fit: with some of them missing, old failures would be called new. */
export function digest(report: Report): string | undefined {
  const failing = new Counter();
  const others = new Counter();
  for (const { key, failed, count, isCase } of occurrences(report)) {
    if (failed) failing.add(key, count);
    // Once not all names fit, none of the others is kept: with some of them missing, old cases would be called new.
    else if (isCase && failing.total + others.total <= mostKeys) others.add(key, count);
  }
  if (failing.total > mostKeys) return undefined;
  const areAll = failing.total + others.total <= mostKeys;
  return write(baseCodec, {
    failed: failing.keys(() => 0),
    ...(areAll && { others: others.keys(key => failing.of(key)) }),
  }) as string;
}

class Counter {
  total = 0;
  readonly #counts = new Map<string, number>();

  add(key: string, count: number): void {
    this.total += count;
    if (this.total <= mostKeys) this.#counts.set(key, this.of(key) + count);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** A key for each occurrence; `before` says how many of the same name have been numbered already. */
  keys(before: (key: string) => number): Set<string> {
    const keys = new Set<string>();
    for (const [key, count] of this.#counts) {
      const first = before(key) + 1;
      for (let nth = first; nth < first + count; nth++) keys.add(nthKey(key, nth));
    }
    return keys;
  }
}

/** Undefined for any text that is not a digest. */
export function parseDigest(text: string): Base | undefined {
  // The expression would run out of stack on a text of many megabytes.
  return text.length > mostBytes ? undefined : readOrNothing(baseCodec, text);
}

function keysIn(text: string): Set<string> {
  return new Set(text.match(/.{8}/g));
}

function textOf(keys: ReadonlySet<string>): string {
  return [...keys].join("");
}
