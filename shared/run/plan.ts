/** What is to be run, and with what. */

import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome, Reading, Target } from "../report/model.ts";
import type { Answer, Call } from "../service/client.ts";
import type { OperationName } from "../service/operations.ts";

export type RunTarget = Pick<Target, "kind" | "id" | "name">;

export interface Plan {
  readonly targets: readonly RunTarget[];
  /** How many are in flight at a time. */
  readonly concurrency: number;
  /** Sent with every run. */
  readonly runFields: JsonObject;
  /** Sent whenever a channel's report is asked for. */
  readonly reportFields: JsonObject;
  readonly waiting: Waiting;
}

/** How a channel's report is asked for again while it reads as still running. */
export interface Waiting {
  /** For how long; 0 asks once. */
  readonly limitMs: number;
  /** The first pause; each one is half as long again, up to a minute. */
  readonly pauseMs: number;
}

/** How the plan reaches the world; all of it handed in. */
export interface Means {
  call(name: OperationName, call: Call): Promise<Pick<Answer, "raw" | "value">>;
  read(response: JsonObject): Reading | Promise<Reading>;
  /** Puts a response away, byte for byte, and says where: memory does not grow with the number of targets. */
  keep(target: RunTarget, operation: OperationName, raw: Uint8Array): Promise<string>;
  /** Takes a target's outcome, which is not kept here; positions are those of the plan. */
  settled(outcome: Outcome, position: number): void | Promise<void>;
  readonly clock: Clock;
  /** Ends what is in flight and starts nothing more. */
  readonly signal: AbortSignal;
  readonly watch?: Watcher;
}

/** Told what is going on, for a log. */
export interface Watcher {
  started(target: RunTarget): void;
  /** A channel's report reads as still running. */
  waiting(target: RunTarget, reading: Reading): void;
  /** A channel's report could not be asked for; it will be again. */
  troubled(target: RunTarget, error: string): void;
}
