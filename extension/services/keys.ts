/**
 * Stores API keys in VS Code's secret storage and nowhere else. A key belongs to the origin that it was entered for: if a
 * service moves to another origin, a person has to enter a key again.
 */

import type { SecretStorage } from "vscode";
import { askText } from "../editor/ask-text.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";

export class KeyStore {
  readonly #vscode: VSCode;
  readonly #secrets: SecretStorage;

  constructor(vscode: VSCode, secrets: SecretStorage) {
    this.#vscode = vscode;
    this.#secrets = secrets;
  }

  async get(origin: string): Promise<string | undefined> {
    return this.#secrets.get(secretName(origin));
  }

  async ask(origin: string, title = t("API key for {0}", origin)): Promise<string> {
    const key = await askText(this.#vscode, {
      title,
      prompt: t("The API key, sent to {0} only, and kept in the editor's secret storage", origin),
      password: true,
      validate: text =>
        /^[\x21-\x7e]+$/.test(text.trim())
          ? undefined
          : t("Enter an API key: ASCII characters without spaces."),
    });
    await this.#secrets.store(secretName(origin), key);
    return key;
  }

  async forget(origin: string): Promise<void> {
    await this.#secrets.delete(secretName(origin));
  }
}

function secretName(origin: string): string {
  return `callboard.key ${origin}`;
}
