/** The fields of a request: their initial values, and forms made from learned records. */

import { describe, expect, onTestFinished, test } from "vitest";
import { controlsFor, findProjectField } from "../../extension/requests/controls-for.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

/** The visible fields of the form. */
function form(editor: FakeEditor): string {
  return editor.panel?.text ?? "";
}

/** Fills in controls by label. */
function written(editor: FakeEditor, values: Readonly<Record<string, string | readonly string[]>>) {
  const content = editor.panel?.content ?? "";
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const name =
        new RegExp(`<label for="(field\\d+)"[^>]*>${field} `).exec(content)?.[1] ??
        new RegExp(`<legend>${field} .*?name="(field\\d+)"`).exec(content)?.[1];
      if (name === undefined) throw new Error(`There is no field ${field}`);
      return [name, value];
    }),
  );
}

async function send(editor: FakeEditor, values: Readonly<Record<string, string | readonly string[]>> = {}) {
  editor.panel?.send("send", written(editor, values));
  await editor.settled();
}

test("a test is created in a project with a form of its siblings' fields", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createTest", await editor.row("callboard.projects", "Tests"));
  expect(form(editor)).toMatch(/^Create test\n/);
  const fields = ["name", "personaId", "scenarioId", "expects", "projectId"];
  for (const field of fields) expect(form(editor)).toMatch(new RegExp(`\n${field} \n`));
  expect(form(editor)).toMatch(/personaId \noptional\nBargain hunter\nCustomer who calls/);
  await send(editor, { name: "Greets", personaId: "hurried-parent", scenarioId: "late-parcel" });
  expect(requests).toEqual([
    'POST /v1/tests {"projectId":"lantern-lane","name":"Greets","personaId":"hurried-parent","scenarioId":"late-parcel"}',
  ]);
  expect(await editor.tree("callboard.projects")).toMatch(
    /Lantern Lane[\s\S]*Tests {2}13\n[\s\S]*Greets {2}tst_1[\s\S]*Batches/,
  );
  expect(editor.tabs.filter(tab => tab.includes("/fields/"))).toEqual([]);
});

test("a form whose fields may have arrived says so, also after it was closed, and asks before it sends them again", async () => {
  const { editor, requests } = await connectedWindow();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    await fetch(input, init);
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.createPersona");
  // Nothing is changed, so only the mark keeps the draft.
  await send(editor);
  const warning = "Create persona: the fields were sent and may have arrived. Look in the service before";
  await expect.poll(() => form(editor)).toContain(warning);
  editor.will("Open again");
  await editor.closeTab(editor.lastUri.toString());
  editor.panel?.send("ready");
  await expect.poll(() => form(editor)).toContain(warning);
  editor.will(undefined);
  await send(editor, { name: "Twice" });
  expect(editor.said.at(-1)).toMatch(
    /^warning: Create persona: .*\[Send nothing\] \[I have looked: send again\]$/s,
  );
  expect(requests).toHaveLength(1);
  globalThis.fetch = fetch;
  editor.will("I have looked: send again");
  await send(editor);
  await expect.poll(() => requests).toHaveLength(2);
});

test("a batch's tests are chosen by name", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createBatch", await editor.row("callboard.projects", "Batches"));
  await send(editor, { name: "Two", testIds: ["cancels-order", "changes-address"] });
  expect(requests).toEqual([
    'POST /v1/batches {"projectId":"lantern-lane","name":"Two","testIds":["cancels-order","changes-address"]}',
  ]);
});

test("the person begins with the first field that is not filled in", async () => {
  const { editor } = await connectedWindow();
  const focused = () => /"(field\d+)"/.exec(editor.panel?.focus ?? "")?.[1] ?? "";
  await editor.run("callboard.createTest", await editor.row("callboard.projects", "Tests"));
  expect(written(editor, { name: "" })).toHaveProperty(focused());
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Bargain hunter"));
  expect(focused()).toBe("field0");
});

