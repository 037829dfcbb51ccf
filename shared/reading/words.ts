/**
 * Understands words by the vocabulary. A text is squashed to its letters and digits and split into the fewest known
 * words, because case and separators differ between products: `numPassedTests` equals `num_passed_tests`.
 */

import { combineWordStatuses } from "./precedence.ts";
import type { DecisionMeaning, Status, WordUse } from "./vocabulary.ts";
import * as vocabulary from "./vocabulary.ts";

export function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The entries of one of the vocabulary's tables: `scenario | persona`. */
export function splitTable(table: string): string[] {
  return table.split("|").map(entry => entry.trim());
}

export function squashedWords(table: string): string[] {
  return splitTable(table).map(squash);
}

/** The roles of a word in a field's name, as bits: one word can have several. */
export const wordRole = {
  negation: 1,
  phrase: 2,
  count: 4,
  ratio: 8,
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
  started: 65536,
  run: 131072,
} as const;

export interface Word {
  roles: number;
  status: Status | null;
  uses: readonly WordUse[];
}

const dictionary = new Map<string, Word>();
/** A second dictionary, because some words have two meanings: "submitted" ends a review, but starts a run. */
const decisions = new Map<string, { readonly meaning: DecisionMeaning; readonly onlyAsVerdict: boolean }>();

function addWord(text: string): Word {
  const existing = dictionary.get(text);
  if (existing !== undefined) return existing;
  const word: Word = { roles: 0, status: null, uses: [] };
  dictionary.set(text, word);
  return word;
}

function addRoles(table: string, roles: number): void {
  for (const text of squashedWords(table)) addWord(text).roles |= roles;
}

for (const { status, uses, words } of vocabulary.statusWords) {
  for (const text of squashedWords(words)) {
    const word = addWord(text);
    if (word.status !== null) throw duplicateError(text, word.status, status);
    word.status = status;
    word.uses = uses;
  }
}
for (const { meaning, words, onlyAsVerdict = false } of vocabulary.decisionWords) {
  for (const text of squashedWords(words)) {
    const before = decisions.get(text);
    if (before !== undefined) throw duplicateError(text, before.meaning, meaning);
    decisions.set(text, { meaning, onlyAsVerdict });
  }
}

function duplicateError(text: string, before: string, meaning: string): Error {
  return new Error(
    `The vocabulary has "${text}" twice (case and spaces aside): under "${before}" and under "${meaning}".`,
  );
}

addRoles(vocabulary.negations, wordRole.negation);
addRoles(vocabulary.phraseFillers, wordRole.phrase);
addRoles(vocabulary.countFillers, wordRole.count);
addRoles(vocabulary.ratioWords, wordRole.ratio);
addRoles(vocabulary.unitWords.test, wordRole.test);
addRoles(vocabulary.unitWords.suite, wordRole.suite);
addRoles(vocabulary.unitWords.part, wordRole.part);
addRoles(vocabulary.genericLists, wordRole.generic);
addRoles(vocabulary.wrappers, wordRole.wrapper);
addRoles(vocabulary.outcomeNames.verdict, wordRole.verdictName);
addRoles(vocabulary.outcomeNames.result, wordRole.resultName);
addRoles(vocabulary.outcomeNames.status, wordRole.statusName);
addRoles(vocabulary.outcomeQualifiers, wordRole.qualifier);
addRoles(vocabulary.decisiveQualifiers, wordRole.decisive);
addRoles(vocabulary.aspectQualifiers, wordRole.aspect);
addRoles(vocabulary.booleanFillers, wordRole.flag);
addRoles(vocabulary.startedCountNames, wordRole.started);
addRoles(vocabulary.runWords, wordRole.run);

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

/** A cheap test, so that most ids and names of cases don't need the slow `splitIntoWords`. */
export function startsWithKnownWord(text: string): boolean {
  let branch: Branch | undefined = trie;
  for (const letter of text) {
    branch = branch.next.get(letter);
    if (branch === undefined) return false;
    if (branch.word !== null) return !/\p{N}/u.test(text);
  }
  return false;
}

