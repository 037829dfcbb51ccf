/** Shows the latest failed requests as read-only documents. They are lost when the window closes. */

import type { Uri } from "vscode";
import type { ServiceError } from "../../shared/service/error.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { t } from "../editor/l10n.ts";
import { operationTitle } from "../services/operation-labels.ts";

const folder = "failed";
const maxKept = 20;

export class FailedRequests implements DocumentSource {
  readonly #documents: VirtualDocuments;
  readonly #texts = new Map<string, string>();

  constructor(documents: VirtualDocuments) {
    this.#documents = documents;
    documents.addSource(folder, this);
  }

  /** Gives the document's address. The text contains no key, because the client keeps keys out of its errors. */
  add(error: ServiceError): Uri {
    const id = crypto.randomUUID();
    this.#texts.set(id, `${JSON.stringify(error, null, 2)}\n`);
    for (const oldest of [...this.#texts.keys()].slice(0, -maxKept)) this.#texts.delete(oldest);
    const title = error.operation === undefined ? t("Failure") : operationTitle(error.operation);
    return this.#documents.uri(folder, [id], title, ".json");
  }

  async read([id = ""]: readonly string[]): Promise<string | undefined> {
    return this.#texts.get(id);
  }
}
