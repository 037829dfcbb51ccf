/** A person sees how a response was read, and says what is what; Callboard reads it so from then on. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { type Editor, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";

let folder: string;
let editor: Editor;

const catalog = `# What we test before a release.
report: # as the service answers
  words: { parked: undecided }
batches: {}
`;

const responses: Readonly<Record<string, unknown>> = {
  "words.json": {
    id: "run_1",
    results: [
      { name: "Books a table", status: "greenlit" },
      { name: "Cancels", status: "parked" },
      { name: "Asks for help", status: "binned" },
    ],
  },
  "talks.json": {
    talks: [
      { about: "Books a table", fate: "kept" },
      { about: "Asks for help", fate: "kept" },
    ],
  },
};

beforeAll(async () => {
  folder = join(await scratchFolder(), "shop");
  await mkdir(folder);
  await writeFile(join(folder, "callboard.yml"), catalog);
  for (const [name, response] of Object.entries(responses))
    await writeFile(join(folder, name), JSON.stringify(response, null, 2));
  editor = await startEditor({ open: folder, extensions: [inject("callboard")] });
});

const catalogText = () => readFile(join(folder, "callboard.yml"), "utf8");

test("a response shows how it was read: a sentence above, marks, and an outline", async () => {
  const { window } = editor;
  await window.openFile("words.json");
  await window.palette("Callboard: Show how this was read");
  await expect
    .poll(window.codeLenses())
    .toEqual([
      expect.stringMatching(
        /^Teach Callboard… \| Hide \| Read as unknown: .*is `greenlit`, which is not a verdict/,
      ),
    ]);
  await window.screenshot("teaching-marks");
});

test("a word that is not known is taught with four actions, and the catalog keeps its comments", async () => {
  const { window } = editor;
  await window.codeLens("Teach Callboard");
  await window.pick("results.0.status");
  await expect.poll(async () => (await window.quickInput()())?.title).toContain("greenlit");
  await window.pick("passed");
  await expect.poll(async () => (await window.quickInput()())?.title).toContain("binned");
  await window.pick("failed");
  await expect
    .poll(window.options())
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining("Save in callboard.yml"),
        expect.stringContaining("This response: unknown → failed"),
      ]),
    );
  await window.screenshot("teaching-difference");
  expect(await catalogText()).toBe(catalog);
  await window.pick("Save in callboard.yml");
  await expect
    .poll(catalogText)
    .toBe(catalog.replace("parked: undecided", "parked: undecided, greenlit: passed, binned: failed"));
  await expect.poll(window.activeEditor()).toBe("words.json");
  await expect.poll(window.codeLenses()).toEqual([expect.stringMatching(/Read as failed: .*binned/)]);
});

test("a list that is not known is taught as the list of cases", async () => {
  const { window } = editor;
  await window.openFile("talks.json");
  await window.putCursorInto("talks");
  await window.palette("Callboard: Use this as…");
  await expect
    .poll(async () => (await window.quickInput()())?.title)
    .toContain("Which field is the case's status?");
  await window.pick("fate");
  await window.pick("passed");
  await window.pick("Save in callboard.yml");
  await expect.poll(catalogText).toContain(`  cases: 'talks.{ "name": about, "status": fate }'\n`);
  await expect.poll(window.codeLenses()).toEqual([expect.stringContaining("Read as passed")]);
  await window.screenshot("teaching-taught");
});

const live = async (end: string) => {
  const { window } = editor;
  await window.replaceEditorText(`batches: {}\nreport:\n  words: { kept: passed }\n${end}`);
};
/** The lines above the rules; the first is about `words`. */
const lines = () => editor.window.codeLenses();

test("above each rule stands what it gives for the last response, and the line changes as one types", async () => {
  const { window } = editor;
  await window.openFile("callboard.yml");
  await expect
    .poll(lines())
    .toEqual([
      expect.stringMatching(/^Read as passed, 2 cases: 2 passed · talks\.json, /),
      expect.stringMatching(/^2 cases: 2 passed · talks\.json, /),
    ]);
  await live("  pass-when: $count(talks) = ");
  await window.writeByKeys("2");
  await expect.poll(lines()).toContainEqual(expect.stringMatching(/^passed · talks\.json/));
  await window.keyboard.press("Backspace");
  await window.writeByKeys("3");
  await expect.poll(lines()).toContainEqual(expect.stringMatching(/^failed · talks\.json/));
  await window.screenshot("teaching-live");
  await window.keyboard.press("Backspace");
  await window.writeByKeys("$sum(talks.about)");
  await expect.poll(lines()).toContainEqual(expect.stringMatching(/Argument 1 .* · talks\.json/));
  await window.screenshot("teaching-live-error");
});
