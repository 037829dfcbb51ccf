/**
 * Which runs there have been. A comment and a check run say of themselves which run they are of; one with a number that
 * no run has reached yet would keep every report from being published.
 */

import { isNewerRun } from "../../shared/gate/join.ts";
import { isLimit, statusOf } from "../../shared/github/error.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Repository, Run } from "./context.ts";

export class Runs {
  readonly #github: GitHub;
  readonly #repository: Repository;
  readonly #own: Run;
  readonly #asked = new Map<number, Promise<number | undefined>>();

  constructor(github: GitHub, repository: Repository, own: Run) {
    this.#github = github;
    this.#repository = repository;
    this.#own = own;
  }

  /** What was published by a newer run than this step's, if any. Sends requests only where something says that it was. */
  async newest<Published extends { readonly run: Run }>(
    published: readonly Published[],
  ): Promise<Published | undefined> {
    const claims = published.filter(({ run }) => isNewerRun(run, this.#own));
    claims.sort((a, b) => (isNewerRun(a.run, b.run) ? -1 : 1));
    for (const claim of claims) if (await this.#has(claim.run)) return claim;
    return undefined;
  }

  /**
   * Assumed where GitHub does not tell, lest a newer report is overwritten: the token may not be allowed to read runs,
   * and a server that does not know this step's run does not know others either.
   */
  async #has({ id, attempt }: Run): Promise<boolean> {
    const attempts = await this.#attempts(id);
    if (attempts === undefined || attempts > 0) return attempt <= (attempts ?? attempt);
    return !(await this.#attempts(this.#own.id));
  }

  /** 0 where there is no such run; undefined where GitHub does not say. */
  #attempts(id: number): Promise<number | undefined> {
    const asked = this.#asked.get(id) ?? this.#ask(id);
    this.#asked.set(id, asked);
    return asked;
  }

  async #ask(id: number): Promise<number | undefined> {
    try {
      const { data } = await this.#github.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
        owner: this.#repository.owner,
        repo: this.#repository.name,
        run_id: id,
      });
      return data.run_attempt;
    } catch (error) {
      if (statusOf(error) === 404) return 0;
      if (statusOf(error) === 403 && !isLimit(error)) return undefined;
      throw error;
    }
  }
}
