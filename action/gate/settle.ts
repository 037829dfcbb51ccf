/** A step that records what people have decided about reviews: by commands in a comment, or in the editor. */

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

/** The runner waits 7.5 seconds after it has asked a step to end. */
const afterCancelMs = 5_000;

/** Gives whether the step succeeds: what a person was told is no failure, what nobody could do is one. */
export async function settle(step: Step): Promise<boolean> {
  const { log } = step;
  const { env } = process;
  setOutputs({ reviews: "[]", "review-check-url": "", "comment-url": "" }, step.secrets.redact);
  const payload = readPayload(env["GITHUB_EVENT_PATH"], log);
  const occasion = occasionOf(env["GITHUB_EVENT_NAME"] ?? "", payload);
  const context = contextOf(env, payload);
  if (occasion.what === "mistake" || !context) {
    const message = occasion.what === "mistake" ? occasion.why : "This is no workflow run.";
    tellMistakes([{ input: "settle", message }], log);
    return false;
  }
  if (occasion.what === "nothing") {
    log.info(`${occasion.why}: nothing is to be done.`);
    return true;
  }
  if (occasion.what !== "time" && !isPerson(occasion.asker)) {
    log.info("A bot decides no reviews: nothing is done.");
    return occasion.what === "comment";
  }
  try {
    return await settleOccasion(occasion, context, step);
  } catch (error) {
    log.error(`Reviews could not be settled: ${reasonOf(error)}.`, { title: "Callboard: settle" });
    return false;
  }
}

async function settleOccasion(occasion: SettleEvent, context: Context, step: Step): Promise<boolean> {
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
  const { isGood, editor, commentUrl } = await settled(occasion, job);
  if (editor) {
    const reviewCheckUrl = editor.found[0]?.shown?.url ?? "";
    const reviews = JSON.stringify(editor.waiting);
    setOutputs({ reviews, "review-check-url": reviewCheckUrl, "comment-url": commentUrl }, redact);
  }
  return isGood;
}

async function settled(occasion: SettleEvent, job: SettleJob): Promise<Settled> {
  switch (occasion.what) {
    case "comment":
      return await carryOutComment(occasion, job);
    case "dispatch":
      return await recordDispatch(occasion, job);
    case "time":
      return await restoreChecks(job);
  }
}
