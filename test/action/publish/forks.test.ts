/** A fork's workflow run can reach its own pull request at the commit of the run, and no other pull request. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { events, type WorkflowEvent } from "../../github/events.ts";
import { respondWith } from "../../github/exchange.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../../github/github.ts";
import type { GitHubPullRequest } from "../../github/plays.ts";
import { failing, passing, publish, reportWith } from "./publishing.ts";

const separate = { check: "separate" } as const;

/** The `workflow_run` event after the fork's own workflow, with fields that the fork can choose. */
async function forksRun(github: LocalGitHub, pull: OpenPullRequest, change: JsonObject = {}) {
  const event = await events.workflowRun(github, pull);
  const workflow_run = { ...Reflect.get(event.payload, "workflow_run"), ...change };
  return { ...event, payload: { ...event.payload, workflow_run } };
}

/** A pull request with a red comment, and an attacker whose green report is published after it. */
async function attacked(
  github: LocalGitHub,
  branch: string | undefined,
  eventOf: (theirs: OpenPullRequest, victims: OpenPullRequest) => Promise<WorkflowEvent>,
) {
  const victims = await github.createPullRequest();
  const red = { github, event: await events.pullRequest(github, victims), run: 1, settings: separate };
  await publish(red, reportWith(failing));
  const theirs = await github.createPullRequest({ fork: true, ...(branch !== undefined && { branch }) });

  const { commentUrl } = await publish(
    { github, event: await eventOf(theirs, victims), run: 2, settings: separate },
    reportWith(passing),
  );

  const [comment, ...others] = await github.comments(victims.number);
  expect(others).toEqual([]);
  expect(comment?.body).toContain("🔴 Failed");
  return { commentUrl, victims, theirs: await github.comments(theirs.number) };
}

describe("a red comment on another pull request stays red although the fork's run", () => {
  test.each([
    ["is on a branch with the name of a merge queue's branch", {}],
    ["also claims to be a merge queue's", { event: "merge_group" }],
  ])("%s", async (_, change) => {
    await using github = await startGitHub();
    const { theirs, victims } = await attacked(github, "gh-readonly-queue/main/pr-1-abcdef", pull =>
      forksRun(github, pull, change),
    );
    expect(theirs).toMatchObject([{ body: expect.stringContaining("🟢 Passed") }]);
    expect(await github.checkRuns(victims.headSha)).toMatchObject([{ conclusion: "failure" }]);
  });

  test("is on a branch with the same name", async () => {
    await using github = await startGitHub();
    const { theirs } = await attacked(github, "change-1", pull => forksRun(github, pull));
    expect(theirs).toMatchObject([{ body: expect.stringContaining("🟢 Passed") }]);
  });

  test("comes with a list that contains the other pull request", async () => {
    await using github = await startGitHub();
    const { theirs } = await attacked(github, undefined, async (pull, victims) => {
      const own = await events.workflowRun(github, victims);
      const { pull_requests } = Reflect.get(own.payload, "workflow_run");
      return await forksRun(github, pull, { pull_requests });
    });
    expect(theirs).toHaveLength(1);
  });

  test("claims that its repository was deleted", async () => {
    await using github = await startGitHub();
    const { commentUrl } = await attacked(github, "change-1", (pull, victims) =>
      forksRun(github, pull, { head_repository: null, head_sha: victims.headSha }),
    );
    expect(commentUrl).toBe("");
  });
});

test("a fork's pull request with a newer head gets no report of an older one", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest({ fork: true });
  const event = await forksRun(github, pull, { head_sha: pull.baseSha });

  const { commentUrl, said } = await publish({ github, event, settings: separate }, reportWith(passing));

  expect(commentUrl).toBe("");
  expect(said).toEqual([{ level: "info", text: expect.stringContaining("no open pull request") }]);
});

test("a push is not reported on a stranger's pull request that contains its commit", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const strangers = await github.createPullRequest({ fork: true });
  const root = `/repos/${github.repo.fullName}/pulls`;
  const [own, theirs] = await Promise.all(
    [pull, strangers].map(({ number }) => github.ask<GitHubPullRequest>("user", "GET", `${root}/${number}`)),
  );
  if (!own || !theirs) throw new Error("There are no pull requests.");
  // GitHub lists both for the commit: one contains it, the other has it as its head.
  const goesOn = { ...own, number: 98, head: { ...own.head, sha: "9".repeat(40) } };
  const isThere = { ...theirs, number: 99, head: { ...theirs.head, sha: pull.headSha } };
  const pulls = "GET /commits/{commit_sha}/pulls";
  github.failNext(pulls, { answer: respondWith(200, [goesOn, isThere]) });
  const pushed = { sha: pull.headSha, before: pull.baseSha, ref: `refs/heads/${pull.headRef}` };
  const at = { github, event: await events.push(github, pushed), settings: { check: "off" } } as const;

  expect(await publish(at, reportWith(failing))).toMatchObject({ commentUrl: "" });

  // A first page of 100 other pull requests doesn't hide the right one.
  const next = { link: '<https://evil.example/pulls?page=2>; rel="next"' };
  github.failNext(pulls, { answer: respondWith(200, [goesOn, isThere], next) });
  github.failNext(pulls, { answer: respondWith(200, [own]) });
  const { commentUrl } = await publish(at, reportWith(failing));

  expect((await github.comments(pull.number)).map(({ html_url }) => html_url)).toEqual([commentUrl]);
});

describe("a fork can't change the base of others:", () => {
  const everythingRed = reportWith(failing);
  const baseOf = async (github: LocalGitHub, pull: OpenPullRequest) => {
    const at = { github, event: await events.pullRequest(github, pull), run: 9, settings: separate };
    return (await publish(at, everythingRed, { compare: true })).base;
  };

  test.each([
    ["a fork's", true],
    ["anybody's", false],
  ])("after %s run, the job's check run at the default branch has no digest", async (_, fork) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest({ fork });
    const checkRunId = await github.startJob(pull.baseSha);
    const event = await events.workflowRun(github, pull);

    await publish({ github, event, settings: { check: "job", checkRunId } }, everythingRed);

    expect(await github.checkRuns(pull.baseSha)).toMatchObject([{ output: { title: /Failed/, text: null } }]);
    expect(await baseOf(github, await github.createPullRequest())).toBeUndefined();
  });

  test("not even with a pull request at their base commit", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest({ fork: true });
    const event = await forksRun(github, pull, { head_sha: pull.baseSha });

    await publish({ github, event, settings: separate }, everythingRed);

    expect(await baseOf(github, await github.createPullRequest())).toBeUndefined();
  });
});
