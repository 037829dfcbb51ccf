/**
 * Comments and check runs that look like Callboard's but aren't. All workflows of a repository write as the same author,
 * and can write text that a stranger chose.
 */

import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataMark } from "../../../shared/report/marks.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { editorOn } from "../steps/reviews.ts";
import { failing, operationsSent, passing, publish, reportWith } from "./publishing.ts";

const settings = { check: "off" } as const;
const separate = { comment: "never", check: "separate" } as const;
const askForRun = "GET /actions/runs/{run_id}";
const future = "999999999999999.1";
const sha = "5".repeat(40);

const firstLine = (run: string) => `<!-- callboard:report key=CI%2Fscenarios run=${run} sha=${sha} -->`;
const lastLine = dataMark({ report: reportWith(passing) }, bytes => deflateSync(bytes));
/** A complete comment of Callboard, but with any run. */
const whole = (run: string) => `${firstLine(run)}\n### 🟢 Passed\n\n${lastLine}`;

async function withPullRequest(github: LocalGitHub) {
  const pull = await github.createPullRequest();
  const at = { github, event: await events.pullRequest(github, pull), settings };
  const bodies = async () => (await github.comments(pull.number)).map(({ body }) => body);
  return { pull, at, bodies };
}

describe("a comment by the same bot that begins like Callboard's but lacks its end", () => {
  test.each([
    ["has nothing else", `${firstLine(future)}\n🟢 Passed`],
    ["has the data mark in the middle", `${firstLine(future)}\n${lastLine}\nAnd more.`],
    ["has an empty data mark", `${firstLine(future)}\n<!-- callboard:data  -->`],
    ["has a data mark of random data", `${firstLine("1.1")}\n<!-- callboard:data AAAA -->`],
    [
      "has a data mark without a report",
      `${firstLine("1.1")}\n<!-- callboard:data ${deflateSync("{}").toString("base64url")} -->`,
    ],
    [
      "has a data mark that inflates to gigabytes",
      `${firstLine("1.1")}\n<!-- callboard:data ${deflateSync(Buffer.alloc(9_000_000)).toString("base64url")} -->`,
    ],
  ])("blocks no report and doesn't change: it %s", async (_, body) => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    const { html_url } = await github.comment(pull.number, body, "app");

    for (const run of [1, 2]) {
      const { commentUrl, said } = await publish({ ...at, run }, reportWith(failing));
      expect(commentUrl).not.toBe("");
      // Each step reads the page of comments, and logs the message again.
      expect(said).toEqual([
        { level: "info", text: expect.stringContaining(`not overwritten: ${html_url}.`) },
      ]);
    }

    expect(await bodies()).toEqual([body, expect.stringContaining("run=2.1")]);
    expect(operationsSent(github)).not.toContain(askForRun);
  });

  test("can be an edited old report: a new comment is written and kept up to date", async () => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    await publish({ ...at, run: 1 }, reportWith(failing));
    const [ours] = await github.comments(pull.number);
    const changed = `${ours?.body.split("\n").slice(0, -1).join("\n")}\nI have looked at it.`;
    const path = `/repos/${github.repo.fullName}/issues/comments/${ours?.id}`;
    await github.ask("app", "PATCH", path, { body: changed });

    for (const run of [2, 3, 4]) await publish({ ...at, run }, reportWith(passing));

    expect(await bodies()).toEqual([changed, expect.stringContaining("run=4.1")]);
  });

  test("has no reviews that a command can settle", async () => {
    await using github = await startGitHub();
    const { pull } = await withPullRequest(github);
    for (const body of [firstLine("1.1"), whole("1.1"), `${whole("2.1")}\nAnd more.`]) {
      await github.comment(pull.number, body, "app");
    }
    const editor = editorOn({ github, pull });
    await editor.read();
    expect(editor.reportComments.map(({ body }) => body)).toEqual([whole("1.1")]);
  });

  test("can be any part or change of a real comment", async () => {
    await using github = await startGitHub();
    const { pull, at } = await withPullRequest(github);
    const remains = fc.sample(
      fc.tuple(
        fc.nat(whole(future).length - lastLine.length),
        fc.nat(40),
        fc.constantFrom("", "\n", " -->", "x"),
      ),
      { numRuns: 20, seed: 7 },
    );
    const pieces = remains.map(([at, length, instead]) => {
      const text = whole(future);
      return length === 0 ? text.slice(0, -1 - at) : text.slice(0, text.length - length) + instead;
    });
    for (const body of pieces) await github.comment(pull.number, body, "app");

    await publish({ ...at, run: 1 }, reportWith(failing));
    await publish({ ...at, run: 2 }, reportWith(failing));

    const comments = await github.comments(pull.number);
    expect(comments.slice(0, -1).map(({ body }) => body)).toEqual(pieces);
    expect(comments.at(-1)?.body).toContain("run=2.1");
  });
});

