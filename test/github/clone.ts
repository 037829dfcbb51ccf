/**
 * Clones a repository of the local GitHub with the same commits, for an editor to open. Nothing goes over a network:
 * the clone reads the commits through GitHub's interface.
 */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Files, LocalGitHub } from "./github.ts";

export interface CloneOptions {
  readonly folder: string;
  /** The full name of a repository for each remote; by default `origin` is the local GitHub's repository. */
  readonly remotes?: Readonly<Record<string, string>>;
  /**
   * A remote's branch, which a local branch of the same or another name follows, or a commit to detach HEAD at.
   * Defaults to the first remote's `main`.
   */
  readonly at?: { readonly branch: string; readonly remote?: string; readonly as?: string } | string;
}

export interface Clone {
  readonly folder: string;
  git(...args: string[]): Promise<string>;
  /** Fetches the remotes' branches; the checked-out branch stays where it is. */
  fetch(): Promise<void>;
  commit(files: Files): Promise<string>;
}

export async function makeClone(github: LocalGitHub, options: CloneOptions): Promise<Clone> {
  const { folder, remotes = { origin: github.repo.fullName }, at } = options;
  await mkdir(folder, { recursive: true });
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: folder, env: gitEnvironment });
    return stdout.trim();
  };
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "A Developer");
  await git("config", "user.email", "developer@example.com");
  for (const [remote, fullName] of Object.entries(remotes)) {
    await git("remote", "add", remote, `${github.serverUrl}/${fullName}.git`);
  }
  async function fetch(): Promise<void> {
    for (const [remote, fullName] of Object.entries(remotes))
      await fetchFrom(github, fullName, { remote, folder, git });
  }
  await fetch();
  const [first] = Object.keys(remotes);
  if (typeof at === "string") {
    await git("checkout", "--quiet", "--detach", at);
  } else if (first !== undefined) {
    const { branch, remote = first, as = branch } = at ?? { branch: "main" };
    await git("checkout", "--quiet", "-B", as, "--track", `${remote}/${branch}`);
  } else {
    await git("commit", "--quiet", "--allow-empty", "--message", "Begin");
  }
  return {
    folder,
    git,
    fetch,
    async commit(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      await git("add", "--all");
      await git("commit", "--quiet", "--message", `Change ${Object.keys(files).join(", ")}`);
      return await git("rev-parse", "HEAD");
    },
  };
}

const gitEnvironment = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };

interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly tree: { readonly sha: string };
  readonly parents: readonly { readonly sha: string }[];
  readonly author: Person;
  readonly committer: Person;
}
interface Person {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

async function fetchFrom(
  github: LocalGitHub,
  fullName: string,
  { remote, folder, git }: { readonly remote: string } & Pick<Clone, "folder" | "git">,
): Promise<void> {
  const root = `/repos/${fullName}`;
  const ask = <Body>(path: string) => github.ask<Body>("user", "GET", root + path);
  const refs = await ask<{ ref: string; object: { sha: string } }[]>("/git/matching-refs/heads/");
  const importing = spawn("git", ["fast-import", "--quiet"], {
    cwd: folder,
    env: gitEnvironment,
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(importing, "close");
  const write = (text: string) => importing.stdin.write(text);
  const data = (text: string) => write(`data ${Buffer.byteLength(text)}\n${text}\n`);
  const person = ({ name, email, date }: Person) =>
    `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
  const known = new Set<string>();

  async function take(sha: string): Promise<void> {
    if (known.has(sha)) return;
    known.add(sha);
    const commit = await ask<Commit>(`/git/commits/${sha}`);
    for (const parent of commit.parents) await take(parent.sha);
    const { tree } = await ask<{ tree: { path: string; mode: string; type: string; sha: string }[] }>(
      `/git/trees/${commit.tree.sha}?recursive=1`,
    );
    const files = await Promise.all(
      tree
        .filter(({ type }) => type === "blob")
        .map(async ({ path, mode, sha }) => {
          const { content } = await ask<{ content: string }>(`/git/blobs/${sha}`);
          return { path, mode, text: Buffer.from(content, "base64").toString() };
        }),
    );
    write(`commit ${takenOver}${sha}\nmark :${known.size}\n`);
    write(`author ${person(commit.author)}\ncommitter ${person(commit.committer)}\n`);
    data(commit.message.endsWith("\n") ? commit.message : `${commit.message}\n`);
    for (const [i, parent] of commit.parents.entries()) {
      write(`${i === 0 ? "from" : "merge"} ${takenOver}${parent.sha}\n`);
    }
    write("deleteall\n");
    for (const { path, mode, text } of files) {
      write(`M ${mode} inline ${path}\n`);
      data(text);
    }
  }
  for (const { ref, object } of refs) {
    await take(object.sha);
    write(
      `reset ${ref.replace("refs/heads/", `refs/remotes/${remote}/`)}\nfrom ${takenOver}${object.sha}\n\n`,
    );
  }
  importing.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);

  const listed = await git("for-each-ref", "--format=%(refname) %(objectname)", takenOver);
  for (const [ref = "", sha = ""] of listed.split("\n").map(line => line.split(" "))) {
    if (ref !== takenOver + sha) throw new Error(`GitHub's commit ${ref} became ${sha}`);
    await git("update-ref", "-d", ref);
  }
}

/** The refs under which commits arrive; they show whether Git computes the same hashes as GitHub. */
const takenOver = "refs/taken-over/";
