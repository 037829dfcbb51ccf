/**
 * Plays GitHub's GraphQL interface, which the emulator lacks. graphql-js runs the Action's queries against GitHub's
 * published schema, which checks both queries and responses.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmulatedResponse, type GitHubCall, respondWith } from "./exchange.ts";
import {
  asGitHubShows,
  type GitCommit,
  type GitHubCheckRun,
  type GitHubComment,
  type GitHubMemory,
  type GitHubPullRequest,
  loginOfIdentity,
  withCurrentHead,
} from "./plays.ts";

/** A call, with the memory of things that the emulator does not keep. */
interface Asking extends GitHubCall {
  readonly memory: GitHubMemory;
}

const fields = {
  viewer: async (_: object, { identity, forward }: GitHubCall) => {
    const login = loginOfIdentity(identity);
    const { body } = await forward<{ id?: number; node_id?: string }>(
      "GET",
      `/users/${encodeURIComponent(login)}`,
    );
    // The emulator creates an app's user at the app's first write.
    return { __typename: "User", id: body.node_id ?? login, databaseId: body.id ?? null, login };
  },
  node: ({ id }: { id: string }, asking: Asking) => comment(id, asking),
  repository: ({ owner, name }: { owner: string; name: string }) => {
    const root = `/repos/${owner}/${name}`;
    return {
      object: ({ expression, oid }: { expression?: string; oid?: string }, asking: Asking) =>
        commitAt(root, expression ?? oid ?? "", asking),
      pullRequest: ({ number }: { number: number }, asking: Asking) => pullRequest(root, number, asking),
    };
  },
};

/** The Action looks up only comments by node. */
function comment(id: string, { memory }: Asking): object {
  const edits = memory.edits.get(id) ?? [];
  const nodes = edits.map(({ login, isApp }) => ({
    editor: { __typename: isApp ? "Bot" : "User", login: login.replace(/\[bot\]$/, "") },
  }));
  return { __typename: "IssueComment", userContentEdits: { pageInfo: { hasNextPage: false }, nodes } };
}

async function pullRequest(root: string, number: number, { forward }: Asking): Promise<object | null> {
  const { status, body: pull } = await forward<GitHubPullRequest>("GET", `${root}/pulls/${number}`);
  if (status !== 200) return null;
  const body = await withCurrentHead(pull, forward);
  return {
    headRefOid: body.head.sha,
    commits: async ({ last }: { last: number }, asking: Asking) => {
      const path = `${root}/pulls/${number}/commits?per_page=100`;
      const { body: commits } = await asking.forward<{ sha: string }[]>("GET", path);
      // The emulator's list starts with the base commit, which GitHub's does not contain.
      const shas = commits
        .map(({ sha }) => sha)
        .slice(1)
        .slice(-last);
      return { nodes: shas.map(sha => ({ commit: () => commitAt(root, sha, asking) })) };
    },
    comments: async ({ first }: { first: number }, asking: Asking) => {
      const path = `${root}/issues/${number}/comments?per_page=${first}`;
      const { body: comments } = await asking.forward<GitHubComment[]>("GET", path);
      // A full page claims a next one, because one more page costs the Action one more request.
      const pageInfo = { hasNextPage: comments.length === first };
      return { pageInfo, nodes: comments.map(each => commentNode(asGitHubShows(each))) };
    },
  };
}

function commentNode({ id, node_id, html_url: url, body, user }: GitHubComment): object {
  const isApp = user.type === "Bot";
  const login = isApp ? user.login.replace(/\[bot\]$/, "") : user.login;
  const author = { __typename: isApp ? "Bot" : "User", login };
  return { fullDatabaseId: String(id), id: node_id, url, body, author };
}

/** Supports two of Git's expressions: a commit, and `~2` for the first parent of its first parent. */
async function commitAt(root: string, expression: string, asking: Asking): Promise<object | null> {
  const [sha, distance = "0"] = expression.split("~");
  let at = sha;
  for (let left = Number(distance); ; left--) {
    const found = await findCommit(root, at, asking);
    if (found === undefined) return null;
    if (left === 0) return commit(root, found);
    at = found.parents[0]?.sha;
  }
}

async function findCommit(
  root: string,
  sha: string | undefined,
  { forward, memory: { commits } }: Asking,
): Promise<GitCommit | undefined> {
  if (sha === undefined) return undefined;
  const place = `${root}/git/commits/${sha}`;
  const reading = commits.get(place) ?? forward<GitCommit>("GET", place);
  commits.set(place, reading); // before it ends, because a query asks for many ancestors at once
  const { status, body } = await reading;
  if (status === 200) return body;
  commits.delete(place);
  return undefined;
}