test("Undo and Redo take back a word or a choice, and the draft follows", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createTest");
  const [uri = ""] = editor.tabs;
  const type = async (field: string, ...texts: string[]) => {
    for (const text of texts) editor.panel?.send("write", written(editor, { [field]: text }));
    await editor.settled();
  };
  const name = () =>
    /<label for="\w+"[^>]*>name .*?<textarea[^>]*>(.*?)</.exec(editor.panel?.content ?? "")?.[1];
  await type("name", "O", "On", "One", "One ", "One t", "One tw", "One two");
  await type("personaId", "hurried-parent");
  await editor.undo();
  expect(editor.panel?.content).not.toContain('value="hurried-parent" selected');
  await editor.undo();
  expect(name()).toBe("One");
  await editor.redo();
  expect(name()).toBe("One two");
  await editor.undo();
  await type("name", "One three");
  expect(editor.dirtyTabs).not.toContain(uri);
  await editor.undo();
  await editor.undo();
  expect(name()).toBe("");
  await editor.redo();
  await send(editor);
  expect(requests).toEqual(['POST /v1/tests {"name":"One"}']);
});

test("an Undo that overtakes the last change takes back that change", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.createPersona");
  const name = () => /name .*?<textarea[^>]*>(.*?)</.exec(editor.panel?.content ?? "")?.[1];
  editor.panel?.send("write", written(editor, { name: "One" }));
  await editor.settled();
  editor.panel?.send("write", written(editor, { name: "One two three" }));
  await editor.undoFirstChange();
  expect(name()).toBe("One");
  await editor.undo();
  expect(name()).toBe("");
});

test("an emptied field is sent as empty only if the person ticks that", async () => {
  const { editor, requests } = await connectedWindow();
  const emptied = (field: string) => ({
    [Object.keys(written(editor, { [field]: "" }))[0]?.replace("field", "empty") ?? ""]: ["on"],
  });
  const update = async (
    values: (field: typeof emptied) => Readonly<Record<string, string | readonly string[]>>,
  ) => {
    await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Bargain hunter"));
    editor.panel?.send("send", values(emptied));
    await editor.settled();
    return JSON.parse(requests.at(-1)?.replace(/^[^{]*/, "") ?? "");
  };
  const first = await update(of => ({
    ...written(editor, { manner: "", projectId: "" }),
    ...of("manner"),
    ...of("projectId"),
  }));
  expect(first).toMatchObject({ name: "Bargain hunter", manner: "", projectId: null });
  const second = await update(of => ({ ...written(editor, { language: "" }), ...of("name") }));
  expect(second).toMatchObject({ name: "Bargain hunter", manner: "", projectId: null });
  expect(second).not.toHaveProperty("language");
  const third = await update(() => ({ ...written(editor, { manner: "Calm" }) }));
  expect(third).toMatchObject({ manner: "Calm", projectId: null });
});

test("a new project has no lists of records, which only responses have", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createProject");
  expect(form(editor)).toMatch(/\nname \n.*\ndescription \n/s);
  expect(form(editor)).not.toMatch(/\n(tests|batches|personas|reviews) \n/);
  await send(editor, { name: "Second" });
  await editor.run("callboard.createBatch");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Both", "tags": ["a"] }');
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual([
    'POST /v1/projects {"name":"Second"}',
    'POST /v1/batches {"name":"Both","tags":["a"]}',
  ]);
  await editor.run("callboard.createBatch");
  expect(form(editor)).toMatch(/\ntags \n/);
  expect(form(editor)).not.toMatch(/\ntestIds \n/);
});

test("the fields of a kind stay known after a response with thousands of records of another kind", async () => {
  const { editor } = await connectedWindow();
  const tests = Array.from({ length: 4000 }, (_, index) => ({ id: `t${index}`, name: `Test ${index}` }));
  answersWith(() => Response.json({ project: { id: "big", name: "Big", budget: 4, tests } }));
  await editor.run("callboard.importDemoProject");
  await editor.run("callboard.createPersona");
  expect(form(editor)).toMatch(/\npatience \n/);
  await editor.run("callboard.createProject");
  expect(form(editor)).toMatch(/\nbudget \n/);
});

