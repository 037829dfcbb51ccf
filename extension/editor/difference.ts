import type { Uri } from "vscode";
import type { VSCode } from "./vscode.ts";

/** Closes the tab of a difference by the address of its right side. */
export async function closeDifference({ window, TabInputTextDiff }: VSCode, modified: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const shown = tabs.find(
    ({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === modified.toString(),
  );
  if (shown !== undefined) await window.tabGroups.close(shown);
}
