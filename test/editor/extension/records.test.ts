/** Records in the tree, in lists, in forms and as JSON: they are created without guessing a field or typing an id. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { findFilesContaining } from "../find-files-containing.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;
let open: string;

beforeAll(async () => {
  // Off is the default on a computer; in a browser VS Code saves while somebody types.
  ({ editor, service, open } = await startCallboard({ settings: { "files.autoSave": "off" } }));
});

afterAll(() => service.close());

beforeEach(() => {
  service.requests.length = 0;
});

const requests = () => service.requests.map(({ line, body }) => [line, body]);
const form = () => editor.window.webview();

test("an empty view of a connected service explains how to continue, and other empty views take no room", async () => {
  const { window } = editor;
  await window.activityBar("Callboard");
  await expect
    .poll(window.welcomeText("Projects"))
    .toMatch(/Create Project\nCreate callboard\.yml\nAdd by Id\nImport the demo project/);
  const headers = () =>
    window.page.locator(".pane-header").evaluateAll(all => all.map(each => each.getAttribute("aria-label")));
  expect(await headers()).toEqual([expect.stringContaining("Projects")]);
  expect(requests()).toEqual([]);
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await window.tree("Projects").item("Tests").row.waitFor();
  await window.palette("View: Close All Editors");
});

test("a test is created in its project with four actions besides its values, and appears in the tree", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Tests").inlineAction("Create test"); // first action
  await form().getByLabel("name").fill("Greets by name");
  await form().getByLabel("personaId").selectOption({ label: "Hurried parent" }); // second action
  await form().getByLabel("scenarioId").selectOption({ label: "Late parcel" }); // third action
  await window.screenshot("form");
  await form().getByRole("button", { name: "Send" }).click(); // fourth action
  const body = {
    projectId: "lantern-lane",
    name: "Greets by name",
    personaId: "hurried-parent",
    scenarioId: "late-parcel",
  };
  await expect.poll(requests).toEqual([["POST /v1/tests", body]]);
  await expect.poll(window.tree("Projects").text()).toContain("    Greets by name  tst_1");
  await expect.poll(window.editorText()).toContain('"id": "tst_1"');
});

test("Ctrl+Z and the palette's Undo take back what was written in a form, and closing it loses nothing", async () => {
  const { window } = editor;
  await window.palette("View: Close All Editors");
  await window.palette("Callboard: Create persona");
  const name = () => form().getByLabel("name");
  await expect.poll(() => name().evaluate(each => each === each.ownerDocument.activeElement)).toBe(true);
  await name().pressSequentially("Calm caller");
  // VS Code ignores Undo until it has heard of a change, which is then in the draft's file.
  await expect.poll(() => findFilesContaining("Calm caller", editor.home)).not.toEqual([]);
  await window.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => name().inputValue()).toBe("Calm");
  await window.palette("Undo");
  await expect.poll(() => name().inputValue()).toBe("");
  await window.palette("Redo");
  await expect.poll(() => name().inputValue()).toBe("Calm");
  await form().getByLabel("patience").fill("x");
  await form().getByLabel("patience").fill("");
  await form().getByRole("checkbox", { name: "Send empty" }).locator("visible=true").check();
  await window.screenshot("form-empty");
  await window.closeEditor("Create persona.json");
  await window.notificationButton("Create persona: the fields were not sent.", "Send");
  await expect.poll(requests).toEqual([["POST /v1/personas", { name: "Calm", patience: "" }]]);
  await expect.poll(window.editorText()).toContain('"id": "per_1"');
});

test("JSON editing completes field names seen before", async () => {
  const { window } = editor;
  await window.palette("View: Close All Editors");
  await window.palette("Callboard: Create persona");
  await form().getByRole("button", { name: "Write the fields as JSON" }).click();
  await window.statusBar("Ln 2, Col 3").waitFor();
  await window.writeByKeys('"pat');
  const suggestions = window.page.locator(".suggest-widget.visible");
  await suggestions.getByText("patience").first().waitFor();
  await window.keyboard.press("Enter");
  await expect.poll(window.editorText()).toContain('"patience": ');
});

describe("a draft", () => {
  const text = '{ "name": "Tired parent" }';

  async function write(operation: string): Promise<void> {
    const { window } = editor;
    await window.palette("View: Close All Editors");
    await window.palette(`Callboard: ${operation}`);
    await window.pageAbout(operation).getByRole("button", { name: "Write the fields as JSON" }).click();
    await expect.poll(window.activeEditor()).toBe(`${operation}.json`);
    await window.replaceEditorText(text);
    await expect.poll(window.editorText()).toBe(text);
    await window.closeEditor(`${operation}.json`);
  }

  async function openAgain(operation: string): Promise<void> {
    const { window } = editor;
    await window.notificationButton(`${operation}: the fields were not sent.`, "Open again");
    await expect.poll(window.activeEditor()).toBe(`${operation}.json`);
    await expect.poll(window.editorText()).toBe(text);
    expect(requests()).toEqual([]);
  }

  test("is asked about when its editor closes, stays when the person cancels, and opens again", async () => {
    const { window } = editor;
    await write("Create batch");
    await expect
      .poll(window.dialog())
      .toContain("Do you want to save the changes you made to Create batch.json?");
    await window.dialogButton("Cancel");
    await expect.poll(window.editorText()).toBe(text);
    await window.closeEditor("Create batch.json");
    await window.dialogButton("Save");
    await openAgain("Create batch");
  });

  test("is asked about as well when the editor saves automatically", async () => {
    await editor.window.palette("File: Toggle Auto Save");
    await write("Create test");
    await openAgain("Create test");
    await editor.window.palette("File: Toggle Auto Save");
  });
});

test("a channel's menu has two ways to run, and contains no command that asks for an id", async () => {
  const { window } = editor;
  await window.tree("Reviews").fold();
  await window
    .tree("Projects")
    .item(/^Tests/)
    .collapse(); // makes room for the channels
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

test("Enter picks the record whose id was typed, among 10,000", async () => {
  const { window } = editor;
  const tests = Array.from({ length: 10_000 }, (_, index) => ({ id: `tst_${index}`, name: `Test ${index}` }));
  const misleading = { id: "tst_a", name: "A 4, a 5, a 6 and a 7" };
  service.replyTo = () => ({
    body: { project: { id: "prj_1", name: "Large", tests: [misleading, ...tests] } },
  });
  await window.palette("Callboard: Import demo project");
  await window.tree("Projects").item("Large").row.waitFor();
  await expect.poll(window.activeEditor()).toMatch(/^Import/); // it would close the pick list when it opens
  service.replyTo = () => undefined;
  await window.palette("Callboard: Update test");
  await window.fill("4567");
  await expect.poll(async () => (await window.options()())[0]).toBe("Test 4567  tst_4567 · Large");
  await window.accept();
  await expect.poll(window.activeEditor()).toBe("Update test · Test 4567.json");
  await expect.poll(window.webviewText()).toContain("Update test"); // the page takes the focus when it is drawn
});
