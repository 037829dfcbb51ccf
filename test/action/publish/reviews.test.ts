/** A step with a report writes the review check. */

import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../shared/clock.ts";
import { addReport } from "../../../shared/gate/join.ts";
import { gateMarkInCheck, writeGateMark } from "../../../shared/gate/mark.ts";
import type { ReviewReference } from "../../../shared/reading/reading.ts";
import type { Report } from "../../../shared/report/model.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../../github/github.ts";
import { editorOn, latestCheckRun, reviewsPartShown, statesOf } from "../steps/reviews.ts";
import { apiKey, hastyPublishingClock, passing, publish as publishNow, reportWith } from "./publishing.ts";

const name = "Callboard reviews";
const settings = { check: "off", reviewCheck: name } as const;
const report = (...reviews: readonly string[]) => reportWith(passing, { reviews });
/** Skips waiting for other jobs. Tests with several jobs have their own clock. */
const publish: typeof publishNow = (given, published) =>
  publishNow({ clock: hastyPublishingClock(), ...given }, published);
const placeOf = (github: LocalGitHub, pull: OpenPullRequest) => ({ github, pull, url: "" });

test("a report without reviews leaves a green check, so that a rule that requires the check never waits", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const { reviewCheckUrl, said } = await publish({ github, event, settings }, report());
  expect(said).toEqual([]);
  const [check] = await github.checkRuns(pull.headSha);
  expect(check).toMatchObject({
    name,
    status: "completed",
    conclusion: "success",
    output: { title: "No review waits" },
  });
  expect(check?.html_url).toBe(reviewCheckUrl);
});

test("without `review-check`, no check is written, and the comment offers no command", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const { reviewCheckUrl } = await publish({ github, event, settings: { check: "off" } }, report("rev_1"));
  expect(reviewCheckUrl).toBe("");
  expect(await github.checkRuns(pull.headSha)).toEqual([]);
  const { part, states } = await reviewsPartShown(placeOf(github, pull));
  expect(states).toEqual({ rev_1: "open" });
  expect(part).toContain("[Decide in the editor](");
  expect(part).not.toContain("/callboard submit");
});

test("a command is shown with the fields of the catalog's form", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const reviewFields = "verdict=pass|fail";
  await publish({ github, event, settings: { ...settings, reviewFields } }, report("rev_1"));
  const { part } = await reviewsPartShown(placeOf(github, pull));
  expect(part).toContain("comment `/callboard submit rev_1 verdict=pass|fail`");
});

test("without comments, decisions are found by the pull request's commits", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const silent = { ...settings, comment: "never" } as const;
  const told = (review: ReviewReference) => reportWith(passing, { reviews: [review] });
  const event = await events.pullRequest(github, pull);
  await publish(
    { github, event, settings: silent, run: 10 },
    told({ id: "rev_1", state: "settled", verdict: "failed" }),
  );
  const { sha } = await github.push(pull.headRef, { "greeting.md": "Good morning." });
  const later = { ...pull, headSha: sha };
  const next = await events.pullRequest(github, later);
  await publish({ github, event: next, settings: silent, run: 20 }, told({ id: "rev_1" }));
  expect(await latestCheckRun({ github }, sha)).toMatchObject({
    conclusion: "failure",
    title: "1 of 1 review failed",
  });
});

