/** Counts requests to GitHub without conflicts. The token has 1,000 requests an hour for all jobs of a repository. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events, type WorkflowEvent } from "../../github/events.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import {
  commentAndSettle,
  type GateScene,
  latestCheckRun,
  responseWithReviews,
  runReviewStep,
  runSettleStep,
} from "../steps/reviews.ts";

let github: LocalGitHub;
let service: ScriptedService;
const ids = Array.from({ length: 20 }, (_, index) => `rev_${index}`);

beforeAll(async () => {
  github = await startGitHub();
  service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews(...ids) : { ...fields },
  );
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

/** Counts the requests of a task. A failed test lists the operations. */
async function expectAtMost(most: number, act: () => Promise<unknown>): Promise<void> {
  const before = github.requests.length;
  await act();
  const operations = github.requests
    .slice(before)
    .map(({ operation }) => operation.replace(/\s+/g, " ").slice(0, 80));
  expect(operations.length, operations.join("\n")).toBeLessThanOrEqual(most);
}

/** A pull request whose report has these open reviews. */
async function reported(branch: string): Promise<GateScene> {
  const place = { github, pull: await github.createPullRequest({ branch }), url: service.url };
  await runReviewStep(place);
  return place;
}

const waiting = (open: number) => `${open} of 20 reviews wait for a person`;
const submissions = (wanted: readonly string[]) =>
  wanted.map(id => `/callboard submit ${id} verdict=pass`).join("\n");

describe("a step with comment, check and review check", () => {
  test.each(["job", "separate"] as const)(
    "(%s) sends eight at most, and for a later commit nine",
    async check => {
      const pull = await github.createPullRequest({ branch: `step-${check}` });
      const place = { github, pull, url: service.url };
      const report = async (sha: string, event?: WorkflowEvent) => {
        const given = { check, "check-run-id": String(await github.startJob(sha)) };
        return () =>
          runReviewStep(
            { ...place, pull: { ...pull, headSha: sha } },
            { with: given, ...(event && { event }) },
          );
      };
      // The base commit's own step publishes its digest.
      const base = { sha: pull.baseSha, before: "0".repeat(40), ref: "refs/heads/main" };
      await (await report(pull.baseSha, await events.push(github, base)))();

      await expectAtMost(8, await report(pull.headSha));
      expect((await latestCheckRun(place, pull.headSha)).title).toBe(waiting(20));

      const { sha } = await github.push(pull.headRef);
      await expectAtMost(8, await report(sha));
      expect((await latestCheckRun(place, sha)).title).toBe(waiting(20));
    },
  );
});

test("one command sends at most ten requests", async () => {
  const place = await reported("one-command");
  await expectAtMost(10, () => commentAndSettle(place, submissions(["rev_0"])));
  expect((await latestCheckRun(place, place.pull.headSha)).title).toBe(waiting(19));
});

test("five commands in one comment send at most 25 requests", async () => {
  const place = await reported("five-commands");
  await expectAtMost(25, () => commentAndSettle(place, submissions(ids.slice(0, 5))));
  expect((await latestCheckRun(place, place.pull.headSha)).title).toBe(waiting(15));
});

test("a dispatch sends at most six requests", async () => {
  const place = await reported("dispatch");
  const review = { id: "rev_0", operation: "submitReview", fields: { verdict: "pass" } };
  const { number: pull_request, headSha: sha } = place.pull;
  const payload = { version: 1, pull_request, sha, reviews: [review] };
  const event = await events.repositoryDispatch(github, "callboard-review", payload);
  await expectAtMost(6, () => runSettleStep(place, event));
  expect((await latestCheckRun(place, sha)).title).toBe(waiting(19));
});

test("20 commands on a pull request with 250 comments send at most 73 requests", {
  timeout: 60_000,
}, async () => {
  const place = await reported("many-comments");
  for (let count = 0; count < 250; count++) await github.comment(place.pull.number, "Looks good.");
  await expectAtMost(73, () => commentAndSettle(place, submissions(ids)));
  expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("20 reviews passed");
});
