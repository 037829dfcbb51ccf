/** Annotations as lines of the log, for where the check run could not take them. */

import { annotations } from "../../../shared/report/annotations.ts";
import type { Report } from "../../../shared/report/model.ts";
import type { Log } from "../../runner/log.ts";

/** The runner shows ten errors and ten warnings of a step; one of the errors is why the step fails. */
const mostLines = { failure: 9, warning: 9 };

/** Leaves out the first `taken` ones, which the check run has. */
export function annotateLog(report: Report, taken: number, log: Log): void {
  const written = { failure: 0, warning: 0 };
  let position = 0;
  let left = 0;
  for (const { annotation_level: level, message, title, path: file, start_line: line } of annotations(
    report,
  )) {
    if (position++ < taken) continue;
    if (written[level] >= mostLines[level]) {
      left += 1;
      continue;
    }
    written[level] += 1;
    if (level === "failure") log.error(message, { title, file, line });
    else log.warning(message, { title, file, line });
  }
  if (left > 0) log.info(`${left} more that have a place in the code are in the report.`);
}
