/** `callboard.yml` in a real workspace of two folders, one valid and one broken. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Editor, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";
import { type ObservedService, startObservedService } from "./observed-service.ts";

let temp: string;
let service: ObservedService;
let editor: Editor;

const shop = `# What we test before a release.
projects:
  lantern-lane: { id: lantern-lane, name: Lamp shop }
batches:
  smoke: { id: smoke, project: lantern-lane } # on every pull request
  nightly: { name: Nightly, project: lantern-lane, fields: { testIds: [cancels-order] } }
`;

beforeAll(async () => {
  temp = await scratchFolder();
  for (const folder of ["shop", "cafe"]) await mkdir(join(temp, folder));
  await writeFile(join(temp, "shop", "callboard.yml"), shop);
  await writeFile(join(temp, "cafe", "callboard.yml"), "batches:\n  espresso: { id: 7 }\n");
  const open = join(temp, "both.code-workspace");
  await writeFile(open, JSON.stringify({ folders: [{ path: "shop" }, { path: "cafe" }] }));
  service = await startObservedService();
  editor = await startEditor({
    open,
    extensions: [inject("callboard")],
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: service.url }] },
  });
  await editor.window.activityBar("Callboard");
});

afterAll(() => service.close());

test("the catalogs of all folders are one tree, and a broken catalog does not affect the others", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Batches").expand();
  await expect
    .poll(window.tree("Projects").text())
    .toBe(
      [
        "▾ Lamp shop  lantern-lane",
        "  ▾ Batches  2",
        "    smoke",
        "    Nightly  not created yet",
        "▸ In no project  1",
      ].join("\n"),
    );
  await expect.poll(window.tree("Projects").item("smoke").accessibleName()).toContain("pinned in");
  await window.showProblems();
  await expect.poll(window.problems()).toMatch(/callboard\.yml.*cafe/);
  await expect.poll(window.problems()).toMatch(/id.*\[Ln 2, Col 19\]/);
});

test("a catalog that breaks keeps its last valid tree until it is mended", async () => {
  const { window } = editor;
  const before = await window.tree("Projects").text()();
  const file = join(temp, "shop", "callboard.yml");
  await writeFile(file, shop.replace("batches:", "batchs:"));
  await expect.poll(window.problems()).toMatch(/batchs.*batches.*\[Ln 4, Col 1\]/s);
  // The other file's record proves that the tree was redrawn.
  await writeFile(
    join(temp, "cafe", "callboard.yml"),
    "batches:\n  espresso: { id: e }\n  mocha: { id: m }\n",
  );
  await expect
    .poll(window.tree("Projects").text())
    .toBe(before.replace("In no project  1", "In no project  2"));

  await writeFile(file, shop.replace("name: Nightly", "name: Every night"));
  await expect.poll(window.tree("Projects").text()).toContain("Every night");
  await expect.poll(window.problems()).not.toMatch(/batchs/);
});

test("a record of the catalog is created with its fields, and its id is written beside them", async () => {
  const { window } = editor;
  await window.tree("Projects").item("Every night").inlineAction("Create batch");
  await expect.poll(window.webviewText()).toMatch(/From callboard\.yml\.[\s\S]*testIds\s+cancels-order/);
  await window.webview().getByRole("button", { name: "Send" }).click();
  await window.page.getByText(`API key for ${service.url}`).waitFor();
  await window.type(service.key);
  await expect
    .poll(() => service.requests)
    .toMatchObject([{ line: "POST /v1/batches", body: { testIds: ["cancels-order"] } }]);
  await expect
    .poll(() => readFile(join(temp, "shop", "callboard.yml"), "utf8"))
    .toContain("nightly: { id: bat_1, name: Every night, project: lantern-lane,");
  await expect.poll(window.tree("Projects").text()).toContain("Every night  bat_1");
  await expect.poll(window.editorText()).toContain('"id": "bat_1"');
});

test("a record of a catalog that names another service is asked about before it runs", async () => {
  const { window } = editor;
  const theirs = { name: "Theirs", baseUrl: "https://theirs.example" };
  const settings = { "callboard.services": [{ name: "Mine", baseUrl: service.url }, theirs] };
  await writeFile(join(editor.home, "user", "Machine", "settings.json"), JSON.stringify(settings));
  await window.palette("Callboard: Switch service…");
  await expect.poll(async () => (await window.options()()).join()).toMatch(/Mine.*Theirs/);
  await window.pick("Mine");
  const file = join(temp, "shop", "callboard.yml");
  const text = (await readFile(file, "utf8")).replace("Lamp shop", "Lantern shop");
  await writeFile(file, `service: Theirs\n${text}`);
  await expect.poll(window.tree("Projects").text()).toMatch(/Lantern shop/);
  const before = service.requests.length;
  await window.tree("Projects").item("smoke").inlineAction("Run now");
  await expect
    .poll(window.dialog())
    .toBe("Send to Mine?\n“smoke”: this id (smoke) is from Theirs. In Mine it can belong to another record.");
  await window.dialogButton("Cancel");
  expect(service.requests).toHaveLength(before);
});
