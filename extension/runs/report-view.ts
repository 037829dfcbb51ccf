/**
 * Makes the view of a run's report, under a line about the run. With an earlier run, the view compares the two runs as on a
 * pull request.
 */

import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type DecidedReportDeps, decidedReport } from "./decided-runs.ts";
import type { RunStore, StoredRun } from "./store.ts";

interface ReportViewDeps extends DecidedReportDeps {
  readonly vscode: VSCode;
  readonly runs: RunStore;
}

/** Undefined if the run is no longer kept. */
export async function runReportView(
  deps: ReportViewDeps,
  runId: string,
  earlierId: string | undefined,
): Promise<(ReportView & { readonly heading: string }) | undefined> {
  const { vscode, runs, bundles } = deps;
  await runs.ready();
  const [run, earlier] = [runs.find(runId), runs.find(earlierId)];
  const shown = run && (await decidedReport(run, deps));
  if (run === undefined || shown === undefined) return undefined;
  const { document: report, raw, decidedTargets } = shown;
  const view = { report, raw, decidedTargets, heading: await headingOf(run, vscode, bundles) };
  const before = earlier && (await decidedReport(earlier, deps));
  if (before === undefined) return view;
  const { compare, digest, parseDigest } = await bundles.report();
  const base = parseDigest(digest(before.document) ?? "");
  if (base === undefined) throw new Obstacle(t("The run before has too many failed cases to compare with."));
  return { ...view, comparison: compare([base], report), base: t("the run before") };
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