test("the records of a long list are chosen by a search, and keep their order", async () => {
  const { editor, requests } = await connectedWindow();
  const tests = Array.from({ length: 300 }, (_, index) => ({
    id: `t${index}`,
    name: `Test number ${index}`,
  }));
  const restore = answersWith(() => Response.json({ project: { id: "lantern-lane", tests } }));
  await editor.run("callboard.importDemoProject");
  restore();
  requests.splice(0);
  await editor.run("callboard.createBatch");
  expect(editor.panel?.content.match(/<label><input type="checkbox"/g)).toBeNull();
  const choose = async (...names: string[]) => {
    editor.will(names.join(", "));
    const [, field] =
      /data-action="find (\d+)" class="link">Choose from 312…/.exec(editor.panel?.content ?? "") ?? [];
    editor.panel?.send(`find ${field}`, {});
    await editor.settled();
  };
  await choose("Test number 299", "Test number 250");
  await choose("Test number 299", "Cancels an order", "Test number 250");
  expect(editor.said.at(-1)).toMatch(
    /^pick: testIds .*\n {2}Test number 250 {2}t250 {2}\(picked\)\n {2}Test number 299 {2}t299 {2}\(picked\)\n/,
  );
  expect(editor.panel?.content.match(/<label><input type="checkbox"[^>]* checked>/g)).toHaveLength(3);
  await editor.undo();
  await send(editor, { name: "Few" });
  expect(requests).toEqual(['POST /v1/batches {"name":"Few","testIds":["t250","t299"]}']);
});

test("a record created in a project belongs to it even if no field is known for that: the editor asks once", async () => {
  const running = await startEmbedded();
  const { editor, requests } = openWindow();
  editor.will(running.url, "Staging", running.key);
  await editor.run("callboard.connect");
  editor.storage.set(`callboard.memory ${running.url}`, {
    known: [
      { kind: "project", id: "prj_9", label: "Bare" },
      { kind: "persona", id: "per_9", label: "Somebody", project: "prj_9" },
    ],
  });
  const { storage, secrets, files, settings } = editor;
  const later = openWindow({ storage, secrets, files }).editor;
  for (const [name, value] of settings.user) later.settings.user.set(name, value);
  later.will("project_id");
  await later.run("callboard.createPersona", await later.row("callboard.projects", "Personas"));
  expect(later.said[0]).toMatch(/^pick: Create persona \| Which field contains the project\?/);
  expect(JSON.parse(await later.lastShown())).toEqual({ project_id: "prj_9" });
  await later.run("callboard.send", later.lastUri);
  expect(requests).toEqual(['POST /v1/personas {"project_id":"prj_9"}']);
  expect(await later.tree("callboard.projects")).toMatch(/Bare[\s\S]*Personas {2}2\n/);
  later.said.splice(0);
  await later.run("callboard.createPersona", await later.row("callboard.projects", "Personas"));
  expect(later.said).toEqual([]);
});

test("the fields of an unknown kind are written as JSON, and a line explains that", async () => {
  const running = await startEmbedded();
  const { editor } = openWindow();
  editor.will(running.url, "Staging", running.key);
  await editor.run("callboard.connect");
  await editor.run("callboard.createPersona");
  expect(await editor.lastShown()).toBe("{\n  \n}\n");
  expect(await lenses(editor)).toEqual([
    "$(send) Send",
    "No fields of similar records are known yet: write the fields as JSON.",
  ]);
});

