import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { RecordEntry } from "./inventory.ts";

export interface BusyScope {
  /** Shows the word at the records that the scope still holds. */
  show(word: string): void;
  finish(record: BusyRecord): void;
  dispose(): void;
}

type BusyRecord = Pick<RecordEntry, "key">;

/** Reports the keys of the records that begin or end being busy. Two services can have records of the same key. */
export class BusyRecords extends Observable<readonly string[]> {
  /** By the key and the id of the service. Without a word while a person is asked a question about the record. */
  readonly #words = new Map<string, Map<string, string | undefined>>();
  readonly #services: Pick<ServiceList, "current">;

  constructor(vscode: VSCode, services: Pick<ServiceList, "current">) {
    super(vscode);
    this.#services = services;
  }

  /** A word for what a record of the service in use is busy with, such as "sending"; undefined if nothing happens to it. */
  readonly activityOf = ({ key }: BusyRecord): string | undefined =>
    // Few records are busy, and reading the service in use for each of ten thousand rows would take a second.
    this.#words.get(key)?.get(this.#services.current()?.id ?? "");

  /**
   * Throws if one of the records is busy already: a second click is usually a slip, and neither a run nor a decision can
   * be undone.
   */
  begin(
    records: readonly (BusyRecord & Pick<RecordEntry, "name">)[],
    { id: service }: Pick<Service, "id">,
  ): BusyScope {
    const busy = records.find(({ key }) => this.#words.get(key)?.has(service));
    if (busy !== undefined) throw new Obstacle(t("{0}: the previous request has not ended yet.", busy.name));
    const open = new Set(records.map(({ key }) => key));
    const set = (key: string, word: string | undefined) =>
      this.#words.set(key, new Map(this.#words.get(key)).set(service, word));
    for (const key of open) set(key, undefined);
    const show = (word: string) => {
      for (const key of open) set(key, word);
      this.fireChange([...open]);
    };
    const end = (keys: readonly string[]) => {
      // Frees only what this scope still holds: a record that it freed before can be busy with something else by now.
      const ended = keys.filter(key => open.delete(key));
      if (ended.length === 0) return;
      for (const key of ended) {
        const words = this.#words.get(key);
        words?.delete(service);
        if (words?.size === 0) this.#words.delete(key);
      }
      this.fireChange(ended);
    };
    return { show, finish: ({ key }) => end([key]), dispose: () => end([...open]) };
  }
}
