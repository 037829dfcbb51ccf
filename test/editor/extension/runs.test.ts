/** Runs in everyday use: stray clicks, a reload, a failing service. */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { waitUntil } from "../until.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  ({ editor, service } = await startCallboard({ catalog: "batches: {}\n" }));
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Projects").item("Channels").expand();
});

afterAll(() => service.close());

beforeEach(async () => {
  service.requests.length = 0;
  service.replyTo = () => undefined;
  await editor.window.palette("Notifications: Clear All Notifications");
});

const lines = () => service.requests.map(({ line }) => line);
const running = { status: "running", completed: 3, total: 10 };

test("pinning is in the menu and not beside the run button, so that a second click there runs nothing", async () => {
  const { window } = editor;
  const { row } = window.tree("Projects").item("Nightly");
  await row.hover();
  const buttons = () =>
    row.getByRole("button").evaluateAll(all => all.map(each => each.getAttribute("aria-label")));
  await expect.poll(buttons).toEqual(["Run now"]);
  const place = async () => (await row.getByRole("button", { name: "Run" }).boundingBox())?.x;
  const before = await waitUntil(place, (x = 0) => x > 0, "the button's place");
  await window.tree("Projects").item("Nightly").contextMenu("Pin to callboard.yml");
  expect(await window.notification("is pinned")).toBe("“Nightly” is pinned in callboard.yml.");
  await expect.poll(window.tree("Projects").item("Nightly").accessibleName()).toContain("pinned in");
  await row.hover();
  await expect.poll(buttons).toEqual(["Run now"]);
  await expect.poll(place).toBe(before);
  expect(lines()).toEqual([]);
});

test("a channel's run survives a failing service, and Stop ends it", async () => {
  const { window } = editor;
  service.replyTo = line => (/voice\/report$/.test(line) ? { body: running } : undefined);
  const voice = window.tree("Projects").item("Voice");
  const run = window.tree("Runs").item("Voice");
  await voice.inlineAction("Run now");
  await expect.poll(() => run.row.textContent()).toMatch(/\d+ s · 3 of 10/);
  service.replyTo = line => (/voice\/report$/.test(line) ? "hang up" : undefined);
  await expect.poll(() => run.row.textContent()).toContain("the service does not answer, trying again");
  const failed = lines().length;
  service.replyTo = line =>
    /voice\/report$/.test(line) ? { body: { ...running, completed: 4 } } : undefined;
  await expect.poll(() => run.row.textContent()).toMatch(/\d+ s · 4 of 10/);
  expect(lines().length).toBeGreaterThan(failed);

  // Stop takes the place of the run button while the channel runs.
  await voice.inlineAction("Stop");
  await window.notification("Voice: cancelled");
  await expect.poll(run.icon()).toBe("circle-slash");
  await expect.poll(() => run.row.textContent()).toContain("4 of 10");
  await expect.poll(voice.icon()).toBe("circle-slash");
  expect(lines().filter(line => line.endsWith("/run"))).toEqual(["POST /v1/channels/voice/run"]);
});

test("a cancelled batch stays in the list as cancelled, without an error", async () => {
  const { window } = editor;
  service.replyTo = line => (/returns\/run$/.test(line) ? "silence" : undefined);
  await window.tree("Projects").item("Returns").inlineAction("Run now");
  await expect.poll(lines).toEqual(["POST /v1/batches/returns/run"]);
  await window.notificationButton("Run: Returns and refunds", "Cancel");
  expect(await window.notification("cancelled")).toBe(
    "Returns and refunds: cancelled — the service may have gone on with it",
  );
  await expect.poll(window.tree("Runs").item("Returns").icon()).toBe("circle-slash");
});

test("a focused batch in the tree runs with one key, and opens with Enter", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.notificationButton("Smoke: failed", "Open report");
  await expect.poll(window.activeEditor()).toMatch(/^Smoke: failed, /);
  await expect.poll(window.webviewText()).toContain("Cancels an order"); // the page takes the focus when it is drawn
  await window.palette("Callboard: Focus on Projects View");
  await window.walk("ArrowDown", /^Returns and refunds/);
  await window.keyboard.press("Control+Alt+r");
  // The test above has cancelled its last run.
  await expect.poll(window.dialog()).toContain("the service may be going on with it");
  await window.dialogButton("Run again");
  await window.notification("Returns and refunds: passed");
  expect(lines()).toEqual(["POST /v1/batches/smoke/run", "POST /v1/batches/returns/run"]);
  await window.palette("Callboard: Focus on Projects View");
  await expect.poll(window.focused()).toMatch(/^Returns and refunds, batch, last run: passed/);
  await window.keyboard.press("Enter");
  await expect.poll(window.activeEditor()).toMatch(/^Returns and refunds: passed, /);
});

