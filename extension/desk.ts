/** What is known at the moment, and who is told when it changes: services, catalogs, memories, runs, what is under way. */

import type { Event, EventEmitter, ExtensionContext } from "vscode";
import type { Catalog } from "../shared/catalog/catalog.ts";
import type { Parts } from "./bundles/bundles.ts";
import { Catalogs } from "./catalogs/catalogs.ts";
import { Disposables } from "./editor/disposables.ts";
import { Obstacle } from "./editor/errors.ts";
import { t } from "./editor/l10n.ts";
import { type Storage, storageIn } from "./editor/storage.ts";
import type { VSCode } from "./editor/vscode.ts";
import { inventory, type RecordEntry } from "./records/inventory.ts";
import { Runs } from "./runs/runs.ts";
import { Keys } from "./services/keys.ts";
import { Memory, type ReviewNote } from "./services/memory.ts";
import type { Service } from "./services/service.ts";
import { Services } from "./services/services.ts";

/** Something that is being done to records. */
export interface Work {
  done(record: Pick<RecordEntry, "key">): void;
  dispose(): void;
}

export class Desk extends Disposables {
  readonly keys: Keys;
  readonly services: Services;
  readonly catalogs: Catalogs;
  readonly storage: Storage;
  readonly onDidChange: Event<void>;
  readonly #context: ExtensionContext;
  readonly #changed: EventEmitter<void>;
  readonly #memories = new Map<string, Memory>();
  readonly #busy = new Map<string, string>();
  /** A review was submitted from this window. */
  decided = false;
  #runs: Runs | undefined;
  #records: readonly RecordEntry[] | undefined;

  constructor(vscode: VSCode, context: ExtensionContext, parts: Parts) {
    super();
    this.#context = context;
    this.#changed = this.own(new vscode.EventEmitter<void>());
    this.onDidChange = this.#changed.event;
    this.keys = new Keys(context.secrets);
    this.storage = storageIn(vscode, context);
    this.services = this.own(new Services(vscode, context.workspaceState, this.keys, parts));
    this.catalogs = this.own(new Catalogs(vscode, parts));
    this.own(this.services.onDidChange(() => this.changed()));
    this.own(
      this.catalogs.onDidChange(() => {
        this.#heedCatalogs();
        this.changed();
      }),
    );
  }

  /** Read from storage when first looked at, as everything kept is. */
  get runs(): Runs {
    this.#runs ??= new Runs(this.#context.workspaceState, this.storage, () => this.changed());
    return this.#runs;
  }

  /** Resolves when the catalogs have been looked at. */
  async ready(): Promise<void> {
    await this.catalogs.ready();
    this.#heedCatalogs();
  }

  changed(): void {
    this.#records = undefined;
    this.#changed.fire();
  }

  memoryOf(service: Service): Memory {
    const known = this.#memories.get(service.id);
    if (known !== undefined) return known;
    const memory = new Memory(this.#context.workspaceState, service.id);
    this.#memories.set(service.id, memory);
    return memory;
  }

  /** What the service in use has taught. */
  get memory(): Memory | undefined {
    const service = this.services.current();
    return service && this.memoryOf(service);
  }

  get records(): readonly RecordEntry[] {
    this.#records ??= inventory(this.catalogs.all, this.memory?.known ?? []);
    return this.#records;
  }

  get reviewNotes(): ReadonlyMap<string, ReviewNote> {
    return this.memory?.reviews ?? new Map();
  }

  catalogOf({ pinned }: RecordEntry): Catalog | undefined {
    return this.catalogs.all.find(({ folder }) => folder === pinned?.folder)?.catalog;
  }

  /** The catalog that a record stands in, else the first that there is: a team's rules hold for what it has not pinned. */
  catalogFor(key: string): Catalog | undefined {
    const record = this.records.find(each => each.key === key);
    return (record && this.catalogOf(record)) ?? this.catalogs.all[0]?.catalog;
  }

  readonly busy = ({ key }: Pick<RecordEntry, "key">): string | undefined => this.#busy.get(key);

  /**
   * Shows at records what is being done to them, until that is over. A second click is a slip more often than a wish,
   * and a run or a verdict cannot be taken back: what is busy already cannot be begun again.
   */
  begin(records: readonly Pick<RecordEntry, "key" | "name">[], word: string): Work {
    const busy = records.find(record => this.busy(record) !== undefined);
    if (busy !== undefined) throw new Obstacle(t("{0} is not done yet.", busy.name));
    const open = new Set(records.map(({ key }) => key));
    for (const key of open) this.#busy.set(key, word);
    this.changed();
    const end = (keys: readonly string[]) => {
      // One that was done may be busy again by now, with something else.
      for (const key of keys) if (open.delete(key)) this.#busy.delete(key);
      this.changed();
    };
    return { done: ({ key }) => end([key]), dispose: () => end([...open]) };
  }

  #heedCatalogs(): void {
    this.#records = undefined;
    this.services.suggest(this.catalogs.all.flatMap(({ catalog }) => catalog.service ?? []));
  }
}
