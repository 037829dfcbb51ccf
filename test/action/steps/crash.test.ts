/** Jobs end at any point or run at the same moment: nothing is sent twice, and no decision is lost. */

import { describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import type { GitHubCheckRun } from "../../github/plays.ts";
import type { RunningStep } from "../../github/runner.ts";
import {
  brokenOff,
  type ScriptedResponse,
  startScriptedService,
  status,
} from "../../shared/run/scripted-service.ts";
import {
  commentAndSettle,
  editorOn,
  type GateScene,
  latestCheckRun,
  nextRun,
  reportReviews,
  reviewsPartShown,
  runSettleStep,
  startSettleStep,
} from "./reviews.ts";

const slow = 240_000;

/**
 * The points at which a job ends: after a request that changes something, counted from 1. To end after a request that
 * only reads is the same as to end before the next; `gate/interleavings.test.ts` plays each end on a model.
 */
const points = [
  ["the reaction `eyes` is given", "POST /issues/comments/{comment_id}/reactions", 1],
  ["the submission is recorded before it is sent", "POST /check-runs", 1],
  ["the service has acted, but not responded", "the service", 1],
  ["the decision is written", "PATCH /check-runs/{check_run_id}", 1],
  ["the comment's part is written", "PATCH /issues/comments/{comment_id}", 1],
  ["the last reaction is given", "POST /issues/comments/{comment_id}/reactions", 2],
] as const;

describe("a job that ends when", () => {
  test.concurrent.each(points)("%s", { timeout: slow }, async (_, operation, time) => {
    await using github = await startGitHub();
    let running: RunningStep | undefined;
    let isReached = false;
    const end = async () => {
      isReached = true;
      await running?.[Symbol.asyncDispose]();
    };
    await using service = await startScriptedService(
      async ({ fields, time: times }): Promise<ScriptedResponse> => {
        if (operation === "the service" && times === time) {
          await end();
          return brokenOff;
        }
        return { ...fields };
      },
    );
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, "rev_1");
    const body = "/callboard submit rev_1 verdict=pass";
    const { id } = await github.comment(place.pull.number, body);
    const event = await events.issueComment(github, place.pull, { id, body });
    const job = { runId: nextRun() };

    const from = github.requests.length;
    running = await startSettleStep(place, event, { job });
    const crashed = running;
    let isOver = false;
    const ended = crashed.result.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const asked = github.requests
        .slice(from)
        .filter(each => each.operation.split(" (")[0]?.startsWith(operation));
      if (asked.length >= time) await end();
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    await ended.catch(() => {});
    expect(isReached).toBe(true);

    // The same job runs again, and sends nothing a second time.
    const submissions = () => service.requests.filter(asked => asked.operation === "submitReview").length;
    const before = submissions();
    const left = await runSettleStep(place, event, { job: { ...job, runAttempt: 2 } });
    expect(submissions()).toBeLessThanOrEqual(1);
    const { title } = await latestCheckRun(place, place.pull.headSha);
    if (title === "1 review passed") {
      expect(left.exitCode).toBe(0);
      expect(submissions()).toBe(1);
      expect((await reviewsPartShown(place)).title).toBe(title);
      return;
    }
    // The outcome is uncertain, and the reply asks a person to check it and use `again=true`.
    expect(title).toBe("1 of 1 review waits for a person");
    expect(submissions()).toBe(before);
    expect((await reviewsPartShown(place)).part).toContain("began to submit it");
    const again = await commentAndSettle(place, `${body} again=true`);
    expect(again.reactions).toEqual(["eyes", "+1"]);
    expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("1 review passed");
    // The command that began the submission is never carried out again.
    const twice = await runSettleStep(place, again.event, { job: { runId: nextRun(), runAttempt: 2 } });
    expect(twice.exitCode).toBe(0);
    expect(submissions()).toBe(before + 1);
  });
});

test("a lost response leaves the review open, with advice", { timeout: slow }, async () => {
  await using github = await startGitHub();
  await using service = await startScriptedService(() => brokenOff);
  const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
  await reportReviews(place, "rev_1");
  const { left, reactions, answer } = await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(left.exitCode).toBe(1);
  expect(reactions).toEqual(["eyes", "-1"]);
  expect(answer).toMatch(/may have been submitted already.*`again=true`/);
  expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("1 of 1 review waits for a person");
});

test("the note of a lost response survives a report that is written at the same moment", {
  timeout: slow,
}, async () => {
  await using github = await startGitHub();
  const root = `/repos/${github.repo.fullName}/check-runs`;
  let before: GitHubCheckRun | undefined;
  await using service = await startScriptedService(async () => {
    // A step with a report read the check before the submission began, and writes it now.
    const { title, summary, text } = before?.output ?? {};
    await github.ask("app", "PATCH", `${root}/${before?.id}`, { output: { title, summary, text } });
    return brokenOff;
  });
  const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
  await reportReviews(place, "rev_1");
  [before] = await github.checkRuns(place.pull.headSha);
  await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  const { gate } = await latestCheckRun(place, place.pull.headSha);
  expect(gate.reviews).toMatchObject([{ id: "rev_1", state: "open", begun: { verb: "submit" } }]);
  const { answer } = await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
  expect(answer).toContain("may have been submitted already");
  expect(service.requests.filter(({ operation }) => operation === "submitReview")).toHaveLength(1);
});

