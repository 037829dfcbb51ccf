/**
 * What one service has taught in this workspace: the records its responses mentioned, where its reviews stand, and what
 * was last sent. Kept in the workspace's storage; whatever is corrupt there is dropped, never a reason to fail.
 */

import type { Memento } from "vscode";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { forget, knownFrom, learn } from "../../shared/records/known.ts";
import { type KnownRecord, recordName } from "../../shared/records/mentions.ts";
import type { OperationName } from "../../shared/service/operations.ts";

/** Where a review stands, as far as anybody told. */
export interface ReviewNote {
  readonly settled: boolean;
  /** It answers to the paths of calibration reviews. */
  readonly calibration: boolean;
  /** What the state rests on, as "status is waiting"; empty where nothing was said. */
  readonly evidence: string;
}

const mostSent = 500;
const mostAnswers = 5;

export class Memory {
  readonly #storage: Memento;
  readonly #place: string;
  #known: readonly KnownRecord[];
  readonly #reviews: Map<string, ReviewNote>;
  readonly #sent: Map<string, JsonObject>;
  readonly #answers: Map<string, readonly JsonValue[]>;

  constructor(storage: Memento, service: string) {
    this.#storage = storage;
    this.#place = `callboard.memory ${service}`;
    const kept: unknown = storage.get(this.#place);
    const stored = isJsonObject(kept) ? kept : {};
    this.#known = knownFrom(stored["known"]);
    this.#reviews = entriesFrom(stored["reviews"], reviewNoteFrom);
    this.#sent = entriesFrom(stored["sent"], value => (isJsonObject(value) ? value : undefined));
    this.#answers = entriesFrom(stored["answers"], value => (Array.isArray(value) ? value : undefined));
  }

  get known(): readonly KnownRecord[] {
    return this.#known;
  }

  get reviews(): ReadonlyMap<string, ReviewNote> {
    return this.#reviews;
  }

  async learn(
    records: readonly KnownRecord[],
    reviews: ReadonlyMap<string, Partial<ReviewNote>>,
  ): Promise<void> {
    this.#known = learn(this.#known, records);
    for (const [id, note] of reviews) {
      const before = this.#reviews.get(id) ?? { settled: false, calibration: false, evidence: "" };
      this.#reviews.set(id, { ...before, ...note });
    }
    await this.#save();
  }

  async forget(record: Pick<KnownRecord, "kind" | "id">): Promise<void> {
    this.#known = forget(this.#known, record);
    if (record.kind === "review") this.#reviews.delete(record.id);
    await this.#save();
  }

  /** The fields last sent with an operation, for one record or, where it takes none, at all. */
  lastSent(name: OperationName, id = ""): JsonObject | undefined {
    return this.#sent.get(`${name} ${id}`);
  }

  async noteSent(name: OperationName, id: string | undefined, fields: JsonObject): Promise<void> {
    const place = `${name} ${id ?? ""}`;
    this.#sent.delete(place);
    this.#sent.set(place, fields);
    for (const oldest of [...this.#sent.keys()].slice(0, -mostSent)) this.#sent.delete(oldest);
    await this.#save();
  }

  /** What was answered before to one step of a form, the latest first. */
  answers(name: OperationName, field: string): readonly JsonValue[] {
    return this.#answers.get(`${name} ${field}`) ?? [];
  }

  async noteAnswers(name: OperationName, fields: JsonObject): Promise<void> {
    for (const [field, value] of Object.entries(fields)) {
      const others = this.answers(name, field).filter(
        other => JSON.stringify(other) !== JSON.stringify(value),
      );
      this.#answers.set(`${name} ${field}`, [value, ...others].slice(0, mostAnswers));
    }
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#storage.update(this.#place, {
      known: this.#known,
      reviews: Object.fromEntries(this.#reviews),
      sent: Object.fromEntries(this.#sent),
      answers: Object.fromEntries(this.#answers),
    });
  }
}

export function isKnown(known: readonly KnownRecord[], record: Pick<KnownRecord, "kind" | "id">): boolean {
  return known.some(other => recordName(other) === recordName(record));
}

function entriesFrom<T>(stored: unknown, read: (value: JsonValue) => T | undefined): Map<string, T> {
  const entries = new Map<string, T>();
  if (!isJsonObject(stored)) return entries;
  for (const [name, value] of Object.entries(stored)) {
    const entry = read(value);
    if (entry !== undefined) entries.set(name, entry);
  }
  return entries;
}

function reviewNoteFrom(value: JsonValue): ReviewNote | undefined {
  if (!isJsonObject(value)) return undefined;
  const { settled, calibration, evidence } = value;
  return {
    settled: settled === true,
    calibration: calibration === true,
    evidence: typeof evidence === "string" ? evidence : "",
  };
}
