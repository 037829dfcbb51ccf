/**
 * A local GitHub for tests: a repository with a main branch, pull requests that tests create, and tokens for every role
 * of a workflow. It records requests and checks them against GitHub's published description.
 */

import { ArtifactStorage, type NewArtifact } from "./artifacts.ts";
import { type Description, readDescription } from "./description.ts";
import { repository, startEmulator, type TokenKind } from "./emulator.ts";
import type { GitHubExchange } from "./exchange.ts";
import type { Fault } from "./faults.ts";
import { type GraphQl, readGraphQl, uncheckedGraphQl } from "./graphql.ts";
import type {
  GitHubAnnotation,
  GitHubCheckRun,
  GitHubComment,
  GitHubMemory,
  GitHubPullRequest,
} from "./plays.ts";
import { startProxy } from "./proxy.ts";

export interface LocalGitHub extends AsyncDisposable {
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly graphqlUrl: string;
  readonly repo: typeof repository;
  token(kind: TokenKind): string;

  /** Pushes a commit to a branch, and creates the branch if needed. `at` is the commit's date in ISO 8601. */
  push(branch: string, files?: Files, at?: string): Promise<Pushed>;
  /** Merges a pull request's head into the main branch; the branch's last commit is the first parent. */
  merge(pull: OpenPullRequest): Promise<Pushed>;
  amend(branch: string): Promise<{ readonly sha: string }>;
  createPullRequest(options?: { branch?: string; files?: Files; fork?: boolean }): Promise<OpenPullRequest>;
  /** Puts a pull request into the merge queue, as a commit on the queue's own branch. */
  queue(pull: OpenPullRequest): Promise<{ headSha: string; headRef: string; baseSha: string }>;
  /** Registers a workflow run and its attempts up to this one. */
  startRun(id: number, attempt?: number): void;
  /** Adds an artifact to a workflow run, and returns its id. */
  addArtifact(artifact: NewArtifact): Promise<number>;
  readonly downloads: ArtifactStorage["downloads"];
  /** Creates the check run that GitHub makes for a job, and returns the id for `job.check_run_id`. */
  startJob(sha: string, name?: string): Promise<number>;

  /** Deletes the check runs at a commit, as GitHub does when it deletes their workflow run. */
  deleteCheckRuns(sha: string): Promise<void>;
  /** Sets a person's permission in the repository ("none" hides the repository), or GitHub's refusal to report it. */
  permit(login: string, permission: string | 403 | 404 | 500): void;
  reactions(comment: number): readonly string[];
  readonly dispatches: GitHubMemory["dispatches"];

  comments(pull: number): Promise<GitHubComment[]>;
  comment(pull: number, body: string, author?: TokenKind): Promise<GitHubComment>;
  checkRuns(sha: string): Promise<GitHubCheckRun[]>;
  annotations(checkRun: number): Promise<GitHubAnnotation[]>;
  /** Sends any other request to GitHub, unrecorded. */
  ask<Body>(kind: TokenKind, method: string, path: string, body?: unknown): Promise<Body>;

  readonly requests: readonly GitHubExchange[];
  /** Returns and clears the violations of requests and responses. Any left over fail the test when GitHub is closed. */
  violations(): string[];
  failNext(operation: string, fault: Fault, times?: number): void;
  /** Makes all requests of this token fail; without a fault, ends that. */
  failAll(kind: TokenKind, fault?: Fault): void;
}

export type Files = Readonly<Record<string, string>>;

export interface Pushed {
  readonly sha: string;
  /** The previous commit; zeros for a new branch. */
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
  /** The merge of head and base, as in `refs/pull/<number>/merge`. */
  readonly mergeSha: string;
  readonly fork: boolean;
}

export interface LocalGitHubOptions {
  readonly enterprise?: boolean;
  /** `false` needs nothing installed and checks nothing; it is for demonstrations. */
  readonly checked?: boolean;
}

const main = "main";
const nowhere = "0".repeat(40);

export async function startGitHub({
  enterprise = false,
  checked = true,
}: LocalGitHubOptions = {}): Promise<LocalGitHub> {
  if (checked) description ??= readDescription();
  const emulator = await startEmulator();
  const memory: GitHubMemory = {
    deleted: new Set(),
    edits: new Map(),
    checkRuns: new Map(),
    runs: new Map(),
    artifacts: new ArtifactStorage(),
    reactions: new Map(),
    permissions: new Map([
      ["octocat", "admin"],
      ["contributor", "read"],
    ]),
    dispatches: [],
    commits: new Map(),
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

  /** Creates a tree without a base, and a commit; the emulator needs no more of Git. */
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
      // A fixed date gives a fork's commit the same hash when it is made again in the base repository.
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
   * Creates the head in the fork and in the base repository, because GitHub's forks share commits with their base and
   * the emulator's do not. The commit has no parent, because the emulator's fork starts with its own commit.
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
      const pull = await ask<GitHubPullRequest>(fork ? "contributor" : "user", "POST", `${root}/pulls`, {
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

    addArtifact: artifact => memory.artifacts.add(artifact),
    downloads: memory.artifacts.downloads,

    async startJob(sha, name = "scenarios") {
      const run = await ask<GitHubCheckRun>("app", "POST", `${root}/check-runs`, {
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
      const { check_runs: runs } = await ask<{ check_runs: GitHubCheckRun[] }>("user", "GET", path);
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
        return (await ask<{ check_runs: GitHubCheckRun[] }>("user", "GET", path)).check_runs;
      }),
    annotations: id => everyPage(page => ask("user", "GET", `${root}/check-runs/${id}/annotations?${page}`)),

    violations: () => proxy.violations.splice(0),
    failNext: (operation, fault, times = 1) => proxy.failNext(operation, fault, times),
    failAll: (kind, fault) => proxy.failAll(kind, fault),

    async [Symbol.asyncDispose]() {
      await proxy.close();
      await emulator.close();
      await memory.artifacts.close();
      const wrong = [
        ...proxy.violations,
        ...proxy.unmet.map(({ operation }) => `${operation}: a fault was ordered and nothing met it`),
      ];
      if (wrong.length > 0) throw new Error(`With the local GitHub:\n- ${wrong.join("\n- ")}`);
    },
  };
}

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
