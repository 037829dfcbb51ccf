/** A case keeps what says why it has its status. None of it changes a verdict. */

import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Case } from "../../../shared/reading/reading.ts";

/** Reads a failed case with these fields. */
function caseWith(fields: JsonObject): Case | undefined {
  return readResponse({ results: [{ name: "Refund", status: "failed", ...fields }] }).cases[0];
}

function corpusCase(name: string): Case | undefined {
  const file = new URL(`../../payloads/corpus/${name}.json`, import.meta.url);
  return readResponse(JSON.parse(readFileSync(file, "utf8"))).cases.find(({ status }) => status === "failed");
}

describe("the metrics of a case", () => {
  it("are its judges' scores, with thresholds and reasons (DeepEval)", () => {
    expect(corpusCase("deepeval-test-run")?.metrics).toEqual([
      {
        name: "Answer Relevancy",
        value: 0.92,
        threshold: 0.5,
        passed: true,
        reason: "The output addresses the user's question directly and stays on topic.",
      },
      {
        name: "Faithfulness",
        value: 0.45,
        threshold: 0.7,
        passed: false,
        reason: expect.stringContaining("two claims"),
      },
    ]);
  });

  it("are its assertions, its cost and its latency (promptfoo)", () => {
    expect(corpusCase("promptfoo-export")?.metrics).toEqual([
      { name: "cost", value: 0.00049925 },
      { name: "latencyMs", value: 5794 },
      { name: "score", value: 0.75 },
      expect.objectContaining({ name: "gradingResult", value: 0.75, passed: false }),
      { name: "cost", passed: true, reason: "Assertion passed" },
      { name: "latency", passed: false, reason: "Latency 5794ms is greater than threshold 3000ms" },
      { name: "contains", passed: true, reason: "Assertion passed" },
      { name: "llm-rubric", passed: true, reason: expect.stringContaining("apology") },
    ]);
  });

  test.each<[string, JsonObject, object[]]>([
    [
      "a score with its threshold",
      { score: 0.4, threshold: 0.7 },
      [{ name: "score", value: 0.4, threshold: 0.7 }],
    ],
    [
      "criteria by name",
      { criteria: { polite: true, "no false promise": false, tone: "failed" } },
      [
        { name: "polite", passed: true },
        { name: "no false promise", passed: false },
        { name: "tone", passed: false },
      ],
    ],
    [
      "metrics by name",
      { metrics: { relevancy: 0.7, wer: { value: 0.2, max: 0.1, passed: false } } },
      [
        { name: "relevancy", value: 0.7 },
        { name: "wer", value: 0.2, threshold: 0.1, passed: false },
      ],
    ],
    [
      "a judge",
      { judge: { verdict: "fail", reasoning: "Promised a refund.", model: "a-model" } },
      [{ name: "judge", passed: false, reason: "Promised a refund." }],
    ],
    [
      "a judge's reason beside an error",
      { error: "no refund", judge_reasoning: "The order was never looked up." },
      [{ name: "judge_reasoning", reason: "The order was never looked up." }],
    ],
    [
      "the value that an assertion expected",
      { assertions: [{ name: "asks", passed: false, expected: "asks for the name", actual: "went on" }] },
      [{ name: "asks", value: "went on", expected: "asks for the name", passed: false }],
    ],
    [
      "the value that the case expected",
      { expected: "Paris", actual: "London" },
      [{ name: "actual", value: "London", expected: "Paris" }],
    ],
    [
      "tokens",
      { token_usage: { total: 100, completion_tokens: 40 } },
      [
        { name: "token_usage.total", value: 100 },
        { name: "completion_tokens", value: 40 },
      ],
    ],
    [
      "metrics in an object around them",
      { evaluation: { summary: "bad", results: { x: 1 }, criteria: [{ criterion: "empathy", met: false }] } },
      [{ name: "empathy", passed: false }],
    ],
    [
      "the last attempt's",
      {
        attempts: [
          { status: "failed", scores: { a: 0.1 } },
          { status: "failed", scores: { a: 0.2 } },
        ],
      },
      [{ name: "a", value: 0.2 }],
    ],
    ["none in an input", { config: { criteria: { polite: true } }, vars: { score: 1 } }, []],
  ])("are %s", (_, fields, metrics) => {
    expect(caseWith(fields)?.metrics ?? []).toEqual(metrics);
  });

  it("are at most 20, and the failed ones are kept", () => {
    const checks = Array.from({ length: 500 }, (_, index) => ({
      name: `check ${index}`,
      passed: index < 499,
    }));
    const metrics = caseWith({ assertions: checks })?.metrics ?? [];
    expect(metrics).toHaveLength(20);
    expect(metrics[0]).toEqual({ name: "check 499", passed: false });
  });

  it("never change a verdict", () => {
    const explained = {
      metrics: [{ name: "tone", score: 0.9, passed: true }],
      persona: "Angry",
      turns: ["a b"],
    };
    expect(caseWith(explained)?.status).toBe("failed");
    const results = [{ name: "Refund", status: "needs review", ...explained }];
    expect(readResponse({ results })).toMatchObject({ verdict: "unknown", cases: [{ status: "other" }] });
  });
});

