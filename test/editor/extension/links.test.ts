/** A workflow written with one command, and links in CI's comment that lead back into the editor. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { reportLink, reviewLink } from "../../../shared/github/links.ts";
import { runStep, stepKey } from "../../action/step.ts";
import { events } from "../../github/events.ts";
import type { OpenPullRequest } from "../../github/github.ts";
import { zipOf } from "../../github/zip.ts";
import type { Editor } from "../editor.ts";
import { EditorWindow } from "../window.ts";
import { startTeam, type Team } from "./team.ts";

let team: Team;
let pull: OpenPullRequest;
let editor: Editor;
let shop: string;

beforeAll(async () => {
  team = await startTeam(inject("callboard"));
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
  const mill = await team.clone("mill", { remotes: {} });
  shop = (await team.clone("shop", { at: { branch: "kinder" } })).folder;
  editor = await team.open(mill.folder);
});
afterAll(() => team.close());

/** Decodes a link into the form that the system passes to VS Code. */
const handedOver = (link: string) =>
  decodeURIComponent(new URL(link).searchParams.get("url")?.replace("vscode://", "") ?? "");

const place = () => ({ repository: "octocat/shop", pull: pull.number });

let there: EditorWindow;

test("a link opened in another folder leads to the right folder, and continues there", async () => {
  const { window } = editor;
  await window.followLink(handedOver(reviewLink(place(), "rev_1")));
  await expect.poll(window.dialog()).toContain("No folder of octocat/shop is open in this window.");
  await window.screenshot("link-elsewhere");
  await window.dialogButton("Open its folder…");
  const opened = window.page.context().waitForEvent("page");
  await window.openFolder(shop);
  there = new EditorWindow(await opened);
  await there.ready();
  await expect.poll(there.dialog()).toContain(`Log in to GitHub to see pull request #${pull.number}`);
  expect(team.takeRequests()).toEqual([]);
  await there.screenshot("link-login");
  await there.dialogButton("Log in");
  await expect.poll(there.dialog()).toContain("'Callboard' wants to sign in using GitHub");
  await there.dialogButton("Allow");
  await expect.poll(there.webviewText()).toContain("Was it kind?");
  await expect.poll(there.webviewText()).toContain(`octocat/shop #${pull.number}`);
  await there.screenshot("link-review");
  expect(team.service.requests.filter(({ operation }) => operation !== "runBatch")).toEqual([]);
});

test("a link opened in the right folder opens the report", async () => {
  await there.followLink(handedOver(reportLink(place(), "CI/scenarios")));
  await expect.poll(there.webviewText()).toContain("The card was refused");
  await there.screenshot("link-report");
  expect(new Set(team.takeRequests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});

/** CI runs the batch once, with the catalog as it is in the folder. Gives the verdict and the comment. */
async function runInCI(runId: number) {
  const event = await events.pullRequest(team.github, pull);
  const files = { "callboard.yml": await readFile(join(shop, "callboard.yml"), "utf8") };
  const inputs = {
    "base-url": team.service.url,
    "api-key": stepKey,
    batches: "smoke",
    "comment-key": "strange",
  };
  const given = { github: team.github, event, files, job: { runId }, with: inputs };
  const { outputs } = await runStep(given, left => left);
  const comments = await team.github.comments(pull.number);
  const comment = comments.find(({ body }) => body.includes("key=strange"))?.body ?? "";
  return { verdict: outputs["verdict"], comment };
}

test("a link opens a response that CI did not understand, and once it is taught, CI understands it", async () => {
  team.result = { results: [{ name: "Books a table", status: "greenlit" }] };
  const run = 5_000_000_000;
  const { verdict, comment } = await runInCI(run);
  expect(verdict).toBe("unknown");
  const [, link = ""] = /\[Teach Callboard\]\((https:[^)]*)\)/.exec(comment) ?? [];
  const files = { "raw/1-batch-smoke-run.json": JSON.stringify(team.result) };
  await team.github.addArtifact({ run, name: "callboard-report", zip: zipOf(files) });
  await there.followLink(handedOver(link));
  await expect
    .poll(there.codeLenses())
    .toEqual([
      expect.stringMatching(
        /^Teach Callboard… \| Hide \| Read as unknown: .*`greenlit`, which is not a verdict/,
      ),
    ]);
  expect(await there.activeEditor()()).toContain("1-batch-smoke-run");
  await there.screenshot("link-response");
  await there.codeLens("Teach Callboard");
  await there.pick("results.0.status");
  await there.pick("passed");
  await there.pick("Save in callboard.yml");
  await expect.poll(there.codeLenses()).toEqual([expect.stringContaining("Read as passed")]);
  await there.screenshot("link-response-taught");
  const after = await runInCI(run + 1);
  expect(after.verdict).toBe("passed");
  expect(after.comment).not.toContain("Teach Callboard");
});

test("one command proposes the workflow files as differences for a person to save", async () => {
  const saved = (name: string) =>
    readFile(join(shop, ".github", "workflows", name), "utf8").catch(() => "nothing yet");
  await there.palette("Callboard: Report on Pull Requests…");
  // The last target is from CI's report and in no catalog here.
  await expect
    .poll(there.options())
    .toEqual(["smoke  bat_7", "at-night  bat_8", "smoke  is pinned to callboard.yml first"]);
  await there.screenshot("workflow-targets");
  await there.accept();
  await expect.poll(there.quickInput()).toMatchObject({ value: "CALLBOARD_API_KEY" });
  await there.accept();
  await there.pick("Wait for people's reviews");
  expect(await there.notification("Save the new files")).toContain("set the secret CALLBOARD_API_KEY");
  await expect.poll(there.activeEditor()).toContain("callboard-reviews.yml");
  await there.screenshot("workflow-reviews");
  expect(await saved("callboard-reviews.yml")).toBe("nothing yet");
  await there.palette("File: Save");
  await expect.poll(() => saved("callboard-reviews.yml")).toContain("settle: true\n");
  await there.palette("View: Open Previous Editor");
  await expect.poll(there.activeEditor()).not.toContain("callboard-reviews.yml");
  await there.screenshot("workflow-run");
  await there.palette("File: Save");
  await expect.poll(() => saved("callboard.yml")).toContain("            smoke\n            at-night\n");

  await there.palette("Callboard: Report on Pull Requests…");
  await there.notification("already exists and is not changed");
});
