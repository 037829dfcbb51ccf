/** The catalog as code in a fake editor: help in the text, creating and updating records, and nothing sent twice. */

import { describe, expect, test } from "vitest";
// Imported here, because the first import of the module on demand takes longer than an editor settles.
import "../../extension/app/catalog-code.ts";
import type { FakeEditor, FakeEditorOptions } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import type { Position } from "./fake-values.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

const path = "/shop/callboard.yml";

const catalog = `# ours
personas:
  parent: # plays
    fields: { name: Hurried parent, patience: low }
tests:
  pays:
    fields:
      name: Pays by card
      persona: \${{ personas.parent }} # who
batches:
  smoke:
    fields: { name: Smoke, tests: [ "\${{ tests.pays }}" ] }
`;

async function openCatalog(text = catalog, options: FakeEditorOptions = {}) {
  const files = fakeFilesWith({ [path]: text });
  const window = await connectedWindow({ folders: ["/shop"], files, ...options });
  await show(window.editor);
  return { ...window, text: () => window.editor.files.text(path) ?? "" };
}

async function show(editor: FakeEditor): Promise<void> {
  const uri = editor.vscode.Uri.parse(`memory:${path}`);
  await editor.vscode.window.showTextDocument(await editor.vscode.workspace.openTextDocument(uri));
  for (let turn = 0; turn < 500 && !editor.catalogHelp.completions && editor.trusted; turn++)
    await editor.settled();
}

async function document(editor: FakeEditor) {
  return editor.vscode.workspace.openTextDocument(editor.vscode.Uri.parse(`memory:${path}`));
}

async function lenses(editor: FakeEditor) {
  const given = await editor.catalogHelp.lenses?.provideCodeLenses(await document(editor), {} as never);
  return given ?? [];
}

