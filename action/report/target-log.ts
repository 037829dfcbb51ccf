/** Logs a target's result: a line if the target passed, otherwise a group with its failed and undecided cases. */

import { formatCounts } from "../../shared/report/markdown/headline.ts";
import { resultOf } from "../../shared/report/markdown/targets.ts";
import { formatCount, formatKnownDuration, signs } from "../../shared/report/markdown/words.ts";
import type { Report, ReportTest, TargetResult } from "../../shared/report/model.ts";
import { caseGroupOf, targetLabel, testsByTarget } from "../../shared/report/report.ts";
import { whyUndecided } from "../../shared/report/reviews.ts";
import { oneLine, shortLine } from "../../shared/report/text.ts";
import type { Log } from "../runner/log.ts";

/** Limits the cases in the log of one target; the report has all of them. */
const mostCases = 20;

export function logTarget(target: TargetResult, tests: readonly ReportTest[], log: Log): void {
  const { verdict, durationMs, evidence, error, teachLink, runs = 1 } = target;
  const facts = [runs > 1 ? formatCount(runs, "run") : "", formatKnownDuration(durationMs)];
  const time = facts.filter(Boolean).join(", ");
  const title =
    `${resultOf(target)}: ${targetLabel(target)} — ${formatCounts(target)}` +
    (time === "" ? "" : ` (${time})`);
  if (verdict === "passed") {
    log.info(oneLine(title));
    return;
  }
  const cases = tests.filter(isFailedOrUndecided);
  const lines = [
    error ?? evidence,
    ...(teachLink === undefined ? [] : [`Teach Callboard in the editor: ${oneLine(teachLink)}`]),
    ...cases.slice(0, mostCases).map(lineOf),
    ...(cases.length > mostCases ? [`… and ${cases.length - mostCases} more`] : []),
  ];
  log.group(title, lines.join("\n"));
}

/** For a report that other jobs have made. */
export function logUnpassedTargets({ results }: Report, log: Log): void {
  const byTarget = testsByTarget(results.tests.filter(isFailedOrUndecided));
  for (const target of results.extra.callboard.targets) {
    if (target.verdict !== "passed") logTarget(target, byTarget.get(targetLabel(target)) ?? [], log);
  }
}

function isFailedOrUndecided(test: ReportTest): boolean {
  return ["failed", "undecided"].includes(caseGroupOf(test));
}

function lineOf(test: ReportTest): string {
  const {
    status,
    name,
    suite: [, ...groups],
    message = "",
  } = test;
  const reason = status === "failed" ? message : whyUndecided(test);
  const sign = status === "failed" ? signs.failed : signs.unknown;
  const why = reason === "" ? "" : `: ${shortLine(reason, 300)}`;
  return `${sign} ${oneLine([...groups, name].join(" › "))}${why}`;
}
