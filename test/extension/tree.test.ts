/** The tree: filter, pins, the service in use, and the item that Enter takes in a list. */

import { describe, expect, test } from "vitest";
import { rankByText } from "../../extension/editor/ranking.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

describe("a text typed into a list", () => {
  const records = [
    ["A 4, a 5, a 6 and a 7", "tst_1"],
    ["Order 145678 is late", "tst_2"],
    ["Pays for 4567 lamps", "tst_3"],
    ["4567th caller", "tst_4"],
    ["Calls twice", "4567"],
    ["Says nothing", "tst_5"],
  ] as const;
  const found = (typed: string) =>
    rankByText(records, typed, ([name, id]) => ({ names: [name, id] })).map(([name]) => name);

  test("matches equal names first, then names that begin with it, have it as a word, contain it, or contain its characters in order", () => {
    expect(found("4567")).toEqual([
      "Calls twice",
      "4567th caller",
      "Pays for 4567 lamps",
      "Order 145678 is late",
      "A 4, a 5, a 6 and a 7",
    ]);
    expect(found(" TST_5 ")).toEqual(["Says nothing"]);
    expect(found("")).toHaveLength(records.length);
    expect(found("(")).toEqual([]);
  });

  test("is matched quickly, even against names made to be slow", () => {
    const hostile = "checkou".repeat(2_000);
    const others = ["c-h-e-c-k-o-u-t", hostile];
    expect(rankByText([hostile, ...others], "checkout", name => ({ names: [name] }))).toEqual([
      "c-h-e-c-k-o-u-t",
    ]);
  });

  test("is the item that Enter takes among many", async () => {
    const tests = Array.from({ length: 10_000 }, (_, index) => ({
      id: `tst_${index}`,
      name: `Test ${index}`,
    }));
    const { editor, requests } = await connectedWindow();
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json({ tests: [{ id: "tst_a", name: "4 5 6 7" }, ...tests] });
    await editor.run("callboard.importDemoProject");
    globalThis.fetch = fetch;
    editor.will({ typed: "4567" });
    await editor.run("callboard.updateTest");
    await editor.run("callboard.send", editor.lastUri);
    expect(requests).toEqual(["PUT /v1/tests/tst_4567 {}"]);
  });
});

describe("a filter", () => {
  test("shows matching rows in every view, expanded, by name, id, project, kind and verdict", async () => {
    const { editor } = await connectedWindow();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    editor.will("BROKEN lamp");
    await editor.run("callboard.filter");
    expect(await editor.tree("callboard.projects")).toBe(
      [
        "(project) Lantern Lane support line  lantern-lane",
        "  (beaker) Tests  2",
        "    (beaker) Refunds a lamp that arrived broken  refunds-broken-lamp",
        "    (beaker) Sends a new lamp instead of money  replaces-broken-lamp",
        "  (comment-discussion) Scenarios  1",
        "    (comment-discussion) Broken lamp  broken-lamp",
      ].join("\n"),
    );
    expect((await editor.items("callboard.projects")).map(item => item.collapsibleState)).toEqual([
      2, 2, 0, 0, 2, 0,
    ]);
    expect(editor.message("callboard.projects")).toBe("Only what fits “BROKEN lamp”");
    expect(editor.contexts.get("callboard.filtered")).toBe(true);
    expect(await editor.tree("callboard.reviews")).toBe("");
    expect((await editor.tree("callboard.runs")).split("\n")).toEqual([
      expect.stringMatching(/^\(error\) Smoke/),
      "  (error) Refunds a lamp that arrived broken",
    ]);

    editor.will("batch failed");
    await editor.run("callboard.filter");
    expect((await editor.tree("callboard.projects")).split("\n").slice(1)).toEqual([
      "  (layers) Batches  1",
      "    (error) Smoke  smoke",
    ]);
    expect(await editor.tree("callboard.runs")).toMatch(/^\(error\) Smoke/);

    editor.will(undefined);
    await editor.run("callboard.filter");
    expect(editor.message("callboard.projects")).toBe("Only what fits “batch failed”");
    await editor.run("callboard.clearFilter");
    expect(await editor.tree("callboard.projects")).toMatch(/Tests {2}12/);
    expect(editor.message("callboard.projects")).toBe("");
  });
});

