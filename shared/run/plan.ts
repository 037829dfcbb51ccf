/** The types of a plan, and of the options and the listener of its run. */

import type { Clock } from "../clock.ts";
import type { JsonObject } from "../json.ts";
import type { RunStart, RunTrace } from "../reading/other-run.ts";
import type { ResponseReader } from "../reading/read.ts";
import type { Case, Reading } from "../reading/reading.ts";
import type { ReportTest, TargetResult } from "../report/model.ts";
import type { Policy } from "../sampling/decide-case.ts";
import type { RunAgainReason } from "../sampling/next-run.ts";
import type { ServiceResponse } from "../service/client.ts";
import type { OperationFor } from "../service/operations.ts";
import type { ServiceRequest } from "../service/request.ts";
import type { Redact } from "../service/secret.ts";

export interface Plan {
  readonly targets: readonly PlannedTarget[];
  readonly concurrency: number;
  readonly pollTiming: PollTiming;
  /** The most runs of all targets together, at least one for each; no limit if absent. */
  readonly maxRuns?: number | undefined;
  /** Such as `2/5`, if this plan is a part of a larger one. */
  readonly shard?: string | undefined;
}

export type PlannedTarget = PlannedBatch | PlannedChannel;

interface PlannedBatch extends Planned {
  readonly kind: "batch";
}

export interface PlannedChannel extends Planned {
  readonly kind: "channel";
  /** With `report` the channel is not run; only its channel report is requested. */
  readonly task: TargetRequest;
  /** With `report`: the start of the run that is continued, if it is known. */
  readonly start?: RunStart | undefined;
}

interface Planned extends Pick<TargetResult, "id" | "name"> {
  readonly fields: Readonly<Partial<Record<TargetRequest, JsonObject>>>;
  /** Absent for a single run. */
  readonly policy?: Policy | undefined;
  /** Reads responses with the team's expressions; `readResponse` by default. */
  readonly read?: ResponseReader | undefined;
}

export type TargetRequest = "run" | "report";

export type RunOperation = OperationFor<"run", "batch" | "channel"> | OperationFor<"report", "channel">;

/** How long, and with which pauses, the report of a running channel is requested again. */
export interface PollTiming {
  /** With 0, one request is sent. */
  readonly limitMs: number;
  /** The first pause. Each further pause is 1.5 times as long, up to a minute. A longer first pause stays as it is. */
  readonly pauseMs: number;
}

export interface RunOptions {
  send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse>;
  /** Stores a response, because a reading doesn't contain it. Returns the file's path, or "" if there is no file. */
  storeResponse(
    target: PlannedTarget,
    request: TargetRequest,
    raw: Uint8Array,
    /** The number of the target's run, from 1. */
    run: number,
  ): Promise<string>;
  /** Traces of the target's runs before this plan, by which a report of one of them is recognised. */
  tracesOf?(target: PlannedTarget): Promise<readonly RunTrace[]>;
  /** The address that opens a stored response in the editor. */
  linkTo?(raw: string): string;
  /** The client has redacted the responses, but an expression can join two of their texts into the key. */
  readonly redact: Redact;
  readonly clock: Clock;
  /** Aborts all requests and prevents further ones. */
  readonly signal: AbortSignal;
  readonly listener?: RunListener;
  /** Learns records. If absent, the readings contain no records. */
  learn?(request: ServiceRequest, response: JsonObject, reading: Reading): Promise<void>;
}

export interface FurtherRun {
  /** From 2. */
  readonly number: number;
  /** The most runs of the target. */
  readonly most: number;
  readonly reason: RunAgainReason<Case>;
  /** The error of the run before, if that run was used up. */
  readonly error?: string | undefined;
}

export interface RunListener {
  started?(target: PlannedTarget): void;
  /** A further run of the target starts. */
  startedAgain?(target: PlannedTarget, again: FurtherRun): void;
  /** The service has accepted the run of a channel. */
  accepted?(target: PlannedTarget, start: RunStart): void;
  waiting?(target: PlannedTarget, reading: Reading): void;
  /** The request for a channel report failed, and will be sent again. */
  pollFailed?(target: PlannedTarget, error: string): void;
  finished?(target: PlannedTarget, result: TargetResult, tests: readonly ReportTest[]): void;
}
