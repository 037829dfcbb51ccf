/** The support for pull request tests: VS Code's Git extension, a login without GitHub, the local GitHub. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeClone } from "../github/clone.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../github/github.ts";
import { type Editor, startEditor } from "./editor.ts";
import { loginSettings } from "./login.ts";
import { packageTestExtension } from "./package-test-extension.ts";
import { scratchFolder } from "./scratch.ts";

let temp: string;
let extensions: string[];
let github: LocalGitHub;
let own: OpenPullRequest;

beforeAll(async () => {
  temp = await scratchFolder();
  extensions = [await packageTestExtension("probe", temp), await packageTestExtension("login", temp)];
  github = await startGitHub({ enterprise: true });
  own = await github.createPullRequest({ branch: "own" });
});
afterAll(() => github[Symbol.asyncDispose]());

function settings() {
  return {
    git: true,
    extensions,
    settings: { "github-enterprise.uri": github.serverUrl },
    machineSettings: loginSettings("github-enterprise", [
      null,
      { account: "octocat", token: github.token("user") },
      { account: "octocat", token: github.token("user-anew") },
    ]),
  } as const;
}

describe("a window on one clone", () => {
  let editor: Editor;
  beforeAll(async () => {
    const folder = join(temp, "shop");
    await makeClone(github, { folder, at: { branch: own.headRef } });
    editor = await startEditor({ open: folder, ...settings() });
  });

  /** Runs a command and returns the text of its notification. */
  async function said(command: string, text: string): Promise<string> {
    await editor.window.palette("Notifications: Clear All Notifications");
    await editor.window.palette(command);
    return await editor.window.notification(text);
  }

  test("the Git extension reports the branch, its upstream and its remotes", async () => {
    const origin = `origin=${github.serverUrl}/octocat/shop.git`;
    await expect
      .poll(() => said("Probe: Branches", "Open here"))
      .toBe(`Open here: shop own follows origin/own ${origin}`);
  });

  test("a login needs a person's click, and nobody is asked before", async () => {
    const { window } = editor;
    expect(await said("Probe: Ask GitHub", "GitHub answers")).toBe("GitHub answers 401");

    // The person can refuse in VS Code's question and at GitHub.
    await window.palette("Probe: Log In");
    await expect.poll(window.dialog()).toContain("'Probe' wants to sign in using GitHub Enterprise Server");
    await window.dialogButton("Cancel");
    expect(await window.notification("Not logged in")).toMatch(/did not consent/i);
    await window.palette("Notifications: Clear All Notifications");
    await window.palette("Probe: Log In");
    await window.dialogButton("Allow");
    expect(await window.notification("Not logged in")).toBe("Not logged in: Cancelled");

    await window.palette("Probe: Log In");
    await window.dialogButton("Allow");
    expect(await window.notification("Logged in as")).toBe("Logged in as octocat");
    expect(await said("Probe: Ask GitHub", "GitHub answers")).toBe("GitHub answers 200");
    expect(tokens().at(-1)).toBe(`Bearer ${github.token("user")}`);
  });

  test("a login survives a reload, can be renewed, and can be ended", async () => {
    const { window } = editor;
    await window.reloadWindow();
    expect(await said("Probe: Ask GitHub", "GitHub answers")).toBe("GitHub answers 200");

    await window.palette("Probe: Log In Anew");
    await window.dialogButton("Allow");
    expect(await window.notification("Logged in as")).toBe("Logged in as octocat");
    expect(await said("Probe: Ask GitHub", "GitHub answers")).toBe("GitHub answers 200");
    expect(tokens().at(-1)).toBe(`Bearer ${github.token("user-anew")}`);

    await window.palette("Test Login: Log Out Everywhere");
    expect(await said("Probe: Ask GitHub", "GitHub answers")).toBe("GitHub answers 401");
  });

  test("the editor contacts only the local GitHub, and only for the probe's requests", async () => {
    expect(new Set(github.requests.map(({ operation }) => operation))).toEqual(
      new Set(["GET /repos/{owner}/{repo}"]),
    );
    const { port } = new URL(github.serverUrl);
    expect(new Set((await editor.connections()).map(each => `${each.process} ${each.port}`))).toEqual(
      new Set([`extension host ${port}`]),
    );
    expect(editor.pageRequests).toEqual([]);
    expect(github.violations()).toEqual([]);
  });

  function tokens(): unknown[] {
    return github.requests.map(({ headers }) => headers["authorization"]);
  }
});

test("one window has several repositories: a fork's branch, a detached HEAD, one without a remote", async () => {
  const foreign = await github.createPullRequest({ branch: "foreign", fork: true });
  const remotes = { origin: "contributor/shop", upstream: "octocat/shop" };
  await makeClone(github, { folder: join(temp, "a"), remotes, at: { branch: foreign.headRef, as: "mine" } });
  await makeClone(github, { folder: join(temp, "b"), at: own.headSha });
  await makeClone(github, { folder: join(temp, "c"), remotes: {} });
  await mkdir(join(temp, "d"));
  const open = join(temp, "all.code-workspace");
  await writeFile(open, JSON.stringify({ folders: ["a", "b", "c", "d"].map(path => ({ path })) }));
  const { window } = await startEditor({ open, ...settings() });
  const [contributor, octocat] = Object.values(remotes).map(name => `${github.serverUrl}/${name}.git`);
  const said = async () => {
    await window.palette("Notifications: Clear All Notifications");
    await window.palette("Probe: Branches");
    return await window.notification("Open here");
  };
  await expect
    .poll(said)
    .toBe(
      `Open here: a mine follows origin/foreign origin=${contributor} upstream=${octocat}; ` +
        `b ${own.headSha} origin=${octocat}; c main`,
    );
});

test("the oldest version has Git and the login as well", async () => {
  const folder = join(temp, "old");
  await makeClone(github, { folder, at: { branch: own.headRef } });
  const { window } = await startEditor({ open: folder, ...settings(), lane: "oldest" });
  const said = async () => {
    await window.palette("Notifications: Clear All Notifications");
    await window.palette("Probe: Branches");
    return await window.notification("Open here");
  };
  await expect.poll(said).toMatch(/^Open here: old own follows origin\/own /);
  await window.palette("Probe: Log In");
  await window.dialogButton("Allow");
  await window.notification("Not logged in");
  await window.palette("Probe: Log In");
  await window.dialogButton("Allow");
  expect(await window.notification("Logged in as")).toBe("Logged in as octocat");
});

test("Git is absent unless a test asks for it", async () => {
  const folder = join(temp, "plain");
  await makeClone(github, { folder });
  const { window } = await startEditor({ open: folder, extensions });
  await window.palette("Probe: Branches");
  expect(await window.notification("Open here")).toBe("Open here: no git");
});
