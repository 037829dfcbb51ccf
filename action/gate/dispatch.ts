/** Records what people decided in the editor. Sends no request to the service, because the editor has sent them. */

import type { GateChange } from "../../shared/gate/change.ts";
import { decisionFromResponse } from "../../shared/gate/decision.ts";
import type { DispatchedReview } from "../../shared/gate/dispatch.ts";
import { isDecided, reviewIn } from "../../shared/gate/state.ts";
import { assigneeInRequest } from "../../shared/reading/assignee.ts";
import type { DispatchEvent } from "./event.ts";
import type { SettleJob, SettleResult } from "./job.ts";

export async function recordDispatch(
  { dispatch, actor }: DispatchEvent,
  job: SettleJob,
): Promise<SettleResult> {
  const { log, context } = job;
  const editor = job.editorOf(dispatch.pull);
  await editor.read();
  let isSuccess = true;
  const recorded: RecordedChange[] = [];
  const changes = dispatch.reviews.map((review, index) =>
    changeOf(review, `run ${context.run.id}:${index}`, actor.login, job.now()),
  );
  for (const [index, change] of resolveContradictions(changes).entries()) {
    const { id } = change;
    if (!editor.gates.some(gate => gate.reviews.some(review => review.id === id))) {
      log.error(`No report on pull request ${dispatch.pull} contains a review ${id}.`, {
        title: "Callboard: settle",
      });
      isSuccess = false;
      continue;
    }
    const isFinal = editor.gates.some(gate => {
      const review = reviewIn(gate, id);
      return review !== undefined && isDecided(review);
    });
    if (isFinal && change.what === "decide" && !dispatch.reviews[index]?.again) {
      log.warning(`The review ${id} was decided before, and that decision remains.`);
      continue;
    }
    recorded.push(change);
  }
  await editor.record(...recorded);
  for (const { id } of recorded) log.info(`Recorded what was done about the review ${id}.`);
  return { isSuccess, editor, commentUrl: await editor.finish() };
}

type RecordedChange = Extract<GateChange, { what: "decide" | "reassign" }>;

function changeOf(
  { id, verb, fields, answer, again }: DispatchedReview,
  command: string,
  by: string,
  at: string,
): RecordedChange {
  if (verb === "submit") {
    const { state, evidence, ended } = decisionFromResponse(by, id, fields, answer);
    return { what: "decide", id, command, by, at, state, evidence, ended, again };
  }
  const to = assigneeInRequest(fields);
  return { what: "reassign", id, command, reassigned: { by, at, ...(to !== undefined && { to }) } };
}

/** Decisions about one review that contradict each other become unknown. */
function resolveContradictions(changes: readonly RecordedChange[]): RecordedChange[] {
  return changes.map(change => {
    if (change.what !== "decide") return change;
    const other = changes.find(
      each => each.what === "decide" && each.id === change.id && each.state !== change.state,
    );
    if (other?.what !== "decide") return change;
    return { ...change, state: "unknown", evidence: `${change.evidence}, but also: ${other.evidence}` };
  });
}
