import { describe, expect, test } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../shared/json.ts";
import type { Evidence } from "../../../shared/reading/evidence.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import { evidenceText, mainFieldText } from "../../../shared/report/evidence-text.ts";
import { applyEvidenceChange, changesOf } from "../../payloads/mutate.ts";
import { comparePayloads } from "../../payloads/run.ts";
import { excerpt, responses } from "../reading/table.ts";

function on(response: JsonObject): Evidence {
  return withoutRemedy(readResponse(response).evidence);
}

async function by(sources: ReadingRules, response: JsonObject = { status: "passed" }): Promise<Evidence> {
  const { evidence } = await createRuleReader(sources, evaluateExpression)(response);
  return withoutRemedy(evidence);
}

function withoutRemedy({ remedy: _, ...evidence }: Evidence): Evidence {
  return evidence;
}

const passing = { name: "a", status: "passed" };
const two = (status: string) =>
  `[{ 'name': 'a', 'status': '${status}' }, { 'name': 'b', 'status': 'passed' }]`;

/** The wording of each kind of evidence; all other tests assert the evidence as data. */
const sentences: readonly (readonly [Evidence, sentence: string])[] = [
  [on({ status: "failed" }), "`status` is `failed`."],
  [on({ verdict: "passed", summary: { failed: 2 } }), "`verdict` is `passed`, but `summary.failed` is `2`."],
  [
    on({ verdict: "passed", metrics: [{ name: "WordErrorRate", actual: 0.184, maxAllowed: 0.12 }] }),
    "`verdict` is `passed`, but `metrics[0].actual` is `0.184` beside `maxAllowed` of `0.12`.",
  ],
  [
    on({ result: "Passed", approvals: [{ decision: "Approved" }, { decision: "" }] }),
    "`result` is `Passed`, but `approvals[1].decision` is empty.",
  ],
  [on({ status: "queued" }), "`status` is `queued`, so the run is not over."],
  [on({ passed: 3, failed: 0, total: 3 }), "`passed` is `3` and `total` is `3`."],
  [
    on({ stats: { tests: { total: 3, failed: 0, pending: 0 } }, finished: true }),
    "`stats.tests.total` is `3` and `stats.tests.failed` is `0`, with none left to run.",
  ],
  [on({ tests: [passing] }), "`tests[0].status` is `passed`."],
  [on({ tests: [{ ...passing, review: { status: "pending" } }] }), "`tests[0].review.status` is `pending`."],
  [
    on({ tests: [{ id: "1", status: "success" }] }),
    "`tests[0].status` is `success`, which may only mean that the request worked; nothing shows how the cases went.",
  ],
  [
    on({ tests: [{ name: "a", status: "done" }] }),
    "`tests[0].status` is `done`, which shows that it ended, but not how.",
  ],
  [on({ status: "passed", tests: [] }), "`status` is `passed`, but `tests` is `[]`: nothing was run."],
  [on({ status: "passed", failed: { minor: 2 } }), "`status` is `passed`, but `failed` is `{…}`."],
  [on({ tests: [passing, { ...passing, name: "b" }] }), "`tests[0].status` is `passed`, as in all 2 cases."],
  [on({ tests: [passing, { name: "b", status: "skipped" }] }), "`tests[0].status` is `passed`, 1 skipped."],
  [on({ tests: [{ name: "b", status: "skipped" }] }), "The only case was skipped."],
  [
    on({ tests: [passing, { name: "b", status: "manual" }] }),
    "`tests[0].status` is `passed`, as in 1 of 2 cases, but `tests[1].status` is `manual`, which is not a verdict.",
  ],
  [
    on({ total: 50, tests: [passing] }),
    "`tests[0].status` is `passed`, but `total` is `50` and only 1 is listed.",
  ],
  [
    on({ has_more: true, tests: [passing] }),
    "`tests[0].status` is `passed`, but `has_more` is `true`, so the list continues elsewhere.",
  ],
  [
    on({ passed: 10, failed: 0, total: 12 }),
    "`passed` is `10` and `total` is `12`, but 2 of 12 cases (`total`) are not accounted for.",
  ],
  [
    on({ passed: 3, failed: 0, total: 4, needsReview: 1 }),
    "`passed` is `3` and `total` is `4`, but `needsReview` is `1`, so not every case is decided.",
  ],
  [on({ passed: 0, failed: 0, total: 0 }), "`total` is `0`: nothing was run."],
  [on({ passed: 0, failed: 0, skipped: 5, total: 5 }), "`passed` is `0`: nothing passed."],
  [on({ failed: 0 }), "`failed` is `0`, but nothing shows that anything passed."],
  [
    on({ status: "kaputt", passed: 3, failed: 0, total: 3 }),
    "`passed` is `3` and `total` is `3`, but `status` is `kaputt`, a word that is not known.",
  ],
  [
    on({ success: false, error: "quota exceeded" }),
    "`success` is `false`, which is about the request and not about a run.",
  ],
  [
    on({ status: "success" }),
    "`status` is `success`, which may only mean that the request worked; nothing shows how the cases went.",
  ],
  [on({ status: "completed" }), "`status` is `completed`, which shows that it ended, but not how."],
  [
    on({ status: "enabled" }),
    "`status` is `enabled`, which is not a verdict, and there are no counts and no cases with a status.",
  ],
  [
    on({ id: "x" }),
    "There is no verdict, no count of passed and failed cases, and no list of cases with a status.",
  ],
  [on({ failures: [{ id: "x" }] }), "`failures[0]` (`x`) is listed as failed."],
  [
    on({ summary: { total: 3, passed: 3 }, inconclusive: ["Call quality was low"] }),
    "`summary.passed` is `3` and `summary.total` is `3`, but `inconclusive[0]` (`Call quality was low`) is listed as undecided, which is not a verdict.",
  ],
  [on({ tests: [{ name: "a", error: { message: "no" } }] }), "`tests[0]` contains a failure."],
  [
    on({ tests: [passing, { name: "b" }] }),
    "`tests[0].status` is `passed`, as in 1 of 2 cases, but `tests[1]` has no status.",
  ],
  [
    on({ tests: [{ name: "a", steps: [{ name: "x", status: "passed" }] }] }),
    "`tests[0]` contains only passes.",
  ],
  [
    on({ passed: 1, failed: 0, tests: [passing, { ...passing, name: "b" }] }),
    "`passed` is `1` and `failed` is `0`, but 2 of the listed cases passed, more than `passed` counts.",
  ],
  [await by({ passWhen: "true" }), "`pass-when` is `true`."],
  [
    await by({ passWhen: "nowhere" }),
    "`status` is `passed`. But `pass-when` yields nothing, neither true nor false.",
  ],
  [
    await by({ passWhen: "'true'" }),
    "`status` is `passed`. But `pass-when` yields `true`, neither true nor false.",
  ],
  [
    await by({ passWhen: "[1, 2]" }),
    "`status` is `passed`. But `pass-when` yields a list of 2, neither true nor false.",
  ],
  [
    await by({ passWhen: "{}" }),
    "`status` is `passed`. But `pass-when` yields an object, neither true nor false.",
  ],
  [await by({ passWhen: "false" }), "`pass-when` is `false`, although `status` is `passed`."],
  [
    await by({ cases: "{ 'name': 'a', 'status': 'failed' }" }),
    "`status` is `passed`, but by `cases`, `a` is `failed`.",
  ],
  [
    await by({ cases: "{ 'name': 'a', 'status': 'failed' }", passWhen: "true" }),
    "`pass-when` is `true`, although by `cases`, `a` is `failed`.",
  ],
  [
    await by({ cases: "{ 'name': 'a', 'status': 'tepid' }" }),
    "`status` is `passed`, but by `cases`, `a` is `tepid`, which is not a verdict.",
  ],
  [
    await by({ cases: "1" }),
    "`status` is `passed`. But the expression fails: `cases`, in `1`: item 0 of the result is `1`, not an object with `name` and `status`.",
  ],
  [await by({ cases: two("failed") }, {}), "By `cases`, `a` is `failed`."],
  [
    await by({ cases: two("tepid") }, {}),
    "By `cases`, `b` is `passed`, as in 1 of 2 cases, but by `cases`, `a` is `tepid`, which is not a verdict.",
  ],
  [await by({ cases: two("passed") }, {}), "By `cases`, `a` is `passed`, as in all 2 cases."],
  [
    { notes: [{ kind: "batch-still-running" }] },
    "The batch was still running when the response came, and its result can't be requested again: look at the batch in the service, or run a channel, because Callboard can wait for a channel's report.",
  ],
  [
    { notes: [{ kind: "start-failed", evidence: on({ status: "failed" }) }] },
    "But the response to the channel's start doesn't show that a run began: `status` is `failed`.",
  ],
  [
    { notes: [{ kind: "waited", requestCount: 4, limitMs: 4000 }] },
    "The run was not over after 4 requests for the channel's report in 4.0 s: allow more time to wait, or look at the channel in the service.",
  ],
  [
    { notes: [{ kind: "waited", requestCount: 1, limitMs: 4000 }] },
    "The run was not over after 1 request for the channel's report in 4.0 s: allow more time to wait, or look at the channel in the service.",
  ],
  [
    {
      notes: [
        {
          kind: "waited",
          requestCount: 7,
          limitMs: 4000,
          otherReport: { of: "another run", id: "run_1", awaitedId: "run_2" },
        },
      ],
    },
    "The service still answered with the report of another run (`run_1` instead of `run_2`) after 7 requests in 4.0 s: look at the channel in the service.",
  ],
  [
    { notes: [{ kind: "waited", requestCount: 1, limitMs: 4000, otherReport: { of: "an earlier run" } }] },
    "The service still answered with the report of an earlier run after 1 request in 4.0 s: look at the channel in the service.",
  ],
  [
    { notes: [{ kind: "cancelled", when: "before-the-start" }] },
    "The run was cancelled before the target started.",
  ],
  [
    { notes: [{ kind: "cancelled", when: "while-running" }] },
    "The run was cancelled while the target was running; the service may have continued the run.",
  ],
  [
    { notes: [{ kind: "cancelled", when: "while-waiting" }] },
    "The run was cancelled while Callboard waited for the channel's report; the service may have continued the run.",
  ],
  [
    { notes: [{ kind: "other-run", field: "run_id", id: "run_1", startedId: "run_2" }] },
    "The last report is of another run: its `run_id` is `run_1`, but the run that was started is `run_2`.",
  ],
  [
    {
      notes: [
        {
          kind: "ended-before",
          time: "09.03.2026 10:00",
          beganAt: Date.UTC(2026, 2, 9, 11),
        },
      ],
    },
    "The response is about another run: that run ended at `09.03.2026 10:00`, but this one began at 2026-03-09T11:00:00Z, by the service's clock.",
  ],
  [
    { notes: [{ kind: "no-report-yet", status: 404 }] },
    "The service had no final report of the run yet: its last response was 404.",
  ],
  [
    { notes: [{ kind: "no-report-yet", status: 200 }] },
    "The service had no report of the run yet: its last response (200) contained none.",
  ],
  [
    { notes: [{ kind: "empty-response", from: "batch", status: 204 }] },
    "The response (204) was empty, so it has no result, although the batch may have run: look at the batch in the service before you run it again, or run a channel, because Callboard can wait for a channel's report.",
  ],
  [
    { notes: [{ kind: "empty-response", from: "channel", status: 200 }] },
    "The response (200) was empty, so it has no result, although the channel may have run: look at the channel in the service.",
  ],
  [
    { notes: [{ kind: "answer-lost" }] },
    "The batch's response is lost, because the run was interrupted, and a batch's result can't be requested again: look at the batch in the service before you run it again.",
  ],
  [
    { notes: [{ kind: "step-goes-on" }] },
    "There is no result yet, because the step that runs the target goes on.",
  ],

  [
    { notes: [{ kind: "pass-when-undecided", yields: { type: "function" } }] },
    "But `pass-when` yields a function, neither true nor false.",
  ],
  [
    { ...on({ status: "queued" }), notes: [{ kind: "waited", requestCount: 1, limitMs: 0 }] },
    "`status` is `queued`, so the run is not over. The channel's report was requested only once, because the time to wait is 0.",
  ],
  [
    { notes: [], remedy: { by: "pass-when", passWhen: "failed = 0" } },
    "If this is a pass, set `pass-when: failed = 0`.",
  ],
  [
    { notes: [], remedy: { by: "words", word: "green`lit" } },
    "To get a verdict, say what `green'lit` means, with `report.words` in `callboard.yml`: `skipped`, if it only says that the run ended.",
  ],
  [{ notes: [], remedy: { by: "pass-when" } }, "To get a verdict, define a pass with `pass-when`."],
  [
    { notes: [], remedy: { by: "cases" } },
    "To get a verdict, give each case's status with `cases`, or define a pass with `pass-when`.",
  ],
  [
    { notes: [], remedy: { by: "cases", isCorrection: true } },
    "To get a verdict, correct `cases`, so that it gives each case a status that is known, such as `passed` or `failed`.",
  ],
  [
    { notes: [], remedy: { by: "pass-when", isCorrection: true } },
    "To get a verdict, correct `pass-when`, so that it yields true or false for this response.",
  ],
  [{ notes: [], remedy: { by: "run" } }, "To get a verdict, run the target again."],
  [{ notes: [], remedy: { by: "decision" } }, "To get a verdict, decide the review or run the target again."],
];

