/** Several runs as Markdown: a square for each run of a case, how often the case passed, and how sure that is. */

import type { CaseStatus } from "../../reading/reading.ts";
import { type CaseRun, countRuns, runSquares } from "../../sampling/decide-case.ts";
import { passInterval } from "../../sampling/statistics.ts";
import type { ReportTest, TargetResult } from "../model.ts";
import { formatCount } from "./words.ts";

const countOfStatus: { readonly [S in CaseStatus]?: CaseRun } = { passed: "pass", failed: "failure" };

/** Empty for a case of a single run. */
function severalRuns({ extra: { runs = [] } = {} }: ReportTest): readonly CaseRun[] {
  return runs.length > 1 ? runs.map(status => countOfStatus[status] ?? "neither") : [];
}

/** "passed 3 of 4 🟩🟥🟩🟩"; empty for a case of a single run, and for one that no run decided. */
export function runsOfCase(test: ReportTest): string {
  const runs = severalRuns(test);
  const { passes, failures } = countRuns(runs);
  if (passes + failures === 0) return "";
  return `passed ${passes} of ${passes + failures} ${runSquares(runs)}`;
}

export function hasFailedRun(test: ReportTest): boolean {
  return severalRuns(test).includes("failure");
}

/** Rounded outward, so that three passes of three prove no more than 44 %. Empty for a case of a single run. */
export function passRateLine(test: ReportTest): string {
  const counts = countRuns(severalRuns(test));
  const { passes, failures } = counts;
  if (passes + failures === 0) return "";
  const { low, high } = passInterval(counts);
  const decided = formatCount(passes + failures, "run");
  return `- Passes ${Math.floor(low * 100)} to ${Math.ceil(high * 100)} % of the time, by ${decided} and with 95 % confidence.\n`;
}

/** Empty for a single run, so that the report of a healthy target stays short. */
export function runsOfTarget({ runs = 1, mostRuns = runs, passes }: TargetResult): string {
  if (runs <= 1) return "";
  const isLenient = passes !== undefined && passes * 2 <= mostRuns;
  return formatCount(runs, "run") + (isLenient ? `, ${passes} of ${mostRuns} needed` : "");
}
