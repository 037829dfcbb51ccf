/** Shows the stored responses of a run as read-only documents. */

import type { Uri } from "vscode";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import type { VSCode } from "../editor/vscode.ts";
import { indentIfLossless } from "../records/responses.ts";
import type { RunStore, StoredRun } from "./store.ts";

/** The folder of these documents. */
export const rawFolder = "raw";

export class RawResponses implements DocumentSource {
  readonly #vscode: VSCode;
  readonly #documents: VirtualDocuments;
  readonly #runs: RunStore;

  constructor(vscode: VSCode, documents: VirtualDocuments, runs: RunStore) {
    this.#vscode = vscode;
    this.#documents = documents;
    this.#runs = runs;
  }

  async show(run: StoredRun): Promise<void> {
    const { raw } = await this.#runs.requireReport(run);
    for (const [index, { target }] of raw.entries()) {
      const uri = rawResponseUri(this.#documents, run.id, index, target);
      await this.#vscode.window.showTextDocument(uri, { preview: raw.length === 1 });
    }
  }

  async read([runId = "", index = ""]: readonly string[]): Promise<string | undefined> {
    const text = (await this.#runs.report(runId))?.raw[Number(index)]?.text;
    return text === undefined ? undefined : indentIfLossless(text);
  }
}

export function rawResponseUri(
  documents: VirtualDocuments,
  runId: string,
  index: number,
  { id, name = id }: { readonly id: string; readonly name?: string | undefined },
): Uri {
  return documents.uri(rawFolder, [runId, String(index)], name, ".json");
}
