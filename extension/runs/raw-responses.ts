/** Shows the stored responses of a run as read-only documents. */

import type { Uri } from "vscode";
import { askEntry } from "../editor/ask-pick.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
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

  /** Shows only the responses about `wanted`, if it is given. */
  async show(
    run: StoredRun,
    wanted?: { readonly kind: string; readonly id: string | undefined },
  ): Promise<void> {
    const { raw } = await this.#runs.requireReport(run);
    for (const [index, { target }] of raw.entries()) {
      if (wanted && (target.kind !== wanted.kind || target.id !== wanted.id)) continue;
      const uri = rawResponseUri(this.#documents, run.id, index, target);
      await this.#vscode.window.showTextDocument(uri, { preview: raw.length === 1 });
    }
  }

  /** Asks which response if the run has several. */
  async choose(run: StoredRun): Promise<Uri> {
    const { raw } = await this.#runs.requireReport(run);
    const entries = raw.map(({ target }, index) => ({
      label: escapeForPick(target.name ?? target.id),
      uri: rawResponseUri(this.#documents, run.id, index, target),
    }));
    const [first, ...others] = entries;
    if (first === undefined) throw new Obstacle(t("The run has no response."));
    if (others.length === 0) return first.uri;
    const title = t("Teach Callboard: which response?");
    return (await askEntry(this.#vscode, { title, placeholder: t("The responses of the run"), entries })).uri;
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
