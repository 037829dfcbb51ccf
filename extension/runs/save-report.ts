/** Saves a run's report. The chosen file's extension selects the format. */

import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type DecidedReport, type DecidedReportDeps, decidedReport } from "./decided-runs.ts";
import type { RunStore, StoredRun } from "./store.ts";

export async function saveReport(
  deps: DecidedReportDeps & { readonly vscode: VSCode; readonly runs: RunStore },
  run: StoredRun,
): Promise<void> {
  const { vscode, bundles } = deps;
  const decided: DecidedReport = (await decidedReport(run, deps)) ?? (await deps.runs.requireReport(run));
  const { document: report, raw, decidedTargets } = decided;
  const { reportFormats, reportFormatOf } = await bundles.report();
  const folder = workspaceFolders(vscode)[0]?.uri;
  const fileName = `${run.name.replace(/[^\p{L}\p{N}._ -]+/gu, "-")}.md`;
  const target = requireAnswer(
    await vscode.window.showSaveDialog({
      title: t("Save report"),
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
      filters: Object.fromEntries(reportFormats.map(({ title, extension }) => [t(title), [extension]])),
    }),
  );
  const format = reportFormatOf(/\.(\w+)$/.exec(target.path)?.[1]?.toLowerCase());
  const text = [...format.write({ report, raw, decidedTargets })].join("");
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Obstacle(t("The report can't be saved there, choose another place: {0}", reason), [
      {
        title: t("Save report"),
        command: "callboard.saveReport",
        arguments: [{ subject: { type: "run", run } }],
      },
    ]);
  }
}
