/** A link from a report opens the response that was not understood, from an artifact of the workflow run. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { artifactStep } from "../../../extension/pulls/workflow.ts";
import { responseLink } from "../../../shared/github/links.ts";
import type { NewArtifact } from "../../github/artifacts.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { zipOf } from "../../github/zip.ts";
import type { FakeEditor, FakeEditorOptions } from "../fake-editor.ts";
import { FakeFiles, fakeFilesWith } from "../fake-files.ts";
import type { FakeRepositoryState } from "../fake-github.ts";
import { type LocalPullRequest, openClone } from "./clone.ts";

let github: LocalGitHub;
let place: LocalPullRequest;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
  place = { github, pull: await github.createPullRequest({ branch: "strange" }) };
});
afterAll(() => github[Symbol.asyncDispose]());

const path = "raw/1-batch-smoke-run.json";
const strange = JSON.stringify({ results: [{ name: "Books a table", status: "greenlit" }] });

let lastRun = 100;
/** A workflow run with these artifacts. */
async function runWith(...artifacts: readonly (Partial<NewArtifact> & { files?: Record<string, string> })[]) {
  const run = ++lastRun;
  for (const { files = { [path]: strange }, ...given } of artifacts) {
    await github.addArtifact({ name: "callboard-report", zip: zipOf(files), ...given, run });
  }
  return run;
}

const linkTo = (run: number, to = path) =>
  new URL(responseLink({ repository: "octocat/shop", run }, to)).searchParams.get("url") ?? "";

/** Follows the link; the person answers the questions as given. */
async function follow(
  run: number,
  {
    answers = [],
    to,
    state,
    options,
    prepare,
  }: {
    answers?: readonly (string | undefined)[];
    to?: string;
    state?: FakeRepositoryState;
    options?: FakeEditorOptions;
    prepare?: (editor: FakeEditor) => unknown;
  } = {},
) {
  const window = openClone(place, state, options);
  prepare?.(window.editor);
  if (answers.length > 0) window.editor.will(...answers);
  await window.editor.followLink(linkTo(run, to));
  return window;
}

/** The marks that show how the response was read. */
async function marksIn(editor: FakeEditor): Promise<(string | undefined)[]> {
  editor.scrollTo(0, (await editor.lastShown()).split("\n").length - 1);
  return editor.decorations.map(({ renderOptions }) => renderOptions?.after?.contentText);
}

/** The first message or question, in one line. */
const problemIn = (editor: FakeEditor) => (editor.said[0] ?? "").replaceAll("\n", " ");
const otherWays = "[Choose a file…] [From the clipboard] [Open the workflow run]";

