/**
 * The memory of each service in this workspace: its records, the state of its reviews, the decisions sent from this
 * workspace, the fields that were last sent, and the values entered in forms. The windows of a folder share each memory, and
 * corrupt entries are dropped.
 */

import {
  json,
  jsonObject,
  list,
  number,
  object,
  oneOf,
  optional,
  read,
  tolerantMap,
  type ValueOf,
  write,
} from "../../shared/codec.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { type KnownRecord, recordKey } from "../../shared/reading/records.ts";
import {
  forgetRecords,
  knownRecordsCodec,
  learnRecords,
  restoreRecords,
} from "../../shared/records/known-records.ts";
import { type Kind, type OperationName, operation } from "../../shared/service/operations.ts";
import { Observable } from "../editor/observable.ts";
import type { SharedState, SharedValue } from "../editor/shared-state.ts";
import type { VSCode } from "../editor/vscode.ts";
import {
  type ReviewNote,
  reopenReviewNote,
  reviewNoteCodec,
  updateReviewNote,
  waitingNote,
} from "./review-note.ts";
import type { Service } from "./service.ts";

const maxSent = 500;
const maxDecisions = 200;
const maxResponseLength = 20_000;
const maxAnswers = 5;

/** A decision that was sent, and that the service responded to without an error. */
export type SentDecision = ValueOf<typeof decidedCodec>;
const decidedCodec = object({
  fields: jsonObject,
  /** The service's response; absent if it is longer than `maxResponseLength`. */
  answer: optional(jsonObject, "unreadable"),
  /** The time of the response, in milliseconds since 1970. Absent in decisions that the first version stored. */
  at: optional(number, "unreadable"),
});

/** The last update of a record that was sent from here. Creating a record counts as its first update. */
export type SentUpdate = ValueOf<typeof updateCodec>;
const updateCodec = object({
  /** Milliseconds since 1970. */
  at: number,
  /** The request failed, but the service may have acted on it. */
  isUnsure: optional(oneOf([true]), "unreadable"),
  /** The record's fields in the service's latest response since then. */
  answered: optional(jsonObject, "unreadable"),
});

export const memoryCodec = object({
  known: knownRecordsCodec,
  reviews: tolerantMap(reviewNoteCodec),
  decided: tolerantMap(decidedCodec),
  sent: tolerantMap(jsonObject),
  /** Keys are `recordKey`s. Absent until a record is updated. */
  updates: optional(tolerantMap(updateCodec), "unreadable"),
  answers: tolerantMap(list(json)),
});

export class MemoryStore extends Observable {
  readonly #state: SharedState;
  readonly #memories = new Map<string, ServiceMemory>();

  constructor(vscode: VSCode, state: SharedState) {
    super(vscode);
    this.#state = state;
  }

  of({ id }: Pick<Service, "id">): ServiceMemory {
    const before = this.#memories.get(id);
    if (before !== undefined) return before;
    const memory = new ServiceMemory(this.#state, id, () => this.fireChange());
    this.#memories.set(id, memory);
    return memory;
  }
}

type Stored = ValueOf<typeof memoryCodec>;

export class ServiceMemory {
  readonly #shared: SharedValue<Stored>;
  readonly #onChange: () => void;

