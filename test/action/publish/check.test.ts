import { describe, expect, test } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { startGitHub } from "../../github/github.ts";
import { failing, hastyPublishingClock, operationsSent, passing, publish, reportWith } from "./publishing.ts";

const checkOnly = { comment: "never" } as const;
const separate = { comment: "never", check: "separate" } as const;
const patch = "PATCH /check-runs/{check_run_id}";

/** Failed and undecided cases in turn, each with a file and line. */
function placed(failed: number, undecided: number): Case[] {
  return Array.from({ length: failed + undecided }, (_, index) => ({
    name: `Case ${index}`,
    status: index % 2 === 1 && index < undecided * 2 ? "other" : "failed",
    file: "a.txt",
    line: index + 1,
  }));
}

describe("the job's own check run", () => {
  test("gets the annotations and the report, and keeps the runner's conclusion", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);

    const { checkUrl, said } = await publish(
      { github, event, settings: { ...checkOnly, checkRunId } },
      reportWith(failing),
    );

    expect(await github.annotations(checkRunId)).toMatchObject([
      {
        path: "a.txt",
        start_line: 3,
        end_line: 3,
        annotation_level: "failure",
        title: "batch: smoke › Asks for a refund",
        message: "Promised a refund",
      },
    ]);
    const runs = await github.checkRuns(pull.headSha);
    expect(runs).toMatchObject([
      {
        id: checkRunId,
        status: "in_progress",
        conclusion: null,
        html_url: checkUrl,
        output: {
          title: "🔴 Failed — 1 passed, 1 failed",
          summary: expect.stringContaining("Promised a refund"),
        },
      },
    ]);
    expect(said).toEqual([]);
  });

  test("has a section for each step of the job, and the title of the worst section, in any order", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);
    const publishAs = (commentKey: string, cases: readonly Case[]) =>
      publish({ github, event, settings: { ...checkOnly, checkRunId, commentKey } }, reportWith(cases));

    await publishAs("calls --> <b>", failing);
    await publishAs("chats", passing);
    const [run] = await github.checkRuns(pull.headSha);
    expect(run?.output.title).toBe("🔴 Failed — 1 passed, 1 failed (of 2 reports here)");
    expect(run?.output.summary).toMatch(/🔴 Failed — 1 passed, 1 failed(?:.|\n)*🟢 Passed/);

    await publishAs("calls --> <b>", passing);
    const [again] = await github.checkRuns(pull.headSha);
    expect(again?.output.title).toMatch(/^🟢 Passed — .* \(of 2 reports here\)$/);
    expect(again?.output.summary).not.toContain("🔴");
  });

  test("shortens another step's section that doesn't fit, but keeps its verdict", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);
    const many = Array.from({ length: 2000 }, (_, index) => ({
      name: `Case ${index}`,
      status: "failed" as const,
      message: "€".repeat(700),
    }));
    const late = many.map(each => ({ ...each, status: "other" as const }));
    for (const [commentKey, cases] of [
      ["a", many],
      ["b", late],
    ] as const) {
      await publish({ github, event, settings: { ...checkOnly, checkRunId, commentKey } }, reportWith(cases));
    }
    await publish(
      { github, event, settings: { ...checkOnly, checkRunId, commentKey: "c" } },
      reportWith(passing),
    );
    const [run] = await github.checkRuns(pull.headSha);
    expect(run?.output.title).toMatch(/^🔴 Failed/);
    expect(Buffer.byteLength(run?.output.summary ?? "")).toBeLessThanOrEqual(65_535);
  });

  test("gets 120 annotations in three requests, failures first", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);

    await publish({ github, event, settings: { ...checkOnly, checkRunId } }, reportWith(placed(80, 40)));

    expect(operationsSent(github)).toEqual(["GET /check-runs/{check_run_id}", patch, patch, patch]);
    const levels = (await github.annotations(checkRunId)).map(({ annotation_level }) => annotation_level);
    expect(levels).toEqual([...Array(80).fill("failure"), ...Array(40).fill("warning")]);
  });

  test.each([
    ["the request was lost", faults.lostRequest],
    ["the answer was lost", faults.lostAnswer],
    ["the server stumbled", faults.serverError],
  ])("gets each annotation once, although %s", async (_, fault) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);
    github.failNext(patch, fault);

    await publish(
      { github, event, settings: { ...checkOnly, checkRunId }, clock: hastyPublishingClock() },
      reportWith(placed(60, 0)),
    );

    const lines = (await github.annotations(checkRunId)).map(({ start_line }) => start_line);
    expect(lines).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test("stays within GitHub's limits for a large report", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const checkRunId = await github.startJob(pull.headSha);
    const cases = Array.from({ length: 1000 }, (_, index) => ({
      name: `Ünïcode ${index} ${"✓".repeat(300)}`,
      status: "failed" as const,
      message: "€".repeat(index < 10 ? 70_000 : 700),
      ...(index < 10 && { file: "a.txt", line: index + 1 }),
    }));

    const { said } = await publish({ github, event, settings: { checkRunId } }, reportWith(cases));

    expect(said).toEqual([]);
    expect(await github.annotations(checkRunId)).toHaveLength(10);
    expect(await github.comments(pull.number)).toHaveLength(1);
  });
});

