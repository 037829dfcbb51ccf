/**
 * API keys, in the editor's secret storage and nowhere else. A key is kept under the origin it was entered for: a
 * service whose address changes to another origin has no key until a person enters one for it.
 */

import type { SecretStorage } from "vscode";

export class Keys {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  async get(origin: string): Promise<string | undefined> {
    return this.#secrets.get(nameOf(origin));
  }

  async set(origin: string, key: string): Promise<void> {
    await this.#secrets.store(nameOf(origin), key);
  }

  async forget(origin: string): Promise<void> {
    await this.#secrets.delete(nameOf(origin));
  }
}

function nameOf(origin: string): string {
  return `callboard.key ${origin}`;
}
