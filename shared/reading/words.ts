/**
 * Understands words by the vocabulary. A text is squashed to its letters and digits and split into the fewest known
 * words that cover it, so that case and separators, which differ from product to product, never matter:
 * `numPassedTests`, `num_passed_tests` and `numpassedtests` are understood alike.
 */

import { saidFirst } from "./precedence.ts";
import type { Decides, Says, Use } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";

export function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

export function entries(table: string): string[] {
  return table.split("|").map(squash);
}

/** The roles of a single word in a field's name. It can have several. */
export const role = {
  negation: 1,
  phrase: 2,
  count: 4,
  share: 8,
  test: 16,
  suite: 32,
  part: 64,
  generic: 128,
  wrapper: 256,
  verdictName: 512,
  resultName: 1024,
  statusName: 2048,
  qualifier: 4096,
  decisive: 8192,
  flag: 16384,
  aspect: 32768,
  begun: 65536,
  run: 131072,
} as const;

export interface Word {
  roles: number;
  says: Says | null;
  /** The uses in which it says so. */
  uses: readonly Use[];
}

const dictionary = new Map<string, Word>();
/** Kept apart: "approved" is no outcome of a run, and "submitted" is one that goes on. */
const decisions = new Map<string, { readonly says: Decides; readonly ofVerdict: boolean }>();

function wordOf(text: string): Word {
  const known = dictionary.get(text);
  if (known !== undefined) return known;
  const word: Word = { roles: 0, says: null, uses: [] };
  dictionary.set(text, word);
  return word;
}

function learn(table: string, roles: number): void {
  for (const text of entries(table)) wordOf(text).roles |= roles;
}

for (const { says, uses, words } of vocabulary.statusWords) {
  for (const text of entries(words)) {
    const word = wordOf(text);
    if (word.says !== null) throw twice(text, word.says, says);
    word.says = says;
    word.uses = uses;
  }
}
for (const { says, words, ofVerdict = false } of vocabulary.decisionWords) {
  for (const text of entries(words)) {
    const before = decisions.get(text);
    if (before !== undefined) throw twice(text, before.says, says);
    decisions.set(text, { says, ofVerdict });
  }
}

function twice(text: string, before: string, says: string): Error {
  return new Error(
    `The vocabulary has "${text}" twice (case and spaces aside): under "${before}" and under "${says}".`,
  );
}

learn(vocabulary.negations, role.negation);
learn(vocabulary.phraseFillers, role.phrase);
learn(vocabulary.countFillers, role.count);
learn(vocabulary.shares, role.share);
learn(vocabulary.units.test, role.test);
learn(vocabulary.units.suite, role.suite);
learn(vocabulary.units.part, role.part);
learn(vocabulary.genericLists, role.generic);
learn(vocabulary.wrappers, role.wrapper);
learn(vocabulary.outcomeNames.verdict, role.verdictName);
learn(vocabulary.outcomeNames.result, role.resultName);
learn(vocabulary.outcomeNames.status, role.statusName);
learn(vocabulary.outcomeQualifiers, role.qualifier);
learn(vocabulary.decisiveQualifiers, role.decisive);
learn(vocabulary.aspectQualifiers, role.aspect);
learn(vocabulary.booleanFillers, role.flag);
learn(vocabulary.begunCounts, role.begun);
learn(vocabulary.runWords, role.run);

interface Branch {
  readonly next: Map<string, Branch>;
  word: Word | null;
}

const trie: Branch = { next: new Map(), word: null };
for (const [text, word] of dictionary) {
  let branch = trie;
  for (const letter of text) {
    const next = branch.next.get(letter) ?? { next: new Map(), word: null };
    branch.next.set(letter, next);
    branch = next;
  }
  branch.word = word;
}

/** It may begin with a known word. Spares most of the many names that are ids or names of cases the work of `split`. */
export function mayBeKnown(text: string): boolean {
  let branch: Branch | undefined = trie;
  for (const letter of text) {
    branch = branch.next.get(letter);
    if (branch === undefined) return false;
    if (branch.word !== null) return !/\p{N}/u.test(text);
  }
  return false;
}

/** The fewest known words that cover the squashed text; null for a stretch that is not known. */
export function split(text: string): (Word | null)[] {
  const unknownLetter = 100;
  const cost = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Array<number>(text.length + 1).fill(0);
  const by = new Array<Word | null>(text.length + 1).fill(null);
  cost[0] = 0;
  const reach = (end: number, start: number, price: number, word: Word | null): void => {
    const total = (cost[start] ?? 0) + price;
    if (total >= (cost[end] ?? 0)) return;
    cost[end] = total;
    from[end] = start;
    by[end] = word;
  };
  for (let start = 0; start < text.length; start++) {
    reach(start + 1, start, unknownLetter, null);
    let branch: Branch | undefined = trie;
    for (let end = start; end < text.length; end++) {
      branch = branch.next.get(text[end] ?? "");
      if (branch === undefined) break;
      if (branch.word !== null) reach(end + 1, start, 1, branch.word);
    }
  }
  const found: (Word | null)[] = [];
  for (let end = text.length; end > 0; end = from[end] ?? 0) {
    const word = by[end] ?? null;
    if (word !== null || found.at(-1) !== null || found.length === 0) found.push(word);
  }
  return found.reverse();
}

