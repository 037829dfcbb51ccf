/**
 * Makes the view of a run's report, under a line about the run. With an earlier run, the view compares the two runs as on a
 * pull request.
 */

import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunStore, StoredRun } from "./store.ts";

/** Undefined if the report is no longer stored. */
export async function runReportView(
  { vscode, runs, bundles }: { readonly vscode: VSCode; readonly runs: RunStore; readonly bundles: Bundles },
  runId: string,
  earlierId: string | undefined,
): Promise<(ReportView & { readonly heading?: string }) | undefined> {
  await runs.ready();
  const [run, report] = [runs.find(runId), await runs.report(runId)];
  if (report === undefined) return undefined;
  const heading = run && (await headingOf(run, vscode, bundles));
  const view = { report: report.document, raw: report.raw, ...(heading !== undefined && { heading }) };
  const before = earlierId === undefined ? undefined : await runs.report(earlierId);
  if (before === undefined) return view;
  const { compare, digest, parseDigest } = await bundles.report();
  const base = parseDigest(digest(before.document) ?? "");
  if (base === undefined) throw new Obstacle(t("The run before has too many failed cases to compare with."));
  return { ...view, comparison: compare([base], report.document), base: t("the run before") };
}

async function headingOf(
  { name, serviceName, startedAt }: StoredRun,
  { env }: VSCode,
  bundles: Bundles,
): Promise<string> {
  const { inlineName } = await bundles.report();
  const time = new Date(startedAt).toLocaleString(env.language, { dateStyle: "medium", timeStyle: "short" });
  return `<sub>${[inlineName(name), inlineName(serviceName), time].join(" · ")}</sub>`;
}
