import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { dataMark } from "../../../shared/report/marks.ts";
import type { TokenKind } from "../../github/emulator.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { startGitHub } from "../../github/github.ts";
import {
  failing,
  hastyPublishingClock,
  operationsSent,
  passing,
  publish,
  reportInComment,
  reportWith,
} from "./publishing.ts";

const commentOnly = { check: "off" } as const;

describe("the sticky comment", () => {
  test("begins with its mark, shows the report, and ends with the editor's data", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const report = reportWith(failing, { reviews: ["rev_1"] });

    const { commentUrl, summary } = await publish({ github, event, settings: commentOnly }, report);

    const [comment, ...others] = await github.comments(pull.number);
    expect(others).toEqual([]);
    expect(comment?.html_url).toBe(commentUrl);
    const lines = comment?.body.split("\n") ?? [];
    expect(lines[0]).toBe(
      `<!-- callboard:report key=CI%2Fscenarios run=4000000001.1 sha=${pull.headSha} -->`,
    );
    expect(lines.at(-1)).toMatch(/^<!-- callboard:data [\w-]+ -->$/);
    expect(comment?.body).toContain("Promised a refund");
    expect(comment?.body).toContain(`CI/scenarios at ${pull.headSha}`);
    expect(comment?.body).toContain(
      `${github.serverUrl}/${github.repo.fullName}/actions/runs/4000000001/attempts/1`,
    );
    expect(reportInComment(comment?.body)?.results.extra.callboard.targets).toMatchObject([
      { kind: "batch", id: "smoke", verdict: "failed", total: 2, reviews: ["rev_1"] },
    ]);
    expect(summary).toContain("Promised a refund");
  });

  test("is overwritten by the next run and by another attempt", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const at = { github, event, settings: commentOnly };

    const first = await publish({ ...at, run: 17, attempt: 1 }, reportWith(failing));
    const second = await publish({ ...at, run: 17, attempt: 2 }, reportWith(failing));
    const third = await publish({ ...at, run: 18, attempt: 1 }, reportWith(passing));

    const comments = await github.comments(pull.number);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("run=18.1");
    expect(comments[0]?.body).toContain("🟢 Passed");
    expect(new Set([first, second, third].map(({ commentUrl }) => commentUrl)).size).toBe(1);
  });

  test.each([
    ["an older run", 17, 3],
    ["an earlier attempt", 18, 1],
  ])("is not overwritten by %s that publishes late", async (_, run, attempt) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const at = { github, event, settings: commentOnly };
    const newer = await publish({ ...at, run: 18, attempt: 2 }, reportWith(failing));

    const late = await publish({ ...at, run, attempt }, reportWith(passing));

    expect(late.commentUrl).toBe(newer.commentUrl);
    expect(late.said).toMatchObject([
      { level: "info", text: expect.stringContaining("A newer workflow run") },
    ]);
    expect((await github.comments(pull.number)).map(({ body }) => body)).toEqual([
      expect.stringContaining("run=18.2"),
    ]);
  });

  test("exists once for each key, so steps, workflows and jobs of a matrix have separate comments", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const keys = [
      "CI/scenarios/0/smoke",
      "CI/scenarios/1/smoke",
      "CI/scenarios/0/voice",
      "Nightly/scenarios/0/smoke",
    ];

    for (const round of [1, 2]) {
      await Promise.all(
        keys.map(commentKey =>
          publish(
            { github, event, run: round, settings: { ...commentOnly, commentKey } },
            reportWith([{ name: `Of ${commentKey}, round ${round}`, status: "failed" }]),
          ),
        ),
      );
    }

    const bodies = (await github.comments(pull.number)).map(({ body }) => body);
    expect(bodies).toHaveLength(keys.length);
    for (const key of keys) {
      expect(bodies.filter(body => body.includes(`Of ${key}, round 2`))).toHaveLength(1);
    }
  });

  test.each<[TokenKind, TokenKind]>([
    ["app", "user"],
    ["app", "other-app"],
    ["user", "app"],
    ["other-app", "contributor"],
  ])("of %s never overwrites a comment of %s, even with the same marks", async (kind, other) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const first = `<!-- callboard:report key=CI%2Fscenarios run=1.1 sha=${pull.headSha} -->`;
    const last = dataMark({ report: reportWith(passing) }, bytes => deflateSync(bytes));
    const forged = `${first}\nMine.\n\n${last}`;
    await github.comment(pull.number, forged, other);

    for (const run of [1, 2])
      await publish({ github, event, run, token: kind, settings: commentOnly }, reportWith(failing));

    const comments = await github.comments(pull.number);
    expect(comments).toHaveLength(2);
    expect(comments[0]?.body).toBe(forged);
    expect(comments[1]?.body).toContain("run=2.1");
  });

  test("is found on every page, and only by its first line", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    for (let number = 0; number < 104; number++) {
      // A quoted mark doesn't count.
      await github.comment(
        pull.number,
        `> <!-- callboard:report key=CI%2Fscenarios run=1.1 sha=abc -->`,
        "app",
      );
    }
    const at = { github, event, settings: commentOnly };
    await publish({ ...at, run: 1 }, reportWith(failing));
    await publish({ ...at, run: 2 }, reportWith(passing));

    const comments = await github.comments(pull.number);
    expect(comments).toHaveLength(105);
    expect(comments.at(-1)?.body).toContain("run=2.1");
  });

  test("that two runs created at the same moment becomes one again", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const at = { github, event, settings: commentOnly };
    await Promise.all([17, 18].map(run => publish({ ...at, run }, reportWith(failing))));
    await publish({ ...at, run: 19 }, reportWith(passing));

    expect((await github.comments(pull.number)).map(({ body }) => body)).toEqual([
      expect.stringContaining("run=19.1"),
    ]);
  });
});

