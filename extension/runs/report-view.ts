/**
 * Makes the view of a run's report, under a line about the run. With an earlier run, the view compares the two runs as on a
 * pull request.
 */

import type { ReportView } from "../../shared/report/view.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { MemoryStore } from "../services/memory.ts";
import { decisionsAbout } from "./decided-runs.ts";
import type { RunStore, StoredRun } from "./store.ts";

interface ReportViewDeps {
  readonly vscode: VSCode;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly bundles: Bundles;
}

/** Undefined if the report is no longer stored. */
export async function runReportView(
  { vscode, runs, memories, bundles }: ReportViewDeps,
  runId: string,
  earlierId: string | undefined,
): Promise<(ReportView & { readonly head?: ReportView; readonly heading?: string }) | undefined> {
  await runs.ready();
  const [run, report] = [runs.find(runId), await runs.report(runId)];
  if (report === undefined) return undefined;
  const heading = run && (await headingOf(run, vscode, bundles));
  const { compare, digest, parseDigest, withDecisions } = await bundles.report();
  const shown = (view: ReportView) => ({
    ...view,
    ...(run && { head: withDecisions(view, decisionsAbout(run, { runs, memories })) }),
    ...(heading !== undefined && { heading }),
  });
  const view = { report: report.document, raw: report.raw };
  const before = earlierId === undefined ? undefined : await runs.report(earlierId);
  if (before === undefined) return shown(view);
  const base = parseDigest(digest(before.document) ?? "");
  if (base === undefined) throw new Obstacle(t("The run before has too many failed cases to compare with."));
  return shown({ ...view, comparison: compare([base], report.document), base: t("the run before") });
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
