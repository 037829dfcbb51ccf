import type { Event, EventEmitter } from "vscode";
import { Disposables } from "./disposables.ts";
import type { VSCode } from "./vscode.ts";

export class Observable<Change = void> extends Disposables {
  readonly #emitter: EventEmitter<Change>;
  readonly onDidChange: Event<Change>;

  constructor(vscode: VSCode) {
    super();
    this.#emitter = this.register(new vscode.EventEmitter<Change>());
    this.onDidChange = this.#emitter.event;
  }

  protected fireChange(change: Change): void {
    this.#emitter.fire(change);
  }
}