describe("a response in the artifact of its workflow run", () => {
  test("opens with the marks that show how it was read, and can be taught", async () => {
    const files = fakeFilesWith({ "/shop/callboard.yml": "batches: {}\n" });
    const { editor, requests } = await follow(await runWith({}), { options: { files } });
    expect(editor.said).toEqual([]);
    expect(JSON.parse(await editor.lastShown())).toEqual(JSON.parse(strange));
    expect(editor.lastUri.path).toContain("1-batch-smoke-run · octocat∕shop");
    expect(await marksIn(editor)).toContain("status of the case: a word that is not known");
    // Nothing is sent to the service.
    expect(requests.filter(each => !/\/repos\/octocat\/shop|\/zips\//.test(each))).toEqual([]);
    editor.will("results.0.status", "passed", "Save in callboard.yml");
    await editor.run("callboard.teach", editor.lastUri);
    expect(files.text("/shop/callboard.yml")).toContain("words: { greenlit: passed }");
  });

  test("is got without the person's login at the server that has the zip", async () => {
    const before = github.downloads.length;
    const { editor } = await follow(await runWith({}));
    const [download, ...others] = github.downloads.slice(before);
    expect(others).toEqual([]);
    expect(download?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(download?.headers)).not.toContain(github.token("user"));
    expect(await editor.everything()).not.toContain(github.token("user"));
    expect(await editor.everything()).not.toContain("sig=secret");
  });

  test.each([
    ["the folder of the responses alone", "1-batch-smoke-run.json"],
    ["other folders besides", `out/callboard-report/${path}`],
  ])("is found if the workflow uploads %s", async (_, entry) => {
    const { editor } = await follow(await runWith({ files: { "notes.txt": "", [entry]: strange } }));
    expect(await editor.lastShown()).toContain("greenlit");
  });

  test("is found among the artifacts of shards, by the whole path first", async () => {
    const files = { "a/raw/1-batch-smoke-run.json": "{}", [`b/${path}`]: strange };
    const run = await runWith(
      { name: "callboard-1", files: { "report.json": "{}" } },
      { name: "callboard-2", files },
    );
    const { editor } = await follow(run, { to: `b/${path}` });
    expect(await editor.lastShown()).toContain("greenlit");
  });

  test("is taken from the latest artifact of a name", async () => {
    const { editor } = await follow(await runWith({ files: { [path]: '{"old":1}' } }, {}));
    expect(await editor.lastShown()).toContain("greenlit");
  });

  test("is chosen by its artifact if jobs of a matrix have different ones", async () => {
    const run = await runWith({ name: "callboard-a", files: { [path]: '{"a":1}' } }, { name: "callboard-b" });
    const { editor } = await follow(run, { answers: ["callboard-a"] });
    expect(await editor.lastShown()).toContain('"a"');
  });

  test("makes Callboard download no other artifact than its own without a choice", async () => {
    const before = github.downloads.length;
    const run = await runWith({ name: "website", files: {} }, { name: "callboard" }, { name: "tests" });
    await follow(run);
    expect(github.downloads.slice(before)).toHaveLength(1);
    const unnamed = await runWith({ name: "website", files: {} }, { name: "tests" });
    const { editor } = await follow(unnamed, { answers: ["tests"] });
    expect(await editor.lastShown()).toContain("greenlit");
    expect(github.downloads.slice(before)).toHaveLength(2);
  });

  test("is still there after the window was reloaded", async () => {
    const options = { files: new FakeFiles(), storage: new Map<string, unknown>() };
    const { editor } = await follow(await runWith({}), { options });
    const { vscode } = openClone(place, {}, options).editor;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(editor.lastUri.toString()));
    expect(document.getText()).toContain("greenlit");
  });
});

describe("a response that can't be got from an artifact", () => {
  const withoutArtifact = "info: The workflow run has no artifact, so its responses were not kept.";

  test("says what to add to the workflow if the workflow run has no artifact", async () => {
    const { editor } = await follow(await runWith(), { answers: ["Copy the step"] });
    expect(problemIn(editor)).toContain(withoutArtifact);
    expect(problemIn(editor)).toContain(
      "add a step that uploads the folder callboard-report to the workflow.",
    );
    expect(problemIn(editor)).toContain(`[Copy the step] ${otherWays}`);
    expect(editor.clipboard).toBe(artifactStep("always()"));
    expect(editor.said.at(-1)).toContain("Paste it into the workflow, behind the step that uses Callboard.");
  });

  test("says so if no artifact contains it", async () => {
    const { editor } = await follow(await runWith({ files: { "report.json": "{}" } }), {
      answers: [undefined],
    });
    expect(problemIn(editor)).toContain(`info: No artifact of the workflow run contains ${path}.`);
    expect(editor.said).toHaveLength(1);
    expect(editor.shown).toEqual([]);
  });

  test.each([
    [
      "has expired",
      { isExpired: true },
      "GitHub has deleted the artifact with the response. Run the workflow again.",
    ],
    [
      "is too large",
      { bytes: 50_000_001 },
      "The artifact callboard-report is too large: Callboard downloads up to 50 MB.",
    ],
    ["is no zip", { zip: Buffer.from("PK, but no zip") }, "callboard-report can't be read as a zip."],
  ])("says so if the artifact %s", async (_, artifact, problem) => {
    const before = github.downloads.length;
    const { editor } = await follow(await runWith(artifact), { answers: [undefined] });
    expect(problemIn(editor)).toContain(`info: ${problem}`);
    expect(problemIn(editor)).toContain(otherWays);
    expect(github.downloads.length - before).toBe("zip" in artifact ? 1 : 0);
  });

  test("stops a download that is longer than GitHub told", async () => {
    const zip = Buffer.alloc(50_000_001);
    const { editor } = await follow(await runWith({ zip, bytes: 1 }), { answers: [undefined] });
    expect(problemIn(editor)).toContain("is too large");
  });

  test("is taken from a file that a person chooses", async () => {
    const files = fakeFilesWith({ "/saved.json": strange });
    const { editor } = await follow(await runWith(), {
      answers: ["Choose a file…", "/saved.json"],
      options: { files },
    });
    expect(await editor.lastShown()).toBe(strange);
    expect(await marksIn(editor)).toContain("status of the case: a word that is not known");
  });

  test("is taken from an artifact that a person has downloaded", async () => {
    const files = new FakeFiles();
    files.put("/callboard-report.zip", zipOf({ [path]: strange }));
    files.put("/other.zip", zipOf({ "a.json": "{}" }));
    const run = await runWith();
    const answers = (file: string) => ["Choose a file…", file];
    const { editor } = await follow(run, { answers: answers("/callboard-report.zip"), options: { files } });
    expect(await editor.lastShown()).toContain("greenlit");
    const { editor: other } = await follow(run, { answers: answers("/other.zip"), options: { files } });
    expect(other.said.at(-1)).toBe(`warning: other.zip does not contain ${path}.`);
  });

  test("is taken from the clipboard, which has to contain a response", async () => {
    const run = await runWith();
    const withClipboard = (text: string) =>
      follow(run, {
        answers: ["From the clipboard"],
        prepare: editor => Object.assign(editor, { clipboard: text }),
      });
    const { editor } = await withClipboard(strange);
    expect(await editor.lastShown()).toContain("greenlit");
    const { editor: other } = await withClipboard("npm ci");
    expect(other.said.at(-1)).toMatch(
      /^warning: The clipboard contains no response\. It is not JSON .*follow the link again/,
    );
  });

  test("leads to the workflow run's page", async () => {
    const run = await runWith();
    const { editor } = await follow(run, { answers: ["Open the workflow run"] });
    expect(editor.opened).toEqual([
      `http://${encodeURIComponent(new URL(github.serverUrl).host)}/octocat/shop/actions/runs/${run}`,
    ]);
  });

  test.each([
    [
      "the login is not valid any more",
      faults.loggedOut,
      /does not know this login any more.*\[Log in again\]/,
    ],
    ["the organization wants its sign-on", faults.singleSignOn, /single sign-on first.*\[Log in again\]/],
    ["the person may not see it", faults.unknown, /does not show the artifacts.*\[Log in again\]/],
    ["the rate limit is reached", faults.secondaryLimit(403, 3600), /rate limit is reached until/],
    ["GitHub does not answer", faults.unavailable, /does not send the artifact.*Follow the link again later/],
  ])("says so if %s", async (_, fault, problem) => {
    const run = await runWith({});
    github.failAll("user", fault);
    const { editor } = await follow(run, { answers: [undefined] });
    github.failAll("user");
    expect(problemIn(editor)).toMatch(problem);
    expect(problemIn(editor)).toContain(otherWays);
    expect(editor.shown).toEqual([]);
  });

  test("is got after another login", async () => {
    const run = await runWith({});
    github.failAll("user", faults.singleSignOn);
    const { editor } = await follow(run, {
      answers: ["Log in again"],
      prepare: editor => Object.assign(editor.github, { nextToken: github.token("user-anew") }),
    });
    github.failAll("user");
    expect(await editor.lastShown()).toContain("greenlit");
  });

  test("is nothing that a person who cancels hears of", async () => {
    const { editor } = await follow(await runWith({}), {
      prepare: editor => Object.assign(editor, { cancelProgress: true }),
    });
    expect(editor.said).toEqual([]);
    expect(editor.shown).toEqual([]);
  });
});

describe("a person who is not logged in", () => {
  const loggedOut = (editor: FakeEditor) => {
    editor.github.tokens.clear();
    editor.github.nextToken = github.token("user");
  };

  test("is asked to log in, and sees the response", async () => {
    const { editor } = await follow(await runWith({}), { answers: ["Log in"], prepare: loggedOut });
    expect(problemIn(editor)).toMatch(/^info: Log in to GitHub to get the response from octocat\/shop\?/);
    expect(await editor.lastShown()).toContain("greenlit");
  });

  test("can choose a file instead, and nothing is asked of GitHub", async () => {
    const { editor, asked } = await follow(await runWith({}), {
      answers: ["From the clipboard"],
      prepare: editor => {
        loggedOut(editor);
        editor.clipboard = strange;
      },
    });
    expect(await editor.lastShown()).toContain("greenlit");
    expect(asked()).toEqual([]);
  });
});

describe("in a window with several folders", () => {
  const given = { "/mill/callboard.yml": "batches: {}\n", "/shop/callboard.yml": "batches: {}\n" };
  const learn = async (files: FakeFiles, ...answers: string[]) => {
    const options = { folders: ["/mill", "/shop"], files };
    const { editor } = await follow(await runWith({}), { options });
    editor.will("results.0.status", "passed", ...answers, "Save in callboard.yml");
    await editor.run("callboard.teach", editor.lastUri);
    return [files.text("/mill/callboard.yml"), files.text("/shop/callboard.yml")];
  };

  test("the catalog of the link's repository learns, and not the first", async () => {
    const [mill, shop] = await learn(fakeFilesWith(given));
    expect(mill).toBe("batches: {}\n");
    expect(shop).toContain("greenlit: passed");
  });

  test("the person chooses the folder if the link's repository has no catalog", async () => {
    const { "/mill/callboard.yml": other } = given;
    const [mill, shop] = await learn(fakeFilesWith({ "/mill/callboard.yml": other }), "shop");
    expect(mill).toBe(other);
    expect(shop).toContain("greenlit: passed");
  });
});

test("in an untrusted workspace the link says so, and nothing is sent", async () => {
  const { editor, asked } = await follow(await runWith({}), { options: { trusted: false } });
  expect(editor.said).toEqual([expect.stringMatching(/not trusted.*\[Manage workspace trust\]/)]);
  expect(asked()).toEqual([]);
});

test("a link of another repository offers its folder, in whose window the response opens", async () => {
  const globalStorage = new Map<string, unknown>();
  const remotes = [{ name: "origin", fetchUrl: "https://github.com/larkspur/mill.git" }];
  const run = await runWith({});
  const { editor, asked } = await follow(run, {
    answers: ["Open its folder…", "/shop"],
    state: { remotes },
    options: { globalStorage },
  });
  expect(problemIn(editor)).toContain("No folder of octocat/shop is open in this window.");
  expect(problemIn(editor)).toContain("The link leads to a response of a workflow run.");
  expect(problemIn(editor)).not.toContain("Show the review here");
  expect(asked()).toEqual([]);
  const { editor: there } = openClone(place, {}, { globalStorage });
  await expect.poll(() => there.shown.length).toBeGreaterThan(0);
  expect(await there.lastShown()).toContain("greenlit");
  expect([...globalStorage]).toEqual([]);
});
