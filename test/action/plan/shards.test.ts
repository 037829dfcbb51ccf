import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runShard, shardedBatches, targetIdsIn } from "../shards.ts";
import { runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

test("shards split the targets by position, and each target runs in exactly one shard", async () => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const parts = [];
  for (const number of [1, 2, 3]) parts.push(targetIdsIn(await runShard(github, service.url, `${number}/3`)));
  expect(parts).toEqual([
    ["a", "b"],
    ["c", "d"],
    ["e", "f", "g"],
  ]);
  expect(service.calls).toHaveLength(shardedBatches.length);
});

test("a shard without a target writes an empty report, publishes nothing and succeeds", async () => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const requests = github.requests.length;
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "a",
    shard: "1/2",
    "fail-on": "unknown",
  };
  await runStep({ github, with: inputs }, async left => {
    expect(left.exitCode).toBe(0);
    expect(left.outputs).toMatchObject({ verdict: "unknown", total: "0" });
    expect(targetIdsIn(await left.report("report.json"))).toEqual([]);
    expect(left.summary).toBe("");
  });
  expect(github.requests).toHaveLength(requests);
  expect(service.requests).toEqual([]);
});
