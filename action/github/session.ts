/** A GitHub client, created on first use. One time limit for all its requests starts with the session. */

import type { Clock } from "../../shared/clock.ts";
import { GitHubClient } from "../../shared/github/client.ts";
import { Deadline } from "../../shared/github/deadline.ts";
import { createGraphql } from "../../shared/github/graphql.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { withRetries } from "../../shared/github/retries.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { createUndiciTransport } from "../../shared/service/undici-transport.ts";
import type { WorkflowContext } from "./context.ts";
import { redactRequests } from "./redact-requests.ts";

export interface SessionOptions {
  readonly githubToken: string;
  readonly redact: Redact;
  readonly cancel: AbortSignal;
  /** How often a request is sent at most, if it fails. */
  readonly attempts?: number;
}

export interface GitHubSession extends Disposable {
  readonly deadline: Deadline;
  readonly github: () => GitHub;
}

export function openGitHubSession(
  { apiUrl }: Pick<WorkflowContext, "apiUrl">,
  { githubToken: token, redact, cancel, attempts }: SessionOptions,
  clock: Clock,
  afterCancelMs: number,
): GitHubSession {
  const deadline = new Deadline(clock, cancel, afterCancelMs);
  let client: GitHub | undefined;
  const connect = (): GitHub => {
    const { send: transport } = createUndiciTransport();
    const client = new GitHubClient({ apiUrl, token, userAgent: "callboard", transport, clock, redact });
    const { request } = redactRequests(withRetries(client, deadline, clock, attempts), redact);
    return { request, graphql: createGraphql({ request }, () => clock.now(), redact) };
  };
  return {
    deadline,
    github: () => (client ??= connect()),
    [Symbol.dispose]: () => deadline[Symbol.dispose](),
  };
}
