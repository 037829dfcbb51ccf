/** Finds the catalog's records that `sync` updates: those with an id and fields, if their kind can be updated. */

import { allRecords, type Catalog } from "../../shared/catalog/catalog.ts";
import { referenceName, resolveFields } from "../../shared/catalog/references.ts";
import { operationFor } from "../../shared/service/operations.ts";
import type { ServiceRequest } from "../../shared/service/request.ts";
import type { Mistake } from "../inputs/mistakes.ts";

export interface RecordUpdate {
  readonly request: ServiceRequest;
  /** The record's place in the catalog, like `tests.pays-by-card`. */
  readonly name: string;
}

/** The records that `sync` leaves out because the service has not created them; it never creates one. */
export function findWithoutId(catalog: Catalog): string[] {
  return allRecords(catalog).flatMap(record => (record.id === undefined ? referenceName(record) : []));
}

export function findUpdates(catalog: Catalog, mistakes: Mistake[]): RecordUpdate[] {
  return allRecords(catalog).flatMap(record => {
    const { kind, id } = record;
    const update = operationFor("update", kind);
    if (id === undefined || record.fields === undefined || update === undefined) return [];
    const { fields, problems } = resolveFields(catalog, record);
    const reported = new Set(record.brokenReferences);
    for (const problem of problems) {
      const { message, file, line, column } = problem;
      // `readCatalog` has already reported broken references. Only references to records without an id are new here.
      if (!reported.has(problem)) mistakes.push({ message, file, line, column });
    }
    return [{ request: { operation: update, id, fields }, name: referenceName(record) }];
  });
}