describe("on-failure", () => {
  const onFailure = { ...commentOnly, comment: "on-failure" } as const;

  test("writes no comment while all pass, and updates a comment when all pass again", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const bodies = async () => (await github.comments(pull.number)).map(({ body }) => body);

    await publish({ github, event, run: 1, settings: onFailure }, reportWith(passing));
    expect(await bodies()).toEqual([]);
    await publish({ github, event, run: 2, settings: onFailure }, reportWith(failing));
    expect(await bodies()).toEqual([expect.stringContaining("🔴 Failed")]);
    await publish({ github, event, run: 3, settings: onFailure }, reportWith(passing));
    expect(await bodies()).toEqual([expect.stringContaining("🟢 Passed")]);
  });

  test.each([
    ["an undecided run", reportWith(passing, { verdict: "unknown" })],
    [
      "a target that could not be run to the end",
      reportWith(passing, { error: "The service did not answer." }),
    ],
    ["a cancelled run", reportWith(passing, { cancelled: true })],
  ])("%s is not green", async (_, report) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publish({ github, event: await events.pullRequest(github, pull), settings: onFailure }, report);
    expect(await github.comments(pull.number)).toHaveLength(1);
  });

  test("`comment: never` writes no comment", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    await publish({ github, event, settings: { ...commentOnly, comment: "never" } }, reportWith(failing));
    expect(operationsSent(github)).toEqual([]);
  });
});

describe("failures of GitHub", () => {
  const post = "POST /issues/{issue_number}/comments";

  test.each([
    ["the request was lost", faults.lostRequest],
    ["the answer was lost", faults.lostAnswer],
    ["the server stumbled", faults.serverError],
  ])("%s: exactly one comment exists at the end", async (_, fault) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext(post, fault);

    const { commentUrl, said } = await publish(
      { github, event, settings: commentOnly, clock: hastyPublishingClock() },
      reportWith(failing),
    );

    const comments = await github.comments(pull.number);
    expect(comments.map(({ html_url }) => html_url)).toEqual([commentUrl]);
    expect(said).toEqual([]);
  });

  test.each([
    ["403", faults.secondaryLimit(403, 7)],
    ["429", faults.secondaryLimit(429, 7)],
  ])("the step waits for a secondary rate limit with %s", async (_, fault) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext(post, fault);
    const clock = hastyPublishingClock();

    await publish({ github, event, settings: commentOnly, clock }, reportWith(failing));

    expect(clock.pauses).toEqual([expect.closeTo(7_000, -3)]);
    expect(await github.comments(pull.number)).toHaveLength(1);
  });

  test("the step waits for the hourly limit if it ends soon", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext(post, faults.primaryLimit(Math.ceil(Date.now() / 1000) + 30));
    const clock = hastyPublishingClock();

    await publish({ github, event, settings: commentOnly, clock }, reportWith(failing));

    expect(clock.pauses).toEqual([expect.closeTo(30_000, -4)]);
    expect(await github.comments(pull.number)).toHaveLength(1);
  });

  test.each([
    ["longer than there is time", faults.secondaryLimit(429, 3600), /429.*secondary rate limit/],
    [
      "until another hour",
      faults.primaryLimit(Math.ceil(Date.now() / 1000) + 3000),
      /403.*rate limit exceeded/,
    ],
  ])("the step doesn't wait for a limit that lasts %s", async (_, fault, reason) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext(post, fault);
    const clock = hastyPublishingClock();

    const { said } = await publish({ github, event, settings: commentOnly, clock }, reportWith(failing));

    expect(clock.pauses).toEqual([]);
    expect(said).toEqual([{ level: "warning", text: expect.stringMatching(reason) }]);
  });

  test("a cancelled step doesn't wait longer than its remaining time", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext(post, faults.secondaryLimit(429, 10));
    const clock = hastyPublishingClock();

    const cancel = AbortSignal.abort();
    const { said, summary } = await publish(
      { github, event, settings: { ...commentOnly, cancel }, clock },
      reportWith(failing, { cancelled: true }),
    );

    expect(clock.pauses).toEqual([]);
    expect(said).toEqual([{ level: "warning", text: expect.stringContaining("in the job summary") }]);
    expect(summary).toContain("cancelled");
  });
});
