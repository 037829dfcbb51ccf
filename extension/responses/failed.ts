/** Responses of calls that failed, as read-only documents; the latest few, in memory only. */

import type { Uri } from "vscode";
import type { ServiceError } from "../../shared/service/error.ts";
import type { Source, VirtualDocuments } from "../editor/documents.ts";
import { t } from "../editor/l10n.ts";
import { titleOf } from "../labels/operations.ts";

const folder = "failed";
const mostKept = 20;

export class FailedResponses implements Source {
  readonly #documents: VirtualDocuments;
  readonly #texts = new Map<string, string>();

  constructor(documents: VirtualDocuments) {
    this.#documents = documents;
    documents.add(folder, this);
  }

  /** Where the error can be looked at. It holds no key: the client makes errors without. */
  keep(error: ServiceError): Uri {
    const id = crypto.randomUUID();
    this.#texts.set(id, `${JSON.stringify(error, null, 2)}\n`);
    for (const oldest of [...this.#texts.keys()].slice(0, -mostKept)) this.#texts.delete(oldest);
    const title = error.operation === undefined ? t("Failure") : titleOf(error.operation);
    return this.#documents.uri(folder, [id], title, ".json");
  }

  async read([id = ""]: readonly string[]): Promise<string | undefined> {
    return this.#texts.get(id);
  }
}
