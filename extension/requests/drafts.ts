/** Keeps the drafts of fields editors. Only changed drafts are saved in the workspace's storage. */

import type { Memento } from "vscode";
import {
  object,
  oneOf,
  optional,
  read,
  text,
  tolerantMap,
  type ValueOf,
  withFallback,
  write,
} from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { DocumentSource } from "../editor/documents.ts";
import { type DraftRequest, parseDraftPath } from "./draft-request.ts";
import { type FieldsSource, fieldsSources, type InitialFields } from "./known-fields.ts";

type Draft = ValueOf<typeof draftCodec>;
const draftCodec = object({
  /** The text that the editor was opened with. Empty if the draft counts as changed from the start. */
  opened: text,
  text,
  from: withFallback(oneOf(fieldsSources), () => "nothing" as const, "unreadable"),
  /** The draft was sent, perhaps before its last edits, and the service may have acted on it. */
  mayHaveArrived: optional(oneOf([true]), "unreadable"),
});

export const draftsCodec = tolerantMap(draftCodec);

const storedUnder = "callboard.drafts";

export class DraftStore implements DocumentSource {
  readonly #initialFields: (request: DraftRequest) => Promise<InitialFields>;
  readonly #workspaceState: Memento;
  #loaded: Map<string, Draft> | undefined;

  constructor(initialFields: (request: DraftRequest) => Promise<InitialFields>, workspaceState: Memento) {
    this.#initialFields = initialFields;
    this.#workspaceState = workspaceState;
  }

  get #drafts(): Map<string, Draft> {
    this.#loaded ??= read(draftsCodec, this.#workspaceState.get(storedUnder));
    return this.#loaded;
  }

  #save(): void {
    const unsent = [...this.#drafts].filter(([, { opened, text }]) => text !== opened);
    this.#workspaceState.update(storedUnder, write(draftsCodec, new Map(unsent)));
  }

  async read(path: readonly string[]): Promise<string | undefined> {
    return (await this.draft(path))?.text;
  }

  async draft(path: readonly string[]): Promise<Draft | undefined> {
    const request = parseDraftPath(path);
    if (request === undefined) return undefined;
    const existing = this.#drafts.get(keyOf(path));
    if (existing !== undefined) return existing;
    const { fields, from } = await this.#initialFields(request);
    const text = fieldsText(fields);
    const draft = { opened: text, text, from };
    this.#drafts.set(keyOf(path), draft);
    return draft;
  }

  write(path: readonly string[], text: string): void {
    const before = this.#drafts.get(keyOf(path));
    this.#drafts.set(keyOf(path), { opened: "", from: "nothing", ...before, text });
    this.#save();
  }

  replace(path: readonly string[], fields: JsonObject, from: FieldsSource = "nothing"): void {
    const text = fieldsText(fields);
    this.#drafts.set(keyOf(path), { opened: text, text, from });
    this.#save();
  }

  /** Whether the draft differs from `opened`. It may have been sent all the same: see `mayHaveArrived`. */
  isUnsent(path: readonly string[]): boolean {
    const draft = this.#drafts.get(keyOf(path));
    return draft !== undefined && draft.text !== draft.opened;
  }

  mayHaveArrived(path: readonly string[]): boolean {
    return this.#drafts.get(keyOf(path))?.mayHaveArrived ?? false;
  }

  markMayHaveArrived(path: readonly string[]): void {
    const draft = this.#drafts.get(keyOf(path));
    if (draft !== undefined) this.#drafts.set(keyOf(path), { ...draft, mayHaveArrived: true });
    this.#save();
  }

  move(path: readonly string[], to: readonly string[]): void {
    const draft = this.#drafts.get(keyOf(path));
    if (draft !== undefined) this.#drafts.set(keyOf(to), { ...draft, opened: "" });
    this.forget(path);
  }

  forget(path: readonly string[]): void {
    this.#drafts.delete(keyOf(path));
    this.#save();
  }
}

function keyOf(path: readonly string[]): string {
  return path.join("/");
}

/** An empty object gets an empty line for the cursor. */
export function fieldsText(fields: JsonObject): string {
  return Object.keys(fields).length === 0 ? "{\n  \n}\n" : `${JSON.stringify(fields, null, 2)}\n`;
}
