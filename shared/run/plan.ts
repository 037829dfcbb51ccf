/** What is to be run, and with what. */

import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome, Reading, Target } from "../report/model.ts";
import type { TargetReport } from "../report/report.ts";
import type { Call } from "../service/call.ts";
import type { Answer } from "../service/client.ts";
import type { OperationFor, OperationName } from "../service/operations.ts";

export interface Plan {
  readonly targets: readonly PlannedTarget[];
  /** How many are in flight at a time. */
  readonly concurrency: number;
  readonly waiting: Waiting;
  /** Which part of a larger plan this is, as `2/5`. */
  readonly shard?: string | undefined;
}

export type PlannedTarget = PlannedBatch | PlannedChannel;

interface PlannedBatch extends Planned {
  readonly kind: "batch";
}

export interface PlannedChannel extends Planned {
  readonly kind: "channel";
  /** `report` asks for its report and runs nothing. */
  readonly task: Request;
}

interface Planned extends Pick<Target, "id" | "name"> {
  /** Sent with each request about it. */
  readonly fields: Readonly<Partial<Record<Request, JsonObject>>>;
  /** Reads its results where a team has expressions of its own. */
  readonly read?: Read | undefined;
}

/** What a target is asked for. */
export type Request = "run" | "report";

export type RunOperation = OperationFor<"run", "batch" | "channel"> | OperationFor<"report", "channel">;

export type Read = (
  response: JsonObject,
  options: { readonly operation: OperationName },
) => Reading | Promise<Reading>;

/** How a channel's report is asked for again while it reads as still running. */
export interface Waiting {
  /** For how long; 0 asks once. */
  readonly limitMs: number;
  /** The first pause; each one is half as long again, up to a minute. */
  readonly pauseMs: number;
}

/** What carrying out a plan needs; all of it handed in. */
export interface RunOptions {
  call(call: Call, signal: AbortSignal): Promise<Answer>;
  /** Puts a response away, byte for byte, and says where: memory does not grow with the responses. */
  keep(target: PlannedTarget, request: Request, raw: Uint8Array): Promise<string>;
  readonly clock: Clock;
  /** Ends what is in flight and starts nothing more. */
  readonly signal: AbortSignal;
  readonly listener?: RunListener;
}

/** Told what is going on; nothing depends on it. */
export interface RunListener {
  started?(target: PlannedTarget): void;
  /** A channel's report reads as still running. */
  waiting?(target: PlannedTarget, reading: Reading): void;
  /** A channel's report could not be asked for; it will be again. */
  troubled?(target: PlannedTarget, error: string): void;
  settled?(target: PlannedTarget, result: TargetReport): void;
}

/** What a target's requests gave; what is absent never came. */
export type Found = Partial<Pick<Outcome, "reading" | "error" | "raw">>;
