/** Writes annotations to the log if the check run could not take them. */

import { annotations } from "../../../shared/report/annotations.ts";
import type { Report } from "../../../shared/report/model.ts";
import type { Log } from "../../runner/log.ts";

/**
 * GitHub shows at most ten errors and ten warnings of a step. One error is left for the reason why the step fails, and
 * one warning for the check run that is missing.
 */
const mostLines = { failure: 9, warning: 9 };

/** Skips the first `taken` annotations, because the check run already has them. */
export function logAnnotations(report: Report, taken: number, log: Log): void {
  const written = { failure: 0, warning: 0 };
  let position = 0;
  let omitted = 0;
  for (const { annotation_level: level, message, title, path: file, start_line: line } of annotations(
    report,
  )) {
    if (position++ < taken) continue;
    if (written[level] >= mostLines[level]) {
      omitted += 1;
      continue;
    }
    written[level] += 1;
    if (level === "failure") log.error(message, { title, file, line });
    else log.warning(message, { title, file, line });
  }
  if (omitted > 0) log.info(`${omitted} more annotations are only in the report.`);
}
