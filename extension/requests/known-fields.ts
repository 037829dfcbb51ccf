/**
 * Finds fields for drafts. A draft starts with the fields from the catalog, else with those last sent for its record.
 * An update without either starts with the fields in responses, and a PATCH with these before those last sent. The
 * controls of a form come from the fields of similar records and of the draft.
 */

import type { JsonObject } from "../../shared/json.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { operation, operationFor, pluralOf } from "../../shared/service/operations.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { hasId } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { DetailsStore } from "../services/details.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { FormControl } from "./controls.ts";
import { controlsFor, findProjectField, similarFields } from "./controls-for.ts";
import type { DraftRequest } from "./draft-request.ts";

export interface KnownFieldsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly detailsStore: DetailsStore;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
}

export const fieldsSources = ["catalog", "sent", "answered", "nothing"] as const;
export type FieldsSource = (typeof fieldsSources)[number];

export interface InitialFields {
  readonly fields: JsonObject;
  readonly from: FieldsSource;
}

export class KnownFields {
  readonly #deps: KnownFieldsDeps;

  constructor(deps: KnownFieldsDeps) {
    this.#deps = deps;
  }

  async initialFields(request: DraftRequest): Promise<InitialFields> {
    const { vscode, bundles, memories, detailsStore, catalogs, records } = this.#deps;
    const { operation: name, ids, create } = request;
    const [id] = ids;
    await catalogs.ready();
    const { kind, role, method } = operation(name);
    const describesRecord = role === "create" || role === "update";
    const record = records.find(id === undefined ? create : recordKey({ kind, id }));
    const catalog = record && records.catalogOf(record);
    if (describesRecord && catalog && record?.pinned?.record.fields !== undefined) {
      const { resolveFields } = await bundles.catalog();
      const { fields, problems } = resolveFields(catalog, record.pinned.record);
      const [problem] = problems;
      if (problem) vscode.window.showWarningMessage(escapeForMessage(problem.message));
      return { fields, from: "catalog" };
    }
    const service = this.#service(request);
    const sent = service && memories.of(service).lastSent(name, id);
    const fromResponse =
      service && role === "update" ? (await detailsStore.of(service)).record(`${kind} ${id}`) : undefined;
    // A PATCH sends only what the person changes, so it begins with what is known by now.
    const isNewer = method === "PATCH" && fromResponse !== undefined;
    if (sent !== undefined && role !== "create" && !isNewer) return { fields: sent, from: "sent" };
    if (fromResponse === undefined) return { fields: {}, from: "nothing" };
    // Leaves out the id: the request's path contains it, and only the service can set it.
    const { id: _, ...fields } = fromResponse;
    return Object.keys(fields).length === 0 ? { fields, from: "nothing" } : { fields, from: "answered" };
  }

  async controls(request: DraftRequest, draftFields: JsonObject): Promise<FormControl[]> {
    const { kind, role, isCalibration } = operation(request.operation);
    const service = this.#service(request);
    // `fieldsOfKind` would mix calibration reviews with other reviews, which have different fields.
    if ((role !== "create" && role !== "update") || isCalibration || service === undefined) return [];
    const { records } = this.#deps;
    const [id] = request.ids;
    const folder = records.find(id === undefined ? request.create : recordKey({ kind, id }))?.pinned?.folder;
    const referable = records.all
      .filter(hasId)
      .map(({ pinned, ...record }) => ({
        ...record,
        ...(pinned !== undefined &&
          pinned.folder === folder && {
            reference: `\${{ ${pluralOf[record.kind]}.${pinned.record.key} }}`,
          }),
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
    return controlsFor(await this.fieldsOfKind(service, kind), referable, draftFields);
  }

  async fieldsOfKind(service: Service, kind: RecordKind): Promise<JsonObject[]> {
    const { bundles, memories, detailsStore, catalogs } = this.#deps;
    const memory = memories.of(service);
    const names = [operationFor("create", kind), operationFor("update", kind)];
    const sent = names.flatMap(name => (name === undefined ? [] : memory.allSent(name)));
    const written: JsonObject[] = [];
    for (const { catalog } of catalogs.all) {
      const { resolveFields } = await bundles.catalog();
      for (const record of catalog.records.get(kind)?.values() ?? []) {
        if (record.fields !== undefined) written.push(resolveFields(catalog, record).fields);
      }
    }
    return similarFields([...written, ...sent], (await detailsStore.of(service)).ofKind(kind));
  }

  /** The name of the field that contains the project in records of the kind, else in any record. Undefined if unknown. */
  async projectField(service: Service, kind: RecordKind): Promise<string | undefined> {
    const details = await this.#deps.detailsStore.of(service);
    return findProjectField(await this.fieldsOfKind(service, kind)) ?? findProjectField(details.all());
  }

  describeSource({ operation: name }: DraftRequest, from: FieldsSource): string {
    const { method, role } = operation(name);
    const words = {
      catalog: t("From callboard.yml."),
      sent: t("As last sent."),
      answered: t("As the service last confirmed."),
      nothing: role === "update" ? t("This record's fields are not known.") : "",
    }[from];
    const replaces =
      method === "PUT" ? t("PUT replaces the whole record: fields missing here may be lost.") : "";
    const changes =
      method === "PATCH" && from === "answered" ? t("PATCH sends only the fields that you change.") : "";
    return [words, replaces, changes].filter(Boolean).join(" ");
  }

  #service({ service }: DraftRequest): Service | undefined {
    return this.#deps.services.all().find(({ id }) => id === service);
  }
}

type RecordKind = ReturnType<typeof operation>["kind"];
