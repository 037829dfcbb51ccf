/** Prepares a clone with a pull request's branch checked out, CI's report on it, and waiting reviews. */

import { join } from "node:path";
import { startEmbeddedService } from "../../shared/embedded/service.ts";
import type { Editor, StartEditorOptions } from "../editor/editor.ts";
import { loginSettings } from "../editor/login.ts";
import { makeClone } from "../github/clone.ts";
import { events } from "../github/events.ts";
import { startGitHub } from "../github/github.ts";
import { runAction } from "../github/runner.ts";

interface Team extends AsyncDisposable {
  readonly editor: Pick<StartEditorOptions, "open" | "git" | "settings" | "machineSettings">;
  decide(editor: Editor): Promise<void>;
}

const repository = join(import.meta.dirname, "../..");

export async function startTeamOnPullRequest(temp: string): Promise<Team> {
  const github = await startGitHub({ enterprise: true, checked: false });
  const service = await startEmbeddedService();
  const pull = await github.createPullRequest({
    branch: "friendlier-greeting",
    files: { "greeting.md": "Good evening, this is the Lantern Lane support line. How can I help?\n" },
  });
  const { baseSha: sha } = pull;
  const ci = {
    bundle: join(repository, "action/dist/index.js"),
    actionFile: join(repository, "action.yml"),
    github,
  };
  const inputs = {
    "base-url": "embedded",
    batches: "smoke",
    check: "separate",
    "comment-key": "Conversations",
    "review-check": "Callboard reviews",
    "poll-interval": "100ms",
  };
  await runAction({
    ...ci,
    event: await events.push(github, { sha, before: "0".repeat(40), ref: "refs/heads/main" }),
    job: { workflow: "Conversations", runId: 4_000_000_001 },
    with: { ...inputs, batches: "returns" },
  });
  await runAction({
    ...ci,
    event: await events.pullRequest(github, pull),
    job: { workflow: "Conversations", runId: 4_000_000_002 },
    with: inputs,
  });
  const { folder } = await makeClone(github, {
    folder: join(temp, "lamp-shop"),
    at: { branch: "friendlier-greeting" },
  });
  return {
    editor: {
      open: folder,
      git: true,
      settings: { "github-enterprise.uri": github.serverUrl },
      machineSettings: {
        "callboard.services": [{ name: "Lantern Lane", baseUrl: service.url }],
        ...loginSettings("github-enterprise", [{ account: "octocat", token: github.token("user") }]),
      },
    },
    async decide({ window }) {
      await window.tree("Projects").fold();
      const view = window.tree("Pull request");
      await view.unfold();
      await view.item("Log in to GitHub").row.click();
      await window.dialogButton("Allow");
      await view.item("waits for a person").row.click();
      await window.webview().locator("textarea").fill("Short, but kind.");
      await window.webview().locator("main[data-calm]").waitFor();
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await github[Symbol.asyncDispose]();
    },
  };
}
