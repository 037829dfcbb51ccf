/** The things that a command or a dispatch does with a review. */

import type { OperationName } from "../service/operations.ts";

export const settling = { submit: "submitReview", reassign: "reassignReview" } as const satisfies Record<
  string,
  OperationName
>;
export type Verb = keyof typeof settling;
export const verbs = Object.keys(settling) as Verb[];

/** A command can also record a decision that was made elsewhere, which sends nothing to the service. */
export type CommandVerb = Verb | "record";
export const commandVerbs: readonly CommandVerb[] = [...verbs, "record"];
