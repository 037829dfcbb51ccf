/** What a check run would have shown beside the code, as far as a log can. */

import { annotations } from "../../../shared/report/annotations.ts";
import type { Report } from "../../../shared/report/model.ts";
import type { Redact } from "../../../shared/service/secret.ts";
import type { Log } from "../../runner/log.ts";

/** The runner shows ten errors and ten warnings of a step, and what fails the step is one of the errors. */
const mostLines = { failure: 9, warning: 9 };

/** Leaves out the first ones that the check run has taken. */
export function annotateLog(report: Report, taken: number, redact: Redact, log: Log): void {
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
    const place = { title: redact(title), file: redact(file), line };
    if (level === "failure") log.error(redact(message), place);
    else log.warning(redact(message), place);
  }
  // GitHub would show no more of them.
  if (left > 0) log.info(`${left} more that have a place in the code are in the report.`);
}
