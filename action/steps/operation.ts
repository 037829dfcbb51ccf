/** A step that calls one operation, and gives the response to outputs, log, summary and a file. */

import { setOutput } from "@actions/core";
import { reviewsIn } from "../../shared/records/reviews.ts";
import { code, fence } from "../../shared/report/markdown/inline.ts";
import { cut } from "../../shared/report/text.ts";
import { callOf } from "../../shared/service/call.ts";
import type { Answer } from "../../shared/service/client.ts";
import { operation } from "../../shared/service/operations.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Step } from "../inputs/step.ts";
import { reasonOfTrouble } from "../report/failing.ts";
import { ReportFolder } from "../report/folder.ts";
import { addToSummary } from "../runner/job-summary.ts";
import type { Log } from "../runner/log.ts";
import { setNoOutcome } from "../runner/outputs.ts";
import { openService } from "./service.ts";

/** GitHub limits all outputs of a job to a megabyte, of UTF-16. */
const mostOutput = 500_000;
const mostShown = 100_000;

export async function callOperation({ inputs, log, cancel }: Step): Promise<boolean> {
  const name = inputs.operation;
  if (name === undefined) return false;
  await using service = await openService(inputs, log);
  const { title } = operation(name);
  let answer: Answer;
  try {
    answer = await service.call(callOf(name, inputs), cancel);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message, { title: `Callboard: ${title}` });
    setNoOutcome();
    await summarize(inputs, `### ✗ ${title}\n\n${fence(message)}\n`, log);
    return false;
  }
  const folder = new ReportFolder(inputs.reportPath);
  const text = new TextDecoder().decode(answer.raw).trim();
  const isShort = text.length <= mostOutput;
  try {
    setOutput("response", isShort ? text : "");
    setOutput("reviews", JSON.stringify(reviewsIn(name, answer.value).map(({ id }) => id)));
  } catch (error) {
    folder.trouble ??= error;
  }
  const file = await folder.keep(name, answer.raw);
  await folder.kept();
  if (!isShort) log.warning(`The response is too long for an output; it is in ${folder.at(file)}.`);

  const shown = cut(JSON.stringify(answer.value, null, 2), mostShown);
  log.group(`✓ ${title}`, shown);
  const about = inputs.id === "" ? "" : ` ${code(inputs.id)}`;
  await summarize(inputs, `### ✓ ${title}${about}\n\n${fence(shown, "json")}\n`, log);
  const trouble = reasonOfTrouble(folder.trouble);
  if (trouble === undefined) return true;
  log.error(`The operation was carried out, but this step fails: ${trouble}.`, { title: "Callboard" });
  return false;
}

async function summarize({ summary }: Inputs, text: string, log: Log): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (summary && file) await addToSummary(file, text, log);
}
