/** Runs shards, and gives the report of each for a merge. */

import type { Report } from "../../shared/report/model.ts";
import type { LocalGitHub } from "../github/github.ts";
import { runStep, type StepGiven, stepKey, unpublished } from "./step.ts";

export const shardedBatches = ["a", "b", "c", "d", "e", "f", "g"];

/** The text of the shard's `report.json`. */
export async function runShard(
  github: LocalGitHub,
  url: string,
  shard: string,
  given: Pick<StepGiven, "job"> = {},
): Promise<string> {
  const inputs = {
    "base-url": url,
    "api-key": stepKey,
    batches: shardedBatches.join(),
    shard,
    concurrency: "1",
  };
  return await runStep({ github, ...given, with: { ...inputs, ...unpublished } }, left =>
    left.report("report.json"),
  );
}

export function targetIdsIn(reportJson: string): string[] {
  const report: Report = JSON.parse(reportJson);
  return report.results.extra.callboard.targets.map(({ id }) => id);
}
