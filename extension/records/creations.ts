/**
 * Lists the records of catalogs that a request was sent for, so that none is created twice: by a second click, by another
 * window, after a reload, or after its id was lost from the file. Each request has a file of its own, which exists before
 * the request is sent. The file stays open if the service may have created the record without saying its id.
 */

import type { ExtensionContext } from "vscode";
import { allRecords } from "../../shared/catalog/catalog.ts";
import type { Clock } from "../../shared/clock.ts";
import {
  number,
  object,
  oneOf,
  optional,
  readOrNothing,
  text,
  type ValueOf,
  write,
} from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { mayHaveActed } from "../../shared/service/error.ts";
import { kinds } from "../../shared/service/operations.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { confirmRequest } from "../editor/confirm-request.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { hash } from "../editor/hash.ts";
import { t } from "../editor/l10n.ts";
import { type Storage, storageIn } from "../editor/storage.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { RecordEntry } from "./inventory.ts";
import { writeId } from "./pin.ts";
import type { RecordStore } from "./records.ts";

export interface Creation {
  readonly service: Service;
  readonly record: RecordEntry;
  readonly fields: JsonObject;
}

type CreationFile = ValueOf<typeof creationCodec>;
export const creationCodec = object({
  kind: oneOf(kinds),
  key: text,
  /** A hash of the fields, by which a record is known under another key. */
  fields: text,
  /** Milliseconds since 1970. */
  at: number,
  window: text,
  id: optional(text),
});

export interface CreationLedgerDeps {
  readonly vscode: VSCode;
  readonly context: Pick<ExtensionContext, "globalStorageUri">;
  readonly clock: Clock;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
}

const maxKept = 500;
/** The ends of the files' names, so that only the few open files are read for the lines above records. */
const opened = " open";
const made = " made";

export class CreationLedger {
  readonly #deps: CreationLedgerDeps;
  readonly #storage: Storage;
  readonly #window: string = crypto.randomUUID();
  /** The files of requests that this window waits for. */
  readonly #sending = new Set<string>();
  /** The ids of other services that a person has confirmed for a service. */
  readonly #confirmed = new Set<string>();
  /** The read files of created records, which never change, so that none is read for each change of a catalog. */
  readonly #made = new Map<string, CreationFile>();

  constructor(deps: CreationLedgerDeps) {
    const { vscode, context } = deps;
    this.#deps = deps;
    this.#storage = storageIn(vscode, vscode.Uri.joinPath(context.globalStorageUri, "creations"));
  }

