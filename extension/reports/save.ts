/** Saves a report as Markdown, CTRF or JUnit, by the extension of the chosen file. */

import type { Bundles } from "../bundles/bundles.ts";
import { requireAnswer } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunReport, RunStore, StoredRun } from "../runs/store.ts";

type Write = (report: RunReport, bundle: Awaited<ReturnType<Bundles["report"]>>) => Iterable<string>;

const formats: Readonly<Record<string, Write>> = {
  md: ({ document, raw }, { renderMarkdown }) => [renderMarkdown({ report: document, raw })],
  json: ({ document }, { reportJson }) => reportJson(document),
  xml: ({ document }, { junit }) => junit(document),
};

export async function saveReport(
  vscode: VSCode,
  bundles: Bundles,
  runs: RunStore,
  run: StoredRun,
): Promise<void> {
  const report = await runs.requireReport(run);
  const folder = workspaceFolders(vscode)[0]?.uri;
  const fileName = `${run.name.replace(/[^\p{L}\p{N}._ -]+/gu, "-")}.md`;
  const target = requireAnswer(
    await vscode.window.showSaveDialog({
      title: t("Save report"),
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
      filters: { [t("Markdown")]: ["md"], [t("Report as JSON (CTRF)")]: ["json"], [t("JUnit XML")]: ["xml"] },
    }),
  );
  const extension = /\.(\w+)$/.exec(target.path)?.[1]?.toLowerCase() ?? "";
  const write = formats[extension] ?? formats["md"];
  const text = write === undefined ? "" : [...write(report, await bundles.report())].join("");
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
