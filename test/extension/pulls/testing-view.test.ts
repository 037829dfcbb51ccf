/** CI's reports in VS Code's Testing view, on a local GitHub Enterprise Server. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Case } from "../../../shared/reading/reading.ts";
import { commentAndSettle, runReviewStep, startedService } from "../../action/steps/reviews.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { fakeFilesWith } from "../fake-files.ts";
import { openClone, report } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

let branches = 0;

async function openWithCases(cases: readonly Case[]) {
  const pull = await github.createPullRequest({ branch: `tested-${++branches}` });
  const place = { github, pull };
  await report(place, { cases });
  const files = fakeFilesWith({
    "/shop/callboard.yml": "batches:\n  smoke: { id: smoke, name: Smoke }\n",
    "/shop/tests/pay.ts": "one\ntwo\nthree\n",
  });
  const clone = openClone(place, { unpushed: 0 }, { files });
  const { testing } = clone.editor;
  await testing.open();
  await clone.shows("CI/scenarios");
  const root = `Pull request ${pull.headRepo} #${pull.number} · CI/scenarios · Change README.md`;
  await expect.poll(() => testing.tree()).toContain(`(failed) ${root}`);
  return { ...clone, place, testing, root };
}

const refused: Case = {
  name: "Pays by card",
  status: "failed",
  message: "The card was refused",
  file: "tests/pay.ts",
  line: 3,
};

test("a report of CI has a root and a run of its own, named after the pull request", async () => {
  const { testing, root } = await openWithCases([refused]);
  expect(testing.tree().replaceAll(root, "Pull request")).toMatchInlineSnapshot(`
    "(unset) callboard.yml
      (unset) Smoke
    (failed) Pull request
      (failed) batch: smoke
        (failed) Pays by card"
  `);
  expect(testing.messages("Pays by card")).toEqual(["The card was refused @ /shop/tests/pay.ts:3"]);
  expect(testing.runs).toMatchObject([
    { name: root.replace(" · Change README.md", ""), isPersisted: false, isEnded: true },
  ]);
  expect(testing.item(root).uri?.toString()).toMatch(/^callboard:\/pull-reports\//);
});

test("a later report of the same step replaces the earlier one", async () => {
  const { testing, root, place, editor } = await openWithCases([
    refused,
    { name: "Sends a receipt", status: "failed" },
  ]);
  const item = testing.item(root);
  await report(place, {
    cases: [
      { ...refused, message: "The card has expired", line: 2 },
      { name: "Books a table", status: "passed" },
    ],
  });
  await editor.run("callboard.lookAgain");
  await expect.poll(() => testing.tree()).not.toContain("Sends a receipt");
  expect(testing.tree().replaceAll(root, "Pull request")).toMatchInlineSnapshot(`
    "(unset) callboard.yml
      (unset) Smoke
    (failed) Pull request
      (failed) batch: smoke
        (failed) Pays by card"
  `);
  expect(testing.messages("Pays by card")).toEqual(["The card has expired @ /shop/tests/pay.ts:2"]);
  expect(testing.runs).toHaveLength(2);
  expect(testing.runs.every(({ isEnded }) => isEnded)).toBe(true);

  // The comment has no passed cases.
  await report(place, { cases: [{ name: "Books a table", status: "passed" }] });
  await editor.run("callboard.lookAgain");
  await expect.poll(() => testing.tree()).toContain(`(passed) ${root}`);
  expect(testing.tree()).not.toContain("Pays by card");
  // The address of a report contains its verdict.
  expect(testing.item(root).uri?.toString()).not.toBe(item.uri?.toString());
  // Nothing has changed.
  await editor.run("callboard.lookAgain");
  await editor.settled();
  expect(testing.runs).toHaveLength(3);
});

test.each([
  ["pass", "passed"],
  ["fail", "failed"],
])("a case whose review is decided as %s has %s", async (verdict, state) => {
  await using service = await startedService("rev_1");
  const pull = await github.createPullRequest({ branch: `tested-${++branches}` });
  const place = { github, pull, url: service.url };
  await runReviewStep(place);
  const { editor, shows } = openClone(place);
  const { testing } = editor;
  await testing.open();
  await shows("CI/scenarios");
  await expect.poll(() => testing.tree()).toContain("(errored) Case of rev_1");
  await commentAndSettle(place, `/callboard submit rev_1 verdict=${verdict}`);
  await editor.run("callboard.lookAgain");
  await expect.poll(() => testing.tree()).toContain(`(${state}) Case of rev_1`);
  expect(testing.tree()).not.toContain("errored");
});

test("the lines of a report hold only while its commit is checked out", async () => {
  const {
    testing,
    repository,
    place: { pull },
  } = await openWithCases([refused]);
  const message = () => testing.messages("Pays by card").join();
  expect(message()).toBe("The card was refused @ /shop/tests/pay.ts:3");
  repository.change({ commit: "b".repeat(40) });
  await expect.poll(message).toBe("The card was refused");
  repository.change({ commit: pull.headSha });
  await expect.poll(message).toBe("The card was refused @ /shop/tests/pay.ts:3");
});

test("nothing of it can be run here, and all that can be run leaves it out", async () => {
  const { testing, root, requests } = await openWithCases([refused]);
  for (const label of [root, "batch: smoke", "Pays by card"]) {
    await expect(testing.run([label])).rejects.toThrow("has no run button");
  }
  await testing.runFailed();
  expect(requests.filter(line => line.includes("/v1/"))).toEqual([]);
});

test("without its branch it is gone, and the catalog's tests stay", async () => {
  const { testing, root, repository } = await openWithCases([refused]);
  repository.change({ branch: "elsewhere", upstream: undefined, commit: "a".repeat(40) });
  await expect.poll(() => testing.tree()).not.toContain(root);
  expect(testing.tree()).toContain("Smoke");
});

test("hostile names are inert", async () => {
  const evil = "$(alert) \u001b[31mred\u001b[0m [x](command:evil) \u0000";
  const { testing } = await openWithCases([{ name: evil, status: "failed", message: evil }]);
  const all = JSON.stringify([
    testing.tree(),
    testing.runs.map(({ output, outcomes, name }) => [output, name, [...outcomes.values()]]),
  ]);
  expect(all).toContain("red [x] (command:evil)");
  expect(all).not.toMatch(/u001b|u0000/);
  expect(testing.tree()).not.toContain("$(alert)");
});
