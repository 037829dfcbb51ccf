/** The status bar entry: the service in use and the verdict of its last run. A click opens a menu. */

import type { StatusBarItem } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick, labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { decidedState, type RunDecisionsDeps } from "../runs/decided-runs.ts";
import type { RunStore } from "../runs/store.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { stateIcons, stateName } from "../services/verdict-labels.ts";

export class StatusBar extends Disposables {
  readonly #services: ServiceList;
  readonly #deps: RunDecisionsDeps;
  readonly #item: StatusBarItem;

  constructor(vscode: VSCode, services: ServiceList, runs: RunStore, memories: MemoryStore) {
    super();
    this.#services = services;
    this.#deps = { runs, memories };
    this.#item = this.register(
      vscode.window.createStatusBarItem("callboard.status", vscode.StatusBarAlignment.Left),
    );
    this.#item.name = "Callboard";
    this.#item.command = "callboard.openMenu";
    this.register(services.onDidChange(() => this.#show()));
    this.register(runs.onDidChange(() => this.#show()));
    this.register(memories.onDidChange(() => this.#show()));
    this.#show();
  }

  #show(): void {
    const service = this.#services.current();
    if (service === undefined) {
      this.#item.hide();
      return;
    }
    const last = this.#deps.runs.all.find(run => run.service === service.id);
    const state = last && decidedState(last, this.#deps);
    const verdict = state && ` $(${stateIcons[state].name})`;
    this.#item.text = `$(broadcast) ${escapeForPick(service.name)}${verdict ?? ""}`;
    const words = [t("Callboard: {0}", labelText(service.name))];
    if (last && state) words.push(t("last run: {0}, {1}", labelText(last.name), stateName(state)));
    this.#item.tooltip = words.join("\n");
    this.#item.accessibilityInformation = { label: words.join(", "), role: "button" };
    this.#item.show();
  }
}
