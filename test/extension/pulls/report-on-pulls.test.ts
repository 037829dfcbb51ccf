/** The command that writes the workflows: its questions, the new files, and existing files. */

import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import type { FakeEditor } from "../fake-editor.ts";
import { fakeFilesWith } from "../fake-files.ts";
import { FakeRepository } from "../fake-github.ts";
import { connectedWindow, openWindow, startEmbedded } from "../window.ts";

const command = "callboard.reportOnPulls";
const run = "untitled:/shop/.github/workflows/callboard.yml";
const reviews = "untitled:/shop/.github/workflows/callboard-reviews.yml";
const remotes = [{ name: "origin", fetchUrl: "git@github.com:larkspur/shop.git" }];

async function textOf(editor: FakeEditor, address: string): Promise<string> {
  const document = editor.vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
  return document?.getText() ?? "";
}

async function inputsIn(editor: FakeEditor, address: string) {
  const { jobs } = parse(await textOf(editor, address));
  const [{ steps }] = Object.values(jobs) as [{ steps: { uses: string; with: object }[] }];
  return steps.find(({ uses }) => uses.startsWith("callboard/"));
}

/** Without the extension's own storage. */
function filesOf({ files }: FakeEditor): string[] {
  return files.paths().filter(path => !path.startsWith("/global-storage/"));
}

const catalog = "batches:\n  smoke: { id: smoke }\n  at-night: { id: nightly }\n";

test("the chosen targets run on pull requests and are pinned first if necessary", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": catalog });
  const { editor, requests, service } = await connectedWindow({ folders: ["/shop"], files });
  editor.github.repositories = [new FakeRepository("/shop", { branch: "mine", remotes })];
  editor.will("at-night, Voice", "CALLBOARD_KEY", "Wait", "Open the page");
  await editor.run(command);

  expect(editor.said).toEqual([
    expect.stringMatching(
      /What to run.*\$\(\S+\) smoke {2}smoke {2}\(picked\).*at-night {2}nightly {2}\(picked\).*Voice {2}is pinned to callboard.yml first/s,
    ),
    expect.stringContaining("The secret that holds the API key"),
    expect.stringContaining("Reviews that a report mentions"),
    expect.stringContaining("is pinned in callboard.yml"),
    "diff: nothing, callboard.yml (new: save it)",
    "diff: nothing, callboard-reviews.yml (new: save it)",
    expect.stringMatching(
      /^warning: The workflow runs on ubuntu-latest, at GitHub, which does not reach http:\/\/127\.0\.0\.1:\d+\. Before you save/,
    ),
    "info: Save the new files, and set the secret CALLBOARD_KEY in the repository's settings. [Open the page]",
  ]);
  expect(await inputsIn(editor, run)).toEqual({
    uses: expect.stringMatching(/^callboard\/callboard@v\d+\.\d+\.\d+$/),
    with: {
      "base-url": service.url,
      "api-key": "${{ secrets.CALLBOARD_KEY }}",
      batches: "at-night",
      channels: "voice",
      "review-check": "Callboard reviews",
    },
  });
  expect(await inputsIn(editor, reviews)).toMatchObject({ with: { settle: true } });
  expect(files.text("/shop/callboard.yml")).toContain("voice: { id: voice, name: Voice");
  expect(filesOf(editor)).toEqual(["/shop/callboard.yml"]);
  expect(editor.opened).toEqual(["https://github.com/larkspur/shop/settings/secrets/actions/new"]);
  expect(await editor.everything()).not.toContain(service.key);
  expect(requests).toEqual([]);
});

/** GitHub's response to a request for the names of secrets: the names, or the status of a refusal. */
type Secrets = readonly string[] | number;

test.each<[string, Secrets, Secrets, RegExp]>([
  ["the repository has it", ["OTHER", "KEY"], 403, /^info: Save the new files\. The secret Key is set/],
  ["the organization has it", [], ["KEY"], /^info: Save the new files\. The secret Key is set/],
  ["nobody has it", ["OTHER"], [], /^warning: The secret Key is not set: .* \[Open the page\]$/],
  [
    "the organization's secrets are hidden",
    ["OTHER"],
    403,
    /^info: Save the new files, and set the secret Key /,
  ],
  ["the login may not look", 403, 403, /^info: Save the new files, and set the secret Key /],
])("GitHub is asked for the secret with the login at hand: %s", async (_, own, organization, said) => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.github.repositories = [new FakeRepository("/shop", { remotes })];
  editor.github.tokens.set("github", "gho_token");
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { origin, pathname } = new URL(String(input));
    if (origin !== "https://api.github.com") return fetch(input, init);
    const found = pathname.endsWith("/organization-secrets") ? organization : own;
    if (typeof found === "number") return Response.json({ message: "Forbidden" }, { status: found });
    return Response.json({ total_count: found.length, secrets: found.map(name => ({ name })) });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  editor.will("Smoke", "Key", "Only list them");
  await editor.run(command);
  await expect.poll(() => editor.said.at(-1)).toMatch(said);
  expect(editor.github.asked.filter(each => !each.endsWith(" silent"))).toEqual([]);
});

