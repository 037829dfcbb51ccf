/** The title, summary, conclusion and annotations of a check run. */

import type { Verdict } from "../../../shared/reading/reading.ts";
import { type Annotation, annotations } from "../../../shared/report/annotations.ts";
import { headline } from "../../../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report } from "../../../shared/report/model.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { mostCheckBytes } from "../../github/comments.ts";

export interface CheckOutput {
  readonly title: string;
  readonly summary: string;
}

export interface SectionOutput extends CheckOutput {
  readonly verdict: Verdict;
}

/** Space for the mark that `replaceSection` puts before this step's section. */
const mostMarkBytes = 2_000;

export function checkOutputOf(view: ReportView, wholeReport: string): SectionOutput {
  return {
    verdict: view.report.results.extra.callboard.verdict,
    title: headline(view),
    summary: renderMarkdown(view, { budget: { bytes: mostCheckBytes - mostMarkBytes }, whole: wholeReport }),
  };
}

export type Conclusion = "success" | "failure" | "action_required" | "cancelled";

/** An unknown verdict is `action_required`, because a required check counts `neutral` and `skipped` as success. */
export function conclusionOf({ results }: Report): Conclusion {
  const { verdict, cancelled } = results.extra.callboard;
  if (verdict === "failed") return "failure";
  if (cancelled) return "cancelled";
  return verdict === "passed" ? "success" : "action_required";
}

/**
 * Pages of 50, GitHub's limit for a request. A report without annotations gets one empty page, because the request with
 * the first page also writes the report.
 */
export function* annotationPages(report: Report): Generator<Annotation[]> {
  let page: Annotation[] = [];
  let isFirst = true;
  for (const annotation of annotations(report)) {
    page.push(annotation);
    if (page.length < 50) continue;
    yield page;
    page = [];
    isFirst = false;
  }
  if (page.length > 0 || isFirst) yield page;
}
