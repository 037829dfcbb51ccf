/** Makes the view of a run's report. With an earlier run, the view compares the two runs as on a pull request. */

import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { RunStore } from "./store.ts";

/** Undefined if the report is no longer stored. */
export async function runReportView(
  { runs, bundles }: { readonly runs: RunStore; readonly bundles: Bundles },
  runId: string,
  earlierId: string | undefined,
): Promise<ReportView | undefined> {
  const report = await runs.report(runId);
  if (report === undefined) return undefined;
  const view = { report: report.document, raw: report.raw };
  const before = earlierId === undefined ? undefined : await runs.report(earlierId);
  if (before === undefined) return view;
  const { compare, digest, parseDigest } = await bundles.report();
  const base = parseDigest(digest(before.document) ?? "");
  if (base === undefined) throw new Obstacle(t("The run before has too many failed cases to compare with."));
  return { ...view, comparison: compare([base], report.document), base: t("the run before") };
}