describe("two pull requests that propose one commit", () => {
  const proposeTo = async (base: string, github: LocalGitHub, pull: OpenPullRequest) => {
    await github.push(base);
    const body = { title: "The same elsewhere", head: pull.headRef, base };
    const path = `/repos/${github.repo.fullName}/pulls`;
    const { number } = await github.ask<{ number: number }>("user", "POST", path, body);
    return { ...pull, number };
  };
  const statesByPull = async (github: LocalGitHub, sha: string) => {
    const runs = (await github.checkRuns(sha)).sort((a, b) => a.id - b.id);
    const marked = runs.map(({ output }) => gateMarkInCheck(output.text ?? "", bytes => inflateSync(bytes)));
    return Object.fromEntries(marked.flatMap(each => (each ? [[each.gate.pull, statesOf(each.gate)]] : [])));
  };

  test("each keep their own reviews", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const other = await proposeTo("release", github, pull);
    const others = await events.pullRequest(github, other);
    await publish({ github, event, settings, run: 10 }, report("rev_1"));
    await publish({ github, event: others, settings, run: 20 }, report("rev_2"));
    await publish({ github, event, settings, run: 30 }, report("rev_1", "rev_3"));
    expect(await statesByPull(github, pull.headSha)).toEqual({
      [pull.number]: { rev_1: "open", rev_3: "open" },
      [other.number]: { rev_2: "open" },
    });
  });

  test("each repeat their own check in the merge queue", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const other = await proposeTo("release", github, pull);
    await publish({ github, event: await events.pullRequest(github, pull), settings }, report("rev_1"));
    await publish({ github, event: await events.pullRequest(github, other), settings }, report());
    const queued = await events.mergeGroup(github, pull);
    await publish({ github, event: queued, settings }, report());
    expect(await github.checkRuns(queued.sha)).toMatchObject([{ status: "in_progress" }]);
  });
});

describe("decisions hold for a later commit", () => {
  const decided = reportWith(passing, { reviews: [{ id: "rev_1", state: "settled", verdict: "failed" }] });
  const reopened = reportWith(passing, { reviews: [{ id: "rev_1" }] });
  const at = (pull: OpenPullRequest, { sha }: { sha: string }) => ({ ...pull, headSha: sha });

  test("although the comment is about the merge queue, and the first commit has left the pull request", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publish({ github, event: await events.pullRequest(github, pull), settings, run: 10 }, decided);
    const queued = await events.mergeGroup(github, pull);
    await publish({ github, event: queued, settings, run: 20 }, reopened);
    const amended = at(pull, await github.amend(pull.headRef));
    await publish({ github, event: await events.pullRequest(github, amended), settings, run: 30 }, reopened);
    expect(await latestCheckRun({ github }, amended.headSha)).toMatchObject({
      title: "1 of 1 review failed",
    });
  });

  test("although the check could not be written at the commit between, which the comment is about", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publish({ github, event: await events.pullRequest(github, pull), settings, run: 10 }, decided);
    const second = at(pull, await github.push(pull.headRef));
    github.failNext("POST /check-runs", faults.refused);
    await publish({ github, event: await events.pullRequest(github, second), settings, run: 20 }, reopened);
    const third = at(pull, await github.push(pull.headRef));
    await publish({ github, event: await events.pullRequest(github, third), settings, run: 30 }, reopened);
    expect(await latestCheckRun({ github }, third.headSha)).toMatchObject({ title: "1 of 1 review failed" });
  });
});

describe("an incomplete step", () => {
  test.each([
    ["was cancelled", { cancelled: true }, "cancelled", "The workflow run was cancelled before its end"],
    [
      "could not run a target",
      { error: "Nothing answers." },
      "action_required",
      "1 target could not be run to the end",
    ],
  ])("that %s leaves no green check", async (_, about, conclusion, title) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    await publish({ github, event, settings }, reportWith(passing, about));
    expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({ conclusion, title });
  });
});

test("a later run overwrites an earlier run's check, and never the other way round", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  await publish({ github, event, settings, run: 10 }, report("rev_1"));
  await publish({ github, event, settings, run: 20 }, report("rev_2"));
  const { said } = await publish({ github, event, settings, run: 15 }, report());
  expect(said.map(({ text }) => text)).toContainEqual(
    expect.stringContaining("A newer workflow run has already published its review check"),
  );
  expect(statesOf((await latestCheckRun({ github }, pull.headSha)).gate)).toEqual({ rev_2: "open" });
});

test("a completed check is not reopened: a new check of the same name replaces it", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  await publish({ github, event, settings, run: 10 }, report());
  await publish({ github, event, settings, run: 20 }, report("rev_1"));
  expect(await github.checkRuns(pull.headSha)).toHaveLength(2);
  expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({
    status: "in_progress",
    title: "1 of 1 review waits for a person",
  });
});

