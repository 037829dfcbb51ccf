/** The status bar: which service is in use, and how the last run there ended. A click switches the service. */

import type { StatusBarItem } from "vscode";
import type { Desk } from "../desk.ts";
import { Disposables } from "../editor/disposables.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { verdictIcons, verdictName } from "./runs.ts";

export class StatusBar extends Disposables {
  readonly #desk: Desk;
  readonly #item: StatusBarItem;

  constructor(vscode: VSCode, desk: Desk) {
    super();
    this.#desk = desk;
    this.#item = this.own(
      vscode.window.createStatusBarItem("callboard.status", vscode.StatusBarAlignment.Left),
    );
    this.#item.name = "Callboard";
    this.#item.command = "callboard.switchService";
    this.own(desk.onDidChange(() => this.#show()));
    this.#show();
  }

  #show(): void {
    const service = this.#desk.services.current();
    if (service === undefined) {
      this.#item.hide();
      return;
    }
    const last = this.#desk.runs.all.find(run => run.service === service.name);
    const verdict = last && ` $(${verdictIcons[last.verdict].name})`;
    this.#item.text = `$(broadcast) ${inPick(service.name)}${verdict ?? ""}`;
    const words = [t("Callboard: {0}", service.name)];
    if (last) words.push(t("last run: {0}, {1}", last.name, verdictName(last.verdict)));
    this.#item.tooltip = words.join("\n");
    this.#item.accessibilityInformation = { label: words.join(", "), role: "button" };
    this.#item.show();
  }
}
