/** A window whose folder is a clone of the local GitHub's repository, with a pull request's branch checked out. */

import type { Clock } from "../../../shared/clock.ts";
import type { Case } from "../../../shared/reading/reading.ts";
import { failing, publish, reportWith } from "../../action/publish/publishing.ts";
import { events } from "../../github/events.ts";
import type { LocalGitHub, OpenPullRequest } from "../../github/github.ts";
import type { FakeEditorOptions } from "../fake-editor.ts";
import { FakeRepository, type FakeRepositoryState } from "../fake-github.ts";
import { openWindow } from "../window.ts";

export const root = "memory:/shop";
export const pullRequestView = "callboard.pull";

export interface LocalPullRequest {
  readonly github: LocalGitHub;
  readonly pull: OpenPullRequest;
}

/** By default the branch follows the pull request's branch, and the person is logged in. */
export function openClone(
  { github, pull }: LocalPullRequest,
  state: FakeRepositoryState = {},
  options: FakeEditorOptions = {},
  clock?: Clock,
) {
  const { editor, requests } = openWindow({ folders: ["/shop"], ...options }, undefined, clock);
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
  let told = github.requests.length;
  return {
    editor,
    repository,
    /** The requests to the service. */
    requests,
    /** The requests to GitHub since the last call, such as "GET /pulls 200". */
    asked(): string[] {
      const before = told;
      told = github.requests.length;
      return github.requests
        .slice(before)
        .map(({ method, path, response }) => `${method} ${path.replace(repos, "")} ${response?.status}`);
    },
    /** Waits until the view contains the text. */
    async shows(text: string): Promise<string> {
      const { expect } = await import("vitest");
      await editor.sight(pullRequestView, true);
      await expect.poll(() => editor.tree(pullRequestView)).toContain(text);
      return editor.tree(pullRequestView);
    },
  };
}

const repos = /^\/repos\/[^/]+\/[^/]+/;

export interface ReportContent {
  readonly reviews?: readonly { readonly id: string; readonly label?: string; readonly case?: string }[];
  /** "" for none. */
  readonly reviewCheck?: string;
  readonly cases?: readonly Case[];
  readonly run?: number;
  readonly key?: string;
  readonly compare?: boolean;
}

/** CI reports on the pull request, and by default a review check waits for the reviews. */
export async function report({ github, pull }: LocalPullRequest, reported: ReportContent = {}) {
  const { reviews = [], reviewCheck = "Callboard reviews", cases = failing, run, key, compare } = reported;
  return await publish(
    {
      github,
      event: await events.pullRequest(github, pull),
      settings: { reviewCheck, ...(key !== undefined && { commentKey: key }) },
      ...(run !== undefined && { run }),
    },
    reportWith(cases, { reviews }),
    { compare: compare ?? false },
  );
}
