/** Sends one request about a target, and stores and reads the response. */

import type { RunTrace } from "../reading/other-run.ts";
import { doubtPartialResponse } from "../reading/partial-response.ts";
import type { ReadOptions } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import { emptyReading } from "../reading/reading-with-note.ts";
import type { TargetRun } from "../report/model.ts";
import type { ServiceResponse } from "../service/client.ts";
import { operations } from "../service/operations.ts";
import type { ServiceRequest } from "../service/request.ts";
import type { PlannedTarget, RunOperation, RunOptions } from "./plan.ts";

export type ReceivedReader = (response: ServiceResponse, options: ReadOptions) => Reading | Promise<Reading>;

/** The options of one run of a target. */
export interface RunContext extends RunOptions {
  /** From 1. */
  readonly number: number;
  /** Traces of the target's earlier runs. */
  readonly earlier: readonly RunTrace[];
  /** Notes the trace of this run, from its last response. */
  noteTrace(trace: RunTrace): void;
}

interface ReceivedRun {
  readonly run: TargetRun;
  readonly response: ServiceResponse;
}

/** Throws if no response comes. Stores the response before reading it, so that people can inspect an unreadable response. */
export async function requestAndRead(
  operation: RunOperation,
  target: PlannedTarget,
  { send, storeResponse, learn, signal, number }: RunContext,
  reader: ReceivedReader,
): Promise<ReceivedRun> {
  const { role } = operations[operation];
  const { id, fields } = target;
  const request: ServiceRequest = { operation, id, fields: fields[role] ?? {} };
  const response = await send(request, signal);
  const { raw, value } = response;
  const run = { ...runWithoutResponse(target), raw: await storeResponse(target, role, raw, number) };
  try {
    const reading = await reader(response, {
      request: { operation, id },
      raw,
      includeRecords: learn !== undefined,
    });
    await learn?.(request, value, reading);
    const explained = explainEmpty(reading, response, target);
    return { run: { ...run, reading: doubtPartialResponse(explained, response) }, response };
  } catch (error) {
    return { run: { ...run, error: messageOf(error) }, response };
  }
}

/** A team's `pass-when` can still take an empty response for a result. */
function explainEmpty(
  reading: Reading,
  { value, status }: ServiceResponse,
  { kind: from }: PlannedTarget,
): Reading {
  const hasNothing = Object.keys(value).length === 0 && reading.evidence.basis?.kind === "nothing";
  return hasNothing ? emptyReading({ kind: "empty-response", from, status }) : reading;
}

export function runWithoutResponse({ kind, id, name }: Pick<TargetRun, "kind" | "id" | "name">): TargetRun {
  return { kind, id, name, raw: "" };
}

export const usedUp = { isUsedUp: true } as const;

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
