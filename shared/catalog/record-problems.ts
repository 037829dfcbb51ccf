/** Finds problems of well-formed records: repeated ids, ids that are also keys, unknown projects, missing ids. */

import type { nearest } from "../nearest.ts";
import type { Kind } from "../service/operations.ts";
import { allRecords, type Catalog, type CatalogProblem, type CatalogRecord, recordAt } from "./catalog.ts";
import { quote } from "./quote.ts";
import type { UnlinkedRecord } from "./records.ts";
import { canBeCreated, referenceName } from "./references.ts";

export function recordProblems(
  catalog: Catalog,
  written: readonly UnlinkedRecord[],
  suggest: typeof nearest,
): CatalogProblem[] {
  const firstWithId = new Map<string, CatalogRecord>();
  const nameOfId = (kind: Kind, id: string) => `${kind} ${id}`;
  for (const record of allRecords(catalog)) {
    const name = record.id === undefined ? undefined : nameOfId(record.kind, record.id);
    if (name !== undefined && !firstWithId.has(name)) firstWithId.set(name, record);
  }

  const problems: CatalogProblem[] = [];
  for (const { record, valueAt } of written) {
    const { kind, key, id, project, runs, passes, at } = record;
    const add = (
      severity: CatalogProblem["severity"],
      entry: string,
      message: string,
      remedy: Pick<CatalogProblem, "suggestion" | "missing"> = {},
    ) => problems.push({ ...(valueAt.get(entry) ?? at), severity, message, ...remedy });

    if (project !== undefined && recordAt(catalog, "project", project) === undefined) {
      const keys = catalog.records.get("project")?.keys() ?? [];
      const meant = firstWithId.get(nameOfId("project", project))?.key ?? suggest(project, keys);
      const advice =
        meant === undefined ? `Add ${quote(project)} under \`projects\`.` : `Did you mean ${quote(meant)}?`;
      const missing = { kind: "project", key: project } as const;
      const message = `${quote(project)} is not a key under \`projects\`. ${advice}`;
      add("error", "project", message, { suggestion: meant, missing });
    }
    if (runs !== undefined && passes !== undefined && passes > runs) {
      const name = quote(referenceName(record));
      add("error", "passes", `${name}: a case can't pass ${passes} times when \`runs\` is ${runs}.`);
    }
    if (id === undefined) {
      if (canBeCreated(record) || valueAt.has("id")) continue;
      const why = "has no `id`, and the service has no operation to create such a record: add the `id`.";
      add("warning", "key", `${quote(referenceName(record))} ${why}`);
      continue;
    }
    const first = firstWithId.get(nameOfId(kind, id));
    if (first !== undefined && first.key !== key) {
      const there = `${quote(referenceName(first))} on line ${first.at.line}`;
      add(
        "error",
        "id",
        `${quote(id)} is already the id of ${there}: keep one of the two, or correct the id.`,
      );
    }
    const namesake = recordAt(catalog, kind, id);
    if (namesake !== undefined && namesake.id !== id) {
      const there = `${quote(referenceName(namesake))} on line ${namesake.at.line}`;
      const why = "is also the key of another record, and a key counts before an id";
      add("warning", "id", `${quote(id)} ${why}: rename ${there}.`);
    }
  }
  return problems;
}
