/** The base of what others watch for changes. */

import type { Event, EventEmitter } from "vscode";
import { Disposables } from "./disposables.ts";
import type { VSCode } from "./vscode.ts";

export class Observable extends Disposables {
  readonly #changed: EventEmitter<void>;
  readonly onDidChange: Event<void>;

  constructor(vscode: VSCode) {
    super();
    this.#changed = this.own(new vscode.EventEmitter<void>());
    this.onDidChange = this.#changed.event;
  }

  protected changed(): void {
    this.#changed.fire();
  }
}
