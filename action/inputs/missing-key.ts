/** Explains why the API key may be missing: GitHub gives forks and Dependabot none of the repository's secrets. */

import { readEvent } from "../runner/event.ts";

/** The workflow run is of a fork's pull request, or was started by Dependabot. */
export function hasNoSecrets(env = process.env): boolean {
  return forkOf(env) !== undefined || isByDependabot(env);
}

export function explainMissingKey(env = process.env): string {
  const head = forkOf(env);
  if (head !== undefined) {
    return (
      `It is empty: this pull request comes from a fork (${head}), and GitHub gives its workflows no secrets. ` +
      "Run the step in a second workflow, on `workflow_run`, or skip it with " +
      "`if: github.event.pull_request.head.repo.full_name == github.repository`."
    );
  }
  if (isByDependabot(env)) {
    return (
      "It is empty: Dependabot started this workflow, and GitHub gives it only the secrets that are set for Dependabot. " +
      "Add the key in the repository's settings under Secrets and variables, Dependabot, with the same name, " +
      "or skip the step with `if: github.actor != 'dependabot[bot]'`."
    );
  }
  return (
    "It is empty; give the service's API key, from one of the repository's secrets. " +
    "A secret is empty if it does not exist in this repository, its organization or the job's environment, or if " +
    "the calling workflow did not pass it on (`secrets: inherit`)."
  );
}

function isByDependabot({ GITHUB_ACTOR: actor }: NodeJS.ProcessEnv): boolean {
  return actor === "dependabot[bot]";
}

/** The fork that the pull request comes from, if its workflow runs get no secrets. */
function forkOf(env: NodeJS.ProcessEnv): string | undefined {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  // `pull_request_target` runs on the base branch, and gets secrets for a fork's pull request too.
  if (!event.startsWith("pull_request") || event === "pull_request_target") return undefined;
  const head = headRepository(env["GITHUB_EVENT_PATH"]);
  return head === env["GITHUB_REPOSITORY"] ? undefined : head;
}

function headRepository(eventPath: string | undefined): string | undefined {
  if (!eventPath) return undefined;
  try {
    const event = readEvent(eventPath) as {
      pull_request?: { head?: { repo?: { full_name?: string } | null } };
    };
    // GitHub sends `repo: null` for a deleted fork.
    return event.pull_request?.head && (event.pull_request.head.repo?.full_name ?? "deleted since");
  } catch {
    return undefined;
  }
}
