/**
 * Ranks entries by how well they match a typed text. The ranks, best first: a name equals the typed text; a name begins
 * with it; any text contains it as a word; any text contains it; any text contains its letters in this order.
 */

export interface RankedTexts {
  readonly names: readonly string[];
  readonly others?: readonly string[];
}

/** Gives the matches, the best first. Equally good matches keep their order. */
export function rankByText<T>(
  all: readonly T[],
  typed: string,
  textsOf: (each: T) => RankedTexts,
): readonly T[] {
  const wanted = normalized(typed);
  if (wanted === "") return all;
  const asWord = new RegExp(`(?<![\\p{L}\\p{N}])${regexpEscaped(wanted)}(?![\\p{L}\\p{N}])`, "u");
  const rankOf = (each: T): number => {
    const { names, others = [] } = textsOf(each);
    const normalizedNames = names.map(normalized);
    const texts = [...normalizedNames, ...others.map(normalized)];
    if (normalizedNames.includes(wanted)) return 0;
    if (normalizedNames.some(name => name.startsWith(wanted))) return 1;
    if (texts.some(text => asWord.test(text))) return 2;
    if (texts.some(text => text.includes(wanted))) return 3;
    return texts.some(text => hasLettersInOrder(text, wanted)) ? 4 : 5;
  };
  const ranks = all.map(each => ({ each, rank: rankOf(each) }));
  return ranks
    .filter(({ rank }) => rank < 5)
    .sort((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

/** Runs in linear time. A regular expression would backtrack for very long on a hostile text. */
function hasLettersInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    const found = text.indexOf(letter, at);
    if (found < 0) return false;
    at = found + letter.length;
  }
  return true;
}

function normalized(text: string): string {
  return text.trim().toLowerCase();
}

function regexpEscaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
