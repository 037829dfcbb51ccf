/** Makes what surrounds the text of each of a step's comments, whether it shows a report or that the step goes on. */

import { reportLink } from "../../../shared/github/links.ts";
import { inlineName, link } from "../../../shared/report/markdown/inline.ts";
import { joinDetails } from "../../../shared/report/markdown/words.ts";
import { type ReportMark, reportMark } from "../../../shared/report/marks.ts";
import { fullRepositoryName } from "../../gate/check-runs.ts";
import type { WorkflowContext } from "../../github/context.ts";
import type { Inputs } from "../../inputs/inputs.ts";

export interface CommentFrame {
  readonly mark: ReportMark;
  /** The lines above the heading. Later steps keep them. */
  readonly top: string;
  readonly footer: string;
}

export function commentFrame(
  { commentKey: key }: Pick<Inputs, "commentKey">,
  { repository, run, headSha: sha }: WorkflowContext,
  pull: number,
): CommentFrame {
  const mark = { key, run, sha };
  const editorLink = reportLink({ repository: fullRepositoryName(repository), pull }, key);
  // GitHub shortens a plain commit hash and links it.
  const names = joinDetails(`${inlineName(key)} at ${sha}`, link("open in the editor", editorLink));
  return { mark, top: reportMark(mark), footer: `<sub>${names}</sub>` };
}
