import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type ScriptedResponse, startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { stepKey } from "../step.ts";
import {
  commentAndSettle,
  type GateScene,
  latestCheckRun,
  responseWithReviews,
  reviewsPartShown,
  runReviewStep,
  runSettleStep,
  statesOf,
} from "./reviews.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const dispatchBy = async (place: GateScene, reviews: readonly object[]) => {
  const payload = { version: 1, pull_request: place.pull.number, sha: place.pull.headSha, reviews };
  const asked = await fetch(`${github.apiUrl}/repos/${github.repo.fullName}/dispatches`, {
    method: "POST",
    headers: { authorization: `Bearer ${github.token("user")}`, "user-agent": "editor" },
    body: JSON.stringify({ event_type: "callboard-review", client_payload: payload }),
  });
  expect(asked.status).toBe(204);
  const { event_type, client_payload } = github.dispatches.at(-1) ?? { event_type: "", client_payload: {} };
  return await runSettleStep(place, await events.repositoryDispatch(github, event_type, client_payload));
};

test("a pull request waits for its reviews until people have decided them all", async () => {
  let mentioned = ["rev_1", "rev_2", "rev_3"];
  await using service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews(...mentioned) : { ...fields, status: "received" },
  );
  const pull = await github.createPullRequest();
  const place: GateScene = { github, pull, url: service.url };
  const settlings = () => service.requests.filter(({ operation }) => operation !== "runBatch");

  // The report mentions three reviews, and the gate waits.
  const first = await runReviewStep(place);
  expect(first.outputs).toMatchObject({ reviews: '["rev_1","rev_2","rev_3"]' });
  expect(await latestCheckRun(place, pull.headSha)).toMatchObject({
    status: "in_progress",
    title: "3 of 3 reviews wait for a person",
  });
  expect(first.outputs["review-check-url"]).toMatch(/^http/);
  expect(await reviewsPartShown(place)).toMatchObject({ title: "3 of 3 reviews wait for a person" });

  // A comment submits the first review.
  const submitted = await commentAndSettle(
    place,
    'I listened to it.\n\n/callboard submit rev_1 verdict=pass comment="well done"\n',
  );
  expect(submitted.left).toMatchObject({ exitCode: 0 });
  expect(submitted.left.outputs).toMatchObject({ reviews: '["rev_2","rev_3"]' });
  // The settled state is a new check run; the earlier one doesn't change.
  expect(submitted.left.outputs["review-check-url"]).not.toBe(first.outputs["review-check-url"]);
  expect(submitted.reactions).toEqual(["eyes", "+1"]);
  expect(submitted.answer).toBeUndefined();
  expect(settlings()).toMatchObject([
    {
      operation: "submitReview",
      id: "rev_1",
      fields: { verdict: "pass", comment: "well done" },
      key: stepKey,
    },
  ]);
  expect(await latestCheckRun(place, pull.headSha)).toMatchObject({
    title: "2 of 3 reviews wait for a person",
  });
  expect((await reviewsPartShown(place)).part).toContain("passed: `octocat` sent `verdict` = `pass`");

  // A reassigned review stays open.
  const reassigned = await commentAndSettle(place, "/callboard reassign rev_2 assignee=kim");
  expect(reassigned.reactions).toEqual(["eyes", "+1"]);
  expect(settlings().at(-1)).toMatchObject({
    operation: "reassignReview",
    id: "rev_2",
    fields: { assignee: "kim" },
  });
  const afterReassigned = await latestCheckRun(place, pull.headSha);
  expect(afterReassigned).toMatchObject({ status: "in_progress", title: "2 of 3 reviews wait for a person" });
  expect(afterReassigned.summary).toContain("`octocat` reassigned it to `kim`");
  expect((await reviewsPartShown(place)).part).toContain("`octocat` reassigned it to `kim`");

  // A dispatch from the editor settles another review; nothing is sent to the service.
  const before = service.requests.length;
  const done = {
    id: "rev_3",
    operation: "submitReview",
    fields: { verdict: "pass" },
    answer: { status: "settled", verdict: "pass" },
  };
  const dispatched = await dispatchBy(place, [done]);
  expect(dispatched.exitCode).toBe(0);
  expect(service.requests).toHaveLength(before);
  expect(await latestCheckRun(place, pull.headSha)).toMatchObject({
    title: "1 of 3 reviews waits for a person",
  });
  expect((await reviewsPartShown(place)).states).toEqual({ rev_1: "passed", rev_2: "open", rev_3: "passed" });

  // A new commit mentions one of the reviews again, and a new one.
  mentioned = ["rev_1", "rev_4"];
  const { sha } = await github.push(pull.headRef);
  const pushed = { ...place, pull: { ...pull, headSha: sha } };
  await runReviewStep(pushed);
  const second = await latestCheckRun(place, sha);
  expect(second).toMatchObject({ status: "in_progress", title: "1 of 2 reviews waits for a person" });
  expect(statesOf(second.gate)).toEqual({ rev_1: "passed", rev_4: "open" });
  expect((await reviewsPartShown(place)).title).toBe("1 of 2 reviews waits for a person");

  // The last review is decided as failed.
  const last = await commentAndSettle(pushed, "/callboard submit rev_4 verdict=fail");
  expect(last.left.outputs).toMatchObject({ reviews: "[]" });
  const third = await latestCheckRun(place, sha);
  expect(third).toMatchObject({ status: "completed", conclusion: "failure", title: "1 of 2 reviews failed" });
  expect(third.text).toMatch(/^<!-- callboard:reviews [\w-]+ -->$/);
  expect(third.summary).toContain("failed: `octocat` sent `verdict` = `fail`");
  expect(await reviewsPartShown(place)).toMatchObject({
    title: "1 of 2 reviews failed",
    states: { rev_1: "passed", rev_4: "failed" },
  });

  // The merge queue shows the same, although nobody can decide a review there.
  const queued = await events.mergeGroup(github, pushed.pull);
  await runReviewStep(pushed, { event: queued });
  const [atQueue] = await github.checkRuns(queued.sha);
  expect(atQueue).toMatchObject({ conclusion: "failure", output: { title: "1 of 2 reviews failed" } });

  const sent = JSON.stringify([
    github.requests.map(({ body, path }) => [path, body]),
    await github.comments(pull.number),
  ]);
  expect(sent).not.toContain(stepKey);
  expect(github.violations()).toEqual([]);
}, 180_000);

