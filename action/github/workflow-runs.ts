/**
 * Checks that workflow runs exist. A comment or check run only claims its run's number, and a claimed number that
 * GitHub never gave would block every later report.
 */

import { isNewerRun } from "../../shared/gate/join.ts";
import { isRateLimited, statusOf } from "../../shared/github/error.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { RepositoryName, WorkflowRun } from "./context.ts";

export class WorkflowRuns {
  readonly #github: GitHub;
  readonly #repository: RepositoryName;
  readonly #current: WorkflowRun;
  readonly #attemptCounts = new Map<number, Promise<number | undefined>>();

  constructor(github: GitHub, repository: RepositoryName, current: WorkflowRun) {
    this.#github = github;
    this.#repository = repository;
    this.#current = current;
  }

  /** The publication of the newest run that began after this step's. Requests are sent only for claims of such a run. */
  async findNewer<Published extends { readonly run: WorkflowRun }>(
    published: readonly Published[],
  ): Promise<Published | undefined> {
    const claims = published.filter(({ run }) => isNewerRun(run, this.#current));
    claims.sort((a, b) => (isNewerRun(a.run, b.run) ? -1 : 1));
    for (const claim of claims) if (await this.#exists(claim.run)) return claim;
    return undefined;
  }

  /**
   * True without GitHub's answer, so that a newer report is never overwritten: the token may lack the permission to
   * read runs. A server that doesn't know this step's own run can't know the other one either.
   */
  async #exists({ id, attempt }: WorkflowRun): Promise<boolean> {
    const attempts = await this.#countAttempts(id);
    if (attempts === undefined || attempts > 0) return attempt <= (attempts ?? attempt);
    return !(await this.#countAttempts(this.#current.id));
  }

  /** 0 for a run that doesn't exist; undefined without an answer from GitHub. */
  #countAttempts(id: number): Promise<number | undefined> {
    const attempts = this.#attemptCounts.get(id) ?? this.#fetchAttempts(id);
    this.#attemptCounts.set(id, attempts);
    return attempts;
  }

  async #fetchAttempts(id: number): Promise<number | undefined> {
    try {
      const { data } = await this.#github.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
        owner: this.#repository.owner,
        repo: this.#repository.name,
        run_id: id,
      });
      return data.run_attempt;
    } catch (error) {
      if (statusOf(error) === 404) return 0;
      if (statusOf(error) === 403 && !isRateLimited(error)) return undefined;
      throw error;
    }
  }
}
