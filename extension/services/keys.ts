/**
 * API keys, in VS Code's secret storage and nowhere else. A key is kept under the origin it was entered for: a service
 * whose address changes to another origin has no key until a person enters one for it.
 */

import type { SecretStorage } from "vscode";
import { askText } from "../editor/ask-text.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";

export class Keys {
  readonly #vscode: VSCode;
  readonly #secrets: SecretStorage;

  constructor(vscode: VSCode, secrets: SecretStorage) {
    this.#vscode = vscode;
    this.#secrets = secrets;
  }

  async get(origin: string): Promise<string | undefined> {
    return this.#secrets.get(nameOf(origin));
  }

  /** Asks a person for it, and keeps it. */
  async ask(origin: string, title = t("API key for {0}", origin)): Promise<string> {
    const key = await askText(this.#vscode, {
      title,
      prompt: t("The API key, sent to {0} only, and kept in the editor's secret storage", origin),
      password: true,
      validate: text =>
        /^[\x21-\x7e]+$/.test(text.trim())
          ? undefined
          : t("A key has no spaces and no letters beyond ASCII."),
    });
    await this.#secrets.store(nameOf(origin), key);
    return key;
  }

  async forget(origin: string): Promise<void> {
    await this.#secrets.delete(nameOf(origin));
  }
}

function nameOf(origin: string): string {
  return `callboard.key ${origin}`;
}
