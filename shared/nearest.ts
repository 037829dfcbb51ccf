/** Finds the valid word that is nearest to a wrong one, for "did you mean". Gives undefined if none is near. */

/** Limits that keep the search short, because the words can come from a stranger's file. */
const mostWords = 1000;
const mostCharacters = 60;

export function nearest(word: string, words: Iterable<string>): string | undefined {
  const wanted = normalize(word);
  let best: { readonly word: string; readonly edits: number } | undefined;
  let compared = 0;
  for (const candidate of words) {
    if (++compared > mostWords) break;
    const offered = normalize(candidate);
    // With more than a third of the letters wrong, a suggestion confuses more than it helps. One may always be wrong.
    const tolerated = Math.max(1, Math.floor(Math.max(wanted.length, offered.length) / 3));
    const limit = Math.min(tolerated, (best?.edits ?? Number.POSITIVE_INFINITY) - 1);
    const edits = editsBetween(wanted, offered, limit);
    if (edits <= limit) best = { word: candidate, edits };
  }
  return best?.word;
}

export function createLimitedNearest(count: number): typeof nearest {
  let left = count;
  return (word, words) => (left-- > 0 ? nearest(word, words) : undefined);
}

/** Ignores case and separators, because people often get these wrong. */
function normalize(word: string): string {
  return word
    .slice(0, mostCharacters)
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, "");
}

/**
 * Counts the letters that are added, dropped, changed or swapped with a neighbour. Gives infinity if the lengths alone
 * differ by more than the limit.
 */
function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
