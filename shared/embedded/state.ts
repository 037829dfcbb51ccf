/** The service's records, and the progress of runs. Stored records are never changed in place. */

import { jsonObject, object, read, tolerantMap, type ValueOf, wholeNumber, write } from "../codec.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Kind } from "../service/operations.ts";
import { demo } from "./demo.ts";
import { HttpError } from "./http-error.ts";

/** Records are stored by kind. Calibration reviews are stored apart from reviews, because they have their own paths. */
export type Collection = Kind | "calibration";

export type StoredRecord = JsonObject & { readonly id: string };

export interface TargetProgress {
  readonly runs: number;
  readonly reports: number;
}

const idPrefixes = {
  project: "prj",
  test: "tst",
  batch: "bat",
  channel: "chn",
  persona: "per",
  scenario: "scn",
  integration: "int",
  review: "rev",
  calibration: "cal",
} as const satisfies Record<Collection, string>;

const counterparts: { readonly [C in Collection]?: Collection } = {
  review: "calibration",
  calibration: "review",
};

const stateCodec = object({
  /** By collection and id. */
  records: tolerantMap(jsonObject),
  created: tolerantMap(wholeNumber),
  progress: tolerantMap(object({ runs: wholeNumber, reports: wholeNumber })),
});

export class ServiceState {
  readonly #records = new Map<string, StoredRecord>();
  readonly #created: Map<string, number> = new Map();
  readonly #progress: Map<string, TargetProgress> = new Map();

  /** Without saved records, the state is the demo project. */
  constructor(saved?: ValueOf<typeof stateCodec>) {
    if (saved === undefined) {
      this.importDemo();
      return;
    }
    for (const [key, record] of saved.records) {
      this.#records.set(key, { ...record, id: key.slice(key.indexOf("/") + 1) });
    }
    this.#created = saved.created;
    this.#progress = saved.progress;
  }

  /** Reads a text that `save` gave. Undefined if the text is no such one, or a part of it. */
  static parse(text: string): ServiceState | undefined {
    try {
      const value: unknown = JSON.parse(text);
      return isJsonObject(value) ? new ServiceState(read(stateCodec, value)) : undefined;
    } catch {
      return undefined;
    }
  }

  save(): string {
    return JSON.stringify(
      write(stateCodec, { records: this.#records, created: this.#created, progress: this.#progress }),
    );
  }

  find(collection: Collection, id: string): StoredRecord | undefined {
    return this.#records.get(`${collection}/${id}`);
  }

  get(collection: Collection, id: string): StoredRecord {
    const record = this.find(collection, id);
    if (record !== undefined) return record;
    const elsewhere = counterparts[collection];
    if (elsewhere !== undefined && this.find(elsewhere, id) !== undefined) {
      throw new HttpError(
        404,
        `${id} is a ${nameOf(elsewhere)}, not a ${nameOf(collection)}: use the other path.`,
      );
    }
    throw new HttpError(404, `There is no ${nameOf(collection)} with the id ${id}.`);
  }

  /** Replaces all fields of the record, and ignores an id among them. */
  put(collection: Collection, id: string, fields: JsonObject): StoredRecord {
    const record = { id, ...fields };
    record.id = id;
    this.#records.set(`${collection}/${id}`, record);
    return record;
  }

  create(collection: Collection, fields: JsonObject): StoredRecord {
    const count = (this.#created.get(collection) ?? 0) + 1;
    this.#created.set(collection, count);
    return this.put(collection, `${idPrefixes[collection]}_${count}`, fields);
  }

  delete(collection: Collection, id: string): void {
    this.#records.delete(`${collection}/${id}`);
  }

  progress(kind: "batch" | "channel", id: string): TargetProgress {
    return this.#progress.get(`${kind}/${id}`) ?? { runs: 0, reports: 0 };
  }

  setProgress(kind: "batch" | "channel", id: string, progress: TargetProgress): void {
    this.#progress.set(`${kind}/${id}`, progress);
  }

  importDemo(): JsonObject {
    const { project, ...records } = demo;
    const restore = (collection: keyof typeof records): StoredRecord[] =>
      records[collection].map(({ id, ...fields }) => {
        this.#progress.delete(`${collection}/${id}`);
        return this.put(collection, id, { ...fields, projectId: project.id });
      });
    return {
      project: {
        ...this.put("project", project.id, project),
        tests: restore("test"),
        batches: restore("batch"),
        channels: restore("channel"),
        personas: restore("persona"),
        scenarios: restore("scenario"),
        integrations: restore("integration"),
        reviews: [...restore("review"), ...restore("calibration")],
      },
    };
  }
}

function nameOf(collection: Collection): string {
  return collection === "calibration" ? "calibration review" : collection;
}
