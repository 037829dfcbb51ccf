import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../shared/json.ts";
import type { EvidenceNote } from "../../../shared/reading/evidence.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { type ResponseReader, readResponse } from "../../../shared/reading/read.ts";
import { findRefusal } from "../../../shared/reading/refused-start.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import type { Report, TargetResult } from "../../../shared/report/model.ts";
import { clean } from "../../../shared/report/text.ts";
import type { Plan, PlannedChannel, PlannedTarget, RunOptions } from "../../../shared/run/plan.ts";
import { reportOfFailedPlan, runTargets } from "../../../shared/run/run.ts";
import { Client } from "../../../shared/service/client.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import {
  brokenOff,
  type ScriptedResponse,
  type ScriptedService,
  silence,
  startScriptedService,
  status,
} from "./scripted-service.ts";
import { virtualClock } from "./virtual-clock.ts";

const key = "key-of-the-test";
const redact = redactor(key);

const passed = { status: "passed", tests: [{ name: "Books a table", status: "passed" }] };
const failed = { status: "failed", tests: [{ name: "Asks for a refund", status: "failed" }] };
const running = { status: "running" };

const batch = (id: string): PlannedTarget => ({ kind: "batch", id, fields: {} });
const channel = (id: string): PlannedChannel => ({ kind: "channel", task: "run", id, fields: {} });

function sentence(note: EvidenceNote): string {
  return evidenceText({ notes: [note] });
}

describe("an empty response", () => {
  const noContent = (code: number) => (response: ServerResponse) => void response.writeHead(code).end();

  test.each([[200], [204]])(
    "%i of a batch says that it was empty, and asks for no expression",
    async code => {
      await using service = await startScriptedService(() => noContent(code));
      const [target] = (await runOn(service, [batch("a")])).targets;
      expect(target?.verdict).toBe("unknown");
      expect(target?.evidence).toBe(sentence({ kind: "empty-response", from: "batch", status: code }));
    },
  );

  test("is left to a team's `pass-when`", async () => {
    await using service = await startScriptedService(() => noContent(204));
    const read = createRuleReader({ passWhen: "true" }, evaluateExpression);
    const [target] = (await runOn(service, [{ ...batch("a"), read }])).targets;
    expect(target?.verdict).toBe("passed");
  });
});

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

interface Given extends Partial<RunOptions> {
  readonly plan?: Partial<Plan>;
}

/** Runs the targets against the service, and returns the report's target results in the plan's order. */
async function runOn(
  service: ScriptedService,
  targets: readonly PlannedTarget[],
  { plan, ...options }: Given = {},
): Promise<{ report: Report; targets: readonly TargetResult[]; kept: string[]; events: string[] }> {
  const transport = createUndiciTransport();
  const client = new Client({
    baseUrl: service.url,
    apiKey: key,
    transport: transport.send,
    timeoutMs: 20_000,
  });
  const kept: string[] = [];
  const events: string[] = [];
  const report = await runTargets(
    { targets, concurrency: 4, pollTiming: { limitMs: 600_000, pauseMs: 1000 }, ...plan },
    {
      send: (call, signal) => client.call(call, signal),
      storeResponse: async (target, request, raw) => {
        kept.push(new TextDecoder().decode(raw));
        return `raw/${target.id}-${request}`;
      },
      redact,
      clock: virtualClock(),
      signal: new AbortController().signal,
      listener: {
        started: ({ id }) => events.push(`${id} started`),
        waiting: ({ id }) => events.push(`${id} waiting`),
        pollFailed: ({ id }, error) => events.push(`${id} troubled: ${error}`),
      },
      ...options,
    },
  );
  await transport.close();
  return { report, targets: report.results.extra.callboard.targets, kept, events };
}

