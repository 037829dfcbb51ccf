/** What every step is given, whatever it does. */

import type { Log } from "../runner/log.ts";
import type { Inputs } from "./inputs.ts";

export interface Step {
  readonly inputs: Inputs;
  readonly log: Log;
  /** Aborted when the runner cancels the step. */
  readonly cancel: AbortSignal;
}
