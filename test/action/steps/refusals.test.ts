/** Refused comments and dispatches: nothing is sent to the service, and the reply explains why. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "../../github/events.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../../github/github.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import {
  commentAndSettle,
  type GateScene,
  latestCheckRun,
  reportReviews,
  reviewsPartShown,
  runSettleStep,
} from "./reviews.ts";

let github: LocalGitHub;
let service: ScriptedService;
let pull: OpenPullRequest;
let place: GateScene;
/** A second pull request, which mentions another review. */
let other: GateScene;

beforeAll(async () => {
  github = await startGitHub();
  service = await startScriptedService(({ fields }) => fields);
  pull = await github.createPullRequest();
  place = { github, pull, url: service.url };
  other = { ...place, pull: await github.createPullRequest() };
  await reportReviews(place, "rev_1", "rev_2");
  await reportReviews(other, "rev_other");
  await commentAndSettle(place, "/callboard submit rev_2 verdict=pass");
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await github[Symbol.asyncDispose]();
});

const form = {
  "callboard.yml":
    "forms:\n  submitReview:\n    - { field: verdict, type: choice, choices: [pass, fail] }\n    - { field: comment, type: text, optional: true }\n",
};
const command = "/callboard submit rev_1 verdict=pass";
const sent = () => service.requests.length;

/** Nothing was sent to the service, and the review is still open. */
async function nothingDone(before: number) {
  expect(sent()).toBe(before);
  expect((await latestCheckRun(place, pull.headSha)).title).toBe("1 of 2 reviews waits for a person");
}

describe("by the author of the comment", () => {
  test.each([
    ["a reader", "reader", "read", "Only people with write access to this repository can decide reviews"],
    ["an outsider", "outsider", "none", "Only people with write access"],
    ["an unknown user", "nobody", 404, "Only people with write access"],
    [
      "a user whose permission GitHub refuses to report",
      "hidden",
      403,
      "GitHub did not report your permission",
    ],
    [
      "a user whose permission GitHub fails to report",
      "broken",
      500,
      "GitHub did not report your permission",
    ],
  ] as const)("%s", async (_, login, permission, told) => {
    github.permit(login, permission);
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, command, { about: { login } });
    await nothingDone(before);
    expect(reactions).toEqual(["eyes", "-1"]);
    expect(answer).toContain(`\`${login}\``);
    expect(answer).toContain(told);
    expect(left.exitCode).toBe(typeof permission === "number" && permission !== 404 ? 1 : 0);
  });

  test.each([
    ["a bot", { login: "agent[bot]", type: "Bot" }],
    ["a bot that calls itself a user", { login: "agent[bot]", type: "User" }],
    ["an organization", { login: "octo-org", type: "Organization" }],
  ])("%s, without a reply, so that bots don't reply to each other", async (_, about) => {
    github.permit(about.login, "admin");
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, command, { about });
    await nothingDone(before);
    expect([left.exitCode, reactions, answer]).toEqual([0, [], undefined]);
  });
});

describe("by the place of the comment", () => {
  test("on an issue", async () => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, command, { about: { isPull: false } });
    await nothingDone(before);
    expect([left.exitCode, reactions, answer]).toEqual([0, [], undefined]);
  });

  test("in an edited comment", async () => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, command, {
      about: { action: "edited" },
    });
    await nothingDone(before);
    expect([left.exitCode, reactions, answer]).toEqual([0, [], undefined]);
  });

  test("on a closed pull request", async () => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, command, {
      about: { state: "closed" },
    });
    await nothingDone(before);
    expect([left.exitCode, reactions]).toEqual([0, ["eyes", "-1"]]);
    expect(answer).toContain("This pull request is closed");
  });

  test("on another pull request", async () => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(other, command);
    await nothingDone(before);
    expect([left.exitCode, reactions]).toEqual([0, ["eyes", "-1"]]);
    expect(answer).toContain("No report on this pull request contains a review `rev_1`");
  });

  test("on a fork's pull request by its author; by a maintainer only for reviews that it mentions", async () => {
    const fork = { ...place, pull: await github.createPullRequest({ fork: true }) };
    const before = sent();
    const byAuthor = await commentAndSettle(fork, command, { about: { login: "contributor" } });
    const byMaintainer = await commentAndSettle(fork, command);
    await nothingDone(before);
    expect(byAuthor.answer).toContain("Only people with write access");
    expect(byMaintainer.answer).toContain("This job finds no review check");
  });

  test("by another event", async () => {
    const before = sent();
    const left = await runSettleStep(place, await events.pullRequest(github, pull));
    await nothingDone(before);
    expect(left.exitCode).toBe(1);
    expect(left.stdout).toMatch(/::error.*`issue_comment`.*`repository_dispatch`/);
  });

  test.each([
    ["of another type", "deploy", {}, {}, "callboard-review"],
    ["of an unknown version", "callboard-review", { version: 7 }, {}, "version"],
    [
      "by a bot",
      "callboard-review",
      undefined,
      { login: "agent[bot]", type: "Bot" },
      "A bot can't decide reviews",
    ],
    ["of a review that no report mentions", "callboard-review", undefined, {}, "contains a review rev_9"],
  ] as const)("by a dispatch %s", async (_, type, payload, sender, told) => {
    const review = {
      id: told.includes("rev_9") ? "rev_9" : "rev_1",
      operation: "submitReview",
      fields: { verdict: "pass" },
    };
    const given = payload ?? { version: 1, pull_request: pull.number, sha: pull.headSha, reviews: [review] };
    const before = sent();
    const left = await runSettleStep(place, await events.repositoryDispatch(github, type, given, sender));
    await nothingDone(before);
    expect(left.exitCode).toBe(1);
    expect(left.stdout.split("\n").find(line => line.startsWith("::error"))).toContain(told);
  });
});

describe("by the command", () => {
  test.each([
    [
      "a review that no report mentions",
      "/callboard submit rev_9 verdict=pass",
      "Line 1: No report on this pull request contains a review `rev_9`.",
    ],
    [
      "a decided review",
      "/callboard submit rev_2 verdict=fail",
      "Line 1: The review was decided before (passed by `octocat`)",
    ],
    [
      "an unknown field",
      "Look:\n\n/callboard submit rev_1 verdct=pass verdict=pass",
      "Line 3: There is no field `verdct`; did you mean `verdict`?",
    ],
    ["an unknown command", "/callboard approve rev_1", "Line 1: There is no command `approve`"],
    [
      "21 commands",
      Array(21).fill(command).join("\n"),
      "A comment may contain 20 commands, and this one has 21",
    ],
  ])("%s", async (_, body, told) => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, body, { files: form });
    await nothingDone(before);
    expect([left.exitCode, reactions]).toEqual([0, ["eyes", "-1"]]);
    expect(answer).toContain(told);
  });

  test("text that is not a command", async () => {
    const before = sent();
    const { left, reactions, answer } = await commentAndSettle(place, `> ${command}`);
    await nothingDone(before);
    expect([left.exitCode, reactions, answer]).toEqual([0, [], undefined]);
  });

  test("a catalog with mistakes", async () => {
    const before = sent();
    const { left, answer } = await commentAndSettle(place, command, {
      files: { "callboard.yml": "forms: [" },
    });
    await nothingDone(before);
    expect(left.exitCode).toBe(1);
    expect(answer).toContain("The catalog of this repository has mistakes");
  });
});

test("after all refusals, the report's comment shows the same states", async () => {
  expect((await reviewsPartShown(place)).states).toEqual({ rev_1: "open", rev_2: "passed" });
});
