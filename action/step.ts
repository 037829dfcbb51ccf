/** What every sort of step has in common. */

import type { Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";
import type { Mistake } from "./mistakes.ts";

export interface Step {
  readonly inputs: Inputs;
  readonly log: Log;
  /** The runner's cancel. */
  readonly cancel: AbortSignal;
}

export interface Prepared {
  /** What was found wrong before anything was sent; without any, the step is carried out. */
  readonly mistakes: readonly Mistake[];
  /** Gives whether the step succeeds. */
  carryOut(): Promise<boolean>;
}
