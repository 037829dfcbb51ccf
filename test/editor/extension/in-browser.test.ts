/**
 * The extension in a browser-only editor: it runs in a worker of the page, and the page sends its requests. A setting
 * tells VS Code to run it there.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { findFilesContaining } from "../find-files-containing.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;
let open: string;

const catalog = (name: string, passWhen: string) => `projects:
  shop: { id: lantern-lane, name: ${name} }
batches:
  smoke: { id: smoke, project: shop }
report:
  pass-when: ${passWhen}
`;

beforeAll(async () => {
  ({ editor, service, open } = await startCallboard({
    catalog: catalog("Lamp shop", '$count($.**[status = "failed"]) = 0'),
    settings: { "remote.extensionKind": { "callboard.callboard-vscode": ["web"] } },
  }));
});

afterAll(() => service.close());

test("the tree shows the catalog without any network traffic", async () => {
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.tree("Projects").item("Batches").expand();
  await expect
    .poll(window.tree("Projects").text())
    .toBe("▾ Lamp shop  lantern-lane\n  ▾ Batches  1\n    smoke");
  expect(editor.pageRequests).toEqual([]);
});

test("a batch runs with one request of the page, and the team's own expression reads its response", async () => {
  const { window } = editor;
  await window.tree("Projects").item("smoke").inlineAction("Run now");
  await expect.poll(window.quickInput()).toMatchObject({ title: `API key for ${service.url}` });
  await window.type(service.key);
  await window.notificationButton("smoke: failed — 4 passed", "Open report");
  await expect.poll(window.webviewText()).toContain("pass-when is false");
  await expect.poll(window.webviewText()).toContain("The agent never called the order system");
  expect(service.requests.map(({ line, key }) => [line, key])).toEqual([
    ["POST /v1/batches/smoke/run", service.key],
  ]);
  expect(editor.pageRequests).toEqual([`${service.url}/v1/batches/smoke/run`]);
  expect(await editor.connections()).toEqual([]);
});

test("an expression that never ends is stopped, and the editor is usable meanwhile", async () => {
  const { window } = editor;
  await window.palette("Notifications: Clear All Notifications");
  await writeFile(
    join(open, "callboard.yml"),
    catalog("lamps", "$contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)"),
  );
  await expect.poll(window.tree("Projects").text()).toContain("lamps");
  await window.tree("Projects").item("smoke").inlineAction("Run now");
  await window.page.locator(".notification-toast").filter({ hasText: "Run: smoke" }).waitFor();
  await window.palette("Callboard: Switch service…");
  await expect.poll(window.options()).toContainEqual(expect.stringContaining(service.url));
  await window.keyboard.press("Escape");
  await window.palette("View: Close All Editors");
  await window.notificationButton("smoke: failed", "Open report");
  await expect.poll(window.webviewText()).toContain("takes longer than 5 seconds");
});

test("the embedded service reports that it needs a computer", async () => {
  const { window } = editor;
  await window.palette("Callboard: Try it with the embedded service");
  expect(await window.notification("embedded service needs")).toContain("a computer to run on");
});

test("a reload keeps the key and the runs, and no file contains the key", async () => {
  const { window } = editor;
  await window.reloadWindow();
  await window.tree("Runs").unfold();
  await window
    .tree("Runs")
    .item(/smoke.*4 passed/)
    .row.waitFor();
  await window.tree("Projects").item("Batches").expand();
  const before = service.requests.length;
  await window.tree("Projects").item("smoke").inlineAction("Run now");
  await expect
    .poll(() => service.requests.slice(before))
    .toMatchObject([{ line: "POST /v1/batches/smoke/run", key: service.key }]);
  expect(await findFilesContaining(service.url, editor.home)).not.toEqual([]);
  expect(await findFilesContaining(service.key, editor.home)).toEqual([]);
});
