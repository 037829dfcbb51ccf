/** Keeps what a person has written on the pages of reviews until the review is decided, also over a reload. */

import type { Memento } from "vscode";
import { jsonObject, read, tolerantMap } from "../../shared/codec.ts";
import { parsePageMessage } from "../editor/page-script.ts";
import type { ControlValues } from "../requests/controls.ts";

const storedUnder = "callboard.reviewDrafts";
const storedCodec = tolerantMap(jsonObject);
const maxKept = 200;

/** The keys are made by `reviewSubject`. */
export class ReviewDrafts {
  readonly #state: Memento;
  #loaded: Map<string, ControlValues> | undefined;

  constructor(state: Memento) {
    this.#state = state;
  }

  get #drafts(): Map<string, ControlValues> {
    this.#loaded ??= new Map(
      [...read(storedCodec, this.#state.get(storedUnder))].flatMap(([subject, values]) => {
        const message = parsePageMessage({ action: "write", subject, values });
        return message === undefined ? [] : [[subject, message.values]];
      }),
    );
    return this.#loaded;
  }

  of(subject: string): ControlValues {
    return this.#drafts.get(subject) ?? {};
  }

  /** Adds changed values. The latest drafts come last, and the oldest are dropped. */
  write(subject: string, changed: ControlValues): void {
    if (Object.keys(changed).length === 0) return;
    const values = { ...this.of(subject), ...changed };
    this.#drafts.delete(subject);
    this.#drafts.set(subject, values);
    for (const oldest of [...this.#drafts.keys()].slice(0, -maxKept)) this.#drafts.delete(oldest);
    this.#save();
  }

  forget(subject: string): void {
    if (this.#drafts.delete(subject)) this.#save();
  }

  #save(): void {
    this.#state.update(storedUnder, Object.fromEntries(this.#drafts));
  }
}
