/** "Read a response…": how a saved response is read. */

import { expect, test } from "vitest";
import { fakeFilesWith } from "./fake-files.ts";
import { openWindow } from "./window.ts";

const response = JSON.stringify({ results: [{ name: "Asks for a refund", points: 9 }] });
const catalog = `report:\n  cases: "results.{ 'name': name, 'status': points > 5 ? 'passed' : 'failed' }"\n`;
const files = (more: Record<string, string> = {}) =>
  fakeFilesWith({ "/shop/response.json": response, "/shop/callboard.yml": catalog, ...more });

test("a response of the workspace is read with the catalog's expressions, and nothing is sent", async () => {
  const { editor, requests } = openWindow({ folders: ["/shop"], files: files() });
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
  expect(editor.said).toEqual(["open dialog"]);
  expect(editor.lastUri.path).toMatch(/^\/reading\/How response\.json is read\.txt$/);
  expect(await editor.lastShown()).toMatch(
    /^verdict: {3}passed\n.*\n.*\n\n1 case:\n {2}passed {3}Asks for a refund/,
  );
  expect(requests).toEqual([]);
});

test("a reload of the window reads the response again", async () => {
  const { editor } = openWindow({ folders: ["/shop"], files: files() });
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
  const { storage } = editor;
  const { editor: later } = openWindow({ folders: ["/shop"], files: files(), storage });
  const { workspace, Uri } = later.vscode;
  const restored = await workspace.openTextDocument(Uri.parse(editor.lastUri.toString()));
  expect(restored.getText()).toBe(await editor.lastShown());
});

test("the open JSON document is read as it is, also before it is saved, and again by the same command", async () => {
  const { editor } = openWindow({ folders: ["/shop"], files: files() });
  const { vscode } = editor;
  const open = () => vscode.window.showTextDocument(vscode.Uri.parse("file:/shop/response.json"));
  await open();
  editor.type(editor.lastUri.toString(), response.replace("9", "2"));
  await editor.run("callboard.readResponse");
  expect(await editor.lastShown()).toMatch(/^verdict: {3}failed/);
  await open();
  editor.type(editor.lastUri.toString(), response);
  await editor.run("callboard.readResponse");
  expect(await editor.lastShown()).toMatch(/^verdict: {3}passed/);
  expect(editor.said).toEqual([]);
});

test("in an untrusted workspace the catalog's expressions are not evaluated", async () => {
  const { editor } = openWindow({ folders: ["/shop"], trusted: false, files: files() });
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
  expect(await editor.lastShown()).toMatch(/^verdict: {3}unknown\n/);
});

test("a file that is no response is explained, and so is a bad expression", async () => {
  const { editor } = openWindow({
    folders: ["/shop"],
    files: files({ "/shop/page.json": "<html>", "/shop/callboard.yml": "report:\n  cases: 'a['\n" }),
  });
  editor.will("/shop/page.json");
  await editor.run("callboard.readResponse");
  expect(editor.said.at(-1)).toMatch(/It is not JSON .*save only the body of the response/);
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
  expect(editor.said.at(-1)).toMatch(/“cases”: Expected/);
  expect(editor.shown).toEqual([]);
});
