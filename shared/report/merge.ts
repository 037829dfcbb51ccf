/** Merges the reports of several jobs into one. */

import { mostSevereVerdict } from "../reading/severity.ts";
import { withoutContradictions } from "./contradictions.ts";
import type { CallboardExtra, Report, TargetResult } from "./model.ts";
import { reportOf, targetResult } from "./report.ts";

/** Gives undefined if no report has a target. */
export function merge(all: readonly Report[]): Report | undefined {
  // A shard without targets has the verdict `unknown`, which would make the merged report unknown.
  const parts = all.filter(part => !isEmpty(part)).map(withoutContradictions);
  if (parts.every(part => callboardOf(part).targets.length === 0)) return undefined;
  const summaries = parts.map(({ results }) => results.summary);
  const targets = parts.flatMap(part => callboardOf(part).targets);
  const tests = parts.flatMap(({ results }) => results.tests);
  const merged = reportOf([...targets, ...lostTargets(parts), ...missingShards(all)], tests, {
    startedAt: Math.min(...summaries.map(summary => summary.start)),
    stoppedAt: Math.max(...summaries.map(summary => summary.stop)),
    cancelled: parts.some(part => callboardOf(part).cancelled),
  });
  // A part may state a more severe verdict than its targets have, for example after a cancel. That verdict counts.
  const verdict = mostSevereVerdict([merged, ...parts].map(part => callboardOf(part).verdict));
  return withCallboard(merged, { ...callboardOf(merged), verdict });
}

function isEmpty({ results: { summary, tests, extra } }: Report): boolean {
  const { targets, verdict } = extra.callboard;
  return targets.length + tests.length + summary.tests === 0 && verdict === "unknown";
}

/** A report that lost its targets counts as a target that could not be run, because a lost target may have failed. */
function lostTargets(parts: readonly Report[]): TargetResult[] {
  const error =
    "This report has a verdict or cases, but no target: was the file changed after it was written?";
  return parts.flatMap((part, index) =>
    callboardOf(part).targets.length === 0 ? notRun(`report ${index + 1}`, error) : [],
  );
}

/** A shard without a report counts as a target that could not be run, because one of its targets may have failed. */
function missingShards(parts: readonly Report[]): TargetResult[] {
  const error = "No report of this shard was merged: look into the shard's job for the reason.";
  const present = new Map<number, Set<number>>();
  for (const part of parts) {
    const [number, of] = callboardOf(part).shard?.split("/").map(Number) ?? [];
    if (number !== undefined && of !== undefined) present.set(of, (present.get(of) ?? new Set()).add(number));
  }
  return [...present].flatMap(([of, numbers]) =>
    Array.from({ length: of }, (_, index) => index + 1)
      .filter(number => !numbers.has(number))
      .map(number => notRun(`shard ${number}/${of}`, error)),
  );
}

function notRun(id: string, error: string): TargetResult {
  return targetResult({ kind: "batch", id, error, raw: "" });
}

/** Puts a report's folder before its paths of raw responses. `folder` is relative to the merged report's folder. */
export function withRawPathsUnder(report: Report, folder: string): Report {
  const callboard = callboardOf(report);
  const moved = (path: string) => (path === "" ? "" : `${folder}/${path}`);
  const targets = callboard.targets.map(target => ({
    ...target,
    raw: moved(target.raw),
    ...(target.raws !== undefined && { raws: target.raws.map(moved) }),
  }));
  return withCallboard(report, { ...callboard, targets });
}

function callboardOf(report: Report): CallboardExtra {
  return report.results.extra.callboard;
}

function withCallboard(report: Report, callboard: CallboardExtra): Report {
  return { ...report, results: { ...report.results, extra: { callboard } } };
}
