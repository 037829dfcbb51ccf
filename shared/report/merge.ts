/** Merges the reports of several jobs into one. */

import { mostSevereVerdict } from "../reading/severity.ts";
import { withoutContradictions } from "./contradictions.ts";
import type { CallboardExtra, Report, TargetResult } from "./model.ts";
import { reportOf, targetLabel, targetResult } from "./report.ts";

/** A report that is left out, because it can't be read or is of another workflow run. */
export interface RefusedReport {
  readonly file: string;
  readonly reason: string;
  /** Absent if the report can't be read. */
  readonly shard?: string | undefined;
}

/** A refused report counts as a target that could not be run. Gives undefined if no other report has a target. */
export function merge(all: readonly Report[], refused: readonly RefusedReport[] = []): Report | undefined {
  // A shard without targets has the verdict `unknown`, which would make the merged report unknown.
  const parts = all.filter(part => !isEmpty(part)).map(withoutContradictions);
  if (parts.every(part => callboardOf(part).targets.length === 0)) return undefined;
  const summaries = parts.map(({ results }) => results.summary);
  const targets = parts.flatMap(part => callboardOf(part).targets);
  const tests = parts.flatMap(({ results }) => results.tests);
  const merged = reportOf(
    [
      ...targets,
      ...lostTargets(parts),
      ...refusedAndMissing(refused, all),
      ...repeatedShards(parts),
      ...repeatedTargets(parts),
    ],
    tests,
    {
      startedAt: Math.min(...summaries.map(summary => summary.start)),
      stoppedAt: Math.max(...summaries.map(summary => summary.stop)),
      cancelled: parts.some(part => callboardOf(part).cancelled),
    },
  );
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

/**
 * A report that can't be read may be that of a missing shard, and is then counted once: only the longer of the two lists
 * becomes targets that could not be run, and their errors tell the other list.
 */
function refusedAndMissing(refused: readonly RefusedReport[], all: readonly Report[]): TargetResult[] {
  const missing = missingShards([...all.map(shardOf), ...refused.map(({ shard }) => shard)]);
  const unread = refused.filter(({ shard }) => shard === undefined);
  if (unread.length < missing.length) {
    const causes = unread.map(({ file, reason }) => ` It may be in ${file}: ${reason}`).join("");
    const error = `No report of this shard was merged: look into the shard's job for the reason.${causes}`;
    const others = refused.filter(({ shard }) => shard !== undefined);
    return [
      ...others.map(({ file, reason }) => notRun(file, reason)),
      ...missing.map(shard => notRun(shard, error)),
    ];
  }
  const also = missing.length === 0 ? "" : ` It may be the missing report of ${missing.join(" or ")}.`;
  return refused.map(({ file, reason, shard }) => notRun(file, shard === undefined ? reason + also : reason));
}

/** A shard without a report counts as a target that could not be run, because one of its targets may have failed. */
function missingShards(shards: readonly (string | undefined)[]): string[] {
  const present = new Map<number, Set<number>>();
  for (const shard of shards) {
    const [number, of] = shard?.split("/").map(Number) ?? [];
    if (number !== undefined && of !== undefined) present.set(of, (present.get(of) ?? new Set()).add(number));
  }
  return [...present].flatMap(([of, numbers]) =>
    Array.from({ length: of }, (_, index) => index + 1)
      .filter(number => !numbers.has(number))
      .map(number => `shard ${number}/${of}`),
  );
}

/** Nobody knows which of the reports is the right one: a shard that ran again can have left an old report. */
function repeatedShards(parts: readonly Report[]): TargetResult[] {
  const error =
    "Several reports of this shard were merged, so its cases count several times: merge only the latest one.";
  const shards = parts.flatMap(part => shardOf(part) ?? []);
  const repeated = new Set(shards.filter((shard, index) => shards.indexOf(shard) !== index));
  return Array.from(repeated, shard => notRun(`shard ${shard}`, error));
}

/** A report of all targets beside shards, for example in the folder of an earlier job. */
function repeatedTargets(parts: readonly Report[]): TargetResult[] {
  const error =
    "A shard's report has this target, too, so its cases count twice: merge only one of the reports.";
  const isOfShard = (part: Report) => shardOf(part) !== undefined;
  const labelsIn = (part: Report) => callboardOf(part).targets.map(targetLabel);
  const ofShards = new Set(parts.filter(isOfShard).flatMap(labelsIn));
  return parts
    .filter(part => !isOfShard(part))
    .flatMap(part => callboardOf(part).targets.filter(target => ofShards.has(targetLabel(target))))
    .map(({ kind, id, name }) => targetResult({ kind, id, name, error, raw: "" }));
}

function shardOf(report: Report): string | undefined {
  return callboardOf(report).shard;
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