describe("a batch", () => {
  test("is run with its fields, and its response is read", async () => {
    await using service = await startScriptedService(() => failed);
    const smoke = { ...batch("b/1"), name: "smoke", fields: { run: { locale: "de" } } };
    const { targets, kept } = await runOn(service, [smoke]);
    expect(service.requests).toMatchObject([
      { operation: "runBatch", id: "b/1", fields: { locale: "de" }, key },
    ]);
    expect(targets).toMatchObject([
      { kind: "batch", id: "b/1", name: "smoke", raw: "raw/b/1-run", verdict: "failed", failed: 1 },
    ]);
    expect(kept).toEqual([JSON.stringify(failed)]);
  });

  test("has the reviews that its response mentions", async () => {
    const tests = [{ name: "Books a table", status: "needs review", review: { id: "r", status: "waiting" } }];
    await using service = await startScriptedService(() => ({ status: "completed", tests }));
    const { targets } = await runOn(service, [batch("b")]);
    expect(targets[0]?.reviews).toEqual(["r"]);
  });

  test("whose response reads as still running is unknown, with the reason, and is not asked again", async () => {
    await using service = await startScriptedService(() => running);
    const { targets } = await runOn(service, [batch("b")]);
    expect(targets[0]?.verdict).toBe("unknown");
    expect(targets[0]?.evidence).toContain(sentence({ kind: "batch-still-running" }));
    expect(targets[0]).not.toHaveProperty("error");
    expect(service.calls).toEqual(["runBatch b"]);
  });

  test("that can't be run has the error with its advice, and no verdict", async () => {
    await using service = await startScriptedService(() => status(404));
    const { targets } = await runOn(service, [batch("b")]);
    expect(targets[0]?.error).toContain("404");
    expect(targets[0]).toMatchObject({
      verdict: "unknown",
      evidence: "There is no response to read.",
      raw: "",
    });
  });

  test("with an unreadable response keeps the response", async () => {
    await using service = await startScriptedService(() => passed);
    const read = () => {
      throw new Error("`cases` yields no cases");
    };
    const { targets } = await runOn(service, [{ ...batch("b"), read }]);
    expect(targets).toMatchObject([{ raw: "raw/b-run", error: "`cases` yields no cases" }]);
  });

  test("can only be run: the type allows no other task", async () => {
    await using service = await startScriptedService(() => passed);
    // @ts-expect-error -- there is no report of a batch to ask for
    const target: PlannedTarget = { kind: "batch", id: "b", fields: {}, task: "report" };
    await runOn(service, [target]);
    expect(service.calls).toEqual(["runBatch b"]);
  });
});

