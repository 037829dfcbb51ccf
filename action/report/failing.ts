/** Whether the step fails, and what for. */

import { counted } from "../../shared/report/markdown/words.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Inputs } from "../inputs/inputs.ts";

/** Later steps may need what could not be written, so this one must fail. */
export function reasonOfTrouble(trouble: unknown): string | undefined {
  if (trouble === undefined) return undefined;
  const said = trouble instanceof Error ? trouble.message : String(trouble);
  return (
    `this machine did not take all that was to be written (${said}); ` +
    "see that its disk has room, and that the job may write there"
  );
}

/** Undefined when the step does not fail. */
export function reasonToFail(
  failOn: Inputs["failOn"],
  { report, comparison }: ReportView,
): string | undefined {
  const { cancelled, targets, verdict } = report.results.extra.callboard;
  const { failed } = report.results.summary;
  const notRun = targets.filter(({ error }) => error !== undefined).length;
  const count = (wanted: string) =>
    counted(targets.filter(target => target.verdict === wanted).length, "target");
  const red = `${count("failed")} failed, with ${counted(failed, "failed case")}`;
  if (cancelled) return "the run was cancelled before its end";
  if (notRun > 0) return `${counted(notRun, "target")} could not be run`;
  switch (failOn) {
    case "never":
      return undefined;
    case "failed":
      return verdict === "failed" ? red : undefined;
    case "unknown":
      if (verdict === "failed") return red;
      return verdict === "unknown" && targets.length > 0 ? `${count("unknown")} gave no verdict` : undefined;
    case "new":
      if (verdict !== "failed") return undefined;
      // Without a base, every failure may be a new one.
      if (comparison === undefined) return `${red}, and there is no base to say that they are old`;
      return comparison.newFailures > 0
        ? `${counted(comparison.newFailures, "failure")} that the base does not have`
        : undefined;
  }
}
