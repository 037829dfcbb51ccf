/** What every sort of step has in common. */

import type { Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";

export interface Step {
  readonly inputs: Inputs;
  readonly log: Log;
  /** The runner's cancel. */
  readonly cancel: AbortSignal;
}
