/** The records that the editor shows: those of the workspace's catalogs and of the current service's memory. */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import { recordName } from "../../shared/reading/records.ts";
import type { Kind } from "../../shared/service/operations.ts";
import type { ReviewNote } from "../bundles/review-note.ts";
import type { Catalogs } from "../catalogs/catalogs.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Memories, Memory } from "../services/memory.ts";
import type { Services } from "../services/services.ts";
import { type Addressed, inventory, isAddressed, type RecordEntry, unknownRecord } from "./inventory.ts";

interface RecordStoreDeps {
  readonly vscode: VSCode;
  readonly services: Services;
  readonly memories: Memories;
  readonly catalogs: Catalogs;
}

export class Records extends Observable {
  readonly #services: Services;
  readonly #memories: Memories;
  readonly #catalogs: Catalogs;
  #all: readonly RecordEntry[] | undefined;

  constructor({ vscode, services, memories, catalogs }: RecordStoreDeps) {
    super(vscode);
    this.#services = services;
    this.#memories = memories;
    this.#catalogs = catalogs;
    // `services` reports changes of catalogs as well.
    for (const { onDidChange } of [services, memories]) {
      this.own(
        onDidChange(() => {
          this.#all = undefined;
          this.changed();
        }),
      );
    }
  }

  get all(): readonly RecordEntry[] {
    this.#all ??= inventory(
      this.#catalogs.all,
      this.#memory?.known ?? [],
      id => this.reviewNotes.get(id)?.about,
    );
    return this.#all;
  }

  find(key: string | undefined): RecordEntry | undefined {
    return this.all.find(record => record.key === key);
  }

  withId(kind: Kind, id: string): Addressed {
    const record = this.find(recordName({ kind, id }));
    return record && isAddressed(record) ? record : unknownRecord(kind, id);
  }

  get reviewNotes(): ReadonlyMap<string, ReviewNote> {
    return this.#memory?.reviews ?? new Map();
  }

  catalogOf({ pinned }: RecordEntry): Catalog | undefined {
    return this.#catalogs.all.find(({ folder }) => folder === pinned?.folder)?.catalog;
  }

  /** The catalog whose expressions judge a record's responses: the record's own catalog, else the first. */
  catalogFor(key: string): Catalog | undefined {
    const record = this.find(key);
    return (record && this.catalogOf(record)) ?? this.#catalogs.all[0]?.catalog;
  }

  get #memory(): Memory | undefined {
    const service = this.#services.current();
    return service && this.#memories.of(service);
  }
}
