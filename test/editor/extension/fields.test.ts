/** Creating and updating records without guessing a field or typing an id. */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { startWithDemo } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;
let open: string;

beforeAll(async () => {
  ({ editor, service, open } = await startWithDemo());
  const { window } = editor;
  await window.tree("Projects").item("Tests").row.waitFor();
  await window.palette("View: Close All Editors");
});

afterAll(() => service.close());

beforeEach(() => {
  service.requests.length = 0;
});

const requests = () => service.requests.map(({ line, body }) => [line, body]);
const form = () => editor.window.webview();

test("a wrong form in the workspace's settings is named in the view, and a click opens the setting", async () => {
  const { window } = editor;
  await mkdir(join(open, ".vscode"));
  await writeFile(
    join(open, ".vscode", "settings.json"),
    '{ "callboard.forms": { "submitReview": "pass" } }',
  );
  const problem = window.tree("Projects").item("The setting callboard.forms, submitReview: a form is a list");
  await problem.click();
  const setting = window.page.getByText("Callboard: Forms").first();
  await setting.waitFor();
  await window.keyboard.press("Escape");
  await setting.waitFor({ state: "hidden" });
  await rm(join(open, ".vscode"), { recursive: true });
  await expect.poll(window.tree("Projects").text()).not.toContain("The setting");
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

test("an update starts with the fields that were last sent, and warns that PUT replaces", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Greets by name").contextMenu("Update test");
  await expect.poll(window.webviewText()).toContain("As last sent. PUT replaces the whole record");
  await expect.poll(() => form().getByLabel("name").inputValue()).toBe("Greets by name");
  await form().getByLabel("name").fill("Greets by first name");
  await window.keyboard.press("ControlOrMeta+Enter");
  await expect
    .poll(requests)
    .toMatchObject([["PUT /v1/tests/tst_1", { name: "Greets by first name", scenarioId: "late-parcel" }]]);
  await expect.poll(window.editorText()).toContain('"id": "tst_1"');
});

test("an update of a record that was only mentioned starts with the service's last response, as a form or as JSON", async () => {
  const { window } = editor;
  await window.palette("View: Close All Editors");
  await window.palette("Callboard: Update test");
  await window.pick("Cancels an order");
  await expect.poll(window.webviewText()).toContain("From the service's last response.");
  await form().getByRole("button", { name: "Write the fields as JSON" }).click();
  await expect.poll(window.editorText()).toContain('"personaId": "hurried-parent"');
  const lenses = window.page.locator(".codelens-decoration");
  await expect
    .poll(() => lenses.innerText())
    .toMatch(/Send[\s\S]*From the service's last response\. PUT replaces/);
  await window.screenshot("json");
  await lenses.locator("a").first().click();
  await expect
    .poll(requests)
    .toMatchObject([["PUT /v1/tests/cancels-order", { name: "Cancels an order within the hour" }]]);
  await expect.poll(window.editorText()).toContain('"id": "cancels-order"');
});

test("Ctrl+Z and the palette's Undo take back what was written in a form, and closing it loses nothing", async () => {
  const { window } = editor;
  await window.palette("View: Close All Editors");
  await window.palette("Callboard: Create persona");
  const name = () => form().getByLabel("name");
  await expect.poll(() => name().evaluate(each => each === each.ownerDocument.activeElement)).toBe(true);
  await name().pressSequentially("Calm caller");
  await window.waitForSavedState("Calm caller"); // VS Code ignores Undo until it has heard of a change
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