async function titles(editor: FakeEditor): Promise<string[]> {
  return (await lenses(editor)).map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`);
}

async function press(editor: FakeEditor, title: string, line = 0): Promise<void> {
  const found = (await lenses(editor)).find(
    ({ range, command }) => command?.title.includes(title) && range.start.line + 1 >= line,
  );
  if (found?.command === undefined) throw new Error(`No line says ${title}: ${await titles(editor)}`);
  await editor.run(found.command.command, ...(found.command.arguments ?? []));
}

/** The position of the first `source` in the text, moved by `shift`. */
async function at(editor: FakeEditor, source: string, shift = 1): Promise<Position> {
  const opened = await document(editor);
  return opened.positionAt(opened.getText().indexOf(source) + shift) as unknown as Position;
}

/** Answers the service's next requests of a path instead of the service. */
function answer(pathname: string, ...responses: (() => Response | Promise<Response>)[]): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (init?.method !== "GET" && new URL(String(input)).pathname === pathname && responses.length > 0) {
      // The recorder is below.
      await fetch(input, { ...init, headers: {}, method: "OPTIONS", body: null }).catch(() => {});
      return (responses.shift() as () => Response)();
    }
    return fetch(input, init);
  };
}

describe("creating", () => {
  test("a batch creates what it needs first, after one question, and changes one line for each", async () => {
    const { editor, requests, text } = await openCatalog();
    expect(await titles(editor)).toEqual([
      "3: $(add) Create in Staging",
      "6: $(add) Create in Staging",
      "11: $(add) Create in Staging",
    ]);
    editor.will("Create");
    await press(editor, "Create", 11);
    expect(editor.said).toEqual([
      "warning: Create 3 records in Staging, in this order?\npersonas.parent\ntests.pays\nbatches.smoke\nEach is needed by one below it. [Create]",
      "info: 3 records are created in Staging: parent, pays, smoke.",
    ]);
    expect(requests).toEqual([
      'POST /v1/personas {"name":"Hurried parent","patience":"low"}',
      'POST /v1/tests {"name":"Pays by card","persona":"per_1"}',
      'POST /v1/batches {"name":"Smoke","tests":["tst_1"]}',
    ]);
    expect(text()).toBe(
      catalog
        .replace("  parent: # plays\n", "  parent: # plays\n    id: per_1\n")
        .replace("  pays:\n", "  pays:\n    id: tst_1\n")
        .replace("  smoke:\n", "  smoke:\n    id: bat_1\n"),
    );
    expect(await titles(editor)).toEqual(["13: $(play) Run"]);
  });

  test("is not done after Cancel, in an untrusted workspace, or while the file has an error", async () => {
    const { editor, requests } = await openCatalog();
    const row = (await lenses(editor)).at(-1)?.command?.arguments?.[0];
    editor.will(undefined);
    await editor.run("callboard.createFromCatalog", row);
    editor.trusted = false;
    await editor.run("callboard.createFromCatalog", row);
    editor.trusted = true;
    editor.type(`memory:${path}`, `${catalog}  broken: { project: nowhere }\n`);
    await editor.run("callboard.createFromCatalog", row);
    expect(requests).toEqual([]);
    expect(editor.said.slice(1)).toEqual([
      expect.stringContaining("Callboard sends nothing from a workspace that is not trusted."),
      expect.stringContaining("Nothing was sent: line 13 of callboard.yml: “nowhere” is not a key"),
    ]);
  });

  test("is not offered for a record with an error, and nor is a run", async () => {
    const { editor } = await openCatalog();
    editor.type(`memory:${path}`, `${catalog}  broken: { id: bat_9, project: nowhere }\n`);
    expect(await titles(editor)).toEqual([
      "3: $(add) Create in Staging",
      "6: $(add) Create in Staging",
      "11: $(add) Create in Staging",
    ]);
  });

  test("keeps unsaved edits, and a click on Create while it goes on sends nothing more", async () => {
    const { editor, requests, text } = await openCatalog();
    editor.type(`memory:${path}`, catalog.replace("low }", "none } # typed"));
    const [first] = await lenses(editor);
    const { command, arguments: given = [] } = first?.command ?? { command: "" };
    await Promise.all([editor.run(command, ...given), editor.run(command, ...given)]);
    await editor.settled();
    expect(requests).toHaveLength(1);
    expect(editor.said).toContainEqual(expect.stringContaining("the previous request has not ended yet"));
    expect(text()).toContain("patience: none } # typed");
    expect(text()).toContain("    id: per_1\n");
  });

  test("two windows on one folder send one request at most", async () => {
    const { editor, requests } = await openCatalog();
    const { files, secrets, settings } = editor;
    const other = openWindow({ folders: ["/shop"], files, secrets });
    for (const [name, value] of settings.user) await other.editor.changeUserSetting(name, value);
    await show(other.editor);
    await Promise.all([press(editor, "Create"), press(other.editor, "Create")]);
    await editor.settled();
    expect(requests.length).toBeLessThanOrEqual(1);
    expect([...editor.said, ...other.editor.said].join()).toMatch(
      /another window is creating the record|“parent” may have been created already/,
    );
  });

  test("from the tree, a record that may exist is not sent again without a question either", async () => {
    const { editor, requests } = await openCatalog();
    answer("/v1/personas", () => Response.json({ ok: true }));
    const row = await editor.row("callboard.projects", "parent");
    await editor.run("callboard.createPersona", row);
    await editor.run("callboard.send", editor.lastUri);
    expect(editor.said.at(-1)).toMatch(/“parent” contains no id\..*\[Enter its id…\]/);
    const sent = requests.length;
    await press(editor, "Create in");
    expect(editor.said.at(-1)).toMatch(/“parent” may have been created already/);
    expect(requests).toHaveLength(sent);
  });

  test("stopped by a failure in the middle, the records before it have their ids, and the rest goes on later", async () => {
    const { editor, requests, text } = await openCatalog();
    answer("/v1/tests", () => new Response('{"message":"no"}', { status: 422 }));
    editor.will("Create");
    await press(editor, "Create", 11);
    expect(editor.said.at(-1)).toMatch(/1 of 3 records are created and have their ids: parent\. pays: .*422/);
    expect(text()).toContain("    id: per_1\n");
    expect(text()).not.toContain("tst_");
    editor.will("Create");
    await press(editor, "Create", 12);
    expect(editor.said.at(-2)).toContain("Create 2 records");
    expect(requests.filter(each => each.startsWith("POST /v1/personas"))).toHaveLength(1);
    expect(text()).toMatch(/tst_1[\s\S]*bat_1/);
  });

  test.each<[string, unknown, string, HeadersInit?]>([
    ["under the name of its kind", { persona: { id: "per_7" } }, "per_7"],
    ["in an envelope", { data: { id: "per_7" } }, "per_7"],
    ["a number", { id: 7 }, '"7"'],
    ["in the address of the record", {}, "per_7", { location: "/v1/personas/per_7" }],
  ])("an id is taken that is %s", async (_, response, id, headers = {}) => {
    const { editor, text } = await openCatalog();
    answer("/v1/personas", () => Response.json(response, { headers }));
    await press(editor, "Create");
    expect(text()).toBe(catalog.replace("  parent: # plays\n", `  parent: # plays\n    id: ${id}\n`));
  });

  test("a record whose id comes in an envelope was sent from here, and needs no update", async () => {
    const { editor, text } = await openCatalog();
    const persona = { id: "per_9", name: "Hurried parent", createdBy: { id: "u1" } };
    answer("/v1/personas", () => Response.json({ persona }, { status: 201 }));
    await press(editor, "Create");
    expect(text()).toContain("    id: per_9\n");
    expect((await titles(editor))[0]).toBe("7: $(add) Create in Staging");
  });

  test("without an id in the response nothing is guessed: the id is entered by hand, and nothing is sent again unasked", async () => {
    const { editor, requests, text } = await openCatalog();
    answer("/v1/personas", () => Response.json({ copied: { persona: { id: "per_other" } }, ok: true }));
    await press(editor, "Create");
    expect(editor.said.at(-1)).toMatch(/contains no id\. .*\[Enter its id…\]/);
    expect(text()).toBe(catalog);
    expect((await titles(editor)).slice(0, 2)).toEqual([
      "3: $(warning) May exist in Staging: enter its id…",
      "3: $(add) Create in Staging",
    ]);
    const sent = requests.length;
    editor.will(undefined);
    await press(editor, "Create");
    expect(editor.said.at(-1)).toMatch(
      /“parent” may have been created already.*\[Send nothing\] \[I have looked: create it\]/s,
    );
    expect(requests).toHaveLength(sent);
    editor.will("per_7");
    await press(editor, "enter its id");
    expect(text()).toContain("    id: per_7\n");
    expect((await titles(editor))[0]).toBe("3: $(cloud-upload) Update (not sent from here yet)");
  });

  test("after a lost answer asks before it sends again, also under another key and after a reload", async () => {
    const { editor, requests, service } = await openCatalog();
    answer("/v1/personas", () =>
      Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })),
    );
    await press(editor, "Create");
    expect(editor.said.at(-1)).toMatch(
      /If the service has it, enter its id\. .*not sent again without a question\. \[Enter its id…\] \[Show log\]/,
    );
    const sent = requests.length;
    const { files, storage, globalStorage, secrets, settings } = editor;
    files.put(path, catalog.replaceAll("parent", "mother").replace("Hurried mother", "Hurried parent"));
    const again = openWindow({ folders: ["/shop"], files, storage, globalStorage, secrets });
    for (const [name, value] of settings.user) await again.editor.changeUserSetting(name, value);
    await show(again.editor);
    again.editor.will(undefined);
    await press(again.editor, "Create in");
    expect(again.editor.said.at(-1)).toContain("“parent” may have been created already");
    expect(requests.length + again.requests.length).toBe(sent);
    expect(service.url).not.toBe("");
  });

  test("an id that was undone is offered instead of a second record", async () => {
    const { editor, requests, text } = await openCatalog();
    await press(editor, "Create");
    expect(text()).toContain("    id: per_1\n");
    editor.type(`memory:${path}`, catalog);
    await editor.save(`memory:${path}`);
    await editor.settled();
    editor.will("Write its id");
    await press(editor, "Create");
    expect(editor.said.at(-1)).toMatch(/“parent” was created as per_1, and callboard\.yml has lost the id/);
    expect(requests).toHaveLength(1);
    expect(text()).toContain("    id: per_1\n");
  });
});

