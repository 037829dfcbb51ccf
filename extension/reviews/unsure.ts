/**
 * Reviews of which a decision may have arrived, until a person says that they have looked. Written down before anything is
 * sent: a window that is loaded anew in the middle knows it, too.
 */

import type { Memento } from "vscode";
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
    return this.#entries.includes(entryOf(review));
  }

  /** At any service. */
  hasId(id: string): boolean {
    return this.#entries.some(entry => entry.endsWith(` ${id}`));
  }

  async add(review: ReviewAt): Promise<void> {
    const entry = entryOf(review);
    await this.#write([...this.#entries.filter(each => each !== entry), entry]);
  }

  async remove(review: ReviewAt): Promise<void> {
    if (this.has(review)) await this.#write(this.#entries.filter(each => each !== entryOf(review)));
  }

  get #entries(): readonly string[] {
    const stored: unknown = this.#state.get(storedUnder);
    return Array.isArray(stored) ? stored.filter(entry => typeof entry === "string") : [];
  }

  async #write(entries: readonly string[]): Promise<void> {
    await this.#state.update(storedUnder, entries.slice(-mostKept));
  }
}

function entryOf({ id, service = "" }: ReviewAt): string {
  return `${service} ${id}`;
}
