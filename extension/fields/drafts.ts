/** The texts of fields editors. What was written and not sent is kept in the workspace's storage. */

import type { Memento } from "vscode";
import {
  type Of,
  object,
  oneOf,
  optional,
  orElse,
  read,
  text,
  tolerantMap,
  write,
} from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { Source } from "../editor/documents.ts";
import { type FieldsSource, fieldsSources, type InitialFields } from "./initial.ts";
import { requestIn, type UnsentRequest } from "./unsent-request.ts";

type Draft = Of<typeof draftCodec>;
const draftCodec = object({
  /** The text that the editor was opened with. */
  opened: text,
  text,
  /** Where it began. */
  from: orElse(oneOf(fieldsSources), () => "nothing" as const, "unreadable"),
  /** They were sent, and nobody knows what came of it. */
  mayHaveArrived: optional(oneOf([true]), "unreadable"),
});

/** By the paths of their editors. */
export const draftsCodec = tolerantMap(draftCodec);

const storedUnder = "callboard.drafts";

export class Drafts implements Source {
  readonly #initial: (request: UnsentRequest) => Promise<InitialFields>;
  readonly #workspaceState: Memento;
  #kept: Map<string, Draft> | undefined;

  /** `initial` gives the fields that an editor is opened with. */
  constructor(initial: (request: UnsentRequest) => Promise<InitialFields>, workspaceState: Memento) {
    this.#initial = initial;
    this.#workspaceState = workspaceState;
  }

  get #drafts(): Map<string, Draft> {
    this.#kept ??= read(draftsCodec, this.#workspaceState.get(storedUnder));
    return this.#kept;
  }

  #keep(): void {
    const unsent = [...this.#drafts].filter(([, { opened, text }]) => text !== opened);
    this.#workspaceState.update(storedUnder, write(draftsCodec, new Map(unsent)));
  }

  async read(path: readonly string[]): Promise<string | undefined> {
    return (await this.draft(path))?.text;
  }

  async draft(path: readonly string[]): Promise<Draft | undefined> {
    const request = requestIn(path);
    if (request === undefined) return undefined;
    const before = this.#drafts.get(entryOf(path));
    if (before !== undefined) return before;
    const { fields, from } = await this.#initial(request);
    const text = textOf(fields);
    const draft = { opened: text, text, from };
    this.#drafts.set(entryOf(path), draft);
    return draft;
  }

  write(path: readonly string[], text: string): void {
    const before = this.#drafts.get(entryOf(path));
    this.#drafts.set(entryOf(path), { opened: "", from: "nothing", ...before, text });
    this.#keep();
  }

  /** Replaces what was written there before. */
  begin(path: readonly string[], fields: JsonObject, from: FieldsSource = "nothing"): void {
    const text = textOf(fields);
    this.#drafts.set(entryOf(path), { opened: text, text, from });
    this.#keep();
  }

  /** Something was written and saved, and it is not certain that it was sent. */
  isUnsent(path: readonly string[]): boolean {
    const draft = this.#drafts.get(entryOf(path));
    return draft !== undefined && draft.text !== draft.opened;
  }

  mayHaveArrived(path: readonly string[]): boolean {
    return this.#drafts.get(entryOf(path))?.mayHaveArrived ?? false;
  }

  noteArrival(path: readonly string[]): void {
    const draft = this.#drafts.get(entryOf(path));
    if (draft !== undefined) this.#drafts.set(entryOf(path), { ...draft, mayHaveArrived: true });
    this.#keep();
  }

  move(path: readonly string[], to: readonly string[]): void {
    const draft = this.#drafts.get(entryOf(path));
    if (draft !== undefined) this.#drafts.set(entryOf(to), { ...draft, opened: "" });
    this.forget(path);
  }

  forget(path: readonly string[]): void {
    this.#drafts.delete(entryOf(path));
    this.#keep();
  }
}

function entryOf(path: readonly string[]): string {
  return path.join("/");
}

/** An empty object gets an empty line to write in. */
export function textOf(fields: JsonObject): string {
  return Object.keys(fields).length === 0 ? "{\n  \n}\n" : `${JSON.stringify(fields, null, 2)}\n`;
}