test("open reviews fail the step, unless a review check waits for them", async () => {
  await using service = await startScriptedService(() => responseWithReviews("rev_1"));
  const place: GateScene = {
    github,
    pull: await github.createPullRequest({ branch: "left-to-reviews" }),
    url: service.url,
  };
  const inputs = { "fail-on": "unknown" };
  expect((await runReviewStep(place, { with: inputs })).exitCode).toBe(0);
  const denied = await runReviewStep(place, { with: inputs, token: "no-checks" });
  expect(denied.exitCode).toBe(1);
  expect(denied.lines.join("\n")).toContain("a `review-check`, which waits until people have decided");
});

test("a submission that is answered 204 is decided by its fields, and is sent once", async () => {
  await using service = await startScriptedService(({ operation }) =>
    operation === "runBatch"
      ? responseWithReviews("rev_1", "rev_2")
      : response => response.writeHead(204).end(),
  );
  const place: GateScene = {
    github,
    pull: await github.createPullRequest({ branch: "no-content" }),
    url: service.url,
  };
  await runReviewStep(place);
  const commands = "/callboard submit rev_1 verdict=pass\n/callboard submit rev_2 note=heard";
  const { reactions } = await commentAndSettle(place, commands);
  expect(reactions).toEqual(["eyes", "+1"]);
  expect((await reviewsPartShown(place)).states).toEqual({ rev_1: "passed", rev_2: "unknown" });
  expect(service.calls.filter(call => call.startsWith("submitReview"))).toHaveLength(2);
});

test("a submission that the service refuses leaves the review open, and the reply explains why", async () => {
  await using service = await startScriptedService(({ operation }) =>
    operation === "runBatch"
      ? responseWithReviews("rev_1")
      : { success: false, message: "not assigned to you" },
  );
  const pull = await github.createPullRequest({ branch: "refused" });
  const place: GateScene = { github, pull, url: service.url };
  await runReviewStep(place);
  const { reactions, answer } = await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(reactions).toEqual(["eyes", "-1"]);
  expect(answer).toContain("stays open: `octocat` submitted it, but the service says `success` = `false`");
  expect((await latestCheckRun(place, pull.headSha)).title).toBe("1 of 1 review waits for a person");
});

test("a review is settled although the check is missing at the latest commit, and the next commit has the decision", async () => {
  await using service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews("rev_1") : { ...fields },
  );
  const pull = await github.createPullRequest({ branch: "check-refused" });
  const place: GateScene = { github, pull, url: service.url };
  await runReviewStep(place);
  const { sha } = await github.push(pull.headRef);
  github.failNext("POST /check-runs", faults.refused);
  await runReviewStep({ ...place, pull: { ...pull, headSha: sha } });
  const { reactions } = await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(reactions).toEqual(["eyes", "+1"]);
  const third = { ...pull, headSha: (await github.push(pull.headRef)).sha };
  await runReviewStep({ ...place, pull: third });
  expect((await latestCheckRun(place, third.headSha)).title).toBe("1 review passed");
});

