/** The tree with records of `callboard.yml` and records learned from responses. */

import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow } from "./window.ts";

const catalog = `projects:
  shop: { id: prj_1, name: Shop }
batches:
  smoke: { id: bat_1, project: shop } # nightly
tests:
  pays:
    project: shop
    fields: { name: Pays by card, persona: "\${{ personas.parent }}" }
personas:
  parent: { id: per_1 }
`;

async function write(editor: FakeEditor, path: string, text: string): Promise<void> {
  const uri = editor.vscode.Uri.parse(`memory:${path}`);
  await editor.vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await editor.settled();
}

test("the catalog's records are in the tree, those without an id as not created", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  expect(await editor.tree("callboard.projects")).toMatchInlineSnapshot(`
    "(project) Shop  prj_1
      (beaker) Tests  1
        (beaker) pays  not created yet
      (layers) Batches  1
        (layers) smoke  bat_1
    (inbox) In no project  1
      (account) Personas  1
        (account) parent  per_1"
  `);
});

test("a catalog that is a link to a pipe does not block", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": catalog });
  files.putPipe("/odd/callboard.yml");
  const { editor } = openWindow({ folders: ["/odd", "/shop"], files });
  expect(await editor.tree("callboard.projects")).toContain("(project) Shop  prj_1");
});

test("several folders form one tree, and a broken catalog does not affect the others", async () => {
  const files = fakeFilesWith({
    "/a/callboard.yml": catalog,
    "/b/callboard.yml": "batches: [\n",
    "/c/readme.md": "",
  });
  const { editor } = openWindow({ folders: ["/a", "/b", "/c"], files });
  expect(await editor.tree("callboard.projects")).toMatch(/Shop.*smoke/s);
  expect([...editor.problems.keys()]).toContain("/b/callboard.yml");
  expect(editor.problems.get("/a/callboard.yml")).toEqual([]);
  await editor.changeFolders("/b");
  expect(await editor.tree("callboard.projects")).toBe("");
});

test("a catalog that breaks is shown in the Problems panel, and the last good tree stays until it is mended", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  const good = await editor.tree("callboard.projects");
  await write(editor, "/shop/callboard.yml", catalog.replace("project: shop", "project: shp"));
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/`shp` is not a key under `projects`\. Did you mean `shop`\?/),
      severity: 0,
      source: "Callboard",
      range: expect.objectContaining({ start: { line: 3, character: 31 } }),
    }),
  ]);
  expect(await editor.tree("callboard.projects")).toBe(good);
  await write(editor, "/shop/callboard.yml", catalog.replace("bat_1", "bat_2"));
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([]);
  expect(await editor.tree("callboard.projects")).toMatch(/smoke {2}bat_2/);
});

test("a change read while the editor waits for rows is included and causes no refresh", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  expect(await editor.tree("callboard.projects")).toMatch(/smoke {2}bat_1/);
  expect(editor.refreshes("callboard.projects")).toBe(0);
});

test("all changes before the editor asks for rows cause one refresh", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  await editor.tree("callboard.projects");
  const before = editor.refreshes("callboard.projects");
  await write(editor, "/shop/callboard.yml", catalog.replace("bat_1", "bat_2"));
  await write(editor, "/shop/callboard.yml", catalog.replace("bat_1", "bat_3"));
  expect(editor.refreshes("callboard.projects")).toBe(before + 1);
  expect(await editor.tree("callboard.projects")).toMatch(/smoke {2}bat_3/);
  await write(editor, "/shop/callboard.yml", catalog);
  expect(editor.refreshes("callboard.projects")).toBe(before + 2);
});

test("a deleted catalog leaves the tree", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  await editor.tree("callboard.projects");
  await editor.vscode.workspace.fs.delete(editor.vscode.Uri.parse("memory:/shop/callboard.yml"));
  await editor.settled();
  expect(await editor.tree("callboard.projects")).toBe("");
});

test("pinning writes a record under a key of its own, and it is shown as pinned", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  const [project, smoke] = await editor.rows("callboard.projects", "Lantern Lane", "Smoke");
  await editor.run("callboard.pin", project);
  await editor.run("callboard.pin", smoke);
  expect(editor.files.text("/shop/callboard.yml")).toMatchInlineSnapshot(`
    "projects:
      lantern-lane-support-line: { id: lantern-lane, name: Lantern Lane support line }
    batches:
      smoke: { id: smoke, name: Smoke, project: lantern-lane-support-line }
    "
  `);
  expect(await editor.tree("callboard.projects", { context: true })).toMatch(
    /Lantern Lane support line.*\[record project pinned id\].*Smoke.*\[record batch pinned id\]/s,
  );
});

