/**
 * What is meant by what was typed: an entry that is called exactly so, by its name or id, then one that begins so, one
 * that has it as a word, one that holds it, and last one that has its letters in this order.
 */

/** The texts that are given first count as names and ids; the others are only looked through. */
export interface Ranked {
  readonly names: readonly string[];
  readonly others?: readonly string[];
}

/** Those that fit, the best first; of equally good ones in the order that they are given in. */
export function ranked<T>(all: readonly T[], typed: string, textsOf: (each: T) => Ranked): readonly T[] {
  const wanted = plain(typed);
  if (wanted === "") return all;
  const isWord = new RegExp(`(?<![\\p{L}\\p{N}])${literally(wanted)}(?![\\p{L}\\p{N}])`, "u");
  const rankOf = (each: T): number => {
    const { names, others = [] } = textsOf(each);
    const called = names.map(plain);
    const texts = [...called, ...others.map(plain)];
    if (called.includes(wanted)) return 0;
    if (called.some(name => name.startsWith(wanted))) return 1;
    if (texts.some(text => isWord.test(text))) return 2;
    if (texts.some(text => text.includes(wanted))) return 3;
    return texts.some(text => hasInOrder(text, wanted)) ? 4 : 5;
  };
  const ranks = all.map(each => ({ each, rank: rankOf(each) }));
  return ranks
    .filter(({ rank }) => rank < 5)
    .sort((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

/** Each letter is looked for once: as an expression it would take ages for a text that was written for that. */
function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    const found = text.indexOf(letter, at);
    if (found < 0) return false;
    at = found + letter.length;
  }
  return true;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
