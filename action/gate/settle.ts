/** The `settle` step: records decisions from a comment's commands or from the editor, and restores review checks. */

import { randomUUID } from "node:crypto";
import { systemClock } from "../../shared/clock.ts";
import { isPerson } from "../../shared/github/accounts.ts";
import { type Context, contextOf } from "../github/context.ts";
import { NotAsked, reasonOf } from "../github/reason.ts";
import { openSession } from "../github/session.ts";
import { tellMistakes } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readPayload } from "../runner/event.ts";
import { setOutputs } from "../runner/outputs.ts";
import { carryOutComment } from "./carry-out.ts";
import { recordDispatch } from "./dispatch.ts";
import { type Converse, GateEditor } from "./editor.ts";
import { occasionOf, type SettleEvent } from "./event.ts";
import type { Settled, SettleJob } from "./job.ts";
import { restoreChecks } from "./restore.ts";

/** The runner kills a step 7.5 seconds after it asked the step to end. */
const afterCancelMs = 5_000;

/** Returns whether the step succeeds. A refused command is a success, because the person gets a reply. */
export async function settle(step: Step): Promise<boolean> {
  const { log } = step;
  const { env } = process;
  setOutputs({ reviews: "[]", "review-check-url": "", "comment-url": "" }, step.secrets.redact);
  const payload = readPayload(env["GITHUB_EVENT_PATH"], log);
  const event = occasionOf(env["GITHUB_EVENT_NAME"] ?? "", payload);
  const context = contextOf(env, payload);
  if (event.what === "mistake" || !context) {
    const message = event.what === "mistake" ? event.why : "This is not a workflow run.";
    tellMistakes([{ input: "settle", message }], log);
    return false;
  }
  if (event.what === "nothing") {
    log.info(`${event.why}: there is nothing to do.`);
    return true;
  }
  if (event.what !== "time" && !isPerson(event.asker)) {
    log.info("A bot can't decide reviews: nothing was done.");
    return event.what === "comment";
  }
  try {
    return await settleEvent(event, context, step);
  } catch (error) {
    log.error(`Reviews could not be settled: ${reasonOf(error)}.`, { title: "Callboard: settle" });
    return false;
  }
}

async function settleEvent(event: SettleEvent, context: Context, step: Step): Promise<boolean> {
  const { inputs, cancel } = step;
  const { redact } = step.secrets;
  if (inputs.githubToken === "") throw new NotAsked("there is no `github-token`");
  const converse: Converse = async talk => {
    const settings = { token: inputs.githubToken, redact, cancel };
    using session = openSession(context, settings, systemClock, afterCancelMs);
    return await talk(session);
  };
  const { repository, runUrl: detailsUrl } = context;
  const editorOf = (pull: number) => new GateEditor({ repository, pull, detailsUrl, redact, converse });
  const now = () => new Date(systemClock.now()).toISOString();
  const job: SettleJob = { ...step, context, converse, editorOf, id: randomUUID(), now };
  const { isGood, editor, commentUrl } = await carryOutEvent(event, job);
  if (editor) {
    const reviewCheckUrl = editor.found[0]?.shown?.url ?? "";
    const reviews = JSON.stringify(editor.waiting);
    setOutputs({ reviews, "review-check-url": reviewCheckUrl, "comment-url": commentUrl }, redact);
  }
  return isGood;
}

async function carryOutEvent(event: SettleEvent, job: SettleJob): Promise<Settled> {
  switch (event.what) {
    case "comment":
      return await carryOutComment(event, job);
    case "dispatch":
      return await recordDispatch(event, job);
    case "time":
      return await restoreChecks(job);
  }
}
