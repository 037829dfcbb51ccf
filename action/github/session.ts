/** GitHub's client, made when first used, and the time limit for all that is done with it, counted from now. */

import type { Clock } from "../../shared/clock.ts";
import type { Redact } from "../../shared/service/secret.ts";
import type { Context } from "./context.ts";
import { Deadline } from "./deadline.ts";
import { connect, type GitHub } from "./github.ts";

/** What it takes to speak with GitHub. */
export interface Access {
  readonly token: string;
  readonly redact: Redact;
  /** Aborted when the step is cancelled. */
  readonly cancel: AbortSignal;
}

export interface Session extends Disposable {
  readonly deadline: Deadline;
  readonly github: () => GitHub;
}

export function openSession(
  { apiUrl }: Context,
  { token, redact, cancel }: Access,
  clock: Clock,
  afterCancelMs: number,
): Session {
  const deadline = new Deadline(clock, cancel, afterCancelMs);
  let client: GitHub | undefined;
  return {
    deadline,
    github: () => (client ??= connect({ apiUrl, token, deadline, clock, redact })),
    [Symbol.dispose]: () => deadline[Symbol.dispose](),
  };
}
