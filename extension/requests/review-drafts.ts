/** Keeps what a person has written about reviews, on their pages and in quick forms, until it is sent or discarded. */

import { jsonObject } from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import { type Draft, DraftFiles } from "../editor/drafts.ts";
import type { SharedState } from "../editor/shared-state.ts";
import type { ReviewAt } from "../records/shared-decisions.ts";
import { type ControlValues, controlName } from "./controls.ts";
import type { QuickForm } from "./form.ts";

export class ReviewDrafts {
  readonly #files: DraftFiles<JsonObject>;

  constructor(state: SharedState) {
    this.#files = new DraftFiles(state, "callboard.reviewDrafts", jsonObject);
  }

  /** `about` tells conversations apart that a service gives the same id, one after the other. */
  async open({
    id,
    service = "",
    about,
  }: ReviewAt & { readonly about?: string | undefined }): Promise<ReviewDraft> {
    return new ReviewDraft(await this.#files.of(JSON.stringify([id, service, about])));
  }
}

/** Stored by the names of fields, because a changed form can have other controls. */
export class ReviewDraft {
  readonly #draft: Draft<JsonObject>;

  constructor(draft: Draft<JsonObject>) {
    this.#draft = draft;
  }

  values({ steps }: QuickForm): ControlValues {
    const stored = this.#draft.value ?? {};
    return Object.fromEntries(
      steps.flatMap(({ field }, index) => {
        const value = stored[field];
        return typeof value === "string" ? [[controlName(index), value]] : [];
      }),
    );
  }

  /** The text that was written for a field. */
  textOf(field: string): string | undefined {
    const text = this.#draft.value?.[field];
    return typeof text === "string" && text.trim() !== "" ? text : undefined;
  }

  /** Adds the texts among the answers of a quick form, and gives all values, for `forget`. */
  async writeTexts(form: QuickForm, answers: JsonObject): Promise<ControlValues> {
    const texts = form.steps.flatMap(({ field, type }, index): [string, string][] => {
      const text = answers[field];
      return type === "text" && typeof text === "string" ? [[controlName(index), text]] : [];
    });
    await this.write(form, Object.fromEntries(texts));
    return this.values(form);
  }

  /** Keeps the texts of a quick form until the result is called. A failure to keep them must not look like a failed request. */
  async keepTexts(form: QuickForm, answers: JsonObject): Promise<() => Promise<void>> {
    const written = await this.writeTexts(form, answers).catch(() => undefined);
    return async () => {
      if (written !== undefined) await this.forget(form, written).catch(() => {});
    };
  }

  /** Adds changed values. */
  async write({ steps }: QuickForm, changed: ControlValues): Promise<void> {
    const values = steps.flatMap(({ field }, index): [string, string][] => {
      const value = changed[controlName(index)];
      return typeof value === "string" ? [[field, value]] : [];
    });
    if (values.length === 0) return;
    await this.#draft.change(stored => {
      const written = Object.entries({ ...stored, ...Object.fromEntries(values) }).filter(
        ([, text]) => text !== "",
      );
      return written.length === 0 ? undefined : Object.fromEntries(written);
    });
  }

  /** Forgets what was sent, and keeps what was written since. */
  async forget(form: QuickForm, sent: ControlValues): Promise<void> {
    const values = this.values(form);
    const names = form.steps.map((_, index) => controlName(index));
    const isSame = names.every(name => (values[name] ?? "") === (sent[name] ?? ""));
    const text = JSON.stringify(this.#draft.value);
    if (isSame) await this.#draft.change(stored => (JSON.stringify(stored) === text ? undefined : stored));
  }
}
