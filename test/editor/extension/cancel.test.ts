import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  // Off is the default on a computer; in a browser it is on.
  ({ editor, service } = await startCallboard({ settings: { "files.autoSave": "off" } }));
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Projects").item("Smoke").row.waitFor();
});

afterAll(() => service.close());

beforeEach(async () => {
  service.requests.length = 0;
  await editor.window.palette("Notifications: Clear All Notifications");
});

const lines = () => service.requests.map(({ line }) => line);

describe("a request under way", () => {
  beforeAll(() => {
    service.replyTo = line => (/\/(run|reassign)$/.test(line) ? "silence" : undefined);
  });

  test("is shown as running, and after cancelling the message admits that the outcome is uncertain", async () => {
    const { window } = editor;
    const smoke = window.tree("Projects").item("Smoke");
    const run = window.tree("Runs").item("Smoke");
    await smoke.inlineAction("Run now");
    await window.tree("Runs").unfold();
    await expect.poll(lines).toEqual(["POST /v1/batches/smoke/run"]);
    await expect.poll(smoke.icon()).toBe("loading");
    await expect.poll(run.icon()).toBe("loading");
    await window.notificationButton("Run: Smoke", "Cancel");
    expect(await window.notification("cancelled")).toBe(
      "Smoke: cancelled — the service may have gone on with it",
    );
    await expect.poll(smoke.icon()).toBe("circle-slash");
    await expect.poll(run.icon()).toBe("circle-slash");
    expect(lines()).toEqual(["POST /v1/batches/smoke/run"]);
  });

  test("that is cancelled stops the ones after it from being sent", async () => {
    const { window } = editor;
    const reviews = window.tree("Reviews");
    await reviews.unfold();
    await reviews.item("Was the refusal clear").click();
    await reviews.item("Did the agent promise").addToSelection();
    await reviews.item("Did the agent promise").contextMenu("Reassign…");
    await expect
      .poll(window.quickInput())
      .toMatchObject({ placeholder: expect.stringContaining("assignee") });
    await window.type("mina");
    await expect.poll(lines).toEqual(["POST /v1/reviews/was-the-no-clear/reassign"]);
    await window.notificationButton("Reassign review: 2 records", "Cancel");
    expect(await window.notification("0 of 2 requests succeeded")).toContain("may have acted all the same");
    for (const review of ["Was the refusal clear", "Did the agent promise"]) {
      await expect.poll(reviews.item(review).icon()).toBe("checklist");
    }
    expect(lines()).toEqual(["POST /v1/reviews/was-the-no-clear/reassign"]);
  });
});

describe("a draft", () => {
  const text = '{ "name": "Tired parent" }';

  test("is asked about when its editor closes, and stays when the person cancels", async () => {
    const { window } = editor;
    await window.palette("Callboard: Create persona");
    await window
      .pageAbout("Create persona")
      .getByRole("button", { name: "Write the fields as JSON" })
      .click();
    await expect.poll(window.activeEditor()).toBe("Create persona.json");
    await window.replaceEditorText(text);
    await expect.poll(window.editorText()).toBe(text);
    await window.closeEditor("Create persona.json");
    await expect
      .poll(window.dialog())
      .toContain("Do you want to save the changes you made to Create persona.json?");
    await window.dialogButton("Cancel");
    await expect.poll(window.editorText()).toBe(text);
  });

  test("that was kept is there again when its editor is opened again", async () => {
    const { window } = editor;
    await window.closeEditor("Create persona.json");
    await window.dialogButton("Save");
    await window.notificationButton("Create persona: the fields were not sent.", "Open again");
    await expect.poll(window.activeEditor()).toBe("Create persona.json");
    await expect.poll(window.editorText()).toBe(text);
    expect(lines()).toEqual([]);
  });

  test("is asked about as well when the editor saves automatically", async () => {
    const { window } = editor;
    await window.palette("File: Toggle Auto Save");
    await window.palette("Callboard: Create test");
    await window.pageAbout("Create test").getByRole("button", { name: "Write the fields as JSON" }).click();
    await expect.poll(window.activeEditor()).toBe("Create test.json");
    await window.replaceEditorText(text);
    await expect.poll(window.editorText()).toBe(text);
    await window.closeEditor("Create test.json");
    await window.notificationButton("Create test: the fields were not sent.", "Open again");
    await expect.poll(window.activeEditor()).toBe("Create test.json");
    await expect.poll(window.editorText()).toBe(text);
    expect(lines()).toEqual([]);
  });
});
