/** Finds in a reading what the page of each review shows beside its question: its case, and why this is undecided. */

import type { Case, Reading } from "../../shared/reading/reading.ts";
import { extraOf } from "../../shared/report/explanation.ts";
import type { Tidy } from "../../shared/report/text.ts";
import type { ReviewDetails } from "./details.ts";

type ShownDetails = Omit<ReviewDetails, "from">;

/** A review gets the explanation that the report has for its case, unless several cases have that name. */
export function reviewDetailsIn(reading: Reading, tidy: Tidy): Map<string, ShownDetails> {
  const { cases } = reading;
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
  return found;
}
