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
import { metricCodec } from "../../shared/report/metric.ts";
import { type Kind, operation, operationNames } from "../../shared/service/operations.ts";
import { hash } from "../editor/hash.ts";
import type { SharedState, SharedValue } from "../editor/shared-state.ts";
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
  metrics: optional(list(metricCodec), "unreadable"),
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
/** A person decides by the question that a review's fields contain. */
const maxReviews = 1000;

export class DetailsStore {
  readonly #state: SharedState;

  constructor(state: SharedState) {
    this.#state = state;
  }

  async of({ id }: Pick<Service, "id">): Promise<ServiceDetails> {
    const stored = await this.#state.file(`told ${hash(id)}.json`, {
      parse: stored => read(serviceDetailsCodec, isJsonObject(stored) ? stored : {}),
      write: details => write(serviceDetailsCodec, details),
    });
    return new ServiceDetails(stored);
  }
}

type Stored = ValueOf<typeof serviceDetailsCodec>;

export class ServiceDetails {
  readonly #shared: SharedValue<Stored>;

  constructor(shared: SharedValue<Stored>) {
    this.#shared = shared;
  }

  get #parts(): ReadonlyMap<string, JsonObject> {
    return this.#shared.value.parts ?? new Map();
  }

  record(key: string): JsonObject | undefined {
    return this.#shared.value.records.get(key);
  }

  /** A record, or the short fields of one that is too large to keep. */
  shortFields(key: string): JsonObject | undefined {
    return this.record(key) ?? this.#parts.get(key);
  }

  all(): JsonObject[] {
    return [...this.#shared.value.records.values(), ...this.#parts.values()];
  }

  ofKind(kind: Kind): JsonObject[] {
    return [...this.#shared.value.records, ...this.#parts].flatMap(([key, fields]) =>
      key.startsWith(`${kind} `) ? [fields] : [],
    );
  }

  review(id: string): ReviewDetails | undefined {
    return this.#shared.value.reviews.get(id);
  }

  async learn(learned: readonly LearnedFields[], reviews: ReadonlyMap<string, ReviewDetails>): Promise<void> {
    if (learned.length + reviews.size === 0) return;
    await this.#shared.change(stored => {
      const { records, parts = new Map() } = stored;
      for (const { isPart, ...record } of learned) {
        const { recordKey: key, fields } = record;
        if (isPart) putLatest(parts, key, fields);
        else putLatest(records, key, mergeFields(records.get(key), record));
      }
      for (const [id, review] of reviews) {
        const before = stored.reviews.get(id);
        // A response about the review alone doesn't say in which run it came up.
        const isOfReview = operation(review.from.operation).kind === "review";
        const from = isOfReview && before !== undefined ? before.from : review.from;
        putLatest(stored.reviews, id, { ...before, ...review, from });
      }
      dropOldestRecords(records, maxRecords);
      dropOldestRecords(parts, 0);
      dropOldest(stored.reviews, maxReviews);
      return { ...stored, ...(parts.size > 0 && { parts }) };
    });
  }
}

function putLatest<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
}

/** Keeps at most `max` records, and the latest `keptOfKind` of each kind or `maxReviews` beside them. */
function dropOldestRecords(map: Map<string, unknown>, max: number): void {
  if (map.size <= max) return;
  const kindOf = (key: string) => key.slice(0, key.indexOf(" "));
  const counts = new Map<string, number>();
  for (const key of map.keys()) counts.set(kindOf(key), (counts.get(kindOf(key)) ?? 0) + 1);
  for (const key of map.keys()) {
    const count = counts.get(kindOf(key)) ?? 0;
    if (map.size <= max) return;
    if (count <= (kindOf(key) === "review" ? maxReviews : keptOfKind)) continue;
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
