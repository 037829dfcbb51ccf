/** What every sort of step has in common. */

import type { Log } from "../runner/log.ts";
import type { Inputs } from "./inputs.ts";

export interface Step {
  readonly inputs: Inputs;
  readonly log: Log;
  /** The runner's cancel. */
  readonly cancel: AbortSignal;
}
