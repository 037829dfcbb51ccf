/**
 * What each service told in this workspace of its records and of what reviews stood in: the fields to make forms of, and
 * the pages of reviews. In a file for each service, as it is too much for a memento; the latest are kept.
 */

import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import type { ReviewContext } from "../../shared/reading/reading.ts";
import { type Told, withTold } from "../../shared/records/told.ts";
import type { Kind, OperationName } from "../../shared/service/operations.ts";
import { hash } from "../editor/hash.ts";
import type { Storage } from "../editor/storage.ts";
import type { Service } from "./service.ts";

/** A review's context, and the answer that told of it. */
export interface ToldReview extends ReviewContext {
  readonly from: {
    readonly operation: OperationName;
    /** The record that the operation was about. */
    readonly id?: string;
    /** Milliseconds since 1970. */
    readonly at: number;
  };
}

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
    return new ToldByService(storedIn(text), stored => this.#storage.write(file, JSON.stringify(stored)));
  }
}

interface Stored {
  readonly records: JsonObject;
  readonly reviews: JsonObject;
}

export class ToldByService {
  /** By `recordName`, the latest last. */
  readonly #records: Map<string, JsonObject>;
  readonly #reviews: Map<string, ToldReview>;
  readonly #keep: (stored: unknown) => Promise<void>;
  #kept: Promise<void> = Promise.resolve();

  constructor({ records, reviews }: Stored, keep: (stored: unknown) => Promise<void>) {
    this.#records = new Map(
      Object.entries(records).flatMap(([about, fields]) => (isJsonObject(fields) ? [[about, fields]] : [])),
    );
    this.#reviews = new Map(
      Object.entries(reviews).flatMap(([id, review]) =>
        isJsonObject(review) && isJsonObject(review["from"]) ? [[id, review as unknown as ToldReview]] : [],
      ),
    );
    this.#keep = keep;
  }

  /** The fields of a record's object, as the service last told them. */
  record(key: string): JsonObject | undefined {
    return this.#records.get(key);
  }

  all(): JsonObject[] {
    return [...this.#records.values()];
  }

  /** Those of all records of a kind that were told. */
  ofKind(kind: Kind): JsonObject[] {
    return [...this.#records].flatMap(([key, fields]) => (key.startsWith(`${kind} `) ? [fields] : []));
  }

  review(id: string): ToldReview | undefined {
    return this.#reviews.get(id);
  }

  async learn(records: readonly Told[], reviews: ReadonlyMap<string, ToldReview>): Promise<void> {
    for (const told of records) put(this.#records, told.about, withTold(this.record(told.about), told));
    for (const [id, review] of reviews) put(this.#reviews, id, { ...this.review(id), ...review });
    drop(this.#records, mostRecords);
    drop(this.#reviews, mostReviews);
    if (records.length + reviews.size === 0) return;
    const write = () =>
      this.#keep({
        records: Object.fromEntries(this.#records),
        reviews: Object.fromEntries(this.#reviews),
      });
    // One after the other: of two writings of one file the earlier could end last.
    this.#kept = this.#kept.then(write, write);
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

/** What was kept may have been cut short, or written by another version. */
function storedIn(text: string | undefined): Stored {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const { records, reviews } = isJsonObject(stored) ? stored : {};
    return {
      records: isJsonObject(records) ? records : {},
      reviews: isJsonObject(reviews) ? reviews : {},
    };
  } catch {
    return { records: {}, reviews: {} };
  }
}
