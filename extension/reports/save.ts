/** "Save report…": as Markdown, as CTRF, or as JUnit, by the name that a person gives the file. */

import type { Parts } from "../bundles/bundles.ts";
import { answered } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunReport, StoredRun } from "../runs/runs.ts";

type Write = (report: RunReport, parts: Awaited<ReturnType<Parts["report"]>>) => Iterable<string>;

const formats: Readonly<Record<string, Write>> = {
  md: ({ document, raw }, { renderMarkdown }) => [renderMarkdown({ report: document, raw })],
  json: ({ document }, { reportJson }) => reportJson(document),
  xml: ({ document }, { junit }) => junit(document),
};

export async function saveReport(
  vscode: VSCode,
  parts: Parts,
  run: StoredRun,
  report: RunReport,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${run.name.replace(/[^\p{L}\p{N}._ -]+/gu, "-")}.md`;
  const target = answered(
    await vscode.window.showSaveDialog({
      title: t("Save report"),
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
      filters: { [t("Markdown")]: ["md"], [t("Report as JSON (CTRF)")]: ["json"], [t("JUnit XML")]: ["xml"] },
    }),
  );
  const extension = /\.(\w+)$/.exec(target.path)?.[1]?.toLowerCase() ?? "";
  const write = formats[extension] ?? formats["md"];
  const text = write === undefined ? "" : [...write(report, await parts.report())].join("");
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
