/** The Action as the runner starts it, with runs that take longer than ten seconds. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { reportInComment } from "../publish/publishing.ts";
import { newPullRequest, startStep, stepKey } from "../step.ts";
import { nextRun } from "./reviews.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

/** Loads code before the bundle, which has no setting for its times. */
const preload = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});
/** The first ten seconds take ten milliseconds. Later ones are the limits of requests, which a busy machine needs. */
const hasty = `const { setTimeout: real } = globalThis;
  let isFirst = true;
  globalThis.setTimeout = (callback, ms) => {
    const isHasty = isFirst && ms === 10000;
    if (isHasty) isFirst = false;
    return real(callback, isHasty ? 10 : ms);
  };`;

const passed = { status: "passed", tests: [{ name: "Pays by card", status: "passed" }] };

async function pullWithSteps(url: string) {
  const event = await newPullRequest(github);
  const start = (batches: string, env = {}, more = {}) =>
    startStep({
      github,
      event,
      job: { runId: nextRun() },
      env,
      with: {
        ...{ "base-url": url, "api-key": stepKey, batches, check: "off", "comment-key": "CI/scenarios" },
        ...more,
      },
    });
  const bodies = async () => {
    const comments = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
    return comments.map(({ body }) => body);
  };
  return { start, bodies };
}

test("a long run replaces an old pass until its report is there", async () => {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await using service = await startScriptedService(async ({ id }) => {
    if (id === "slow") await released;
    return passed;
  });
  const { start, bodies } = await pullWithSteps(service.url);
  await using first = await start("smoke");
  await first.result;
  expect(await bodies()).toEqual([expect.stringContaining("### 🟢 Passed")]);

  await using second = await start("smoke, slow", preload(hasty));
  await expect.poll(async () => (await bodies())[0]).toContain("### 🟡 Running: ");
  const [running] = await bodies();
  expect(running).toMatch(/of 2 targets done/);
  expect(running).toContain("<summary>Before: report at");
  expect(reportInComment(running)?.results.extra.callboard.verdict).toBe("unknown");
  release();
  const { exitCode, outputs } = await second.result;
  expect(exitCode).toBe(0);
  expect(await bodies()).toEqual([expect.stringMatching(/### 🟢 Passed — 2 passed/)]);
  expect(outputs["comment-url"]).not.toBe("");
});

test("a defect of Callboard is shown in the comment that is there, and no comment is made for it", async () => {
  await using service = await startScriptedService(() => passed);
  const { start, bodies } = await pullWithSteps(service.url);
  const broken = preload(`globalThis.setImmediate = () => { throw new Error("It is broken."); };`);
  await using first = await start("smoke", broken);
  expect((await first.result).stdout).toContain("It is broken.");
  expect(await bodies()).toEqual([]);

  await using second = await start("smoke");
  await second.result;
  await using third = await start("smoke", broken);
  expect((await third.result).exitCode).toBe(1);
  const [body] = await bodies();
  expect(body).toContain("### 🟡 This step ended without a report\n\nCallboard has a defect.");
  expect(reportInComment(body)?.results.extra.callboard.verdict).toBe("unknown");
});
