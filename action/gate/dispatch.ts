/** Records what a person has settled in the editor, with a key of their own: nothing is sent to the service. */

import { decisionByAnswer } from "../../shared/gate/decision.ts";
import type { DispatchedReview } from "../../shared/gate/dispatch.ts";
import { type Change, mayDecide, reviewIn } from "../../shared/gate/state.ts";
import { assigneeIn } from "../../shared/reading/people.ts";
import type { Desk, Done } from "./desk.ts";
import type { DispatchEvent } from "./event.ts";

export async function recordDispatch({ dispatch, asker }: DispatchEvent, desk: Desk): Promise<Done> {
  const { log, context } = desk;
  const settlement = await desk.open(dispatch.pull);
  let isGood = true;
  for (const [index, review] of dispatch.reviews.entries()) {
    const known = settlement.gates.flatMap(gate => reviewIn(gate, review.id) ?? []);
    if (!settlement.gates.some(gate => gate.reviews.some(({ id }) => id === review.id))) {
      log.error(`No report on pull request ${dispatch.pull} mentions a review ${review.id}.`, {
        title: "Callboard: settle",
      });
      isGood = false;
      continue;
    }
    if (!known.some(mayDecide)) {
      log.warning(`The review ${review.id} was decided before, and stays as it is.`);
      continue;
    }
    await settlement.record(changeOf(review, `run ${context.run.id}:${index}`, asker.login, desk.now()));
    log.info(`Recorded what was done about the review ${review.id}.`);
  }
  const commentUrl = await settlement.finish();
  return { isGood, settlement, commentUrl };
}

function changeOf(
  { id, verb, fields, answer }: DispatchedReview,
  command: string,
  by: string,
  at: string,
): Change {
  if (verb === "submit") {
    const { state, evidence } = decisionByAnswer(by, id, fields, answer);
    return { what: "decide", id, command, by, at, state, evidence };
  }
  const to = assigneeIn(fields);
  return { what: "reassign", id, command, reassigned: { by, at, ...(to !== undefined && { to }) } };
}
