/** The lines above the rules for reading, in `callboard.yml` and in workflows. */

import { expect, test } from "vitest";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow } from "./window.ts";

const response = JSON.stringify({ talks: [{ about: "Books", fate: "kept" }, { about: "Cancels" }] });
const catalog = "report:\n  running: over = false\n  words: { kept: passed }\n";
const workflow = (passWhen: string) => `jobs:
  test:
    steps:
      - uses: callboard/callboard@v1
        with:
          cases: 'talks.{ "name": about, "status": fate = "kept" ? "kept" : "broken" }'
          pass-when: ${passWhen}
`;
const ci = "/shop/.github/workflows/ci.yml";

function open(options: { trusted?: boolean; passWhen?: string } = {}) {
  const { trusted = true, passWhen = "$count(talks) = 2" } = options;
  const files = fakeFilesWith({
    "/shop/callboard.yml": catalog,
    "/shop/response.json": response,
    [ci]: workflow(passWhen),
  });
  return openWindow({ folders: ["/shop"], files, trusted });
}

/** Asks for the lines until those of the present text are there. */
async function lines(editor: FakeEditor, path: string): Promise<string[]> {
  const { vscode } = editor;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`file:${path}`));
  // The first provider only loads the one that gives the lines.
  await editor.lastLenses?.provideCodeLenses(document, {} as never);
  let titles: string[] = [];
  await expect
    .poll(async () => {
      const given = await editor.lastLenses?.provideCodeLenses(document, {} as never);
      titles = (given ?? []).map(({ command }) => command?.title ?? "");
      return titles.join();
    })
    .not.toContain("loading");
  return titles;
}

async function readResponse(editor: FakeEditor): Promise<void> {
  editor.will("/shop/response.json");
  await editor.run("callboard.readResponse");
}

test("without a response the lines say what to do, and with one what each rule gives; nothing is sent", async () => {
  const { editor, requests } = open();
  expect(await lines(editor, "/shop/callboard.yml")).toEqual([
    "Run something, or read a response, to see what this gives",
    "Run something, or read a response, to see what this gives",
  ]);
  await readResponse(editor);
  expect(await lines(editor, "/shop/callboard.yml")).toEqual([
    expect.stringMatching(/^is over · response\.json, /),
    expect.stringMatching(/^Read as unknown, 2 cases: 1 passed, 1 undecided · response\.json, /),
  ]);
  expect(requests).toEqual([]);
});

test("the last run's response is taken, and a click shows it with how it is read", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": 'report:\n  pass-when: "true"\n' });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  expect(await lines(editor, "/shop/callboard.yml")).toEqual([expect.stringMatching(/^Run something/)]);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await lines(editor, "/shop/callboard.yml")).toEqual([expect.stringMatching(/^passed · Smoke, /)]);
  await editor.run("callboard.showReading", await responseOf(editor, "/shop/callboard.yml"));
  expect(editor.lastUri.path).toBe("/raw/Smoke.json");
  expect(await lines(editor, "/shop/callboard.yml")).toEqual([expect.stringMatching(/^passed · Smoke, /)]);
});

/** The response that a click on the first line opens. */
async function responseOf(editor: FakeEditor, path: string): Promise<unknown> {
  const { vscode } = editor;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`file:${path}`));
  const [line] = (await editor.lastLenses?.provideCodeLenses(document, {} as never)) ?? [];
  return line?.command?.arguments?.[0];
}

test("a step's inputs go before the catalog's rules, and its other rules are the catalog's", async () => {
  const { editor } = open();
  await readResponse(editor);
  expect(await lines(editor, ci)).toEqual([
    expect.stringMatching(/^2 cases: 1 passed, 1 failed · response\.json, /),
    expect.stringMatching(/^passed · response\.json, /),
  ]);
});

