/**
 * The first minutes of a person who has just installed the extension and has no account, in the newest VS Code and in
 * the oldest that is supported.
 */

import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedService } from "../../../shared/embedded/service.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report } from "../../../shared/report/model.ts";
import { githubHtml } from "../../pictures/page.ts";
import { call } from "../../shared/embedded/calling.ts";
import { type Editor, startEditor } from "../editor.ts";
import type { Lane } from "../install.ts";
import { scratchFolder } from "../scratch.ts";
import { packageExtension } from "./package-extension.ts";

let temp: string;
let vsix: string;

beforeAll(async () => {
  temp = await scratchFolder();
  vsix = await packageExtension(temp);
});

describe.each<Lane>(["newest", "oldest"])("in the %s VS Code", lane => {
  let editor: Editor;
  beforeAll(async () => {
    const open = join(temp, lane);
    await mkdir(open);
    editor = await startEditor({ open, extensions: [vsix], lane });
  });

  test("an empty view says how to begin, and nothing has gone over the network", async () => {
    const { window } = editor;
    await window.activityBar("Callboard");
    await window.page.getByText("First steps").waitFor();
    expect(await window.welcomeText("Projects")).toBe(
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
    expect(await projects.text()).toBe(
      [
        "▾ Lantern Lane support line  lantern-lane",
        "  ▸ Tests  12",
        "  ▾ Batches  3",
        "    Smoke  smoke",
        "    Returns and refunds  returns",
        "    Nightly  nightly",
        "  ▸ Channels  2",
        "  ▸ Personas  5",
        "  ▸ Scenarios  8",
        "  ▾ Integrations  1",
        "    Order system (sandbox)  order-system",
      ].join("\n"),
    );
    expect(await projects.item("Smoke").accessibleName()).toBe("Smoke, batch, mentioned by the service");
    expect(await window.statusBar("Embedded service").getAttribute("aria-label")).toBe(
      "Callboard: Embedded service",
    );
    const connections = await editor.connections();
    expect(connections.map(({ process, host }) => `${process} to ${host}`)).toEqual([
      "extension host to 127.0.0.1",
    ]);
    expect(editor.pageRequests).toEqual([]);
  });

  test("reviews that wait come first, and the badge counts them", async () => {
    const { window } = editor;
    await window.tree("Reviews").unfold();
    expect(await window.treeText("Reviews")).toBe(
      [
        "▾ Waiting  4",
        "  Was the handover kind enough?  was-the-handover-kind",
        "  Did the agent promise a day of delivery?  was-a-day-promised",
        "  Was the refusal clear?  was-the-no-clear",
        "  Do we agree on what is friendly?  what-is-friendly",
        "▸ Settled  1",
      ].join("\n"),
    );
    expect(await window.activityBadge("Callboard")).toBe("4");
  });

  test("a batch runs at a click, and its report is the pull request's", async () => {
    const { window } = editor;
    await window.tree("Projects").item("Smoke").inlineAction("Run now");
    expect(await window.notification("Smoke: failed")).toBe(
      "Smoke: failed — 4 passed, 2 failed, 1 undecided, 1 skipped",
    );
    await window.notificationButton("Smoke: failed", "Open report");
    const report = await window.webviewText();
    expect(report).toMatch(/^✗ Failed — 4 passed, 2 failed, 1 undecided, 1 skipped\n/);
    expect(report).toContain("Cancels an order within the hour");
    expect(report).toContain("The agent never called the order system");
    expect(report).toMatch(/For a person to review: 1\n.*was-the-handover-kind/);
    expect(await window.activeEditor()).toBe("Smoke: failed");
  });

  test("the response that the report was made of is one click away", async () => {
    const { window } = editor;
    await window.editorAction("Show raw JSON");
    await expect.poll(() => window.activeEditor()).toBe("Smoke.json");
    expect(await window.editorText()).toContain('"runId": "smoke-run-1"');
    await window.closeEditor();
  });

  test("a saved report is the pull request's Markdown, and the preview shows the same", async () => {
    const { window } = editor;
    const save = async (name: string) => {
      await window.editorAction("Save report…");
      const saved = join(temp, lane, name);
      await window.saveAs(saved);
      await expect.poll(() => existsSync(saved)).toBe(true);
      return readFile(saved, "utf8");
    };
    const markdown = await save("report.md");
    const document: Report = JSON.parse(await save("report.json"));
    await using service = await startEmbeddedService();
    const { text } = await call(service, "runBatch", "smoke");
    const raw = [{ target: { kind: "batch", id: "smoke", name: "Smoke" }, text }] as const;
    expect(markdown).toBe(renderMarkdown({ report: document, raw }));

    const page = await window.page.context().newPage();
    await page.setContent(githubHtml(markdown));
    expect(words(await window.webviewText())).toBe(words(await page.locator("body").innerText()));
    await page.close();
  });

  test("runs show their verdict, with what did not pass first beneath", async () => {
    const { window } = editor;
    const runs = window.tree("Runs");
    await runs.unfold();
    const run = runs.item(/Smoke\s*4 passed/);
    await run.expand();
    expect((await runs.text()).split("\n")).toEqual([
      expect.stringMatching(/^▾ Smoke {2}4 passed, 2 failed, 1 undecided, 1 skipped · /),
      "  Refunds a lamp that arrived broken",
      "  Cancels an order within the hour",
      "  Hands over to a person when asked twice",
      "  Explains why a dispatched parcel keeps its address",
      "  Says where a late parcel is",
      "  Changes the address before dispatch",
      "  Tells the opening hours on a holiday",
      "  Takes a double charge seriously",
    ]);
    expect(await run.icon()).toBe("error");
    expect(await runs.item("Hands over").icon()).toBe("question");
    expect(await runs.item("Says where").icon()).toBe("pass");
    expect(await window.statusBar("Embedded service").getAttribute("aria-label")).toContain(
      "last run: Smoke, failed",
    );
    expect(await window.statusBar("Embedded service").locator(".codicon-error").count()).toBe(1);
  });

  test("a channel is waited for until its report is finished", async () => {
    const { window } = editor;
    const projects = window.tree("Projects");
    await projects.item("Channels").expand();
    await projects.item("Voice").inlineAction("Run now");
    expect(await window.notification("Voice: passed")).toBe("Voice: passed — 5 passed");
    await expect.poll(() => window.tree("Runs").item("Voice").icon()).toBe("pass");
  });

  test("a review is submitted in two steps, and the next run of the batch knows it", async () => {
    const { window } = editor;
    const reviews = window.tree("Reviews");
    await reviews.item("Was the handover kind").inlineAction("Submit review");
    expect(await window.quickInput()).toMatchObject({
      title: "Submit review: Was the handover kind enough? (default form) (1/2)",
      placeholder: "verdict: a guess; define your own form in callboard.yml or the settings",
    });
    expect(await window.options()).toEqual(["pass", "fail"]);
    await window.pick("fail");
    await expect.poll(async () => (await window.quickInput()).title).toContain("(2/2)");
    await window.type("Curt is not kind.");
    await expect
      .poll(() => reviews.text())
      .toMatch(/^▾ Waiting {2}3\n[\s\S]*^▾ Settled {2}2\n {2}Was the handover/m);
    expect(await window.activityBadge("Callboard")).toBe("3");

    await window.tree("Projects").item("Smoke").inlineAction("Run now");
    await window.notification("Smoke: failed — 4 passed, 3 failed, 1 skipped");
    await window.notificationButton("Smoke: failed — 4 passed, 3 failed, 1 skipped", "Open report");
    expect(await window.webviewText()).toContain('A reviewer decided "failed": Curt is not kind.');
  });

  test("a review is reassigned in one step, and goes on waiting", async () => {
    const { window } = editor;
    const reviews = window.tree("Reviews");
    await reviews.item("Was the refusal clear").contextMenu("Reassign review");
    await window.type("jonas");
    await window.notificationButton("Reassigned “Was the refusal clear?”", "Show response");
    expect(await window.editorText()).toContain('"assignee": "jonas"');
    expect(await reviews.text()).toMatch(/^▾ Waiting {2}3\n/);
    await window.closeEditor();
  });

  test("the walkthrough has ticked what was done before it was opened", async () => {
    const { window } = editor;
    await window.palette("Callboard: First steps");
    await window.walkthrough();
    const ticked = window.page.getByRole("checkbox", {
      name: /Try it|Connect to|Run a batch|Decide a|Share/,
      checked: true,
    });
    const names = () => ticked.evaluateAll(all => all.map(each => each.getAttribute("aria-label") ?? ""));
    await expect
      .poll(names)
      .toEqual(
        ["Try it without an account", "Run a batch, read its report", "Decide a review"].map(containing),
      );
    await window.closeEditor();
  });

  test("an open report is there again after a reload", async () => {
    const { window } = editor;
    expect(await window.activeEditor()).toBe("Smoke: failed");
    // In a browser VS Code writes down its tabs every five seconds; what was opened since would be lost, whatever it is.
    await window.page.waitForTimeout(7000);
    await window.reloadWindow();
    expect(await window.webviewText()).toContain('A reviewer decided "failed": Curt is not kind.');
    expect(await window.activeEditor()).toBe("Smoke: failed");
  });
});

function containing(text: string): unknown {
  return expect.stringContaining(text);
}

function words(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}