test("with several services, a form, its JSON and the response name theirs, and Send asks after a switch", async () => {
  const { editor, requests, service } = await connectedWindow();
  const other = await startEmbedded();
  await editor.run("callboard.createTest");
  expect(form(editor)).not.toContain("Staging");
  await editor.closeTab(editor.tabs[0] ?? "");
  await editor.changeUserSetting("callboard.services", [
    { name: "Staging", baseUrl: service.url },
    { name: "Production", baseUrl: other.url },
  ]);
  await editor.run("callboard.createTest");
  expect(form(editor)).toMatch(/^Create test · Staging\n[\s\S]*\nSend to Staging\n/);
  editor.panel?.send("write", written(editor, { name: "Greets" }));
  await editor.settled();
  editor.will("Production");
  await editor.run("callboard.switchService");
  editor.will(undefined);
  await send(editor);
  expect(editor.said.slice(1)).toEqual([
    "warning: Send to Staging?\nThe fields were written for Staging. Production is in use by now. [Send to Staging]",
  ]);
  expect(requests).toEqual([]);
  await editor.writeAsJson();
  expect(JSON.parse(await editor.lastShown())).toEqual({ name: "Greets" });
  expect(await lenses(editor)).toEqual(["$(send) Send to Staging"]);
  editor.will("Send to Staging");
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['POST /v1/tests {"name":"Greets"}']);
  expect(editor.lastUri.path).toBe("/responses/Create test · tst_1 · Staging.json");
});

test("fields of a record keep its name in their service, where the same id can have another one", async () => {
  const { editor, requests, service } = await connectedWindow();
  const other = await startEmbedded();
  await editor.changeUserSetting("callboard.services", [
    { name: "Staging", baseUrl: service.url },
    { name: "Production", baseUrl: other.url },
  ]);
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Bargain hunter"));
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Haggler" }');
  editor.will("Production");
  await editor.run("callboard.switchService");
  editor.will("Send to Staging");
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['PUT /v1/personas/bargain-hunter {"name":"Haggler"}']);
  expect(editor.lastUri.path).toBe("/responses/Update persona · Bargain hunter · Staging.json");
});

async function lenses(editor: FakeEditor): Promise<(string | undefined)[]> {
  const document = { uri: editor.lastUri };
  const given = await editor.lenses?.provideCodeLenses(document as never, {} as never);
  return (given ?? []).map(({ command }) => command?.title);
}

const putReplaces = "PUT replaces the whole record: fields missing here may be lost.";

test("an update begins with the service's last response, or else with the last request, and names the source", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Bargain hunter");
  await editor.run("callboard.updatePersona", row);
  expect(form(editor)).toContain(`As the service last confirmed. ${putReplaces}`);
  await send(editor, { patience: "none" });
  expect(requests).toEqual([
    'PUT /v1/personas/bargain-hunter {"name":"Bargain hunter","manner":"Friendly, persistent, tries every code found on the web.","patience":"none","language":"en-US","projectId":"lantern-lane"}',
  ]);
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Bargain hunter"));
  expect(form(editor)).toContain(`As last sent. ${putReplaces}`);
  await editor.writeAsJson();
  expect(JSON.parse(await editor.lastShown())).toMatchObject({ patience: "none" });
  expect(await lenses(editor)).toEqual(["$(send) Send", `As last sent. ${putReplaces}`]);
});

test("PATCH sends only the fields that were changed, because a response can have masked the others", async () => {
  const { editor, requests } = await connectedWindow();
  const row = () => editor.row("callboard.projects", "Order system");
  await editor.run("callboard.updateIntegration", await row());
  expect(form(editor)).toContain("PATCH sends only the fields that you change.");
  await send(editor, {});
  expect(editor.said.at(-1)).toContain("no field was changed");
  expect(requests).toEqual([]);
  await send(editor, { environment: "live" });
  expect(requests).toEqual(['PATCH /v1/integrations/order-system {"environment":"live"}']);
});

