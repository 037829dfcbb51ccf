/** Expressions that would block or crash the process that evaluates them. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type EvaluationWorker,
  type Evaluator,
  startEvaluator,
} from "../../../shared/evaluation/evaluator.ts";
import { startEvaluationProcess } from "../../../shared/evaluation/process.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { createRuleReader, findRuleErrors } from "../../../shared/reading/rules.ts";

let evaluator: Evaluator | undefined;
afterEach(() => evaluator?.end());

const places: EvaluationWorker[] = [];
function start(signal = new AbortController().signal, milliseconds = 1000): Evaluator {
  places.splice(0);
  evaluator = startEvaluator({
    start() {
      const place = startEvaluationProcess();
      places.push(place);
      return place;
    },
    signal,
    milliseconds,
  });
  return evaluator;
}

const cases = Array.from({ length: 20_000 }, (_, index) => ({ name: `case ${index}`, status: "passed" }));
const response: JsonObject = { status: "passed", cases, text: `${"a".repeat(20_000)}!` };

async function noteOn(passWhen: string): Promise<string> {
  const { verdict, evidence } = await createRuleReader(
    { passWhen },
    start(undefined, 100).evaluate,
  )(response);
  expect(verdict).toBe("unknown");
  const [note] = evidence.notes;
  if (note?.kind !== "expression-failed") throw new Error("No expression failed.");
  return note.problem;
}

describe("an endless expression is stopped", () => {
  test.each([
    "$count($distinct([1..1000000].($ & 'x')))",
    "$sort([1..20000], function($l, $r) { $l > $r or $count([1..100000]) = 0 })",
    "$count([1..1000000]{ $string($ % 7): $sum($) }) = $count(cases[$count(%.cases[status = 'failed']) = 0])",
    "$contains(text, /^(a+)+b$/)",
    "($f := function($x) { $f($x) }; $f(1))",
    "$count(cases[$count($$.cases[name = %.name]) > 1])",
  ])("%s", async source => {
    expect(await noteOn(source)).toMatch(
      /takes longer than 0.1 seconds|takes more than 512 MB of memory|makes lists of more than/,
    );
  });
});

describe("an expression that takes all memory stops nothing else", () => {
  const text = "$s := $reduce([1..17], function($all, $_) { $all & $all }, '€€€€€€€€')";

  test.each([
    ["one text of a gigabyte", `(${text}; $length($join([1..450].$s)))`],
    ["many texts", `(${text}; $count($map([1..900], function($i) { $uppercase($s & $i) })))`],
  ])("%s", { timeout: 120_000 }, async (_, source) => {
    const { evaluate } = start(undefined, 100_000);
    const answer = await evaluate({ expression: "pass-when", source, response });
    const problem = expect.stringMatching(/takes more than 512 MB of memory|makes a text of more than/);
    expect(answer).toMatchObject({ problem });
    expect(await evaluate({ expression: "pass-when", source: "true", response })).toEqual({
      yields: { type: "value", value: true },
    });
  });
});

describe("a source that attacks the parser", () => {
  const often = 50_000;
  const sources = [
    ["brackets", "(".repeat(often)],
    ["lists", "[".repeat(often)],
    ["signs", `${"-".repeat(often)}1`],
    ["a long path", `a${".a".repeat(often)}`],
    ["a long sum", `1${"+1".repeat(often)}`],
    ["choices", "a?".repeat(often)],
    ["functions", "function($a){".repeat(often)],
    ["an order within an order", `a${"^(a".repeat(often)}`],
    ["a huge pattern", `/${"(a{1,1000}){1,1000}".repeat(100)}/`],
    ["an unended comment", `/*${"/*".repeat(often)}`],
  ] as const;

  test("gets a problem, and the next expression is compiled", async () => {
    const { evaluate } = start(undefined, 5000);
    for (const [name, source] of sources) {
      await findRuleErrors({ cases: source }, evaluate);
      expect(await evaluate({ expression: "cases", source: "1" }), name).toEqual({ compiled: true });
    }
  });
});

test("all expressions of a run share one process, which is replaced after it was stopped", async () => {
  const { evaluate } = start();
  const ask = (source: string) => evaluate({ expression: "pass-when", source, response: {} });
  const answers = await Promise.all(
    ["true", "($f := function($x) { $f($x) }; $f(1))", "false", "1"].map(ask),
  );
  expect(answers).toEqual([
    { yields: { type: "value", value: true } },
    { problem: "takes longer than 1 seconds" },
    { yields: { type: "value", value: false } },
    { yields: { type: "value", value: "1" } },
  ]);
  expect(places).toHaveLength(2);
});

test("an expression has five seconds after the start of the worker", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const end = vi.fn();
    const never = new Promise<never>(() => {});
    const { evaluate } = startEvaluator({
      start: () => ({ ready: Promise.resolve(), evaluate: () => never, end }),
      signal: new AbortController().signal,
    });
    const response = evaluate({ expression: "cases", source: "1" });
    await vi.advanceTimersByTimeAsync(4999);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toEqual({ problem: "takes longer than 5 seconds" });
    expect(end).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test("a cancel stops the current evaluation and those that wait", async () => {
  const cancel = new AbortController();
  const { evaluate } = start(cancel.signal, 600_000);
  const endless = {
    expression: "pass-when",
    source: "($f := function($x) { $f($x) }; $f(1))",
    response,
  } as const;
  await evaluate({ ...endless, source: "true" });
  const answers = Promise.all([evaluate(endless), evaluate(endless)]);
  setImmediate(() => cancel.abort());
  const cancelled = { problem: "the run was cancelled before its end" };
  expect(await answers).toEqual([cancelled, cancelled]);
});

test("nothing runs on after the calling process was killed", async () => {
  const at = (file: string) => JSON.stringify(new URL(`../../../shared/evaluation/${file}`, import.meta.url));
  const asks = `
    import { startEvaluator } from ${at("evaluator.ts")};
    import { startEvaluationProcess } from ${at("process.ts")};
    const { evaluate } = startEvaluator({ start: startEvaluationProcess, signal: new AbortController().signal, milliseconds: 600_000 });
    await evaluate({ expression: "cases", source: "1" });
    evaluate({ expression: "cases", source: "$contains('${"a".repeat(50)}!', /^(a+)+$/)", response: {} });
    setImmediate(() => console.log("asked"));`;
  const asking = spawn(process.execPath, ["--input-type=module", "-e", asks]);
  await once(asking.stdout, "data");
  const evaluating = Number(execFileSync("pgrep", ["-P", String(asking.pid)], { encoding: "utf8" }));
  expect(evaluating).toBeGreaterThan(1);
  asking.kill("SIGKILL");
  // A zombie may keep its name in the list, because nobody reaps it.
  const state = () => execFileSync("ps", ["-A", "-o", "pid=,stat="], { encoding: "utf8" });
  await expect.poll(state).not.toMatch(new RegExp(`^ *${evaluating} +[^Z]`, "m"));
});

test("the evaluating process gets no environment variables of this one", async () => {
  const { evaluate } = start(undefined, 100_000);
  const nothing = { yields: { type: "nothing" } };
  for (const [source, answer] of [
    ["$$.constructor", nothing],
    ["process", nothing],
    ["$sum.constructor('return process')()", { problem: "calls something that is not a function", at: 5 }],
    ["$eval('1')", { problem: "$eval is not available here", at: 1 }],
  ] as const) {
    expect(await evaluate({ expression: "pass-when", source, response }), source).toEqual(answer);
  }
});

test("a failed start is a problem of the expression only", async () => {
  evaluator = startEvaluator({
    start: () => {
      throw new Error("no process can be started");
    },
    signal: new AbortController().signal,
  });
  expect(await evaluator.evaluate({ expression: "cases", source: "1" })).toEqual({
    problem: "no process can be started",
  });
});
