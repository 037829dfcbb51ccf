import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { RecordEntry } from "./inventory.ts";

export interface BusyScope {
  /** Shows the word at the records that the scope still holds. */
  show(word: string): void;
  finish(record: Pick<RecordEntry, "key">): void;
  dispose(): void;
}

/** Reports the keys of the records that begin or end being busy. */
export class BusyRecords extends Observable<readonly string[]> {
  /** Without a word while a person is asked a question about the record. */
  readonly #words = new Map<string, string | undefined>();

  /** A word for what a record is busy with, such as "sending"; undefined if nothing happens to it. */
  readonly activityOf = ({ key }: Pick<RecordEntry, "key">): string | undefined => this.#words.get(key);

  /**
   * Throws if one of the records is busy already: a second click is usually a slip, and neither a run nor a decision can
   * be undone.
   */
  begin(records: readonly Pick<RecordEntry, "key" | "name">[]): BusyScope {
    const busy = records.find(({ key }) => this.#words.has(key));
    if (busy !== undefined) throw new Obstacle(t("{0}: the previous request has not ended yet.", busy.name));
    const open = new Set(records.map(({ key }) => key));
    for (const key of open) this.#words.set(key, undefined);
    const show = (word: string) => {
      for (const key of open) this.#words.set(key, word);
      this.fireChange([...open]);
    };
    const end = (keys: readonly string[]) => {
      // Frees only what this scope still holds: a record that it freed before can be busy with something else by now.
      const ended = keys.filter(key => open.delete(key));
      if (ended.length === 0) return;
      for (const key of ended) this.#words.delete(key);
      this.fireChange(ended);
    };
    return { show, finish: ({ key }) => end([key]), dispose: () => end([...open]) };
  }
}
