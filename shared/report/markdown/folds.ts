/** The folds of a long section. Its first cases are open, and the others are folded by target. */

import { cut } from "../../wording.ts";
import type { ReportTest } from "../model.ts";
import { testsByTarget } from "../report.ts";
import { htmlCode } from "./inline.ts";
import { formatCount } from "./words.ts";

/** Twenty failures with their messages fill about three screens. More of them would hide the sections below. */
const mostOpen = 20;

export interface FoldedCases {
  /** The open cases, then the others, those of one target together. */
  readonly tests: readonly ReportTest[];
  /** The Markdown that begins a fold, by the fold's first case. */
  readonly before: ReadonlyMap<ReportTest, string>;
}

export function foldByTarget(
  tests: readonly ReportTest[],
  [one, many]: readonly [one: string, many: string],
): FoldedCases {
  if (tests.length <= mostOpen) return { tests, before: new Map() };
  const ordered = tests.slice(0, mostOpen);
  const before = new Map<ReportTest, string>();
  for (const [target, folded] of testsByTarget(tests.slice(mostOpen))) {
    const label = target === "" ? "Others" : htmlCode(cut(target, 200));
    const summary = `${label}: ${formatCount(folded.length, `more ${one}`, `more ${many}`)}`;
    const end = closeFold(ordered.length);
    for (const test of folded) {
      if (test === folded[0]) before.set(test, `${end}<details><summary>${summary}</summary>\n\n`);
      ordered.push(test);
    }
  }
  return { tests: ordered, before };
}

/** Closes the fold that is still open after the first `shown` cases. */
export function closeFold(shown: number): string {
  return shown > mostOpen ? "\n</details>\n\n" : "";
}
