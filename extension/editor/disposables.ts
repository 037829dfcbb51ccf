/** The base of everything that holds on to something of the editor's: what it owns goes when it goes. */

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
