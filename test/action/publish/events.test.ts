import { describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { startGitHub } from "../../github/github.ts";
import { failing, operationsSent, publish, reportWith } from "./publishing.ts";

const separate = { check: "separate" } as const;

describe("an event reports on its pull request", () => {
  test.each([
    ["pull_request", events.pullRequest, false],
    ["pull_request of a fork", events.pullRequest, true],
    ["pull_request_target", events.pullRequestTarget, false],
    ["pull_request_target of a fork", events.pullRequestTarget, true],
    ["workflow_run", events.workflowRun, false],
    ["workflow_run of a fork", events.workflowRun, true],
  ])("%s: found by the head commit", async (_, eventOf, fork) => {
    await using github = await startGitHub();
    await github.createPullRequest();
    const pull = await github.createPullRequest({ fork });
    const event = await eventOf(github, pull);

    const { commentUrl, checkUrl, said } = await publish(
      { github, event, settings: separate },
      reportWith(failing),
    );

    expect(said).toEqual([]);
    const [comment] = await github.comments(pull.number);
    expect(comment?.html_url).toBe(commentUrl);
    expect(comment?.body).toContain(` sha=${pull.headSha} -->`);
    expect(await github.checkRuns(pull.headSha)).toMatchObject([{ html_url: checkUrl }]);
  });

  test("push: found by the pushed commit", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const pushed = await github.push(pull.headRef);
    const event = await events.push(github, pushed);

    await publish({ github, event, settings: separate }, reportWith(failing));

    const [comment] = await github.comments(pull.number);
    expect(comment?.body).toContain(` sha=${pushed.sha} -->`);
    expect(await github.checkRuns(pushed.sha)).toHaveLength(1);
  });

  test("workflow_run: a pull request that was opened after the run began", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.workflowRun(github, pull);
    const payload = { ...event.payload };
    Object.assign(payload, { workflow_run: { ...Reflect.get(payload, "workflow_run"), pull_requests: [] } });

    await publish({ github, event: { ...event, payload }, settings: separate }, reportWith(failing));

    expect(await github.comments(pull.number)).toHaveLength(1);
  });

  test("workflow_run: not on a pull request of the owner's other fork, whose branch has the same name", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest({ fork: true });
    const event = await events.workflowRun(github, pull);
    const run = Reflect.get(event.payload, "workflow_run");
    const head_repository = { ...run.head_repository, full_name: "contributor/shop-again" };
    const payload = { ...event.payload, workflow_run: { ...run, head_repository } };

    const { commentUrl } = await publish({ github, event: { ...event, payload } }, reportWith(failing));

    expect(commentUrl).toBe("");
  });

  test("merge_group: found by the name of the queue's branch, and reported at the queue's commit", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.mergeGroup(github, pull);

    await publish({ github, event, settings: separate }, reportWith(failing));

    const [comment] = await github.comments(pull.number);
    expect(comment?.body).toContain(` sha=${event.sha} -->`);
    expect(await github.checkRuns(event.sha)).toHaveLength(1);
  });
});

describe("an event without a pull request", () => {
  test.each([
    ["workflow_dispatch", events.workflowDispatch],
    ["schedule", events.schedule],
  ])("%s: writes check run and summary", async (_, eventOf) => {
    await using github = await startGitHub();
    await github.createPullRequest();
    const event = await eventOf(github);

    const { commentUrl, summary, said } = await publish(
      { github, event, settings: separate },
      reportWith(failing),
    );

    expect(commentUrl).toBe("");
    expect(summary).toContain("Promised a refund");
    expect(await github.checkRuns(event.sha)).toHaveLength(1);
    expect(said).toEqual([{ level: "info", text: expect.stringContaining("no open pull request") }]);
  });

  test("push to a branch without a pull request", async () => {
    await using github = await startGitHub();
    const event = await events.push(github, await github.push("main"));
    const { commentUrl, said } = await publish({ github, event, settings: separate }, reportWith(failing));
    expect(commentUrl).toBe("");
    expect(said).toEqual([{ level: "info", text: expect.stringContaining("in the job summary") }]);
  });

  test("push to a branch with a closed pull request", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const path = `/repos/${github.repo.fullName}/pulls/${pull.number}`;
    await github.ask("user", "PATCH", path, { state: "closed" });
    const event = await events.push(github, {
      sha: pull.headSha,
      before: pull.baseSha,
      ref: `refs/heads/${pull.headRef}`,
    });
    const { commentUrl } = await publish({ github, event, settings: separate }, reportWith(failing));
    expect(commentUrl).toBe("");
  });
});

test("requests for GitHub Enterprise Server go to its own address", async () => {
  await using github = await startGitHub({ enterprise: true });
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const checkRunId = await github.startJob(pull.headSha);

  for (const run of [1, 2]) {
    const at = { github, event, run, settings: { checkRunId } };
    const { commentUrl } = await publish(at, reportWith(failing), { compare: true });
    expect(commentUrl).toContain(github.serverUrl);
  }

  expect(operationsSent(github)).toContain("GraphQL query { viewer { login } }");
  expect(await github.comments(pull.number)).toHaveLength(1);
});
