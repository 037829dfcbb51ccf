/**
 * Keeps details from each service's responses: the fields of records, for forms, and the context of reviews, for their
 * pages. Each service has a file, because the details are too large for a memento.
 */

import {
  type Codec,
  jsonObject,
  list,
  number,
  object,
  oneOf,
  optional,
  read,
  text,
  tolerantMap,
  type ValueOf,
  write,
} from "../../shared/codec.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Turn } from "../../shared/reading/conversation.ts";
import type { ReviewContext } from "../../shared/reading/reading.ts";
import { type LearnedFields, mergeFields } from "../../shared/records/learned-fields.ts";
import { type Kind, operationNames } from "../../shared/service/operations.ts";
import { hash } from "../editor/hash.ts";
import type { Storage } from "../editor/storage.ts";
import type { Service } from "./service.ts";

const caseFields = {
  name: text,
  status: oneOf(["passed", "failed", "skipped", "pending", "other"]),
  message: optional(text),
  url: optional(text),
  durationMs: optional(number),
  file: optional(text),
  line: optional(number),
} satisfies Record<keyof NonNullable<ReviewContext["case"]>, Codec<unknown>>;

const turnFields = { speaker: optional(text), text } satisfies Record<keyof Turn, Codec<unknown>>;

const contextFields = {
  case: optional(object(caseFields), "unreadable"),
  conversation: optional(list(object(turnFields)), "unreadable"),
} satisfies Record<keyof ReviewContext, Codec<unknown>>;

export type ReviewDetails = ValueOf<typeof reviewCodec>;
const reviewCodec = object({
  ...contextFields,
  from: object({
    operation: oneOf(operationNames),
    id: optional(text),
    /** Milliseconds since 1970. */
    at: number,
  }),
});

export const serviceDetailsCodec = object({
  /** Keys are `recordKey`s; the latest entry comes last. */
  records: tolerantMap(jsonObject),
  /** The short fields of records that are too large to keep, for forms only. */
  parts: optional(tolerantMap(jsonObject), "unreadable"),
  reviews: tolerantMap(reviewCodec),
});

const maxRecords = 3000;
/** So many records of each kind stay although a large response has more than `maxRecords`: forms need their fields. */
const keptOfKind = 50;
const maxReviews = 1000;

export class DetailsStore {
  readonly #storage: Storage;
  readonly #services = new Map<string, Promise<ServiceDetails>>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  of({ id }: Service): Promise<ServiceDetails> {
    let details = this.#services.get(id);
    details ??= this.#read(`told ${hash(id)}.json`);
    this.#services.set(id, details);
    return details;
  }

  async #read(file: string): Promise<ServiceDetails> {
    const text = await this.#storage.read(file);
    return new ServiceDetails(parseStored(text), stored =>
      this.#storage.write(file, JSON.stringify(write(serviceDetailsCodec, stored))),
    );
  }
}

type Stored = ValueOf<typeof serviceDetailsCodec>;

export class ServiceDetails {
  readonly #stored: Stored;
  readonly #parts: Map<string, JsonObject>;
  readonly #save: (stored: Stored) => Promise<void>;
  #lastSave: Promise<void> = Promise.resolve();

  constructor(stored: Stored, save: (stored: Stored) => Promise<void>) {
    this.#stored = stored;
    this.#parts = stored.parts ?? new Map();
    this.#save = save;
  }

  record(key: string): JsonObject | undefined {
    return this.#stored.records.get(key);
  }

  all(): JsonObject[] {
    return [...this.#stored.records.values(), ...this.#parts.values()];
  }

  ofKind(kind: Kind): JsonObject[] {
    return [...this.#stored.records, ...this.#parts].flatMap(([key, fields]) =>
      key.startsWith(`${kind} `) ? [fields] : [],
    );
  }

  review(id: string): ReviewDetails | undefined {
    return this.#stored.reviews.get(id);
  }

  async learn(records: readonly LearnedFields[], reviews: ReadonlyMap<string, ReviewDetails>): Promise<void> {
    for (const { isPart, ...record } of records) {
      const { recordKey: key, fields } = record;
      if (isPart) putLatest(this.#parts, key, fields);
      else putLatest(this.#stored.records, key, mergeFields(this.record(key), record));
    }
    for (const [id, review] of reviews)
      putLatest(this.#stored.reviews, id, { ...this.review(id), ...review });
    dropOldestRecords(this.#stored.records, maxRecords);
    dropOldestRecords(this.#parts, 0);
    dropOldest(this.#stored.reviews, maxReviews);
    if (records.length + reviews.size === 0) return;
    const save = () => this.#save({ ...this.#stored, ...(this.#parts.size > 0 && { parts: this.#parts }) });
    // Saves wait for each other: if they overlapped, the earlier one could end last and overwrite the later one.
    this.#lastSave = this.#lastSave.then(save, save);
    await this.#lastSave;
  }
}

function putLatest<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
}

/** Keeps at most `max` records, and the latest `keptOfKind` of each kind beside them. */
function dropOldestRecords(map: Map<string, unknown>, max: number): void {
  if (map.size <= max) return;
  const kindOf = (key: string) => key.slice(0, key.indexOf(" "));
  const counts = new Map<string, number>();
  for (const key of map.keys()) counts.set(kindOf(key), (counts.get(kindOf(key)) ?? 0) + 1);
  for (const key of map.keys()) {
    const count = counts.get(kindOf(key)) ?? 0;
    if (map.size <= max) return;
    if (count <= keptOfKind) continue;
    map.delete(key);
    counts.set(kindOf(key), count - 1);
  }
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const name of map.keys()) {
    if (map.size <= max) return;
    map.delete(name);
  }
}

/** Gives empty details for a missing or incomplete file, and drops entries that this version can't read. */
function parseStored(text = "{}"): Stored {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {}
  return read(serviceDetailsCodec, isJsonObject(stored) ? stored : {});
}
