/**
 * Checks that workflow runs exist. A comment or check run names its workflow run, and a made-up high number there would
 * block every later report.
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

  /** Finds the comment or check run of the newest workflow run that exists and is newer than this step's. */
  async findNewer<Place extends { readonly run: WorkflowRun }>(
    places: readonly Place[],
  ): Promise<Place | undefined> {
    const newer = places.filter(({ run }) => isNewerRun(run, this.#current));
    newer.sort((a, b) => (isNewerRun(a.run, b.run) ? -1 : 1));
    for (const place of newer) if (await this.#exists(place.run)) return place;
    return undefined;
  }

  /** Also true if GitHub doesn't tell, because a newer report must not be overwritten. */
  async #exists({ id, attempt }: WorkflowRun): Promise<boolean> {
    const attempts = await this.#countAttempts(id);
    if (attempts === undefined) return true;
    if (attempts > 0) return attempt <= attempts;
    // The workflow run doesn't exist, unless GitHub hides even this step's workflow run.
    return !(await this.#countAttempts(this.#current.id));
  }

  /** 0 for a workflow run that GitHub doesn't show; undefined if the token lacks the permission to read it. */
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
