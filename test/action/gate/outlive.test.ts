/** Decisions survive the deletion of their check runs, which GitHub deletes together with workflow runs. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import {
  commentAndSettle,
  editorOn,
  type GateScene,
  latestCheckRun,
  responseWithReviews,
  reviewsPartShown,
  runReviewStep,
  runSettleStep,
} from "../steps/reviews.ts";

let github: LocalGitHub;
let service: Awaited<ReturnType<typeof startScriptedService>>;
beforeAll(async () => {
  github = await startGitHub();
  service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? responseWithReviews("rev_1", "rev_2") : { ...fields },
  );
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

let branches = 0;

/** A pull request with two reviews; the first one has passed. */
async function decided(): Promise<GateScene> {
  const pull = await github.createPullRequest({ branch: `branch-${++branches}` });
  const place = { github, pull, url: service.url };
  await runReviewStep(place);
  const editor = editorOn(place);
  await editor.read();
  const by = { by: "octocat", at: "2026-01-01T00:00:00Z", evidence: "", command: "1:1" } as const;
  await editor.record({ what: "decide", id: "rev_1", state: "passed", ...by });
  await editor.finish();
  return place;
}

async function editAsPerson({ pull }: GateScene): Promise<void> {
  const [{ id, body } = { id: 0, body: "" }] = await github.comments(pull.number);
  const path = `/repos/${github.repo.fullName}/issues/comments/${id}`;
  await github.ask("user", "PATCH", path, { body: body.replace("smoke", "smok") });
  await github.ask("user", "PATCH", path, { body });
}

const both = { rev_1: "passed", rev_2: "open" };
const none = { rev_1: "open", rev_2: "open" };

describe("after all check runs are deleted", () => {
  test("the next command creates the review check again, with all decisions", async () => {
    const place = await decided();
    await github.deleteCheckRuns(place.pull.headSha);
    const sent = service.requests.length;
    const { reactions } = await commentAndSettle(place, "/callboard submit rev_2 verdict=pass");
    expect(reactions).toEqual(["eyes", "+1"]);
    expect(service.requests).toHaveLength(sent + 1);
    expect(await latestCheckRun(place, place.pull.headSha)).toMatchObject({
      title: "2 reviews passed",
      conclusion: "success",
    });
    expect((await reviewsPartShown(place)).states).toEqual({ rev_1: "passed", rev_2: "passed" });
  });

  test("the next step creates it again, also at the next commit", async () => {
    const place = await decided();
    await github.deleteCheckRuns(place.pull.headSha);
    await runReviewStep(place);
    expect((await reviewsPartShown(place)).states).toEqual(both);
    await github.deleteCheckRuns(place.pull.headSha);
    const { sha } = await github.push(place.pull.headRef);
    const later = { ...place, pull: { ...place.pull, headSha: sha } };
    await runReviewStep(later);
    expect((await latestCheckRun(place, sha)).title).toBe("1 of 2 reviews waits for a person");
    expect((await reviewsPartShown(later)).states).toEqual(both);
  });

  test("a scheduled step creates it again for all open pull requests, and sends nothing to the service", async () => {
    const [place, other] = [await decided(), await decided()];
    await github.deleteCheckRuns(place.pull.headSha);
    await github.deleteCheckRuns(other.pull.headSha);
    const sent = service.requests.length;
    const { exitCode } = await runSettleStep(place, await events.schedule(github));
    expect(exitCode).toBe(0);
    expect(service.requests).toHaveLength(sent);
    for (const { pull } of [place, other]) {
      expect((await latestCheckRun({ github }, pull.headSha)).title).toBe(
        "1 of 2 reviews waits for a person",
      );
    }
  });
});

describe("an edited comment is not trusted", () => {
  test.each([
    ["before a command of the app's own has written over it", true],
    ["after it", false],
  ])("%s", async (_, isBefore) => {
    const place = await decided();
    await editAsPerson(place);
    if (isBefore) await commentAndSettle(place, "/callboard reassign rev_2 assignee=kim");
    await github.deleteCheckRuns(place.pull.headSha);
    await runReviewStep(place);
    expect((await reviewsPartShown(place)).states).toEqual(none);
    expect((await reviewsPartShown(place)).part).toContain("a person may have edited the comment");
  });

  test("if GitHub doesn't report the edits, the comment is not trusted", async () => {
    const place = await decided();
    await github.deleteCheckRuns(place.pull.headSha);
    github.failNext("GraphQL", faults.refused, 2);
    await runReviewStep(place);
    expect((await reviewsPartShown(place)).states["rev_1"]).toBe("open");
  });

  test("while a check run exists, the edits are not requested", async () => {
    const place = await decided();
    await editAsPerson(place);
    await runReviewStep(place);
    expect((await reviewsPartShown(place)).states).toEqual(both);
  });
});

test("restoring an old text of the comment loses no decision", async () => {
  const pull = await github.createPullRequest({ branch: `branch-${++branches}` });
  const place = { github, pull, url: service.url };
  await runReviewStep(place);
  const [before] = await github.comments(pull.number);
  await commentAndSettle(place, "/callboard submit rev_1 verdict=fail");
  const { sha } = await github.push(pull.headRef);
  const later = { ...place, pull: { ...pull, headSha: sha } };
  await runReviewStep(later);
  const path = `/repos/${github.repo.fullName}/issues/comments/${before?.id}`;
  await github.ask("user", "PATCH", path, { body: before?.body });
  const next = await github.push(pull.headRef);
  const latest = { ...place, pull: { ...pull, headSha: next.sha } };
  await runReviewStep(latest);
  expect((await reviewsPartShown(latest)).states).toEqual({ rev_1: "failed", rev_2: "open" });
});
