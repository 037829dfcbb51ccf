/**
 * Reads a pull request's head, the check runs of its gates at its latest commits, and its comments: with one GraphQL
 * query, or with several REST requests if the query fails or can't be used.
 */

import { loginOfActor, loginOfApp } from "../../shared/github/accounts.ts";
import { statusOf } from "../../shared/github/error.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { collectPages, pages } from "../../shared/github/pages.ts";
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from "../../shared/json.ts";
import { commentsOn, findOwnLogin, type PullRequestComment } from "../github/comments.ts";
import type { RepositoryName } from "../github/context.ts";
import { type CheckRun, type GateCheckRun, readGateCheckRun } from "./check-runs.ts";

export interface GateLook {
  /** The query's `sha`, else the pull request's latest commit. */
  readonly head: string;
  /** The review checks that the token's app created at this and other commits, in the order of their ids. */
  readonly runs: readonly GateCheckRun[];
  readonly comments?: readonly PullRequestComment[];
}

export interface GateQuery {
  /** The commit to read as the head. Default: the pull request's latest commit. */
  readonly sha?: string | undefined;
  /** Further commits, which may no longer belong to the pull request. */
  readonly shas?: readonly string[];
  /** The names of the check runs; empty for all. */
  readonly names: readonly string[];
  readonly comments: boolean;
}

/** How many of the latest commits are searched for check runs. */
const mostCommits = 10;

export interface GateReaderOptions {
  readonly repository: RepositoryName;
  readonly pull: number | undefined;
}

export class GateReader {
  readonly #repository: RepositoryName;
  readonly #pull: number | undefined;
  /** The ids of the job's own check runs, which are read even if the server doesn't report their app. */
  readonly #createdIds: ReadonlySet<number>;
  #ownLogin: string | undefined;
  #canQuery = true;

  constructor({ repository, pull }: GateReaderOptions, createdIds: ReadonlySet<number>) {
    this.#repository = repository;
    this.#pull = pull;
    this.#createdIds = createdIds;
  }

  get knownOwnLogin(): string | undefined {
    return this.#ownLogin;
  }

  async self(github: GitHub): Promise<string> {
    this.#ownLogin ??= await findOwnLogin(github);
    return this.#ownLogin;
  }

