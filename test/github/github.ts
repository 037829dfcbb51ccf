/**
 * A local GitHub for tests: a repository with a main branch, pull requests that tests make, and tokens for every way
 * in which a workflow may meet it. What is sent to it is recorded and held against what GitHub publishes.
 */

import { type Description, readDescription } from "./description.ts";
import { repository, startEmulator, type TokenKind } from "./emulator.ts";
import type { Exchange } from "./exchange.ts";
import type { Fault } from "./faults.ts";
import { type GraphQl, readGraphQl, uncheckedGraphQl } from "./graphql.ts";
import type { Annotation, CheckRun, Comment, Memory, PullRequest } from "./plays.ts";
import { startProxy } from "./proxy.ts";

export interface LocalGitHub extends AsyncDisposable {
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly graphqlUrl: string;
  readonly repo: typeof repository;
  token(kind: TokenKind): string;

  /** Pushes a commit to a branch, which is made where there is none; `at` is its date, as ISO 8601. */
  push(branch: string, files?: Files, at?: string): Promise<Pushed>;
  /** Merges a pull request's head into the main branch, whose last commit is the first parent. */
  merge(pull: OpenPullRequest): Promise<Pushed>;
  /** Puts another commit in place of a branch's last one. */
  amend(branch: string): Promise<{ readonly sha: string }>;
  createPullRequest(options?: { branch?: string; files?: Files; fork?: boolean }): Promise<OpenPullRequest>;
  /** Puts a pull request into the merge queue: the commit that would be merged, on the queue's own branch. */
  queue(pull: OpenPullRequest): Promise<{ headSha: string; headRef: string; baseSha: string }>;
  /** GitHub knows this run of a workflow, and its attempts up to this one. */
  startRun(id: number, attempt?: number): void;
  /** The check run that GitHub makes for a job; gives the id that `job.check_run_id` has. */
  startJob(sha: string, name?: string): Promise<number>;

  /** Check runs go with their workflow runs: the gate's at a commit are gone. */
  deleteCheckRuns(sha: string): Promise<void>;
  /** What a person may do in the repository ("none": not even see it), or how GitHub refuses to tell. */
  permit(login: string, permission: string | 403 | 404 | 500): void;
  /** The signs that were given to a comment, in their order. */
  reactions(comment: number): readonly string[];
  /** The repository's dispatches, in their order. */
  readonly dispatches: Memory["dispatches"];

  comments(pull: number): Promise<Comment[]>;
  comment(pull: number, body: string, author?: TokenKind): Promise<Comment>;
  checkRuns(sha: string): Promise<CheckRun[]>;
  annotations(checkRun: number): Promise<Annotation[]>;
  /** Anything else that GitHub can be asked, unrecorded. */
  ask<Body>(kind: TokenKind, method: string, path: string, body?: unknown): Promise<Body>;

  /** Everything that clients sent, in its order. */
  readonly requests: readonly Exchange[];
  /**
   * What was wrong with it, or with the answers. Asking settles them; what nobody asked for fails the test when
   * GitHub is closed.
   */
  violations(): string[];
  failNext(operation: string, fault: Fault, times?: number): void;
  /** Everything that this token asks goes wrong, until this is called without a fault. */
  failAll(kind: TokenKind, fault?: Fault): void;
}

/** Contents by path. */
export type Files = Readonly<Record<string, string>>;

export interface Pushed {
  readonly sha: string;
  /** The commit that was there before; zeros for a new branch. */
  readonly before: string;
  readonly ref: string;
}

export interface OpenPullRequest {
  readonly number: number;
  readonly headSha: string;
  readonly headRef: string;
  readonly headRepo: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** Head and base merged, for `refs/pull/<number>/merge`. */
  readonly mergeSha: string;
  readonly fork: boolean;
}

export interface GitHubOptions {
  /** Paths as GitHub Enterprise Server has them. */
  readonly enterprise?: boolean;
  /** `false` needs nothing installed, and checks nothing: for showing, not for testing. */
  readonly checked?: boolean;
}

const main = "main";
const nowhere = "0".repeat(40);

