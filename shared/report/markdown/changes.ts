/** How a case compares with the base and its history, in words. */

import type { CaseChange } from "../history.ts";
import type { ReportTest } from "../model.ts";
import type { ReportView } from "../view.ts";
import { inlineName } from "./inline.ts";

const words: { readonly [C in CaseChange]?: string } = {
  new: "new failure",
  "still-failing": "still failing",
  "as-flaky-as-before": "as flaky as before",
};

/** "new failure (20 of 20 on main)"; empty without a comparison, and for a case that did not fail. */
export function changeOfCase(view: ReportView, test: ReportTest): string {
  const change = view.comparison?.changeOf(test);
  const word = change === undefined ? undefined : words[change];
  if (word === undefined) return "";
  const before = historyOfCase(view, test);
  return before === "" ? word : `${word} (${before})`;
}

/** "18 of 20 on main"; empty if the base and its history contain less than two runs of the case. */
export function historyOfCase({ comparison, base }: ReportView, test: ReportTest): string {
  const { passes, failures } = comparison?.beforeOf(test) ?? { passes: 0, failures: 0 };
  return passes + failures < 2 ? "" : `${passes} of ${passes + failures} ${placeOf(base)}`;
}

/** A base is named like "main at 1a2b3c4". The history spans several commits of its branch. */
function placeOf(base: string | undefined): string {
  const branch = /^(.+) at [0-9a-f]{7,40}(?![0-9a-z])/.exec(base ?? "")?.[1];
  return branch === undefined ? `in ${inlineName(base ?? "the base")}` : `on ${inlineName(branch)}`;
}
