/** A conversation with GitHub: time that is measured from now, and a client that is made when first used. */

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
  { token, redact, cancel }: PublishSettings,
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