test("pinning keeps unsaved changes", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  await write(editor, "/shop/callboard.yml", "# ours\n");
  const uri = editor.vscode.Uri.parse("memory:/shop/callboard.yml");
  await editor.vscode.workspace.openTextDocument(uri);
  editor.type(uri.toString(), "# ours, all of ours\n");
  await editor.run("callboard.pin", await editor.row("callboard.projects", "Voice"));
  expect(editor.files.text("/shop/callboard.yml")).toBe(
    "# ours, all of ours\nchannels:\n  voice: { id: voice, name: Voice }\n",
  );
});

test("with several folders pinning asks for one, and without a folder it shows a message", async () => {
  const several = await connectedWindow({ folders: ["/a", "/b"] });
  several.editor.will("b");
  await several.editor.run("callboard.pin", await several.editor.row("callboard.projects", "Voice"));
  expect(several.editor.files.text("/b/callboard.yml")).toMatch(/voice/);
  const none = await connectedWindow();
  await none.editor.run("callboard.pin", await none.editor.row("callboard.projects", "Voice"));
  expect(none.editor.said).toEqual([
    "warning: No folder is open that could contain a callboard.yml. [Open folder]",
  ]);
});

test("creating a record of the catalog sends its fields and writes its id to the catalog", async () => {
  const { editor, requests } = await connectedWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  const row = await editor.row("callboard.projects", "pays");
  await editor.run("callboard.createTest", row);
  expect(await editor.lastShown()).toBe('{\n  "name": "Pays by card",\n  "persona": "per_1"\n}\n');
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['POST /v1/tests {"name":"Pays by card","persona":"per_1"}']);
  expect(editor.files.text("/shop/callboard.yml")).toMatch(/ {2}pays:\n {4}id: tst_1\n {4}project: shop/);
  expect(await editor.tree("callboard.projects")).toMatch(/\(beaker\) pays {2}tst_1/);
});

describe("creating a record of the catalog with a team's own form", () => {
  const form = `forms:
  createTest:
    - { field: name, type: text }
    - { field: owner, type: text, optional: true }
`;
  const withForm = (text: string) =>
    connectedWindow({ folders: ["/shop"], files: fakeFilesWith({ "/shop/callboard.yml": text + form }) });

  test("sends the catalog's fields, overridden by the answers", async () => {
    const { editor, requests } = await withForm(catalog);
    editor.will({ typed: "Pays" }, "Leave out");
    await editor.run("callboard.createTest", await editor.row("callboard.projects", "pays"));
    expect(requests).toEqual(['POST /v1/tests {"name":"Pays","persona":"per_1"}']);
    expect(await editor.tree("callboard.projects")).toMatch(/\(beaker\) pays {2}tst_1/);
  });

  test("as JSON begins with the catalog's fields, not with an earlier record's", async () => {
    const { editor } = await withForm(catalog);
    editor.will({ typed: "Refunds" }, { typed: "kim" });
    await editor.run("callboard.createTest");
    editor.will({ press: "Write the fields as JSON" });
    await editor.run("callboard.createTest", await editor.row("callboard.projects", "pays"));
    expect(JSON.parse(await editor.lastShown())).toEqual({ name: "Pays by card", persona: "per_1" });
  });

  test("asks nothing while a reference has no id yet", async () => {
    const { editor, requests } = await withForm(catalog.replace("{ id: per_1 }", "{}"));
    await editor.run("callboard.createTest", await editor.row("callboard.projects", "pays"));
    expect(editor.said).toEqual([
      "warning: Nothing was sent: the reference ${{ personas.parent }} doesn't lead to an id.",
    ]);
    expect(requests).toEqual([]);
  });
});

test("a run's fields refer to records by the catalog's keys, also when it is run again", async () => {
  const { editor, requests } = await connectedWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog.replace("bat_1", "smoke") }),
  });
  const row = await editor.row("callboard.projects", "smoke");
  await editor.run("callboard.runBatch", row);
  editor.type(editor.lastUri.toString(), '{ "persona": "${{ personas.parent }}" }');
  await editor.run("callboard.send", editor.lastUri);
  await editor.run("callboard.runNow", row);
  expect(requests).toEqual(Array(2).fill('POST /v1/batches/smoke/run {"persona":"per_1"}'));
});

