/** What settling a review needs, whichever way it was decided. */

import type { Step } from "../../inputs/step.ts";
import type { Context } from "../../publish/context.ts";
import type { Converse, Settlement } from "../../publish/reviews/settlement.ts";

export interface Desk extends Step {
  readonly context: Context;
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
