/** A person's own service: connecting, operations from the palette and from selected rows, and the key. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { findFilesContaining } from "../find-files-containing.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  ({ editor, service } = await startCallboard({ isUnknown: true }));
});

afterAll(() => service.close());

beforeEach(() => {
  service.requests.length = 0;
  service.replyTo = () => undefined;
});

function requests() {
  return service.requests.map(({ line, body }) => (body === undefined ? [line] : [line, body]));
}

test("connecting asks for an address, a name and a key, and sends nothing", async () => {
  const { window } = editor;
  await window.palette("Callboard: Connect to a service…");
  await window.fill("http://shop.example");
  await expect
    .poll(window.quickInput())
    .toMatchObject({ message: expect.stringContaining("use https (http is for localhost only)") });
  await window.type(service.url);
  await expect
    .poll(window.quickInput())
    .toMatchObject({ title: "Connect to a service (2 of 3)", value: "127.0.0.1" });
  await window.type("Staging");
  await expect.poll(window.quickInput()).toMatchObject({ title: "Connect to a service (3 of 3)" });
  await window.type(service.key);
  await window.statusBar("Staging").waitFor();

  const settings = await readFile(join(editor.home, "user", "Machine", "settings.json"), "utf8");
  expect(JSON.parse(settings)).toEqual({ "callboard.services": [{ name: "Staging", baseUrl: service.url }] });
  expect(service.requests).toEqual([]);
  expect(await editor.connections()).toEqual([]);
});

test("an operation in the palette sends its request", async () => {
  const { window } = editor;
  await window.palette("Callboard: Import demo project");
  await expect.poll(requests).toEqual([["POST /v1/projects/import-demo", {}]]);
  await expect.poll(window.editorText()).toContain('"project": ');
});

test("several reviews are reassigned at once", async () => {
  const { window } = editor;
  service.replyTo = line => (/reassign$/.test(line) ? { body: {} } : undefined);
  await window.activityBar("Callboard");
  const reviews = window.tree("Reviews");
  await reviews.unfold();
  await reviews.item("Was the refusal clear").click();
  await reviews.item("Did the agent promise").addToSelection();
  await reviews.item("Did the agent promise").contextMenu("Reassign…");
  await expect.poll(window.quickInput()).toMatchObject({ placeholder: expect.stringContaining("assignee") });
  await window.type("mina");
  await window.notification("Reassigned 2 reviews");
  expect(requests()).toEqual([
    ["POST /v1/reviews/was-the-no-clear/reassign", { assignee: "mina" }],
    ["POST /v1/reviews/was-a-day-promised/reassign", { assignee: "mina" }],
  ]);
});

test("the icon of a row acts on that row, even when several rows are selected", async () => {
  const { window } = editor;
  const review = window.tree("Reviews").item("Did the agent promise");
  await expect.poll(() => review.row.getAttribute("aria-selected")).toBe("true");
  await review.inlineAction("Reassign review");
  await expect.poll(window.quickInput()).toMatchObject({
    title: "Reassign review: Did the agent promise a day of delivery? (default form) (1/1)",
  });
  await window.keyboard.press("Escape");
});

test("a reload keeps the records, the runs and the key", async () => {
  const { window } = editor;
  await window.palette("Notifications: Clear All Notifications");
  const trees = async () =>
    (await Promise.all(["Projects", "Reviews", "Runs"].map(view => window.tree(view).text()()))).join("\n");
  await window.tree("Projects").item("Lantern Lane").expand();
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  await window.palette("Notifications: Clear All Notifications");
  await window.tree("Reviews").item("Settled").expand();
  await window.tree("Runs").unfold();
  service.requests.length = 0;
  await expect.poll(trees).toMatch(/Settled {2}1\n.*was-the-discount-invented/);
  await expect.poll(trees).not.toMatch(/running/);
  const before = await trees();
  await window.reloadWindow();
  await window.tree("Projects").item("Lantern Lane").expand();
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Reviews").item("Settled").expand();
  await expect.poll(trees).toEqual(before);
  expect(service.requests).toEqual([]);
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  expect(service.requests.map(({ key }) => key)).toEqual([service.key]);
});

test("no tree, response, report, log or file contains the key, even when the service repeats it", async () => {
  const { window } = editor;
  const { key } = service;
  service.replyTo = () => ({
    body: {
      id: "smoke",
      status: `failed ${key}`,
      error: key,
      name: `Named ${key}`,
      cases: [{ name: `Case ${key}`, status: "failed", message: `Key ${key}` }],
      test: { id: `tst_${key}`, name: key },
    },
  });
  await window.palette("Notifications: Clear All Notifications");
  await window.palette("Developer: Set Log Level...");
  await window.pick("Callboard");
  await window.pick("Trace");
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notification("Smoke: failed");
  const seen = await window.notifications()();
  await window.notificationButton("Smoke: failed", "Open report");
  await expect.poll(window.webviewText()).toContain("Case ");
  seen.push(await window.webviewText()());
  await window.editorAction("Show raw JSON");
  await expect.poll(window.editorText()).toContain("error");
  await window.showOutput("Callboard");
  await expect.poll(window.output()).toContain("runBatch received");
  const readings = [window.editorText(), window.output()];
  for (const view of ["Projects", "Runs"]) readings.push(window.tree(view).text());
  for (const read of readings) seen.push(await read());
  expect(seen.join("\n")).not.toContain(key);
  expect(await findFilesContaining(service.url, editor.home)).not.toEqual([]);
  expect(await findFilesContaining(key, editor.home)).toEqual([]);
});
