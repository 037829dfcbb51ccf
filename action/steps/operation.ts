/** Sends one operation's request, and writes the response to outputs, log, summary and a file. */

import { readResponse } from "../../shared/reading/read.ts";
import { code, fence } from "../../shared/report/markdown/inline.ts";
import type { ServiceResponse } from "../../shared/service/client.ts";
import { operation } from "../../shared/service/operations.ts";
import { serviceRequestOf } from "../../shared/service/request.ts";
import { openStepService } from "../inputs/service.ts";
import type { Step } from "../inputs/step.ts";
import { ReportFolder } from "../report/folder.ts";
import { describeWriteError } from "../report/reason-to-fail.ts";
import { addToSummary } from "../runner/job-summary.ts";
import { idsAsJson, mostOutputCharacters, setEmptyOutputs, setOutputs } from "../runner/outputs.ts";
import { indentJson } from "./indent-json.ts";

const mostShown = 100_000;

export async function callOperation(step: Step): Promise<boolean> {
  const { inputs, secrets, log, cancel } = step;
  const name = inputs.operation;
  if (name === undefined) return false;
  await using service = await openStepService(step);
  const folder = new ReportFolder(inputs.reportPath);
  const { title } = operation(name);
  let received: ServiceResponse;
  try {
    received = await service.call(serviceRequestOf(name, inputs), cancel);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message, { title: `Callboard: ${title}` });
    setEmptyOutputs();
    await summarize(step, `### ✗ ${title}\n\n${fence(message)}\n`);
    return false;
  }
  const file = await folder.storeResponse(name, received.raw);
  await folder.flushResponses();
  const responsePath = folder.pathOf(file);
  const text = new TextDecoder().decode(received.raw).trim() || "{}";
  const response = text.length <= mostOutputCharacters ? text : undefined;
  const { reviews: found } = readResponse(received.value, { request: { operation: name } });
  const ids = found.map(({ id }) => id);
  const reviews = idsAsJson(ids, mostOutputCharacters - (response?.length ?? 0));
  try {
    setOutputs({ response: response ?? "", reviews: reviews ?? "" }, secrets.redact);
  } catch (error) {
    folder.firstError ??= error;
  }
  if (response === undefined)
    log.warning(`The response is too long for an output; it is in ${responsePath}.`);
  if (reviews === undefined)
    log.warning(`The ids of reviews are too long for an output; they are in ${responsePath}.`);

  const shown = indentJson(text, mostShown);
  log.group(`✓ ${title}`, shown.text);
  const about = inputs.id === "" ? "" : ` ${code(inputs.id)}`;
  const summary = [`### ✓ ${title}${about}`, fence(shown.text, "json")];
  if (!shown.isWhole) {
    const rest = `Only the beginning is shown; the whole response is in ${responsePath}.`;
    log.info(rest);
    summary.push(rest);
  }
  await summarize(step, `${summary.join("\n\n")}\n`);
  const reasons = describeWriteError(folder.firstError);
  for (const { brief, details } of reasons) {
    const happened = "The operation was carried out, but this step fails";
    log.error(`${happened}: ${brief}: ${details}.`, { title: "Callboard" });
  }
  return reasons.length === 0;
}

async function summarize({ inputs, secrets, log }: Step, text: string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (inputs.summary && file) await addToSummary(file, text, secrets.redact, log);
}
