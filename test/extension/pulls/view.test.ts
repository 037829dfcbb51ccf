/** The view of the pull request, on a GitHub Enterprise Server of the test's own. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { openClone, report, view } from "./place.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

describe("the pull request of the branch", () => {
  test("shows what CI has found, and which reviews wait", async () => {
    const pull = await github.createPullRequest({ branch: "shows" });
    const place = { github, pull };
    await report(place, { reviews: [{ id: "rev_1", label: "Was the refund promised?" }] });
    const { editor, asked } = openClone(place);
    await editor.sight(view, true);
    await editor.rows(view, "");
    await expect.poll(() => editor.tree(view)).toContain("#");
    expect(await editor.tree(view)).toBe("");
    expect(asked()).toEqual([]);
  });
});
