/** Requests that the service refuses with a success status, and responses that say less than the request. */

import { describe, expect, onTestFinished, test } from "vitest";
// Imported here, because the first import of the module on demand takes longer than an editor settles.
import "../../extension/app/catalog-code.ts";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow } from "./window.ts";

/** Answers each request but a reading one instead of the service from now on. */
function answering(answer: () => Response): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (init?.method === "GET") return fetch(input, init);
    // The recorder is below.
    await fetch(input, { ...init, headers: {}, body: init?.body ?? null }).catch(() => {});
    return answer();
  };
  const stop = () => {
    globalThis.fetch = fetch;
  };
  onTestFinished(stop);
  return stop;
}

const path = "/shop/callboard.yml";
const catalog = "batches:\n  smoke:\n    id: smoke\n    fields: { name: Smoke, colour: COLOUR }\n";

async function lenses(editor: FakeEditor) {
  const uri = editor.vscode.Uri.parse(`memory:${path}`);
  const document = await editor.vscode.workspace.openTextDocument(uri);
  await editor.vscode.window.showTextDocument(document);
  for (let turn = 0; turn < 500 && !editor.catalogHelp.lenses; turn++) await editor.settled();
  return (await editor.catalogHelp.lenses?.provideCodeLenses(document, {} as never)) ?? [];
}

async function titles(editor: FakeEditor): Promise<string[]> {
  return (await lenses(editor)).map(({ command }) => command?.title ?? "");
}

async function pressUpdate(editor: FakeEditor): Promise<void> {
  editor.will("Send");
  const found = (await lenses(editor)).find(({ command }) => command?.title.includes("Update"));
  await editor.run(found?.command?.command ?? "", ...(found?.command?.arguments ?? []));
}

describe("a refusal with the status 200", () => {
  test("of an update from the catalog leaves the difference, and may be sent again without a question", async () => {
    const files = fakeFilesWith({ [path]: catalog.replace("COLOUR", "red") });
    const { editor, requests } = await connectedWindow({ folders: ["/shop"], files });
    await pressUpdate(editor);
    editor.type(`memory:${path}`, catalog.replace("COLOUR", "blue"));
    expect((await titles(editor)).join()).toContain("Update (1 field differs)");
    const stop = answering(() => Response.json({ success: false, error: "batch is locked" }));
    await pressUpdate(editor);
    expect(editor.said.at(-1)).toMatch(
      /^error: The service refused it: batch is locked\. Check the fields that were sent\. \(Update batch, 200\)/,
    );
    expect((await titles(editor)).join()).toContain("Update (1 field differs)");
    stop();
    await pressUpdate(editor);
    expect(editor.said.at(-1)).toContain("“batches.smoke” is updated");
    expect(requests.filter(each => each.startsWith("PUT"))).toHaveLength(3);
    expect((await titles(editor)).join()).not.toContain("Update");
  });

  test("of an update from a form keeps the fields", async () => {
    const { editor, requests } = await connectedWindow();
    await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "Smoke"));
    await editor.writeAsJson();
    const uri = editor.lastUri;
    editor.type(uri.toString(), '{ "name": "Fire" }');
    const stop = answering(() => Response.json({ success: false, error: "batch is locked" }));
    await editor.run("callboard.send", uri);
    expect(editor.said.at(-1)).toMatch(/^error: The service refused it: batch is locked\./);
    expect(editor.tabs).toContain(uri.toString());
    expect(await editor.tree("callboard.projects")).not.toContain("Fire");
    stop();
    await editor.run("callboard.send", uri);
    expect(editor.tabs).not.toContain(uri.toString());
    expect(requests.filter(each => each.startsWith("PUT"))).toHaveLength(2);
  });

  test.each([
    [{ success: false, error: "in use by 3 tests" }, /refused it: in use by 3 tests\. Nothing was deleted\./],
    [{ deleted: false }, /refused it\. Nothing was deleted\. The response: {"deleted":false}/],
  ])("of a deletion keeps the record: %j", async (response, message) => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Late parcel");
    answering(() => Response.json(response));
    editor.will("Delete");
    await editor.run("callboard.deleteScenario", row);
    expect(editor.said.at(-1)).toMatch(message);
    expect(await editor.tree("callboard.projects")).toContain("Late parcel");
  });

  test.each([
    [{ success: false, error: "not a reviewer" }, "not a reviewer"],
    [{ errors: [{ detail: "unknown user" }] }, "unknown user"],
  ])("of a reassignment keeps the person: %j", async (response, reason) => {
    const { editor, requests } = await connectedWindow();
    const before = await editor.tree("callboard.reviews");
    const stop = answering(() => Response.json(response));
    editor.will({ typed: "zoe" });
    await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the handover"));
    expect(editor.said.at(-1)).toMatch(new RegExp(`^error: The service refused it: ${reason}\\.`));
    expect(await editor.tree("callboard.reviews")).toBe(before);
    stop();
    editor.will({ typed: "zoe" });
    await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the handover"));
    expect(editor.said.at(-1)).toMatch(/^info: Reassigned/);
    expect(requests).toHaveLength(2);
  });

  test("of a creation and an import is named", async () => {
    const { editor } = await connectedWindow();
    answering(() => Response.json({ success: false, error: "quota exceeded" }));
    await editor.run("callboard.createBatch");
    await editor.writeAsJson();
    editor.type(editor.lastUri.toString(), '{ "name": "Night" }');
    await editor.run("callboard.send", editor.lastUri);
    expect(editor.said.at(-1)).toMatch(/^error: The service refused it: quota exceeded\./);
    expect(editor.tabs).toContain(editor.lastUri.toString());
    await editor.run("callboard.importDemoProject");
    expect(editor.said.at(-1)).toMatch(/^error: The service refused it: quota exceeded\./);
  });
});

