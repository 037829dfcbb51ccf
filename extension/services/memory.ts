/**
 * What is remembered of each service in this workspace: the records that its responses mentioned, the state of its
 * reviews, how they were decided here, what was last sent, and what was answered to forms. Kept in the workspace's
 * storage; corrupt entries are dropped.
 */

import type { Memento } from "vscode";
import {
  json,
  jsonObject,
  list,
  type Of,
  object,
  optional,
  read,
  tolerantMap,
  write,
} from "../../shared/codec.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import type { KnownRecord } from "../../shared/reading/records.ts";
import { forget, knownCodec, learn } from "../../shared/records/known.ts";
import type { OperationName } from "../../shared/service/operations.ts";
import { type ReviewNote, reviewNoteCodec } from "../bundles/review-note.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "./service.ts";

const mostSent = 500;
const mostDecided = 200;
const mostKeptAnswer = 20_000;
const mostAnswers = 5;

/** A decision that the service has taken. */
export type Decided = Of<typeof decidedCodec>;
const decidedCodec = object({
  fields: jsonObject,
  /** The service's response; absent where it is long. */
  answer: optional(jsonObject, "unreadable"),
});

/** The stored memory of one service. */
export const memoryCodec = object({
  known: knownCodec,
  reviews: tolerantMap(reviewNoteCodec),
  decided: tolerantMap(decidedCodec),
  sent: tolerantMap(jsonObject),
  answers: tolerantMap(list(json)),
});

/** One memory for each service. Changes of records and reviews are told. */
export class Memories extends Observable {
  readonly #workspaceState: Memento;
  readonly #memories = new Map<string, Memory>();

  constructor(vscode: VSCode, workspaceState: Memento) {
    super(vscode);
    this.#workspaceState = workspaceState;
  }

  of({ id }: Service): Memory {
    const before = this.#memories.get(id);
    if (before !== undefined) return before;
    const memory = new Memory(this.#workspaceState, id, () => this.changed());
    this.#memories.set(id, memory);
    return memory;
  }
}

export class Memory {
  readonly #storage: Memento;
  readonly #storedUnder: string;
  readonly #changed: () => void;
  #kept: Of<typeof memoryCodec>;

  /** `changed` is called when records or reviews are others. */
  constructor(storage: Memento, service: string, changed: () => void) {
    this.#storage = storage;
    this.#storedUnder = `callboard.memory ${service}`;
    this.#changed = changed;
    const stored: unknown = storage.get(this.#storedUnder);
    this.#kept = read(memoryCodec, isJsonObject(stored) ? stored : {});
  }

  get known(): readonly KnownRecord[] {
    return this.#kept.known;
  }

  get reviews(): ReadonlyMap<string, ReviewNote> {
    return this.#kept.reviews;
  }

  async learn(
    records: readonly KnownRecord[],
    reviews: ReadonlyMap<string, Partial<ReviewNote>>,
  ): Promise<void> {
    this.#kept = { ...this.#kept, known: learn(this.known, records) };
    for (const [id, note] of reviews) {
      const before = this.#kept.reviews.get(id) ?? { settled: false, calibration: false, evidence: "" };
      this.#kept.reviews.set(id, { ...before, ...note });
    }
    this.#changed();
    await this.#save();
  }

  async forget(record: Pick<KnownRecord, "kind" | "id">): Promise<void> {
    this.#kept = { ...this.#kept, known: forget(this.known, record) };
    if (record.kind === "review") this.#kept.reviews.delete(record.id);
    this.#changed();
    await this.#save();
  }

  /** The fields that were last sent with an operation about this record; without an id, where it takes none. */
  lastSent(name: OperationName, id = ""): JsonObject | undefined {
    return this.#kept.sent.get(`${name} ${id}`);
  }

  /** All that was last sent with an operation, whatever it was about. */
  allSent(name: OperationName): JsonObject[] {
    return [...this.#kept.sent].flatMap(([entry, fields]) => (entry.startsWith(`${name} `) ? [fields] : []));
  }

  async noteSent(name: OperationName, id: string | undefined, fields: JsonObject): Promise<void> {
    put(this.#kept.sent, `${name} ${id ?? ""}`, fields, mostSent);
    await this.#save();
  }

  /** How a review was decided here; undefined where nothing was sent, or the service has not taken it. */
  decided(id: string): Decided | undefined {
    return this.#kept.decided.get(id);
  }

  async noteDecided(id: string, fields: JsonObject, answer: JsonObject): Promise<void> {
    const kept = JSON.stringify(answer).length <= mostKeptAnswer ? { answer } : {};
    put(this.#kept.decided, id, { fields, ...kept }, mostDecided);
    await this.#save();
  }

  /** What was answered to one step of a form, the latest first. */
  answers(name: OperationName, field: string): readonly JsonValue[] {
    return this.#kept.answers.get(`${name} ${field}`) ?? [];
  }

  async noteAnswers(name: OperationName, fields: JsonObject): Promise<void> {
    for (const [field, value] of Object.entries(fields)) {
      const others = this.answers(name, field).filter(
        other => JSON.stringify(other) !== JSON.stringify(value),
      );
      this.#kept.answers.set(`${name} ${field}`, [value, ...others].slice(0, mostAnswers));
    }
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#storage.update(this.#storedUnder, write(memoryCodec, this.#kept));
  }
}

/** Last in the order of the map, which drops its oldest entries. */
function put<T>(entries: Map<string, T>, name: string, value: T, most: number): void {
  entries.delete(name);
  entries.set(name, value);
  for (const oldest of [...entries.keys()].slice(0, -most)) entries.delete(oldest);
}
