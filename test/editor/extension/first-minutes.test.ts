/** The first minutes of a person with a fresh install and no account. */

import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { startEmbeddedService } from "../../../shared/embedded/service.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report } from "../../../shared/report/model.ts";
import { githubHtml } from "../../pictures/page.ts";
import { callEmbedded } from "../../shared/embedded/calling.ts";
import { type Editor, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";

let open: string;
let editor: Editor;

beforeAll(async () => {
  open = join(await scratchFolder(), "shop");
  await mkdir(open);
  editor = await startEditor({ open, extensions: [inject("callboard")] });
});

test("an empty view explains how to begin, without any network traffic", async () => {
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.page.getByText("First steps").waitFor();
  await expect
    .poll(window.welcomeText("Projects"))
    .toBe(
      [
        "Run batches and channels, read their reports, and decide reviews, right here.",
        "Connect to a Service",
        "No account yet? A small service with a demo project is built in.",
        "Try It with the Embedded Service",
        "First steps, in two minutes.",
      ].join("\n"),
    );
  expect(await editor.connections()).toEqual([]);
  expect(editor.pageRequests).toEqual([]);
});

test("the embedded service fills the tree without an account", async () => {
  const { window } = editor;
  await window.welcomeButton("Try It with the Embedded Service");
  const projects = window.tree("Projects");
  await projects.item("Batches").expand();
  await projects.item("Integrations").expand();
  await expect
    .poll(projects.text())
    .toBe(
      [
        "▾ Lantern Lane support line  lantern-lane",
        "  ▸ Tests  12",
        "  ▾ Batches  4",
        "    Smoke  smoke",
        "    Returns and refunds  returns",
        "    Nightly  nightly",
        "    Rush hour  rush-hour",
        "  ▸ Channels  2",
        "  ▸ Personas  5",
        "  ▸ Scenarios  8",
        "  ▾ Integrations  1",
        "    Order system (sandbox)  order-system",
      ].join("\n"),
    );
  await expect
    .poll(projects.item("Smoke").accessibleName())
    .toBe("Smoke, batch, known in this workspace only");
  await expect.poll(window.statusBarLabel("Embedded service")).toBe("Callboard: Embedded service");
  const connections = await editor.connections();
  expect(connections.map(({ process, host }) => `${process} to ${host}`)).toEqual([
    "extension host to 127.0.0.1",
  ]);
  expect(editor.pageRequests).toEqual([]);
});

test("waiting reviews come first, and the badge counts them", async () => {
  const { window } = editor;
  await window.tree("Reviews").unfold();
  await expect
    .poll(window.tree("Reviews").text())
    .toBe(
      [
        "▾ Waiting  4",
        "  Was the handover kind enough?  mina · was-the-handover-kind",
        "  Did the agent promise a day of delivery?  jonas · was-a-day-promised",
        "  Was the refusal clear?  was-the-no-clear",
        "  Do we agree on what is friendly?  calibration review · what-is-friendly",
        "▸ Settled  1",
      ].join("\n"),
    );
  await expect.poll(window.activityBadge("Callboard")).toBe("4");
});

test("a batch runs at a click, and its report looks like the pull request's", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  expect(await window.notification("Smoke: failed")).toBe(
    "Smoke: failed — 4 passed, 2 failed, 1 undecided, 1 skipped",
  );
  await window.notificationButton("Smoke: failed", "Open report");
  const report = window.webviewText();
  await expect
    .poll(report)
    .toMatch(/^Smoke · Embedded service · .* [AP]M\s+Failed — 4 passed, 2 failed, 1 undecided, 1 skipped\n/);
  await expect.poll(report).toContain("Cancels an order within the hour");
  await expect.poll(report).toContain("The agent never called the order system");
  await expect.poll(report).toMatch(/For a person to review: 1\n.*Was the handover kind enough\?/);
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
});

