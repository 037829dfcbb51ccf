/**
 * The `settle` step: carries out the commands of a comment, records decisions that the editor has sent to the service, or
 * restores review checks.
 */

import { randomUUID } from "node:crypto";
import { systemClock } from "../../shared/clock.ts";
import { isPerson } from "../../shared/github/accounts.ts";
import { readWorkflowContext, type WorkflowContext } from "../github/context.ts";
import { NoRequestSent, reasonOf } from "../github/reason.ts";
import { openGitHubSession } from "../github/session.ts";
import { logMistakes } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readPayload } from "../runner/event.ts";
import { setOutputs } from "../runner/outputs.ts";
import { carryOutComment } from "./carry-out-comment.ts";
import { recordDispatch } from "./dispatch.ts";
import { GateEditor, type WithSession } from "./editor.ts";
import { readJobEvent, type SettleEvent } from "./event.ts";
import type { SettleJob, SettleResult } from "./job.ts";
import { restoreChecks } from "./restore.ts";

/** The time for requests to GitHub after a cancel. It ends before SIGTERM, which comes 7.5 seconds after the cancel. */
const afterCancelMs = 5_000;

/** Returns whether the step succeeds. A mistake in a command is no reason to fail, because the person gets a reply. */
export async function settle(step: Step): Promise<boolean> {
  const { log } = step;
  const { env } = process;
  setOutputs({ reviews: "[]", "review-check-url": "", "comment-url": "" }, step.secrets.redact);
  const payload = readPayload(env["GITHUB_EVENT_PATH"], log);
  const event = readJobEvent(env["GITHUB_EVENT_NAME"] ?? "", payload);
  const context = readWorkflowContext(env, payload);
  if (event.what === "mistake" || !context) {
    const message = event.what === "mistake" ? event.why : "This is not a workflow run.";
    logMistakes([{ input: "settle", message }], log);
    return false;
  }
  if (event.what === "nothing") {
    log.info(`${event.why}: there is nothing to do.`);
    return true;
  }
  if (event.what !== "time" && !isPerson(event.actor)) {
    const why = "A bot can't decide reviews: nothing was done.";
    // Bots comment all the time, but a decision that a bot dispatches would be lost without an error.
    if (event.what === "comment") log.info(why);
    else log.error(why, { title: "Callboard: settle" });
    return event.what === "comment";
  }
  try {
    return await settleEvent(event, context, step);
  } catch (error) {
    log.error(`Reviews could not be settled: ${reasonOf(error)}.`, { title: "Callboard: settle" });
    return false;
  }
}

async function settleEvent(event: SettleEvent, context: WorkflowContext, step: Step): Promise<boolean> {
  const { cancel } = step;
  const { redact } = step.secrets;
  const { githubToken } = step.inputs;
  if (githubToken === "") throw new NoRequestSent("there is no `github-token`");
  const withSession: WithSession = async talk => {
    const settings = { githubToken, redact, cancel };
    using session = openGitHubSession(context, settings, systemClock, afterCancelMs);
    return await talk(session);
  };
  const { repository, runUrl: detailsUrl } = context;
  const editorOf = (pull: number) => new GateEditor({ repository, pull, detailsUrl, redact, withSession });
  const now = () => new Date(systemClock.now()).toISOString();
  const job: SettleJob = { ...step, context, withSession, editorOf, id: randomUUID(), now };
  const { isSuccess, editor, commentUrl } = await carryOutEvent(event, job);
  if (editor) {
    const reviewCheckUrl = editor.namedGates[0]?.shown?.url ?? "";
    const reviews = JSON.stringify(editor.openReviewIds);
    setOutputs({ reviews, "review-check-url": reviewCheckUrl, "comment-url": commentUrl }, redact);
  }
  return isSuccess;
}

async function carryOutEvent(event: SettleEvent, job: SettleJob): Promise<SettleResult> {
  switch (event.what) {
    case "comment":
      return await carryOutComment(event, job);
    case "dispatch":
      return await recordDispatch(event, job);
    case "time":
      return await restoreChecks(job);
  }
}