export async function startGitHub({
  enterprise = false,
  checked = true,
}: GitHubOptions = {}): Promise<LocalGitHub> {
  if (checked) description ??= readDescription();
  const emulator = await startEmulator();
  const memory: Memory = {
    deleted: new Set(),
    edits: new Map(),
    checkRuns: new Map(),
    runs: new Map(),
    reactions: new Map(),
    permissions: new Map([
      ["octocat", "admin"],
      ["contributor", "read"],
    ]),
    dispatches: [],
    appOwner: await (await fetch(`${emulator.url}/users/${repository.owner}`)).json(),
  };
  const proxy = await startProxy({
    emulator,
    memory,
    enterprise,
    description: await (checked ? description : undefined),
    graphql: async () => {
      if (!checked) return uncheckedGraphQl;
      graphql ??= readGraphQl();
      return await graphql;
    },
  });
  const { ask } = proxy;
  const root = `/repos/${repository.fullName}`;

  /** A tree without a base and a commit: all that the emulator needs of git. */
  async function commit(
    repo: string,
    author: TokenKind,
    files: Files,
    parents: string[],
    date = "2026-01-01T00:00:00Z",
  ): Promise<string> {
    const tree = await ask<{ sha: string }>(author, "POST", `/repos/${repo}/git/trees`, {
      tree: Object.entries(files).map(([path, content]) => ({ path, mode: "100644", type: "blob", content })),
    });
    const made = await ask<{ sha: string }>(author, "POST", `/repos/${repo}/git/commits`, {
      message: `Change ${Object.keys(files).join(", ")}`,
      tree: tree.sha,
      parents,
      // Its date is fixed, so that a fork's commit is the same one when it is made again in the base repository.
      author: { name: "A Developer", email: "developer@example.com", date },
    });
    return made.sha;
  }

  async function tip(branch: string): Promise<string | undefined> {
    const refs = await ask<{ ref: string; object: { sha: string } }[]>(
      "user",
      "GET",
      `${root}/git/matching-refs/heads/${branch}`,
    );
    return refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
  }

  async function mainTip(): Promise<string> {
    const sha = await tip(main);
    if (sha === undefined) throw new Error(`${repository.fullName} has no ${main}`);
    return sha;
  }

  async function push(branch: string, files: Files = anyFiles(), at?: string): Promise<Pushed> {
    const before = await tip(branch);
    return await pushed(branch, before, [before ?? (await mainTip())], files, at);
  }

  async function pushed(
    branch: string,
    before: string | undefined,
    parents: string[],
    files: Files,
    at?: string,
  ): Promise<Pushed> {
    const sha = await commit(repository.fullName, "user", files, parents, at);
    const ref = `refs/heads/${branch}`;
    if (before === undefined) await ask("user", "POST", `${root}/git/refs`, { ref, sha });
    else await ask("user", "PATCH", `${root}/git/refs/heads/${branch}`, { sha });
    return { sha, before: before ?? nowhere, ref };
  }

  /**
   * A fork shares its commits with the base repository, where a pull request's head can be read. The emulator's does
   * not, so the head is made in both, without a parent: the emulator's fork begins with a commit of its own.
   */
  async function pushToFork(branch: string, files: Files): Promise<string> {
    const fork = `contributor/${repository.name}`;
    const known = await ask<unknown[]>("user", "GET", `${root}/forks`);
    if (known.length === 0) await ask("contributor", "POST", `${root}/forks`, {});
    await commit(repository.fullName, "user", files, []);
    const sha = await commit(fork, "contributor", files, []);
    await ask("contributor", "POST", `/repos/${fork}/git/refs`, { ref: `refs/heads/${branch}`, sha });
    return sha;
  }

  let made = 0;
  function anyFiles(): Files {
    made++;
    return { "README.md": `Change ${made}\n` };
  }

  return {
    apiUrl: proxy.apiUrl,
    serverUrl: proxy.serverUrl,
    graphqlUrl: proxy.graphqlUrl,
    repo: repository,
    requests: proxy.requests,
    token: kind => emulator.token(kind),
    ask,
    push,

    async merge({ headSha }) {
      const before = await mainTip();
      return await pushed(main, before, [before, headSha], anyFiles());
    },

    async amend(branch) {
      const sha = await commit(repository.fullName, "user", anyFiles(), [await mainTip()]);
      await ask("user", "PATCH", `${root}/git/refs/heads/${branch}`, { sha, force: true });
      return { sha };
    },

    async createPullRequest({ branch, files = anyFiles(), fork = false } = {}) {
      const headRef = branch ?? `change-${made}`;
      const baseSha = await mainTip();
      const headSha = fork ? await pushToFork(headRef, files) : (await push(headRef, files)).sha;
      const pull = await ask<PullRequest>(fork ? "contributor" : "user", "POST", `${root}/pulls`, {
        title: `Change ${Object.keys(files).join(", ")}`,
        head: fork ? `contributor:${headRef}` : headRef,
        base: main,
      });
      return {
        number: pull.number,
        headSha,
        headRef,
        headRepo: pull.head.repo.full_name,
        baseSha,
        baseRef: main,
        mergeSha: await commit(repository.fullName, "user", files, [baseSha, headSha]),
        fork,
      };
    },

    async queue({ number, headSha }) {
      const baseSha = await mainTip();
      const headRef = `refs/heads/gh-readonly-queue/${main}/pr-${number}-${baseSha}`;
      const sha = await commit(repository.fullName, "user", { "README.md": `Merges ${headSha}\n` }, [
        baseSha,
        headSha,
      ]);
      await ask("user", "POST", `${root}/git/refs`, { ref: headRef, sha });
      return { headSha: sha, headRef, baseSha };
    },

    startRun(id, attempt = 1) {
      memory.runs.set(id, Math.max(attempt, memory.runs.get(id) ?? 0));
    },

    async startJob(sha, name = "scenarios") {
      const run = await ask<CheckRun>("app", "POST", `${root}/check-runs`, {
        name,
        head_sha: sha,
        status: "in_progress",
      });
      const remembered = memory.checkRuns.get(run.id);
      if (remembered) memory.checkRuns.set(run.id, { ...remembered, ofJob: true });
      return run.id;
    },

    async deleteCheckRuns(sha) {
      const path = `${root}/commits/${sha}/check-runs?filter=all&per_page=100`;
      const { check_runs: runs } = await ask<{ check_runs: CheckRun[] }>("user", "GET", path);
      for (const { id } of runs) memory.deleted.add(id);
    },

    permit: (login, permission) => void memory.permissions.set(login, permission),
    reactions: comment => (memory.reactions.get(comment) ?? []).map(({ content }) => content),
    dispatches: memory.dispatches,

    comments: pull => everyPage(page => ask("user", "GET", `${root}/issues/${pull}/comments?${page}`)),
    comment: (pull, body, author = "user") =>
      ask(author, "POST", `${root}/issues/${pull}/comments`, { body }),
    checkRuns: sha =>
      everyPage(async page => {
        const path = `${root}/commits/${sha}/check-runs?filter=all&${page}`;
        return (await ask<{ check_runs: CheckRun[] }>("user", "GET", path)).check_runs;
      }),
    annotations: id => everyPage(page => ask("user", "GET", `${root}/check-runs/${id}/annotations?${page}`)),

    violations: () => proxy.violations.splice(0),
    failNext: (operation, fault, times = 1) => proxy.failNext(operation, fault, times),
    failAll: (kind, fault) => proxy.failAll(kind, fault),

    async [Symbol.asyncDispose]() {
      await proxy.close();
      await emulator.close();
      const wrong = [
        ...proxy.violations,
        ...proxy.unmet.map(({ operation }) => `${operation}: a fault was ordered and nothing met it`),
      ];
      if (wrong.length > 0) throw new Error(`With the local GitHub:\n- ${wrong.join("\n- ")}`);
    },
  };
}

/** Read once for all that one process starts. */
let description: Promise<Description> | undefined;
let graphql: Promise<GraphQl> | undefined;

async function everyPage<Item>(get: (page: string) => Promise<Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for (let number = 1; ; number++) {
    const items = await get(`per_page=100&page=${number}`);
    all.push(...items);
    if (items.length < 100) return all;
  }
}