describe("as a sentence", () => {
  test.each(sentences.map(([evidence, sentence]) => [sentence, evidence] as const))(
    "%s",
    (sentence, evidence) => {
      expect(evidenceText(evidence)).toBe(sentence);
    },
  );

  test("is no nonsense, whatever one changes in a response", () => {
    const known = [...comparePayloads().map(({ response }) => response), ...responses];
    const all = known.flatMap(response => [
      response,
      ...changesOf(response)
        .slice(0, 8)
        .map(change => applyEvidenceChange(response, change)),
    ]);
    const nonsense: readonly RegExp[] = [
      / is `(?:true|passed|pass|ok|success|succeeded|✅)`, which is not a verdict/i,
      /\bbut\b.*\bbut (?!not how)/,
      /as in all \d+ cases, but `([^`]+)\[\d+\]\.\w+` is .*not a verdict/,
      /^[a-z]/,
      /\b1 (?:are|were|cases)\b/,
    ];
    for (const response of all) {
      const sentence = evidenceText(on(response));
      const found = nonsense.find(pattern => pattern.test(sentence));
      if (found !== undefined) expect.fail(`${sentence} on ${excerpt(response)} matches ${found}`);
      // A field that holds an object or a list is not shown as null.
      if (sentence.includes("is `null`")) expect(JSON.stringify(response)).toContain("null");
    }
  });

  test("is one short line, whatever the response contains", () => {
    const hostile = `fail\n\`x\` ${"y".repeat(5000)}`;
    const response = { [hostile]: { status: "failed" }, verdict: "passed", error: hostile };
    const sentence = evidenceText(readResponse(response).evidence);
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
    expect(mainFieldText(on(response))).toBe(words);
  });

  test("is undefined for a note alone", () => {
    const evidence: Evidence = { notes: [{ kind: "cancelled", when: "while-running" }] };
    expect(mainFieldText(evidence)).toBe("");
  });
});
