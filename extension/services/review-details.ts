/** Finds out of a reading what the page of each review shows beside its question: its case, and why this is undecided. */

import { reviewReasons } from "../../shared/reading/metrics.ts";
import type { Case, Reading } from "../../shared/reading/reading.ts";
import { extraOf } from "../../shared/report/explanation.ts";
import type { Tidy } from "../../shared/report/text.ts";
import type { ReviewDetails } from "./details.ts";

type ShownDetails = Omit<ReviewDetails, "from">;

/** The report explains its cases, and so a review has the explanation of the only case with the name of its own. */
export function reviewDetailsIn(reading: Reading, tidy: Tidy): Map<string, ShownDetails> {
  const { cases, recordReferences = [] } = reading;
  const reviewContexts: Reading["reviewContexts"] = reading.reviewContexts ?? new Map();
  const explained = new Map<string, Case | undefined>();
  for (const each of reviewContexts.size === 0 ? [] : cases) {
    explained.set(each.name, explained.has(each.name) ? undefined : each);
  }
  const found = new Map<string, ShownDetails>();
  for (const [id, context] of reviewContexts) {
    const about = context.case;
    const explanation = about && explained.get(about.name);
    const metrics = explanation && extraOf(explanation, tidy)?.metrics;
    const isReason = metrics?.some(metric => metric.reason === explanation?.message);
    const message = about?.message ?? (isReason ? undefined : explanation?.message);
    found.set(id, {
      ...context,
      ...(about && { case: { ...about, ...(message !== undefined && { message }) } }),
      ...(metrics && { metrics }),
    });
  }
  for (const { kind, id, object = {} } of recordReferences) {
    if (kind !== "review") continue;
    const own = extraOf({ name: "", status: "other", metrics: reviewReasons(kind, object) }, tidy)?.metrics;
    const { metrics = [], ...details } = found.get(id) ?? {};
    const known = [details.case?.message, ...metrics.map(({ reason }) => reason)];
    const added = own?.filter(({ reason }) => !known.includes(reason)) ?? [];
    if (added.length > 0) found.set(id, { ...details, metrics: [...metrics, ...added] });
  }
  return found;
}
