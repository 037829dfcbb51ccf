/** Runs that are cut into shards, and what each of them leaves for a merge. */

import type { Report } from "../../shared/report/model.ts";
import type { LocalGitHub } from "../github/github.ts";
import { key, step, unpublished } from "./step.ts";

/** The batches that all shards together run. */
export const names = ["a", "b", "c", "d", "e", "f", "g"];

/** Runs a shard, and gives its report's text. */
export async function runShard(github: LocalGitHub, url: string, shard: string): Promise<string> {
  const inputs = { "base-url": url, "api-key": key, batches: names.join(), shard, concurrency: "1" };
  return await step({ github, with: { ...inputs, ...unpublished } }, left => left.report("report.json"));
}

export function idsIn(reportJson: string): string[] {
  const report: Report = JSON.parse(reportJson);
  return report.results.extra.callboard.targets.map(({ id }) => id);
}
