/** The values that every kind of step needs. */

import type { Log } from "../runner/log.ts";
import type { Secrets } from "../runner/secrets.ts";
import type { Inputs } from "./inputs.ts";

export interface Step {
  readonly inputs: Inputs;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Aborted when the runner cancels the step. */
  readonly cancel: AbortSignal;
}
