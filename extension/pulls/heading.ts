/** The line of Markdown above a pull request's report: its name, pull request, commit and author. */

import { code, link, name } from "../../shared/report/markdown/inline.ts";
import { joinFacts } from "../../shared/report/markdown/words.ts";
import type { PullRequest } from "../github/pull-request.ts";
import type { PullReport } from "../github/reports.ts";
import { fullName } from "../github/repository.ts";

export function headingOf({ mark, by, address }: PullReport, pull: PullRequest): string {
  const where = link(`${fullName(pull.repository)} #${pull.number}`, address || pull.address);
  return `<sub>${joinFacts(name(mark.key), where, code(mark.sha.slice(0, 7)), code(`@${by.login}`))}</sub>`;
}
