/** What a check run shows, and what it comes to. */

import { type Annotation, annotations } from "../../../shared/report/annotations.ts";
import { headline } from "../../../shared/report/markdown/headline.ts";
import { renderMarkdown } from "../../../shared/report/markdown/render.ts";
import type { Report, Verdict } from "../../../shared/report/model.ts";
import type { ReportView } from "../../../shared/report/view.ts";

export interface CheckOutput {
  readonly title: string;
  readonly summary: string;
}

/** A step's part of a check run, which several steps may share. */
export interface StepOutput extends CheckOutput {
  readonly verdict: Verdict;
}

/** GitHub's limit for a text. */
export const mostBytes = 65_535;
/** Room for what a section of several begins with. */
const mostMarkBytes = 2_000;

export function outputOf(view: ReportView, whole: string): StepOutput {
  return {
    verdict: view.report.results.extra.callboard.verdict,
    title: headline(view),
    summary: renderMarkdown(view, { budget: { bytes: mostBytes - mostMarkBytes }, whole }),
  };
}

export type Conclusion = "success" | "failure" | "action_required" | "cancelled";

/**
 * What nobody could decide is not green: a required check would let `neutral` and `skipped` through as if they were.
 * `action_required` blocks, and says what is the case: a person has to look.
 */
export function conclusionOf({ results }: Report): Conclusion {
  const { verdict, cancelled } = results.extra.callboard;
  if (verdict === "failed") return "failure";
  if (cancelled) return "cancelled";
  return verdict === "passed" ? "success" : "action_required";
}

/** In requests of as many as GitHub takes at once; one without any, where there are none. */
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
