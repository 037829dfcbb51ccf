import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../shared/clock.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { startGitHub } from "../../github/github.ts";
import { failing, hastyPublishingClock, operationsSent, passing, publish, reportWith } from "./publishing.ts";

const atLine3 = { title: "batch: smoke › Asks for a refund", file: "a.txt", line: 3 };

describe("a failure to publish is logged once, with the location of the report", () => {
  test("a fork's token can only read", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest({ fork: true });
    const event = await events.pullRequest(github, pull);

    const { commentUrl, checkUrl, summary, said } = await publish(
      { github, event, token: "fork", settings: { check: "separate" } },
      reportWith(failing),
    );

    expect([commentUrl, checkUrl]).toEqual(["", ""]);
    expect(summary).toContain("Promised a refund");
    expect(said).toEqual([
      { level: "error", text: "Promised a refund", place: atLine3 },
      {
        level: "warning",
        text:
          "There is no comment (GitHub responded with 403: Resource not accessible by integration) and no check " +
          "(GitHub responded with 403: Resource not accessible by integration); the report is in the job summary " +
          "and in `callboard-report`. A pull request from a fork or by Dependabot gets a token that can only " +
          "read; any other job needs `permissions:` with `contents: read`, `pull-requests: write` and " +
          "`checks: write`.",
      },
    ]);
  });

  test("a job without `checks: write`", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);

    const { commentUrl, said } = await publish(
      { github, event, token: "no-checks", settings: { checkRunId } },
      reportWith(failing),
    );

    expect(commentUrl).not.toBe("");
    expect(said).toEqual([
      { level: "error", text: "Promised a refund", place: atLine3 },
      { level: "warning", text: expect.stringMatching(/^There is no check \(GitHub responded with 403/) },
    ]);
  });

  test("a job without `pull-requests: write`", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);

    const { checkUrl, said } = await publish(
      { github, event, token: "no-comments", settings: { checkRunId } },
      reportWith(failing),
    );

    expect(checkUrl).not.toBe("");
    expect(said).toEqual([
      { level: "warning", text: expect.stringMatching(/^There is no comment \(GitHub responded with 403/) },
    ]);
  });

  test("a person's token can't create check runs", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    const { commentUrl, said } = await publish(
      { github, event, token: "user", settings: { check: "separate" } },
      reportWith(passing),
    );

    expect(commentUrl).not.toBe("");
    expect(said).toEqual([
      { level: "warning", text: expect.stringContaining("You must authenticate via a GitHub App") },
    ]);
  });

  test("an older server doesn't report the job's check run", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    const { said } = await publish({ github, event }, reportWith(failing));

    expect(said).toMatchObject([
      { level: "error", text: "Promised a refund", place: atLine3 },
      { level: "info", text: expect.stringContaining("does not report which") },
    ]);
  });

  test("no token at all", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    const { said, summary } = await publish(
      { github, event, settings: { githubToken: "" } },
      reportWith(passing),
      {
        compare: true,
      },
    );

    expect(operationsSent(github)).toEqual([]);
    expect(summary).toContain("Passed");
    expect(said).toEqual([{ level: "info", text: expect.stringContaining("there is no `github-token`") }]);
  });

  test("GitHub is down for all attempts", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext("GET /issues/{issue_number}/comments", faults.unavailable, 5);
    const clock = hastyPublishingClock();

    const { said } = await publish({ github, event, settings: { check: "off" }, clock }, reportWith(passing));

    expect(clock.pauses).toHaveLength(4);
    expect(said).toEqual([
      {
        level: "warning",
        text:
          "There is no comment (GitHub responded with 503: Service Unavailable); the report is in the job summary " +
          "and in `callboard-report`.",
      },
    ]);
  });

  test("nothing listens at GitHub's address", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const closed = await listening(() => {});
    await closed[Symbol.asyncDispose]();

    const { said } = await publish(
      {
        github,
        event,
        settings: { check: "off" },
        clock: hastyPublishingClock(),
        env: { GITHUB_API_URL: closed.url },
      },
      reportWith(passing),
    );

    expect(said).toEqual([
      { level: "warning", text: expect.stringMatching(/the request to GitHub failed: .*ECONNREFUSED/) },
    ]);
  });

  test("another server responds at GitHub's address", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    await using portal = await listening((_, response) => response.end("<h1>Please log in</h1>"));

    const { commentUrl, checkUrl, said } = await publish(
      {
        github,
        event,
        settings: { check: "separate" },
        clock: hastyPublishingClock(),
        env: { GITHUB_API_URL: portal.url },
      },
      reportWith(passing),
    );

    expect([commentUrl, checkUrl]).toEqual(["", ""]);
    expect(said).toEqual([
      {
        level: "warning",
        text: expect.stringMatching(/no comment \(.*not GitHub.* no check \(.*not GitHub/),
      },
    ]);
  });

  test("an invalid token is distinguished from a read-only token", async () => {
    await using github = await startGitHub();
    const event = await events.pullRequest(github, await github.createPullRequest());

    const { said } = await publish(
      { github, event, settings: { githubToken: "expired", check: "off" } },
      reportWith(passing),
    );

    expect(said).toEqual([
      {
        level: "warning",
        text: expect.stringMatching(/responded with 401: .*rejects the `github-token`/),
      },
    ]);
  });

  test("without a summary, the folder of the report is named", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    const { said, summary } = await publish(
      { github, event, token: "fork", settings: { summary: false, check: "off" } },
      reportWith(passing),
    );

    expect(summary).toBe("");
    expect(said).toMatchObject([{ text: expect.stringContaining("; the report is in `callboard-report`.") }]);
  });

  test("outside a workflow run", async () => {
    await using github = await startGitHub();
    const event = await events.schedule(github);
    const { said } = await publish({ github, event, env: { GITHUB_REPOSITORY: "" } }, reportWith(passing));
    expect(said).toEqual([{ level: "info", text: expect.stringContaining("not a workflow run") }]);
  });
});

