/** What the table tells of an operation: its sort, and its title in the person's language. */

import { needsId, type OperationName, operation } from "../../shared/service/operations.ts";
import { translated } from "../l10n.ts";

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

export function titleOf(name: OperationName): string {
  return translated(operation(name).title);
}
