/**
 * Lists the reviews whose decision may or may not have arrived, until a person confirms that they looked at the review. A
 * review is listed before its decision is sent, so that it is still listed if the window reloads before the response.
 */

import { isJsonObject } from "../../shared/json.ts";
import { mayHaveActed } from "../../shared/service/error.ts";
import { Observable } from "../editor/observable.ts";
import type { SharedState, SharedValue } from "../editor/shared-state.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { ReviewAt, SharedDecisions } from "./shared-decisions.ts";

const storedUnder = "callboard.unsure";
const maxKept = 200;

export class UnsureReviews extends Observable {
  readonly #listed: SharedValue<readonly ReviewAt[]>;
  readonly #shared: SharedDecisions;
  /** This window's decisions that are being sent, or that wait for an earlier one. */
  #tracked: readonly ReviewAt[] = [];

  constructor(vscode: VSCode, state: SharedState, shared: SharedDecisions) {
    super(vscode);
    this.#listed = state.value(storedUnder, {
      parse: parseReviews,
      write: reviews => reviews,
      onChange: () => this.fireChange(),
    });
    this.#shared = shared;
    this.register(shared.onDidChange(() => this.fireChange()));
  }

  /** Also true while another window decides the review. */
  has(review: ReviewAt): boolean {
    return this.#isListed(review) || this.#shared.isClaimed(review);
  }

  /** The ids of a service's reviews that this window isn't deciding right now. */
  leftOf(service: string | undefined): ReadonlySet<string> {
    const left = this.#listed.value.filter(review => !this.#tracked.some(each => isSame(each, review)));
    return new Set(left.flatMap(review => (review.service === service ? review.id : [])));
  }

  /** The ids of a service's reviews whose decisions are on their way from this window. */
  onTheirWayOf(service: string | undefined): ReadonlySet<string> {
    return new Set(this.#tracked.flatMap(review => (review.service === service ? review.id : [])));
  }

  isBeingDecidedElsewhere(review: ReviewAt): boolean {
    return this.#shared.isBeingDecided(review);
  }

  #isListed(review: ReviewAt): boolean {
    return this.#listed.value.some(each => isSame(each, review));
  }

  hasId(id: string): boolean {
    return this.#listed.value.some(each => each.id === id);
  }

  /** Lists the review while `decide` runs, and keeps it listed if `decide` fails but the service may have acted. */
  async track<T>(review: ReviewAt, decide: () => Promise<T>): Promise<T> {
    // The review's page calls `track` before its turn to send comes.
    if (this.#tracked.some(each => isSame(each, review))) return decide();
    const wasListed = this.#isListed(review);
    this.#tracked = [...this.#tracked, review];
    await this.#add(review);
    try {
      await this.#shared.claim(review);
      const response = await decide();
      await this.#shared.withdraw(review);
      await this.remove(review);
      return response;
    } catch (error) {
      if (mayHaveActed(error)) {
        await this.#shared.rest(review);
        await this.#add(review);
      } else {
        await this.#shared.withdraw(review);
        if (!wasListed) await this.#unlist(review);
      }
      throw error;
    } finally {
      this.#tracked = without(this.#tracked, review);
      this.fireChange();
    }
  }

  /** Throws if another window decides the review by now, and learns the decisions of other windows. */
  async claimAgain(review: ReviewAt): Promise<void> {
    await this.#shared.claim(review);
  }

  /** Throws while another window sends a decision about the review. */
  async remove(review: ReviewAt): Promise<void> {
    await this.#shared.release(review);
    await this.#unlist(review);
  }

  async #unlist(review: ReviewAt): Promise<void> {
    if (this.#isListed(review)) await this.#change(listed => without(listed, review));
  }

  async #add(review: ReviewAt): Promise<void> {
    await this.#change(listed => [...without(listed, review), review].slice(-maxKept));
  }

  async #change(change: (listed: readonly ReviewAt[]) => readonly ReviewAt[]): Promise<void> {
    const changed = this.#listed.change(change);
    this.fireChange();
    await changed;
  }
}

function parseReviews(stored: unknown): readonly ReviewAt[] {
  return (Array.isArray(stored) ? stored : []).flatMap(entry => {
    const { id, service } = isJsonObject(entry) ? entry : {};
    return typeof id === "string" ? { id, service: typeof service === "string" ? service : undefined } : [];
  });
}

function without(listed: readonly ReviewAt[], review: ReviewAt): ReviewAt[] {
  return listed.filter(each => !isSame(each, review));
}

function isSame(one: ReviewAt, other: ReviewAt): boolean {
  return one.id === other.id && one.service === other.service;
}
