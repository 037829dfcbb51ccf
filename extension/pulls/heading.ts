/** The line of Markdown above a pull request's report: its name, pull request, commit, author and time. */

import { code, inlineName, link } from "../../shared/report/markdown/inline.ts";
import { joinDetails } from "../../shared/report/markdown/words.ts";
import type { PullRequestSummary } from "../github/pull-request.ts";
import type { PullRequestReport } from "../github/reports.ts";
import { repositoryFullName } from "../github/repository.ts";

export function reportHeading(
  { mark, author, address, updatedAt }: PullRequestReport,
  pull: PullRequestSummary,
  language: string,
): string {
  const where = link(`${repositoryFullName(pull.repository)} #${pull.number}`, address || pull.address);
  const time = Date.parse(updatedAt);
  const words = Number.isNaN(time)
    ? ""
    : new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return `<sub>${joinDetails(inlineName(mark.key), where, code(mark.sha.slice(0, 7)), code(`@${author.login}`), words)}</sub>`;
}
