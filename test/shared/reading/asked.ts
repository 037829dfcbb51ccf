/** Reads responses by operation, as the Action and the extension do. */

import type { JsonObject } from "../../../shared/json.ts";
import { read } from "../../../shared/reading/read.ts";
import type { Reading, ReviewContext, ReviewReference } from "../../../shared/reading/reading.ts";
import * as records from "../../../shared/reading/records.ts";
import * as told from "../../../shared/records/told.ts";
import type { OperationName } from "../../../shared/service/operations.ts";

type Asked = readonly [operation: OperationName, response: JsonObject, id?: string];

export function readAll(
  ...[operation, response, id]: Asked
): Required<Pick<Reading, "records" | "contexts">> & Reading {
  const reading = read(response, { about: { operation, id }, thorough: true });
  return { records: [], contexts: new Map(), ...reading };
}

export function reviewsIn(...asked: Asked): readonly ReviewReference[] {
  return readAll(...asked).reviews;
}

export function recordsIn(...asked: Asked): records.KnownRecord[] {
  return records.recordsIn(readAll(...asked).records);
}

export function toldIn(...asked: Asked): told.Told[] {
  return told.toldIn(asked[0], readAll(...asked).records);
}

export function reviewContextsIn(...asked: Asked): ReadonlyMap<string, ReviewContext> {
  return readAll(...asked).contexts;
}
