import { describe, expect, test } from "vitest";
import type { PublishSettings } from "../../../action/publish/settings.ts";
import type { CaseStatus } from "../../../shared/reading/reading.ts";
import type { Report } from "../../../shared/report/model.ts";
import { events, type WorkflowEvent } from "../../github/events.ts";
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
  { report = reportWith(failing), event: given }: { report?: Report; event?: WorkflowEvent } = {},
) {
  const push = { sha, before: "0".repeat(40), ref: "refs/heads/main" };
  const event = given ?? (await events.push(github, push));
  const checkRunId = await github.startJob(sha);
  const settings = { comment: "never", check, checkRunId, commentKey } as const;
  return await publish({ github, event, run: 1, settings }, report);
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

/** The date of a day in June 2026. */
function at(day: number, hour = 0): string {
  return new Date(Date.UTC(2026, 5, day, hour)).toISOString();
}

/** Publishes a pull request's report, compared with its base. */
async function compareWith(
  github: LocalGitHub,
  pull: OpenPullRequest,
  settings: Partial<PublishSettings> = { check: "separate" },
  report = reportWith([...failing, red]),
) {
  const checkRunId = await github.startJob(pull.headSha);
  const event = await events.pullRequest(github, pull);
  const before = github.requests.length;
  const published = await publish(
    { github, event, run: 2, settings: { checkRunId, ...settings }, clock: hastyPublishingClock() },
    report,
    { compare: true },
  );
  const [comment] = await github.comments(pull.number);
  const against = /Against `(.*?)` — (.*)/.exec(comment?.body ?? "");
  return {
    ...published,
    comment: comment?.body ?? "",
    against: against?.[1],
    changes: against?.[2],
    requests: github.requests.slice(before),
  };
}

describe("for a base commit without a digest, the base", () => {
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
    "with a %s check run costs at most seven requests with a new comment, and the base commit's own as many",
    async check => {
      await using github = await startGitHub();
      const { sha } = await github.push("main");
      await publishAt(github, sha, check);
      const direct = await compareWith(github, await github.createPullRequest(), { check });
      await github.push("main");
      const before = await compareWith(github, await github.createPullRequest(), { check });

      expect([direct.base?.digest, before.base?.digest]).toEqual([expect.anything(), direct.base?.digest]);
      const listed = (requests: typeof direct.requests) =>
        requests.map(({ operation }) => operation).join("\n");
      expect(direct.requests.length, listed(direct.requests)).toBeLessThanOrEqual(7);
      expect(before.requests.length, listed(before.requests)).toBeLessThanOrEqual(7);
      const queries = before.requests.filter(({ operation }) => operation.startsWith("GraphQL "));
      expect(queries).toHaveLength(1);
    },
  );
});

