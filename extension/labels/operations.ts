/** How an operation is called before a person, and what is said of it when it is done. */

import type { JsonObject } from "../../shared/json.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { t, translated } from "../editor/l10n.ts";
import type { RecordEntry } from "../records/inventory.ts";

/** The id of the record that an answer made. */
export function createdIn(name: OperationName, { id }: JsonObject): string | undefined {
  return operation(name).role === "create" && typeof id === "string" && id !== "" ? id : undefined;
}

export function titleOf(name: OperationName): string {
  return translated(operation(name).title);
}

/** The operation and what it is about. */
export function headline(name: OperationName, records: readonly RecordEntry[]): string {
  return [titleOf(name), subjectOf(records)].filter(part => part !== "").join(": ");
}

/** What was done with requests of their own for records, or with one for none. */
export function doneTo(name: OperationName, records: readonly RecordEntry[]): string {
  const [only, ...others] = records;
  if (only === undefined) return t("{0}: done", titleOf(name));
  const several = others.length > 0;
  const subject = several ? records.length : only.name;
  switch (operation(name).role) {
    case "decide":
      return several ? t("Submitted {0} reviews", subject) : t("Submitted “{0}”", subject);
    case "reassign":
      return several ? t("Reassigned {0} reviews", subject) : t("Reassigned “{0}”", subject);
    case "start":
      return several ? t("Started {0} reviews", subject) : t("Started “{0}”", subject);
    default:
      return several ? t("Updated {0} records", subject) : t("Updated “{0}”", subject);
  }
}

export function subjectOf(records: readonly RecordEntry[]): string {
  const [first] = records;
  if (first === undefined) return "";
  return records.length === 1 ? first.name : t("{0} records", records.length);
}
