/** The base class of objects that own listeners or other resources of VS Code. */

import type { Disposable } from "vscode";

export class Disposables implements Disposable {
  readonly #owned: { dispose(): unknown }[] = [];

  protected register<T extends { dispose(): unknown }>(owned: T): T {
    this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    for (const owned of this.#owned.splice(0).reverse()) owned.dispose();
  }
}