describe("the history of the base", () => {
  const name = "Asks for a refund";

  /** A report in which one case has these runs, "p" for a pass and "f" for a failure. */
  function reportOfRuns(runs: string, status: "passed" | "failed" | "other"): Report {
    const report = reportWith([{ name, status }], { verdict: status === "other" ? "unknown" : status });
    const statuses = Array.from(runs, run => (run === "p" ? "passed" : "failed") as CaseStatus);
    const { tests, extra } = report.results;
    const targets = extra.callboard.targets.map(target => ({ ...target, runs: runs.length, passes: 3 }));
    return {
      ...report,
      results: {
        ...report.results,
        tests: tests.map(test => ({ ...test, extra: { runs: statuses } })),
        extra: { callboard: { ...extra.callboard, targets } },
      },
    };
  }
  const flaky = () => reportOfRuns("pppfp", "passed");
  const green = () => reportOfRuns("pp", "passed");
  const uncertain = () => reportOfRuns("fpfp", "other");

  async function pushReports(github: LocalGitHub, ...reports: readonly (readonly [Report, string?])[]) {
    const shas = [];
    for (const [report, date] of reports) {
      const { sha } = await github.push("main", undefined, date);
      await publishAt(github, sha, "separate", undefined, { report });
      shas.push(sha);
    }
    return shas;
  }

  function foundIn({ view }: Awaited<ReturnType<typeof publish>>) {
    const [test] = view.report.results.tests;
    const { comparison } = view;
    return (
      test && { change: comparison?.changeOf(test), before: comparison?.beforeOf(test), rates: test.insights }
    );
  }

  test("shows that a case is as flaky as before, and how often it passed", async () => {
    await using github = await startGitHub();
    await pushReports(github, [flaky()], [flaky()], [green()]);
    const pull = await github.createPullRequest();
    const compared = await compareWith(github, pull, undefined, uncertain());
    expect(foundIn(compared)).toEqual({
      change: "as-flaky-as-before",
      before: { passes: 10, failures: 2 },
      rates: { passRate: { current: 0.5, baseline: 0.8333, change: -0.3333 } },
    });
    expect(compared.view.comparison).toMatchObject({ newFailures: 0, asFlakyAsBefore: 1 });
  });

  test("is also that before an earlier base", async () => {
    await using github = await startGitHub();
    await pushReports(github, [flaky()], [green()]);
    await github.push("main");
    const compared = await compareWith(github, await github.createPullRequest(), undefined, uncertain());
    expect(foundIn(compared)?.before).toEqual({ passes: 6, failures: 1 });
    expect(compared.requests.filter(({ operation }) => operation.startsWith("GraphQL "))).toHaveLength(1);
  });

  test("is at most 30 days older than the base", async () => {
    await using github = await startGitHub();
    await pushReports(github, [flaky(), at(-5)], [flaky(), at(1)], [green(), at(31)]);
    const compared = await compareWith(github, await github.createPullRequest(), undefined, uncertain());
    expect(foundIn(compared)?.before).toEqual({ passes: 6, failures: 1 });
  });

  test("is at most 20 digests", async () => {
    await using github = await startGitHub();
    await pushReports(github, ...Array.from({ length: 22 }, () => [green()] as const));
    const compared = await compareWith(github, await github.createPullRequest(), undefined, uncertain());
    expect(foundIn(compared)).toMatchObject({ change: "new", before: { passes: 40, failures: 0 } });
  });

  test("does not contain a pull request's own runs, whatever event they are from", async () => {
    await using github = await startGitHub();
    await pushReports(github, [green()]);
    const pushed = async (github: LocalGitHub, { headSha, headRef }: OpenPullRequest) =>
      await events.push(github, { sha: headSha, before: "0".repeat(40), ref: `refs/heads/${headRef}` });
    for (const make of [events.pullRequest, pushed]) {
      // Its head becomes a commit of the branch by a fast-forward.
      const merged = await github.createPullRequest();
      const own = await make(github, merged);
      await publishAt(github, merged.headSha, "separate", undefined, { report: flaky(), event: own });
      const next = { sha: merged.headSha, before: merged.headSha, ref: "refs/heads/main" };
      const event = await events.push(github, next);
      const settings = { comment: "never", check: "separate" } as const;
      const compared = await publish({ github, event, run: 2, settings }, uncertain(), { compare: true });
      expect(foundIn(compared)).toMatchObject({ change: "new", before: { passes: 2, failures: 0 } });
    }
  });

  test("is not needed if nothing failed, or what failed has failed each time at the base", async () => {
    await using github = await startGitHub();
    await pushReports(github, [flaky()], [reportOfRuns("fff", "failed")]);
    for (const report of [green(), reportOfRuns("fff", "failed")]) {
      const compared = await compareWith(github, await github.createPullRequest(), undefined, report);
      expect(compared.requests.filter(({ operation }) => operation.startsWith("GraphQL "))).toEqual([]);
    }
  });

  test.each([
    ["job", 2],
    ["separate", 1],
  ] as const)("with a %s check run costs %i more requests", async (check, more) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publishAt(github, pull.baseSha, check, undefined, { report: green() });
    const without = await compareWith(github, pull, { check }, green());
    const again = await github.createPullRequest({ branch: "again" });
    const needed = await compareWith(github, again, { check }, uncertain());
    expect(needed.requests.length - without.requests.length).toBe(more);
  });

  test("is the base alone if GraphQL is refused", async () => {
    await using github = await startGitHub();
    await pushReports(github, [flaky()], [green()]);
    const pull = await github.createPullRequest();
    github.failNext("GraphQL", faults.refused);
    const compared = await compareWith(github, pull, undefined, uncertain());
    expect(foundIn(compared)).toMatchObject({ change: "new", before: { passes: 2, failures: 0 } });
    expect(compared.said).toEqual([]);
  });
});

describe("without a base", () => {
  test("a comment about failures explains why, and what to do", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const { comment } = await compareWith(github, pull);
    expect(comment).toContain(
      `No base to compare with: no report of this step at main at \`${pull.baseSha.slice(0, 7)}\` or in the 30 commits ` +
        "before it; run this workflow on pushes to main, too",
    );
    const off = await compareWith(github, await github.createPullRequest(), { check: "off" });
    expect(off.comment).toContain("No base to compare with: with `check: off`");
  });

  test("a green comment stays short", async () => {
    await using github = await startGitHub();
    const { comment } = await compareWith(
      github,
      await github.createPullRequest(),
      undefined,
      reportWith(passing),
    );
    expect(comment).not.toContain("base to compare");
  });
});
