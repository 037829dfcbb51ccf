/** The verbs of commands and dispatches. */

import type { OperationName } from "../service/operations.ts";

export const settling = { submit: "submitReview", reassign: "reassignReview" } as const satisfies Record<
  string,
  OperationName
>;
export type Verb = keyof typeof settling;
export const verbs = Object.keys(settling) as Verb[];

/** `record` records a decision that was made elsewhere; nothing is sent to the service. */
export type CommandVerb = Verb | "record";
export const commandVerbs: readonly CommandVerb[] = [...verbs, "record"];