test.each(["./", "./.github/actions/callboard"])(
  "a step that uses %s, a copy in the repository, and names a catalog has the rules of that catalog as they are now",
  async uses => {
    const text = `jobs: { test: { steps: [{ uses: ${uses}, with: { catalog: tests/team.yml, cases: 'talks.{ "name": about, "status": fate }' } }] } }`;
    const files = fakeFilesWith({
      "/shop/callboard.yml": catalog,
      "/shop/tests/team.yml": "report: { words: { kept: failed } }",
      "/shop/response.json": response,
      [ci]: text,
    });
    const { editor } = openWindow({ folders: ["/shop"], files });
    await readResponse(editor);
    expect(await lines(editor, ci)).toEqual([expect.stringMatching(/^2 cases: 1 failed, 1 /)]);
    const file = (path: string) => editor.vscode.Uri.parse(`file:${path}`);
    await editor.vscode.workspace.openTextDocument(file("/shop/tests/team.yml"));
    editor.type("file:/shop/tests/team.yml", "report: { words: { kept: passed } }");
    expect(await lines(editor, ci)).toEqual([expect.stringMatching(/^2 cases: 1 passed, 1 /)]);
    editor.type(`file:${ci}`, text.replace("tests/team.yml", "missing.yml"));
    expect(await lines(editor, ci)).toEqual([expect.stringMatching(/^2 cases: 2 /)]);
    // As a checkout of another branch does.
    const created = new TextEncoder().encode("report: { words: { kept: failed } }");
    await editor.vscode.workspace.fs.writeFile(file("/shop/missing.yml"), created);
    expect(await lines(editor, ci)).toEqual([expect.stringMatching(/^2 cases: 1 failed, 1 /)]);
  },
);

test("a mistake is shown in the line and at its place; one that only this response shows is a warning", async () => {
  const { editor } = open({ passWhen: "$count(" });
  expect(await lines(editor, ci)).toEqual([
    expect.stringMatching(/^Run something/),
    expect.stringMatching(/^\$\(error\) .* \(line 7, column 28\) · Run something/),
  ]);
  const problems = () =>
    (editor.problems.get(ci) ?? []).map(({ range, severity, message }) => [
      range.start.line,
      severity,
      message,
    ]);
  expect(problems()).toEqual([[6, 0, expect.stringContaining("`pass-when`: ")]]);
  await readResponse(editor);
  editor.type(`file:${ci}`, workflow("$sum(talks.about)"));
  expect(await lines(editor, ci)).toEqual([
    expect.anything(),
    expect.stringMatching(/^\$\(error\) .* · response\.json/),
  ]);
  expect(problems()).toEqual([[6, 1, expect.stringContaining("`pass-when`: ")]]);
  editor.type(`file:${ci}`, workflow("status"));
  expect((await lines(editor, ci))[1]).toMatch(/^gives nothing, neither true nor false · /);
  editor.type(`file:${ci}`, workflow("${{ vars.PASS_WHEN }}"));
  expect((await lines(editor, ci))[1]).toMatch(/^only GitHub knows the values of \${{ … }} · /);
  expect(problems()).toEqual([]);
});

test("a newer text stops the evaluation of an endless expression", async () => {
  const { editor } = open({ passWhen: "($f := function($n) { $f($n + 1) }; $f(0))" });
  await readResponse(editor);
  const { vscode } = editor;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`file:${ci}`));
  await editor.lastLenses?.provideCodeLenses(document, {} as never);
  expect((await editor.lastLenses?.provideCodeLenses(document, {} as never))?.[1]?.command?.title).toContain(
    "loading",
  );
  editor.type(`file:${ci}`, workflow("true"));
  expect((await lines(editor, ci))[1]).toMatch(/^passed · /);
});

test("in an untrusted workspace there are no lines, and nothing is completed", async () => {
  const { editor } = open({ trusted: false });
  await readResponse(editor);
  expect(await lines(editor, ci)).toEqual([]);
  const { vscode } = editor;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`file:${ci}`));
  const position = document.positionAt(document.getText().indexOf("about") + 2);
  expect(
    await editor.lastCompletions?.provideCompletionItems(document, position, {} as never, {} as never),
  ).toEqual([]);
});

test("fields of the responses and functions are completed where an expression stands, and nowhere else", async () => {
  const { editor } = open();
  await readResponse(editor);
  const { vscode } = editor;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`file:${ci}`));
  const labels = async (behind: string) => {
    const position = document.positionAt(document.getText().indexOf(behind) + behind.length);
    const given = await editor.lastCompletions?.provideCompletionItems(
      document,
      position,
      {} as never,
      {} as never,
    );
    return (Array.isArray(given) ? given : []).map(({ label, insertText, detail }) => [
      label,
      insertText,
      detail,
    ]);
  };
  expect(await labels("talks.")).toEqual([
    ["about", "about", "Books"],
    ["fate", "fate", "kept"],
  ]);
  expect((await labels('"name": ')).slice(0, 3)).toEqual([
    ["about", "about", "Books"],
    ["fate", "fate", "kept"],
    ["$abs", "$abs", expect.any(String)],
  ]);
  expect(await labels("jobs")).toEqual([]);
});