  /** The kinds and keys of the folder's records that may have been created, although no id is known. */
  async unsureIn(service: Service, folder: string): Promise<Pick<CreationFile, "kind" | "key">[]> {
    const files = await this.#filesOf(service, folder, opened);
    return files.filter(({ name }) => !this.#sending.has(name)).map(({ file }) => file);
  }

  /**
   * The names of the other services that ids of the folder's records are from, by `recordKey`: the service that its
   * catalog names, or another one that made the id here. Leaves out the ids that `service` made as well, and those that
   * were confirmed for it.
   */
  async otherMakers(service: Service, folder: string): Promise<ReadonlyMap<string, string>> {
    const makers = this.#madeInNamedService(service, folder);
    const keysOf = async (each: Service) =>
      (await this.#filesOf(each, folder, made)).map(({ file: { kind, id = "" } }) => recordKey({ kind, id }));
    for (const other of this.#deps.services.all()) {
      if (other.id !== service.id) for (const key of await keysOf(other)) makers.set(key, other.name);
    }
    if (makers.size > 0) for (const key of await keysOf(service)) makers.delete(key);
    for (const key of makers.keys()) if (this.#confirmed.has(`${service.id} ${key}`)) makers.delete(key);
    return makers;
  }

  #madeInNamedService({ name }: Service, folder: string): Map<string, string> {
    const { catalog } = this.#deps.catalogs.all.find(each => each.folder === folder) ?? {};
    const { service: named } = catalog ?? {};
    // Everybody names services in settings of their own, so an unknown name can mean this service.
    const isKnown = this.#deps.services.all().some(each => each.name === named);
    if (catalog === undefined || named === undefined || named === name || !isKnown) return new Map();
    const keys = allRecords(catalog).flatMap(({ kind, id }) =>
      id === undefined ? [] : recordKey({ kind, id }),
    );
    return new Map(keys.map(key => [key, named]));
  }

  /** A person wants requests to this service with these ids, which are from another service. Holds until the window ends. */
  confirmIds({ id }: Service, keys: Iterable<string>): void {
    for (const key of keys) this.#confirmed.add(`${id} ${key}`);
  }

  /** Asks before a record is created that may exist already. Throws `Cancelled` unless the person wants another one. */
  async confirm(creation: Creation): Promise<void> {
    const { vscode, bundles } = this.#deps;
    const { record } = creation;
    const earlier = (await this.#earlierOf(creation)).at(-1);
    if (earlier === undefined) return;
    const { id } = earlier.file;
    const useId = t("Write its id");
    const send = id === undefined ? t("I have looked: create it") : t("Create another");
    const question =
      id === undefined
        ? t("“{0}” may have been created already: look for it in the service first.", earlier.file.key)
        : t("“{0}” was created as {1}, and callboard.yml has lost the id.", record.name, id);
    const detail = t("If the service has it, write its id into callboard.yml instead of creating it twice.");
    const instead = id !== undefined && useId;
    const isAnother = await confirmRequest(vscode, {
      question: escapeForMessage(question),
      detail,
      send,
      instead,
    });
    if (!isAnother && id !== undefined) await writeId(vscode, bundles, record, id);
    if (!isAnother) throw new Cancelled();
    await this.settle(creation);
  }

  /** Forgets the earlier requests for the record: a person has said what became of them. */
  async settle(creation: Creation): Promise<void> {
    for (const { name } of await this.#earlierOf(creation)) await this.#storage.delete(name);
  }

  /** Each window writes before it looks, so of two windows at least one sees the other, and sends nothing. */
  async track<T>(
    creation: Creation,
    send: () => Promise<T>,
    idOf: (response: T) => string | undefined,
  ): Promise<T> {
    const { service, record, fields } = creation;
    const at = this.#deps.clock.now();
    const file: CreationFile = {
      kind: record.kind,
      key: keyOf(record),
      fields: hash(JSON.stringify(fields)),
      at,
      window: this.#window,
    };
    const name = `${prefixOf(service, folderOf(record))} ${String(at).padStart(15, "0")} ${crypto.randomUUID()}`;
    const save = (state: string, content: CreationFile) =>
      this.#storage.write(name + state, JSON.stringify(write(creationCodec, content)));
    const end = () => this.#storage.delete(name + opened);
    await save(opened, file);
    if ((await this.#earlierOf(creation)).some(each => each.name !== name + opened)) {
      await end();
      throw new Obstacle(t("Nothing was sent: {0}", t("another window is creating the record")));
    }
    this.#sending.add(name + opened);
    try {
      const response = await send();
      const id = idOf(response);
      if (id !== undefined) {
        await save(made, { ...file, id });
        await end();
        await this.#dropOldest();
      }
      return response;
    } catch (error) {
      if (!mayHaveActed(error)) await end();
      throw error;
    } finally {
      this.#sending.delete(name + opened);
    }
  }

  /**
   * An earlier request counts for the record of its key. If no record has that key any more, the record may have another
   * key now: one without an id can then be any of the kind, and one with an id is known by its fields.
   */
  async #earlierOf({ service, record, fields }: Creation) {
    const { records } = this.#deps;
    const folder = folderOf(record);
    const written = records.all.flatMap(({ pinned }) => (pinned?.folder === folder ? pinned.record : []));
    const hasKey = (file: CreationFile) =>
      written.some(({ kind, key }) => kind === file.kind && key === file.key);
    const hasId = (file: CreationFile) =>
      written.some(({ kind, id }) => kind === file.kind && id === file.id);
    const fieldsHash = hash(JSON.stringify(fields));
    return (await this.#filesOf(service, folder)).filter(({ file }) => {
      if (file.kind !== record.kind) return false;
      if (file.id !== undefined && hasId(file)) return false;
      if (file.key === keyOf(record)) return true;
      return !hasKey(file) && (file.id === undefined || file.fields === fieldsHash);
    });
  }

  async #filesOf(
    service: Service,
    folder: string,
    state = "",
  ): Promise<{ name: string; file: CreationFile }[]> {
    const prefix = prefixOf(service, folder);
    const names = (await this.#storage.names())
      .filter(name => name.startsWith(`${prefix} `) && name.endsWith(state))
      .sort();
    const files = await Promise.all(names.map(async name => ({ name, file: await this.#read(name) })));
    return files.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
  }

  async #read(name: string): Promise<CreationFile | undefined> {
    const before = this.#made.get(name);
    if (before !== undefined) return before;
    try {
      const file = readOrNothing(creationCodec, JSON.parse((await this.#storage.read(name)) ?? ""));
      if (file !== undefined && name.endsWith(made)) this.#made.set(name, file);
      return file;
    } catch {
      return undefined;
    }
  }

  async #dropOldest(): Promise<void> {
    const names = (await this.#storage.names()).filter(name => name.endsWith(made));
    const timeOf = (name: string) => name.split(" ")[1] ?? "";
    names.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
    for (const oldest of names.slice(0, -maxKept)) await this.#storage.delete(oldest);
  }
}

function folderOf({ pinned }: RecordEntry): string {
  return pinned?.folder ?? "";
}

function keyOf({ key, pinned }: RecordEntry): string {
  return pinned?.record.key ?? key;
}

function prefixOf({ id }: Service, folder: string): string {
  return hash(JSON.stringify([id, folder]));
}
