/** The last response about each record and operation, as read-only documents; the latest survive a reload. */

import type { Uri } from "vscode";
import { lossIn } from "../../shared/json-loss.ts";
import type { OperationName } from "../../shared/service/operations.ts";
import type { Source, VirtualDocuments } from "../editor/documents.ts";
import type { Storage } from "../editor/storage.ts";

export const responsesFolder = "responses";

/** What a response is kept under: its service, and the record, or the operation where that has none. */
export interface Place {
  readonly service: string;
  /** `batch bat_7`, or the operation's name. */
  readonly about: string;
}

export class Responses implements Source {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async keep({ service, about }: Place, text: string): Promise<void> {
    await this.#storage.write(fileOf(service, about), text);
  }

  async read([service = "", about = ""]: readonly string[]): Promise<string | undefined> {
    const text = await this.#storage.read(fileOf(service, about));
    return text === undefined ? undefined : laidOut(text);
  }
}

export function responseUri(documents: VirtualDocuments, { service, about }: Place, name: string): Uri {
  return documents.uri(responsesFolder, [service, about], name, ".json");
}

export function placeOf(service: string, name: OperationName, record: string | undefined): Place {
  return { service, about: record ?? name };
}

/** Names of files are limited, ids are not. */
function fileOf(service: string, about: string): string {
  return `response ${hash(`${service} ${about}`)}.json`;
}

/** FNV-1a over UTF-16 units, twice with different beginnings: enough to tell the records of a workspace apart. */
function hash(text: string): string {
  return [0x811c9dc5, 0x1b873593]
    .map(seed => {
      let value = seed;
      for (let index = 0; index < text.length; index++) {
        value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
      }
      return value.toString(16).padStart(8, "0");
    })
    .join("");
}

/** As a person wants to fold it; what is not JSON after all, or would lose something by it, stays as it came. */
export function laidOut(text: string): string {
  try {
    if (lossIn(text) !== undefined) return text;
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
