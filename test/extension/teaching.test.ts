/** A lesson is saved in the catalog, and a response that says failed doesn't pass without a question. */

import { expect, test } from "vitest";
import type { JsonObject } from "../../shared/json.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow } from "./window.ts";

async function openResponse(response: JsonObject, catalog = "batches: {}\n") {
  const files = fakeFilesWith({
    "/shop/callboard.yml": catalog,
    "/shop/response.json": JSON.stringify(response, null, 2),
  });
  const { editor, requests } = openWindow({ folders: ["/shop"], files });
  const { vscode } = editor;
  await vscode.window.showTextDocument(vscode.Uri.parse("file:/shop/response.json"));
  return { editor, files, requests };
}

const red: readonly (readonly [what: string, response: JsonObject])[] = [
  ["a failed verdict", { status: "failed", fate: true }],
  ["a failed count beside a pass", { status: "passed", failed: 2, passed: 3, fate: true }],
  [
    "a failed case beside a pass",
    { status: "passed", results: [{ name: "pays", status: "failed" }], fate: true },
  ],
  [
    "a failed case beside an open one",
    { status: "needs_review", results: [{ name: "pays", status: "failed" }], fate: true },
  ],
  ["a flag that may be about the call", { success: false, fate: true }],
  ["a failed part", { setup: { status: "failed" }, fate: true }],
  ["a rate below all", { pass_rate: 0.5, fate: true }],
];

test.each(red)("%s passes only after a question", async (_, response) => {
  const { editor, files } = await openResponse(response);
  editor.will("fate", "passed", "Don't save");
  await editor.run("callboard.teach");
  expect(editor.said.at(-1)).toMatch(
    /Don't save.*Save, although what says failed becomes passed: This resp/s,
  );
  expect(files.text("/shop/callboard.yml")).toBe("batches: {}\n");
});

test("a word that the team taught as failed passes only after a question", async () => {
  const response = { status: "passed", results: [{ name: "pays", status: "binned" }], fate: true };
  const { editor } = await openResponse(response, "report:\n  words: { binned: failed }\n");
  editor.will("fate", "passed", "Don't save");
  await editor.run("callboard.teach");
  expect(editor.said.at(-1)).toMatch(/Save, although what says failed/);
});

test("a response without a failure is saved without a question", async () => {
  const { editor, files, requests } = await openResponse({ failed: 0, fate: "kept" });
  editor.will("fate", "passed", "Save in callboard.yml");
  await editor.run("callboard.teach");
  expect(files.text("/shop/callboard.yml")).toContain("words: { kept: passed }");
  expect(requests).toEqual([]);
});

test("of 5,000 cases only the visible ones are marked, also after scrolling", async () => {
  const results = Array.from({ length: 5_000 }, (_, at) => ({ name: `case ${at}`, status: "passed" }));
  const { editor } = await openResponse({ results });
  await editor.run("callboard.showReading");
  const inView = (first: number, last: number) =>
    editor.decorations.every(({ range }) => range.start.line >= first && range.start.line <= last);
  editor.scrollTo(0, 40);
  // Each case takes four lines, of which two have a mark; the list has one, too.
  expect(editor.decorations).toHaveLength(21);
  expect(inView(0, 40)).toBe(true);
  editor.scrollTo(15_000, 15_040);
  expect(editor.decorations).toHaveLength(21);
  expect(inView(15_000, 15_040)).toBe(true);
});

const conversations = {
  conversations: [
    { name: "refund", outcome: "satisfied" },
    { name: "complaint", outcome: "abandoned" },
    { name: "order", outcome: "passed" },
  ],
};

/** Puts the cursor into the word. */
async function pointAt({ editor, files }: Awaited<ReturnType<typeof openResponse>>, word: string) {
  const { vscode } = editor;
  const uri = vscode.Uri.parse("file:/shop/response.json");
  const lines = (files.text(uri.path) ?? "").split("\n");
  const line = lines.findIndex(each => each.includes(word));
  const character = lines[line]?.indexOf(word) ?? 0;
  await vscode.window.showTextDocument(uri, {
    selection: new vscode.Range(line, character, line, character),
  });
}

