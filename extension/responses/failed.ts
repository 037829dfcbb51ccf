/** What came instead of an answer, as read-only documents; the latest few, in memory only. */

import type { ServiceError } from "../../shared/service/error.ts";
import type { Source } from "../editor/documents.ts";

export const failedFolder = "failed";

const mostKept = 20;

export class FailedResponses implements Source {
  readonly #texts = new Map<string, string>();

  /** Gives the name under which it is kept. An error holds no key: it was made without. */
  keep(error: ServiceError): string {
    const name = crypto.randomUUID();
    this.#texts.set(name, `${JSON.stringify(error, null, 2)}\n`);
    for (const oldest of [...this.#texts.keys()].slice(0, -mostKept)) this.#texts.delete(oldest);
    return name;
  }

  async read([name = ""]: readonly string[]): Promise<string | undefined> {
    return this.#texts.get(name);
  }
}