/** The fewest known words that cover the squashed text, with null for each unknown stretch. */
export function splitIntoWords(text: string): (Word | null)[] {
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

/** Applies each negation to the next word with a status, then combines the statuses. Null if a word is unknown. */
function statusOfPhrase(found: readonly (Word | null)[]): Status | null {
  let first: Status | null = null;
  let negated = false;
  for (const word of found) {
    if (word === null) return null;
    if (word.status === null) {
      if (word.roles & wordRole.negation) negated = true;
      continue;
    }
    const status = negated ? negatedStatus(word.status) : word.status;
    negated = false;
    first = combineWordStatuses(first, status);
  }
  return negated && first !== "failed" && first !== "running" && first !== "interrupted"
    ? "undecided"
    : first;
}

export function negatedStatus(status: Status): Status {
  if (status === "passed" || status === "success") return "failed";
  if (status === "failed") return "success";
  return status === "finished" ? "running" : "undecided";
}

/** The run or case ended or waits without a verdict. */
export function isInconclusive(status: Status | null): boolean {
  return status === "undecided" || status === "interrupted";
}

/** Nothing with this status has passed or can still be called passed. */
export function isBadStatus(status: Status | null): boolean {
  return status === "failed" || status === "running" || isInconclusive(status) || isUnrun(status);
}

export function isBadWord(text: string): boolean {
  return isBadStatus(statusOfResult(text));
}

export function findWord(word: string): Readonly<Word> | undefined {
  return dictionary.get(word);
}

/** Null if the text as a whole isn't a status word of the vocabulary, even if it consists of such words. */
export function statusOfWord(value: string): Status | null {
  const word = dictionary.get(squash(value));
  return isStatusValue(word) ? word.status : null;
}

/** The meaning of one word about a review. Phrases aren't split, because "bypass" contains "pass". */
export function decisionMeaningOf(value: string, isVerdict: boolean): DecisionMeaning | null {
  const known = decisions.get(squash(value));
  return known === undefined || (known.onlyAsVerdict && !isVerdict) ? null : known.meaning;
}

const acceptedWords = new Set(squashedWords(vocabulary.acceptance.accepted));
const rejectedWords = new Set(squashedWords(vocabulary.acceptance.rejected));

/** In a case, the word can be the outcome as well as the state of a run that was only accepted. */
export function mayMeanPass(value: string): boolean {
  return value.length <= longestWord && acceptedWords.has(squash(value));
}

export function meansRejected(value: string): boolean {
  return value.length <= longestWord && rejectedWords.has(squash(value));
}

export function isUnrun(status: Status | null): boolean {
  return status === "unrun" || status === "planned";
}

/** The team's words for the response that is being read. A reading is synchronous, so no other response is read meanwhile. */
let taughtWords: TaughtWords = new Map();

/** U+FE0F after a sign requests its coloured form, and others a colour of skin. */
const formsOfSigns = /[\ufe0f\p{Emoji_Modifier}]/gu;

/** Keys are words by their `taughtForm`, and names by their `nameForm`. */
export type TaughtWords = ReadonlyMap<string, Status>;

/** Two words are one if only case and separators differ. Signs count: `B-`, `!good` and `👎` are words of their own. */
export function taughtForm(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(formsOfSigns, "")
    .replace(/^[\s.,:;]+|(?<![\s.,:;])[\s.,:;]+$/g, "")
    .replace(/(?<=[\p{L}\p{N}])[\s_.:/-]+(?=[\p{L}\p{N}])/gu, "");
}

/** The name of a field is no word: `@Attempted` is `attempted`. */
export function nameForm(squashed: string): string {
  return `name ${squashed}`;
}

export function readWithTaughtWords<T>(words: TaughtWords, read: () => T): T {
  const before = taughtWords;
  taughtWords = words;
  try {
    return read();
  } finally {
    taughtWords = before;
  }
}

export const longestWord = 48;

const wordCache = new Map<string, Status | null>();
const cacheLimit = 4096;

export function addToCache<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, value);
  return value;
}

/** The meaning that the team has given to a word, or undefined. */
export function taughtStatusOf(word: string): Status | undefined {
  return taughtWords.get(taughtForm(word));
}

