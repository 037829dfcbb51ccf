/** Ends a step that has no report: the comment that is there says so, because its report is an earlier one. */

import { systemClock } from "../../shared/clock.ts";
import { Allowance, listThatFits } from "../../shared/report/markdown/allowance.ts";
import { code, link, prose } from "../../shared/report/markdown/inline.ts";
import { formatCount, signs } from "../../shared/report/markdown/words.ts";
import { reportOfFailedPlan } from "../../shared/run/run.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import type { StepPlan } from "../plan/plan.ts";
import type { Publisher } from "../publish/settings.ts";
import { openStepPublisher } from "./publisher.ts";

/** With a mistake in one of these inputs, the step's comment can't be found. */
const inputsOfComment: readonly (string | undefined)[] = ["comment-key", "github-token"];

/** `planned` can lack the targets with mistakes. */
export async function publishMistakes(
  mistakes: readonly Mistake[],
  step: Step,
  planned?: Pick<StepPlan, "plan">,
): Promise<void> {
  if (step.inputs.comment === "never") return;
  if (mistakes.some(({ input }) => inputsOfComment.includes(input))) return;
  const { redact } = step.secrets;
  const write = (mistake: Mistake) =>
    `- ${placeOf(mistake, redact)}${prose(redact(mistake.message), 1000)}\n`;
  const list = { title: "", items: mistakes, write, total: mistakes.length };
  const { text = "" } = listThatFits(list, new Allowance({ characters: mostCharacters })) ?? {};
  const what = `This step did not run: ${formatCount(mistakes.length, "mistake")}`;
  await publish({ what, text }, step, openStepPublisher(step, {}), planned);
}

/** The rest of the comment is for the earlier report. */
const mostCharacters = 10_000;

function placeOf({ input, file, line }: Mistake, redact: Step["secrets"]["redact"]): string {
  if (input !== undefined) return `${code(input)}: `;
  return file === undefined ? "" : `${code(redact(line === undefined ? file : `${file}:${line}`))}: `;
}

/** For an error that is a defect of Callboard. */
export async function publishDefect(
  planned: Pick<StepPlan, "plan">,
  step: Step,
  publisher: Publisher | undefined,
): Promise<void> {
  const text = "Callboard has a defect. The job's log shows the error.";
  await publish({ what: "This step ended without a report", text }, step, publisher, planned);
}

async function publish(
  { what, text }: { readonly what: string; readonly text: string },
  { secrets: { redact }, cancel: signal }: Step,
  publisher: Publisher | undefined,
  planned: Pick<StepPlan, "plan"> | undefined,
): Promise<void> {
  const { targets = [], shard } = planned?.plan ?? {};
  const report = reportOfFailedPlan({ targets, shard }, `${what}.`, { clock: systemClock, signal, redact });
  const job = link("The job", publisher?.jobUrl);
  await publisher?.publishInterim({
    isRunning: false,
    title: `${signs.unknown} ${what}`,
    text: [text.trim(), job].filter(Boolean).join("\n\n"),
    report,
  });
}