  constructor(state: SharedState, service: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#shared = state.value(`callboard.memory ${service}`, {
      parse: stored => read(memoryCodec, isJsonObject(stored) ? stored : {}),
      write: value => write(memoryCodec, value),
      onChange,
    });
  }

  get #stored(): Stored {
    return this.#shared.value;
  }

  get records(): readonly KnownRecord[] {
    return this.#stored.known;
  }

  get reviews(): ReadonlyMap<string, ReviewNote> {
    return this.#stored.reviews;
  }

  async learn(
    records: readonly KnownRecord[],
    reviews: ReadonlyMap<string, Partial<ReviewNote>>,
  ): Promise<void> {
    await this.#changeShown(stored => {
      for (const [id, note] of reviews) {
        const before = stored.reviews.get(id) ?? { settled: false, calibration: false, evidence: "" };
        stored.reviews.set(id, updateReviewNote(before, note));
      }
      return { ...stored, known: learnRecords(stored.known, records) };
    });
  }

  /** Learns that a run reports the reviews as waiting at the time `at`. */
  async learnWaiting(reviews: readonly string[], runStartedAt: number, at: number): Promise<void> {
    if (!reviews.some(id => this.#stored.reviews.get(id)?.settled)) return;
    await this.#changeShown(stored => {
      for (const id of reviews) {
        const note = stored.reviews.get(id);
        if (note !== undefined) stored.reviews.set(id, reopenReviewNote(note, runStartedAt, at));
      }
      return stored;
    });
  }

  /**
   * Puts a settled review back to waiting before another decision about it is sent, because that can arrive without a
   * response, even if the window ends. Gives a function that restores it, unless more was learned of it meanwhile.
   */
  async reopen(id: string, at: number): Promise<() => Promise<void>> {
    const before = this.#stored.reviews.get(id);
    if (!before?.settled) return () => Promise.resolve();
    const set = (note: ReviewNote) =>
      this.#changeShown(stored => {
        stored.reviews.set(id, note);
        return stored;
      });
    await set(waitingNote(before, at));
    return async () => {
      if (this.#stored.reviews.get(id)?.at === at) await set(before);
    };
  }

  /** Gives a function that restores the records in their places, with what was learned of them meanwhile. */
  async forget(records: readonly Pick<KnownRecord, "kind" | "id">[]): Promise<() => Promise<void>> {
    const before = this.records;
    const notes = records.flatMap(({ kind, id }) => {
      const note = kind === "review" ? this.#stored.reviews.get(id) : undefined;
      return note === undefined ? [] : [[id, note] as const];
    });
    await this.#changeShown(stored => {
      for (const [id] of notes) stored.reviews.delete(id);
      return { ...stored, known: forgetRecords(stored.known, records) };
    });
    return () =>
      this.#changeShown(stored => {
        for (const [id, note] of notes) if (!stored.reviews.has(id)) stored.reviews.set(id, note);
        return { ...stored, known: restoreRecords(before, records, stored.known) };
      });
  }

  /** The fields that were last sent with an operation for a record. Omit the id if the operation takes none. */
  lastSent(name: OperationName, id = ""): JsonObject | undefined {
    return this.#stored.sent.get(`${name} ${id}`);
  }

  allSent(name: OperationName): JsonObject[] {
    return [...this.#stored.sent].flatMap(([entry, fields]) =>
      entry.startsWith(`${name} `) ? [fields] : [],
    );
  }

  async saveSent(
    name: OperationName,
    id: string | undefined,
    fields: JsonObject,
    at: number,
    isUnsure = false,
  ): Promise<void> {
    const { kind, role } = operation(name);
    const isUpdate = role === "update" && id !== undefined;
    const saved = this.#shared.change(stored => {
      putLatest(stored.sent, `${name} ${id ?? ""}`, fields, maxSent);
      if (!isUpdate) return stored;
      const updates = stored.updates ?? new Map();
      putLatest(updates, recordKey({ kind, id }), { at, ...(isUnsure && { isUnsure }) }, maxSent);
      return { ...stored, updates };
    });
    if (isUpdate) this.#onChange();
    await saved;
  }

  lastUpdate(kind: Kind, id: string): SentUpdate | undefined {
    return this.#stored.updates?.get(recordKey({ kind, id }));
  }

  /** Keeps the fields in responses about records that were sent from here. */
  async saveAnswered(records: readonly { readonly recordKey: string; readonly fields: JsonObject }[]) {
    const known = records.filter(({ recordKey: key }) => this.#stored.updates?.has(key));
    if (known.length === 0) return;
    await this.#shared.change(stored => {
      for (const { recordKey: key, fields } of known) {
        const update = stored.updates?.get(key);
        if (update !== undefined) stored.updates?.set(key, { ...update, answered: fields });
      }
      return stored;
    });
  }

  /** The review's last `SentDecision`. The memory keeps those of the last `maxDecisions` decided reviews. */
  decisionOf(id: string): SentDecision | undefined {
    return this.#stored.decided.get(id);
  }

  get hasDecisions(): boolean {
    return this.#stored.decided.size > 0;
  }

  async saveDecision(id: string, fields: JsonObject, answer: JsonObject, at: number): Promise<void> {
    const kept = JSON.stringify(answer).length <= maxResponseLength ? { answer } : {};
    await this.#shared.change(stored => {
      putLatest(stored.decided, id, { fields, ...kept, at }, maxDecisions);
      return stored;
    });
  }

  answers(name: OperationName, field: string): readonly JsonValue[] {
    return this.#stored.answers.get(`${name} ${field}`) ?? [];
  }

  async saveAnswers(name: OperationName, fields: JsonObject): Promise<void> {
    await this.#shared.change(stored => {
      for (const [field, value] of Object.entries(fields)) {
        const entry = `${name} ${field}`;
        const others = (stored.answers.get(entry) ?? []).filter(
          other => JSON.stringify(other) !== JSON.stringify(value),
        );
        stored.answers.set(entry, [value, ...others].slice(0, maxAnswers));
      }
      return stored;
    });
  }

  async #changeShown(change: (stored: Stored) => Stored): Promise<void> {
    const saved = this.#shared.change(change);
    this.#onChange();
    await saved;
  }
}

/** Puts the entry last in the map and drops the oldest entries beyond `max`. */
function putLatest<T>(entries: Map<string, T>, name: string, value: T, max: number): void {
  entries.delete(name);
  entries.set(name, value);
  for (const oldest of [...entries.keys()].slice(0, -max)) entries.delete(oldest);
}