/** The meaning that comes first; a negation turns the word behind it around. */
function phraseSays(found: readonly (Word | null)[]): Says | null {
  let first: Says | null = null;
  let negated = false;
  for (const word of found) {
    if (word === null) return null;
    if (word.says === null) {
      if (word.roles & role.negation) negated = true;
      continue;
    }
    const says = negated ? opposite(word.says) : word.says;
    negated = false;
    first = saidFirst(first, says);
  }
  return negated && first !== "failed" && first !== "running" && first !== "interrupted"
    ? "undecided"
    : first;
}

export function opposite(says: Says): Says {
  if (says === "passed" || says === "success") return "failed";
  if (says === "failed") return "success";
  return says === "finished" ? "running" : "undecided";
}

/** The run or case came to rest without a verdict. */
export function isOpen(says: Says | null): boolean {
  return says === "undecided" || says === "interrupted";
}

/** A single word of the vocabulary that tells of a status. */
export function statusWordOf(word: string): Readonly<Word> | undefined {
  return dictionary.get(word);
}

/** Reads one word of the vocabulary; a phrase gives null. */
export function wordSays(value: string): Says | null {
  const word = dictionary.get(squash(value));
  return isValue(word) ? word.says : null;
}

/** How a word tells of a review, exactly as the vocabulary has it: in a phrase "pass" may be a part of "bypass". */
export function decidesOf(value: string, isVerdict: boolean): Decides | null {
  const known = decisions.get(squash(value));
  return known === undefined || (known.ofVerdict && !isVerdict) ? null : known.says;
}

export function isUnrun(says: Says | null): boolean {
  return says === "unrun" || says === "planned";
}

/** Longer than any status word; more is prose. */
const longestWord = 48;

const wordCache = new Map<string, Says | null>();
const cacheLimit = 4096;

export function keep<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, value);
  return value;
}

/** The meaning of a status word; null where it is not known. */
export function saysOf(value: string): Says | null {
  if (value.length > longestWord) return null;
  const known = wordCache.get(value);
  return known !== undefined ? known : keep(wordCache, value, understandWord(value));
}

/** A value under a part speaks against the pass of its case only if its word has that use; of phrases, all but progress. */
export function countsInParts(value: string): boolean {
  const word = dictionary.get(squash(value));
  return word?.says == null ? saysOf(value) !== "running" : word.uses.includes("part");
}

const soundsFailed =
  /^(?:fail(?:ed|ure|ures|s|ing)?|error(?:ed|s)?|timeout|crash(?:ed)?)|(?:failed|failures?|fails|failing|errored|errors?|timeout|timedout|crashed)$/;

const signs = new Map(
  vocabulary.statusSigns.flatMap(([says, all]) => all.split(" ").map(sign => [sign, says] as const)),
);

function understandWord(value: string): Says | null {
  // A sign may be followed by one that asks for its picture in colours.
  const sign = signs.get(value.trim().replace("\ufe0f", ""));
  if (sign !== undefined) return sign;
  // "!pass" and "pass?" are no pass.
  if (/^[!~¬]|[?*]$/.test(value.trim())) return null;
  const text = squash(value);
  const whole = dictionary.get(text);
  if (isValue(whole)) return whole.says;
  // "3 passed, 0 failed" and "2/3" are no words.
  if (text === "" || /\p{N}/u.test(text)) return null;
  const found = split(text);
  // In a single word of a text, what is known may only be a part: "bypass" holds "by" and "pass".
  const isPhrase =
    /[^\p{L}]|\p{Ll}\p{Lu}/u.test(value.trim()) ||
    found.every(word => word?.roles === role.negation || isValue(word));
  if (isPhrase && found.every(word => (word?.roles ?? 0) & (role.negation | role.phrase) || isValue(word))) {
    return phraseSays(found);
  }
  if (soundsFailed.test(text)) return "failed";
  // Unknown words of this form mostly say what is being done: "transcribing", "warming up", "waiting for runner".
  if (/^\P{L}*\p{L}{3,}ing(?:\P{L}|$)/u.test(value) || (isValue(found[0]) && found[0].says === "running"))
    return "running";
  return null;
}

function isValue(word: Word | null | undefined): word is Word {
  return word?.uses.includes("value") ?? false;
}

const types = new Set(entries(vocabulary.notCases));

/** An element of such a type, as a hook or a message, is no case. */
export function isNoCase(type: string): boolean {
  return type.length <= longestWord && types.has(squash(type));
}
