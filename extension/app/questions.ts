/** The questions of three commands: two ask for a filter, the third asks before it removes all runs. */

import { askEntry } from "../editor/ask-pick.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordStore } from "../records/records.ts";
import type { RunStore } from "../runs/store.ts";
import { waitingReviews } from "../views/reviews.ts";
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

/** Asks for a name, because the service doesn't say which assignee the person is. */
export async function askAssignee(vscode: VSCode, records: RecordStore, views: Views): Promise<void> {
  const counts = new Map<string, number>();
  for (const { id } of waitingReviews(records.all, records)) {
    const assignee = records.reviewNotes.get(id)?.assignee;
    if (assignee !== undefined) counts.set(assignee, (counts.get(assignee) ?? 0) + 1);
  }
  if (counts.size === 0) throw new Obstacle(t("No review that waits says to whom it is assigned."));
  const entries = [...counts].map(([assignee, count]) => ({
    label: escapeForPick(assignee),
    description: String(count),
    assignee,
  }));
  const title = t("Show the reviews of…");
  const { assignee } = await askEntry(vscode, {
    title,
    placeholder: t("To whom are they assigned?"),
    entries,
  });
  views.setFilter(assignee);
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