test("an address that GitHub reaches needs no warning", async () => {
  const { editor } = openWindow({ folders: ["/shop"] });
  editor.settings.user.set("callboard.services", [{ name: "Daily", baseUrl: "https://daily.example" }]);
  editor.will("batch", "smoke", "");
  await editor.run("callboard.addById");
  editor.will("smoke", "KEY", "Only list them");
  await editor.run(command);
  expect(editor.said.filter(each => each.startsWith("warning"))).toEqual([]);
});

test("the second workflow is written only if pull requests wait for reviews", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.will("Smoke", "KEY", "Only list them");
  await editor.run(command);
  expect(editor.tabs).toEqual([]);
  expect(editor.shown).toEqual([run]);
  expect(await inputsIn(editor, run)).toMatchObject({ with: { batches: "smoke" } });
  expect(await textOf(editor, run)).not.toContain("review-check");
  // Without Git the repository's settings page is unknown.
  expect(editor.said.at(-1)).toMatch(/settings\.$/);
  expect(editor.files.text("/shop/callboard.yml")).toContain("smoke");
});

test.each([
  ["the choice of targets", [undefined]],
  ["the secret's name", ["Smoke", undefined]],
  ["the question about reviews", ["Smoke", "KEY", undefined]],
])("closing %s leaves nothing behind", async (_, answers) => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.will(...answers);
  await editor.run(command);
  expect(editor.said.filter(line => /^(info|warning|error|diff)/.test(line))).toEqual([]);
  expect(filesOf(editor)).toEqual([]);
  expect(editor.shown).toEqual([]);
});

test("an empty choice shows a message", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.will("");
  await editor.run(command);
  expect(editor.said.at(-1)).toContain("Nothing was chosen, so no workflow was written.");
  expect(filesOf(editor)).toEqual([]);
});

test("a secret's name that GitHub would refuse is refused", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.will("Smoke", "GITHUB_KEY");
  await editor.run(command);
  expect(editor.said.at(-1)).toBe("refused: A secret's name does not begin with GITHUB_.");
});

test("the embedded service needs no secret", async () => {
  const { editor } = openWindow({ folders: ["/shop"] });
  await editor.run("callboard.tryEmbedded");
  await editor.run("callboard.importDemoProject");
  editor.said.splice(0);
  editor.will("Smoke", "Only list them");
  await editor.run(command);
  expect(await inputsIn(editor, run)).toMatchObject({ with: { "base-url": "embedded", batches: "smoke" } });
  expect(editor.said.at(-1)).toMatch(/^diff: nothing, callboard\.yml/);
});

test("an existing file is not changed, and the other one can be added", async () => {
  const there = "name: Mine\n";
  const files = fakeFilesWith({ "/shop/.github/workflows/callboard.yml": there });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  editor.will(undefined);
  await editor.run(command);
  expect(editor.shown).toEqual([]);
  editor.will("Add it", "KEY");
  await editor.run(command);
  expect(editor.said.filter(line => /^(info|diff|warning)/.test(line))).toEqual([
    expect.stringMatching(/already contains.*review-check: Callboard reviews.*\[Add it\]/s),
    expect.stringMatching(/already contains/),
    expect.stringMatching(/^diff: nothing, callboard-reviews\.yml/),
    expect.stringContaining("does not reach"),
    expect.stringContaining("set the secret KEY"),
  ]);
  expect(editor.shown).toEqual([reviews]);
  expect(filesOf(editor)).toEqual(["/shop/.github/workflows/callboard.yml"]);
  expect(files.text("/shop/.github/workflows/callboard.yml")).toBe(there);
});

test("with both files there is no question", async () => {
  const files = fakeFilesWith({
    "/shop/.github/workflows/callboard.yml": "a: 1\n",
    "/shop/.github/workflows/callboard-reviews.yml": "b: 1\n",
  });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  await editor.run(command);
  expect(editor.said).toEqual([
    "warning: .github/workflows/callboard.yml already exists and is not changed.",
  ]);
});

