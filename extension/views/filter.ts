/** Filters records and runs: each word of the filter has to occur in one of the texts. */

export function matchesFilter(filter: string, texts: readonly (string | undefined)[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word));
}
