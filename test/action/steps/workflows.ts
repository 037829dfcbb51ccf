/** The workflow that settles, as a repository has it: it takes up what people did at the local GitHub. */

import { dispatchType } from "../../../shared/gate/dispatch.ts";
import { events } from "../../github/events.ts";
import type { Left } from "../step.ts";
import { type Place, type SettleGiven, settle } from "./reviews.ts";

/**
 * Gives what carries out every dispatch, and every comment of a person on the pull request, that came since it was
 * asked last; what each step left, in this order.
 */
export function settlingWorkflow(place: Place, given: SettleGiven = {}): () => Promise<Left[]> {
  const { github, pull } = place;
  let dispatches = github.dispatches.length;
  let comment = 0;
  return async () => {
    const left: Left[] = [];
    for (const { event_type: type, client_payload: payload, sender } of github.dispatches.slice(dispatches)) {
      dispatches++;
      if (type !== dispatchType) continue;
      left.push(
        await settle(place, await events.repositoryDispatch(github, type, payload, { login: sender }), given),
      );
    }
    for (const { id, body, user } of await github.comments(pull.number)) {
      if (id <= comment) continue;
      comment = id;
      // What a workflow's own token writes sets nothing off.
      if (user.type !== "User") continue;
      const event = await events.issueComment(github, pull, { id, body }, user);
      left.push(await settle(place, event, given));
    }
    return left;
  };
}