test("an unsaved new file keeps the person's changes", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.will("Smoke", "KEY", "Wait");
  await editor.run(command);
  editor.type(run, "changed\n");
  await editor.run(command);
  expect(editor.said.at(-1)).toContain("already exists");
  expect(await textOf(editor, run)).toBe("changed\n");
});

test("a file that was created meanwhile is not changed", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  const { showInputBox } = editor.vscode.window;
  editor.vscode.window.showInputBox = (async (...given: Parameters<typeof showInputBox>) => {
    editor.files.put("/shop/.github/workflows/callboard.yml", "name: Mine\n");
    return showInputBox(...given);
  }) as typeof showInputBox;
  editor.will("Smoke", "KEY", "Only list them");
  await editor.run(command);
  expect(editor.said.at(-1)).toContain("callboard.yml already exists and is not changed.");
  expect(editor.shown).toEqual([]);
});

test("with several folders, the chosen one gets the workflow and the pins", async () => {
  const files = fakeFilesWith({
    "/shop/callboard.yml": catalog,
    "/mill/callboard.yml": "batches:\n  grind: { id: nightly }\n",
  });
  const { editor } = await connectedWindow({ folders: ["/shop", "/mill"], files });
  editor.will("mill", "smoke, at-night", "KEY", "Only list them");
  await editor.run(command);
  const address = "untitled:/mill/.github/workflows/callboard.yml";
  expect(editor.shown).toEqual([address]);
  expect(await inputsIn(editor, address)).toMatchObject({ with: { batches: "smoke\ngrind\n" } });
  expect(files.text("/mill/callboard.yml")).toContain("smoke: { id: smoke }");
  expect(files.text("/shop/callboard.yml")).toBe(catalog);
});

test("for a folder within a repository, the workflow is at the root and names the catalog's path", async () => {
  const files = fakeFilesWith({
    "/mono/packages/shop/callboard.yml": catalog,
    "/mono/.git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/release/trunk\n",
  });
  const { editor } = await connectedWindow({ folders: ["/mono/packages/shop"], files });
  editor.github.repositories = [new FakeRepository("/mono", { remotes })];
  editor.will("smoke", "KEY", "Wait");
  await editor.run(command);
  const [first = "", second = ""] = editor.shown;
  expect(first).toBe("untitled:/mono/.github/workflows/callboard.yml");
  expect(await inputsIn(editor, first)).toMatchObject({ with: { catalog: "packages/shop/callboard.yml" } });
  expect(await inputsIn(editor, second)).toMatchObject({ with: { catalog: "packages/shop/callboard.yml" } });
  expect(parse(await textOf(editor, first)).on.push).toEqual({ branches: ["release/trunk"] });
});

test("the settings page is the base repository's, and only on GitHub", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  const fork = { name: "origin", fetchUrl: "https://github.com/kim/shop.git" };
  const upstream = { name: "upstream", fetchUrl: "https://github.com/larkspur/shop.git" };
  const repository = new FakeRepository("/shop", { branch: "mine", remotes: [fork, upstream] });
  editor.github.repositories = [repository];
  editor.will("Smoke", "KEY", "Only list them", "Open the page");
  await editor.run(command);
  expect(editor.opened).toEqual(["https://github.com/larkspur/shop/settings/secrets/actions/new"]);

  editor.files.put("/shop/.github/workflows/callboard.yml", "");
  repository.change({ remotes: [{ name: "origin", fetchUrl: "https://gitlab.com/larkspur/shop.git" }] });
  editor.will("Add it", "KEY");
  await editor.run(command);
  expect(editor.said.at(-1)).toMatch(/settings\.$/);
});

test("without a service, a folder, a batch or trust the command shows what to do", async () => {
  const { editor } = openWindow({ folders: ["/shop"] });
  await editor.run(command);
  expect(editor.said.at(-1)).toContain("No service is in use.");
  const { editor: noFolder } = await connectedWindow();
  await noFolder.run(command);
  expect(noFolder.said.at(-1)).toContain("No folder is open");
  const { editor: untrusted } = openWindow({ folders: ["/shop"], trusted: false });
  await untrusted.run(command);
  expect(untrusted.said.at(-1)).toContain("not trusted");
  const { editor: empty } = openWindow({ folders: ["/shop"] });
  const running = await startEmbedded();
  empty.will(running.url, "Staging", running.key);
  await empty.run("callboard.connect");
  await empty.run(command);
  expect(empty.said.at(-1)).toContain("No batch and no channel is known yet");
});
