/** The records that the editor shows: those of the workspace's catalogs and of the current service's memory. */

import type { Catalog, CatalogRecord } from "../../shared/catalog/catalog.ts";
import { recordKey } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { MemoryStore, ServiceMemory } from "../services/memory.ts";
import type { ReviewNote } from "../services/review-note.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { type AddressedRecord, bareRecord, hasId, mergeRecords, type RecordEntry } from "./inventory.ts";

interface RecordStoreDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly catalogs: CatalogStore;
}

export class RecordStore extends Observable {
  readonly #services: ServiceList;
  readonly #memories: MemoryStore;
  readonly #catalogs: CatalogStore;
  #all: readonly RecordEntry[] | undefined;
  #byKey: ReadonlyMap<string, RecordEntry> | undefined;
  #pullRequestReviews: ReadonlySet<string> = new Set();

  constructor({ vscode, services, memories, catalogs }: RecordStoreDeps) {
    super(vscode);
    this.#services = services;
    this.#memories = memories;
    this.#catalogs = catalogs;
    // `services` reports changes of catalogs as well.
    for (const { onDidChange } of [services, memories]) {
      this.register(
        onDidChange(() => {
          this.#all = undefined;
          this.#byKey = undefined;
          this.fireChange();
        }),
      );
    }
  }

  get all(): readonly RecordEntry[] {
    this.#all ??= this.#merge();
    return this.#all;
  }

  #merge(): readonly RecordEntry[] {
    // Read once, because finding the service in use for each of ten thousand reviews would take a second.
    const { records = [], reviews } = this.#memory ?? {};
    return mergeRecords(this.#catalogs.all, records, id => reviews?.get(id)?.about);
  }

  find(key: string | undefined): RecordEntry | undefined {
    this.#byKey ??= new Map(this.all.map(record => [record.key, record]));
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  withId(kind: Kind, id: string): AddressedRecord {
    return addressed(this.find(recordKey({ kind, id })), kind, id);
  }

  /** By the names of that service, in which the same id can be another record than in the one in use. */
  withIdAt(service: Service, kind: Kind, id: string): AddressedRecord {
    const key = recordKey({ kind, id });
    const { records, reviews } = this.#memories.of(service);
    const known = records.filter(each => recordKey(each) === key);
    const merged = mergeRecords(this.#catalogs.all, known, review => reviews.get(review)?.about);
    return addressed(
      merged.find(each => each.key === key),
      kind,
      id,
    );
  }

  /** The records that the fields of a catalog's record refer to. */
  referencedBy({ pinned }: RecordEntry): RecordEntry[] {
    const isReferenced = ({ kind, key }: CatalogRecord) =>
      pinned?.record.references.some(each => each.kind === kind && each.key === key);
    return this.all.filter(
      other =>
        other.pinned !== undefined &&
        other.pinned.folder === pinned?.folder &&
        isReferenced(other.pinned.record),
    );
  }

  /** The ids of the reviews that wait in a pull request, and are not listed a second time. */
  get pullRequestReviews(): ReadonlySet<string> {
    return this.#pullRequestReviews;
  }

  setPullRequestReviews(ids: ReadonlySet<string>): void {
    const before = this.#pullRequestReviews;
    if (ids.size === before.size && [...ids].every(id => before.has(id))) return;
    this.#pullRequestReviews = ids;
    this.fireChange();
  }

  get reviewNotes(): ReadonlyMap<string, ReviewNote> {
    return this.#memory?.reviews ?? new Map();
  }

  catalogOf({ pinned }: RecordEntry): Catalog | undefined {
    return this.#catalogs.all.find(({ folder }) => folder === pinned?.folder)?.catalog;
  }

  /** The catalog whose expressions judge a record's responses: the record's own catalog, else the first. */
  readingCatalogOf(key: string): Catalog | undefined {
    const record = this.find(key);
    return (record && this.catalogOf(record)) ?? this.#catalogs.all[0]?.catalog;
  }

  get #memory(): ServiceMemory | undefined {
    const service = this.#services.current();
    return service && this.#memories.of(service);
  }
}

function addressed(record: RecordEntry | undefined, kind: Kind, id: string): AddressedRecord {
  return record && hasId(record) ? record : bareRecord(kind, id);
}
