import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { RecordEntry } from "./inventory.ts";

export interface BusyScope {
  finish(record: Pick<RecordEntry, "key">): void;
  dispose(): void;
}

/** Reports the keys of the records that begin or end being busy. */
export class BusyRecords extends Observable<readonly string[]> {
  readonly #words = new Map<string, string>();

  /** A word for what a record is busy with, such as "sending"; undefined if it is not busy. */
  readonly activityOf = ({ key }: Pick<RecordEntry, "key">): string | undefined => this.#words.get(key);

  /**
   * Throws if one of the records is busy already: a second click is usually a slip, and neither a run nor a decision can
   * be undone.
   */
  begin(records: readonly Pick<RecordEntry, "key" | "name">[], word: string): BusyScope {
    const busy = records.find(record => this.activityOf(record) !== undefined);
    if (busy !== undefined) throw new Obstacle(t("{0}: the previous request has not ended yet.", busy.name));
    const open = new Set(records.map(({ key }) => key));
    for (const key of open) this.#words.set(key, word);
    this.fireChange([...open]);
    const end = (keys: readonly string[]) => {
      // Frees only what this scope still holds: a record that it freed before can be busy with something else by now.
      const ended = keys.filter(key => open.delete(key));
      if (ended.length === 0) return;
      for (const key of ended) this.#words.delete(key);
      this.fireChange(ended);
    };
    return { finish: ({ key }) => end([key]), dispose: () => end([...open]) };
  }
}