describe("the service in use", () => {
  test("can be chosen by a click if several are configured and none is in use", async () => {
    const [one, two] = [await startEmbedded(), await startEmbedded()];
    const { editor } = openWindow();
    await editor.changeUserSetting("callboard.services", [
      { name: "One", baseUrl: one.url },
      { name: "Two", baseUrl: two.url },
    ]);
    expect(await editor.tree("callboard.projects")).toBe(`(plug) One  ${one.url}\n(plug) Two  ${two.url}`);
    expect(editor.message("callboard.projects")).toBe("Which service is in use here?");
    await editor.run("callboard.useService", await editor.row("callboard.projects", "Two"));
    expect(editor.status.text).toBe("$(broadcast) Two");
    expect(await editor.tree("callboard.projects")).toBe("");
    expect(editor.message("callboard.projects")).toBe("");
  });

  test("an address that ends with the version is noticed when connecting", async () => {
    const { editor } = openWindow();
    editor.will("https://api.example.com/base/v1/");
    await editor.run("callboard.connect");
    expect(editor.said.at(-1)).toBe(
      "refused: /v1 is appended to the address, so leave it out: https://api.example.com/base",
    );
  });

  test("can be edited, and stays in use with its records", async () => {
    const { editor, service: running } = await connectedWindow();
    const tree = await editor.tree("callboard.projects");
    editor.will(running.url, "Production");
    await editor.run("callboard.editService");
    expect(editor.settings.user.get("callboard.services")).toEqual([
      { name: "Production", baseUrl: running.url },
    ]);
    expect(editor.status.text).toBe("$(broadcast) Production");
    expect(await editor.tree("callboard.projects")).toBe(tree);
  });

  test("can be removed, after a question, with its key", async () => {
    const { editor, service: running } = await connectedWindow();
    editor.will(undefined, "Remove");
    await editor.run("callboard.removeService");
    expect(editor.secrets.size).toBe(1);
    await editor.run("callboard.removeService");
    expect(editor.said.at(-1)).toMatch(/^warning: Remove the service Staging from your settings\?\n.*key/);
    expect(editor.settings.user.get("callboard.services")).toEqual([]);
    expect([...editor.secrets]).toEqual([]);
    expect(running.url).toMatch(/^http/);
  });
});

describe("a record", () => {
  test("that is unpinned stays in the tree as a learned record", async () => {
    const text = "# ours\nbatches:\n  ours: { id: bat_7, name: Ours } # keep?\n  other: { id: bat_8 }\n";
    const { editor } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": text }),
    });
    await editor.run("callboard.unpin", await editor.row("callboard.projects", "Ours"));
    expect(editor.files.text("/shop/callboard.yml")).toBe("# ours\nbatches:\n  other: { id: bat_8 }\n");
    expect(editor.said.at(-1)).toBe("info: “Ours” is no longer in callboard.yml.");
    expect(await editor.tree("callboard.projects", { context: true })).toMatch(
      /Ours {2}bat_7 {2}\[record batch learned id\]/,
    );
  });

  test("that is unpinned has the name of the last response about it", async () => {
    const text = "batches:\n  ours: { id: smoke, name: Ours }\n  other: { id: bat_8 }\n";
    const { editor } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": text }),
    });
    await editor.run("callboard.unpin", await editor.row("callboard.projects", "Ours"));
    expect(await editor.tree("callboard.projects")).toMatch(/Smoke {2}smoke/);
    expect(await editor.tree("callboard.projects")).not.toMatch(/Ours/);
  });

  test("that others refer to is not unpinned, and the message names the references", async () => {
    const text = "projects:\n  shop: { id: prj_1 }\nbatches:\n  ours: { id: bat_7, project: shop }\n";
    const { editor } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": text }),
    });
    await editor.run("callboard.unpin", await editor.row("callboard.projects", "shop"));
    expect(editor.files.text("/shop/callboard.yml")).toBe(text);
    expect(editor.said.at(-1)).toMatch(/^error: .*would cause an error on line 3/);
  });
});

test("a callboard.yml is created for a folder without one, and shown", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  await editor.run("callboard.createCatalog");
  expect(editor.files.text("/shop/callboard.yml")).toMatch(/^# The team's records.*\nprojects: \{\}\n/);
  expect(editor.lastUri.path).toBe("/shop/callboard.yml");
  expect(editor.problems.get("/shop/callboard.yml")).toEqual([]);
});

test("the status bar's menu leads to the last report, the waiting reviews and the service", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  editor.will("Last report");
  await editor.run("callboard.openMenu");
  expect(editor.said.at(-1)).toBe(
    [
      "pick: Callboard | What to do?",
      "  $(error) Last report: Smoke  failed · 4 passed, 2 failed, 1 undecided, 1 skipped",
      "  $(bell) 4 reviews wait for a person",
      "  $(play) Run now",
      "  $(arrow-swap) Switch service  Staging",
    ].join("\n"),
  );
  expect(editor.lastUri.path).toMatch(/Smoke: failed, May 12, 2:05:00\sPM$/);
});