test("PATCH begins with all that is known by now, and not with the fields of the last PATCH", async () => {
  const { editor, requests } = await connectedWindow();
  const row = () => editor.row("callboard.projects", "Order system");
  const restore = answersWith(() => new Response(null, { status: 204 }));
  await editor.run("callboard.updateIntegration", await row());
  await send(editor, { environment: "live" });
  restore();
  await editor.run("callboard.updateIntegration", await row());
  expect(editor.panel?.content).toMatch(/environment .*"live".*Order system \(sandbox\)/s);
  await editor.closeTab(editor.lastUri.toString());
  // Meanwhile somebody else has changed it.
  answersWith(() => Response.json({ id: "order-system", name: "Order system", environment: "sandbox" }));
  await editor.run("callboard.getIntegration", await row());
  requests.length = 0;
  await editor.run("callboard.updateIntegration", await row());
  expect(editor.panel?.content).toMatch(/environment .*>sandbox</);
  await send(editor, { name: "Orders" });
  expect(requests).toEqual(['PATCH /v1/integrations/order-system {"name":"Orders"}']);
});

/** Replaces the service's response. */
function answersWith(answer: () => Response): () => void {
  const { fetch } = globalThis;
  const restore = () => {
    globalThis.fetch = fetch;
  };
  onTestFinished(restore);
  globalThis.fetch = async (input, init) => {
    await fetch(input, init);
    return answer();
  };
  return restore;
}

test("refused fields don't count as last sent, but fields that may have arrived do", async () => {
  const { editor } = await connectedWindow();
  const persona = await editor.row("callboard.projects", "Bargain hunter");
  const update = async (answer: () => Response) => {
    const restore = answersWith(answer);
    await editor.run("callboard.updatePersona", persona);
    const [uri = ""] = editor.tabs.filter(tab => tab.includes("/fields/"));
    await send(editor, { patience: "none" });
    restore();
    editor.will("Discard");
    if (editor.tabs.includes(uri)) await editor.closeTab(uri);
    await editor.run("callboard.updatePersona", persona);
    return form(editor);
  };
  const refused = await update(() => Response.json({ message: "Not now." }, { status: 422 }));
  expect(refused).toContain(`As the service last confirmed. ${putReplaces}`);
  expect(editor.panel?.content).not.toContain(">none</textarea>");
  const unreadable = await update(() => new Response("<p>Saved.</p>"));
  expect(unreadable).toContain(`As last sent. ${putReplaces}`);
});

test("an update of a record created here begins with the fields of its creation", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.createPersona");
  await send(editor, { name: "Night owl", patience: "low" });
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Night owl"));
  await editor.writeAsJson();
  expect(JSON.parse(await editor.lastShown())).toEqual({ name: "Night owl", patience: "low" });
});

test("an update begins with the catalog's fields, if any", async () => {
  const text = "personas:\n  owl: { id: bargain-hunter, fields: { name: Owl, patience: high } }\n";
  const files = fakeFilesWith({ "/shop/callboard.yml": text });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "owl"));
  expect(form(editor)).toContain(`From callboard.yml. ${putReplaces}`);
  await editor.writeAsJson();
  expect(JSON.parse(await editor.lastShown())).toEqual({ name: "Owl", patience: "high" });
});

test("an update without known fields shows a warning that PUT replaces all fields", async () => {
  const { editor } = await connectedWindow();
  editor.will({ typed: "per_unheard_of" });
  await editor.run("callboard.updatePersona");
  expect(form(editor)).toContain(`This record's fields are not known. ${putReplaces}`);
});

test("an untouched field is sent unchanged", async () => {
  const { editor, requests } = await connectedWindow();
  const odd = {
    name: "Odd",
    patience: null,
    scores: [1, "2"],
    limits: { most: 1e21 },
    manner: 7,
    language: "",
  };
  await editor.run("callboard.createPersona");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), JSON.stringify(odd));
  await editor.run("callboard.send", editor.lastUri);
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Odd"));
  await send(editor, { name: "Odder" });
  expect(requests.at(-1)).toBe(`PUT /v1/personas/per_1 ${JSON.stringify({ ...odd, name: "Odder" })}`);
});