describe("updating", () => {
  const created = async () => {
    const window = await openCatalog();
    window.editor.will("Create");
    await press(window.editor, "Create", 11);
    window.requests.splice(0);
    window.editor.said.splice(0);
    return window;
  };
  const change = async (editor: FakeEditor, from: string, to: string) => {
    const opened = await document(editor);
    editor.type(`memory:${path}`, opened.getText().replace(from, to));
    await editor.save(`memory:${path}`);
    await editor.settled();
  };

  test("is offered for changed fields, shows the difference first, and is offered no more afterwards", async () => {
    const { editor, requests } = await created();
    await change(editor, "patience: low", "patience: none, age: 40");
    expect(await titles(editor)).toContain("3: $(cloud-upload) Update (2 fields differ)");
    editor.will("Don't send");
    await press(editor, "Update");
    expect(requests).toEqual([]);
    expect(editor.said[0]).toContain('"patience": "low"');
    expect(await editor.lastShown()).toContain('"age": 40');
    editor.will("Send");
    await press(editor, "Update");
    expect(requests).toEqual(['PUT /v1/personas/per_1 {"name":"Hurried parent","patience":"none","age":40}']);
    expect(await titles(editor)).toEqual(["13: $(play) Run"]);
  });

  test("says which of the service's fields the file lacks, because PUT may remove them", async () => {
    const { editor, requests } = await created();
    const known = { id: "per_1", name: "Hurried parent", patience: "low", voice: "Ana", note: null };
    answer("/v1/personas/per_1", () => Promise.resolve(Response.json(known)));
    await change(editor, "patience: low", "patience: none");
    editor.will("Send");
    await press(editor, "Update");
    await change(editor, "patience: none", "patience: high");
    requests.length = 0;
    editor.will("Don't send");
    await press(editor, "Update");
    expect(editor.said.at(-1)).toBe(
      "pick: Update personas.parent in Staging | Differs: patience. PUT replaces the whole record, and callboard.yml lacks voice\n  Don't send\n  Send",
    );
    expect(editor.said.join("\n")).toContain('"voice": "Ana"');
    expect(requests).toEqual([]);
  });

  test("all that differ are listed, and those that a person leaves ticked are sent", async () => {
    const { editor, requests } = await created();
    await change(editor, "patience: low", "patience: none");
    await change(editor, "Pays by card", "Pays by bill");
    expect((await titles(editor))[0]).toBe("1: $(cloud-upload) Update all 2 that differ");
    editor.will("personas.parent");
    await press(editor, "Update all");
    expect(editor.said.at(-2)).toMatch(
      /pick: Update in Staging.*personas\.parent {2}patience {2}\(picked\)\n.*tests\.pays {2}name/s,
    );
    expect(requests).toEqual([expect.stringContaining("PUT /v1/personas/per_1")]);
    expect(await titles(editor)).toContain("7: $(cloud-upload) Update (1 field differs)");
  });

  test("records that were never sent from here can be updated, but are not said to differ", async () => {
    const { editor, requests } = await openCatalog(
      "personas:\n  a: { id: per_1, fields: { x: 1 } }\n  b: { id: per_2, fields: { x: 2 } }\n  c: { id: per_3 }\n",
    );
    expect(await titles(editor)).toEqual([
      "2: $(cloud-upload) Update (not sent from here yet)",
      "3: $(cloud-upload) Update (not sent from here yet)",
    ]);
    editor.will(undefined);
    await editor.run("callboard.updateAll");
    expect(editor.said.at(-1)).toMatch(/personas\.a {2}not sent from here yet\n/);
    expect(requests).toEqual([]);
  });

  test("a lost answer leaves the update open", async () => {
    const { editor } = await created();
    await change(editor, "Pays by card", "Pays by bill");
    const lost = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }));
    answer("/v1/tests/tst_1", ...Array.from({ length: 10 }, () => lost));
    editor.will("Send");
    await press(editor, "Update");
    expect(await titles(editor)).toContain("7: $(warning) Update (the last one may not have arrived)");
  });
});