/** The team has said that a field of this name says nothing about the verdict, or that it speaks for a pass. */
export function isTaughtHarmless(squashed: string, isDenied = false): boolean {
  const status = taughtWords.get(nameForm(squashed));
  return status === "skipped" || (status === "passed" && !isDenied);
}

/** As `statusOfText`, in a result, where the team's words count first. They don't count in a decision. */
export function statusOfResult(value: string): Status | null {
  if (taughtWords.size === 0) return statusOfText(value);
  return taughtWords.get(taughtForm(value)) ?? statusOfText(value);
}

/** The text is a word of the vocabulary or of the team. Its status isn't a guess by the form of the text. */
export function isKnownWord(value: string): boolean {
  return (
    taughtWords.has(taughtForm(value)) || dictionary.get(squash(withoutTypePrefix(value)))?.status != null
  );
}

/** The status that a word, a phrase or a sign means; null for an unknown text. */
export function statusOfText(value: string): Status | null {
  if (value.length > longestWord) return null;
  const cached = wordCache.get(value);
  return cached !== undefined ? cached : addToCache(wordCache, value, understandStatus(value));
}

/**
 * Whether a part with this status can contradict its passed case. A text outside the vocabulary can, unless it means
 * "running".
 */
export function appliesToParts(value: string): boolean {
  const word = dictionary.get(squash(value));
  return word?.status == null ? statusOfResult(value) !== "running" : word.uses.includes("part");
}

const soundsLikeFailure =
  /^(?:fail(?:ed|ure|ures|s|ing)?|error(?:ed|s)?|timeout|crash(?:ed)?)|(?:failed|failures?|fails|failing|errored|errors?|timeout|timedout|crashed)$/;

const signs = new Map(
  vocabulary.statusSigns.flatMap(([status, all]) => all.split(" ").map(sign => [sign, status] as const)),
);

/** `RUN_PHASE_RUNNING`: programs write the name of a type before its words. */
const typePrefix =
  /^(?:[A-Z]+_){0,4}(?:PHASE|STATE|STATUS|STAGE|LIFECYCLE|RESULT|VERDICT|OUTCOME|CONCLUSION|DECISION|MODE|KIND|TYPE|COMPLETENESS)_(?=[A-Z])/;

export function withoutTypePrefix(text: string): string {
  return text.replace(typePrefix, "");
}

function understandStatus(value: string): Status | null {
  const word = withoutTypePrefix(value);
  if (word !== value) return understandStatus(word);
  const sign = signs.get(value.trim().replace(formsOfSigns, ""));
  if (sign !== undefined) return sign;
  // "!pass" and "pass?" don't mean a pass.
  if (/^[!~¬]|[?*]$/.test(value.trim())) return null;
  const text = squash(value);
  const whole = dictionary.get(text);
  if (isStatusValue(whole)) return whole.status;
  // "3 passed, 0 failed" and "2/3" are counts.
  if (text === "" || /\p{N}/u.test(text)) return null;
  const found = splitIntoWords(text);
  // A single word can contain known words by accident: "bypass" contains "by" and "pass".
  const isPhrase =
    /[^\p{L}]|\p{Ll}\p{Lu}/u.test(value.trim()) ||
    found.every(word => word?.roles === wordRole.negation || isStatusValue(word));
  if (
    isPhrase &&
    found.every(word => (word?.roles ?? 0) & (wordRole.negation | wordRole.phrase) || isStatusValue(word))
  ) {
    return statusOfPhrase(found);
  }
  if (soundsLikeFailure.test(text)) return "failed";
  // Unknown words in -ing mostly name current work: "transcribing", "warming up", "waiting for runner".
  if (
    /^\P{L}*\p{L}{3,}ing(?:\P{L}|$)/u.test(value) ||
    (isStatusValue(found[0]) && found[0].status === "running")
  )
    return "running";
  return null;
}

function isStatusValue(word: Word | null | undefined): word is Word {
  return word?.uses.includes("value") ?? false;
}

const nonCaseTypes = new Set(squashedWords(vocabulary.nonCaseTypes));

/** List elements of such a type are hooks, steps or messages and not cases. */
export function isNonCaseType(type: string): boolean {
  return type.length <= longestWord && nonCaseTypes.has(squash(type));
}