  async look(github: GitHub, query: GateQuery): Promise<GateLook> {
    const found = (await this.#lookWithGraphql(github, query)) ?? (await this.#lookWithRest(github, query));
    const ours = found.runs.filter(run => run.externalId === reviewsExternalId);
    const self = ours.every(({ id }) => this.#createdIds.has(id)) ? "" : await this.self(github);
    const runs = ours
      .filter(({ id, author }) => this.#createdIds.has(id) || author === self)
      .flatMap(run => readGateCheckRun(run, this.#pull) ?? [])
      .sort((a, b) => a.id - b.id);
    return { ...found, runs };
  }

  async comments(github: GitHub): Promise<readonly PullRequestComment[]> {
    const query = { names: [], comments: true };
    const data = await this.#query(github, query, []);
    const found = data && readComments(valueAt(data, "repository", "pullRequest"));
    return found?.isWhole ? found.comments : await this.#comments(github);
  }

  async #lookWithGraphql(github: GitHub, query: GateQuery): Promise<RawLook | undefined> {
    const { sha, shas = [], names, comments } = query;
    // GraphQL finds check runs only by name.
    if (names.length === 0) return undefined;
    const data = await this.#query(github, query, [...(sha === undefined ? [] : [sha]), ...shas]);
    if (data === undefined) return undefined;
    try {
      const found = readGates(data, query);
      if (!comments) return found;
      const read = readComments(valueAt(data, "repository", "pullRequest"));
      return { ...found, comments: read.isWhole ? read.comments : await this.#comments(github) };
    } catch (error) {
      if (!(error instanceof IncompleteResponse)) throw error;
      return undefined;
    }
  }

  async #query(
    github: GitHub,
    { names, comments }: GateQuery,
    shas: readonly string[],
  ): Promise<JsonObject | undefined> {
    if (!this.#canQuery || this.#pull === undefined) return undefined;
    const { owner, name: repo } = this.#repository;
    try {
      const data = await github.graphql<JsonObject>(queryOf(names.length, shas.length, comments), {
        ...{ owner, repo, pull: this.#pull },
        ...Object.fromEntries(names.map((name, index) => [`name${index}`, name])),
        ...Object.fromEntries(shas.map((sha, index) => [`sha${index}`, sha])),
      });
      this.#ownLogin ??= text(valueAt(data, "viewer", "login")) || undefined;
      if (!isJsonObject(valueAt(data, "repository", "pullRequest"))) throw new IncompleteResponse();
      return data;
    } catch {
      // After any failure this reader uses only REST, because a server that rejects this query rejects the next.
      this.#canQuery = false;
      return undefined;
    }
  }

  async #lookWithRest(github: GitHub, { sha, shas = [], names, comments }: GateQuery): Promise<RawLook> {
    const { head, commits } =
      this.#pull === undefined || sha !== undefined
        ? { head: sha ?? "", commits: undefined }
        : await this.#head(github, this.#pull);
    const runs = await this.#runs(github, head, names);
    const earlier = commits === 1 ? [] : await this.#earlier(github, head, names);
    const known = new Set([...runs, ...earlier].map(run => run.sha));
    const others = shas.filter(other => other !== head && !known.has(other));
    const elsewhere = await Promise.all(others.map(other => this.#runsIfCommitExists(github, other, names)));
    return {
      head,
      runs: [...runs, ...earlier, ...elsewhere.flat()],
      ...(comments && { comments: await this.#comments(github) }),
    };
  }

  async #head(github: GitHub, pull: number) {
    const { owner, name: repo } = this.#repository;
    const { data } = await github.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
      ...{ owner, repo, pull_number: pull },
    });
    return { head: data.head.sha, commits: data.commits };
  }

  async #runs(github: GitHub, sha: string, names: readonly string[]): Promise<CheckRun[]> {
    const { owner, name: repo } = this.#repository;
    const [name] = names.length === 1 ? names : [];
    const all = pages(async page => {
      const { data, header } = await github.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
        // With `filter: latest` GitHub gives the check run that was completed last, not the newest.
        ...{ owner, repo, ref: sha, filter: "all", ...page },
        ...(name !== undefined && { check_name: name }),
      });
      return { data: data.check_runs, header };
    });
    return (await collectPages(all)).map(run => ({
      id: Number(run.id),
      name: run.name,
      sha,
      url: run.html_url ?? "",
      externalId: run.external_id ?? "",
      author: run.app?.slug === undefined ? "" : loginOfApp(run.app.slug),
      isCompleted: run.status === "completed",
      conclusion: run.conclusion ?? "",
      title: run.output.title ?? "",
      summary: run.output.summary ?? "",
      text: run.output.text ?? "",
    }));
  }

  /** Empty for a commit that doesn't exist, because a comment can name such a commit. */
  async #runsIfCommitExists(github: GitHub, sha: string, names: readonly string[]): Promise<CheckRun[]> {
    try {
      return await this.#runs(github, sha, names);
    } catch (error) {
      if ([404, 422].includes(statusOf(error) ?? 0)) return [];
      throw error;
    }
  }

  /** The check runs at the latest earlier commit that has a review check. */
  async #earlier(github: GitHub, head: string, names: readonly string[]): Promise<CheckRun[]> {
    if (this.#pull === undefined) return [];
    const { owner, name: repo } = this.#repository;
    // GitHub gives the 250 oldest commits, the oldest first.
    const all = pages(page =>
      github.request("GET /repos/{owner}/{repo}/pulls/{pull_number}/commits", {
        ...{ owner, repo, pull_number: this.#pull ?? 0, ...page },
      }),
    );
    const commits = (await collectPages(all)).map(({ sha }) => sha).filter(sha => sha !== head);
    for (const sha of commits.reverse().slice(0, mostCommits)) {
      const runs = await this.#runs(github, sha, names);
      if (runs.some(run => run.externalId === reviewsExternalId)) return runs;
    }
    return [];
  }

  async #comments(github: GitHub): Promise<PullRequestComment[]> {
    if (this.#pull === undefined) return [];
    return await collectPages(commentsOn(github, this.#repository, this.#pull));
  }
}

interface RawLook {
  readonly head: string;
  readonly runs: readonly CheckRun[];
  readonly comments?: readonly PullRequestComment[];
}

/** Thrown if the response lacks a field, or if a list is longer than one page. */
class IncompleteResponse extends Error {}

/** Page sizes: `suites` for a commit's check suites with a check run of the name, `runs` for a suite's check runs. */
const most = { suites: 20, runs: 100 };

function queryOf(names: number, commits: number, comments: boolean): string {
  const numbers = (count: number) => [...Array(count).keys()];
  const variables = [
    ...numbers(names).map(index => `$name${index}: String!`),
    ...numbers(commits).map(index => `$sha${index}: GitObjectID!`),
  ].map(variable => `, ${variable}`);
  const suites = numbers(names)
    .map(
      index => `
    name${index}: checkSuites(first: ${most.suites}, filterBy: { checkName: $name${index} }) {
      pageInfo { hasNextPage }
      nodes {
        app { slug }
        checkRuns(first: ${most.runs}, filterBy: { checkName: $name${index}, checkType: ALL }) {
          pageInfo { hasNextPage }
          nodes { databaseId name permalink externalId status conclusion title summary text }
        }
      }
    }`,
    )
    .join("");
  const others = numbers(commits).map(index => `sha${index}: object(oid: $sha${index}) { ...gates }`);
  return `query ($owner: String!, $repo: String!, $pull: Int!${variables.join("")}) {
  viewer { login }
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $pull) {
      headRefOid
      ${names === 0 ? "" : `commits(last: ${mostCommits}) { nodes { commit { ...gates } } }`}
      ${comments ? "comments(first: 100) { pageInfo { hasNextPage } nodes { fullDatabaseId id url body author { __typename login } } }" : ""}
    }
    ${others.join("\n    ")}
  }
}
${names === 0 ? "" : `fragment gates on Commit { oid${suites} }`}`;
}

function readGates(data: JsonObject, { sha, names }: GateQuery): RawLook {
  const repository = valueAt(data, "repository");
  const pull = valueAt(repository, "pullRequest");
  const head = sha ?? text(valueAt(pull, "headRefOid"));
  const others = Object.entries(isJsonObject(repository) ? repository : {});
  const commits = [
    ...nodesOf(valueAt(pull, "commits")).map(node => valueAt(node, "commit")),
    ...others.flatMap(([name, value]) => (name.startsWith("sha") ? [value] : [])),
    // A commit that the repository no longer has is null.
  ].filter(isJsonObject);
  if (!commits.some(commit => commit["oid"] === head)) throw new IncompleteResponse();
  const runs = new Map<number, CheckRun>();
  for (const commit of commits) {
    for (const index of names.keys()) {
      for (const suite of nodesOf(onePage(commit[`name${index}`]))) {
        for (const run of nodesOf(onePage(valueAt(suite, "checkRuns")))) {
          const found = checkRunFrom(run, text(commit["oid"]), text(valueAt(suite, "app", "slug")));
          runs.set(found.id, found);
        }
      }
    }
  }
  return { head, runs: [...runs.values()] };
}

function readComments(pull: JsonValue | undefined) {
  const comments = valueAt(pull, "comments");
  const isWhole = valueAt(comments, "pageInfo", "hasNextPage") === false;
  return { isWhole, comments: isWhole ? nodesOf(comments).map(commentFrom) : [] };
}

function checkRunFrom(run: JsonValue, sha: string, slug: string): CheckRun {
  const of = (name: string) => text(valueAt(run, name));
  const id = valueAt(run, "databaseId");
  return {
    id: required(typeof id === "number" ? id : undefined),
    ...{ name: of("name"), sha, url: of("permalink"), externalId: of("externalId") },
    author: slug === "" ? "" : `${slug}[bot]`,
    isCompleted: of("status") === "COMPLETED",
    conclusion: of("conclusion").toLowerCase(),
    ...{ title: of("title"), summary: of("summary"), text: of("text") },
  };
}

function commentFrom(comment: JsonValue): PullRequestComment {
  return {
    // `fullDatabaseId` is a text, because it can exceed GraphQL's Int.
    id: required(Number(valueAt(comment, "fullDatabaseId")) || undefined),
    nodeId: text(valueAt(comment, "id")),
    url: text(valueAt(comment, "url")),
    body: text(valueAt(comment, "body")),
    author: loginOfActor(valueAt(comment, "author")),
  };
}

/** Throws unless the response says that the connection has no further page. */
function onePage(connection: JsonValue | undefined): JsonValue | undefined {
  if (valueAt(connection, "pageInfo", "hasNextPage") !== false) throw new IncompleteResponse();
  return connection;
}

function nodesOf(connection: JsonValue | undefined): readonly JsonValue[] {
  const nodes = valueAt(connection, "nodes");
  if (!Array.isArray(nodes)) throw new IncompleteResponse();
  return nodes;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function required<T extends string | number>(value: T | undefined): T {
  if (value === undefined || value === "") throw new IncompleteResponse();
  return value;
}
