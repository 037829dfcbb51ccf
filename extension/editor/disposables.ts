/** The base of everything that holds listeners or other resources of VS Code: they are disposed of with it. */

import type { Disposable } from "vscode";

export class Disposables implements Disposable {
  readonly #owned: { dispose(): unknown }[] = [];

  protected own<T extends { dispose(): unknown }>(owned: T): T {
    this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    for (const owned of this.#owned.splice(0).reverse()) owned.dispose();
  }
}
