/** The questions of two commands: one asks for the filter, the other asks before it removes all runs. */

import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RunStore } from "../runs/store.ts";
import type { Views } from "../views/views.ts";

/** Filters the views while the person types. Escape restores the previous filter. */
export async function askFilter({ window }: VSCode, views: Views): Promise<void> {
  const before = views.filter;
  const filter = await window.showInputBox({
    title: t("Filter"),
    prompt: t("Words of a name, an id, a project, a kind, a verdict or a case"),
    value: before,
    validateInput: typed => {
      views.setFilter(typed);
      return undefined;
    },
  });
  views.setFilter(filter ?? before);
}

export async function removeAllRuns({ window }: VSCode, runs: RunStore): Promise<void> {
  await runs.ready();
  const ended = runs.all.filter(({ state }) => state !== "running");
  const remove = t("Remove");
  const detail = t("Their reports are removed too. Nothing is deleted in the service.");
  const question = t("Remove {0} runs from this workspace?", ended.length);
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
    throw new Cancelled();
  }
  await runs.remove(ended.map(({ id }) => id));
}
