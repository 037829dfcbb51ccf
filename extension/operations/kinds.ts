/** What the table tells of an operation: its sort, and how it is called before a person. */

import type { JsonObject } from "../../shared/json.ts";
import { needsId, type OperationName, operation } from "../../shared/service/operations.ts";
import { t, translated } from "../l10n.ts";
import type { RecordEntry } from "../records/inventory.ts";

/** Calibration reviews have paths of their own. */
export function isCalibration(name: OperationName): boolean {
  return operation(name).path.startsWith("/v1/reviews/calibrat");
}

/** What it answers is a report, and appears in the Runs view. */
export function isRun(name: OperationName): name is "runBatch" | "runChannel" | "createChannelReport" {
  return name === "runBatch" || name === "runChannel" || name === "createChannelReport";
}

/** It makes a record that was not there before. */
export function isCreation(name: OperationName): boolean {
  return name.startsWith("create") && !needsId(name);
}

/** The id of the record that an answer made. */
export function createdIn(name: OperationName, { id }: JsonObject): string | undefined {
  return isCreation(name) && typeof id === "string" && id !== "" ? id : undefined;
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
  switch (name) {
    case "submitReview":
      return several ? t("Submitted {0} reviews", subject) : t("Submitted “{0}”", subject);
    case "reassignReview":
      return several ? t("Reassigned {0} reviews", subject) : t("Reassigned “{0}”", subject);
    case "startCalibrationReview":
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
