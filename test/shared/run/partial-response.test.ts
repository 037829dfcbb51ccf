import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import type { TargetResult } from "../../../shared/report/model.ts";
import type { PlannedTarget } from "../../../shared/run/plan.ts";
import { runTargets } from "../../../shared/run/run.ts";
import { Client } from "../../../shared/service/client.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import { startScriptedService, status } from "./scripted-service.ts";
import { virtualClock } from "./virtual-clock.ts";

const channel: PlannedTarget = { kind: "channel", task: "run", id: "c", fields: {} };
const batch: PlannedTarget = { kind: "batch", id: "b", fields: {} };

const tenCases = Array.from({ length: 10 }, (_, index) => ({ name: `Case ${index}`, status: "passed" }));
const tenPassed = { status: "passed", tests: tenCases };
const oneFailed = { tests: [...tenCases, { name: "Refunds", status: "failed" }] };
const link =
  '<https://tests.example/report?page=2>; rel="next", <https://tests.example/report?page=4>; rel="last"';

/** Runs the target; its start, its report and a batch's result have the same status and headers. */
async function run(
  target: PlannedTarget,
  body: JsonObject,
  headers: Record<string, string>,
  code = 200,
): Promise<TargetResult | undefined> {
  await using service = await startScriptedService(({ operation }) =>
    operation === "runChannel" ? { id: "run_1" } : status(code, body, headers),
  );
  const transport = createUndiciTransport();
  const client = new Client({ baseUrl: service.url, apiKey: "key", transport: transport.send });
  const { results } = await runTargets(
    { targets: [target], concurrency: 1, pollTiming: { limitMs: 1000, pauseMs: 1000 } },
    {
      send: (call, signal) => client.call(call, signal),
      storeResponse: async ({ id }, request) => `raw/${id}-${request}`,
      redact: redactor("key"),
      clock: virtualClock(),
      signal: new AbortController().signal,
    },
  );
  await transport.close();
  return results.extra.callboard.targets[0];
}

const byLink = "But its header `Link` shows that the response is only a part.";

test.each<[Record<string, string>, number, string]>([
  [{ link }, 200, byLink],
  [{ link: "</report?page=2>; title=x; rel=next" }, 200, byLink],
  [{ link: '</report?page=1>; rel="prev", </report?page=3>; rel="last next"' }, 200, byLink],
  [{ "content-range": "items 0-9/40" }, 200, "But its header `Content-Range` shows that"],
  [{ "content-range": "items 30-39/40" }, 200, "But its header `Content-Range` shows that"],
  [{ "content-range": "items 0-9/*" }, 200, "But its header `Content-Range` shows that"],
  [{ "x-total-count": "40" }, 200, "But its header `X-Total-Count` counts 40, and 10 are in the response."],
  [{ "x-total": "11" }, 200, "But its header `X-Total` counts 11, and 10 are in the response."],
  [{ "x-next-page": "2", "x-page": "1" }, 200, "But its header `X-Next-Page` shows that"],
  [{ "x-total-pages": "4" }, 200, "But its header `X-Total-Pages` shows that"],
  [{ "x-has-more": "true" }, 200, "But its header `X-Has-More` shows that"],
  [{}, 206, "But its status 206 shows that the response is only a part."],
])("a response with %j and status %i is no pass", async (headers, code, reason) => {
  for (const target of [channel, batch]) {
    const result = await run(target, tenPassed, headers, code);
    expect(result).toMatchObject({ verdict: "unknown", passed: 10 });
    expect(result?.evidence).toContain(reason);
  }
});

test.each<[Record<string, string>, JsonObject]>([
  [{ link: '</report?page=1>; rel="prev"' }, tenPassed],
  [{ link: '</report?rel="next">; rel="self"' }, tenPassed],
  [{ link: '</style.css>; rel=preload; title="next"' }, tenPassed],
  [{ "content-range": "items 0-9/10" }, tenPassed],
  [{ "content-range": "items */0" }, tenPassed],
  [{ "x-total-count": "10", "x-total-pages": "1", "x-next-page": "", "x-has-more": "false" }, tenPassed],
  [{ "x-total-count": "3" }, tenPassed],
  [{ "x-total-count": "40" }, { status: "passed" }],
  // The counts are of all cases, although only some are listed.
  [
    { link, "x-total-count": "40" },
    { total: 40, passed: 40, failed: 0, tests: tenCases },
  ],
])("a response with %j is whole: %j", async (headers, body) => {
  expect(await run(channel, body, headers)).toMatchObject({ verdict: "passed" });
});

test("a failure in a part is one", async () => {
  expect(await run(channel, oneFailed, { link })).toMatchObject({ verdict: "failed", failed: 1 });
});

test("several runs whose responses are parts are no pass", async () => {
  const policy = { runs: 2, passes: 1, runAgain: "always" } as const;
  expect(await run({ ...batch, policy }, tenPassed, { link })).toMatchObject({ verdict: "unknown" });
});

test("`pass-when` decides if a part is enough", async () => {
  const read = createRuleReader({ passWhen: "status = 'passed'" }, evaluateExpression);
  expect(await run({ ...channel, read }, tenPassed, { link })).toMatchObject({ verdict: "passed" });
});