test("records in a list keep their order, and an added record comes last", async () => {
  const { editor, requests } = await connectedWindow();
  const testIds = ["finds-late-parcel", "cancels-order", "finds-late-parcel"];
  await editor.run("callboard.createBatch");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), JSON.stringify({ name: "Odd", testIds }));
  await editor.run("callboard.send", editor.lastUri);
  const sent = () => JSON.parse(requests.at(-1)?.replace(/^[^{]*/, "") ?? "").testIds;
  await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "Odd"));
  await send(editor, { testIds: ["cancels-order", "finds-late-parcel"] });
  expect(sent()).toEqual(testIds);
  await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "Odd"));
  await send(editor, { testIds: ["cancels-order", "changes-address", "finds-late-parcel"] });
  expect(sent()).toEqual([...testIds, "changes-address"]);
  await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "Odd"));
  await send(editor, { testIds: ["changes-address", "finds-late-parcel"] });
  expect(sent()).toEqual(["finds-late-parcel", "finds-late-parcel", "changes-address"]);
});

test("no form opens beside unsent JSON, because the form would show other fields", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Bargain hunter");
  await editor.run("callboard.updatePersona", row);
  await editor.writeAsJson();
  const { panel } = editor;
  editor.type(editor.lastUri.toString(), '{ "name": "Haggler" }');
  await editor.run("callboard.updatePersona", row);
  expect(editor.panel === panel).toBe(true);
  expect(await editor.lastShown()).toBe('{ "name": "Haggler" }');
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['PUT /v1/personas/bargain-hunter {"name":"Haggler"}']);
});

test("a record whose fields name its project is created in it, also if the response lacks the project", async () => {
  const { editor } = await connectedWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": "projects:\n  shop: { id: prj_1 }\n" }),
  });
  await editor.run("callboard.createPersona");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Thrifty", "project_id": "prj_1" }');
  answersWith(() => Response.json({ id: "per_9" }, { status: 201 }));
  await editor.run("callboard.send", editor.lastUri);
  expect(await editor.tree("callboard.projects")).toContain(
    "(project) shop  prj_1\n  (account) Personas  1\n    (account) Thrifty  per_9",
  );
});

test("invalid input is reported, and nothing is sent", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createPersona");
  await send(editor, { name: "Counted" });
  await editor.run("callboard.createBatch");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "limit": 3, "name": "Limited", "env": { "a": 1 } }');
  await editor.run("callboard.send", editor.lastUri);
  requests.splice(0);
  await editor.run("callboard.createBatch");
  await send(editor, { limit: "three", env: "{ a }" });
  expect(form(editor)).toMatch(
    /^limit: “three” is not a number, or has too many digits to be kept\. env: this is not valid JSON/,
  );
  expect(requests).toEqual([]);
  const { panel } = editor;
  expect(panel?.notice).toBe('[role="alert"]');
  expect(panel?.content).toContain('<p role="alert" tabindex="-1"');
  answersWith(() => Response.json({ message: "Not now." }, { status: 409 }));
  await send(editor, { limit: "3", env: "{}" });
  expect(requests).toEqual(['POST /v1/batches {"limit":3,"env":{}}']);
  expect(panel?.notice).toBeUndefined();
  expect(panel?.content).not.toContain('role="alert"');
});

test("closing a form with input asks, and the form opens again with the input", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createPersona");
  const [uri = ""] = editor.tabs;
  editor.panel?.send("write", written(editor, { name: "Half" }));
  editor.will("Open again");
  await editor.closeTab(uri);
  expect(editor.said.at(-1)).toBe(
    "warning: Create persona: the fields were not sent. [Send] [Open again] [Discard]",
  );
  expect(editor.panel?.content).toContain(">Half</textarea>");
  await send(editor);
  expect(requests).toEqual(['POST /v1/personas {"name":"Half"}']);
});

