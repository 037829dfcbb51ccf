/** The name of a field, in the words of the vocabulary. */

import type { Unit } from "./key.ts";
import type { Says, Use } from "./vocabulary.ts";
import { mayBeKnown, opposite, role, split, type Word } from "./words.ts";

export const units = role.test | role.suite | role.part;

/** A name in its words. */
export interface Words {
  readonly found: readonly (Word | null)[];
  /** Every letter of it belongs to a known word. */
  readonly known: boolean;
  /** The meanings of its status words; a negation turns the one behind it. */
  readonly said: readonly Says[];
  /** The unit that it counts or lists. */
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
    // "no" is also the number of something.
    if (word.roles & role.negation && !(word.roles & role.count)) negated = true;
    if (isUnit(word)) unit = smallerUnit(unit, unitOf(word));
  }
  return { found, known: squashed !== "" && !found.includes(null), said, unit };
}

/** How the status words of a name are understood; "executed" and "passed" say that it passed. */
export function onlyMeaning({ known, said }: Words): Says | null {
  const all = new Set(said.length > 1 ? said.filter(says => says !== "finished") : said);
  const [only = null] = all;
  return known && all.size === 1 && only !== "neutral" ? only : null;
}

/** A status word that gives the name its meaning has this use. */
export function isUsed({ found }: Words, use: Use): boolean {
  return found.some(word => word !== null && isStatus(word) && word.uses.includes(use));
}

export function has({ found }: Words, roles: number): boolean {
  return found.some(word => word !== null && (word.roles & roles) !== 0);
}

export function consistsOf({ found, known }: Words, roles: number): boolean {
  return known && found.every(word => word !== null && (word.roles & roles) !== 0);
}

/** Beside its status words, it has only words of these roles. */
export function besidesStatus({ found }: Words, roles: number): boolean {
  return found.every(word => word === null || isStatus(word) || (word.roles & roles) !== 0);
}

function isStatus(word: Word): word is Word & { says: Says } {
  return word.says !== null && !(isUnit(word) && word.says === "neutral");
}

function isUnit(word: Word): boolean {
  return (word.roles & units) !== 0;
}

function unitOf(word: Word): Unit {
  if (word.roles & role.test) return "test";
  return word.roles & role.suite ? "suite" : "part";
}

/** `testSuites` are suites and `testSteps` are parts. */
function smallerUnit(one: Unit | null, other: Unit): Unit {
  const order: readonly Unit[] = ["test", "suite", "part"];
  return one === null || order.indexOf(other) > order.indexOf(one) ? other : one;
}