test("a saved report is the pull request's Markdown, and the preview shows the same text", async () => {
  const { window } = editor;
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
  const save = async (name: string) => {
    await window.editorAction("Save report…");
    const saved = join(open, name);
    await window.saveAs(saved);
    await expect.poll(() => existsSync(saved)).toBe(true);
    return readFile(saved, "utf8");
  };
  const markdown = await save("report.md");
  const document: Report = JSON.parse(await save("report.json"));
  await using service = await startEmbeddedService();
  const { text } = await callEmbedded(service, "runBatch", "smoke");
  const raw = [{ target: { kind: "batch", id: "smoke", name: "Smoke" }, text }] as const;
  expect(markdown).toBe(renderMarkdown({ report: document, raw }));

  const page = await window.page.context().newPage();
  await page.setContent(githubHtml(markdown));
  const shown = words(await page.locator("body").innerText());
  // The editor's page has icons instead of emoji, and a line about the run above the report.
  const withoutEmoji = words(shown.replace(/\p{Extended_Pictographic}/gu, " "));
  await expect
    .poll(async () => words(await window.webviewText()()).replace(/^Smoke · .*? [AP]M /, ""))
    .toBe(withoutEmoji);
  await page.close();
});

test("runs show their verdict, with the cases that did not pass first", async () => {
  const { window } = editor;
  const runs = window.tree("Runs");
  await runs.unfold();
  const run = runs.item(/Smoke.*4 passed/);
  await run.expand();
  const lines = async () => (await runs.text()()).split("\n");
  await expect
    .poll(lines)
    .toEqual([
      expect.stringMatching(/^▾ Smoke {2}\S+ [AP]M · 4 passed, 2 failed, 1 undecided, 1 skipped$/),
      "  Refunds a lamp that arrived broken",
      "  Cancels an order within the hour",
      "  Hands over to a person when asked twice",
      "  Explains why a dispatched parcel keeps its address",
      "  Says where a late parcel is",
      "  Changes the address before dispatch",
      "  Tells the opening hours on a holiday",
      "  Takes a double charge seriously",
    ]);
  await expect.poll(run.icon()).toBe("error");
  await expect.poll(runs.item("Hands over").icon()).toBe("question");
  await expect.poll(runs.item("Says where").icon()).toBe("pass");
  await expect.poll(window.statusBarLabel("Embedded service")).toContain("last run: Smoke, failed");
  await window.statusBar("Embedded service").locator(".codicon-error").waitFor();
});

test("a review is submitted in two steps, and the next run of the batch shows the decision", async () => {
  const { window } = editor;
  const reviews = window.tree("Reviews");
  await reviews.item("Was the handover kind").inlineAction("Submit review");
  await expect.poll(window.quickInput()).toMatchObject({
    title: "Submit review: Was the handover kind enough? (default form) (1/2)",
    placeholder: "verdict: a guess; define your own form in callboard.yml or the settings",
  });
  await expect.poll(window.options()).toEqual(["pass", "fail"]);
  await window.pick("fail");
  await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("(2/2)") });
  await window.type("Curt is not kind.");
  await expect.poll(reviews.text()).toMatch(/^▾ Waiting {2}3\n[\s\S]*^▾ Settled {2}2\n {2}Was the handover/m);
  await expect.poll(window.activityBadge("Callboard")).toBe("3");

  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed — 4 passed, 3 failed, 1 skipped");
  await window.notificationButton("Smoke: failed — 4 passed, 3 failed, 1 skipped", "Open report");
  await expect.poll(window.webviewText()).toContain('A reviewer decided "failed": Curt is not kind.');
});

test("the walkthrough ticks steps that were done before it was opened", async () => {
  const { window } = editor;
  await window.palette("Callboard: First steps");
  const ticked = window.page.getByRole("checkbox", {
    name: /Try it|Connect to|Run a batch|Decide a|Share/,
    checked: true,
  });
  const names = () => ticked.evaluateAll(all => all.map(each => each.getAttribute("aria-label") ?? ""));
  await expect
    .poll(names)
    .toEqual([
      expect.stringContaining("Try it without an account"),
      expect.stringContaining("Run a batch, read its report"),
      expect.stringContaining("Decide a review"),
    ]);
  await window.closeEditor("vscode_getting_started_page");
});

test("an open report reappears after a reload", async () => {
  const { window } = editor;
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
  await window.waitForSavedTabs();
  await window.reloadWindow();
  await expect.poll(window.webviewText()).toContain('A reviewer decided "failed": Curt is not kind.');
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
});

function words(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}
