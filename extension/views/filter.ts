/** The filter of records and runs: each of its words has to occur in one of the texts. */

export function matchesFilter(filter: string, texts: readonly (string | undefined)[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word));
}