describe("if GitHub doesn't respond", { timeout: slow }, () => {
  const body = "/callboard submit rev_1 verdict=pass";
  const making = "POST /check-runs";
  const writing = "PATCH /check-runs/{check_run_id}";

  test("before the submission, no note claims a submission", async () => {
    await using github = await startGitHub();
    await using service = await startScriptedService(({ fields }) => ({ ...fields }));
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, "rev_1");
    github.failNext(making, faults.unknown);
    expect((await commentAndSettle(place, body)).answer).toContain("nothing was sent");
    expect(service.calls).not.toContain("submitReview rev_1");
    const { gate } = await latestCheckRun(place, place.pull.headSha);
    expect(gate.reviews).toEqual([expect.not.objectContaining({ begun: expect.anything() })]);
    expect((await commentAndSettle(place, body)).reactions).toEqual(["eyes", "+1"]);
  });

  test("after the submission, the decision is recorded in the end, and the reply agrees", async () => {
    await using github = await startGitHub();
    await using service = await startScriptedService(({ fields }) => {
      github.failNext(writing, faults.unknown);
      return { ...fields };
    });
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, "rev_1");
    const { left, reactions, answer } = await commentAndSettle(place, body);
    expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("1 review passed");
    expect({ exitCode: left.exitCode, reactions, answer }).toEqual({
      exitCode: 0,
      reactions: ["eyes", "+1"],
    });
  });

  test("after the service refused, no note claims a submission", async () => {
    await using github = await startGitHub();
    await using service = await startScriptedService(() => {
      github.failNext(writing, faults.unknown);
      return status(422, { error: "There is no such verdict." });
    });
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, "rev_1");
    const { answer } = await commentAndSettle(place, body);
    expect(answer).toContain("no such verdict");
    expect(answer).not.toContain("may have been submitted");
    const { gate } = await latestCheckRun(place, place.pull.headSha);
    expect(gate.reviews).toEqual([expect.not.objectContaining({ begun: expect.anything() })]);
  });

  test("to one GraphQL query, the decision is recorded all the same", async () => {
    await using github = await startGitHub();
    await using service = await startScriptedService(({ fields }) => ({ ...fields }));
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, "rev_1");
    github.failNext("GraphQL", faults.unknown);
    expect((await commentAndSettle(place, body)).reactions).toEqual(["eyes", "+1"]);
    expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("1 review passed");
    expect((await reviewsPartShown(place)).title).toBe("1 review passed");
  });
});

test("a comment that starts two jobs (of two workflows) is submitted by one of them", {
  timeout: slow,
}, async () => {
  await using github = await startGitHub();
  const ids = Array.from({ length: 5 }, (_, index) => `rev_${index}`);
  const place = { github, pull: await github.createPullRequest() };
  await reportReviews(place, ...ids);
  for (const id of ids) {
    const begins = ["one", "two"].map(async job => {
      const begun = {
        verb: "submit",
        by: "octocat",
        at: "2026-01-01T00:00:00Z",
        command: `1:${id}`,
        job,
      } as const;
      const editor = editorOn(place);
      await editor.read();
      return await editor.begin({ what: "begin", id, begun });
    });
    expect((await Promise.all(begins)).filter(isOurs => isOurs)).toHaveLength(1);
  }
});

describe("five settlings at once", () => {
  const ids = ["rev_1", "rev_2", "rev_3", "rev_4", "rev_5"];

  test("all are recorded in the check run and in the comment", { timeout: slow }, async () => {
    await using github = await startGitHub();
    await using service = await startScriptedService(({ fields }) => ({ ...fields }));
    const place: GateScene = { github, pull: await github.createPullRequest(), url: service.url };
    await reportReviews(place, ...ids);
    await Promise.all(ids.map(id => commentAndSettle(place, `/callboard submit ${id} verdict=pass`)));
    expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("5 reviews passed");
    expect((await reviewsPartShown(place)).title).toBe("5 reviews passed");
    expect(service.requests.filter(({ operation }) => operation === "submitReview")).toHaveLength(5);
  });

  test("in three rounds, all are recorded, and one of two jobs settles a review that both want", {
    timeout: slow,
  }, async () => {
    const play = async (github: LocalGitHub, branch: string) => {
      const place: GateScene = {
        github,
        pull: await github.createPullRequest({ branch }),
        url: "",
      };
      await reportReviews(place, ...ids, "rev_6");
      const began: string[] = [];
      await Promise.all(
        ids.map(async (id, index) => {
          const editor = editorOn(place);
          await editor.read();
          const begun = {
            verb: "submit",
            by: "octocat",
            at: "2026-01-01T00:00:00Z",
            job: `${index}`,
          } as const;
          const both = [id, "rev_6"];
          for (const review of both) {
            const command = `${index}:${review}`;
            if (!(await editor.begin({ what: "begin", id: review, begun: { ...begun, command } }))) continue;
            began.push(review);
            const decided = { state: "passed", evidence: "", by: "octocat", at: begun.at } as const;
            await editor.record({ what: "decide", id: review, command, ...decided });
          }
          await editor.finish();
        }),
      );
      expect(began.sort()).toEqual([...ids, "rev_6"]);
      expect((await latestCheckRun(place, place.pull.headSha)).title).toBe("6 reviews passed");
      expect((await reviewsPartShown(place)).title).toBe("6 reviews passed");
    };
    await using github = await startGitHub();
    await Promise.all([1, 2, 3].map(round => play(github, `round-${round}`)));
  });
});