test("two steps share a check, and a green step doesn't hide a waiting one", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  await publish({ github, event, settings: { ...settings, commentKey: "a" } }, report("rev_1"));
  await publish({ github, event, settings: { ...settings, commentKey: "b" } }, report());
  expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({
    title: "1 of 1 review waits for a person",
  });
});

describe("steps that publish at the same moment", () => {
  const clock = systemClock;

  test("keep each other's reviews", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const ids = ["rev_1", "rev_2", "rev_3", "rev_4"];
    await Promise.all(
      ids.map(id => publish({ github, event, clock, settings: { ...settings, commentKey: id } }, report(id))),
    );
    const { gate } = await latestCheckRun({ github }, pull.headSha);
    expect(Object.keys(statesOf(gate)).sort()).toEqual(ids);
  });

  test.each([
    ["first", ["cut short", "whole"]],
    ["last", ["whole", "cut short"]],
  ])("keep an incomplete step without reviews, if it comes %s", async (_, keys) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const reports: Record<string, Report> = {
      whole: report(),
      "cut short": reportWith(passing, { error: "Nothing answers." }),
    };
    const publishing = keys.map(commentKey =>
      publish(
        { github, event, clock, settings: { ...settings, commentKey } },
        reports[commentKey] ?? report(),
      ),
    );
    await Promise.all(publishing);
    expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({
      title: "1 target could not be run to the end",
    });
  });
});

test("the comment shows the same reviews, and its mark contains the gate", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  await publish({ github, event, settings }, report("rev_1"));
  expect((await reviewsPartShown(placeOf(github, pull))).states).toEqual({ rev_1: "open" });
  const [comment] = await github.comments(pull.number);
  expect(comment?.body).not.toContain("For a person to review");
});

test("a report that is published while an older report's reviews are updated is not overwritten", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const both = { github, event, settings, run: 10 };
  await publish({ ...both, settings: { ...settings, commentKey: "CI/voice" } }, report("rev_1"));
  await publish(both, report("rev_1"));
  const place = placeOf(github, pull);
  const editor = editorOn(place);
  await editor.read();
  const decision = { evidence: "", by: "octocat", at: "2026-01-01T00:00:00Z" };
  await editor.record({ what: "decide", id: "rev_1", state: "passed", command: "1:1", ...decision });
  await editor.confirm(true);
  const later = { ...pull, headSha: (await github.push(pull.headRef)).sha };
  await publish({ ...both, event: await events.pullRequest(github, later), run: 20 }, report("rev_2"));
  await editor.updateComments();
  const bodies = (await github.comments(pull.number)).map(({ body }) => body.split("\n")[0]);
  expect(bodies.filter(line => line?.includes(`sha=${later.headSha}`))).toHaveLength(1);
});

describe("a check that can't be written is logged once", () => {
  test.each(["fork", "no-checks"] as const)("with a token of %s", async token => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest({ fork: token === "fork" });
    const event = await events.pullRequest(github, pull);
    const { reviewCheckUrl, said } = await publish({ github, event, token, settings }, report("rev_1"));
    expect(reviewCheckUrl).toBe("");
    expect(said).toEqual([
      { level: "warning", text: expect.stringContaining("no review check (GitHub responded with 403") },
    ]);
  });
});

