import type { Event, EventEmitter } from "vscode";
import { Disposables } from "./disposables.ts";
import type { VSCode } from "./vscode.ts";

export class Observable extends Disposables {
  readonly #emitter: EventEmitter<void>;
  readonly onDidChange: Event<void>;

  constructor(vscode: VSCode) {
    super();
    this.#emitter = this.register(new vscode.EventEmitter<void>());
    this.onDidChange = this.#emitter.event;
  }

  protected fireChange(): void {
    this.#emitter.fire();
  }
}
