/**
 * Reviews of which a decision may have arrived, until a person says that they have looked. Written down before anything is
 * sent, from wherever in the editor: a window that is loaded anew in the middle knows it, too.
 */

import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import { mayHaveArrived } from "../../shared/service/error.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";

/** What has the same id at another service is another review. */
interface ReviewAt {
  readonly id: string;
  readonly service?: string | undefined;
}

const storedUnder = "callboard.unsure";
const mostKept = 200;

export class UnsureReviews extends Observable {
  readonly #state: Memento;

  constructor(vscode: VSCode, state: Memento) {
    super(vscode);
    this.#state = state;
  }

  has(review: ReviewAt): boolean {
    return this.#entries.some(each => isSame(each, review));
  }

  /** At any service. */
  hasId(id: string): boolean {
    return this.#entries.some(each => each.id === id);
  }

  /** Unsure while a decision is under way, and after it unless it is certain what came of it. */
  async during<T>(review: ReviewAt, decide: () => Promise<T>): Promise<T> {
    // Its page, which waits for more than the answer, or an earlier one that may have arrived has made it so.
    if (this.has(review)) return decide();
    await this.#add(review);
    try {
      const answer = await decide();
      await this.remove(review);
      return answer;
    } catch (error) {
      // A person can have said that they have looked while it was under way.
      await (mayHaveArrived(error) ? this.#add(review) : this.remove(review));
      throw error;
    }
  }

  async remove(review: ReviewAt): Promise<void> {
    if (this.has(review)) await this.#write(this.#entries.filter(each => !isSame(each, review)));
  }

  async #add(review: ReviewAt): Promise<void> {
    await this.#write([...this.#entries.filter(each => !isSame(each, review)), review]);
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
    this.changed();
  }
}

function isSame(one: ReviewAt, other: ReviewAt): boolean {
  return one.id === other.id && one.service === other.service;
}
