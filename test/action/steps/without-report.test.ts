/** A step that ends without a report says so in the comment that is there, whose report is an earlier one. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reviewsPartIn } from "../../../shared/gate/mark.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import { reportInComment } from "../publish/publishing.ts";
import { newPullRequest, runStep, stepKey } from "../step.ts";
import { nextRun, responseWithReviews } from "./reviews.ts";

let github: LocalGitHub;
let service: ScriptedService;
beforeAll(async () => {
  github = await startGitHub();
  service = await startScriptedService(({ id }) =>
    id === "asks"
      ? responseWithReviews("rev_1")
      : { status: "passed", tests: [{ name: "Pays by card", status: "passed" }] },
  );
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

const inputs = () => ({
  "base-url": service.url,
  "api-key": stepKey,
  batches: "smoke",
  check: "off",
  "comment-key": "CI/scenarios",
});

/** Runs a step that passes, and then one with other inputs at the same pull request. */
async function runTwice(
  second: Readonly<Record<string, string>>,
  { first = {}, files = {} }: { first?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const event = await newPullRequest(github);
  const pull = Number(/\d+/.exec(event.ref)?.[0]);
  const bodies = async () => (await github.comments(pull)).map(({ body }) => body);
  const step = { github, event };
  await runStep({ ...step, job: { runId: nextRun() }, with: { ...inputs(), ...first } }, () => {});
  const before = await bodies();
  const requests = github.requests.length;
  const left = await runStep(
    { ...step, job: { runId: nextRun() }, files, with: { ...inputs(), ...second } },
    each => each,
  );
  return { left, before, after: await bodies(), sent: github.requests.slice(requests) };
}

const wrong = { wait: "soon", "poll-interval": `<b>${stepKey}</b> @octocat` };

describe("a step with mistakes", () => {
  test("lists them in the comment above the earlier report, and the editor reads no pass", async () => {
    const { left, before, after, sent } = await runTwice(wrong);
    expect(before).toEqual([expect.stringContaining("### 🟢 Passed")]);
    expect(left.exitCode).toBe(1);
    expect(left.lines.at(-1)).toBe("Nothing was sent to the service: 2 mistakes to mend first.");

    const [body = "", ...others] = after;
    expect(others).toEqual([]);
    expect(body).toContain("### 🟡 This step did not run: 2 mistakes\n\n- `wait`: `soon` is not a duration");
    expect(body).toMatch(/\[The job\]\(http:.*\/actions\/runs\//);
    expect(body).not.toContain(stepKey);
    expect(body).toContain("`<b>***</b> @octocat`");
    expect(body.indexOf("did not run")).toBeLessThan(body.indexOf("<summary>Before: report at"));
    expect(body.indexOf("<summary>Before")).toBeLessThan(body.indexOf("🟢 Passed"));
    expect(reportInComment(body)?.results.extra.callboard).toMatchObject({
      verdict: "unknown",
      targets: [{ id: "smoke", verdict: "unknown", error: "This step did not run: 2 mistakes." }],
    });
    expect(sent.map(({ method }) => method)).toEqual(["GET", "POST", "PATCH"]);
  });

  test("names the place of a mistake in the catalog, and is unknown also if no target is known", async () => {
    const files = { "callboard.yml": "batches:\n  smoke: { id: bat_7, projekt: checkout }\n" };
    const { after } = await runTwice({ batches: "smoek" }, { files });
    expect(after[0]).toMatch(/^- `callboard\.yml:2`: .*projekt/m);
    expect(reportInComment(after[0])?.results.extra.callboard).toMatchObject({
      verdict: "unknown",
      targets: [],
    });
  });

  test("leaves the part about reviews as it is", async () => {
    const { before, after } = await runTwice(wrong, {
      first: { batches: "asks", "review-check": "Callboard reviews", "fail-on": "never" },
    });
    const partIn = (body = "") => {
      const part = reviewsPartIn(body);
      return part && body.slice(part.start, part.end);
    };
    expect(partIn(before[0])).toContain("rev_1");
    expect(partIn(after[0])).toBe(partIn(before[0]));
    expect(after[0]).toContain("did not run");
  });

  test("is followed by a report without the mistakes", async () => {
    const event = await newPullRequest(github);
    const run = async (more: Record<string, string>) =>
      await runStep({ github, event, job: { runId: nextRun() }, with: { ...inputs(), ...more } }, () => {});
    await run({});
    await run(wrong);
    await run(wrong);
    const comments = async () => (await github.comments(Number(/\d+/.exec(event.ref)?.[0]))).map(c => c.body);
    const [twice = ""] = await comments();
    expect(twice.match(/<summary>Before: report at/g)).toHaveLength(1);
    await run({});
    expect(await comments()).toEqual([expect.stringContaining("### 🟢 Passed")]);
    expect((await comments())[0]).not.toContain("did not run");
  });

  test.each(["on-failure", "sometimes"])("also counts with `comment: %s`", async comment => {
    const { after } = await runTwice({ ...wrong, comment });
    expect(after).toEqual([expect.stringContaining("This step did not run")]);
  });

  test.each([
    ["with `comment: never`", { comment: "never" }],
    ["without a token", { "github-token": "" }],
    ["for an operation", { operation: "getIntegration", id: "int_1", batches: "" }],
    ["for an operation that doesn't exist", { operation: "getIntegratoin", id: "int_1", batches: "" }],
    ["for an operation without its id", { operation: "getIntegration", batches: "" }],
    ["for `settle`", { settle: "true" }],
  ])("sends nothing to GitHub %s", async (_, more) => {
    const { before, after, sent, left } = await runTwice({ ...wrong, ...more });
    expect(left.exitCode).toBe(1);
    expect(sent).toEqual([]);
    expect(after).toEqual(before);
  });

  test("never creates a comment", async () => {
    const { after } = await runTwice(wrong, { first: { comment: "never" } });
    expect(after).toEqual([]);
  });

  test("has no second error if GitHub refuses the token", async () => {
    const event = await newPullRequest(github);
    await runStep(
      { github, event, with: { ...inputs(), ...wrong, "github-token": "ghp_wrong" } },
      ({ annotations, lines, exitCode }) => {
        expect(exitCode).toBe(1);
        expect(annotations).toHaveLength(2);
        expect(lines.at(-1)).toContain(
          "The comment does not show the state of this step yet: GitHub responded with 401",
        );
      },
    );
  });
});

test("a merge that finds no reports says so in its comment", async () => {
  const merge = { merge: "shards/**/report.json", batches: "", "base-url": "", "api-key": "" };
  const { after } = await runTwice(merge);
  expect(after).toEqual([expect.stringContaining("### 🟡 This step did not run: 1 mistake\n")]);
  expect(reportInComment(after[0])?.results.extra.callboard.verdict).toBe("unknown");
});
