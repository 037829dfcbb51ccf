/** The tree and its lists with many records, several services and typed input. */

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Editor, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";
import { type ObservedService, startObservedService } from "./observed-service.ts";

let editor: Editor;
let service: ObservedService;
let other: ObservedService;
let open: string;

beforeAll(async () => {
  const temp = await scratchFolder();
  open = join(temp, "shop");
  await mkdir(open);
  [service, other] = await Promise.all([startObservedService(), startObservedService()]);
  editor = await startEditor({
    open,
    extensions: [inject("callboard")],
    // Off is the default on a computer; in a browser VS Code saves while somebody types.
    settings: { "files.autoSave": "off" },
    machineSettings: {
      "callboard.services": [
        { name: "Mine", baseUrl: service.url },
        { name: "Other", baseUrl: other.url },
      ],
    },
  });
});

afterAll(() => Promise.all([service.close(), other.close()]));

test("a new folder offers both configured services", async () => {
  const { window } = editor;
  await window.activityBar("Callboard");
  await expect.poll(window.tree("Projects").text()).toBe(`Mine  ${service.url}\nOther  ${other.url}`);
  await window.tree("Projects").item("Mine").row.click();
  await window.statusBar("Mine").waitFor();
});

test("an empty view of a connected service explains how to continue, and other empty views take no room", async () => {
  const { window } = editor;
  await expect
    .poll(window.welcomeText("Projects"))
    .toMatch(/Create Project\nCreate callboard\.yml\nAdd by Id\nImport the demo project/);
  const headers = () =>
    window.page.locator(".pane-header").evaluateAll(all => all.map(each => each.getAttribute("aria-label")));
  expect(await headers()).toEqual([expect.stringContaining("Projects")]);
  expect(service.requests).toEqual([]);
});

test("Enter picks the record whose id was typed, among 10,000", async () => {
  const { window } = editor;
  const tests = Array.from({ length: 10_000 }, (_, index) => ({ id: `tst_${index}`, name: `Test ${index}` }));
  const misleading = { id: "tst_a", name: "A 4, a 5, a 6 and a 7" };
  service.replyTo = () => ({
    body: { project: { id: "prj_1", name: "Large", tests: [misleading, ...tests] } },
  });
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await window.tree("Projects").item("Large").row.waitFor();
  service.replyTo = () => undefined;
  await window.palette("Callboard: Update test");
  await window.fill("4567");
  await expect.poll(async () => (await window.options()())[0]).toBe("Test 4567  tst_4567 · Large");
  await window.accept();
  await expect.poll(window.activeEditor()).toBe("Update test · Test 4567.json");
  await expect.poll(window.webviewText()).toContain("Update test"); // the page takes the focus when it is drawn
});

test("a filter finds records beyond the first page", async () => {
  const { window } = editor;
  await window.palette("Callboard: Filter…");
  await window.type("test tst_9876");
  await expect
    .poll(window.tree("Projects").text())
    .toBe("▾ Large  prj_1\n  ▾ Tests  1\n    Test 9876  tst_9876");
  await window.page.getByText("Only what fits “test tst_9876”").waitFor();
  await window.viewAction("Projects", "Clear filter");
  await expect.poll(window.tree("Projects").text()).toMatch(/Tests {2}10001/);
});

test("renaming a service keeps its runs and its verdict", async () => {
  const { window } = editor;
  await window.palette("Callboard: Import demo project");
  await expect.poll(window.activeEditor()).toBe("Import demo project.json"); // the document takes the focus
  await window.tree("Projects").item("Lantern Lane").expand();
  await window
    .tree("Projects")
    .item(/^Batches/)
    .expand();
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  await window.statusBar("Mine").locator(".codicon-error").waitFor();
  await expect.poll(window.tree("Runs").text()).toContain("4 passed");
  const before = await window.tree("Runs").text()();
  await window.palette("Callboard: Edit service…");
  await window.pick(/^Mine/);
  await expect.poll(window.quickInput()).toMatchObject({ value: service.url });
  await window.fill(`${service.url}/v1`);
  await expect.poll(window.quickInput()).toMatchObject({
    message: expect.stringContaining(`leave it out: ${service.url}`),
  });
  await window.type(service.url);
  await expect.poll(window.quickInput()).toMatchObject({ value: "Mine" });
  await window.type("Production");
  await window.statusBar("Production").locator(".codicon-error").waitFor();
  await expect.poll(window.tree("Runs").text()).toBe(before);
});

test("the last verdict is shown at the batch, and Enter opens its report", async () => {
  const { window } = editor;
  const smoke = window.tree("Projects").item("Smoke");
  await expect.poll(smoke.accessibleName()).toMatch(/^Smoke, batch, last run: failed, .*4 passed, 2 failed/);
  await expect.poll(smoke.icon()).toBe("error");
  await smoke.click();
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
});

test("the status bar opens a menu", async () => {
  const { window } = editor;
  await window.statusBar("Production").click();
  await expect
    .poll(window.options())
    .toEqual([
      "Last report: Smoke  failed · 4 passed, 2 failed, 1 undecided, 1 skipped",
      "4 reviews wait for a person",
      "Run now",
      "Switch service  Production",
    ]);
  await window.pick("4 reviews wait");
  await window.tree("Reviews").item("Was the handover").row.waitFor();
});

test("a channel's menu has two ways to run, and contains no command that asks for an id", async () => {
  const { window } = editor;
  await window
    .tree("Projects")
    .item(/^Channels/)
    .expand();
  const entries = await window.tree("Projects").item("Voice").menuEntries();
  expect(entries.slice(0, 2)).toEqual(["Run", "Ask for its report"]);
  expect(entries.join()).not.toMatch(/Run channel|Create channel report/);
});

test("a mistake in an expression shows in Problems at its place while it is typed, and goes when it is mended", async () => {
  const { window } = editor;
  await window.palette("Callboard: Create callboard.yml");
  await expect.poll(window.activeEditor()).toBe("callboard.yml");
  await window.showProblems();
  await window.replaceEditorText("report:\n  cases: results.[[ 1\n");
  await expect.poll(window.problems()).toMatch(/callboard\.yml.*cases.*\[Ln 2, Col \d\d\]/s);
  expect(await readFile(join(open, "callboard.yml"), "utf8")).not.toContain("results");
  await window.replaceEditorText("report:\n  cases: results\n");
  await expect.poll(window.problems()).not.toMatch(/cases/);
});
