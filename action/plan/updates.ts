/** The fields that the catalog keeps for records which the service has already. */

import { allRecords, type Catalog } from "../../shared/catalog/catalog.ts";
import { resolveFields } from "../../shared/catalog/references.ts";
import type { Call } from "../../shared/service/call.ts";
import { operationFor, pluralOf } from "../../shared/service/operations.ts";
import type { Mistake } from "../inputs/mistakes.ts";

export interface Update {
  readonly call: Call;
  /** As a person finds it in the catalog. */
  readonly name: string;
}

export function findUpdates(catalog: Catalog, mistakes: Mistake[]): Update[] {
  return allRecords(catalog).flatMap(record => {
    const { kind, key, id } = record;
    const update = operationFor("update", kind);
    if (id === undefined || record.fields === undefined || update === undefined) return [];
    const { fields, problems } = resolveFields(catalog, record);
    const known = new Set(record.mistakes);
    for (const problem of problems) {
      const { message, file, line, column } = problem;
      // The record's own mistakes were told when the catalog was read.
      if (!known.has(problem)) mistakes.push({ message, file, line, column });
    }
    return [{ call: { operation: update, id, fields }, name: `${pluralOf[kind]}.${key}` }];
  });
}
