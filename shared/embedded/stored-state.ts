/**
 * The service's state in a store, which several embedded services can share. Each operation begins with the state that
 * any of them saved last, so that they are one service for their users.
 */

import { ServiceState } from "./state.ts";

export interface StateStore {
  load(): Promise<string | undefined>;
  /** Gets all records and runs after each operation, before its response is sent. Throws if they could not be saved. */
  save(state: string): Promise<void>;
}

export class StoredState {
  readonly #store: StateStore | undefined;
  #state: ServiceState | undefined;
  /** The text of `#state` in the store. */
  #text: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store?: StateStore) {
    this.#store = store;
  }

  async load(): Promise<ServiceState> {
    const text = await this.#store?.load();
    if (text !== undefined && text !== this.#text) {
      // Another service may be saving at this moment. The text can be read when that service is done.
      const read = ServiceState.parse(text);
      if (read !== undefined) this.#text = text;
      this.#state = read ?? this.#state;
    }
    this.#state ??= new ServiceState();
    return this.#state;
  }

  /** Carries out operations one after the other, because an operation must not save over the one before. */
  change<T>(operate: (state: ServiceState) => T): Promise<T> {
    const done = this.#turn.then(async () => {
      const state = await this.load();
      const result = operate(state);
      if (this.#store !== undefined) {
        const text = state.save();
        // The service works without its store as well: only the end of the service loses the records then.
        await this.#store.save(text).then(
          () => {
            this.#text = text;
          },
          () => {},
        );
      }
      return result;
    });
    this.#turn = done.catch(() => {});
    return done;
  }
}
