/** Runs one target against a service whose responses a test scripts, and tells what became of it. */

import type { RunStart } from "../../../shared/reading/other-run.ts";
import type { ReportTest, TargetResult } from "../../../shared/report/model.ts";
import type { PlannedTarget, RunOptions } from "../../../shared/run/plan.ts";
import { runTargets } from "../../../shared/run/run.ts";
import { Client } from "../../../shared/service/client.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import { type ScriptedResponse, startScriptedService } from "./scripted-service.ts";
import { virtualClock } from "./virtual-clock.ts";

export const channel: PlannedTarget = { kind: "channel", task: "run", id: "c", fields: {} };
export const batchTarget: PlannedTarget = { kind: "batch", id: "b", fields: {} };
export const passed = { status: "passed", tests: [{ name: "Greets", status: "passed" }] };
export const failed = {
  status: "failed",
  tests: [{ name: "Refunds", status: "failed" }],
  reviewId: "rev_1",
  reportUrl: "https://tests.example/1",
};
export const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
export const soon = () => new Date(Date.now() + 60_000).toISOString();

interface Result {
  readonly target: TargetResult | undefined;
  readonly tests: readonly ReportTest[];
  readonly starts: readonly RunStart[];
  /** The number of requests for the channel's report. */
  readonly requests: number;
}

/** Runs the target; the last of the responses repeats. */
export async function run(
  target: PlannedTarget,
  start: ScriptedResponse,
  reports: readonly ScriptedResponse[] = [],
  { limitMs = 4000, ...options }: Partial<RunOptions> & { limitMs?: number } = {},
): Promise<Result> {
  await using service = await startScriptedService(({ operation, time }) =>
    operation === "createChannelReport" ? (reports[time - 1] ?? reports.at(-1) ?? {}) : start,
  );
  const transport = createUndiciTransport();
  const client = new Client({ baseUrl: service.url, apiKey: "key", transport: transport.send });
  const starts: RunStart[] = [];
  const { results } = await runTargets(
    { targets: [target], concurrency: 1, pollTiming: { limitMs, pauseMs: 1000 } },
    {
      send: (call, signal) => client.call(call, signal),
      storeResponse: async ({ id }, request) => `raw/${id}-${request}`,
      redact: redactor("key"),
      clock: virtualClock(),
      signal: new AbortController().signal,
      listener: { accepted: (_, started) => starts.push(started) },
      ...options,
    },
  );
  await transport.close();
  return {
    target: results.extra.callboard.targets[0],
    tests: results.tests,
    starts,
    requests: service.requests.filter(({ operation }) => operation === "createChannelReport").length,
  };
}

export const nothing = { total: 0, passed: 0, failed: 0, reviews: [] };
