/** What settling a review needs, whichever way it was decided. */

import type { Redact } from "../../shared/service/secret.ts";
import type { Context } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { Converse, Settlement } from "./settlement.ts";

export interface Desk extends Step {
  readonly context: Context;
  /** Takes the key and GitHub's token out of a text. */
  readonly redact: Redact;
  readonly converse: Converse;
  /** The reviews of a pull request, as they are now. */
  open(pull: number): Promise<Settlement>;
  /** As ISO 8601. */
  now(): string;
}

export interface Done {
  readonly isGood: boolean;
  readonly settlement?: Settlement | undefined;
  readonly commentUrl: string;
}