test("empty views take no room", async () => {
  const { editor } = await connectedWindow();
  const contexts = () => ["runsKnown", "reviewsKnown"].map(name => editor.contexts.get(`callboard.${name}`));
  expect(contexts()).toEqual([false, true]);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(contexts()).toEqual([true, true]);
});

describe("a mistake in an expression of the catalog", () => {
  const file = "/shop/callboard.yml";
  const problemsIn = async (text: string) => {
    const { editor } = openWindow({ folders: ["/shop"], files: fakeFilesWith({ [file]: "report: {}\n" }) });
    const uri = `memory:${file}`;
    await editor.tree("callboard.projects");
    await editor.vscode.workspace.openTextDocument(editor.vscode.Uri.parse(uri));
    editor.type(uri, text);
    return () => editor.problems.get(file) ?? [];
  };

  test.each([
    ["plain", "report:\n  cases: results.[[ \n", 1],
    ["in quotes", "report:\n  cases: 'results.[[ '\n", 1],
    ["in a block", "report:\n  cases: |\n    results.(\n      $$ ] 3\n    )\n", 3],
  ])("shows in Problems while typing, at its place: %s", async (_, text, line) => {
    const problems = await problemsIn(text);
    await expect.poll(problems).toHaveLength(1);
    const [
      {
        message,
        range: { start },
      } = {} as never,
    ] = problems();
    expect(message).toMatch(/^`cases`: /);
    expect(start.line).toBe(line);
    const written = text.split("\n")[line] ?? "";
    expect(start.character).toBeGreaterThan(written.search(/\S/));
    expect(start.character).toBeLessThan(written.length);
  });

  test("shows together with a word that means something else and with mistakes of other parts", async () => {
    const problems = await problemsIn(
      [
        "projcts: {}",
        "report:",
        "  cases: results.[[ ",
        "  words: { failed: passed, kept: pased }",
        "batches:",
        "  smoke: { project: shop }",
      ].join("\n"),
    );
    const shown = () => problems().map(({ message, range }) => `${range.start.line + 1} ${message}`);
    await expect
      .poll(() => shown().sort())
      .toEqual([
        expect.stringMatching(/^1 `projcts` is not known/),
        expect.stringMatching(/^3 `cases`: /),
        expect.stringMatching(/^4 `report\.words\.kept` is the text `pased`/),
        expect.stringMatching(/^4 `words\.failed`: it is a known word for a failure/),
        expect.stringMatching(/^6 `shop` is not a key under `projects`/),
      ]);
  });

  test("is shown while the file is closed: a word at once, an expression once a run needs it, with the way there", async () => {
    const demo = "batches:\n  smoke: { id: smoke }\n";
    const open = async (report: string) => {
      const files = fakeFilesWith({ [file]: `${demo}report:\n  ${report}\n` });
      const { editor, requests } = await connectedWindow({ folders: ["/shop"], files });
      await editor.tree("callboard.projects");
      const lines = () =>
        (editor.problems.get(file) ?? []).map(({ message, range }) => `${range.start.line + 1} ${message}`);
      const run = async () => editor.run("callboard.runNow", await editor.row("callboard.projects", "smoke"));
      return { editor, requests, lines, run };
    };
    const word = await open("words: { failed: passed }");
    const ofWord = /^4 `words\.failed`: it is a known word for a failure/;
    await expect.poll(word.lines).toEqual([expect.stringMatching(ofWord)]);
    await word.run();
    expect(word.editor.said.at(-1)).toMatch(
      /^warning: Line 4 of callboard\.yml: “words\.failed”: it is a known word for a failure.* \[Show in callboard\.yml\]/s,
    );
    const expression = await open("pass-when: 'status = '");
    expect(expression.lines()).toEqual([]);
    expression.editor.will("Show in callboard.yml");
    await expression.run();
    await expression.editor.settled();
    expect(expression.editor.said.at(-1)).toMatch(/^warning: Line 4 of callboard\.yml: “pass-when”: /);
    expect(expression.editor.shown.at(-1)).toBe(`memory:${file}`);
    await expect.poll(expression.lines).toEqual([expect.stringMatching(/^4 `pass-when`: /)]);
    expect([...word.requests, ...expression.requests].join()).not.toContain("/run");
  });

  test("is not looked for where the text is no YAML", async () => {
    const text = 'report:\n  pass-when: failed < 1\n  cases: "results.[[\n';
    const problems = await problemsIn(text);
    await expect.poll(problems).toHaveLength(1);
    expect(problems()[0]?.message).not.toMatch(/^`cases`/);
  });
});
