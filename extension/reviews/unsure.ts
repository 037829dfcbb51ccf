/**
 * Reviews of which a decision may have arrived, until a person says that they have looked. Written down before anything is
 * sent: a window that is loaded anew in the middle knows it, too.
 */

import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import type { ReviewFacts } from "./facts.ts";

/** What has the same id at another service is another review. */
type ReviewAt = Pick<ReviewFacts, "id" | "service">;

const storedUnder = "callboard.unsure";
const mostKept = 200;

export class UnsureReviews {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  has(review: ReviewAt): boolean {
    return this.#entries.some(each => isSame(each, review));
  }

  /** At any service. */
  hasId(id: string): boolean {
    return this.#entries.some(each => each.id === id);
  }

  async add({ id, service }: ReviewAt): Promise<void> {
    const review = { id, service };
    await this.#write([...this.#entries.filter(each => !isSame(each, review)), review]);
  }

  async remove(review: ReviewAt): Promise<void> {
    if (this.has(review)) await this.#write(this.#entries.filter(each => !isSame(each, review)));
  }

  get #entries(): readonly ReviewAt[] {
    const stored: unknown = this.#state.get(storedUnder);
    return (Array.isArray(stored) ? stored : []).flatMap(entry => {
      const { id, service } = isJsonObject(entry) ? entry : {};
      return typeof id === "string" ? { id, service: typeof service === "string" ? service : undefined } : [];
    });
  }

  async #write(entries: readonly ReviewAt[]): Promise<void> {
    await this.#state.update(storedUnder, entries.slice(-mostKept));
  }
}

function isSame(one: ReviewAt, other: ReviewAt): boolean {
  return one.id === other.id && one.service === other.service;
}
