/** Finds out whether a repository's workflows have a secret. Nobody can read its value, and Callboard asks for no more rights. */

import type { GitHubRest } from "../../shared/github/interface.ts";
import { type GitHubRepository, repositoryParameters } from "../github/repository.ts";

const perPage = 100;

/** Undefined if GitHub doesn't tell this login, for example because it may not read the organization's secrets. */
export async function hasSecret(
  github: GitHubRest,
  repository: GitHubRepository,
  secret: string,
): Promise<boolean | undefined> {
  const routes = [
    "GET /repos/{owner}/{repo}/actions/secrets",
    "GET /repos/{owner}/{repo}/actions/organization-secrets",
  ] as const;
  try {
    for (const route of routes) {
      const { data } = await github.request(route, {
        ...repositoryParameters(repository),
        per_page: perPage,
      });
      // GitHub keeps names in capitals.
      if (data.secrets.some(({ name }) => name === secret.toUpperCase())) return true;
      if (data.total_count > perPage) return undefined;
    }
    return false;
  } catch {
    return undefined;
  }
}
