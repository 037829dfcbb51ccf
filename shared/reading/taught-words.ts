/** The words that a team has taught, checked against the vocabulary: a known bad word never becomes good. */

import type { ReadingRules, TaughtStatus } from "../catalog/catalog.ts";
import type { Status } from "./vocabulary.ts";
import {
  mayMeanPass,
  nameForm,
  squash,
  statusOfText,
  statusOfWord,
  type TaughtWords,
  taughtForm,
} from "./words.ts";

const refused: Readonly<Record<TaughtStatus, readonly Status[]>> = {
  passed: ["failed", "undecided", "interrupted", "running", "unrun", "planned"],
  skipped: ["failed", "undecided", "interrupted", "running"],
  undecided: [],
  running: [],
  failed: [],
};

/** The status that keeps the word from being taught, or undefined. */
export function knownBadStatus(word: string, taught: TaughtStatus): Status | undefined {
  // A word that only sounds like a failure counts too. Other guesses by the form of a word, such as "transcribing" for
  // running, can be corrected.
  const known = statusOfWord(word) ?? (statusOfText(word) === "failed" ? "failed" : null);
  if (known === "running" && mayMeanPass(word)) return undefined;
  return known !== null && refused[taught].includes(known) ? known : undefined;
}

export function taughtWordsOf(words: ReadingRules["words"] = {}): TaughtWords | undefined {
  const taught = Object.entries(words).filter(([word, status]) => knownBadStatus(word, status) === undefined);
  if (taught.length === 0) return undefined;
  return new Map(
    taught.flatMap(([word, status]) => [
      [taughtForm(word), status],
      [nameForm(squash(word)), status],
    ]),
  );
}
