/** The folds of a long section. Its first cases are open, and the others are folded by target. */

import { cut } from "../../wording.ts";
import type { ReportTest } from "../model.ts";
import { testsByTarget } from "../report.ts";
import { chooseAmongTargets, spreadOverTargets } from "../spread.ts";
import { htmlCode } from "./inline.ts";
import { formatCount } from "./words.ts";

/** Twenty failures with their messages fill about three screens. More of them would hide the sections below. */
const mostOpen = 20;

export interface FoldedCases {
  /** The open cases, then the others, in the order in which they take room: each target gets some of it. */
  readonly tests: readonly ReportTest[];
  /** The Markdown that begins a fold, by the fold's first case. */
  readonly before: ReadonlyMap<ReportTest, string>;
  /** Puts the texts of the first of these cases into the order of reading: those of one target together. */
  arrange(texts: readonly string[]): readonly string[];
}

/** The urgent cases come first among the open ones. */
export function foldByTarget(
  tests: readonly ReportTest[],
  [one, many]: readonly [one: string, many: string],
  isUrgent: (test: ReportTest) => boolean = () => false,
): FoldedCases {
  if (tests.length <= mostOpen) return { tests, before: new Map(), arrange: texts => texts };
  const urgent = chooseAmongTargets(tests.filter(isUrgent), mostOpen);
  const others = tests.filter(test => !isUrgent(test));
  const open = [...urgent, ...chooseAmongTargets(others, mostOpen - urgent.length)];
  const isOpen = new Set(open);
  const folded = spreadOverTargets(tests.filter(test => !isOpen.has(test)));
  const before = new Map<ReportTest, string>();
  for (const [target, ofTarget] of testsByTarget(folded)) {
    const [first] = ofTarget;
    if (first === undefined) continue;
    const label = target === "" ? "Others" : htmlCode(cut(target, 200));
    const summary = `${label}: ${formatCount(ofTarget.length, `more ${one}`, `more ${many}`)}`;
    const end = before.size === 0 ? "" : foldEnd;
    before.set(first, `${end}<details><summary>${summary}</summary>\n\n`);
  }
  const ordered = [...open, ...folded];
  return {
    tests: ordered,
    before,
    arrange(texts) {
      const groups = [...testsByTarget(ordered.slice(mostOpen, texts.length)).values()];
      const textOf = new Map(ordered.slice(0, texts.length).map((test, index) => [test, texts[index] ?? ""]));
      return [...open, ...groups.flat()].flatMap(test => textOf.get(test) ?? []);
    },
  };
}

const foldEnd = "\n</details>\n\n";

/** Closes the fold that is still open after the first `shown` cases. */
export function closeFold(shown: number): string {
  return shown > mostOpen ? foldEnd : "";
}