describe("log lines instead of annotations", () => {
  test("stay within the runner's limit, with room for the error that fails the step", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const cases = Array.from({ length: 30 }, (_, index) => ({
      name: `Case ${index}`,
      status: index < 15 ? ("failed" as const) : ("other" as const),
      file: "a.txt",
      line: index + 1,
    }));

    const { said } = await publish({ github, event }, reportWith(cases));

    const lines = (level: string) => said.flatMap(line => (line.level === level && line.place?.line) || []);
    expect(lines("error")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lines("warning")).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24]);
  });

  test("continue after the last annotation that GitHub accepted", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const cases = Array.from({ length: 55 }, (_, index) => ({
      name: `Case ${index}`,
      status: "failed" as const,
      file: "a.txt",
      line: index + 1,
    }));
    github.failNext("PATCH /check-runs/{check_run_id}", faults.refused);

    const { said } = await publish({ github, event, settings: { check: "separate" } }, reportWith(cases));

    expect(said.flatMap(({ level, place }) => (level === "error" ? place?.line : []))).toEqual([
      51, 52, 53, 54, 55,
    ]);
  });
});

test("a step that is cancelled while GitHub doesn't respond still ends", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const cancel = new AbortController();
  // The first request cancels the step, and no request gets a response.
  await using silent = await listening(() => cancel.abort());

  const { said, summary } = await publish(
    {
      github,
      event,
      settings: { check: "separate", cancel: cancel.signal },
      env: { GITHUB_API_URL: silent.url },
      clock: {
        ...systemClock,
        // The remaining seconds of a cancelled step pass at once.
        after: (milliseconds, callback) =>
          systemClock.after(milliseconds === 4_000 ? 0 : milliseconds, callback),
      },
    },
    reportWith(failing, { cancelled: true }),
  );

  expect(summary).toContain("cancelled before its end");
  expect(said.at(-1)?.text).toMatch(/no comment \(.*no time left\) and no check \(.*no time left\)/);
});

async function listening(onRequest: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(onRequest);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