describe("an id from another service", () => {
  /** Everything is created in Staging, and then Production is chosen. */
  const switched = async (options: FakeEditorOptions = {}) => {
    const window = await openCatalog(undefined, options);
    const { editor, service } = window;
    editor.will("Create");
    await press(editor, "Create", 11);
    const production = await startEmbedded();
    await editor.secrets.set(`callboard.key ${production.url}`, production.key);
    await editor.changeUserSetting("callboard.services", [
      { name: "Staging", baseUrl: service.url },
      { name: "Production", baseUrl: production.url },
    ]);
    editor.will("Production");
    await editor.run("callboard.switchService");
    window.requests.splice(0);
    editor.said.splice(0);
    return window;
  };

  test("is named above its record, and nothing is sent without a question", async () => {
    const { editor, requests, text } = await switched();
    const before = text();
    expect(await titles(editor)).toEqual([
      "3: $(warning) Update (this id is from Staging)",
      "7: $(warning) Update (this id is from Staging)",
      "13: $(play) Run (this id is from Staging)",
      "13: $(warning) Update (this id is from Staging)",
    ]);
    editor.will(undefined);
    await press(editor, "Update", 7);
    expect(editor.said.at(-1)).toBe(
      "pick: Update tests.pays in Production | “pays”: this id (tst_1) is from Staging. In Production it can belong to another record.\n  Don't send\n  Send to Production",
    );
    editor.will(undefined);
    await editor.run("callboard.updateAll");
    expect(editor.said.at(-1)).toContain("tests.pays  this id is from Staging\n");
    const question = (name: string, id: string) =>
      `warning: Send to Production?\n“${name}”: this id (${id}) is from Staging. In Production it can belong to another record. [Send to Production]`;
    editor.will(undefined);
    await press(editor, "Run");
    expect(editor.said.at(-1)).toBe(question("smoke", "bat_1"));
    editor.will(undefined);
    await editor.run("callboard.updateTest", await editor.row("callboard.projects", "pays"));
    await editor.run("callboard.send", editor.lastUri);
    expect(editor.said.at(-1)).toBe(
      question("pays", "tst_1").replace(
        " [Send",
        "\n“parent”: this id (per_1) is from Staging. In Production it can belong to another record. [Send",
      ),
    );
    expect(requests).toEqual([]);
    expect(text()).toBe(before);
  });

  test("is sent once the person wants it", async () => {
    const { editor, requests } = await switched();
    editor.will("Send to Production");
    await press(editor, "Run");
    editor.will("Send to Production");
    await press(editor, "Update", 7);
    expect(requests).toEqual([
      "POST /v1/batches/bat_1/run {}",
      'PUT /v1/tests/tst_1 {"name":"Pays by card","persona":"per_1"}',
    ]);
  });

  test("needs no second question in this window once the person has confirmed it for the service", async () => {
    const { editor, requests } = await switched();
    editor.will("Send to Production");
    await press(editor, "Run");
    await press(editor, "Run");
    expect(requests).toEqual(["POST /v1/batches/bat_1/run {}", "POST /v1/batches/bat_1/run {}"]);
    expect(await titles(editor)).toContain("13: $(play) Run");
    // Other ids and other services are another question.
    editor.will(undefined);
    await press(editor, "Update", 7);
    expect(editor.said.at(-1)).toMatch(
      /^pick: Update tests\.pays in Production \| “pays”: this id \(tst_1\)/,
    );
    editor.will("Send to Production");
    await press(editor, "Update", 7);
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "smoke"));
    expect(requests).toHaveLength(4);
  });

  test("is each one of a catalog that names another service, also one written by hand", async () => {
    const text = "service: Production\nbatches:\n  smoke: { id: bat_7 }\n";
    const { editor, requests, service } = await openCatalog(text);
    // Another person's name for the only service.
    expect(await titles(editor)).toEqual(["3: $(play) Run"]);
    await editor.changeUserSetting("callboard.services", [
      { name: "Staging", baseUrl: service.url },
      { name: "Production", baseUrl: "https://production.example" },
    ]);
    editor.will("Staging");
    await editor.run("callboard.switchService");
    expect(await titles(editor)).toEqual(["3: $(play) Run (this id is from Production)"]);
    editor.will(undefined);
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "smoke"));
    expect(editor.said.at(-1)).toMatch(
      /^warning: Send to Staging\?\n“smoke”: this id \(bat_7\) is from Production\. In Staging it can belong/,
    );
    expect(requests).toEqual([]);
  });

  test("is looked for once for all the lines above a catalog's records", async () => {
    const { editor } = await switched();
    const { readDirectory } = editor.files;
    let listings = 0;
    Object.assign(editor.files, {
      readDirectory: (uri: { path: string }) => {
        if (uri.path.endsWith("/creations")) listings++;
        return readDirectory(uri as never);
      },
    });
    await lenses(editor);
    // For Staging, Production and the embedded service, and for the unsure creations.
    expect(listings).toBe(4);
  });

  test("is not put into a new record without a question, and the service that made it needs none", async () => {
    const { editor, requests } = await switched();
    const { getText } = await document(editor);
    editor.type(
      `memory:${path}`,
      getText().replace("batches:", '  late: { fields: { persona: "${{ personas.parent }}" } }\nbatches:'),
    );
    await editor.save(`memory:${path}`);
    await editor.settled();
    editor.will(undefined);
    await press(editor, "Create");
    expect(editor.said.at(-1)).toMatch(/^warning: Send to Production\?\n“parent”: this id \(per_1\)/);
    expect(requests).toEqual([]);
    editor.will("Staging");
    await editor.run("callboard.switchService");
    await press(editor, "Create");
    await press(editor, "Run");
    expect(requests).toEqual(['POST /v1/tests {"persona":"per_1"}', "POST /v1/batches/bat_1/run {}"]);
  });
});

