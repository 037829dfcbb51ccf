/** Finds the files that patterns match. It limits braces, because nested braces can expand to millions of patterns. */

import { glob } from "node:fs/promises";

const mostAlternatives = 1_000;
/** Enough for one report per shard, because `shard` accepts at most 9,999 shards. */
const mostFiles = 10_000;

export class PatternProblem extends Error {}

/** Takes one pattern per line. Sorts numbers in names by value, so that `report-2` comes before `report-10`. */
export async function findMatchingFiles(text: string): Promise<string[]> {
  const patterns = text
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "");
  if (patterns.reduce((sum, pattern) => sum + alternativesIn(pattern), 0) > mostAlternatives) {
    throw new PatternProblem(
      `It expands to more than ${mostAlternatives} patterns; use fewer lines and braces, and \`*\` instead.`,
    );
  }
  const files: string[] = [];
  for await (const file of glob(patterns)) {
    if (files.push(file) > mostFiles) {
      throw new PatternProblem(
        `It matches more than ${mostFiles} files; use a pattern that matches only the reports.`,
      );
    }
  }
  return files.sort(new Intl.Collator("en", { numeric: true }).compare);
}

/** An upper limit of the patterns that one pattern expands to. Counts a nested group like a group beside the outer one. */
function alternativesIn(pattern: string): number {
  const groups: number[] = [];
  const open: number[] = [];
  for (const [token, from, to] of pattern.matchAll(/\\.|[{},]|(?<!\w)(-?\w+)\.\.(-?\w+)/g)) {
    const group = open.at(-1);
    if (token === "{") open.push(groups.push(1) - 1);
    else if (token === "}") open.pop();
    else if (group === undefined || token.startsWith("\\")) continue;
    else groups[group] = (groups[group] ?? 1) + (token === "," ? 1 : alternativesAddedBy(from, to));
  }
  return groups.reduce((product, group) => product * group, 1);
}

/**
 * The alternatives that a range adds to its group, which already counts one: 4 for `1..5`. A range of letters counts as
 * 128, because no such range is longer.
 */
function alternativesAddedBy(from = "", to = ""): number {
  const length = Math.abs(Number(to) - Number(from));
  return Number.isNaN(length) ? 128 : length;
}
