/** Saves a run's report. The chosen file's extension selects the format. */

import type { Bundles } from "../editor/bundles/bundles.ts";
import { requireAnswer } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunStore, StoredRun } from "./store.ts";

export async function saveReport(
  vscode: VSCode,
  bundles: Bundles,
  runs: RunStore,
  run: StoredRun,
): Promise<void> {
  const { document: report, raw } = await runs.requireReport(run);
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
  const text = [...format.write({ report, raw })].join("");
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
