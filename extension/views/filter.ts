/** Matches records and runs against the filter's text. Each word has to occur in one of the texts. */

export function fits(filter: string, texts: readonly (string | undefined)[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word));
}
