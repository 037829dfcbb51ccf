import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClone } from "./clone.ts";
import { type LocalGitHub, startGitHub } from "./github.ts";

let github: LocalGitHub;
let temp: string;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
  temp = await mkdtemp(join(tmpdir(), "callboard-clones-"));
});
afterAll(async () => {
  await rm(temp, { recursive: true, force: true });
  await github[Symbol.asyncDispose]();
});

test("a clone has GitHub's own commits, on a branch that follows the remote's", async () => {
  const pull = await github.createPullRequest({
    files: { "a/b.ts": "x\n", "c.txt": "ü, and no line's end" },
  });
  const { git, folder, fetch, commit } = await makeClone(github, {
    folder: join(temp, "own"),
    at: { branch: pull.headRef, as: "mine" },
  });
  expect(await git("rev-parse", "HEAD", "origin/main")).toBe(`${pull.headSha}\n${pull.baseSha}`);
  expect(await git("rev-parse", "--abbrev-ref", "HEAD", "@{upstream}")).toBe(`mine\norigin/${pull.headRef}`);
  expect(await git("remote", "get-url", "origin")).toBe(`${github.serverUrl}/octocat/shop.git`);
  expect(await git("-C", folder, "ls-files")).toBe("a/b.ts\nc.txt");

  // A fetch brings commits pushed elsewhere; a commit made here stays here.
  const { sha } = await github.push(pull.headRef);
  await fetch();
  expect(await git("rev-list", "--count", `HEAD..${sha}`)).toBe("1");
  const own = await commit({ "a/b.ts": "y\n" });
  expect(await git("rev-list", `${pull.headSha}..HEAD`)).toBe(own);
  expect(await git("status", "--porcelain")).toBe("");
});

test("a fork's clone has the fork's branch and the parent's", async () => {
  const pull = await github.createPullRequest({ branch: "from-a-fork", fork: true });
  const { git } = await makeClone(github, {
    folder: join(temp, "fork"),
    remotes: { origin: "contributor/shop", upstream: "octocat/shop" },
    at: { branch: pull.headRef },
  });
  expect(await git("rev-parse", "HEAD")).toBe(pull.headSha);
  expect(await git("rev-parse", "upstream/main")).toBe(pull.baseSha);
});

test("a clone can be detached at a commit, and can have no remote", async () => {
  const pull = await github.createPullRequest({ branch: "left" });
  const detached = await makeClone(github, { folder: join(temp, "detached"), at: pull.headSha });
  expect(await detached.git("rev-parse", "--abbrev-ref", "HEAD")).toBe("HEAD");
  expect(await detached.git("rev-parse", "HEAD")).toBe(pull.headSha);
  const alone = await makeClone(github, { folder: join(temp, "alone"), remotes: {} });
  expect(await alone.git("rev-parse", "--abbrev-ref", "HEAD")).toBe("main");
  expect(await alone.git("remote")).toBe("");
});
