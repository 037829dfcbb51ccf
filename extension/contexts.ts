/**
 * What the manifest's conditions ask about: what an empty view says, and which steps of the walkthrough are done. A
 * step is ticked for what has come about, in whatever way, and not for a command that was begun.
 */

import type { Desk } from "./desk.ts";
import { embeddedId } from "./services/service.ts";
import type { VSCode } from "./vscode.ts";

export class Contexts {
  readonly #vscode: VSCode;
  readonly #desk: Desk;
  readonly #shown = new Map<string, unknown>();

  constructor(vscode: VSCode, desk: Desk) {
    this.#vscode = vscode;
    this.#desk = desk;
  }

  /** All that there is to say before anything was read. */
  showService(): void {
    const service = this.#desk.services.current();
    this.#set("service", service && (service.id === embeddedId ? "embedded" : "own"));
  }

  show(): void {
    const { runs, records, decided } = this.#desk;
    this.showService();
    this.#set("hasRun", runs.all.length > 0);
    this.#set("hasDecided", decided);
    this.#set(
      "hasPinned",
      records.some(({ pinned }) => pinned !== undefined),
    );
  }

  #set(name: string, value: unknown): void {
    if (this.#shown.has(name) && this.#shown.get(name) === value) return;
    this.#shown.set(name, value);
    this.#vscode.commands.executeCommand("setContext", `callboard.${name}`, value);
  }
}
