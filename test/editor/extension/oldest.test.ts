/** The oldest VS Code that is supported: a person's first minutes, and the pull request of the branch. */

import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Editor } from "../editor.ts";
import { startTeam, type Team } from "./team.ts";

let team: Team;
let editor: Editor;

beforeAll(async () => {
  team = await startTeam(inject("callboard"));
  team.result = {
    status: "failed",
    tests: [
      { name: "Books a table", status: "passed" },
      { name: "Pays by card", status: "failed", message: "The card was refused" },
    ],
  };
  const pull = await team.github.createPullRequest({ branch: "kinder", files: { "tests/pay.ts": "one\n" } });
  await team.publish(pull);
  const { folder } = await team.clone("shop", { at: { branch: "kinder" } });
  editor = await team.open(folder, { lane: "oldest", isUnknown: true });
  await editor.window.activityBar("Callboard");
});
afterAll(() => team.close());

test("the tree is shown, a batch runs, a review is submitted, and a reload restores the report", async () => {
  const { window } = editor;
  await window.welcomeButton("Try It with the Embedded Service");
  await window.tree("Reviews").unfold();
  await window.tree("Reviews").item("Was the handover kind").inlineAction("Submit review");
  await window.pick("fail");
  await window.type("Curt is not kind.");
  await expect.poll(window.activityBadge("Callboard")).toBe("3");

  await window.tree("Projects").item("Batches").expand();
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notificationButton("Smoke: failed — 4 passed, 3 failed, 1 skipped", "Open report");
  const decided = 'A reviewer decided "failed": Curt is not kind.';
  await expect.poll(window.webviewText()).toContain(decided);
  await window.tree("Runs").unfold();
  await expect.poll(window.tree("Runs").item("Smoke").icon()).toBe("error");

  await window.waitForSavedTabs();
  await window.reloadWindow();
  await expect.poll(window.webviewText()).toContain(decided);
});

test("the pull request is shown after a login", async () => {
  const { window } = editor;
  for (const view of ["Projects", "Reviews", "Runs"]) await window.tree(view).fold();
  const tree = window.tree("Pull request");
  await tree.unfold();
  await expect.poll(tree.text()).toContain("Log in to GitHub");
  await tree.item("Log in to GitHub").click();
  await window.dialogButton("Allow");
  await expect.poll(tree.text()).toContain("▾ #1 Change tests/pay.ts\n  ▾ CI/scenarios  ");
});
