/** Compares a step's report with its base, and with the history before the base if that can matter. */

import { compare, isHistoryNeeded, withPassRates } from "../../shared/report/compare.ts";
import { hasFailed } from "../../shared/report/counted-cases.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { Publisher } from "../publish/settings.ts";

export async function addComparison(
  view: ReportView,
  publisher: Pick<Publisher, "base">,
): Promise<ReportView> {
  const { report } = view;
  const found = await publisher.base();
  if (found === undefined) return view;
  if ("why" in found) return hasAnyFailed(view) ? { ...view, whyNoBase: found.why } : view;
  const { digest, name, age } = found;
  const earlier = isHistoryNeeded(digest, report) ? await found.earlier() : [];
  const compared = withPassRates({ report, comparison: compare([digest, ...earlier], report) });
  return { ...view, ...compared, base: age === undefined ? name : `${name}, ${age} old` };
}

function hasAnyFailed({ report: { results } }: ReportView): boolean {
  return results.extra.callboard.verdict === "failed" || results.tests.some(hasFailed);
}
