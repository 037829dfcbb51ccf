import { describe, expect, test } from "vitest";
import type { PublishSettings } from "../../../action/publish/settings.ts";
import { events } from "../../github/events.ts";
import { respondWith } from "../../github/exchange.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../../github/github.ts";
import { failing, hastyPublishingClock, passing, publish, reportWith } from "./publishing.ts";

const red = { name: "Books a table", status: "failed" } as const;

/** Publishes the base commit's own report. */
async function publishAt(
  github: LocalGitHub,
  sha: string,
  check: "job" | "separate",
  commentKey = "CI/scenarios",
) {
  const event = await events.push(github, { sha, before: "0".repeat(40), ref: "refs/heads/main" });
  const checkRunId = await github.startJob(sha);
  const settings = { comment: "never", check, checkRunId, commentKey } as const;
  return await publish({ github, event, run: 1, settings }, reportWith(failing));
}

describe("the base", () => {
  test.each(["job", "separate"] as const)(
    "of a pull request is its base commit's %s check run",
    async check => {
      await using github = await startGitHub();
      const pull = await github.createPullRequest();
      await publishAt(github, pull.baseSha, check);
      const event = await events.pullRequest(github, pull);

      const { base, summary } = await publish(
        { github, event, run: 2, settings: { check: "separate" } },
        reportWith([...failing, red]),
        { compare: true },
      );

      expect(base).toBeDefined();
      expect(summary).toContain("1 new failure");
      expect(summary).toContain("1 still failing");
      const [comment] = await github.comments(pull.number);
      expect(comment?.body).toContain(`main at ${pull.baseSha.slice(0, 7)}`);
      expect(comment?.body).toContain("Books a table** — new failure");
      expect(comment?.body).toContain("Asks for a refund** — still failing");
    },
  );

  test("of a push is the commit of the branch before it", async () => {
    await using github = await startGitHub();
    const first = await github.push("main");
    await publishAt(github, first.sha, "job");
    const second = await github.push("main");
    const event = await events.push(github, second);
    expect(second.before).toBe(first.sha);

    const { base, summary } = await publish({ github, event, run: 2 }, reportWith(passing), {
      compare: true,
    });

    expect(base).toBeDefined();
    expect(summary).toContain(`main at ${first.sha.slice(0, 7)}`);
  });

  test("of a merge queue is the commit that the queue builds on", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    const event = await events.mergeGroup(github, pull);

    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });

    expect(base).toBeDefined();
  });

  test("of a new branch is the base of its pull request", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    const event = await events.push(github, {
      sha: pull.headSha,
      before: "0".repeat(40),
      ref: `refs/heads/${pull.headRef}`,
    });

    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });

    expect(base).toBeDefined();
  });

  test("belongs to one step: each step of a job has its own", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const checkRunId = await github.startJob(pull.baseSha);
    const push = await events.push(github, {
      sha: pull.baseSha,
      before: "0".repeat(40),
      ref: "refs/heads/main",
    });
    for (const [commentKey, report] of [
      ["smoke", reportWith(failing)],
      ["voice", reportWith([red])],
    ] as const) {
      const settings = { comment: "never", commentKey, checkRunId } as const;
      await publish({ github, event: push, run: 1, settings }, report);
    }

    const event = await events.pullRequest(github, pull);
    const changed = async (commentKey: string) => {
      const settings = { check: "separate", commentKey } as const;
      const { summary } = await publish({ github, event, run: 2, settings }, reportWith([...failing, red]), {
        compare: true,
      });
      return /### (.*?) —/.exec(summary)?.[1];
    };

    // Each of the two steps has one of the two failures.
    expect(await changed("smoke")).toBe("🔴 Failed: 1 new failure");
    expect(await changed("voice")).toBe("🔴 Failed: 1 new failure");
    expect(await changed("other")).toBe("🔴 Failed");
  });

  test("is not read from a text that contains anything else", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await github.ask("other-app", "POST", `/repos/${github.repo.fullName}/check-runs`, {
      name: "Echo",
      head_sha: pull.baseSha,
      output: {
        title: "Echo",
        summary: "What somebody wrote",
        text: "It says:\n<!-- callboard:base key=CI%2Fscenarios run=1.1 1.AAAAAAAA.- -->",
      },
    });
    const event = await events.pullRequest(github, pull);
    const { base } = await publish({ github, event }, reportWith(failing), { compare: true });
    expect(base).toBeUndefined();
  });

  test("is found on every page", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    // GitHub lists the newest first.
    for (let number = 0; number < 105; number++) await github.startJob(pull.baseSha, `Job ${number}`);
    const event = await events.pullRequest(github, pull);
    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });
    expect(base).toBeDefined();
  });

  test("is absent after an error of GitHub, and the step doesn't fail", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext("GET /commits/{ref}/check-runs", faults.unavailable, 5);

    const { base, said, commentUrl } = await publish(
      {
        github,
        event,
        settings: { check: "job", checkRunId: await github.startJob(pull.headSha) },
        clock: hastyPublishingClock(),
      },
      reportWith(failing),
      { compare: true },
    );

    expect(base).toBeUndefined();
    expect(said).toEqual([
      {
        level: "info",
        text: "There is no base to compare with: GitHub responded with 503: Service Unavailable.",
      },
    ]);
    expect(commentUrl).not.toBe("");
  });
});