test("the response to a reassignment can name another person", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.reviews", "Was the handover");
  answering(() =>
    Response.json({ id: "was-the-handover-kind", assignee: { name: "Tom", email: "tom@x.y" } }),
  );
  editor.will({ typed: "ana@x.y" });
  await editor.run("callboard.reassignReview", row);
  expect(editor.said.at(-1)).toBe(
    "info: Reassigned “Was the handover kind enough?” to ana@x.y; the response names Tom [Show response]",
  );
  editor.will({ typed: "tom@x.y" });
  await editor.run("callboard.reassignReview", row);
  expect(editor.said.at(-1)).toBe(
    "info: Reassigned “Was the handover kind enough?” to tom@x.y [Show response]",
  );
});

test("an imported project that is wrapped appears with its name", async () => {
  const { editor } = await connectedWindow();
  answering(() =>
    Response.json(
      { data: { type: "project", id: "pro_1", attributes: { title: "Demo A" } } },
      { status: 201 },
    ),
  );
  await editor.run("callboard.importDemoProject");
  expect(await editor.tree("callboard.projects")).toMatch(/^\(project\) Demo A {2}pro_1$/m);
});

test.each([
  { result: { id: "ba-10", label: "R" } },
  { data: [{ id: "ba-10" }] },
  { payload: { item: { id: "ba-10" } } },
])("a batch is listed by the id in %j", async response => {
  const { editor } = await connectedWindow();
  answering(() => Response.json(response, { status: 201 }));
  await editor.run("callboard.createBatch");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Night" }');
  await editor.run("callboard.send", editor.lastUri);
  expect(editor.said.join()).not.toContain("contains no id");
  expect(await editor.tree("callboard.projects")).toMatch(/Night {2}ba-10/);
});

test("after an update that is answered with nothing, the row has the name that was sent", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.updateBatch", await editor.row("callboard.projects", "Smoke"));
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Fire" }');
  answering(() => new Response(null, { status: 204 }));
  await editor.run("callboard.send", editor.lastUri);
  expect(await editor.tree("callboard.projects")).toMatch(/\bFire {2}smoke/);
});