describe("the message of a failed case without one", () => {
  test.each<[string, JsonObject, string]>([
    ["why", { why: "Promised a refund." }, "Promised a refund."],
    ["a summary", { summary: "Promised a refund." }, "Promised a refund."],
    ["a judge's reasoning", { judge: { reasoning: "Promised a refund." } }, "Promised a refund."],
    ["the explanation of an evaluation", { evaluation: { explanation: "Too rude." } }, "Too rude."],
    [
      "the reasons of an outcome",
      { outcome: { code: "FAIL", reasons: [{ code: "GOAL", text: "Never asked the name" }, "Too rude"] } },
      "Never asked the name\nToo rude",
    ],
    [
      "the reason of a criterion that was not met",
      {
        criteria: [
          { name: "tone", passed: true, reason: "Polite." },
          { name: "policy", passed: false, reason: "Promised a refund." },
        ],
      },
      "Promised a refund.",
    ],
  ])("is %s", (_, fields, message) => {
    expect(caseWith(fields)).toMatchObject({ status: "failed", message });
  });

  test.each<JsonObject>([
    { reviewReason: "Two judges disagree" },
    { review: { id: "rev_1", question: "Is the tone right?", reason: "Two judges disagree" } },
  ])("says why it waits for a review: %j", fields => {
    const results = [{ name: "Refund", status: "needs_review", ...fields }];
    const [waiting] = readResponse({ results }).cases;
    expect(waiting).toMatchObject({ status: "other", message: "Two judges disagree" });
    expect(waiting).not.toHaveProperty("metrics");
  });

  it("is not repeated among its metrics, and no reason replaces a message", () => {
    expect(caseWith({ why: "Promised a refund." })?.metrics).toBeUndefined();
    expect(caseWith({ why: "Promised a refund.", error: "HTTP 500" })).toMatchObject({
      message: "HTTP 500",
      metrics: [{ name: "why", reason: "Promised a refund." }],
    });
  });

  it("is neither its name nor the reason of a criterion that was met", () => {
    const results = [
      {
        summary: "Refund",
        status: "failed",
        criteria: [{ name: "tone", passed: true, reason: "Polite." }],
      },
    ];
    expect(readResponse({ results }).cases).toMatchObject([{ name: "Refund" }]);
    expect(readResponse({ results }).cases[0]?.message).toBeUndefined();
  });
});

describe("the persona and the scenario of a case", () => {
  const response = {
    results: [
      {
        name: "a",
        status: "passed",
        persona: { id: "per_1", name: "Angry customer" },
        scenario: "Late parcel",
      },
      { name: "b", status: "failed", persona_name: "Tourist", scenario_id: "sc_9" },
      { name: "c", status: "passed", scenario: { id: "sc_1", title: "Refund", persona: "Parent" } },
      { name: "d", status: "passed" },
    ],
  };

  it("are texts, for passed cases as well", () => {
    expect(readResponse(response).cases.map(({ persona, scenario }) => [persona, scenario])).toEqual([
      ["Angry customer", "Late parcel"],
      ["Tourist", "sc_9"],
      ["Parent", "Refund"],
      [undefined, undefined],
    ]);
  });

  it("can be those of its suite", () => {
    const suites = [{ name: "Refunds", persona: "Tourist", tests: [{ name: "a", status: "passed" }] }];
    expect(readResponse({ suites }).cases).toMatchObject([{ persona: "Tourist" }]);
  });
});

