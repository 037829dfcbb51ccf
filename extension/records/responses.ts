/** Keeps the last response about each record, and to each operation without a record, as read-only documents. */

import type { Uri } from "vscode";
import { findJsonLoss } from "../../shared/json-loss.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { hash } from "../editor/hash.ts";
import type { Storage } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "../services/service.ts";

const folder = "responses";

/** A service, or a repository whose CI received the responses. */
type ResponseSource = Pick<Service, "id">;

export class ResponseStore implements DocumentSource {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #storage: Storage;
  /** VS Code reads a document several times while it opens, and indenting a large one would delay the views' rows. */
  #latest = { text: "", shown: "" };

  constructor(vscode: VSCode, documents: VirtualDocuments, storage: Storage) {
    this.#vscode = vscode;
    this.#documents = documents;
    this.#storage = storage;
    documents.addSource(folder, this);
  }

  /** `about` is the `key` of a record, or the name of an operation without a record, or a path in CI's report. */
  async save({ id }: ResponseSource, about: string, text: string): Promise<void> {
    await this.#storage.write(fileOf(id, about), text);
  }

  async has({ id }: ResponseSource, about: string): Promise<boolean> {
    return (await this.#storage.read(fileOf(id, about))) !== undefined;
  }

  async show({ id }: ResponseSource, about: string, title: readonly (string | undefined)[]): Promise<Uri> {
    const { window, workspace } = this.#vscode;
    const uri = this.#documents.uri(folder, [id, about], title.filter(Boolean).join(" · "), ".json");
    this.#documents.refresh(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    return uri;
  }

  async read([service = "", about = ""]: readonly string[]): Promise<string | undefined> {
    const text = await this.#storage.read(fileOf(service, about));
    if (text === undefined) return undefined;
    if (this.#latest.text !== text) this.#latest = { text, shown: indentIfLossless(text) };
    return this.#latest.shown;
  }
}

function fileOf(service: string, about: string): string {
  return `response ${hash(`${service} ${about}`)}.json`;
}

/** Indents JSON. Gives the text unchanged if it is not JSON, or if parsing would lose digits or entries. */
export function indentIfLossless(text: string): string {
  try {
    if (findJsonLoss(text) !== undefined) return text;
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
