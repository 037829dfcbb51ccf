/** A step that calls one operation: what the service answers goes to the output, the log and the summary. */

import { setOutput } from "@actions/core";
import { reviewsIn } from "../shared/records/reviews.ts";
import { code, fence } from "../shared/report/markdown/inline.ts";
import { cut } from "../shared/report/text.ts";
import { needsId, operation, sendsBody } from "../shared/service/operations.ts";
import { reasonOfTrouble } from "./exit.ts";
import type { Inputs } from "./inputs.ts";
import { addToSummary } from "./job-summary.ts";
import type { Log } from "./log.ts";
import { setNoOutcome } from "./outputs.ts";
import { ReportFolder } from "./report-folder.ts";
import { openService, type Service } from "./service.ts";
import type { Step } from "./step.ts";

/** GitHub takes a megabyte of outputs from a job, counted in UTF-16. */
const mostOutput = 500_000;
const mostShown = 100_000;

export async function callOperation({ inputs, log, cancel }: Step): Promise<boolean> {
  const name = inputs.operation;
  if (name === undefined) return false;
  await using service = await openService(inputs, log);
  const { title } = operation(name);
  let answer: Awaited<ReturnType<Service["call"]>>;
  try {
    answer = await service.call(name, {
      ...(needsId(name) && { id: inputs.id }),
      ...(sendsBody(name) && { fields: inputs.fields }),
      signal: cancel,
    });
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
