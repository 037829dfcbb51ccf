import { describe, expect, test } from "vitest";
import type { Clock } from "../../../shared/clock.ts";
import type { Outcome } from "../../../shared/report/model.ts";
import { read } from "../../../shared/report/read.ts";
import type { Means, Plan, RunTarget } from "../../../shared/run/plan.ts";
import { run } from "../../../shared/run/run.ts";
import { createClient } from "../../../shared/service/client.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import { brokenOff, type ScriptedService, silence, startService, status } from "./service.ts";

const passed = { status: "passed", tests: [{ name: "Books a table", status: "passed" }] };
const failed = { status: "failed", tests: [{ name: "Asks for a refund", status: "failed" }] };
const running = { status: "running" };

const batch = (id: string): RunTarget => ({ kind: "batch", id });
const channel = (id: string): RunTarget => ({ kind: "channel", id });

/** Time that passes only in pauses, and then at once. */
function hastyClock(): Clock & { readonly pauses: number[] } {
  let now = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    random: () => 0,
    after(milliseconds, callback) {
      const timer = setImmediate(() => {
        pauses.push(milliseconds);
        now += milliseconds;
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

interface Options extends Partial<Omit<Means, "clock">> {
  readonly clock?: Clock;
  readonly plan?: Partial<Plan>;
}

/** Runs the targets against the service, and gives what came of each, in the order of the plan. */
async function outcomesOf(
  service: ScriptedService,
  targets: readonly RunTarget[],
  { plan, ...means }: Options = {},
): Promise<{ outcomes: Outcome[]; kept: string[]; events: string[] }> {
  const transport = createUndiciTransport();
  const client = createClient({
    baseUrl: service.url,
    apiKey: "k",
    transport: transport.send,
    timeoutMs: 20_000,
  });
  const outcomes: Outcome[] = [];
  const kept: string[] = [];
  const events: string[] = [];
  await run(
    {
      targets,
      concurrency: 4,
      runFields: {},
      reportFields: {},
      waiting: { limitMs: 600_000, pauseMs: 1000 },
      ...plan,
    },
    {
      call: client.call,
      read,
      keep: async (target, operation, raw) => {
        kept.push(new TextDecoder().decode(raw));
        return `raw/${target.id}-${operation}`;
      },
      settled: (outcome, position) => {
        outcomes[position] = outcome;
      },
      clock: hastyClock(),
      signal: new AbortController().signal,
      watch: {
        started: ({ id }) => events.push(`${id} started`),
        waiting: ({ id }) => events.push(`${id} waiting`),
        troubled: ({ id }, error) => events.push(`${id} troubled: ${error}`),
      },
      ...means,
    },
  );
  await transport.close();
  return { outcomes, kept, events };
}

describe("a batch", () => {
  test("is run with the fields of the plan, and read", async () => {
    await using service = await startService(() => failed);
    const { outcomes, kept } = await outcomesOf(service, [{ ...batch("b/1"), name: "smoke" }], {
      plan: { runFields: { locale: "de" } },
    });
    expect(service.asked).toMatchObject([
      { operation: "runBatch", id: "b/1", fields: { locale: "de" }, key: "k" },
    ]);
    expect(outcomes).toMatchObject([
      { kind: "batch", id: "b/1", name: "smoke", raw: "raw/b/1-runBatch", reading: { verdict: "failed" } },
    ]);
    expect(kept).toEqual([JSON.stringify(failed)]);
  });

  test("has the reviews that its answer mentions", async () => {
    const tests = [{ name: "Books a table", status: "needs review", review: { id: "r", status: "waiting" } }];
    await using service = await startService(() => ({ status: "completed", tests }));
    const { outcomes } = await outcomesOf(service, [batch("b")]);
    expect(outcomes[0]?.reviews).toMatchObject([{ id: "r", case: "Books a table", state: "open" }]);
  });

  test("that is still running when it answers is unknown, says why, and is not asked again", async () => {
    await using service = await startService(() => running);
    const { outcomes } = await outcomesOf(service, [batch("b")]);
    expect(outcomes[0]?.reading?.verdict).toBe("unknown");
    expect(outcomes[0]?.reading?.evidence.notes).toEqual([{ kind: "batch-still-running" }]);
    expect(outcomes[0]).not.toHaveProperty("error");
    expect(service.calls).toEqual(["runBatch b"]);
  });

  test("that can't be run has the error with its advice, and no reading", async () => {
    await using service = await startService(() => status(404));
    const { outcomes } = await outcomesOf(service, [batch("b")]);
    expect(outcomes[0]?.error).toContain("404");
    expect(outcomes[0]).not.toHaveProperty("reading");
  });

  test("whose answer can't be read keeps the answer", async () => {
    await using service = await startService(() => passed);
    const { outcomes } = await outcomesOf(service, [batch("b")], {
      read: () => {
        throw new Error("`cases` yields no cases");
      },
    });
    expect(outcomes).toMatchObject([{ raw: "raw/b-runBatch", error: "`cases` yields no cases" }]);
  });
});

describe("many targets", () => {
  test("are in flight as many at a time as the plan says", async () => {
    const three = gate();
    await using service = await startService(async () => {
      if (service.asked.length === 3) three.open();
      await three.opened;
      return passed;
    });
    const targets = Array.from({ length: 20 }, (_, index) => batch(`b${index}`));
    const { outcomes } = await outcomesOf(service, targets, { plan: { concurrency: 3 } });
    expect(service.mostAtOnce).toBe(3);
    expect(outcomes.map(({ id }) => id)).toEqual(targets.map(({ id }) => id));
  });

  test("are handed over as they come, not in their order", async () => {
    const others = gate();
    await using service = await startService(async ({ id }) => {
      if (id === "slow") await others.opened;
      return passed;
    });
    const settled: string[] = [];
    await outcomesOf(service, [batch("slow"), batch("a"), batch("b"), batch("c")], {
      plan: { concurrency: 2 },
      settled: ({ id }) => {
        settled.push(id);
        if (settled.length === 3) others.open();
      },
    });
    expect(settled).toEqual(["a", "b", "c", "slow"]);
  });

  test("do not wait for an answer to be read, but only one answer of each may wait", async () => {
    const [two, read] = [gate(), gate()];
    await using service = await startService(() => {
      if (service.asked.length === 2) two.open();
      return passed;
    });
    const running = outcomesOf(service, ["a", "b", "c", "d"].map(batch), {
      plan: { concurrency: 1 },
      keep: async () => {
        await read.opened;
        return "";
      },
    });
    await two.opened;
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(service.calls).toEqual(["runBatch a", "runBatch b"]);
    read.open();
    expect((await running).outcomes.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  test("are all given up when an outcome cannot be taken", async () => {
    await using service = await startService(() => passed);
    const running = outcomesOf(service, ["a", "b", "c", "d"].map(batch), {
      plan: { concurrency: 1 },
      settled: () => Promise.reject(new Error("The disk is full")),
    });
    await expect(running).rejects.toThrow("The disk is full");
    expect(service.calls.length).toBeLessThanOrEqual(2);
  });

  test("are not stopped by one that fails", async () => {
    await using service = await startService(({ id }) => (id === "bad" ? status(500) : passed));
    const { outcomes } = await outcomesOf(service, [batch("bad"), batch("good"), channel("line")], {
      plan: { concurrency: 1 },
    });
    expect(outcomes.map(({ error }) => error === undefined)).toEqual([false, true, true]);
  });
});

describe("a channel", () => {
  test("is run, and then asked for its report with its own fields", async () => {
    await using service = await startService(({ operation }) =>
      operation === "runChannel" ? running : passed,
    );
    const { outcomes, kept } = await outcomesOf(service, [channel("c")], {
      plan: { runFields: { a: 1 }, reportFields: { b: 2 } },
    });
    expect(service.asked).toMatchObject([
      { operation: "runChannel", id: "c", fields: { a: 1 } },
      { operation: "createChannelReport", id: "c", fields: { b: 2 } },
    ]);
    expect(outcomes).toMatchObject([{ raw: "raw/c-createChannelReport", reading: { verdict: "passed" } }]);
    expect(kept).toEqual([JSON.stringify(running), JSON.stringify(passed)]);
  });

  test("whose report reads as running is asked again after growing pauses", async () => {
    await using service = await startService(({ operation, time }) =>
      operation === "createChannelReport" && time === 14 ? passed : running,
    );
    const clock = hastyClock();
    const { outcomes, events } = await outcomesOf(service, [channel("c")], { clock });
    expect(outcomes[0]?.reading?.verdict).toBe("passed");
    expect(clock.pauses.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(clock.pauses.at(-1)).toBe(60_000);
    expect(Math.max(...clock.pauses)).toBe(60_000);
    expect(events).toEqual(["c started", ...Array.from({ length: 13 }, () => "c waiting")]);
  });

  test("is asked a last time when time is up, and is unknown then", async () => {
    await using service = await startService(() => running);
    const clock = hastyClock();
    const { outcomes } = await outcomesOf(service, [channel("c")], {
      clock,
      plan: { waiting: { limitMs: 4000, pauseMs: 1000 } },
    });
    expect(clock.pauses).toEqual([1000, 1500, 1500]);
    expect(outcomes[0]?.reading?.verdict).toBe("unknown");
    expect(outcomes[0]?.reading?.evidence.notes).toEqual([{ kind: "waited", asked: 4, limitMs: 4000 }]);
    expect(outcomes[0]).not.toHaveProperty("error");
  });

  test("is asked once where there is no time to wait", async () => {
    await using service = await startService(() => running);
    const { outcomes } = await outcomesOf(service, [channel("c")], {
      plan: { waiting: { limitMs: 0, pauseMs: 1000 } },
    });
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(outcomes[0]?.reading?.evidence.notes).toEqual([{ kind: "waited", asked: 1, limitMs: 0 }]);
  });

  test("is not given up for a report that fails to come once", async () => {
    await using service = await startService(({ operation, time }) => {
      if (operation === "runChannel") return running;
      return [running, brokenOff, status(502), passed][time - 1] ?? passed;
    });
    const { outcomes, events } = await outcomesOf(service, [channel("c")]);
    expect(outcomes[0]?.reading?.verdict).toBe("passed");
    expect(outcomes[0]).not.toHaveProperty("error");
    expect(events.filter(event => event.startsWith("c troubled"))).toHaveLength(2);
  });

  test("whose report can't be had in the end has the last error, and what was known", async () => {
    await using service = await startService(({ operation, time }) =>
      operation === "createChannelReport" && time > 1 ? status(502) : running,
    );
    const { outcomes } = await outcomesOf(service, [channel("c")], {
      plan: { waiting: { limitMs: 3000, pauseMs: 1000 } },
    });
    expect(outcomes[0]?.error).toContain("502");
    expect(outcomes[0]?.reading?.running).toBe(true);
  });

  test("whose report fails to come time and again is given up, however long there is time to wait", async () => {
    await using service = await startService(({ operation, time }) =>
      operation === "createChannelReport" && time > 1 ? status(502) : running,
    );
    const { outcomes, events } = await outcomesOf(service, [channel("c")]);
    expect(service.calls.filter(call => call === "createChannelReport c")).toHaveLength(6);
    expect(events.filter(event => event.startsWith("c troubled"))).toHaveLength(4);
    expect(outcomes[0]?.error).toContain("502");
  });

  test.each([
    ["502", () => status(502)],
    ["a broken connection", () => brokenOff],
  ])("that never looked as if it were running has its report asked for once: %s", async (_, failing) => {
    await using service = await startService(({ operation }) =>
      operation === "runChannel" ? { id: "c" } : failing(),
    );
    const { outcomes } = await outcomesOf(service, [channel("c")]);
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(outcomes[0]?.error).toMatch(/may have/);
  });

  test("is given up at once for a report that will never come", async () => {
    await using service = await startService(({ operation }) =>
      operation === "runChannel" ? running : status(404),
    );
    const { outcomes } = await outcomesOf(service, [channel("c")]);
    expect(service.calls).toEqual(["runChannel c", "createChannelReport c"]);
    expect(outcomes[0]?.error).toContain("404");
  });

  test("that was not even started is not passed by the report of an earlier run", async () => {
    await using service = await startService(({ operation }) =>
      operation === "runChannel" ? failed : passed,
    );
    const { outcomes } = await outcomesOf(service, [channel("c")]);
    expect(outcomes[0]?.reading?.verdict).toBe("unknown");
    expect(outcomes[0]?.reading?.evidence.notes).toMatchObject([
      { kind: "start-failed", evidence: { basis: { facts: [{ path: "status", value: "failed" }] } } },
    ]);
  });
});

describe("a cancel", () => {
  test("ends what is in flight, starts nothing more, and leaves no target without a word", async () => {
    const controller = new AbortController();
    await using service = await startService(({ id }) => {
      if (id === "done") return passed;
      controller.abort();
      return silence;
    });
    const targets = [batch("done"), batch("under-way"), batch("later"), channel("much-later")];
    const { outcomes } = await outcomesOf(service, targets, {
      signal: controller.signal,
      plan: { concurrency: 1 },
    });
    expect(service.calls).toEqual(["runBatch done", "runBatch under-way"]);
    expect(outcomes.map(({ reading }) => [reading?.verdict, reading?.evidence.notes])).toEqual([
      ["passed", []],
      ["unknown", [{ kind: "cancelled", when: "while-running" }]],
      ["unknown", [{ kind: "cancelled", when: "before-the-start" }]],
      ["unknown", [{ kind: "cancelled", when: "before-the-start" }]],
    ]);
    expect(outcomes.every(({ error }) => error === undefined)).toBe(true);
  });

  test("ends a pause; what the last report said stays", async () => {
    const controller = new AbortController();
    await using service = await startService(() => ({ ...running, tests: passed.tests }));
    const { outcomes } = await outcomesOf(service, [channel("c")], {
      signal: controller.signal,
      // A clock that never gets anywhere.
      clock: { ...hastyClock(), after: () => () => {} },
      watch: { started: () => {}, troubled: () => {}, waiting: () => controller.abort() },
    });
    expect(outcomes[0]?.reading?.evidence.notes).toEqual([{ kind: "cancelled", when: "while-waiting" }]);
    expect(outcomes[0]?.reading?.cases).toHaveLength(1);
    expect(outcomes[0]?.reading?.verdict).toBe("unknown");
  });

  test("before anything runs sends nothing", async () => {
    await using service = await startService(() => passed);
    const { outcomes } = await outcomesOf(service, [batch("a"), channel("c")], {
      signal: AbortSignal.abort(),
    });
    expect(service.calls).toEqual([]);
    expect(outcomes.map(({ reading }) => reading?.verdict)).toEqual(["unknown", "unknown"]);
  });
});
