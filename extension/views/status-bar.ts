/** The status bar entry: the service in use and the verdict of its last run. A click opens a menu. */

import type { StatusBarItem } from "vscode";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { inPick, label } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { stateIcons, stateName } from "../labels/verdicts.ts";
import type { Runs } from "../runs/runs.ts";
import type { Services } from "../services/services.ts";

export class StatusBar extends Disposables {
  readonly #services: Services;
  readonly #runs: Runs;
  readonly #item: StatusBarItem;

  constructor(vscode: VSCode, services: Services, runs: Runs) {
    super();
    this.#services = services;
    this.#runs = runs;
    this.#item = this.own(
      vscode.window.createStatusBarItem("callboard.status", vscode.StatusBarAlignment.Left),
    );
    this.#item.name = "Callboard";
    this.#item.command = "callboard.openMenu";
    this.own(services.onDidChange(() => this.#show()));
    this.own(runs.onDidChange(() => this.#show()));
    this.#show();
  }

  #show(): void {
    const service = this.#services.current();
    if (service === undefined) {
      this.#item.hide();
      return;
    }
    const last = this.#runs.all.find(run => run.service === service.id);
    const verdict = last && ` $(${stateIcons[last.state].name})`;
    this.#item.text = `$(broadcast) ${inPick(service.name)}${verdict ?? ""}`;
    const words = [t("Callboard: {0}", label(service.name))];
    if (last) words.push(t("last run: {0}, {1}", label(last.name), stateName(last.state)));
    this.#item.tooltip = words.join("\n");
    this.#item.accessibilityInformation = { label: words.join(", "), role: "button" };
    this.#item.show();
  }
}