describe("for a base commit without a digest, the base", () => {
  const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 5, day, hour)).toISOString();
  const changed = [...failing, red];

  async function compareWith(
    github: LocalGitHub,
    pull: OpenPullRequest,
    settings: Partial<PublishSettings> = { check: "separate" },
  ) {
    const checkRunId = await github.startJob(pull.headSha);
    const event = await events.pullRequest(github, pull);
    const before = github.requests.length;
    const published = await publish(
      { github, event, run: 2, settings: { checkRunId, ...settings }, clock: hastyPublishingClock() },
      reportWith(changed),
      { compare: true },
    );
    const [comment] = await github.comments(pull.number);
    const against = /Against `(.*?)` — (.*)/.exec(comment?.body ?? "");
    return {
      ...published,
      against: against?.[1],
      changes: against?.[2],
      requests: github.requests.slice(before),
    };
  }

  const short = (sha: string) => sha.slice(0, 7);

  test.each(["job", "separate"] as const)(
    "is the nearest earlier commit with a digest in its %s check run, and the report names the commit and its age",
    async check => {
      await using github = await startGitHub();
      const oldest = await github.push("main", undefined, at(1));
      await publishAt(github, oldest.sha, check);
      const older = await github.push("main", undefined, at(10, 5));
      await publishAt(github, older.sha, check);
      for (const day of [11, 12]) await github.push("main", undefined, at(day));
      const pull = await github.createPullRequest();

      const { base, against, changes, said } = await compareWith(github, pull, { check });

      expect(base).toBeDefined();
      expect(against).toBe(`main at ${short(older.sha)}, 2 commits and 1 day before ${short(pull.baseSha)}`);
      expect(changes).toContain("1 new failure, 1 still failing");
      expect(said).toEqual([]);
    },
  );

  test.each([
    ["1 commit and 3 hours", at(12, 3)],
    ["1 commit", at(12)],
    ["1 commit", at(11)],
  ])("is reported as %s earlier for a base commit of %s", async (age, date) => {
    await using github = await startGitHub();
    const { sha } = await github.push("main", undefined, at(12));
    await publishAt(github, sha, "separate");
    await github.push("main", undefined, date);
    const pull = await github.createPullRequest();
    expect((await compareWith(github, pull)).against).toBe(
      `main at ${short(sha)}, ${age} before ${short(pull.baseSha)}`,
    );
  });

  test("is never a commit of a merged branch", async () => {
    await using github = await startGitHub();
    const { sha } = await github.push("main");
    await publishAt(github, sha, "separate");
    const merged = await github.createPullRequest({ branch: "merged" });
    await publishAt(github, merged.headSha, "separate");
    await github.merge(merged);
    const pull = await github.createPullRequest();
    expect((await compareWith(github, pull)).against).toMatch(`main at ${short(sha)}, 1 commit `);
  });

  test("belongs to the same step, and digests of other steps are skipped", async () => {
    await using github = await startGitHub();
    const own = await github.push("main");
    await publishAt(github, own.sha, "job");
    const others = await github.push("main");
    await publishAt(github, others.sha, "job", "CI/other");
    await github.push("main");
    const pull = await github.createPullRequest();
    expect((await compareWith(github, pull, { check: "job" })).against).toMatch(`main at ${short(own.sha)}`);
  });

  test("is found in a separate check run with the second name", async () => {
    await using github = await startGitHub();
    const { sha } = await github.push("main");
    await publishAt(github, sha, "separate", "CI/other");
    await publishAt(github, sha, "separate");
    await github.push("main");
    const pull = await github.createPullRequest();
    expect((await compareWith(github, pull)).against).toMatch(`main at ${short(sha)}`);
  });

  test.each([
    [30, true],
    [31, false],
  ])("is searched in 30 commits: a digest %i commits earlier is found: %s", async (distance, isFound) => {
    await using github = await startGitHub();
    const { sha } = await github.push("main");
    await publishAt(github, sha, "separate");
    for (let count = 0; count < distance; count++) await github.push("main");
    const pull = await github.createPullRequest();
    const { base, against } = await compareWith(github, pull);
    expect(base !== undefined).toBe(isFound);
    if (isFound) expect(against).toContain("30 commits");
  });

  test.each([
    ["an error", { answer: respondWith(200, { errors: [{ message: "Something went wrong" }] }) }],
    ["a refusal", faults.refused],
    ["a failure", faults.serverError, 5],
    ["nothing of the repository", { answer: respondWith(200, { data: { repository: null } }) }],
    ["what it was not asked", { answer: respondWith(200, { data: { repository: { c0: { oid: 7 } } } }) }],
  ])("is absent after GraphQL gives %s, without a warning", async (_, fault, times = 1) => {
    await using github = await startGitHub();
    const { sha } = await github.push("main");
    await publishAt(github, sha, "separate");
    await github.push("main");
    const pull = await github.createPullRequest();
    github.failNext("GraphQL", fault, times);
    const { base, said, commentUrl } = await compareWith(github, pull);
    expect(base).toBeUndefined();
    expect(said).toEqual([]);
    expect(commentUrl).not.toBe("");
  });

  test.each(["job", "separate"] as const)(
    "with a %s check run costs at most seven requests with a new comment, and else five",
    async check => {
      await using github = await startGitHub();
      const { sha } = await github.push("main");
      await publishAt(github, sha, check);
      const direct = await compareWith(github, await github.createPullRequest(), { check });
      await github.push("main");
      const before = await compareWith(github, await github.createPullRequest(), { check });

      expect([direct.base, before.base]).toEqual([expect.stringMatching(/^1\./), direct.base]);
      const listed = (requests: typeof direct.requests) =>
        requests.map(({ operation }) => operation).join("\n");
      expect(direct.requests.length, listed(direct.requests)).toBeLessThanOrEqual(5);
      expect(before.requests.length, listed(before.requests)).toBeLessThanOrEqual(7);
      const queries = before.requests.filter(({ operation }) => operation.startsWith("GraphQL "));
      expect(queries).toHaveLength(1);
    },
  );
});
