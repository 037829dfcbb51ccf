/** The status bar's menu: the last report, the waiting reviews, Run now, and the choice of the service. */

import { askEntry, type PickEntry } from "../editor/ask-pick.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { decidedRun } from "../runs/decided-runs.ts";
import { hasReport, type RunStore } from "../runs/store.ts";
import { waitingReviewCount } from "../services/kind-labels.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateIcons, stateName } from "../services/verdict-labels.ts";
import type { Views } from "../views/views.ts";

interface MenuDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly views: Pick<Views, "waitingReviews">;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
}

interface Entry extends PickEntry {
  readonly command: string;
  readonly given?: string;
}

export async function openMenu(deps: MenuDeps): Promise<void> {
  const { vscode, services, views, runs } = deps;
  await runs.ready();
  const service = services.current();
  const last = runs.all.find(run => run.service === service?.id && hasReport(run));
  const waiting = views.waitingReviews;
  const entries: Entry[] = [];
  if (last !== undefined) {
    const { state, words: summary } = decidedRun(last, deps) ?? { ...last, words: last.summary };
    entries.push({
      label: `$(${stateIcons[state].name}) ${t("Last report: {0}", escapeForPick(last.name))}`,
      description: [stateName(state), summary].map(escapeForPick).join(" · "),
      command: "callboard.openReport",
      given: last.id,
    });
  }
  if (waiting > 0) {
    entries.push({
      label: `$(bell) ${waitingReviewCount(waiting)}`,
      command: "callboard.reviews.focus",
    });
  }
  entries.push(
    { label: `$(play) ${t("Run now")}`, command: "callboard.runNow" },
    {
      label: `$(arrow-swap) ${t("Switch service")}`,
      description: escapeForPick(service?.name ?? ""),
      command: "callboard.switchService",
    },
  );
  const placeholder = t("What to do?");
  const { command, given } = await askEntry(vscode, { title: "Callboard", placeholder, entries });
  await vscode.commands.executeCommand(command, ...(given === undefined ? [] : [given]));
}