test.each([
  ["is broken at the moment", "tests: [\n", /The catalog cannot be changed until this error is fixed/],
  [
    "calls the record otherwise by now",
    catalog.replace("pays:", "pays-by-card:"),
    /no readable record “tests\.pays”/,
  ],
])(
  "a record that was created while the catalog %s is said to be created, under which id",
  async (_, text, why) => {
    const { editor, requests } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
    });
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      await write(editor, "/shop/callboard.yml", text);
      return fetch(input, init);
    };
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    await editor.run("callboard.createTest", await editor.row("callboard.projects", "pays"));
    await editor.run("callboard.send", editor.lastUri);
    expect(requests).toHaveLength(1);
    const [said, ...others] = editor.said.filter(line => !line.startsWith("info"));
    expect(said).toMatch(
      /^warning: “pays” is created as tst_1, but the id could not be written to callboard\.yml: .*\[Show in callboard\.yml\]$/,
    );
    expect(said).toMatch(why);
    expect(others).toEqual([]);
    expect(editor.lastUri.path).toMatch(/\/Create test · tst_1\.json$/);
  },
);

test("an update starts with the catalog's fields", async () => {
  const files = fakeFilesWith({
    "/shop/callboard.yml": "batches:\n  smoke: { id: smoke, fields: { name: Smoke, size: 3 } }\n",
  });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "smoke"));
  expect(await editor.lastShown()).toBe('{\n  "name": "Smoke",\n  "size": 3\n}\n');
});

test("a record can be shown in the catalog", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
  });
  await editor.run("callboard.showInCatalog", await editor.row("callboard.projects", "smoke"));
  expect(editor.shown).toEqual(["memory:/shop/callboard.yml"]);
});

test("a record is added by its id and forgotten again", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will("integration", "int_9", "Phone system");
  await editor.run("callboard.addById");
  expect(await editor.tree("callboard.projects")).toMatch(/In no project.*\(plug\) Phone system {2}int_9/s);
  await editor.run("callboard.forget", await editor.row("callboard.projects", "Phone system"));
  expect(await editor.tree("callboard.projects")).not.toMatch(/Phone system/);
  expect(requests).toEqual([]);
});

test("forgotten records come back in their places with Undo", async () => {
  const { editor, requests } = await connectedWindow();
  const views = async () => [await editor.tree("callboard.projects"), await editor.tree("callboard.reviews")];
  const before = await views();
  const forget = async (view: string, ...labels: string[]) => {
    const rows = await editor.rows(view, ...labels);
    await editor.run("callboard.forget", rows[0], rows);
    return editor.said.at(-1);
  };
  editor.will("Undo");
  expect(await forget("callboard.projects", "Smoke", "Voice", "Hurried parent")).toBe(
    "info: 3 records are forgotten here. The service keeps them. [Undo]",
  );
  editor.will("Undo");
  const undone = "info: “Was the discount invented?” is forgotten here. The service keeps it. [Undo]";
  expect(await forget("callboard.reviews", "Was the discount")).toBe(undone);
  expect(await views()).toEqual(before);
  await forget("callboard.reviews", "Was the handover");
  expect(editor.badge("callboard.reviews")).toBe(3);
  expect(requests).toEqual([]);
});

test("an id can be copied, and the last response shown again, even after a reload", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Order system");
  await editor.run("callboard.copyId", row);
  expect(editor.clipboard).toBe("order-system");
  await editor.run("callboard.showLastResponse", row);
  expect(editor.said).toEqual(["warning: There is no response about Order system (sandbox) yet."]);
  await editor.run("callboard.getIntegration", row);
  const { storage, secrets, files, settings } = editor;
  const { editor: later } = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) later.settings.user.set(name, value);
  await later.run("callboard.showLastResponse", await later.row("callboard.projects", "Order system"));
  expect(JSON.parse(await later.lastShown())).toMatchObject({ id: "order-system", environment: "sandbox" });
});

test("the records of an imported project belong to it, also in an envelope", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const batches = [
    { id: "bat_1", name: "Nightly" },
    { id: "bat_2", project: { id: "lantern-lane" } },
  ];
  globalThis.fetch = async () =>
    Response.json({ data: { type: "project", id: "prj_1", name: "Airline", batches } });
  await editor.run("callboard.importDemoProject");
  const tree = await editor.tree("callboard.projects");
  expect(tree).not.toContain("In no project");
  expect(tree).toMatch(/Airline {2}prj_1\n {2}\(layers\) Batches {2}1\n {4}\(layers\) Nightly/);
});

