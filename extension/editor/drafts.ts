/**
 * Keeps what a person has written and not sent, also over a reload. Each draft has a file of its own, because two windows
 * can write different drafts at the same moment.
 */

import { type Codec, readOrNothing, write } from "../../shared/codec.ts";
import { hash } from "./hash.ts";
import type { SharedState, SharedValue } from "./shared-state.ts";

/** Undefined if nothing unsent is written. */
export type Draft<T> = SharedValue<T | undefined>;

export class DraftFiles<T> {
  readonly #state: SharedState;
  readonly #name: string;
  readonly #codec: Codec<T>;

  constructor(state: SharedState, name: string, codec: Codec<T>) {
    this.#state = state;
    this.#name = name;
    this.#codec = codec;
  }

  of(key: string): Promise<Draft<T>> {
    return this.#state.file<T | undefined>(`draft ${hash(`${this.#name} ${key}`)}.json`, {
      parse: stored => readOrNothing(this.#codec, stored),
      write: draft => draft && write(this.#codec, draft),
      canBeDeleted: true,
    });
  }
}
