/** A window whose folder is a clone of the local GitHub's repository, with a branch of a pull request checked out. */

import type { Case } from "../../../shared/reading/reading.ts";
import { failing, publish, reportWith } from "../../action/publish/publishing.ts";
import { events } from "../../github/events.ts";
import type { LocalGitHub, OpenPullRequest } from "../../github/github.ts";
import type { FakeEditorOptions } from "../fake-editor.ts";
import { FakeRepository, type FakeRepositoryState } from "../fake-github.ts";
import { openWindow } from "../window.ts";

export const root = "memory:/shop";
export const view = "callboard.pull";

export interface Place {
  readonly github: LocalGitHub;
  readonly pull: OpenPullRequest;
}

/** With a branch that follows that of the pull request, and a person who is logged in, unless told otherwise. */
export function openClone(
  { github, pull }: Place,
  state: FakeRepositoryState = {},
  options: FakeEditorOptions = {},
) {
  const { editor, requests } = openWindow({ folders: ["/shop"], ...options });
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
    /** What was asked of the service. */
    requests,
    /** What was asked of GitHub since this was looked at last, as "GET /pulls 200". */
    asked(): string[] {
      const before = told;
      told = github.requests.length;
      return github.requests
        .slice(before)
        .map(({ method, path, answer }) => `${method} ${path.replace(repos, "")} ${answer?.status}`);
    },
    /** The view's rows, once they say this. */
    async shows(text: string): Promise<string> {
      const { expect } = await import("vitest");
      await editor.sight(view, true);
      await expect.poll(() => editor.tree(view), { timeout: 10_000 }).toContain(text);
      return editor.tree(view);
    },
  };
}

const repos = /^\/repos\/[^/]+\/[^/]+/;

export interface Reported {
  readonly reviews?: readonly { readonly id: string; readonly label?: string; readonly case?: string }[];
  /** The check run that waits for them; "" for none. */
  readonly reviewCheck?: string;
  readonly cases?: readonly Case[];
  readonly run?: number;
  readonly key?: string;
  readonly compare?: boolean;
}

/** CI reports on the pull request, and a check run waits for what the report mentions. */
export async function report({ github, pull }: Place, reported: Reported = {}) {
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