describe("in a merge queue", () => {
  test.each([
    [[], "completed", "success", "No review waits"],
    [["rev_1"], "in_progress", null, "1 of 1 review waits for a person"],
  ])("the pull request's check is repeated: %o", async (reviews, status, conclusion, title) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publish({ github, event: await events.pullRequest(github, pull), settings }, report(...reviews));
    const queued = await events.mergeGroup(github, pull);
    const { reviewCheckUrl } = await publish({ github, event: queued, settings }, report("rev_9"));
    expect(reviewCheckUrl).not.toBe("");
    expect(await github.checkRuns(queued.sha)).toMatchObject([
      { name, status, conclusion, output: { title } },
    ]);
  });

  test("the comment keeps showing the pull request's own reviews and their check", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    await publish({ github, event: await events.pullRequest(github, pull), settings }, report("rev_1"));
    const shownNow = async () => {
      const { part, ...rest } = await reviewsPartShown(placeOf(github, pull));
      return { ...rest, text: part.split("\n").slice(1) };
    };
    const before = await shownNow();
    const queued = await events.mergeGroup(github, pull);
    await publish({ github, event: queued, settings, run: 4_000_000_002 }, report("rev_9"));
    expect(await shownNow()).toEqual(before);
  });

  test.each([
    [["rev_1"], true],
    [["rev_1", "rev_9"], false],
  ])("a report of %o waits for the pull request's reviews: %o", async (reviews, areLeft) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    expect(await publish({ github, event, settings }, report("rev_1"))).toMatchObject({
      reviewsAreAwaited: true,
    });
    const queued = await events.mergeGroup(github, pull);
    const { reviewsAreAwaited } = await publish({ github, event: queued, settings }, report(...reviews));
    expect(reviewsAreAwaited).toBe(areLeft);
  });

  test("without a check at the head, the check is not green", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const queued = await events.mergeGroup(github, pull);
    await publish({ github, event: queued, settings }, report());
    expect(await github.checkRuns(queued.sha)).toMatchObject([{ conclusion: "action_required" }]);
  });
});

describe("a decision counts only if this app wrote it about this pull request", () => {
  const forged = (sha: string, pull: number, id: number) => {
    const step = { key: "CI/scenarios", run: { id: 1, attempt: 1 } };
    const gate = addReport(
      { sha, pull, step, reviews: [{ id: "rev_1", target: "", state: "passed" }] },
      undefined,
      [],
    );
    return writeGateMark({ gate, check: { id, name } }, bytes => deflateSync(bytes), 60_000).line;
  };

  test.each([
    ["another app", "other-app", "callboard:reviews"],
    ["another check run of the same app", "app", ""],
  ] as const)("not if %s wrote it", async (_, token, externalId) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const root = `/repos/${github.repo.fullName}/check-runs`;
    const made = await github.ask<{ id: number }>(token, "POST", root, {
      ...{ name, head_sha: pull.headSha, status: "in_progress", external_id: externalId },
      output: { title: "x", summary: "x" },
    });
    const text = forged(pull.headSha, pull.number, made.id);
    await github.ask(token, "PATCH", `${root}/${made.id}`, { output: { title: "x", summary: "x", text } });
    await publish({ github, event: await events.pullRequest(github, pull), settings }, report("rev_1"));
    expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({
      title: "1 of 1 review waits for a person",
    });
  });

  test("not in a comment that a person has edited", async () => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    await publish({ github, event, settings, run: 10 }, report("rev_1"));
    const [comment] = await github.comments(pull.number);
    const body = comment?.body.replace(
      /<!-- callboard:reviews [\w-]+ -->/,
      forged(pull.headSha, pull.number, 1),
    );
    await github.ask("user", "PATCH", `/repos/${github.repo.fullName}/issues/comments/${comment?.id}`, {
      body,
    });
    await publish({ github, event, settings, run: 20 }, report("rev_1"));
    expect(await latestCheckRun({ github }, pull.headSha)).toMatchObject({
      title: "1 of 1 review waits for a person",
    });
    expect((await reviewsPartShown(placeOf(github, pull))).states).toEqual({ rev_1: "open" });
  });
});

test("the key appears nowhere", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  await publish({ github, event, settings }, report(`rev_${apiKey}`));
  const { text, summary, gate } = await latestCheckRun({ github }, pull.headSha);
  const { part } = await reviewsPartShown(placeOf(github, pull));
  expect([text, summary, part, JSON.stringify(gate)].join("\n")).not.toContain(apiKey);
});