function commit(root: string, { sha, committer }: GitCommit): object {
  return {
    __typename: "Commit",
    oid: sha,
    committedDate: committer.date,
    checkSuites: ({ filterBy }: Filtered, asking: Asking) => checkSuites(root, sha, filterBy, asking),
  };
}

interface Filtered {
  readonly filterBy?: { readonly appId?: number; readonly checkName?: string };
}

async function checkSuites(
  root: string,
  sha: string,
  filter: Filtered["filterBy"],
  { forward, memory }: Asking,
) {
  const path = `${root}/commits/${sha}/check-runs?per_page=100&filter=all`;
  const { body } = await forward<{ check_runs: GitHubCheckRun[] }>("GET", path);
  const appOf = ({ id }: GitHubCheckRun) => memory.checkRuns.get(id)?.app.id;
  const runs = body.check_runs
    .filter(run => !memory.deleted.has(run.id))
    .filter(run => (filter?.appId ?? appOf(run)) === appOf(run));
  const apps = new Set(matching(runs, filter).map(appOf));
  return {
    pageInfo: { hasNextPage: false },
    nodes: Array.from(apps, app => ({
      app: {
        slug: runs.flatMap(({ id }) => memory.checkRuns.get(id)?.app ?? []).find(({ id }) => id === app)
          ?.slug,
      },
      checkRuns: ({ filterBy }: Filtered) => ({
        pageInfo: { hasNextPage: false },
        nodes: matching(runs, filterBy)
          .filter(run => appOf(run) === app)
          .map(({ id, name, html_url, external_id, status, conclusion, output }) => ({
            ...{ databaseId: id, name, permalink: html_url, externalId: external_id },
            status: status.toUpperCase(),
            conclusion: conclusion?.toUpperCase() ?? null,
            ...{ title: output.title, summary: output.summary, text: output.text },
          })),
      }),
    })),
  };
}

function matching(runs: readonly GitHubCheckRun[], filter: Filtered["filterBy"]): GitHubCheckRun[] {
  return runs.filter(({ name }) => (filter?.checkName ?? name) === name);
}

export interface GraphQl {
  answer(call: GitHubCall, memory: GitHubMemory): Promise<{ answer: EmulatedResponse; problems: string[] }>;
}

/** A GraphQL interface for demonstrations: it checks nothing and only answers who asks. */
export const uncheckedGraphQl: GraphQl = {
  async answer(call) {
    const viewer = await fields.viewer({}, call);
    return { answer: respondWith(200, { data: { viewer } }), problems: [] };
  },
};

export async function readGraphQl(): Promise<GraphQl> {
  const modules = join(import.meta.dirname, "node_modules");
  // A variable hides the name from the type checker, which also runs where these packages are not installed.
  const library = "graphql";
  const { buildSchema, parse, validate, execute }: GraphQlLibrary = await import(library).catch(notInstalled);
  const published = await readFile(join(modules, "@octokit/graphql-schema/schema.graphql"), "utf8");
  const schema = buildSchema(published, { noLocation: true, assumeValid: true, assumeValidSDL: true });

  const validDocuments = new Map<string, unknown>();

  return {
    async answer(call, memory) {
      const { query, variables } = asQuery(call.body);
      let document = validDocuments.get(query);
      if (document === undefined) {
        try {
          document = parse(query);
        } catch (error) {
          return refused([{ message: String(error) }]);
        }
        const invalid = validate(schema, document);
        if (invalid.length > 0) return refused(invalid);
        validDocuments.set(query, document);
      }

      const { data, errors = [] } = await execute({
        schema,
        document,
        rootValue: fields,
        variableValues: variables,
        contextValue: { ...call, memory },
      });
      // An error here means that a field is missing from this play, or wrong.
      if (errors.length > 0) return refused(errors);
      return { answer: respondWith(200, { data }), problems: [] };
    },
  };

  function refused(errors: readonly { message: string }[]) {
    const messages = errors.map(({ message }) => message);
    return {
      answer: respondWith(200, { errors: messages.map(message => ({ message })) }),
      problems: messages,
    };
  }
}

function notInstalled(cause: unknown): never {
  throw new Error("GraphQL is not installed: run `npm ci --ignore-scripts` in test/github", { cause });
}

interface GraphQlLibrary {
  buildSchema(text: string, options: Record<string, boolean>): unknown;
  parse(text: string): unknown;
  validate(schema: unknown, document: unknown): readonly { message: string }[];
  execute(job: Record<string, unknown>): Promise<{
    data?: unknown;
    errors?: readonly { message: string }[];
  }>;
}

function asQuery(body: unknown): { query: string; variables: unknown } {
  const query = typeof body === "object" && body !== null && "query" in body ? body.query : "";
  const variables = typeof body === "object" && body !== null && "variables" in body ? body.variables : {};
  return { query: typeof query === "string" ? query : "", variables };
}
