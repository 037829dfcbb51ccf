/** Reads the text of a catalog in the editor, and tells how each of its records compares with the service. */

import type { Range, TextDocument, Uri } from "vscode";
import {
  allRecords,
  type Catalog,
  type CatalogProblem,
  type CatalogRecord,
} from "../../shared/catalog/catalog.ts";
import type { CatalogOutline } from "../../shared/catalog/outline.ts";
import type { Span } from "../../shared/catalog/positions.ts";
import { canBeCreated } from "../../shared/catalog/references.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { isRecordTimestamp } from "../../shared/reading/record-shapes.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { type NameWithId, operation, operationFor } from "../../shared/service/operations.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { workspaceFolders } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CreationLedger } from "../records/creations.ts";
import { catalogEntry, type RecordEntry } from "../records/inventory.ts";
import { catalogFile, catalogName } from "../services/catalogs.ts";
import type { DetailsStore } from "../services/details.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";

export type CatalogLanguage = Awaited<ReturnType<Bundles["catalog"]>>;

export interface CatalogText {
  readonly text: string;
  readonly catalog: Catalog;
  readonly problems: readonly CatalogProblem[];
  readonly outline: CatalogOutline;
}

export type RecordState =
  | { readonly type: "missing"; readonly isUnsure: boolean }
  /** The service is not known to have the fields of the file. */
  | {
      readonly type: "differing";
      readonly update: NameWithId;
      readonly fields: JsonObject;
      /** Empty if the last update may not have arrived; undefined if nothing is known of the service's fields. */
      readonly names: readonly string[] | undefined;
      /** The fields that the service has, as far as is known. */
      readonly known: JsonObject;
      /** The names among these that the file lacks, and that a PUT therefore may remove. */
      readonly lost: readonly string[];
      /** The name of another service that made the id. */
      readonly maker: string | undefined;
    };

type Differing = Extract<RecordState, { type: "differing" }>;

export interface CatalogTextsDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly detailsStore: DetailsStore;
  readonly creations: () => Promise<CreationLedger>;
}

export class CatalogTexts {
  readonly language: CatalogLanguage;
  readonly #deps: CatalogTextsDeps;
  /** The last text of each document, so that the providers of one moment parse it once. */
  readonly #read = new WeakMap<TextDocument, CatalogText & { readonly services: string }>();

  constructor(deps: CatalogTextsDeps, language: CatalogLanguage) {
    this.#deps = deps;
    this.language = language;
  }

  open(folder: Uri): Thenable<TextDocument> {
    const { vscode } = this.#deps;
    return vscode.workspace.openTextDocument(catalogFile(vscode, folder));
  }

  read(document: TextDocument): CatalogText {
    const text = document.getText();
    const names = this.#deps.services.configured().services.map(({ name }) => name);
    const services = names.join("\n");
    const before = this.#read.get(document);
    if (before?.text === text && before.services === services) return before;
    const { readCatalog, outlineCatalog } = this.language;
    const read = {
      text,
      services,
      ...readCatalog(text, catalogName, names),
      outline: outlineCatalog(text),
    };
    this.#read.set(document, read);
    return read;
  }

  /** The folder whose catalog the document is. Undefined for a file of that name elsewhere. */
  folderOf({ uri }: Pick<TextDocument, "uri">): Uri | undefined {
    const { vscode } = this.#deps;
    const isCatalogOf = (folder: Uri) => catalogFile(vscode, folder).toString() === uri.toString();
    return workspaceFolders(vscode).find(folder => isCatalogOf(folder.uri))?.uri;
  }

  rangeOf(document: TextDocument, [start, end]: Span): Range {
    return new this.#deps.vscode.Range(document.positionAt(start), document.positionAt(end));
  }

  entry(folder: Uri, catalog: Catalog, record: CatalogRecord): RecordEntry {
    return catalogEntry(folder.toString(), catalog, record);
  }

  /** Leaves out the records that need nothing. */
  async states(
    folder: Uri,
    { catalog }: CatalogText,
    otherMakers?: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<CatalogRecord, RecordState>> {
    const service = this.#deps.services.current();
    const makers = otherMakers ?? (await this.otherMakers(folder));
    const unsure = service ? await (await this.#deps.creations()).unsureIn(service, folder.toString()) : [];
    const states = new Map<CatalogRecord, RecordState>();
    for (const record of allRecords(catalog)) {
      if (record.id === undefined) {
        const isUnsure = unsure.some(({ kind, key }) => kind === record.kind && key === record.key);
        if (canBeCreated(record)) states.set(record, { type: "missing", isUnsure });
      } else if (service !== undefined) {
        const state = await this.#difference(service, catalog, record, record.id);
        const maker = makers.get(recordKey({ kind: record.kind, id: record.id }));
        if (state !== undefined) states.set(record, { ...state, maker });
      }
    }
    return states;
  }

  /** The names of the other services that ids of the folder's records are from, by `recordKey`. */
  async otherMakers(folder: Uri): Promise<ReadonlyMap<string, string>> {
    const service = this.#deps.services.current();
    return service ? (await this.#deps.creations()).otherMakers(service, folder.toString()) : new Map();
  }

  async confirmId(service: Service, { key }: RecordEntry): Promise<void> {
    (await this.#deps.creations()).confirmIds(service, [key]);
  }

  async #difference(
    service: Service,
    catalog: Catalog,
    record: CatalogRecord,
    id: string,
  ): Promise<Omit<Differing, "maker"> | undefined> {
    const { kind } = record;
    const update = operationFor("update", kind);
    if (update === undefined || record.fields === undefined) return undefined;
    const { fields, problems } = this.language.resolveFields(catalog, record);
    if (problems.length > 0) return undefined;
    const memory = this.#deps.memories.of(service);
    const sent = memory.lastSent(update, id);
    const last = memory.lastUpdate(kind, id);
    const details = await this.#deps.detailsStore.of(service);
    const stored = details.record(recordKey({ kind, id }));
    const answered = sent === undefined ? stored : last?.answered;
    const names = this.language.differingFields(fields, { sent, answered });
    if (names?.length === 0 && !last?.isUnsure) return undefined;
    // A response contains more than the fields that the file can send.
    const inFile = Object.entries(answered ?? {}).filter(([name]) => Object.hasOwn(fields, name));
    const lost = operation(update).method === "PUT" ? settableFields(stored ?? {}, fields) : {};
    const known = { ...lost, ...(sent ?? Object.fromEntries(inFile)) };
    return { type: "differing", update, fields, names, known, lost: Object.keys(lost) };
  }
}

/** The record's fields that `fields` lack, without those that the service sets itself or that contain nothing. */
function settableFields(record: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) =>
        name !== "id" && !isRecordTimestamp(name) && !isNothing(value) && !Object.hasOwn(fields, name),
    ),
  );
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A catalog with an error can be read only in part, so nothing of it is sent. */
export function requireNoError({ problems }: CatalogText): void {
  const error = problems.find(({ severity }) => severity === "error");
  if (error === undefined) return;
  throw new Obstacle(t("Nothing was sent: line {0} of {1}: {2}", error.line, catalogName, error.message));
}
