/** Which records and runs fit what a person looks for: every word of it is in their name, id, project, kind or verdict. */

export function fits(filter: string, texts: readonly (string | undefined)[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word));
}
