/** Reads responses by operation, as the Action and the extension do. */

import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Reading, ReviewContext, ReviewReference } from "../../../shared/reading/reading.ts";
import * as records from "../../../shared/reading/records.ts";
import * as told from "../../../shared/records/learned-fields.ts";
import type { OperationName } from "../../../shared/service/operations.ts";

type Asked = readonly [operation: OperationName, response: JsonObject, id?: string];

export function readThoroughly(
  ...[operation, response, id]: Asked
): Required<Pick<Reading, "recordReferences" | "reviewContexts">> & Reading {
  const reading = readResponse(response, { request: { operation, id }, includeRecords: true });
  return { recordReferences: [], reviewContexts: new Map(), ...reading };
}

export function readReviewsIn(...asked: Asked): readonly ReviewReference[] {
  return readThoroughly(...asked).reviews;
}

export function readRecordsIn(...asked: Asked): records.KnownRecord[] {
  return records.distinctRecords(readThoroughly(...asked).recordReferences);
}

export function readLearnedFields(...asked: Asked): told.LearnedFields[] {
  return told.learnFields(asked[0], readThoroughly(...asked).recordReferences);
}

export function reviewContextsIn(...asked: Asked): ReadonlyMap<string, ReviewContext> {
  return readThoroughly(...asked).reviewContexts;
}
