/**
 * Understands words by the vocabulary. A text is squashed to its letters and digits and split into the fewest known
 * words, because case and separators differ between products: `numPassedTests` equals `num_passed_tests`.
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

/** The roles of a word in a field's name, as bits: one word can have several. */
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
  uses: readonly Use[];
}

const dictionary = new Map<string, Word>();
/** A second dictionary, because "submitted" ends a review and starts a run. */
const decisions = new Map<string, { readonly says: Decides; readonly ofVerdict: boolean }>();

function addWord(text: string): Word {
  const existing = dictionary.get(text);
  if (existing !== undefined) return existing;
  const word: Word = { roles: 0, says: null, uses: [] };
  dictionary.set(text, word);
  return word;
}

function addRoles(table: string, roles: number): void {
  for (const text of entries(table)) addWord(text).roles |= roles;
}

for (const { says, uses, words } of vocabulary.statusWords) {
  for (const text of entries(words)) {
    const word = addWord(text);
    if (word.says !== null) throw duplicateError(text, word.says, says);
    word.says = says;
    word.uses = uses;
  }
}
for (const { says, words, ofVerdict = false } of vocabulary.decisionWords) {
  for (const text of entries(words)) {
    const before = decisions.get(text);
    if (before !== undefined) throw duplicateError(text, before.says, says);
    decisions.set(text, { says, ofVerdict });
  }
}

function duplicateError(text: string, before: string, says: string): Error {
  return new Error(
    `The vocabulary has "${text}" twice (case and spaces aside): under "${before}" and under "${says}".`,
  );
}

addRoles(vocabulary.negations, role.negation);
addRoles(vocabulary.phraseFillers, role.phrase);
addRoles(vocabulary.countFillers, role.count);
addRoles(vocabulary.shares, role.share);
addRoles(vocabulary.units.test, role.test);
addRoles(vocabulary.units.suite, role.suite);
addRoles(vocabulary.units.part, role.part);
addRoles(vocabulary.genericLists, role.generic);
addRoles(vocabulary.wrappers, role.wrapper);
addRoles(vocabulary.outcomeNames.verdict, role.verdictName);
addRoles(vocabulary.outcomeNames.result, role.resultName);
addRoles(vocabulary.outcomeNames.status, role.statusName);
addRoles(vocabulary.outcomeQualifiers, role.qualifier);
addRoles(vocabulary.decisiveQualifiers, role.decisive);
addRoles(vocabulary.aspectQualifiers, role.aspect);
addRoles(vocabulary.booleanFillers, role.flag);
addRoles(vocabulary.begunCounts, role.begun);
addRoles(vocabulary.runWords, role.run);

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

/** A cheap test that spares most ids and names of cases the slow `splitIntoWords`. */
export function mayBeKnown(text: string): boolean {
  let branch: Branch | undefined = trie;
  for (const letter of text) {
    branch = branch.next.get(letter);
    if (branch === undefined) return false;
    if (branch.word !== null) return !/\p{N}/u.test(text);
  }
  return false;
}

/** The fewest known words that cover the squashed text, with null for each unknown stretch. */
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

/** The first status by `combineWordStatuses`, after each negation is applied to the next word. */
function statusOfPhrase(found: readonly (Word | null)[]): Says | null {
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

/** The run or case ended or waits without a verdict. */
export function isOpen(says: Says | null): boolean {
  return says === "undecided" || says === "interrupted";
}

export function statusWordOf(word: string): Readonly<Word> | undefined {
  return dictionary.get(word);
}

/** Null for a phrase or an unknown word. */
export function wordSays(value: string): Says | null {
  const word = dictionary.get(squash(value));
  return isStatusValue(word) ? word.says : null;
}

/** The meaning of one word about a review. Phrases aren't split, because "bypass" contains "pass". */
export function decidesOf(value: string, isVerdict: boolean): Decides | null {
  const known = decisions.get(squash(value));
  return known === undefined || (known.ofVerdict && !isVerdict) ? null : known.says;
}

export function isUnrun(says: Says | null): boolean {
  return says === "unrun" || says === "planned";
}

const longestWord = 48;

const wordCache = new Map<string, Says | null>();
const cacheLimit = 4096;

export function keep<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, value);
  return value;
}

/** The status that a word, a phrase or a sign means; null for an unknown text. */
export function saysOf(value: string): Says | null {
  if (value.length > longestWord) return null;
  const cached = wordCache.get(value);
  return cached !== undefined ? cached : keep(wordCache, value, understandStatus(value));
}

/** Whether the status of a part can contradict a passed case: by the word's uses; of phrases, all but "running". */
export function countsInParts(value: string): boolean {
  const word = dictionary.get(squash(value));
  return word?.says == null ? saysOf(value) !== "running" : word.uses.includes("part");
}

const soundsFailed =
  /^(?:fail(?:ed|ure|ures|s|ing)?|error(?:ed|s)?|timeout|crash(?:ed)?)|(?:failed|failures?|fails|failing|errored|errors?|timeout|timedout|crashed)$/;

const signs = new Map(
  vocabulary.statusSigns.flatMap(([says, all]) => all.split(" ").map(sign => [sign, says] as const)),
);

function understandStatus(value: string): Says | null {
  // U+FE0F after a sign requests its coloured form.
  const sign = signs.get(value.trim().replace("\ufe0f", ""));
  if (sign !== undefined) return sign;
  // "!pass" and "pass?" don't mean a pass.
  if (/^[!~¬]|[?*]$/.test(value.trim())) return null;
  const text = squash(value);
  const whole = dictionary.get(text);
  if (isStatusValue(whole)) return whole.says;
  // "3 passed, 0 failed" and "2/3" are counts.
  if (text === "" || /\p{N}/u.test(text)) return null;
  const found = split(text);
  // A single word can contain known words by accident: "bypass" contains "by" and "pass".
  const isPhrase =
    /[^\p{L}]|\p{Ll}\p{Lu}/u.test(value.trim()) ||
    found.every(word => word?.roles === role.negation || isStatusValue(word));
  if (
    isPhrase &&
    found.every(word => (word?.roles ?? 0) & (role.negation | role.phrase) || isStatusValue(word))
  ) {
    return statusOfPhrase(found);
  }
  if (soundsFailed.test(text)) return "failed";
  // Unknown words in -ing mostly name current work: "transcribing", "warming up", "waiting for runner".
  if (
    /^\P{L}*\p{L}{3,}ing(?:\P{L}|$)/u.test(value) ||
    (isStatusValue(found[0]) && found[0].says === "running")
  )
    return "running";
  return null;
}

function isStatusValue(word: Word | null | undefined): word is Word {
  return word?.uses.includes("value") ?? false;
}

const nonCaseTypes = new Set(entries(vocabulary.notCases));

/** List elements of such a type are hooks or messages and not cases. */
export function isNoCase(type: string): boolean {
  return type.length <= longestWord && nonCaseTypes.has(squash(type));
}
