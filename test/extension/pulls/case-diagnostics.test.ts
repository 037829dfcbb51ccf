/** CI's failures at their lines, on a local GitHub Enterprise Server. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { openClone, pullRequestView, report } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

let branches = 0;

async function openWithFailures() {
  const pull = await github.createPullRequest({ branch: `failing-${++branches}` });
  const place = { github, pull };
  await report(place, {
    cases: [
      {
        name: "Pays by card",
        status: "failed",
        message: "The card was refused",
        file: "tests/pay.ts",
        line: 3,
      },
      { name: "Books a table", status: "passed", file: "tests/pay.ts", line: 4 },
      { name: "Is elsewhere", status: "failed", file: "../pay.ts", line: 1 },
      { name: "Is missing", status: "failed", file: "tests/gone.ts", line: 1 },
    ],
  });
  const clone = openClone(place, { unpushed: 0 });
  clone.editor.files.put("/shop/tests/pay.ts", "one\ntwo\nthree\n");
  clone.editor.files.put("/pay.ts", "");
  await clone.shows("Pays by card");
  const problems = () =>
    [...clone.editor.problems].flatMap(([path, all]) =>
      all.map(
        ({ range, message, source, code }) => `${path}:${range.start.line + 1} ${source} ${code}: ${message}`,
      ),
    );
  return { ...clone, place, problems };
}

const shown = ["/shop/tests/pay.ts:3 Callboard CI/scenarios: Pays by card: The card was refused"];

test("a failure is a problem at its line, with its message; a passed case and a path elsewhere are none", async () => {
  const { problems } = await openWithFailures();
  await expect.poll(problems).toEqual(shown);
});

test("it is gone after a push, and a commit that was not pushed keeps it", async () => {
  const { place, problems, repository, shows } = await openWithFailures();
  await expect.poll(problems).toEqual(shown);
  const { sha } = await github.push(place.pull.headRef);
  repository.change({ commit: sha, unpushed: 1, ahead: { [place.pull.headSha]: 1 } });
  await shows("#");
  repository.change({ commit: sha, unpushed: 0 });
  await expect.poll(problems).toEqual([]);
});

test("it is gone after a push and on another branch even if the view is hidden", async () => {
  const { editor, place, problems, repository } = await openWithFailures();
  await expect.poll(problems).toEqual(shown);
  await editor.sight(pullRequestView, false);
  const commit = "a".repeat(40);
  repository.change({ commit, unpushed: 1 });
  await editor.settled();
  expect(problems()).toEqual(shown);
  repository.change({ commit, unpushed: 0 });
  await expect.poll(problems).toEqual([]);
  repository.change({ commit: place.pull.headSha });
  await expect.poll(problems).toEqual(shown);
  repository.change({ branch: "other" });
  await expect.poll(problems).toEqual([]);
});

test("a comment that a person wrote in the form of a report makes no problem", async () => {
  const { editor, place, problems, shows } = await openWithFailures();
  await expect.poll(problems).toEqual(shown);
  const [comment] = await github.comments(place.pull.number);
  await github.comment(place.pull.number, String(comment?.body), "user");
  await editor.run("callboard.lookAgain");
  await shows("not by CI");
  await editor.settled();
  expect(problems()).toEqual(shown);
});
