/**
 * A model of GitHub and of a service, for jobs that change one gate at the same moment. Each request is a move, and the
 * test decides which move comes next. `steps/crash.test.ts` plays some orders over real HTTP.
 */

import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { WithSession } from "../../../action/gate/editor.ts";
import type { GitHub } from "../../../shared/github/interface.ts";
import { ServiceError } from "../../../shared/service/error.ts";

export interface ModelRun {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly externalId: string;
  status: string;
  conclusion: string | null;
  output: { title: string; summary: string; text: string };
}

export interface ModelComment {
  readonly id: number;
  body: string;
}

export type Mishap = "none" | "the job ends before it" | "the job ends after it" | "its answer is lost";

export interface Move {
  readonly job: string;
  readonly what: string;
  /** False for a request that changes nothing. */
  readonly writes: boolean;
}

interface Pending extends Move {
  act(): unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const brokenOff = new ServiceError(
  {
    kind: "network",
    happened: "the connection broke",
    ambiguous: true,
    operation: "submitReview",
    attempts: 1,
  } as never,
  text => text,
);

/** Stops a job that has ended. */
const never = new Promise<never>(() => {});

export class World {
  readonly runs: ModelRun[];
  readonly comments: ModelComment[];
  head = "1".repeat(40);
  readonly commits = [this.head];
  readonly #pending = new Map<string, Pending>();
  readonly #running = new Set<string>();
  readonly #heard = new Map<string, string>();
  readonly failures: unknown[] = [];

  constructor({ runs, comments }: Pick<World, "runs" | "comments"> = { runs: [], comments: [] }) {
    this.runs = structuredClone(runs);
    this.comments = structuredClone(comments);
  }