describe("many targets", () => {
  test("run as many at a time as the plan allows", async () => {
    const three = gate();
    await using service = await startScriptedService(async () => {
      if (service.requests.length === 3) three.open();
      await three.opened;
      return passed;
    });
    const planned = Array.from({ length: 20 }, (_, index) => batch(`b${index}`));
    const { targets } = await runOn(service, planned, { plan: { concurrency: 3 } });
    expect(service.mostAtOnce).toBe(3);
    expect(targets.map(({ id }) => id)).toEqual(planned.map(({ id }) => id));
  });

  test("are reported as they finish", async () => {
    const others = gate();
    await using service = await startScriptedService(async ({ id }) => {
      if (id === "slow") await others.opened;
      return passed;
    });
    const finished: string[] = [];
    await runOn(service, [batch("slow"), batch("a"), batch("b"), batch("c")], {
      plan: { concurrency: 2 },
      listener: {
        finished({ id }, result, tests) {
          finished.push(id);
          expect([result.id, result.verdict, tests.length]).toEqual([id, "passed", 1]);
          if (finished.length === 3) others.open();
        },
      },
    });
    expect(finished).toEqual(["a", "b", "c", "slow"]);
  });

  test("go on while a response is read, but only one response of each may wait", async () => {
    const [two, read] = [gate(), gate()];
    await using service = await startScriptedService(() => {
      if (service.requests.length === 2) two.open();
      return passed;
    });
    const running = runOn(service, ["a", "b", "c", "d"].map(batch), {
      plan: { concurrency: 1 },
      storeResponse: async () => {
        await read.opened;
        return "";
      },
    });
    await two.opened;
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(service.calls).toEqual(["runBatch a", "runBatch b"]);
    read.open();
    expect((await running).targets.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  test("continue when one fails", async () => {
    await using service = await startScriptedService(({ id }) => (id === "bad" ? status(500) : passed));
    const { targets } = await runOn(service, [batch("bad"), batch("good"), channel("line")], {
      plan: { concurrency: 1 },
    });
    expect(targets.map(({ error }) => error === undefined)).toEqual([false, true, true]);
  });
});

describe("a channel", () => {
  test("is run, and then asked for its channel report with its own fields", async () => {
    await using service = await startScriptedService(({ operation }) =>
      operation === "runChannel" ? running : passed,
    );
    const target = { ...channel("c"), fields: { run: { a: 1 }, report: { b: 2 } } };
    const { targets, kept } = await runOn(service, [target]);
    expect(service.requests).toMatchObject([
      { operation: "runChannel", id: "c", fields: { a: 1 } },
      { operation: "createChannelReport", id: "c", fields: { b: 2 } },
    ]);
    expect(targets).toMatchObject([{ raw: "raw/c-report", verdict: "passed" }]);
    expect(kept).toEqual([JSON.stringify(running), JSON.stringify(passed)]);
  });

  test("with a report that reads as running is asked again after growing pauses", async () => {
    await using service = await startScriptedService(({ operation, time }) =>
      operation === "createChannelReport" && time === 14 ? passed : running,
    );
    const clock = virtualClock();
    const { targets, events } = await runOn(service, [channel("c")], { clock });
    expect(targets[0]?.verdict).toBe("passed");
    expect(clock.pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(clock.pauses.at(-1)).toBe(60_000);
    expect(Math.max(...clock.pauses)).toBe(60_000);
    expect(events).toEqual(["c started", ...Array.from({ length: 13 }, () => "c waiting")]);
  });

  test("is asked a last time at the time limit, and is unknown then", async () => {
    await using service = await startScriptedService(() => running);
    const clock = virtualClock();
    const { targets } = await runOn(service, [channel("c")], {
      clock,
      plan: { pollTiming: { limitMs: 4000, pauseMs: 1000 } },
    });
    expect(clock.pauses).toEqual([1000, 1500, 1500]);
    expect(targets[0]?.verdict).toBe("unknown");
    expect(targets[0]?.evidence).toContain(sentence({ kind: "waited", requestCount: 4, limitMs: 4000 }));
    expect(targets[0]).not.toHaveProperty("error");
  });

  test("is asked once without time to wait", async () => {
    await using service = await startScriptedService(() => running);
    const { targets } = await runOn(service, [channel("c")], {
      plan: { pollTiming: { limitMs: 0, pauseMs: 1000 } },
    });
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(targets[0]?.evidence).toContain(sentence({ kind: "waited", requestCount: 1, limitMs: 0 }));
  });

  test("survives one failed request for its report", async () => {
    await using service = await startScriptedService(({ operation, time }) => {
      if (operation === "runChannel") return running;
      return [running, brokenOff, status(502), passed][time - 1] ?? passed;
    });
    const { targets, events } = await runOn(service, [channel("c")]);
    expect(targets[0]?.verdict).toBe("passed");
    expect(targets[0]).not.toHaveProperty("error");
    expect(events.filter(event => event.startsWith("c troubled"))).toHaveLength(2);
  });

  test("without a report in the end has the last error, and the last reading", async () => {
    await using service = await startScriptedService(({ operation, time }) =>
      operation === "createChannelReport" && time > 1 ? status(502) : running,
    );
    const { targets } = await runOn(service, [channel("c")], {
      plan: { pollTiming: { limitMs: 3000, pauseMs: 1000 } },
    });
    expect(targets[0]?.error).toContain("502");
    expect(targets[0]).toMatchObject({ verdict: "unknown", evidence: expect.stringContaining("running") });
  });

  test("that was seen running is asked until the time limit, even while the service fails", async () => {
    await using service = await startScriptedService(({ operation, time }) => {
      if (operation === "runChannel") return running;
      return time === 30 ? passed : status(502);
    });
    const { targets, events } = await runOn(service, [channel("c")], {
      plan: { pollTiming: { limitMs: 3_600_000, pauseMs: 1000 } },
    });
    expect(targets[0]?.verdict).toBe("passed");
    expect(targets[0]).not.toHaveProperty("error");
    expect(events.filter(event => event.startsWith("c troubled"))).toHaveLength(29);
  });

  test("whose start names a run is asked again after one failure", async () => {
    await using service = await startScriptedService(({ operation, time }) => {
      if (operation === "runChannel") return { runId: "run-2" };
      return time === 1 ? status(500) : { ...passed, runId: "run-2" };
    });
    const { targets } = await runOn(service, [channel("c")]);
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c", "createChannelReport c"]);
    expect(targets[0]?.verdict).toBe("passed");
  });

  test.each([
    ["502", () => status(502)],
    ["a broken connection", () => brokenOff],
  ])("that never read as running is asked for its report once: %s", async (_, failing) => {
    await using service = await startScriptedService(({ operation }) =>
      operation === "runChannel" ? { id: "c" } : failing(),
    );
    const { targets } = await runOn(service, [channel("c")]);
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(targets[0]?.error).toMatch(/may have/);
  });

  test("is given up at once for an error that will not pass", async () => {
    await using service = await startScriptedService(({ operation }) =>
      operation === "runChannel" ? running : status(403),
    );
    const { targets } = await runOn(service, [channel("c")]);
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(targets[0]?.error).toContain("403");
  });

  test.each<JsonObject>([
    failed,
    { success: false, message: "Over quota." },
    { accepted: false },
    { error: "The channel is archived." },
    { status: "cancelled" },
  ])("that did not start is not passed by an earlier run's report: %j", async refusal => {
    await using service = await startScriptedService(({ operation }) =>
      operation === "runChannel" ? refusal : passed,
    );
    const { targets } = await runOn(service, [channel("c")]);
    const signs = { hasRun: false, isAccepted: false };
    const { evidence } = findRefusal(refusal, readResponse(refusal), signs) ?? expect.fail("not refused");
    expect(targets[0]?.verdict).toBe("unknown");
    expect(targets[0]?.evidence).toContain(sentence({ kind: "start-failed", evidence }));
  });
});

describe("the key", () => {
  const [a, b] = [key.slice(0, 7), key.slice(7)];

  /** The texts of the report and the stored responses, after a run with expressions. */
  async function written(answer: ScriptedResponse, sources: ReadingRules): Promise<string> {
    await using service = await startScriptedService(() => answer);
    const target = { ...batch("b"), read: createRuleReader(sources, evaluateExpression) };
    const { report, kept } = await runOn(service, [target]);
    return JSON.stringify(report) + kept.join("");
  }

  const long = (length: number, text: string) => `$pad("", ${length}, "x") & ${text}`;
  test.each([
    ["a name", '{ "name": a & b, "status": "failed" }'],
    ["a name of several words", '{ "name": [a & b, "and more"], "status": "failed" }'],
    ["a name in an object", '{ "name": { "title": a & b }, "status": "failed" }'],
    ["a name that is cut", `{ "name": ${long(990, "a & b")}, "status": "failed" }`],
    ["a message", '{ "name": "n", "status": "failed", "message": "It is " & a & b }'],
    ["a message that is cut", `{ "name": "n", "status": "failed", "message": ${long(9_990, "a & b")} }`],
    ["a status", '{ "name": "n", "status": a & b }'],
    ["a status that is cut", `{ "name": "n", "status": ${long(190, "a & b")} }`],
    [
      "a suite, a file and an address",
      '{ "name": "n", "status": "x", "suite": [a & b], "file": a & b, "url": "http://" & a & b }',
    ],
    ["base64", '{ "name": "Basic " & $base64encode("me:" & a & b), "status": "failed" }'],
    ["a text where a case is expected", "a & b"],
    ["a long text where a case is expected", long(70, "a & b")],
    ["a longer text where a case is expected", long(250, "a & b")],
    ["what is no number", "$number(a & b)"],
    ["what does not fit", 'a & b ~> $lookup("x")'],
  ])("is nowhere after `cases` joined its halves: %s", async (_, cases) => {
    const text = await written({ a, b }, { cases });
    // The response itself contains only the halves.
    expect(text.replaceAll(JSON.stringify({ a, b }), "")).not.toContain(key.slice(0, 8));
  });

  test.each(["a & b", long(70, "a & b"), '{ "x": a & b }', "$number(a & b)", "[a & b]"])(
    "is nowhere after `pass-when` joined its halves: %s",
    async passWhen => {
      const text = await written({ a, b }, { passWhen });
      expect(text.replaceAll(JSON.stringify({ a, b }), "")).not.toContain(key.slice(0, 8));
    },
  );

  test.each(["\u200b", "\u001b[31m", "\u001b]8;;x\u0007", "\u00ad\u202e", "`", "\\"])(
    "is nowhere after cleaning or rendering joined it: %j",
    async joint => {
      const echo = [...key].join(joint);
      const answer = {
        status: "failed",
        [echo]: { status: echo },
        tests: [
          { name: echo, status: "failed", message: `It is ${echo}.`, file: echo, url: `http://${echo}/` },
        ],
        reviewId: echo,
      };
      const text = await written(answer, {});
      expect(text).not.toContain(JSON.stringify(echo).slice(1, -1));
      expect(clean(text).replace(/[`\\]/g, "")).not.toContain(key);
      expect(text).toContain("***");
    },
  );

  test("is nowhere after names of a path joined it", async () => {
    const tests = { dotted: { "key-of": { "the-test": { status: "failed" } } } };
    await using service = await startScriptedService(() => ({ result: tests }));
    const { targets } = await runOn(service, [batch("b")], { redact: redactor("dotted.key-of.the-test") });
    expect(targets[0]?.evidence).toContain("`result.***.status` is `failed`");
  });

  test("used as an id or a name is sent so, and is nowhere in the report", async () => {
    await using service = await startScriptedService(() => passed);
    const { report } = await runOn(service, [{ ...batch(key), name: `${key}!` }, channel(key)]);
    expect(service.requests[0]?.id).toBe(key);
    expect(JSON.stringify(report)).not.toContain(key);
    const options = { clock: virtualClock(), signal: new AbortController().signal, redact };
    const plan = { targets: [batch(key)], concurrency: 1, pollTiming: { limitMs: 0, pauseMs: 0 } };
    expect(JSON.stringify(reportOfFailedPlan(plan, `It is ${key}`, options))).not.toContain(key);
  });
});

describe("a response", () => {
  test("with too many cases is an error of its target only", async () => {
    // The reader's own message, without the 30 MB over HTTP that cause it.
    const read = () => Promise.resolve(readResponse(responseOfTooManyCases()));
    await using service = await startScriptedService(() => passed);
    // Beside the long reading, the other request would be late on a slow machine.
    const plan = { concurrency: 1 };
    const { targets } = await runOn(service, [{ ...batch("wide"), read }, batch("b")], { plan });
    expect(targets).toMatchObject([
      {
        error: "The response lists more than 3,000,000 cases, which are too many to read.",
        verdict: "unknown",
      },
      { verdict: "passed" },
    ]);
  });
});

/** All suites share one object of cases. */
function responseOfTooManyCases(): JsonObject {
  const tests = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`, true]));
  return { suites: Array.from({ length: 301 }, (_, at) => ({ name: `s${at}`, tests })) };
}

describe("a plan that can't run at all", () => {
  const plan = {
    targets: [batch("a"), channel("c")],
    concurrency: 1,
    pollTiming: { limitMs: 0, pauseMs: 0 },
    shard: "1/2",
  };

  test.each([
    ["as it is", new AbortController().signal, {}],
    ["cancelled as well", AbortSignal.abort(), { cancelled: true }],
  ])("has a report with the reason for each target, %s", (_, signal, more) => {
    const { callboard } = reportOfFailedPlan(plan, "Not run, because…", {
      clock: virtualClock(),
      signal,
      redact,
    }).results.extra;
    const { targets, ...others } = callboard;
    expect(others).toEqual({ version: 1, verdict: "unknown", shard: "1/2", ...more });
    expect(targets).toMatchObject([
      { kind: "batch", id: "a", verdict: "unknown", error: "Not run, because…", raw: "" },
      { kind: "channel", id: "c", verdict: "unknown", error: "Not run, because…", raw: "" },
    ]);
  });
});

describe("a channel report without a run", () => {
  const report = (id: string): PlannedChannel => ({
    ...channel(id),
    task: "report",
    fields: { report: { b: 2 } },
  });
  const once = { pollTiming: { limitMs: 0, pauseMs: 0 } };

  test("is requested with its own fields, and nothing is run", async () => {
    await using service = await startScriptedService(() => failed);
    const { targets, kept, events } = await runOn(service, [report("c")]);
    expect(service.requests).toMatchObject([{ operation: "createChannelReport", id: "c", fields: { b: 2 } }]);
    expect(targets).toMatchObject([{ raw: "raw/c-report", verdict: "failed", failed: 1 }]);
    expect(kept).toEqual([JSON.stringify(failed)]);
    expect(events).toEqual(["c started"]);
  });

  test("that is requested once stays as it reads, even if running", async () => {
    await using service = await startScriptedService(() => running);
    const { targets } = await runOn(service, [report("c")], { plan: once });
    expect(service.calls).toEqual(["createChannelReport c"]);
    const evidence = evidenceText(readResponse(running).evidence);
    expect(targets).toMatchObject([{ verdict: "unknown", evidence, raw: "raw/c-report" }]);
  });

  test("is waited for if there is time", async () => {
    await using service = await startScriptedService(({ time }) => (time === 3 ? passed : running));
    const { targets } = await runOn(service, [report("c")]);
    expect(service.calls).toHaveLength(3);
    expect(targets[0]?.verdict).toBe("passed");
  });

  test("that fails is an error, like a failed run", async () => {
    await using service = await startScriptedService(() => status(404));
    const { targets } = await runOn(service, [report("c")], { plan: once });
    expect(targets).toMatchObject([{ verdict: "unknown", error: expect.stringContaining("404"), raw: "" }]);
  });

  test("can be in one plan with runs, each target with its own expressions", async () => {
    await using service = await startScriptedService(({ id }) => (id === "b" ? failed : passed));
    const seen: string[] = [];
    const reading =
      (name: string): ResponseReader =>
      response => {
        seen.push(name);
        return readResponse(response);
      };
    const planned = [
      { ...batch("b"), read: reading("b") },
      { ...channel("c"), read: reading("c") },
      { ...report("r"), read: reading("r") },
    ];
    const { targets } = await runOn(service, planned, { plan: { concurrency: 1 } });
    expect(service.calls).toEqual([
      "runBatch b",
      "runChannel c",
      "createChannelReport c",
      "createChannelReport r",
    ]);
    // Expressions read a finished report only; the reader decides whether a channel has started.
    expect(seen).toEqual(["b", "c", "r"]);
    expect(targets.map(({ verdict }) => verdict)).toEqual(["failed", "passed", "passed"]);
  });
});

describe("a cancel", () => {
  test("ends current requests, starts no more, and leaves every target with a reason", async () => {
    const controller = new AbortController();
    await using service = await startScriptedService(({ id }) => {
      if (id === "done") return passed;
      controller.abort();
      return silence;
    });
    const planned = [batch("done"), batch("under-way"), batch("later"), channel("much-later")];
    const { report, targets } = await runOn(service, planned, {
      signal: controller.signal,
      plan: { concurrency: 1 },
    });
    expect(service.calls).toEqual(["runBatch done", "runBatch under-way"]);
    expect(targets.map(({ verdict, evidence }) => [verdict, evidence])).toEqual([
      ["passed", expect.any(String)],
      ["unknown", expect.stringContaining("cancelled while the target was running")],
      ["unknown", expect.stringContaining("cancelled before the target started")],
      ["unknown", expect.stringContaining("cancelled before the target started")],
    ]);
    expect(targets.every(({ error }) => error === undefined)).toBe(true);
    expect(report.results.extra.callboard).toMatchObject({ verdict: "unknown", cancelled: true });
  });

  test("ends a pause, and keeps the last report's reading", async () => {
    const controller = new AbortController();
    await using service = await startScriptedService(() => ({
      ...running,
      tests: passed.tests,
      reviewId: "r",
    }));
    const { targets } = await runOn(service, [channel("c")], {
      signal: controller.signal,
      // A clock whose pauses never end.
      clock: { ...virtualClock(), after: () => () => {} },
      listener: { waiting: () => controller.abort() },
    });
    expect(targets[0]?.evidence).toContain(sentence({ kind: "cancelled", when: "while-waiting" }));
    expect(targets[0]).toMatchObject({ verdict: "unknown", total: 1, reviews: ["r"] });
  });

  test("before the run sends nothing", async () => {
    await using service = await startScriptedService(() => passed);
    const { targets } = await runOn(service, [batch("a"), channel("c")], {
      signal: AbortSignal.abort(),
    });
    expect(service.calls).toEqual([]);
    expect(targets.map(({ verdict }) => verdict)).toEqual(["unknown", "unknown"]);
  });
});
