import { describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { failing, hastyClock, passing, publish, reportWith } from "./publishing.ts";

const red = { name: "Books a table", status: "failed" } as const;

/** What the base's own run left behind. */
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

      expect(base).toMatch(/^1\./);
      expect(summary).toContain("1 new failure");
      expect(summary).toContain("1 still failing");
      const [comment] = await github.comments(pull.number);
      expect(comment?.body).toContain(`main at ${pull.baseSha.slice(0, 7)}`);
      expect(comment?.body).toContain("Books a table** — new failure");
      expect(comment?.body).toContain("Asks for a refund** — still failing");
    },
  );

  test("of a push is what the branch was before it", async () => {
    await using github = await startGitHub();
    const first = await github.push("main");
    await publishAt(github, first.sha, "job");
    const second = await github.push("main");
    const event = await events.push(github, second);
    expect(second.before).toBe(first.sha);

    const { base, summary } = await publish({ github, event, run: 2 }, reportWith(passing), {
      compare: true,
    });

    expect(base).toMatch(/^1\./);
    expect(summary).toContain(`main at ${first.sha.slice(0, 7)}`);
  });

  test("of a queue is the commit that it builds on", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    const event = await events.mergeGroup(github, pull);

    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });

    expect(base).toMatch(/^1\./);
  });

  test("of a new branch is its pull request's", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    const event = await events.push(github, {
      sha: pull.headSha,
      before: "0".repeat(40),
      ref: `refs/heads/${pull.headRef}`,
    });

    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });

    expect(base).toMatch(/^1\./);
  });

  test("is the same step's: each step of a job leaves its own", async () => {
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

    // Of two failures each step knows one.
    expect(await changed("smoke")).toBe("🔴 Failed: 1 new failure");
    expect(await changed("voice")).toBe("🔴 Failed: 1 new failure");
    expect(await changed("other")).toBe("🔴 Failed");
  });

  test("is not taken from a text that holds anything else", async () => {
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

  test("is found on any page", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, "separate");
    // GitHub lists the newest first.
    for (let number = 0; number < 105; number++) await github.startJob(pull.baseSha, `Job ${number}`);
    const event = await events.pullRequest(github, pull);
    const { base } = await publish({ github, event, run: 2 }, reportWith(failing), { compare: true });
    expect(base).toMatch(/^1\./);
  });

  test("that cannot be asked for is no base, and no failure", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    github.failNext("GET /commits/{ref}/check-runs", faults.unavailable, 5);

    const { base, said, commentUrl } = await publish(
      {
        github,
        event,
        settings: { check: "job", checkRunId: await github.startJob(pull.headSha) },
        clock: hastyClock(),
      },
      reportWith(failing),
      { compare: true },
    );

    expect(base).toBeUndefined();
    expect(said).toEqual([
      { level: "info", text: "There is no base to compare with: GitHub answered 503: Service Unavailable." },
    ]);
    expect(commentUrl).not.toBe("");
  });
});