describe("in the text", () => {
  test("definitions, references, hovers, symbols and renames lead through the file", async () => {
    const { editor, text } = await openCatalog(
      catalog.replace("  parent: # plays", "  parent: # plays\n    id: per_9"),
    );
    const { definition, references, hover, symbols, rename } = editor.catalogHelp;
    const opened = await document(editor);
    const reference = (await at(editor, "parent }}")) as never;
    const found = (await definition?.provideDefinition(opened, reference, {} as never)) as never as {
      range: { start: Position };
    };
    expect(found.range.start).toEqual({ line: 2, character: 2 });
    const all = await references?.provideReferences(
      opened,
      reference,
      { includeDeclaration: true },
      {} as never,
    );
    expect(all).toHaveLength(2);
    const shown = await hover?.provideHover(opened, reference, {} as never);
    expect(shown?.contents.map(each => (each as { value: string }).value)).toEqual([
      "parent · persona per\\_9",
    ]);
    const outline = (await symbols?.provideDocumentSymbols(opened, {} as never)) as never as {
      name: string;
      children: { name: string; detail: string }[];
    }[];
    expect(
      outline.map(({ name, children }) => [name, ...children.map(child => `${child.name} ${child.detail}`)]),
    ).toEqual([
      ["personas", "parent per_9"],
      ["tests", "pays not created yet"],
      ["batches", "smoke not created yet"],
    ]);
    const edit = await rename?.provideRenameEdits(opened, reference, "mother", {} as never);
    if (edit) await editor.vscode.workspace.applyEdit(edit);
    await editor.save(`memory:${path}`);
    expect(text()).toBe(
      catalog
        .replace("  parent: # plays", "  mother: # plays\n    id: per_9")
        .replace("personas.parent", "personas.mother"),
    );
  });

  test("Run above a batch runs it, and its hover tells the last verdict, the rate, and when it was last sent", async () => {
    const { editor, requests } = await openCatalog(
      "batches:\n  smoke: { id: smoke, fields: { name: Nightly } }\n",
    );
    editor.will("Send");
    await press(editor, "Update");
    await press(editor, "Run");
    expect(requests.at(-1)).toBe("POST /v1/batches/smoke/run {}");
    const position = (await at(editor, "smoke")) as never;
    const shown = await editor.catalogHelp.hover?.provideHover(await document(editor), position, {} as never);
    expect(shown?.contents.map(each => (each as { value: string }).value)).toEqual([
      "smoke · batch smoke",
      expect.stringMatching(/^Last run: unknown, /),
      "0 of 1 runs passed",
      expect.stringMatching(/^Last sent: /),
    ]);
  });

  test("the hover of a batch tells a last run that never started, and does not count it", async () => {
    const { editor } = await openCatalog("batches:\n  smoke: { id: smoke }\n");
    await press(editor, "Run");
    editor.secrets.clear();
    editor.will("wrong-key", undefined);
    await press(editor, "Run");
    const position = (await at(editor, "smoke")) as never;
    const shown = await editor.catalogHelp.hover?.provideHover(await document(editor), position, {} as never);
    expect(shown?.contents.map(each => (each as { value: string }).value)).toEqual([
      "smoke · batch smoke",
      expect.stringMatching(/^Last run: never started, /),
      "0 of 1 runs passed",
    ]);
  });

  test("completion offers keys, references, and fields and values of other records of the kind", async () => {
    const { editor } = await openCatalog(`${catalog}  nightly:\n    fields:\n      tests: [ ]\n      na`);
    const labels = async (source: string, shift: number) => {
      const items = (await editor.catalogHelp.completions?.provideCompletionItems(
        await document(editor),
        (await at(editor, source, shift)) as never,
        {} as never,
        {} as never,
      )) as { label: string; insertText: string }[];
      return items.map(({ label, insertText }) => `${label} -> ${insertText}`);
    };
    expect(await labels("]\n      na", 10)).toContain("name -> name: ");
    expect(await labels("tests: [ ]", 9)).toContain('"${{ tests.pays }}" -> "${{ tests.pays }}"');
    expect(await labels("personas.parent", 12)).toEqual(["parent -> parent"]);
    expect(await labels("personas.parent", 3)).toContain("tests -> tests.");
  });

  test("quick fixes change to the near key, add a missing record, and create a missing id", async () => {
    const { editor } = await openCatalog(
      catalog
        .replace("personas.parent", "personas.parnt")
        .replace("  pays:\n", "  pays:\n    project: shop\n"),
    );
    const fixes = async (source: string, shift = 1) => {
      const position = await at(editor, source, shift);
      const range = new editor.vscode.Range(position as never, position as never);
      const opened = await document(editor);
      return (await editor.catalogHelp.actions?.provideCodeActions(
        opened,
        range,
        {} as never,
        {} as never,
      )) as {
        title: string;
        edit?: unknown;
      }[];
    };
    expect((await fixes("personas.parnt")).map(({ title }) => title)).toEqual([
      "Change to ${{ personas.parent }}",
      "Add personas.parnt",
    ]);
    const [add] = await fixes("project: shop", 10);
    expect(add?.title).toBe("Add projects.shop");
    expect((await fixes("parent:")).map(({ title }) => title)).toEqual([
      "Create personas.parent in the service",
    ]);
  });

  test("a new record gets a key made of its name, and the cursor in its fields", async () => {
    const { editor } = await openCatalog();
    editor.will("Pays by Bill!");
    await editor.run("callboard.newTest");
    const opened = await document(editor);
    expect(opened.getText()).toBe(
      catalog.replace(
        "# who\n",
        "# who\n  pays-by-bill:\n    name: Pays by Bill!\n    fields:\n      name: Pays by Bill!\n      \n",
      ),
    );
    expect(editor.cursor).toEqual({ line: 13, character: 6 });
    expect(editor.said.at(-1)).toBe("command: editor.action.triggerSuggest");
  });
});

test("in an untrusted workspace no help is registered and nothing is sent", async () => {
  const files = fakeFilesWith({ [path]: catalog });
  const { editor, requests } = openWindow({ folders: ["/shop"], files, trusted: false });
  await show(editor);
  expect(editor.catalogHelp).toEqual({});
  await editor.run("callboard.newTest");
  expect(editor.said).toEqual([expect.stringContaining("not trusted")]);
  expect(requests).toEqual([]);
});