test("records are stored per service", async () => {
  const { editor } = await connectedWindow();
  await editor.changeUserSetting("callboard.services", [
    ...(editor.settings.user.get("callboard.services") as object[]),
    { name: "Other", baseUrl: "https://other.example" },
  ]);
  editor.will("Other");
  await editor.run("callboard.switchService");
  expect(await editor.tree("callboard.projects")).toBe("");
  editor.will("Staging");
  await editor.run("callboard.switchService");
  expect(await editor.tree("callboard.projects")).toMatch(/Lantern Lane/);
});

test("the catalog names a service of the settings, and nothing else about it", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": "service: Nightly\n" }),
  });
  await editor.changeUserSetting("callboard.services", [
    { name: "Daily", baseUrl: "https://daily.example" },
    { name: "Nightly", baseUrl: "https://nightly.example" },
  ]);
  await editor.tree("callboard.projects");
  await editor.settled();
  expect(editor.status.text).toBe("$(broadcast) Nightly");
});

test("a service that the settings don't have is a problem at its line, with the name that is meant", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": "# Ours\nservice: Veritty\n" }),
  });
  await editor.tree("callboard.projects");
  await editor.settled();
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([]);
  await editor.changeUserSetting("callboard.services", [
    { name: "Jay", baseUrl: "https://jay.example" },
    { name: "Verity", baseUrl: "https://verity.example" },
  ]);
  await editor.settled();
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([
    expect.objectContaining({
      message:
        "`service` is `Veritty`, which is not a service in the editor's settings. Did you mean `Verity`?",
      severity: 1,
      range: expect.objectContaining({ start: { line: 1, character: 9 } }),
    }),
  ]);
  await write(editor, "/shop/callboard.yml", "service: Other\n");
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/ It can be `?Jay`? or `?Verity`?\.$/) }),
  ]);
  await write(editor, "/shop/callboard.yml", "service: Verity\n");
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([]);
});

test("ten thousand records come in pages of 200", async () => {
  const { editor, service } = await connectedWindow();
  const known = Array.from({ length: 10_000 }, (_, index) => ({
    kind: "test",
    id: `t${index}`,
    label: "Same",
  }));
  editor.storage.set(`callboard.memory ${service.url}`, {
    known: [...known, "corrupt", { kind: "no such" }],
  });
  const { editor: later } = openWindow({ storage: editor.storage });
  for (const [name, value] of editor.settings.user) later.settings.user.set(name, value);
  const lines = async () => (await later.tree("callboard.projects")).split("\n");
  expect((await lines()).slice(0, 2)).toEqual(["(inbox) In no project  10000", "  (beaker) Tests  10000"]);
  expect(await lines()).toHaveLength(203);
  expect((await lines()).at(-1)).toBe("    (ellipsis) Show more  9800 left");
  await later.run("callboard.showMore", await later.row("callboard.projects", "Show more"));
  expect(await lines()).toHaveLength(403);
  const ids = (await later.items("callboard.projects")).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a response is indented once, although VS Code reads it several times while it opens", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.importDemoProject");
  const indented = vi.spyOn(JSON, "stringify");
  onTestFinished(() => indented.mockRestore());
  for (let time = 0; time < 3; time++) {
    await editor.files.stat(editor.lastUri);
    await editor.files.readFile(editor.lastUri);
  }
  expect(indented.mock.calls.filter(([, , indent]) => indent === 2).length).toBeLessThan(2);
});

test.each(["test", "review"])("a view makes only the rows that it shows of ten thousand (%s)", async kind => {
  const { editor, service } = await connectedWindow();
  const textsFor = async (count: number) => {
    const known = Array.from({ length: count }, (_, index) => ({ kind, id: `r${index}`, label: "Same" }));
    editor.storage.set(`callboard.memory ${service.url}`, { known });
    const { editor: later } = openWindow({ storage: editor.storage });
    for (const [name, value] of editor.settings.user) later.settings.user.set(name, value);
    const texts = vi.spyOn(later.vscode.l10n, "t");
    await later.tree(kind === "review" ? "callboard.reviews" : "callboard.projects");
    return texts.mock.calls.length;
  };
  const ofOnePage = await textsFor(200);
  expect(ofOnePage).toBeGreaterThan(200);
  expect(await textsFor(10_000)).toBeLessThan(ofOnePage * 1.2);
});

test("every row has an id, a name for screen readers, and an icon of the theme", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  for (const view of ["callboard.projects", "callboard.reviews", "callboard.runs"]) {
    for (const item of await editor.items(view)) {
      expect(item.id).toBeTruthy();
      expect(item.accessibilityInformation?.label).toBeTruthy();
      expect(item.iconPath).toBeInstanceOf(editor.vscode.ThemeIcon);
    }
  }
});
