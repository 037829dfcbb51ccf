/** The catalog as code: its records are created and updated from the file. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Editor } from "../editor.ts";
import { startCallboard } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

const catalog = `# What we test before a release.
personas:
  parent: # plays in every test
    fields: { name: Hurried parent, patience: low }
tests:
  pays:
    fields:
      name: Pays by card
      persona: \${{ personas.parent }} # becomes the id
batches:
  smoke: # nightly, too
    fields: { name: Smoke, testIds: [ "\${{ tests.pays }}" ] }
`.replaceAll("\n", "\r\n");

let service: ObservedService;
let editor: Editor;
let file: string;

beforeAll(async () => {
  const started = await startCallboard({ catalog });
  ({ service, editor } = started);
  file = join(started.open, "callboard.yml");
});

afterAll(() => service.close());

const text = () => readFile(file, "utf8");

test("a batch is created after what it needs, and each id is one new line", async () => {
  const { window } = editor;
  await window.openFile("callboard.yml");
  await expect.poll(window.codeLenses()).toEqual(Array(3).fill("Create in Mine"));
  await window.screenshot("catalog-code-lenses");
  service.replyTo = line =>
    line === "POST /v1/tests" ? { status: 422, body: { message: "not today" } } : undefined;
  await window.page.locator(".codelens-decoration a").filter({ hasText: "Create in Mine" }).last().click();
  await expect.poll(window.dialog()).toContain("personas.parent\ntests.pays\nbatches.smoke");
  await window.screenshot("catalog-code-question");
  await window.dialogButton("Create");
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  // The second request fails: what was created before has its id in the file.
  expect(await window.notification("1 of 3 records are created")).toContain("parent");
  await expect.poll(text).toBe(catalog.replace("in every test\r\n", "in every test\r\n    id: per_1\r\n"));

  service.replyTo = () => undefined;
  await expect.poll(window.codeLenses()).toHaveLength(2);
  await window.page.locator(".codelens-decoration a").filter({ hasText: "Create in Mine" }).last().click();
  await expect.poll(window.dialog()).toContain("tests.pays\nbatches.smoke");
  await window.dialogButton("Create");
  await window.notification("2 records are created in Mine");
  expect(service.requests.map(({ line, body }) => [line, body])).toEqual([
    ["POST /v1/personas", { name: "Hurried parent", patience: "low" }],
    ["POST /v1/tests", { name: "Pays by card", persona: "per_1" }],
    ["POST /v1/tests", { name: "Pays by card", persona: "per_1" }],
    ["POST /v1/batches", { name: "Smoke", testIds: ["tst_1"] }],
  ]);
  await expect
    .poll(text)
    .toBe(
      catalog
        .replace("in every test\r\n", "in every test\r\n    id: per_1\r\n")
        .replace("  pays:\r\n", "  pays:\r\n    id: tst_1\r\n")
        .replace("nightly, too\r\n", "nightly, too\r\n    id: bat_1\r\n"),
    );
  await expect.poll(window.codeLenses()).toEqual(["Run"]);
});

test("changed fields are shown as a difference before they are sent", async () => {
  const { window } = editor;
  await writeFile(file, (await text()).replace("patience: low", "patience: none"));
  await expect.poll(window.codeLenses()).toContain("Update (1 field differs)");
  await window.codeLens("Update");
  await expect.poll(window.options()).toEqual(expect.arrayContaining([expect.stringContaining("Send")]));
  await window.screenshot("catalog-code-difference");
  await window.pick(/^Send/);
  await expect
    .poll(() => service.requests.at(-1))
    .toMatchObject({ line: "PUT /v1/personas/per_1", body: { name: "Hurried parent", patience: "none" } });
  await window.openFile("callboard.yml");
  await expect.poll(window.codeLenses()).toEqual(["Run"]);
});

test("a service that answers without an id: nothing is guessed, and the id is entered by hand", async () => {
  const { window } = editor;
  await window.palette("Callboard: New persona…");
  await window.type("Night owl");
  await expect.poll(window.editorText()).toContain("night-owl:");
  await window.screenshot("catalog-code-new");
  await window.keyboard.press("Escape");
  await window.writeByKeys("mood: calm");
  await window.keyboard.press("Escape");
  await expect.poll(window.codeLenses()).toContain("Create in Mine");
  service.replyTo = line => (line === "POST /v1/personas" ? { body: { ok: true } } : undefined);
  await window.codeLens("Create in Mine");
  await expect.poll(window.notifications()).toContainEqual(expect.stringContaining("contains no id"));
  const before = service.requests.length;
  await expect.poll(window.codeLenses()).toContain("May exist in Mine: enter its id… | Create in Mine");
  await window.codeLens("enter its id");
  await window.type("per_77");
  await expect.poll(text).toContain("  night-owl:\r\n    id: per_77\r\n");
  expect(service.requests).toHaveLength(before);
});