test.each(["Discard", "Send"])("an old message's %s is not about what was written since", async button => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createPersona");
  const [uri = ""] = editor.tabs;
  editor.panel?.send("write", written(editor, { name: "Half" }));
  const { window } = editor.vscode;
  const { showWarningMessage } = window;
  let answer = (_: string) => {};
  const asked = new Promise<string>(resolve => {
    answer = resolve;
  });
  Object.assign(window, { showWarningMessage: () => asked });
  await editor.closeTab(uri);
  Object.assign(window, { showWarningMessage });
  await editor.run("callboard.createPersona");
  await editor.settled();
  editor.panel?.send("write", written(editor, { name: "Half and more" }));
  await editor.settled();
  answer(button);
  await editor.settled();
  expect(requests).toEqual([]);
  expect(editor.files.texts().join("\n")).toContain("Half and more");
});

test("JSON is completed with known fields and with records by name", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.createTest");
  await editor.writeAsJson();
  const complete = async (text: string) => {
    editor.type(editor.lastUri.toString(), text);
    const document = await editor.vscode.workspace.openTextDocument(editor.lastUri as never);
    const position = document.positionAt(text.length);
    const items = await editor.completions?.provideCompletionItems(
      document,
      position,
      {} as never,
      {} as never,
    );
    return (items as { label: string; insertText: string }[]).map(({ label, insertText }) => [
      label,
      insertText,
    ]);
  };
  expect(await complete('{\n  "')).toContainEqual(["personaId", '"personaId": ']);
  expect(await complete('{\n  "personaId": "')).toContainEqual(["Hurried parent", '"hurried-parent"']);
  expect(await complete('{ "personaId": "hurried-parent", "')).toContainEqual([
    "scenarioId",
    '"scenarioId": ',
  ]);
  expect(await complete('{ "personaId": [\n "hurried-parent",\n "')).toContainEqual([
    "Hurried parent",
    '"hurried-parent"',
  ]);
  expect(await complete('{\n  "unheardOf": "')).toEqual([]);
});

test("a record of a catalog refers to others by the catalog's keys, and the request contains ids", async () => {
  const text = [
    "personas:",
    "  hurried: { id: hurried-parent }",
    "  nobody: {}",
    "tests:",
    "  greets: { id: cancels-order, fields: { personaId: p } }",
  ].join("\n");
  const files = fakeFilesWith({ "/shop/callboard.yml": text });
  const { editor, requests } = await connectedWindow({ folders: ["/shop"], files });
  await editor.run("callboard.updateTest", await editor.row("callboard.projects", "greets"));
  await editor.writeAsJson();
  const uri = editor.lastUri.toString();
  editor.type(uri, '{ "personaId": "');
  const document = await editor.vscode.workspace.openTextDocument(editor.lastUri as never);
  const items = await editor.completions?.provideCompletionItems(
    document,
    document.positionAt(16),
    {} as never,
    {} as never,
  );
  expect((items as { label: string }[]).map(({ label }) => label)).toContain("${{ personas.hurried }}");
  editor.type(uri, '{ "personaId": "${{ personas.nobody }}" }');
  await editor.run("callboard.send", editor.lastUri);
  expect(editor.said.at(-1)).toBe(
    "warning: Nothing was sent: the reference ${{ personas.nobody }} doesn't lead to an id.",
  );
  editor.type(uri, '{ "personaId": "${{ personas.hurried }}" }');
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['PUT /v1/tests/cancels-order {"personaId":"hurried-parent"}']);
});

