import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { Evidence, Note } from "../../../shared/reading/evidence.ts";
import { evaluate } from "../../../shared/reading/expressions/evaluate.ts";
import { type ExpressionSources, readerBy } from "../../../shared/reading/expressions.ts";
import { read } from "../../../shared/reading/read.ts";
import { evidenceText, mainFieldText } from "../../../shared/report/evidence-text.ts";

function sentenceOn(response: JsonObject): string {
  return withoutRemedy(read(response).evidence);
}

function withoutRemedy({ remedy: _, ...evidence }: Evidence): string {
  return evidenceText(evidence);
}

const passing = { name: "a", status: "passed" };

describe("as a sentence", () => {
  test.each<[JsonObject, string]>([
    [{ status: "failed" }, "`status` is `failed`."],
    [{ verdict: "passed", summary: { failed: 2 } }, "`verdict` is `passed`, but `summary.failed` is `2`."],
    [{ status: "queued" }, "`status` is `queued`, so it is still running."],
    [{ passed: 3, failed: 0, total: 3 }, "`passed` is `3` and `total` is `3`."],
    [
      { stats: { tests: { total: 3, failed: 0, pending: 0 } }, finished: true },
      "`stats.tests.total` is `3` and `stats.tests.failed` is `0`, with none left to run.",
    ],
    [{ tests: [passing] }, "`tests[0].status` is `passed`."],
    [{ tests: [passing, { ...passing, name: "b" }] }, "`tests[0].status` is `passed`, as of all 2 cases."],
    [{ tests: [passing, { name: "b", status: "skipped" }] }, "`tests[0].status` is `passed`, 1 skipped."],
    [{ tests: [{ name: "b", status: "skipped" }] }, "all 1 cases were skipped."],
    [
      { tests: [passing, { name: "b", status: "manual" }] },
      "`tests[0].status` is `passed`, as of all 2 cases, but `tests[1].status` is `manual`, which is no verdict.",
    ],
    [
      { total: 50, tests: [passing] },
      "`tests[0].status` is `passed`, but `total` is `50`, and only 1 are listed.",
    ],
    [
      { has_more: true, tests: [passing] },
      "`tests[0].status` is `passed`, but `has_more` is `true`, so the list goes on elsewhere.",
    ],
    [
      { passed: 10, failed: 0, total: 12 },
      "`passed` is `10` and `total` is `12`, but 2 of 12 cases (`total`) are not accounted for.",
    ],
    [
      { passed: 3, failed: 0, total: 4, needsReview: 1 },
      "`passed` is `3` and `total` is `4`, but `needsReview` is `1`, so not all is decided.",
    ],
    [{ passed: 0, failed: 0, total: 0 }, "`total` is `0`: nothing was run."],
    [{ passed: 0, failed: 0, skipped: 5, total: 5 }, "`passed` is `0`: nothing passed."],
    [{ failed: 0 }, "`failed` is `0`, but nothing tells that anything passed."],
    [
      { status: "kaputt", passed: 3, failed: 0, total: 3 },
      "`passed` is `3` and `total` is `3`, but `status` is `kaputt`, a word that is not known.",
    ],
    [
      { success: false, error: "quota exceeded" },
      "`success` is `false`, which tells of the call and not of a run.",
    ],
    [
      { status: "success" },
      "`status` is `success`, which may only say that the call worked; nothing tells how the tests went.",
    ],
    [{ status: "completed" }, "`status` is `completed`, which tells that it ended and not how."],
    [
      { status: "active" },
      "`status` is `active`, which is no verdict, and there are no counts and no cases with an outcome.",
    ],
    [
      { id: "x" },
      "There is no verdict, no count of what passed and failed, and no list of cases with an outcome.",
    ],
    [{ failures: [{ id: "x" }] }, "`failures[0]` is listed as failed."],
    [{ tests: [{ name: "a", error: { message: "no" } }] }, "`tests[0]` holds a failure."],
    [
      { tests: [passing, { name: "b" }] },
      "`tests[0].status` is `passed`, as of all 2 cases, but `tests[1]` tells no outcome, which is no verdict.",
    ],
    [
      { tests: [{ name: "a", steps: [{ name: "x", status: "passed" }] }] },
      "`tests[0]` holds nothing but what passed.",
    ],
  ])("%j", (response, sentence) => {
    expect(sentenceOn(response)).toBe(sentence);
  });

  test.each<[ExpressionSources, string]>([
    [{ passWhen: "true" }, "`pass-when` is `true`."],
    [
      { passWhen: "nowhere" },
      "`status` is `passed`. But `pass-when` yields nothing, neither true nor false.",
    ],
    [{ passWhen: "'true'" }, "`status` is `passed`. But `pass-when` yields `true`, neither true nor false."],
    [
      { passWhen: "[1, 2]" },
      "`status` is `passed`. But `pass-when` yields a list of 2, neither true nor false.",
    ],
    [{ passWhen: "{}" }, "`status` is `passed`. But `pass-when` yields an object, neither true nor false."],
    [{ passWhen: "false" }, "`pass-when` is `false`, although `status` is `passed`."],
    [
      { cases: "{ 'name': 'a', 'status': 'failed' }" },
      "`status` is `passed`, but by `cases`, `a` is `failed`.",
    ],
    [
      { cases: "{ 'name': 'a', 'status': 'failed' }", passWhen: "true" },
      "`pass-when` is `true`, although by `cases`, `a` is `failed`.",
    ],
    [
      { cases: "{ 'name': 'a', 'status': 'tepid' }" },
      "`status` is `passed`, but by `cases`, `a` is `other`, which is no verdict.",
    ],
    [{ cases: "{ 'name': 'a', 'status': 'passed' }" }, "`status` is `passed`."],
    [
      { cases: "{ 'name': 'a', 'status': 'skipped' }" },
      "`status` is `passed`, but all 1 cases were skipped.",
    ],
    [
      { cases: "1" },
      "`status` is `passed`. But the expression fails: `cases`, in `1`: item 0 of its list is `1`, not an object with `name` and `status`.",
    ],
  ])("of an expression: %j", async (sources, sentence) => {
    const reading = await readerBy(sources, evaluate)({ status: "passed" });
    expect(withoutRemedy(reading.evidence)).toBe(sentence);
  });

  test.each([
    ["failed", "By `cases`, `a` is `failed`."],
    [
      "tepid",
      "By `cases`, `b` is `passed`, as of all 2 cases, but by `cases`, `a` is `other`, which is no verdict.",
    ],
    ["passed", "By `cases`, `a` is `passed`, as of all 2 cases."],
  ])("of cases alone, of which one is %s", async (status, sentence) => {
    const cases = `[{ 'name': 'a', 'status': '${status}' }, { 'name': 'b', 'status': 'passed' }]`;
    const reading = await readerBy({ cases }, evaluate)({ hello: "world" });
    expect(withoutRemedy(reading.evidence)).toBe(sentence);
  });

  test.each<[Note, string]>([
    [
      { kind: "batch-still-running" },
      "It was still running when it answered, and a batch's result can't be asked for again: look at it in the service, or run it over a channel, whose report can be waited for.",
    ],
    [
      { kind: "start-failed", evidence: read({ status: "failed" }).evidence },
      "But running it was answered with bad news: `status` is `failed`.",
    ],
    [
      { kind: "waited", asked: 4, limitMs: 4000 },
      "It was asked for 4 times until the time to wait (4.0 s) was over: allow more time, or look at it in the service.",
    ],
    [
      { kind: "waited", asked: 1, limitMs: 4000 },
      "It was asked for once until the time to wait (4.0 s) was over: allow more time, or look at it in the service.",
    ],
    [{ kind: "waited", asked: 1, limitMs: 0 }, "It was asked for once, as there was no time to wait."],
    [{ kind: "cancelled", when: "before-the-start" }, "The run was cancelled before this was started."],
    [
      { kind: "cancelled", when: "while-running" },
      "The run was cancelled while this was under way; the service may have gone on with it.",
    ],
    [
      { kind: "cancelled", when: "while-waiting" },
      "The run was cancelled while its report was waited for; the service may have gone on with it.",
    ],
    [
      { kind: "answer-lost" },
      "Its answer is lost, as nobody waited for it any more, and a batch's result can't be asked for again: look at it in the service before running it again.",
    ],
  ])("with a note: %j", (note, sentence) => {
    const { basis } = read({ status: "queued" }).evidence;
    expect(evidenceText({ notes: [note] })).toBe(sentence);
    expect(evidenceText({ ...(basis && { basis }), notes: [note] })).toBe(
      `\`status\` is \`queued\`, so it is still running. ${sentence}`,
    );
  });

  test("it stays one short line whatever the response holds", () => {
    const hostile = `fail\n\`x\` ${"y".repeat(5000)}`;
    const response = { [hostile]: { status: "failed" }, verdict: "passed", error: hostile };
    const sentence = evidenceText(read(response).evidence);
    expect(sentence.length).toBeLessThan(900);
    expect(sentence).not.toContain("\n");
    expect((sentence.match(/`/g) ?? []).length % 2).toBe(0);
  });
});

describe("in a few words", () => {
  test.each<[JsonObject, string]>([
    [{ status: "waiting" }, "status is waiting"],
    [{ outcome: { status: "not started, yet" } }, "outcome.status is not started, yet"],
    [{ verdict: "passed", summary: { failed: 2 } }, "verdict is passed"],
    [{ tests: [passing, { ...passing, name: "b" }] }, "tests[0].status is passed"],
    [{ failed: 0 }, "failed is 0"],
    // These rest on no field.
    [{ failures: [{ id: "x" }] }, ""],
    [{ tests: [{ name: "b", status: "skipped" }] }, ""],
    [{ id: "x" }, ""],
  ])("%j", (response, words) => {
    expect(mainFieldText(read(response).evidence)).toBe(words);
  });

  test("evidence that is only a note has none", () => {
    const evidence: Evidence = { notes: [{ kind: "cancelled", when: "while-running" }] };
    expect(mainFieldText(evidence)).toBe("");
  });
});
