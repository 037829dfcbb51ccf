/**
 * What the manifest's conditions ask about: what an empty view says, and which steps of the walkthrough are done. A
 * step is ticked for what has come about, in whatever way, and not for a command that was begun.
 */

import type { Desk } from "../desk.ts";
import type { VSCode } from "../editor/vscode.ts";
import { embeddedId } from "../services/service.ts";

export class Contexts {
  readonly #vscode: VSCode;
  readonly #desk: Desk;
  readonly #told = new Map<string, boolean>();

  constructor(vscode: VSCode, desk: Desk) {
    this.#vscode = vscode;
    this.#desk = desk;
  }

  /** All that there is to say before anything was read. */
  showService(): void {
    const service = this.#desk.services.current();
    this.#tell("connected", service !== undefined);
    this.#tell("hasTried", service?.id === embeddedId);
    this.#tell("hasConnected", service !== undefined && service.id !== embeddedId);
  }

  show(): void {
    const { runs, records, decided } = this.#desk;
    this.showService();
    this.#tell("hasRun", runs.all.length > 0);
    this.#tell("hasDecided", decided);
    this.#tell(
      "hasPinned",
      records.some(({ pinned }) => pinned !== undefined),
    );
  }

  /**
   * VS Code ticks a step when its context becomes true, and takes no notice of one that was true before it had the
   * walkthrough, which it often has only once that is opened. So what is done is told anew then.
   */
  async around(openWalkthrough: () => Thenable<unknown>): Promise<void> {
    for (const [name, value] of this.#told) {
      if (value && name.startsWith("has")) this.#tell(name, false);
    }
    await openWalkthrough();
    this.show();
  }

  #tell(name: string, value: boolean): void {
    if (this.#told.get(name) === value) return;
    this.#told.set(name, value);
    this.#vscode.commands.executeCommand("setContext", `callboard.${name}`, value);
  }
}
