/** The files that patterns match, within limits: braces within braces stand for millions of patterns. */

import { glob } from "node:fs/promises";

const mostAlternatives = 1_000;
/** As many as there can be shards. */
const mostFiles = 10_000;

/** What is wrong with the patterns, as a sentence. */
export class PatternProblem extends Error {}

/** One pattern per line; the files are in the order in which people count. */
export async function matchesOf(text: string): Promise<string[]> {
  const patterns = text
    .split("\n")
    .map(line => line.trim())
    .filter(line => line !== "");
  if (patterns.reduce((sum, pattern) => sum + alternativesIn(pattern), 0) > mostAlternatives) {
    throw new PatternProblem(
      `It stands for more than ${mostAlternatives} patterns; write fewer lines and braces, and \`*\` instead.`,
    );
  }
  const files: string[] = [];
  for await (const file of glob(patterns)) {
    if (files.push(file) > mostFiles) {
      throw new PatternProblem(
        `It matches more than ${mostFiles} files; say more closely where the reports are.`,
      );
    }
  }
  return files.sort(new Intl.Collator("en", { numeric: true }).compare);
}

/** An upper limit: a group within another is counted as if it stood next to it. */
function alternativesIn(pattern: string): number {
  const groups: number[] = [];
  const open: number[] = [];
  for (const [token, from, to] of pattern.matchAll(/\\.|[{},]|(?<!\w)(-?\w+)\.\.(-?\w+)/g)) {
    const group = open.at(-1);
    if (token === "{") open.push(groups.push(1) - 1);
    else if (token === "}") open.pop();
    else if (group === undefined || token.startsWith("\\")) continue;
    else groups[group] = (groups[group] ?? 1) + (token === "," ? 1 : rangeOf(from, to));
  }
  return groups.reduce((product, group) => product * group, 1);
}

/** Numbers, or letters. */
function rangeOf(from = "", to = ""): number {
  const length = Math.abs(Number(to) - Number(from));
  return Number.isNaN(length) ? 128 : length;
}
