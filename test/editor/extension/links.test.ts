/** Into CI with one command, and back by a link in its comment, which another page hands over to the editor. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportLink, reviewLink } from "../../../shared/gate/links.ts";
import type { OpenPullRequest } from "../../github/github.ts";
import { type Editor, startEditor } from "../editor.ts";
import { logins } from "../login.ts";
import { packageTestExtension } from "../package-test-extension.ts";
import { EditorWindow } from "../window.ts";
import { login, startTeam, type Team } from "./on-pull-request.ts";
import { packageExtension } from "./package-extension.ts";

let team: Team;
let pull: OpenPullRequest;
let editor: Editor;
let elsewhere: string;
let shop: string;

beforeAll(async () => {
  team = await startTeam();
  team.result = {
    status: "failed",
    tests: [
      { name: "Pays by card", status: "failed", message: "The card was refused" },
      { name: "Case of rev_1", status: "needs review", review: { id: "rev_1", title: "Was it kind?" } },
    ],
  };
  pull = await team.github.createPullRequest({
    branch: "kinder",
    files: { "callboard.yml": "batches:\n  smoke: { id: bat_7 }\n  at-night: { id: bat_8 }\n" },
  });
  await team.publish(pull);
  elsewhere = (await team.clone("mill", { remotes: {} })).folder;
  shop = (await team.clone("shop", { at: { branch: "kinder" } })).folder;
  const extensions = [
    await packageExtension(team.temp),
    await packageTestExtension("login", team.temp),
    await packageTestExtension("outside", team.temp),
  ];
  editor = await startEditor({
    open: elsewhere,
    extensions,
    git: true,
    settings: { "github-enterprise.uri": team.github.serverUrl },
    machineSettings: {
      "callboard.services": [{ name: "Mine", baseUrl: "https://api.example.com" }],
      ...logins("github-enterprise", [login(team.github, "user")]),
    },
  });
  await editor.window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterAll(() => team.close());

/**
 * From a tab of its own, as the browser does from a page of GitHub's. VS Code's own page for that encodes what it hands
 * over, which a computer's VS Code does not; so this does it in its place.
 */
async function follow(window: EditorWindow, link: string): Promise<void> {
  await window.palette("Notifications: Clear All Notifications");
  await window.palette("Test Outside: Address of a Link");
  await window.notification("The address is copied.");
  const address = new URL(await window.page.evaluate(() => navigator.clipboard.readText()));
  const { pathname: path, search } = new URL(new URL(link).searchParams.get("url") ?? "");
  const uri = {
    scheme: address.searchParams.get("vscode-scheme"),
    authority: "callboard.callboard-vscode",
    path,
    query: decodeURIComponent(search.slice(1)),
  };
  const tab = await window.page.context().newPage();
  await tab.goto(address.origin + address.pathname);
  const name = `vscode-web.url-callbacks[${address.searchParams.get("vscode-reqid")}]`;
  await tab.evaluate(
    ([name = "", value = ""]) => localStorage.setItem(name, value),
    [name, JSON.stringify(uri)],
  );
  // VS Code asks whether to follow it, but not where it has made the address itself.
  await tab.close();
  await window.page.bringToFront();
}

const place = () => ({ repository: "octocat/shop", pull: pull.number });

test("a link is refused where it says anything else", async () => {
  const { window } = editor;
  await follow(window, reviewLink(place(), "rev_1").replace("review%3F", "submit%3F"));
  expect(await window.notification("leads nowhere here")).toContain("there is no such page.");
  await window.palette("Notifications: Clear All Notifications");
});

let there: EditorWindow;

test("on another folder it leads to the right one, and goes on there", async () => {
  const { window } = editor;
  await follow(window, reviewLink(place(), "rev_1"));
  await expect.poll(window.dialog()).toContain("No folder of octocat/shop is open in this window.");
  await window.screenshot("link-elsewhere");
  await window.dialogButton("Open its folder…");
  const opened = window.page.context().waitForEvent("page");
  await window.openFolder(shop);
  there = new EditorWindow(await opened);
  await expect.poll(there.dialog()).toContain(`Log in to GitHub to see pull request #${pull.number}`);
  expect(team.asked()).toEqual([]);
  await there.screenshot("link-login");
  await there.dialogButton("Log in");
  await expect.poll(there.dialog()).toContain("'Callboard' wants to sign in using GitHub");
  await there.dialogButton("Allow");
  await expect.poll(there.webviewText()).toContain("Was it kind?");
  await expect.poll(there.webviewText()).toContain(`octocat/shop #${pull.number}`);
  await there.screenshot("link-review");
  expect(team.service.asked.filter(({ operation }) => operation !== "runBatch")).toEqual([]);
});

test("on the right folder it opens the report", async () => {
  await follow(there, reportLink(place(), "CI/scenarios"));
  await expect.poll(there.webviewText()).toContain("The card was refused");
  await there.screenshot("link-report");
  expect(new Set(team.asked().map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test("reports on pull requests come with one command, as differences that a person saves", async () => {
  const file = (name: string) => join(shop, ".github", "workflows", name);
  await there.palette("Callboard: Report on Pull Requests…");
  await expect.poll(there.options()).toEqual(["smoke  bat_7", "at-night  bat_8"]);
  await there.screenshot("workflow-targets");
  await there.accept();
  await expect.poll(there.quickInput()).toMatchObject({ value: "CALLBOARD_API_KEY" });
  await there.accept();
  await there.pick("Wait for people's reviews");
  expect(await there.notification("Save the new files")).toContain("set the secret CALLBOARD_API_KEY");
  await expect.poll(there.activeEditor()).toContain("callboard-reviews.yml");
  await there.screenshot("workflow-reviews");
  expect(existsSync(file("callboard-reviews.yml"))).toBe(false);
  await there.palette("File: Save");
  await expect.poll(() => existsSync(file("callboard-reviews.yml"))).toBe(true);
  await there.palette("View: Open Previous Editor");
  await there.screenshot("workflow-run");
  await there.palette("File: Save");
  await expect.poll(() => existsSync(file("callboard.yml"))).toBe(true);
  expect(await readFile(file("callboard.yml"), "utf8")).toContain(
    "            smoke\n            at-night\n",
  );

  await there.palette("Callboard: Report on Pull Requests…");
  await there.notification("is there already, and is left as it is");
});
