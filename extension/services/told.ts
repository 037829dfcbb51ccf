/**
 * What each service told in this workspace of its records and of what reviews stood in: the fields to make forms of, and
 * the pages of reviews. In a file for each service, as it is too much for a memento; the latest are kept.
 */

import {
  type Codec,
  jsonObject,
  list,
  number,
  type Of,
  object,
  oneOf,
  optional,
  read,
  text,
  tolerantMap,
  write,
} from "../../shared/codec.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { Turn } from "../../shared/reading/conversation.ts";
import type { ReviewContext } from "../../shared/reading/reading.ts";
import { type Told, withTold } from "../../shared/records/told.ts";
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

/** A review's context, and the response that told of it. */
export type ToldReview = Of<typeof reviewCodec>;
const reviewCodec = object({
  ...contextFields,
  from: object({
    operation: oneOf(operationNames),
    /** The record that the operation was about. */
    id: optional(text),
    /** Milliseconds since 1970. */
    at: number,
  }),
});

/** A service's file. */
export const toldCodec = object({
  /** By `recordName`, the latest last. */
  records: tolerantMap(jsonObject),
  reviews: tolerantMap(reviewCodec),
});

const mostRecords = 3000;
const mostReviews = 1000;

export class ToldByServices {
  readonly #storage: Storage;
  readonly #services = new Map<string, Promise<ToldByService>>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  of({ id }: Service): Promise<ToldByService> {
    let told = this.#services.get(id);
    told ??= this.#read(`told ${hash(id)}.json`);
    this.#services.set(id, told);
    return told;
  }

  async #read(file: string): Promise<ToldByService> {
    const text = await this.#storage.read(file);
    return new ToldByService(storedIn(text), stored =>
      this.#storage.write(file, JSON.stringify(write(toldCodec, stored))),
    );
  }
}

type Stored = Of<typeof toldCodec>;

export class ToldByService {
  readonly #stored: Stored;
  readonly #keep: (stored: Stored) => Promise<void>;
  #kept: Promise<void> = Promise.resolve();

  constructor(stored: Stored, keep: (stored: Stored) => Promise<void>) {
    this.#stored = stored;
    this.#keep = keep;
  }

  /** The fields of a record's object, as the service last told them. */
  record(key: string): JsonObject | undefined {
    return this.#stored.records.get(key);
  }

  all(): JsonObject[] {
    return [...this.#stored.records.values()];
  }

  /** Those of all records of a kind that were told. */
  ofKind(kind: Kind): JsonObject[] {
    return [...this.#stored.records].flatMap(([key, fields]) => (key.startsWith(`${kind} `) ? [fields] : []));
  }

  review(id: string): ToldReview | undefined {
    return this.#stored.reviews.get(id);
  }

  async learn(records: readonly Told[], reviews: ReadonlyMap<string, ToldReview>): Promise<void> {
    for (const told of records)
      put(this.#stored.records, told.about, withTold(this.record(told.about), told));
    for (const [id, review] of reviews) put(this.#stored.reviews, id, { ...this.review(id), ...review });
    drop(this.#stored.records, mostRecords);
    drop(this.#stored.reviews, mostReviews);
    if (records.length + reviews.size === 0) return;
    const keep = () => this.#keep(this.#stored);
    // One after the other: of two writings of one file the earlier could end last.
    this.#kept = this.#kept.then(keep, keep);
    await this.#kept;
  }
}

/** Last in the order of the map, whose first entries are dropped. */
function put<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
}

function drop(map: Map<string, unknown>, most: number): void {
  for (const name of map.keys()) {
    if (map.size <= most) return;
    map.delete(name);
  }
}

/** The file may have been cut short, or written by another version. */
function storedIn(text = "{}"): Stored {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {}
  return read(toldCodec, isJsonObject(stored) ? stored : {});
}