describe("a run that doesn't exist never counts as newer, even if a comment claims it", () => {
  test.each([
    ["from the future", future],
    ["a little ahead", "4000000002.1"],
    ["this very run at another attempt", "4000000001.9"],
  ])("%s", async (_, run) => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    await github.comment(pull.number, whole(run), "app");

    const { commentUrl, said } = await publish(at, reportWith(failing));

    expect(commentUrl).not.toBe("");
    expect(said).toEqual([]);
    expect(await bodies()).toEqual([expect.stringMatching(/run=4000000001\.1(?:.|\n)*🔴 Failed/)]);
  });

  test("among many claims, only the run that exists counts", async () => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    github.startRun(18, 2);
    const claims = [future, "18.3", "18.2", "17.2", "999.1"].map(whole);
    for (const body of claims) await github.comment(pull.number, body, "app");

    const { said } = await publish({ ...at, run: 17 }, reportWith(passing));

    expect(said).toMatchObject([
      { text: expect.stringContaining("A newer workflow run has already published") },
    ]);
    expect(await bodies()).toEqual(claims);
  });

  test("on a server with small or restarted run numbers", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { pull, at, bodies } = await withPullRequest(github);
    await github.comment(pull.number, whole("19000000000.1"), "app");
    await publish({ ...at, run: 3 }, reportWith(failing));
    expect(await bodies()).toEqual([expect.stringContaining("run=3.1")]);
  });

  test("a claim in a check run's external id is checked too", async () => {
    await using github = await startGitHub();
    const { pull, at } = await withPullRequest(github);
    const first = await publish({ ...at, run: 1, settings: separate }, reportWith(passing));
    const [ours] = await github.checkRuns(pull.headSha);
    const external_id = ours?.external_id?.replace("1.1", future);
    await github.ask("app", "POST", `/repos/${github.repo.fullName}/check-runs`, {
      name: "Callboard",
      head_sha: pull.headSha,
      external_id,
    });

    const { checkUrl, said } = await publish({ ...at, run: 2, settings: separate }, reportWith(failing));

    expect(said).toEqual([]);
    expect([first.checkUrl, ""]).not.toContain(checkUrl);
    const conclusions = (await github.checkRuns(pull.headSha)).map(({ conclusion }) => conclusion);
    expect(conclusions).toContain("failure");
  });
});

describe("a comment that claims a newer run is not overwritten if GitHub doesn't list runs", () => {
  test("because of a missing permission", async () => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    await github.comment(pull.number, whole("18.1"), "app");
    github.failNext(askForRun, faults.refused);
    await publish({ ...at, run: 17 }, reportWith(failing));
    expect(await bodies()).toEqual([whole("18.1")]);
  });

  test("because it doesn't know the current run either", async () => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    await github.comment(pull.number, whole("18.1"), "app");
    for (const _ of ["that one", "this one"]) github.failNext(askForRun, faults.unknown);
    await publish({ ...at, run: 17 }, reportWith(failing));
    expect(await bodies()).toEqual([whole("18.1")]);
  });

  test("and no more requests are sent if GitHub is down", async () => {
    await using github = await startGitHub();
    const { pull, at, bodies } = await withPullRequest(github);
    await github.comment(pull.number, whole("18.1"), "app");
    github.failNext(askForRun, faults.secondaryLimit(403, 3600));
    const { said } = await publish({ ...at, run: 17 }, reportWith(failing));
    expect(said).toMatchObject([
      { level: "warning", text: expect.stringContaining("no comment (GitHub responded with 403") },
    ]);
    expect(await bodies()).toEqual([whole("18.1")]);
  });
});

test("runs are requested only after a claim of a newer run", async () => {
  await using github = await startGitHub();
  const { at } = await withPullRequest(github);
  for (const run of [1, 2]) {
    await publish({ ...at, run, settings: { check: "separate" } }, reportWith(failing), { compare: true });
  }
  expect(operationsSent(github)).not.toContain(askForRun);
});