test("a report's cases have their own actions: the next failure, a copy, their review, and their batch again", async () => {
  const { window } = editor;
  await window.tree("Runs").item("Smoke").click();
  const page = window.webview();
  const button = (name: RegExp, index: number) => page.getByRole("button", { name }).nth(index);
  const failures = page.locator("[data-failed]");
  await expect.poll(() => failures.count()).toBe(2);
  const chosen = () => page.locator("*:has(> #case)").innerText();
  await button(/^Next failure/, 0).click();
  await expect.poll(chosen).toContain("Cancels an order");
  await window.keyboard.press("n");
  await expect.poll(chosen).toContain("Refunds a lamp");
  await window.screenshot("report-actions");
  await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(/^Copy$/, 0).click();
  await expect
    .poll(() => window.page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Refunds a lamp that arrived broken\nbatch: Smoke\nfailed\n/);
  await button(/^Decide the review$/, 0).click();
  await page.getByRole("heading", { name: "Was the handover kind enough?" }).waitFor();
  expect(lines()).toEqual([]);
  await window.tree("Runs").item("Smoke").click();
  await button(/^Run batch: Smoke again, as a whole$/, 0).click();
  await window.notification("Smoke: failed");
  expect(lines()).toEqual(["POST /v1/batches/smoke/run"]);
  await window.editorAction("Run again");
  await expect.poll(lines).toHaveLength(2);
  await window.notification("Smoke: failed");
  // The path above the report has no id.
  expect(await window.page.locator(".breadcrumbs-control").allInnerTexts()).not.toContain(
    expect.stringMatching(/[0-9a-f]{8}-[0-9a-f]{4}/),
  );
});

test("what failed runs again as whole batches, which the command says", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Smoke").inlineAction("Run now");
  await window.tree("Runs").item("Smoke").row.waitFor();
  await expect.poll(() => window.tree("Runs").item("Smoke").row.textContent()).toContain("failed");
  service.requests.length = 0;
  await window
    .tree("Runs")
    .item("Smoke")
    .contextMenu("Run what failed again, each batch and channel as a whole");
  await expect.poll(lines).toEqual(["POST /v1/batches/smoke/run"]);
});

test("the filter shows the cases that fit while a person types, and Escape shows all again", async () => {
  const { window } = editor;
  const runs = window.tree("Runs").text();
  await window.palette("View: Close All Editors"); // a report that is drawn late takes the focus from the filter
  await window.palette("Callboard: Filter…");
  await expect.poll(window.quickInput()).toMatchObject({ title: "Filter" });
  await window.keyboard.type("lamp arrived");
  await expect.poll(runs).toMatch(/^▾ Smoke.*\n(.*\n)*.*Refunds a lamp that arrived broken/);
  await expect.poll(runs).not.toMatch(/Cancels an order|Returns/);
  await window.keyboard.press("Escape");
  await expect.poll(runs).toMatch(/^▸ Returns/m);
});

test("a reload during a run keeps the run: a batch's response is lost, a channel's report can be asked for", async () => {
  const { window } = editor;
  service.replyTo = line => {
    if (/nightly\/run$/.test(line)) return "silence";
    return /voice\/report$/.test(line) ? { body: running } : undefined;
  };
  await window.tree("Projects").item("Nightly").inlineAction("Run now");
  await window.tree("Projects").item("Voice").inlineAction("Run now");
  await window.dialogButton("Run again"); // its last run was stopped above
  await expect.poll(() => window.tree("Runs").item("Voice").row.textContent()).toContain("3 of 10");
  await window.reloadWindow();
  await expect
    .poll(window.tree("Runs").text())
    .toMatch(/Voice {2}\S+ [AP]M · interrupted, its report can still be asked for/);
  await expect
    .poll(window.tree("Runs").text())
    .toMatch(/Nightly {2}\S+ [AP]M · interrupted, its answer is lost/);
  await window.tree("Runs").item("Nightly").click();
  expect(await window.notification("Nightly was interrupted")).toContain("Its answer is lost");
  await window.palette("Callboard: Run batch");
  await window.pick("Nightly");
  await expect.poll(window.editorText()).toContain("{");
  await window.keyboard.press("Control+Enter");
  await expect.poll(window.dialog()).toContain("Run Nightly again?");
  await window.dialogButton("Send nothing");
  expect(lines().filter(line => line.includes("nightly"))).toHaveLength(1);

  service.requests.length = 0;
  service.replyTo = line =>
    /voice\/report$/.test(line) ? { body: { status: "passed", total: 10, passed: 10 } } : undefined;
  await window.tree("Runs").item("Voice").inlineAction("Ask for its report");
  await window.notification("Voice: passed");
  await expect.poll(window.tree("Runs").text()).toMatch(/Voice {2}\S+ [AP]M · 10 passed/);
  expect(new Set(lines())).toEqual(new Set(["POST /v1/channels/voice/report"]));
});

test("after another key is entered a refused run goes on, and one that never started is in the list with its reason", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Batches").expand(); // the test above has reloaded the window
  const smoke = window.tree("Projects").item("Smoke");
  service.replyTo = () =>
    lines().length === 0 ? { status: 401, body: { error: "Unknown key." } } : undefined;
  await smoke.inlineAction("Run now");
  await window.page.getByText("does not accept the API key: enter another").waitFor();
  await window.type(service.key);
  await window.notification("Smoke: failed");
  expect(lines()).toEqual(["POST /v1/batches/smoke/run", "POST /v1/batches/smoke/run"]);

  await window.palette("Notifications: Clear All Notifications");
  service.replyTo = () => ({ status: 422, body: { message: "The batch has no tests." } });
  await smoke.inlineAction("Run now");
  const message = await window.notification("The batch has no tests");
  expect(message).toMatch(/^The service refused it: The batch has no tests\. .*\(Run batch, 422\)$/);
  await expect
    .poll(window.tree("Runs").text())
    .toMatch(/Smoke {2}\S+ [AP]M · never started: The service refused it: The batch has no tests\./);
});
