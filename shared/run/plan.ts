/** The types of a plan, and of what carrying it out needs. */

import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import type { Read } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import type { ReportTest, TargetResult } from "../report/model.ts";
import type { Call } from "../service/call.ts";
import type { Answer } from "../service/client.ts";
import type { OperationFor } from "../service/operations.ts";
import type { Redact } from "../service/secret.ts";

export interface Plan {
  readonly targets: readonly PlannedTarget[];
  /** How many targets are worked on at a time. */
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

interface Planned extends Pick<TargetResult, "id" | "name"> {
  /** The body of each request about it. */
  readonly fields: Readonly<Partial<Record<Request, JsonObject>>>;
  /** Reads its results with a team's own expressions; without it, `read` of shared/report does. */
  readonly read?: Read | undefined;
}

/** What a target is asked for. */
export type Request = "run" | "report";

export type RunOperation = OperationFor<"run", "batch" | "channel"> | OperationFor<"report", "channel">;

/** When a channel's report is asked for again, while it reads as still running. */
export interface Waiting {
  /** For how long; 0 asks once. */
  readonly limitMs: number;
  /** The first pause; each one is half as long again, up to a minute. */
  readonly pauseMs: number;
}

export interface RunOptions {
  call(call: Call, signal: AbortSignal): Promise<Answer>;
  /** Stores a response byte for byte, and gives the path that the report has for it: no response stays in memory. */
  keep(target: PlannedTarget, request: Request, raw: Uint8Array): Promise<string>;
  /** No answer holds the key, but an expression that joins two texts of it may make it. */
  readonly redact: Redact;
  readonly clock: Clock;
  /** Aborts the requests that are under way; no further one is sent. */
  readonly signal: AbortSignal;
  readonly listener?: RunListener;
  /** Told of each response with how it was read, which is then thorough. */
  learn?(call: Call, response: JsonObject, reading: Reading): Promise<void>;
}

/** Told what is going on, for people who watch. */
export interface RunListener {
  started?(target: PlannedTarget): void;
  /** A channel's report reads as still running. */
  waiting?(target: PlannedTarget, reading: Reading): void;
  /** Asking for a channel's report failed; it will be asked for again. */
  troubled?(target: PlannedTarget, error: string): void;
  finished?(target: PlannedTarget, result: TargetResult, tests: readonly ReportTest[]): void;
}
