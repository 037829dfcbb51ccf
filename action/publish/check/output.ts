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

/** A step's part of a check run; several steps may share one. */
export interface StepOutput extends CheckOutput {
  readonly verdict: Verdict;
}

/** Room for the marks of sections. */
const mostMarkBytes = 2_000;

export function outputOf(view: ReportView, whole: string): StepOutput {
  return {
    verdict: view.report.results.extra.callboard.verdict,
    title: headline(view),
    summary: renderMarkdown(view, { budget: { bytes: mostCheckBytes - mostMarkBytes }, whole }),
  };
}

export type Conclusion = "success" | "failure" | "action_required" | "cancelled";

/** Of an unknown verdict `action_required`: a required check lets `neutral` and `skipped` pass as if it had succeeded. */
export function conclusionOf({ results }: Report): Conclusion {
  const { verdict, cancelled } = results.extra.callboard;
  if (verdict === "failed") return "failure";
  if (cancelled) return "cancelled";
  return verdict === "passed" ? "success" : "action_required";
}

/** GitHub takes 50 annotations in a request. Without annotations there is one empty batch, for a request without them. */
export function* batches(report: Report): Generator<Annotation[]> {
  let batch: Annotation[] = [];
  let isFirst = true;
  for (const annotation of annotations(report)) {
    batch.push(annotation);
    if (batch.length < 50) continue;
    yield batch;
    batch = [];
    isFirst = false;
  }
  if (batch.length > 0 || isFirst) yield batch;
}
