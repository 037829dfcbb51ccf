/** The dry run: writes to the log what the step would do, and sends and publishes nothing. */

import { formatCount, formatDuration } from "../../shared/report/markdown/words.ts";
import type { PlannedTarget } from "../../shared/run/plan.ts";
import { parseBaseUrl, requestPath } from "../../shared/service/address.ts";
import { operation, operationFor } from "../../shared/service/operations.ts";
import { type ServiceRequest, serviceRequestOf } from "../../shared/service/request.ts";
import { inBackticks } from "../../shared/wording.ts";
import { readJobEvent } from "../gate/event.ts";
import { embeddedBaseUrl } from "../inputs/inputs.ts";
import { logMistakes } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import type { StepPlan } from "../plan/plan.ts";
import { readPayload } from "../runner/event.ts";
import { publishMerged } from "./merge.ts";

/** Returns false after a mistake that only the step's kind can find. */
export async function describeStep(planned: StepPlan | undefined, step: Step): Promise<boolean> {
  const isFine = await describe(planned, step);
  if (isFine) step.log.info("This was a dry run: nothing was sent, and nothing was published.");
  return isFine;
}

async function describe(planned: StepPlan | undefined, step: Step): Promise<boolean> {
  const { inputs, log } = step;
  if (inputs.settle) return describeSettling(step);
  if (planned !== undefined) {
    log.info(serviceText(inputs));
    describePlan(planned, step);
    return true;
  }
  // A merge reads only files of the workspace.
  if (inputs.operation === undefined) return await publishMerged(step);
  log.info(serviceText(inputs));
  log.info(`Would send ${requestText(serviceRequestOf(inputs.operation, inputs))}.`);
  return true;
}

/** Without the path, which can contain a secret. */
function serviceText({ baseUrl }: Step["inputs"]): string {
  return baseUrl === embeddedBaseUrl
    ? "The service is the embedded one, with its demo project."
    : `The service is ${parseBaseUrl(baseUrl).origin}.`;
}

function describePlan({ plan, updates }: StepPlan, { log }: Step): void {
  const { targets, concurrency, maxRuns, shard } = plan;
  for (const { name, request } of updates) log.info(`Would first update ${name}: ${requestText(request)}.`);
  const ofShard = shard === undefined ? "" : ` of shard ${shard}`;
  const ofRuns = maxRuns === undefined ? "" : `, at most ${formatCount(maxRuns, "run")} altogether`;
  log.info(
    `Would run ${formatCount(targets.length, "target")}${ofShard}, at most ${concurrency} at a time${ofRuns}.`,
  );
  for (const target of targets) log.info(targetText(target, plan));
}

function targetText(
  { kind, id, name, fields, policy }: PlannedTarget,
  { pollTiming }: StepPlan["plan"],
): string {
  const title = `${kind} ${inBackticks(name ?? id)}${name === undefined || name === id ? "" : ` (${id})`}`;
  const requests = (["run", "report"] as const).flatMap(role => {
    const request = operationFor(role, kind);
    return request === undefined ? [] : requestText(serviceRequestOf(request, { id, fields: fields[role] }));
  });
  const wait =
    kind === "channel" ? `, and wait up to ${formatDuration(pollTiming.limitMs)} for the report` : "";
  return `Would run ${title}: ${requests.join(", then ")}${wait}${policyText(policy)}.`;
}

function policyText(policy: PlannedTarget["policy"]): string {
  if (policy === undefined) return "";
  const { runs, passes, runAgain } = policy;
  const until = runAgain === "always" ? "until every case is certain" : "while a failed case is not certain";
  return `; at most ${formatCount(runs, "run")}, ${until}; a case needs ${formatCount(passes, "pass", "passes")}`;
}

function describeSettling({ inputs, log }: Step): boolean {
  const { env } = process;
  const event = readJobEvent(env["GITHUB_EVENT_NAME"] ?? "", readPayload(env["GITHUB_EVENT_PATH"], log));
  switch (event.what) {
    case "mistake":
      logMistakes([{ input: "settle", message: event.why }], log, inputs);
      return false;
    case "nothing":
      log.info(`${event.why}: there is nothing to do.`);
      return true;
    case "comment":
      log.info(`Would read the commands of comment ${event.comment} on pull request #${event.pull}.`);
      return true;
    case "dispatch": {
      const { reviews, pull } = event.dispatch;
      log.info(`Would record ${formatCount(reviews.length, "decision")} on pull request #${pull}.`);
      return true;
    }
    case "time":
      log.info("Would read the review checks of all open pull requests, and make those that are missing.");
      return true;
  }
}

/** Such as "POST /v1/batches/bat_7/run with {}". */
function requestText(request: ServiceRequest): string {
  const { method } = operation(request.operation);
  const fields = request.fields === undefined ? "" : ` with ${JSON.stringify(request.fields)}`;
  return `${method} ${requestPath(request)}${fields}`;
}
