/** VS Code's Testing view: runs from the gutter, from the view and from the sidebar, and what is left after a reload. */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JsonValue } from "../../../shared/json.ts";
import type { Editor } from "../editor.ts";
import { Testing } from "../testing.ts";
import { waitUntil } from "../until.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

const catalog = `batches:
  smoke: { id: smoke, name: Smoke }
  returns: { id: returns, name: Returns }
  nightly: { id: nightly, name: Nightly }
`;

let service: ObservedService;
let editor: Editor;
let testing: Testing;

beforeAll(async () => {
  ({ editor, service } = await startCallboard({ catalog }));
  const { window } = editor;
  testing = new Testing(window);
  await window.activityBar("Callboard");
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await waitUntil(window.activeEditor(), name => /^Import/.test(name ?? ""), "the imported project");
});

afterAll(() => service.close());

beforeEach(async () => {
  service.requests.length = 0;
  service.replyTo = () => undefined;
  await editor.window.palette("Notifications: Clear All Notifications");
});

const lines = () => service.requests.map(({ line }) => line);

function respond(body: JsonValue): void {
  service.replyTo = line => (/\/run$/.test(line) ? { body } : undefined);
}

test("a batch runs from the gutter of the catalog, and its cases are in the Testing view", async () => {
  const { window } = editor;
  await window.activityBar("Explorer");
  await window.page.getByRole("treeitem", { name: "callboard.yml" }).dblclick();
  await testing.runFromGutter(0);
  await window.notification("Smoke: failed");
  expect(lines()).toEqual(["POST /v1/batches/smoke/run"]);
  await testing.open();
  await testing.expand("Smoke");
  await window.screenshot("testing-view");
  await expect
    .poll(testing.text())
    .toMatch(/Smoke \(error\)(.|\n)*Refunds a lamp that arrived broken \(failed\)/);
  await expect.poll(testing.text()).toMatch(/Hands over to a person when asked twice \(error\)/);
  await expect.poll(testing.text()).toMatch(/Says where a late parcel is \(passed\)/);
});

test("each target of a run shows its result when it has ended, and cancelling skips the others", async () => {
  const { window } = editor;
  service.replyTo = line => (line.includes("/nightly/") ? "silence" : undefined);
  await testing.open();
  await window.palette("Test: Run All Tests");
  await window.dialogButton("Run");
  await expect
    .poll(testing.text())
    .toMatch(/Smoke \(error\)(.|\n)*Returns \(passed\)(.|\n)*Nightly \(loading\)/);
  await window.palette("Test: Cancel Test Run");
  await expect
    .poll(testing.text())
    .toMatch(/Smoke \(error\)(.|\n)*Returns \(passed\)(.|\n)*Nightly \(skipped\)/);
});

test("hostile names are shown as they are", async () => {
  const { window } = editor;
  const evil = "$(alert) <img src=x onerror=alert(1)> [a](command:b) \u001b[31mred";
  respond({ status: "failed", cases: [{ name: evil, status: "failed", message: evil }] });
  await testing.open();
  await testing.run("Nightly");
  // Its last run was cancelled without an answer.
  await window.dialogButton("Run again");
  await window.notification("Nightly: failed");
  await testing.expand("Nightly");
  const row = testing.row("onerror");
  await expect
    .poll(() => row.innerText())
    .toContain("$ (alert) <img src=x onerror=alert(1)> [a] (command:b) red");
  expect(await row.locator(".label .codicon, .label img").count()).toBe(0);
  await window.screenshot("testing-hostile");
});

test("results outlive a reload, without a request", async () => {
  const { window } = editor;
  await window.reloadWindow();
  await testing.open();
  await expect.poll(testing.text()).toMatch(/Smoke \(error\)/);
  await expect.poll(testing.text()).toMatch(/Returns \(passed\)/);
  await expect.poll(testing.text()).toMatch(/Nightly \(failed\)/);
  expect(lines()).toEqual([]);
  await window.screenshot("testing-reloaded");
});
