/** A repository's settle workflow: it carries out people's commands and dispatches on the local GitHub. */

import { dispatchType } from "../../../shared/gate/dispatch.ts";
import { events } from "../../github/events.ts";
import type { StepRemains } from "../step.ts";
import { type GateScene, runSettleStep, type SettleGiven } from "./reviews.ts";

/**
 * Returns a function that carries out every new dispatch, and every new comment of a person on the pull request.
 * It returns the results of the steps, in this order.
 */
export function settleWorkflow(place: GateScene, given: SettleGiven = {}): () => Promise<StepRemains[]> {
  const { github, pull } = place;
  let dispatches = github.dispatches.length;
  let comment = 0;
  return async () => {
    const left: StepRemains[] = [];
    for (const { event_type: type, client_payload: payload, sender } of github.dispatches.slice(dispatches)) {
      dispatches++;
      if (type !== dispatchType) continue;
      left.push(
        await runSettleStep(
          place,
          await events.repositoryDispatch(github, type, payload, { login: sender }),
          given,
        ),
      );
    }
    for (const { id, body, user } of await github.comments(pull.number)) {
      if (id <= comment) continue;
      comment = id;
      // GitHub starts no workflow for comments that a workflow's token writes.
      if (user.type !== "User") continue;
      const event = await events.issueComment(github, pull, { id, body }, user);
      left.push(await runSettleStep(place, event, given));
    }
    return left;
  };
}