describe("a separate check run", () => {
  test.each([
    ["success", "passed", reportWith(passing)],
    ["failure", "failed", reportWith(failing)],
    ["action_required", "undecided", reportWith(passing, { verdict: "unknown" })],
    ["action_required", "not run", reportWith(passing, { error: "The service did not answer." })],
    ["cancelled", "cancelled", reportWith(passing, { cancelled: true })],
    ["failure", "failed and then cancelled", reportWith(failing, { cancelled: true })],
  ])("concludes %s for a report that is %s", async (conclusion, _, report) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    const { checkUrl } = await publish({ github, event, settings: separate }, report);

    expect(await github.checkRuns(pull.headSha)).toMatchObject([
      { name: "Callboard", status: "completed", conclusion, html_url: checkUrl, head_sha: pull.headSha },
    ]);
  });

  test("gets 120 annotations in three requests", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);

    await publish(
      { github, event, settings: { ...separate, checkName: "Scenarios" } },
      reportWith(placed(120, 0)),
    );

    expect(operationsSent(github)).toEqual([
      "GET /commits/{ref}/check-runs",
      "POST /check-runs",
      patch,
      patch,
    ]);
    expect(await github.checkRuns(pull.headSha)).toMatchObject([
      { name: "Scenarios", output: { annotations_count: 120 } },
    ]);
  });

  test("is not hidden by another step's check run of the same name", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const of = (commentKey: string) => ({ ...separate, commentKey });

    await publish({ github, event, settings: of("smoke") }, reportWith(failing));
    await publish({ github, event, settings: of("voice") }, reportWith(passing));
    await publish({ github, event, attempt: 2, settings: of("voice") }, reportWith(failing));

    const runs = await github.checkRuns(pull.headSha);
    expect(runs.map(({ name, conclusion }) => `${name}: ${conclusion}`).sort()).toEqual([
      "Callboard (voice): failure",
      "Callboard (voice): success",
      "Callboard: failure",
    ]);
  });

  test("of a newer workflow run is not replaced by an older run's", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const newer = await publish({ github, event, run: 18, settings: separate }, reportWith(failing));

    const late = await publish(
      { github, event, run: 17, attempt: 2, settings: separate },
      reportWith(passing),
    );

    expect(late.checkUrl).toBe(newer.checkUrl);
    expect(late.said).toMatchObject([
      { level: "info", text: expect.stringContaining("A newer workflow run") },
    ]);
    expect(await github.checkRuns(pull.headSha)).toHaveLength(1);
  });
});