describe("the attachments of a case", () => {
  it("are links with names, and audio is a recording", () => {
    const url = "https://files.example";
    expect(
      caseWith({
        stereo_recording_url: `${url}/1`,
        screenshots: [`${url}/2.png`, "local.png"],
        artifacts: [
          { name: "dialog.json", href: `${url}/3.json` },
          { name: "call-17", url: `${url}/4.mp3?x=1` },
          { name: "evil", url: "javascript:alert(1)" },
        ],
      })?.attachments,
    ).toEqual([
      { name: "recording", url: `${url}/1` },
      { name: "screenshot", url: `${url}/2.png`, type: "image/png" },
      { name: "dialog.json", url: `${url}/3.json`, type: "application/json" },
      { name: "recording", url: `${url}/4.mp3?x=1`, type: "audio/mpeg" },
    ]);
  });
});

describe("the transcript of a case", () => {
  it("is its conversation in turns, without turns that only call a tool", () => {
    expect(
      caseWith({
        messages: [
          { role: "user", content: "Where is my parcel?" },
          { role: "assistant", content: null, tool_calls: [] },
          { role: "assistant", content: "On its way." },
        ],
      })?.transcript,
    ).toEqual([
      { speaker: "user", text: "Where is my parcel?" },
      { speaker: "assistant", text: "On its way." },
    ]);
    expect(caseWith({ transcript: "Caller: Hello?\nAgent: Hi." })?.transcript).toEqual([
      { speaker: "Caller", text: "Hello?" },
      { speaker: "Agent", text: "Hi." },
    ]);
  });

  it("has turns under other names", () => {
    const dialogue = [
      { from: "bot", msg: "Hi" },
      { from: "user", msg: "Refund!" },
    ];
    expect(caseWith({ dialogue })?.transcript).toEqual([
      { speaker: "bot", text: "Hi" },
      { speaker: "user", text: "Refund!" },
    ]);
  });

  it("is cut in the middle, and in long turns", () => {
    const turns = Array.from({ length: 500 }, (_, index) => ({
      role: "user",
      text: `${index} ${"x".repeat(5000)}`,
    }));
    const transcript = caseWith({ turns })?.transcript ?? [];
    expect(transcript).toHaveLength(60);
    expect(transcript.map(({ text }) => Number.parseInt(text, 10))).toEqual([
      ...Array.from({ length: 30 }, (_, index) => index),
      Number.NaN,
      ...Array.from({ length: 29 }, (_, index) => 471 + index),
    ]);
    expect(Math.max(...transcript.map(({ text }) => text.length))).toBeLessThan(4100);
  });

  it("is no id and no address", () => {
    expect(caseWith({ conversation: "conv_1", transcript: "https://files.example/1.txt" })).toEqual({
      name: "Refund",
      status: "failed",
      rawStatus: "failed",
      attachments: [{ name: "transcript", url: "https://files.example/1.txt", type: "text/plain" }],
    });
  });
});

test("a passed or skipped case keeps only its persona and scenario", () => {
  const fields = { persona: "Tourist", score: 0.9, turns: [{ role: "user", text: "Hi" }] };
  const results = ["passed", "skipped"].map(status => ({ name: status, status, ...fields }));
  expect(readResponse({ results }).cases).toEqual([
    { name: "passed", status: "passed", rawStatus: "passed", persona: "Tourist" },
    { name: "skipped", status: "skipped", rawStatus: "skipped", persona: "Tourist" },
  ]);
});

test("the first 10,000 failed cases of a response are explained, because nobody reads more of them", () => {
  const results = Array.from({ length: 10_100 }, (_, index) => ({
    name: `Case ${index}`,
    status: index < 50 ? "passed" : "failed",
    score: 0.9,
  }));
  const { cases } = readResponse({ results });
  expect(cases.filter(({ metrics }) => metrics !== undefined)).toHaveLength(10_000);
  expect(cases.findLastIndex(({ metrics }) => metrics !== undefined)).toBe(10_049);
});
