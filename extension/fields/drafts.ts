/**
 * The editor in which the fields of a request are written. Its address says what it is for, so that it can still be
 * sent after a reload; what is typed and saved is kept in the workspace's storage and sent by a person's command only.
 */

import type { Memento, Uri } from "vscode";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { type Loss, lossIn } from "../../shared/json-loss.ts";
import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import { pathOf, type Source, type VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { titleOf } from "../labels/operations.ts";

export const fieldsFolder = "fields";

export interface FieldsPlace {
  /** The id of the service that it will be sent to, also when another is in use by then. */
  readonly service: string;
  readonly operation: OperationName;
  /** None for an operation that takes no id; several where the same is sent for each. */
  readonly ids: readonly string[];
  /** The `key` of the catalog's record that is to be created. */
  readonly create?: string;
}

interface Draft {
  readonly opened: string;
  readonly text: string;
}

const draftsPlace = "callboard.drafts";

export class FieldsDocuments implements Source {
  readonly #initial: (place: FieldsPlace) => Promise<JsonObject>;
  readonly #storage: Memento;
  #kept: Map<string, Draft> | undefined;

  /** `initial` says what a document starts with. */
  constructor(initial: (place: FieldsPlace) => Promise<JsonObject>, storage: Memento) {
    this.#initial = initial;
    this.#storage = storage;
  }

  /** Those of an earlier window are among them: what was not sent is not lost with it. */
  get #drafts(): Map<string, Draft> {
    this.#kept ??= new Map(draftsFrom(this.#storage.get(draftsPlace)));
    return this.#kept;
  }

  #keep(): void {
    const unsent = [...this.#drafts].filter(([, { opened, text }]) => text !== opened);
    this.#storage.update(draftsPlace, Object.fromEntries(unsent));
  }

  async read(path: readonly string[]): Promise<string | undefined> {
    const place = placeIn(path);
    if (place === undefined) return undefined;
    const draft = this.#drafts.get(path.join("/"));
    if (draft !== undefined) return draft.text;
    const text = fieldsText(await this.#initial(place));
    this.#drafts.set(path.join("/"), { opened: text, text });
    return text;
  }

  write(path: readonly string[], text: string): void {
    const opened = this.#drafts.get(path.join("/"))?.opened ?? "";
    this.#drafts.set(path.join("/"), { opened, text });
    this.#keep();
  }

  /** Starts a document with these fields, whatever was in it. */
  begin(uri: Uri, fields: JsonObject): void {
    const text = fieldsText(fields);
    this.#drafts.set(draftOf(uri), { opened: text, text });
    this.#keep();
  }

  /** Written and saved, but never sent. */
  isUnsent(uri: Uri): boolean {
    const draft = this.#drafts.get(draftOf(uri));
    return draft !== undefined && draft.text !== draft.opened;
  }

  forget(uri: Uri): void {
    this.#drafts.delete(draftOf(uri));
    this.#keep();
  }
}

function draftsFrom(stored: unknown): [string, Draft][] {
  return Object.entries(isJsonObject(stored) ? stored : {}).flatMap(([place, draft]) => {
    const { opened, text } = isJsonObject(draft) ? draft : {};
    return typeof opened === "string" && typeof text === "string" ? [[place, { opened, text }]] : [];
  });
}

export function fieldsUri(documents: VirtualDocuments, place: FieldsPlace, subject: string): Uri {
  const { service, operation: name, ids, create } = place;
  const title = [titleOf(name), subject].filter(part => part !== "").join(" · ");
  const about = create === undefined ? ids.map(encodeURIComponent).join(",") : `+${create}`;
  return documents.uri(fieldsFolder, [service, name, about || "+"], title, ".json");
}

/** What a fields document is for; undefined for any other document. */
export function fieldsPlace(uri: Uri): FieldsPlace | undefined {
  const [folder, ...path] = pathOf(uri);
  return folder === fieldsFolder ? placeIn(path) : undefined;
}

function placeIn([service = "", name, about = "+"]: readonly string[]): FieldsPlace | undefined {
  const known = operationNames.find(each => each === name);
  if (known === undefined) return undefined;
  // No encoded id begins with a plus.
  if (!about.startsWith("+")) {
    return { service, operation: known, ids: about.split(",").map(decodeURIComponent) };
  }
  return { service, operation: known, ids: [], ...(about === "+" ? {} : { create: about.slice(1) }) };
}

function draftOf(uri: Uri): string {
  return pathOf(uri).slice(1).join("/");
}

/** An empty object gets a line to write in. */
function fieldsText(fields: JsonObject): string {
  return Object.keys(fields).length === 0 ? "{\n  \n}\n" : `${JSON.stringify(fields, null, 2)}\n`;
}

export function parseFields(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === "" ? "{}" : text);
  } catch (error) {
    throw new Obstacle(
      t("Nothing was sent: the fields are not valid JSON. {0}", error instanceof Error ? error.message : ""),
    );
  }
  if (!isJsonObject(value))
    throw new Obstacle(t("Nothing was sent: the fields must be a JSON object, as {} is."));
  const loss = lossIn(text);
  if (loss !== undefined) throw new Obstacle(t("Nothing was sent. Line {0}: {1}", loss.line, inWords(loss)));
  return value;
}

function inWords({ what, written }: Loss): string {
  switch (what) {
    case "digits":
      return t("`{0}` has too many digits to be kept as a number: put quotes around it.", written);
    case "number":
      return t("`{0}` is not a number that JSON knows: put quotes around it, or leave it out.", written);
    case "entry":
      return t("`{0}` is here twice. Remove or rename one.", written);
  }
}
