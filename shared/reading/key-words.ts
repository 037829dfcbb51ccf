/** Splits the name of a field into words of the vocabulary. */

import type { Unit } from "./key.ts";
import type { Says, Use } from "./vocabulary.ts";
import { mayBeKnown, opposite, role, split, type Word } from "./words.ts";

export const units = role.test | role.suite | role.part;

export interface Words {
  readonly found: readonly (Word | null)[];
  /** Every letter of the name belongs to a known word. */
  readonly known: boolean;
  /** The statuses of the words, after each negation is applied to the next word. */
  readonly said: readonly Says[];
  /** The unit that the name counts or lists. */
  readonly unit: Unit | null;
}

export function wordsOf(squashed: string): Words {
  const found = mayBeKnown(squashed) ? split(squashed) : [null];
  const said: Says[] = [];
  let unit: Unit | null = null;
  let negated = false;
  for (const word of found) {
    if (word === null) continue;
    if (isStatus(word)) {
      said.push(negated ? opposite(word.says) : word.says);
      negated = false;
      continue;
    }
    // "no" also means "number", so it doesn't negate.
    if (word.roles & role.negation && !(word.roles & role.count)) negated = true;
    if (isUnit(word)) unit = smallerUnit(unit, unitOf(word));
  }
  return { found, known: squashed !== "" && !found.includes(null), said, unit };
}

/** The status of the whole name; null if its words disagree. "executed" beside "passed" means passed. */
export function onlyMeaning({ known, said }: Words): Says | null {
  const distinct = new Set(said.length > 1 ? said.filter(says => says !== "finished") : said);
  const [only = null] = distinct;
  return known && distinct.size === 1 && only !== "neutral" ? only : null;
}

/** At least one status word of the name has this use. */
export function isUsed({ found }: Words, use: Use): boolean {
  return found.some(word => word !== null && isStatus(word) && word.uses.includes(use));
}

export function has({ found }: Words, roles: number): boolean {
  return found.some(word => word !== null && (word.roles & roles) !== 0);
}

export function consistsOf({ found, known }: Words, roles: number): boolean {
  return known && found.every(word => word !== null && (word.roles & roles) !== 0);
}

/** Ignores unknown words. */
export function besidesStatus({ found }: Words, roles: number): boolean {
  return found.every(word => word === null || isStatus(word) || (word.roles & roles) !== 0);
}

interface StatusWord extends Word {
  says: Says;
}

function isStatus(word: Word): word is StatusWord {
  return word.says !== null && !(isUnit(word) && word.says === "neutral");
}

function isUnit(word: Word): boolean {
  return (word.roles & units) !== 0;
}

function unitOf(word: Word): Unit {
  if (word.roles & role.test) return "test";
  return word.roles & role.suite ? "suite" : "part";
}

/** The smaller of two units in a name counts: `testSuites` are suites and `testSteps` are parts. */
function smallerUnit(one: Unit | null, other: Unit): Unit {
  const order: readonly Unit[] = ["test", "suite", "part"];
  return one === null || order.indexOf(other) > order.indexOf(one) ? other : one;
}