test("any of many records is found by its name", async () => {
  const { editor, requests } = await connectedWindow();
  const personas = Array.from({ length: 300 }, (_, index) => ({ id: `p${index}`, name: `Persona ${index}` }));
  const { fetch } = globalThis;
  globalThis.fetch = async () => Response.json({ project: { id: "lantern-lane", personas } });
  await editor.run("callboard.importDemoProject");
  globalThis.fetch = fetch;
  requests.splice(0);
  await editor.run("callboard.createTest");
  expect(editor.panel?.content).not.toContain(">Persona 299<");
  const [, field] = /data-action="find (\d+)"/.exec(editor.panel?.content ?? "") ?? [];
  editor.will("Persona 299");
  editor.panel?.send(`find ${field}`, written(editor, { name: "Greets" }));
  await editor.settled();
  expect(editor.panel?.content).toContain('<option value="p299" selected>Persona 299</option>');
  await send(editor);
  expect(requests).toEqual(['POST /v1/tests {"name":"Greets","personaId":"p299"}']);
});

test("the most frequent kind of known values decides the kind of control", () => {
  const records = [
    { kind: "persona", id: "p1", name: "One" },
    { kind: "test", id: "t1", name: "Test one" },
  ] as const;
  const siblings: JsonObject[] = [
    {
      id: "a",
      name: "A",
      persona: "p1",
      runs: ["t1"],
      level: "low",
      on: true,
      at: { x: 1 },
      created_at: "2026-01-01",
    },
    { id: "b", name: "B", persona: "p1", runs: ["t1"], level: "low", on: false, tries: 3 },
    { id: "c", name: "C", persona: null, level: "high", tries: 4 },
    { id: "d", name: "D", level: "high" },
  ];
  const described = controlsFor(siblings, records).map(({ field, type, records: choices, suggestions }) =>
    [field, type, choices?.map(({ id }) => id).join(), suggestions?.join()].filter(Boolean).join(" "),
  );
  expect(described).toEqual([
    "name text",
    "level text low,high",
    "persona record p1",
    "runs records t1",
    "on boolean",
    "tries number",
    "at json",
  ]);
});

test("a text of several lines is not written into a control of one line", () => {
  const siblings = [{ manner: "Calm.\nNever shouts." }, { manner: "Calm.\nNever shouts." }];
  expect(controlsFor(siblings, [])).toEqual([{ field: "manner", type: "text", optional: true }]);
});

test("the project's field is the most frequent one", () => {
  expect(findProjectField([{ project_id: "p" }, { project: "p" }, { project: { id: "p" } }])).toBe("project");
  expect(findProjectField([{ projects: [] }, { name: "x" }])).toBeUndefined();
});

describe("two windows of one profile, which share the drafts,", () => {
  /** Both have saved their text, which VS Code does by itself if it is set to. */
  async function twoWindows(texts: readonly [string, string]) {
    const { editor, requests } = await connectedWindow();
    await write(editor, texts[0]);
    const { storage, secrets, files, settings } = editor;
    const { editor: other } = openWindow({ storage, secrets, files });
    await other.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    await write(other, texts[1]);
    requests.splice(0);
    return { editor, other, requests };
  }

  async function write(editor: FakeEditor, text: string): Promise<void> {
    await editor.run("callboard.createPersona");
    await editor.writeAsJson();
    await editor.lastShown();
    editor.type(editor.lastUri.toString(), text);
    await editor.save(editor.lastUri.toString());
  }

  test("send the text that they show", async () => {
    const { editor, requests } = await twoWindows(['{ "name": "One" }', '{ "name": "Two" }']);
    await editor.lookAway();
    await editor.lookAgain();
    await editor.run("callboard.send", editor.lastUri);
    expect(requests).toEqual(['POST /v1/personas {"name":"One"}']);
  });

  test("ask before they send the same fields while the other window's request is under way", async () => {
    const { editor, other, requests } = await twoWindows(['{ "name": "One" }', '{ "name": "One" }']);
    answersWith(() => {
      throw new TypeError("lost");
    });
    const first = editor.run("callboard.send", editor.lastUri);
    await expect.poll(() => requests.length).toBe(1);
    await other.run("callboard.send", other.lastUri);
    await first;
    expect(requests).toHaveLength(1);
    expect([...editor.said, ...other.said].join()).toContain("the fields were sent and may have arrived");
  });
});
