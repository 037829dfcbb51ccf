/** The verbs of commands and dispatches. */

import type { OperationName } from "../service/operations.ts";

export const operationByVerb = {
  submit: "submitReview",
  reassign: "reassignReview",
} as const satisfies Record<string, OperationName>;
export type SettleVerb = keyof typeof operationByVerb;
export const settleVerbs = Object.keys(operationByVerb) as SettleVerb[];

/** `record` records a decision that was made elsewhere; nothing is sent to the service. */
export type CommandVerb = SettleVerb | "record";
export const commandVerbs: readonly CommandVerb[] = [...settleVerbs, "record"];
