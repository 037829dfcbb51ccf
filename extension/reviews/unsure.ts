/**
 * Reviews of which a decision may have arrived, until a person says that they have looked. Written down before anything is
 * sent: a window that is loaded anew in the middle knows it, too.
 */

import type { Memento } from "vscode";

const storedUnder = "callboard.unsure";
const mostKept = 200;

export class UnsureReviews {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  async add(id: string): Promise<void> {
    await this.#write([...this.#ids.filter(each => each !== id), id]);
  }

  async remove(id: string): Promise<void> {
    if (this.has(id)) await this.#write(this.#ids.filter(each => each !== id));
  }

  get #ids(): readonly string[] {
    const stored: unknown = this.#state.get(storedUnder);
    return Array.isArray(stored) ? stored.filter(id => typeof id === "string") : [];
  }

  async #write(ids: readonly string[]): Promise<void> {
    await this.#state.update(storedUnder, ids.slice(-mostKept));
  }
}
