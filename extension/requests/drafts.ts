/** Keeps the drafts of fields editors. Only drafts that are changed or may have arrived are saved. */

import {
  object,
  oneOf,
  optional,
  text,
  tolerantMap,
  type ValueOf,
  withFallback,
} from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { DocumentSource } from "../editor/documents.ts";
import { DraftFiles } from "../editor/drafts.ts";
import type { SharedState } from "../editor/shared-state.ts";
import { type DraftRequest, parseDraftPath } from "./draft-request.ts";
import { type FieldsSource, fieldsSources, type InitialFields } from "./known-fields.ts";

/** Whether the service has taken a request of the draft, or may have. */
export type Arrival = "certain" | "possible";

type Draft = ValueOf<typeof draftCodec>;
const draftCodec = object({
  /** The text that the editor was opened with. Empty if the draft counts as changed from the start. */
  opened: text,
  text,
  from: withFallback(oneOf(fieldsSources), () => "nothing" as const, "unreadable"),
  /** The draft was sent, perhaps before its last edits, and the service may have acted on it. */
  mayHaveArrived: optional(oneOf([true]), "unreadable"),
  /** The service has taken an earlier text of the draft. */
  hasArrived: optional(oneOf([true]), "unreadable"),
});

export const draftsCodec = tolerantMap(draftCodec);

export class DraftStore implements DocumentSource {
  readonly #initialFields: (request: DraftRequest) => Promise<InitialFields>;
  readonly #files: DraftFiles<Draft>;
  /** The drafts that a person has opened and not changed. */
  readonly #unchanged = new Map<string, Draft>();

  constructor(initialFields: (request: DraftRequest) => Promise<InitialFields>, state: SharedState) {
    this.#initialFields = initialFields;
    this.#files = new DraftFiles(state, "callboard.drafts", draftCodec);
  }

  async read(path: readonly string[]): Promise<string | undefined> {
    return (await this.draft(path))?.text;
  }

  async draft(path: readonly string[]): Promise<Draft | undefined> {
    const request = parseDraftPath(path);
    if (request === undefined) return undefined;
    const existing = await this.#existing(path);
    if (existing !== undefined) return existing;
    const { fields, from } = await this.#initialFields(request);
    const text = fieldsText(fields);
    const draft = { opened: text, text, from };
    this.#unchanged.set(keyOf(path), draft);
    return draft;
  }

  async #existing(path: readonly string[]): Promise<Draft | undefined> {
    const { value } = await this.#files.of(keyOf(path));
    return value ?? this.#unchanged.get(keyOf(path));
  }

  async write(path: readonly string[], text: string): Promise<void> {
    const key = keyOf(path);
    const changed = (before = this.#unchanged.get(key)): Draft => ({
      opened: "",
      from: "nothing",
      ...before,
      text,
    });
    await this.#save(path, draft => changed(draft));
  }

  async replace(path: readonly string[], fields: JsonObject, from: FieldsSource = "nothing"): Promise<void> {
    const text = fieldsText(fields);
    await this.#save(path, () => ({ opened: text, text, from }));
  }

  /** Whether the draft differs from `opened`, or may have arrived. */
  async isUnsent(path: readonly string[]): Promise<boolean> {
    return (await this.#files.of(keyOf(path))).value !== undefined;
  }

  async arrival(path: readonly string[]): Promise<Arrival | undefined> {
    const draft = await this.#existing(path);
    return draft && arrivalOf(draft);
  }

  /** Returns whether the draft was marked before, perhaps by another window a moment ago. */
  async setArrival(path: readonly string[], arrival: Arrival | undefined): Promise<boolean> {
    const draft = await this.#existing(path);
    if (draft === undefined) return false;
    let wasMarked = false;
    // The change is applied again to what another window has written meanwhile.
    await this.#save(path, (before = draft) => {
      wasMarked = arrivalOf(before) !== undefined;
      const unmarked = withoutMark(before);
      if (arrival === undefined) return unmarked;
      return { ...unmarked, mayHaveArrived: true, ...(arrival === "certain" && { hasArrived: true }) };
    });
    return wasMarked;
  }

  /** Keeps a draft of requests that certainly did not arrive under another path. */
  async move(path: readonly string[], to: readonly string[]): Promise<void> {
    const draft = await this.#existing(path);
    if (draft !== undefined) await this.#save(to, () => ({ ...withoutMark(draft), opened: "" }));
    await this.forget(path);
  }

  async forget(path: readonly string[]): Promise<void> {
    this.#unchanged.delete(keyOf(path));
    await (await this.#files.of(keyOf(path))).change(() => undefined);
  }

  async #save(path: readonly string[], change: (draft: Draft | undefined) => Draft): Promise<void> {
    const key = keyOf(path);
    const file = await this.#files.of(key);
    await file.change(before => {
      const draft = change(before);
      if (draft.text !== draft.opened || draft.mayHaveArrived) return draft;
      this.#unchanged.set(key, draft);
      return undefined;
    });
  }
}

export function arrivalOf({ mayHaveArrived, hasArrived }: Draft): Arrival | undefined {
  if (hasArrived) return "certain";
  return mayHaveArrived && "possible";
}

function withoutMark({ mayHaveArrived, hasArrived, ...draft }: Draft): Draft {
  return draft;
}

function keyOf(path: readonly string[]): string {
  return path.join("/");
}

/** An empty object gets an empty line for the cursor. */
export function fieldsText(fields: JsonObject): string {
  return Object.keys(fields).length === 0 ? "{\n  \n}\n" : `${JSON.stringify(fields, null, 2)}\n`;
}
