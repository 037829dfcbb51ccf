/** Splits the name of a field into words of the vocabulary. */

import type { Key, Unit } from "./key.ts";
import type { Status, WordUse } from "./vocabulary.ts";
import { negatedStatus, splitIntoWords, startsWithKnownWord, type Word, wordRole } from "./words.ts";

export const unitRoles = wordRole.test | wordRole.suite | wordRole.part;

export interface NameWords {
  readonly words: readonly (Word | null)[];
  /** Known words cover the whole name. */
  readonly isKnown: boolean;
  /** The statuses of the words, after each negation is applied to the next word that has a status. */
  readonly statuses: readonly Status[];
  /** The unit that the name counts or lists. */
  readonly unit: Unit | null;
}

export function nameWordsOf(squashed: string): NameWords {
  const words = startsWithKnownWord(squashed) ? splitIntoWords(squashed) : [null];
  const statuses: Status[] = [];
  let unit: Unit | null = null;
  let negated = false;
  for (const word of words) {
    if (word === null) continue;
    if (isStatus(word)) {
      statuses.push(negated ? negatedStatus(word.status) : word.status);
      negated = false;
      continue;
    }
    // "no" also means "number", so it doesn't negate.
    if (word.roles & wordRole.negation && !(word.roles & wordRole.count)) negated = true;
    if (isUnit(word)) unit = winningUnit(unit, unitOf(word));
  }
  return { words, isKnown: squashed !== "" && !words.includes(null), statuses, unit };
}

/** The status of the whole name; null unless all words are known and agree. "executed" adds nothing to "passed". */
export function onlyStatus({ isKnown, statuses }: NameWords): Status | null {
  const distinct = new Set(statuses.length > 1 ? statuses.filter(status => status !== "finished") : statuses);
  const [only = null] = distinct;
  return isKnown && distinct.size === 1 && only !== "neutral" ? only : null;
}

/** At least one status word of the name has this use. */
export function hasUse({ words }: NameWords, use: WordUse): boolean {
  return words.some(word => word !== null && isStatus(word) && word.uses.includes(use));
}

export function hasRole({ words }: NameWords, roles: number): boolean {
  return words.some(word => word !== null && (word.roles & roles) !== 0);
}

export function hasOnlyRoles({ words, isKnown }: NameWords, roles: number): boolean {
  return isKnown && words.every(word => word !== null && (word.roles & roles) !== 0);
}

/** Ignores unknown words. */
export function hasOnlyRolesBesideStatus({ words }: NameWords, roles: number): boolean {
  return words.every(word => word === null || isStatus(word) || (word.roles & roles) !== 0);
}

interface StatusWord extends Word {
  status: Status;
}

function isStatus(word: Word): word is StatusWord {
  return word.status !== null && !(isUnit(word) && word.status === "neutral");
}

function isUnit(word: Word): boolean {
  return (word.roles & unitRoles) !== 0;
}

function unitOf(word: Word): Unit {
  if (word.roles & wordRole.test) return "test";
  return word.roles & wordRole.suite ? "suite" : "part";
}

/** In a name, "part" wins over "suite" and both win over "test": `testSuites` are suites, `testSteps` are parts. */
function winningUnit(one: Unit | null, other: Unit): Unit {
  const order: readonly Unit[] = ["test", "suite", "part"];
  return one === null || order.indexOf(other) > order.indexOf(one) ? other : one;
}

/** `pagination: { hasMore: true }`. */
export function isAboutPages({ squashed }: Key): boolean {
  return /^(?:pag|meta|cursor|links|hits)/.test(squashed);
}