  /** Starts a job; each of its moves waits for `make`. */
  start(job: string, work: (job: string) => Promise<unknown>): void {
    this.#running.add(job);
    work(job)
      .catch((error: unknown) => this.failures.push(error))
      .finally(() => this.#running.delete(job));
  }

  /** The waiting moves, after every job has reached a move or its end. */
  async moves(): Promise<readonly Move[]> {
    for (let turns = 0; [...this.#running].some(job => !this.#pending.has(job)); turns++) {
      if (turns > 1000) throw new Error("A job waits for something that is no move");
      await setImmediate();
    }
    return [...this.#pending.values()].sort((a, b) => (a.job < b.job ? -1 : 1));
  }

  make({ job }: Move, mishap: Mishap): void {
    const pending = this.#pending.get(job);
    if (pending === undefined) throw new Error(`${job} has no move`);
    this.#pending.delete(job);
    if (mishap === "the job ends before it") {
      this.#running.delete(job);
      return;
    }
    try {
      let answer = pending.act();
      if (mishap === "its answer is lost") {
        // A request to GitHub is sent again; a request to a service never is.
        if (pending.what.startsWith("service")) throw brokenOff;
        answer = pending.act();
      }
      if (mishap === "the job ends after it") {
        this.#running.delete(job);
        return;
      }
      this.#heard.set(job, `${this.#heard.get(job) ?? ""}|${pending.what}${JSON.stringify(answer)}`);
      pending.resolve(answer);
    } catch (error) {
      pending.reject(error);
    }
  }

  /** Two worlds with the same state continue in the same way. */
  state(more: unknown): string {
    const heard = [...this.#heard].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = [this.head, this.runs, this.comments, heard, [...this.#running].sort(), more];
    return createHash("sha256").update(JSON.stringify(all)).digest("base64");
  }

  /** Waits until the test makes this move of the job. */
  async move<T>(job: string, what: string, writes: boolean, act: () => T): Promise<T> {
    if (!this.#running.has(job)) return await never;
    return await new Promise<T>((resolve, reject) => {
      this.#pending.set(job, {
        ...{ job, what, writes, act, reject },
        resolve: answer => resolve(structuredClone(answer) as T),
      });
    });
  }

  /** The connection of one job to GitHub. */
  withSession(job: string): WithSession {
    const github = {
      request: (route: string, given: Record<string, unknown>) =>
        this.move(job, route, !route.startsWith("GET"), () => ({
          data: this.#answer(route, given),
          headers: {},
        })),
      graphql: (query: string, given: Record<string, unknown>) =>
        this.move(job, "query", false, () => this.#query(query, given)),
    } as unknown as GitHub;
    const deadline = { signal: new AbortController().signal };
    return async talk => await talk({ github: () => github, deadline } as never);
  }

  #answer(route: string, given: Record<string, unknown>): unknown {
    switch (route) {
      case "POST /repos/{owner}/{repo}/check-runs": {
        const {
          name,
          head_sha,
          external_id,
          status,
          conclusion = null,
          output,
        } = given as {
          [name: string]: string;
        };
        const run = {
          ...{ id: this.runs.length + 1, name, sha: head_sha, externalId: external_id, status, conclusion },
          output: structuredClone(output),
        } as unknown as ModelRun;
        this.runs.push(run);
        return { id: run.id, html_url: "" };
      }
      case "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": {
        const run = this.runs.find(({ id }) => id === given["check_run_id"]);
        if (run === undefined) throw new Error("There is no such check run");
        // GitHub can't reopen a completed check run.
        if (run.status !== "completed") {
          run.status = String(given["status"]);
          run.conclusion = (given["conclusion"] as string | undefined) ?? null;
        }
        run.output = structuredClone(given["output"]) as ModelRun["output"];
        return { id: run.id, html_url: "" };
      }
      case "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": {
        const comment = { id: this.comments.length + 1, body: String(given["body"]) };
        this.comments.push(comment);
        return { id: comment.id };
      }
      case "GET /repos/{owner}/{repo}/issues/comments/{comment_id}":
      case "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": {
        const comment = this.comments.find(({ id }) => id === given["comment_id"]);
        if (comment === undefined) throw new Error("There is no such comment");
        if (route.startsWith("PATCH")) comment.body = String(given["body"]);
        return { body: comment.body };
      }
      default:
        throw new Error(`The model knows no ${route}`);
    }
  }

  #query(query: string, given: Record<string, unknown>): unknown {
    const names = Object.entries(given).flatMap(([key, value]) =>
      key.startsWith("name") ? [[key, String(value)] as const] : [],
    );
    const whole = { hasNextPage: false };
    const commit = (sha: string) => ({
      oid: sha,
      ...Object.fromEntries(
        names.map(([key, name]) => [
          key,
          {
            pageInfo: whole,
            nodes: [
              {
                app: { slug: "github-actions" },
                checkRuns: {
                  pageInfo: whole,
                  nodes: this.runs
                    .filter(run => run.sha === sha && run.name === name)
                    .map(({ id, name, externalId, status, conclusion, output }) => ({
                      ...{ databaseId: id, name, permalink: "", externalId, ...output },
                      ...{ status: status.toUpperCase(), conclusion: conclusion?.toUpperCase() ?? null },
                    })),
                },
              },
            ],
          },
        ]),
      ),
    });
    const others = Object.entries(given).filter(([key]) => key.startsWith("sha"));
    return {
      viewer: { login: "github-actions[bot]" },
      repository: {
        pullRequest: {
          headRefOid: this.head,
          commits: { nodes: this.commits.map(sha => ({ commit: commit(sha) })) },
          ...(query.includes("comments(") && {
            comments: {
              pageInfo: whole,
              nodes: this.comments.map(({ id, body }) => ({
                ...{ fullDatabaseId: id, id: String(id), url: "", body },
                author: { __typename: "Bot", login: "github-actions" },
              })),
            },
          }),
        },
        ...Object.fromEntries(others.map(([key, sha]) => [key, commit(String(sha))])),
      },
    };
  }
}