test("reviews of a push are settled in a pull request that was opened later", async () => {
  await using service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews("rev_1") : { ...fields },
  );
  const pull = await github.createPullRequest({ branch: "pushed-first" });
  const place: GateScene = { github, pull, url: service.url };
  const path = `/repos/${github.repo.fullName}/pulls/${pull.number}`;
  const { headSha: sha, baseSha: before, headRef } = pull;
  await github.ask("user", "PATCH", path, { state: "closed" });
  await runReviewStep(place, {
    event: await events.push(github, { sha, before, ref: `refs/heads/${headRef}` }),
  });
  await github.ask("user", "PATCH", path, { state: "open" });
  const { reactions, left } = await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(reactions).toEqual(["eyes", "+1"]);
  expect(left.outputs).toMatchObject({ reviews: "[]" });
  expect(await latestCheckRun(place, sha)).toMatchObject({
    title: "1 review passed",
    gate: { pull: pull.number },
  });
});

/** A pull request with a review, and a service with the given responses. */
async function waitingFor(branch: string, answerTo: (fields: JsonObject) => ScriptedResponse) {
  const service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews("rev_1") : answerTo(fields),
  );
  const pull = await github.createPullRequest({ branch });
  const place: GateScene = { github, pull, url: service.url };
  await runReviewStep(place);
  const submissions = () => service.requests.filter(({ operation }) => operation === "submitReview").length;
  return { place, submissions, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const bodyOf = async ({ pull }: GateScene) => (await github.comments(pull.number))[0]?.body;

test("another person changes a passed review to failed with `again=true`, and both people are named", async () => {
  await using waiting = await waitingFor("decided-again", fields => ({ ...fields }));
  const { place, submissions } = waiting;
  await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(await bodyOf(place)).toContain("### 🟢 Passed, 1 by people");

  github.permit("hubot", "write");
  const about = { login: "hubot" };
  const refused = await commentAndSettle(place, "/callboard submit rev_1 verdict=fail", { about });
  expect(refused.answer).toMatch(/decided before \(passed by `octocat`\).*`again=true`/);
  expect(submissions()).toBe(1);

  const again = await commentAndSettle(place, "/callboard submit rev_1 verdict=fail again=true", { about });
  expect(again.reactions).toEqual(["eyes", "+1"]);
  expect(submissions()).toBe(2);
  const { conclusion, title, summary } = await latestCheckRun(place, place.pull.headSha);
  expect([conclusion, title]).toEqual(["failure", "1 of 1 review failed"]);
  for (const text of [summary, (await reviewsPartShown(place)).part]) {
    expect(text).toContain("failed: `hubot` sent `verdict` = `fail`");
    expect(text).toContain("This decision replaces passed, decided by `octocat`");
  }
  expect(await bodyOf(place)).toContain("### 🔴 Failed: 1 of 1 review failed");
});

describe("a review that was decided elsewhere", () => {
  const submit = "/callboard submit rev_1 verdict=pass";
  const record = "/callboard record rev_1 verdict=pass";

  test("gets the service's decision when the service refuses the submission", async () => {
    const review = { id: "rev_1", state: "submitted", verdict: "fail" };
    await using waiting = await waitingFor("elsewhere", () => status(409, { error: "Conflict", review }));
    const { place } = waiting;
    const { reactions, answer } = await commentAndSettle(place, submit);
    expect(reactions).toEqual(["eyes", "-1"]);
    expect(answer).toContain(
      "the service says that it was decided before: `verdict` = `fail`, and that decision is recorded",
    );
    expect(await latestCheckRun(place, place.pull.headSha)).toMatchObject({
      conclusion: "failure",
      title: "1 of 1 review failed",
    });
    expect((await reviewsPartShown(place)).part).not.toContain("octocat");
  });

  test.each([
    [
      "says that it is settled, and not how",
      { review: { id: "rev_1", state: "submitted" } },
      "To record the decision, comment",
      "To record it, comment `/callboard record rev_1 name=value`",
    ],
    [
      "says nothing of it",
      { error: "Conflict" },
      "If it was submitted, record the decision: `/callboard record rev_1 …`",
      "began to submit it",
    ],
  ])("is recorded by a person if the service %s, and nothing is sent", async (how, body, told, shown) => {
    await using waiting = await waitingFor(how.replace(/\W+/g, "-"), () => status(409, body));
    const { place, submissions } = waiting;
    const { answer } = await commentAndSettle(place, submit);
    expect(answer).toContain(told);
    expect((await reviewsPartShown(place)).part).toContain(shown);
    expect((await latestCheckRun(place, place.pull.headSha)).conclusion).not.toBe("success");

    const recorded = await commentAndSettle(place, record);
    expect(recorded.reactions).toEqual(["eyes", "+1"]);
    expect(submissions()).toBe(1);
    expect(await latestCheckRun(place, place.pull.headSha)).toMatchObject({
      conclusion: "success",
      title: "1 review passed",
    });
    expect((await reviewsPartShown(place)).part).toContain("recorded by `octocat`: `verdict` = `pass`");
  });
});
