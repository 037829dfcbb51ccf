/** GitHub's client, made when first used, and the time limit for all that is done with it, counted from now. */

import type { Clock } from "../../shared/clock.ts";
import type { Context } from "./context.ts";
import { Deadline } from "./deadline.ts";
import { connect, type GitHub } from "./github.ts";
import type { PublishSettings } from "./settings.ts";

export interface Session extends Disposable {
  readonly deadline: Deadline;
  readonly github: () => GitHub;
}

export function openSession(
  { apiUrl }: Context,
  { token, redact, cancel }: Pick<PublishSettings, "token" | "redact" | "cancel">,
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
