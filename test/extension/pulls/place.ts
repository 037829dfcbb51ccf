/** A window whose folder is a clone of the local GitHub's repository, with a branch of a pull request checked out. */

import { onTestFinished } from "vitest";
import type { Review } from "../../../shared/report/model.ts";
import { apiKey, failing, publish, reportWith } from "../../action/publish/publishing.ts";
import { events } from "../../github/events.ts";
import type { LocalGitHub, OpenPullRequest } from "../../github/github.ts";
import { FakeRepository, type FakeRepositoryState } from "../fake-github.ts";
import { openWindow } from "../window.ts";

export const root = "memory:/shop";
export const view = "callboard.pull";

export interface Place {
  readonly github: LocalGitHub;
  readonly pull: OpenPullRequest;
}

/** With a branch that follows that of the pull request, and a person who is logged in, unless told otherwise. */
export function openClone({ github, pull }: Place, state: FakeRepositoryState = {}) {
  const { editor } = openWindow({ folders: ["/shop"] });
  const repository = new FakeRepository(root, {
    branch: "my-branch",
    commit: pull.headSha,
    upstream: { remote: "origin", name: pull.headRef },
    remotes: [{ name: "origin", fetchUrl: `${github.serverUrl}/${pull.headRepo}.git` }],
    ...state,
  });
  editor.github.repositories = [repository];
  editor.github.tokens.set("github-enterprise", github.token("user"));
  editor.settings.user.set("github-enterprise.uri", github.serverUrl);
  const since = github.requests.length;
  return {
    editor,
    repository,
    /** "GET /repos/octocat/shop 200", in order. */
    asked: () =>
      github.requests.slice(since).map(({ method, path, status }) => `${method} ${path} ${status}`),
  };
}

/** CI reports on the pull request, and a check run waits for what it mentions. */
export async function report(
  { github, pull }: Place,
  {
    reviews = [],
    reviewCheck = "Callboard reviews",
  }: { reviews?: readonly Review[]; reviewCheck?: string } = {},
) {
  return await publish(
    { github, event: await events.pullRequest(github, pull), settings: { reviewCheck } },
    reportWith(failing, { reviews }),
  );
}

/** Waits until the view says so. */
export async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  const { expect } = await import("vitest");
  await expect.poll(what, { timeout: 10_000, interval: 20 }).toBe(true);
}

export { apiKey, onTestFinished };
