/**
 * What of a report is compared with another run's: its cases, each by a short key made of its target, suite and name.
 * Where several have the same (parameterised cases), they are numbered: nothing says which of them was which before.
 */

import type { Report } from "./model.ts";
import { targetLabel } from "./report.ts";

export interface Occurrence {
  readonly key: string;
  readonly failed: boolean;
  readonly passed: boolean;
  readonly count: number;
  /** False for failures of a target that its response counts but does not list. */
  readonly isCase: boolean;
}

/**
 * All cases, and for a target whose failures are not all listed a nameless one for each that is missing: a failed
 * batch that lists nothing must count as a new failure where it passed before. A target that could not be run is not
 * compared; the step fails for it in any case.
 */
export function* occurrences({ results }: Report): Generator<Occurrence> {
  const listed = new Map<string, number>();
  for (const { status, suite, name } of results.tests) {
    const failed = status === "failed";
    const label = suite[0] ?? "";
    if (failed) listed.set(label, (listed.get(label) ?? 0) + 1);
    yield { key: nameKey(suite, name), failed, passed: status === "passed", count: 1, isCase: true };
  }
  for (const target of results.extra.callboard.targets) {
    if (target.error !== undefined) continue;
    const label = targetLabel(target);
    const inList = listed.get(label) ?? 0;
    const failures = Math.max(target.failed, target.verdict === "failed" ? 1 : 0);
    listed.set(label, Math.max(0, inList - failures));
    const unlisted = failures - inList;
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
 * taken for one with a probability of 7,500 / 2^48, under 3 in 10^11; in a run of 7,500 new failures one is missed
 * with 2 in 10^7. At 32 bits that would be one run in eighty, at 40 bits one in twenty thousand; with more than 48,
 * 6,000 failing cases and 1,500 others would not fit. The hash need not be a cryptographic one: whoever could forge a
 * collision answers for the service, and could answer "passed".
 */
export function nameKey(suite: readonly string[], name: string): string {
  const hash = new Hash();
  for (const part of suite) hash.add(part).add("\0");
  return hash.add(name).text();
}

/** Characters of a key. */
export const keyLength = 8;

/** The key of the nth case of the same name. */
export function nthKey(key: string, nth: number): string {
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