test("the word under the cursor is asked about first, also a known one that is undecided", async () => {
  const opened = await openResponse(conversations);
  const { editor, files } = opened;
  await pointAt(opened, "abandoned");
  editor.will("the case's status", "failed", "passed", "Save in callboard.yml");
  await editor.run("callboard.useAs");
  const asked = editor.said.filter(each => each.includes("mean?"));
  expect(asked).toEqual([
    expect.stringContaining("What does “abandoned” mean?"),
    expect.stringContaining("What does “satisfied” mean?"),
  ]);
  // A known bad word never becomes good, and what is known to have passed needs no question.
  expect(asked[0]).not.toMatch(/passed|skipped/);
  expect(files.text("/shop/callboard.yml")).toContain("words: { abandoned: failed, satisfied: passed }");
});

test("another word leaves a known one as it is read", async () => {
  const opened = await openResponse(conversations);
  const { editor, files } = opened;
  await pointAt(opened, "satisfied");
  editor.will("the case's status", "passed", "Save in callboard.yml");
  await editor.run("callboard.useAs");
  expect(files.text("/shop/callboard.yml")).toContain("satisfied: passed");
  expect(files.text("/shop/callboard.yml")).not.toContain("abandoned");
});

test("a catalog that was deleted outside of the editor is created again", async () => {
  const rules = "report:\n  words: { satisfied: passed }\n";
  const opened = await openResponse(conversations, rules);
  const { editor, files } = opened;
  const { vscode } = editor;
  const catalog = vscode.Uri.parse("memory:/shop/callboard.yml");
  await vscode.window.showTextDocument(catalog);
  await vscode.workspace.fs.delete(catalog);
  await editor.settled();
  await pointAt(opened, "satisfied");
  editor.will("the case's status", "passed", "Save in callboard.yml");
  await editor.run("callboard.useAs");
  expect(editor.said.at(-1)).not.toContain("says so already");
  expect(files.text("/shop/callboard.yml")).toBe(rules);
  // The text that a person has changed and not saved is not on the disk either.
  await vscode.window.showTextDocument(catalog);
  editor.type(catalog.toString(), "batches: {}\n");
  await vscode.workspace.fs.delete(catalog);
  await editor.settled();
  await pointAt(opened, "abandoned");
  editor.will("the case's status", "failed", "passed", "Save in callboard.yml");
  await editor.run("callboard.useAs");
  expect(files.text("/shop/callboard.yml")).toMatch(/^batches: .*\n.*words: { abandoned: failed, /s);
});

test("a run's report leads to the lesson, from its title and from the palette, and its response counts once", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": "batches: {}\n" });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  const { fetch } = globalThis;
  const cases = [{ name: "pays", status: "passed" }];
  globalThis.fetch = async () => Response.json({ status: "passed", results: cases, meta: { threads: 3 } });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  globalThis.fetch = fetch;
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  const report = editor.lastUri;
  editor.will("meta.threads", "nothing", "Don't save");
  await editor.run("callboard.teach");
  expect(editor.said.join("\n")).toContain("pick: 1 of 1 responses are read differently");
  await editor.vscode.commands.executeCommand("vscode.openWith", report, "callboard.report");
  // A response that is read differently can be looked at before the answer.
  editor.will("meta.threads", "nothing", "This response", "Save in callboard.yml");
  await editor.run("callboard.teach", report);
  expect(editor.lastUri.path).toContain("Smoke");
  expect(files.text("/shop/callboard.yml")).toContain("words: { threads: skipped }");
});

test("a run with several responses asks which one", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": "batches: {}\n" });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
  await editor.run("callboard.runNow", rows[0], rows);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  editor.will("Returns", undefined);
  await editor.run("callboard.teach");
  expect(editor.said.join("\n")).toMatch(/pick: Teach Callboard: which response\?.*Smoke.*Returns/s);
  expect(editor.lastUri.path).toContain("Returns");
});
