import { describe, expect, it } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Reading } from "../../../shared/reading/reading.ts";
import { createRuleReader, findRuleErrors } from "../../../shared/reading/rules.ts";

const results = [
  { label: "pays", fate: "good", took: 12 },
  { label: "refunds", fate: "bad", why: "no money" },
];
const response: JsonObject = { results, summary: { failed: 0 } };

async function readBy(sources: ReadingRules, of: JsonObject = response): Promise<Reading> {
  return await createRuleReader(sources, evaluateExpression)(of);
}

/** The mistake that a reading reports for a failing expression; the rest of the reading must be as without it. */
async function mistake(sources: ReadingRules, of: JsonObject = response): Promise<string> {
  const own = await readBy({}, of);
  const reading = await readBy(sources, of);
  expect(reading).toEqual({
    ...own,
    verdict: expect.not.stringMatching("passed"),
    evidence: expect.anything(),
  });
  const { notes, remedy: _, ...said } = reading.evidence;
  const { remedy: __, ...ownEvidence } = own.evidence;
  expect({ ...said, notes: [] }).toEqual(ownEvidence);
  const [note] = notes;
  if (note?.kind !== "expression-failed" || notes.length > 1) throw new Error("No expression failed.");
  return `\`${note.expression}\`, in ${note.line.trim()}: ${note.problem}`;
}

describe("pass-when", () => {
  it("passes on true and fails on false", async () => {
    expect((await readBy({ passWhen: "summary.failed = 0" })).verdict).toBe("passed");
    expect((await readBy({ passWhen: "summary.failed > 0" })).verdict).toBe("failed");
  });

  it.each([
    ["summary.nowhere", { type: "nothing" }],
    ["'true'", { type: "value", value: "true" }],
    ["1", { type: "value", value: "1" }],
    ["results", { type: "list", length: 2 }],
    ["summary", { type: "object" }],
    ["$count", { type: "object" }],
  ])("with any other value decides nothing, and turns passed into unknown: %s", async (passWhen, what) => {
    const { verdict, evidence } = await readBy({ passWhen }, { ...response, status: "passed" });
    expect(verdict).toBe("unknown");
    expect(evidence.notes).toEqual([{ kind: "pass-when-undecided", yields: what }]);
  });

  it.each(["summary.nowhere", "'true'", "results"])(
    "never undoes a failure with another value: %s",
    async passWhen => {
      const failed = { ...response, status: "failed" };
      expect((await readBy({ passWhen }, failed)).verdict).toBe("failed");
      const cases = "{ 'name': 'a', 'status': 'failed' }";
      expect((await readBy({ cases, passWhen }, { hello: "world" })).verdict).toBe("failed");
    },
  );

  it.each<[JsonObject, string]>([
    [{ status: "failed" }, "status"],
    [{ summary: { failed: 3 } }, "summary.failed"],
    [{ status: "passed", summary: { failed: 3 } }, "summary.failed"],
  ])("outweighs %j, and the evidence names it", async (failed, path) => {
    const { verdict, evidence } = await readBy({ passWhen: "true" }, failed);
    expect(verdict).toBe("passed");
    expect(evidence).toMatchObject({
      basis: { kind: "pass-when", isPass: true },
      objection: { facts: [{ path, status: "failed" }] },
    });
  });

  it("does not hide the other expression's mistake", async () => {
    const { verdict, evidence } = await readBy({ cases: "$nope()", passWhen: "true" });
    expect(verdict).toBe("passed");
    expect(evidence.notes).toMatchObject([{ kind: "expression-failed", expression: "cases" }]);
  });

  it("does not pass a response that is still running", async () => {
    const running = { status: "running", summary: { failed: 0 } };
    expect(await readBy({ passWhen: "summary.failed = 0" }, running)).toMatchObject({
      verdict: "unknown",
      isRunning: true,
    });
  });
});

describe("cases", () => {
  const cases =
    "results.{ 'name': label, 'status': fate = 'good' ? 'passed' : 'failed', 'duration': took, 'message': why }";

  it("supplies the list, which decides the verdict", async () => {
    const reading = await readBy({ cases }, { results });
    expect(reading.cases).toEqual([
      { name: "pays", status: "passed", rawStatus: "passed", durationMs: 12 },
      { name: "refunds", status: "failed", rawStatus: "failed", message: "no money" },
    ]);
    expect(reading).toMatchObject({
      verdict: "failed",
      totals: { total: 2, passed: 1, failed: 1, skipped: 0, other: 0 },
      evidence: {
        basis: { kind: "facts", facts: [{ path: "refunds", value: "failed", byCases: true }] },
        notes: [],
      },
    });
  });

  const ordinary = "results.{ 'name': name, 'status': status }";
  const green = [1, 2].map(id => ({ name: `case ${id}`, status: "passed" }));

  it.each<[string, JsonObject]>([
    ["a verdict", { status: "failed" }],
    ["a count", { failed: 3 }],
    ["a count deeper in it", { summary: { total: 5, passed: 2, failed: 3 } }],
    ["more pages", { nextPage: "2" }],
    ["more cases than it lists", { total: 10 }],
    ["an object beside the run", { qualityGate: { status: "failed" } }],
    ["cases that were not run", { summary: { total: 5, passed: 2, notRun: 3 } }],
    ["a number that is not understood", { dropouts: 3 }],
    ["a measurement beyond its bound", { summary: { mos: 3.1, min_mos: 3.5 } }],
    ["an unknown word in an object", { verdict: "passed", box: { outcome: "with remarks" } }],
    ["a fault in an object", { verdict: "passed", fault: { faultstring: "timed out" } }],
    ["a stand-in", { verdict: "passed", agent: { kind: "mock" } }],
    ["another build", { verdict: "passed", wantedRevision: "c77e010", agent: { revision: "a91f3c2" } }],
  ])("can't turn a failed response green: %s", async (_, said) => {
    const whole = { ...said, results: green };
    const { verdict, evidence, cases } = await readBy({ cases: ordinary }, whole);
    expect(verdict).toBe("unknown");
    expect(evidence).toMatchObject({ basis: expect.anything(), objection: expect.anything() });
    expect(cases).toHaveLength(2);
    expect((await readBy({ cases: ordinary, passWhen: "true" }, whole)).verdict).toBe("passed");
  });

  it("can't hide a failure in a list that it doesn't read", async () => {
    const read = results.filter(({ fate }) => fate === "good");
    const whole = {
      results: read,
      checks: [
        { name: "Phone line", ok: false },
        { name: "Recorder", ok: true },
      ],
    };
    const { verdict, evidence } = await readBy({ cases }, whole);
    expect(verdict).toBe("unknown");
    expect(evidence).toMatchObject({ objection: { facts: [{ path: "checks[0].ok", value: false }] } });
    const attempts = [
      { name: "pays, 1", status: "failed" },
      { name: "pays, 2", status: "passed" },
    ];
    expect((await readBy({ cases }, { results: read, attempts })).verdict).toBe("passed");
  });

  it("can't hide a value that contradicts a case's pass", async () => {
    const [first, ...others] = green;
    const below = { ...first, judge: { score: 0.6, threshold: 0.8 } };
    expect((await readBy({ cases: ordinary }, { results: [below, ...others] })).verdict).toBe("unknown");
  });

  it("says what the words in the list mean", async () => {
    const unknown = [{ name: "pays", status: "tepid", dropouts: 3 }];
    expect(
      (await readBy({ cases: "results.{ 'name': name, 'status': 'passed' }" }, { results: unknown })).verdict,
    ).toBe("passed");
  });

  it("agrees with the response's own verdict", async () => {
    const red = [...green, { name: "case 3", status: "failed" }];
    const failed = { status: "failed", failed: 1, results: red };
    expect((await readBy({ cases: ordinary }, failed)).verdict).toBe("failed");
    const passed = { status: "passed", total: 2, failed: 0, results: green };
    expect((await readBy({ cases: ordinary }, passed)).verdict).toBe("passed");
  });

  it("contradicts a response that counts no failure", async () => {
    expect(await readBy({ cases }, { ...response, summary: { failed: 0 } })).toMatchObject({
      verdict: "unknown",
      evidence: {
        basis: { facts: [{ path: "summary.failed", value: 0 }] },
        objection: { facts: [{ path: "refunds", byCases: true }] },
      },
    });
  });

  it("yields to pass-when for the verdict", async () => {
    expect((await readBy({ cases, passWhen: "summary.failed = 0" })).verdict).toBe("passed");
  });

  it("does not pass a case with an unknown status", async () => {
    const { verdict, cases: list } = await readBy(
      { cases: "results.{ 'name': label, 'status': fate }" },
      { results },
    );
    expect(list.map(({ status }) => status)).toEqual(
      ["success", "bad"].map(word => (word === "bad" ? "failed" : "passed")),
    );
    expect(verdict).toBe("failed");
    expect((await readBy({ cases: "results[0].{ 'name': label, 'status': 'tepid' }" })).verdict).toBe(
      "unknown",
    );
  });

  it("drops addresses that are not http or https", async () => {
    const { cases: list } = await readBy({
      cases: "{ 'name': 'a', 'status': true, 'url': 'javascript:alert(1)' }",
    });
    expect(list).toEqual([{ name: "a", status: "passed", rawStatus: "true" }]);
  });

  it.each([
    ["results.label", "item 0 of the result is `pays`, not an object with `name` and `status`"],
    ["results.{ 'status': fate }", "item 0 of the result has no `name`"],
    ["results.{ 'name': label, 'status': outcome }", "yields cases without `status`"],
  ])("passes nothing without a useful value: %s", async (source, problem) => {
    expect(await mistake({ cases: source })).toBe(`\`cases\`, in ${source}: ${problem}`);
  });

  it("can say why a case has its status, in the forms of the service and in its own", async () => {
    const listed = {
      results: [
        {
          label: "refunds",
          who: { name: "Tourist" },
          judged: [{ metric: "tone", score: 0.2, threshold: 0.5, success: false, reason: "rude" }],
          audio: "https://files.example/1.mp3",
          said: [{ role: "user", content: "Hello?" }],
        },
      ],
    };
    const explained =
      "results.{ 'name': label, 'status': false, 'persona': who, 'scenario': 'Late parcel', 'metrics': judged, " +
      "'attachments': audio, 'transcript': said }";
    expect((await readBy({ cases: explained }, listed)).cases).toEqual([
      {
        name: "refunds",
        status: "failed",
        rawStatus: "false",
        persona: "Tourist",
        scenario: "Late parcel",
        metrics: [{ name: "tone", value: 0.2, threshold: 0.5, passed: false, reason: "rude" }],
        attachments: [{ name: "recording", url: "https://files.example/1.mp3", type: "audio/mpeg" }],
        transcript: [{ speaker: "user", text: "Hello?" }],
      },
    ]);
    const named =
      "{ 'name': 'a', 'status': true, 'metrics': { 'tone': 'angry', 'score': 0.2, 'polite': false }, " +
      "'attachments': [], 'persona': null, 'transcript': 'Caller: Hello?' }";
    expect((await readBy({ cases: named }, listed)).cases).toEqual([
      {
        name: "a",
        status: "passed",
        rawStatus: "true",
        metrics: [
          { name: "tone", value: "angry" },
          { name: "score", value: 0.2 },
          { name: "polite", passed: false },
        ],
        transcript: [{ speaker: "Caller", text: "Hello?" }],
      },
    ]);
  });

  it.each([
    ["'persona': true", "`true` as `persona`; it accepts a text, or an object with `name`"],
    ["'scenario': {}", "an object as `scenario`; it accepts a text, or an object with `name`"],
    ["'metrics': 'good'", "`good` as `metrics`; it accepts objects with `name` and any of `value`"],
    ["'metrics': [1, 2]", "a list of 2 as `metrics`; it accepts objects with `name`"],
    ["'attachments': 'a.mp3'", "`a.mp3` as `attachments`; it accepts addresses (http or https)"],
    ["'transcript': 7", "`7` as `transcript`; it accepts a text, or turns with `speaker` and `text`"],
  ])("says what a field accepts: %s", async (field, problem) => {
    const source = `{ 'name': 'a', 'status': true, ${field} }`;
    expect(await mistake({ cases: source })).toContain(`item 0 of the result has ${problem}`);
  });

  const none = { status: "passed", results: [], summary: { total: 3, passed: 3, failed: 0 } };

  it.each(["results", "results.{ 'name': label, 'status': fate }", "[]"])(
    "may be empty if the response lists no cases: %s",
    async source => {
      expect(await readBy({ cases: source }, none)).toEqual(await readBy({}, none));
      expect(await readBy({ cases: source }, none)).toMatchObject({
        verdict: "passed",
        totals: { total: 3 },
      });
      expect((await readBy({ cases: source, passWhen: "summary.total = 4" }, none)).verdict).toBe("failed");
    },
  );

  it("passes nothing if it is empty although the response seems to list cases", async () => {
    const listed = { ...none, results: [1, 2, 3].map(id => ({ name: `case ${id}`, status: "passed" })) };
    const reading = await readBy({ cases: "result.{ 'name': name, 'status': status }" }, listed);
    expect(reading.verdict).toBe("unknown");
    expect(reading.evidence.notes).toMatchObject([
      { problem: "yields no cases, although the response seems to list 3" },
    ]);
    expect(reading.cases).toHaveLength(3);
  });

  it("doesn't replace what the run had to meet", async () => {
    const gate = (state: string) => ({
      run: {
        conclusion: "SUCCESS",
        qualityGate: { conditions: [{ metric: "latency", state }] },
        calls: [{ name: "Greets", conclusion: "SUCCESS" }],
      },
    });
    const rule = { cases: "run.calls.{ 'name': name, 'status': conclusion }" };
    expect((await readBy(rule, gate("NOT_MET"))).verdict).toBe("unknown");
    expect((await readBy(rule, gate("MET"))).verdict).toBe("passed");
  });

  it("may be empty while the run continues", async () => {
    expect(await readBy({ cases }, { status: "queued" })).toMatchObject({
      verdict: "unknown",
      isRunning: true,
      cases: [],
    });
  });
});

describe("a mistake", () => {
  it("is reported with its position by the compiler", async () => {
    const [mistake] = await findRuleErrors({ cases: "results[" }, evaluateExpression);
    expect(mistake?.message).toBe('`cases`: Expected "]" before end of expression\n  results[\n          ^');
  });

  it("is reported with its position within its own line of a long expression", async () => {
    const [mistake] = await findRuleErrors({ cases: "(\n  $a := 1;\n  results[\n)" }, evaluateExpression);
    expect(mistake?.message).toMatch(/\n {4}results\[\n {11}\^$|\n {2}\)\n {2}\^$/);
  });

  it("is reported for both expressions", async () => {
    const mistakes = await findRuleErrors({ cases: "a +", passWhen: "b +" }, evaluateExpression);
    expect(mistakes.map(({ path }) => path)).toEqual([["cases"], ["pass-when"]]);
  });

  it("is reported with its line by the evaluation", async () => {
    expect(await mistake({ passWhen: "summary.failed + 'x' = 1" })).toBe(
      "`pass-when`, in summary.failed + 'x' = 1: The right side of the \"+\" operator must evaluate to a number",
    );
    expect(await mistake({ passWhen: "(\n  $a := 1;\n  $nope($a)\n)" })).toMatch(
      /^`pass-when`, in \$nope\(\$a\): calls something that is not a function/,
    );
  });

  it("leaves a failed reading failed", async () => {
    const failed = { status: "failed", summary: { failed: "many" } };
    expect((await readBy({ passWhen: "summary.failed < 1" }, failed)).verdict).toBe("failed");
  });

  it("always has a message", async () => {
    const [mistake] = await findRuleErrors({ passWhen: "  " }, evaluateExpression);
    expect(mistake?.message).toContain("is empty");
  });
});

describe("a hostile expression", () => {
  it.each([
    ["recursion without an end", "($f := function($x){ 1 + $f($x) }; $f(0))", /goes too deep/],
    ["a huge range", "[1..9999999]", /a list of more than 1,000,000 elements/],
    [
      "many lists",
      "$map([1..100000], function($v){ [1..100000] })",
      /lists of more than 10,000,000 elements/,
    ],
    [
      "a text that doubles",
      "$length($reduce([1..60], function($a, $b){ $a & $a }, 'aaaaaaaa'))",
      /a text of more than/,
    ],
    ["an expression within", "$eval('[1..9999999]')", /not available/],
  ])("is stopped: %s", async (_, passWhen, problem) => {
    expect(await mistake({ passWhen })).toMatch(problem);
  });

  it("can't reach a response's inherited members", async () => {
    expect(
      (await readBy({ passWhen: "$exists(constructor) or $exists(__proto__) or $exists(toString)" })).verdict,
    ).toBe("failed");
  });
});

describe("words", () => {
  it.each<[ReadingRules["words"], string, string]>([
    [{ "🤙": "passed", "🤏": "failed" }, "🤙", "passed"],
    [{ "🤙": "passed", "🤏": "failed" }, "🤏", "failed"],
    [{ "🤙": "passed" }, "🤏", "unknown"],
    [{ "🤙": "passed" }, "", "unknown"],
    [{ B: "passed" }, "B-", "unknown"],
    [{ "B-": "failed", B: "passed" }, "B", "passed"],
    [{ greenlit: "passed" }, "!greenlit", "unknown"],
    [{ "green-lit": "passed" }, "Green Lit", "passed"],
    [{ "o.k": "passed" }, "o.k.", "passed"],
  ])(
    "are told apart by their signs, and not by case and separators: %j, and the verdict is %s",
    async (taught, verdict, read) => {
      expect((await readBy({ words: taught }, { verdict })).verdict).toBe(read);
    },
  );

  const words = {
    greenlit: "passed",
    "Thumbs down": "failed",
    parked: "undecided",
    rolling: "running",
    left: "skipped",
  } as const;

  it.each([
    ["greenlit", "passed"],
    ["GREENLIT", "passed"],
    ["green-lit", "passed"],
    ["thumbs_down", "failed"],
    ["parked", "unknown"],
    ["not greenlit", "unknown"],
    ["greenlight", "unknown"],
  ])("give a run's status a meaning: %s", async (status, verdict) => {
    expect((await readBy({}, { status })).verdict).toBe("unknown");
    const reading = await readBy({ words }, { status });
    expect(reading).toMatchObject({ verdict, isRunning: false });
  });

  it("name a run that goes on, and a word that is only guessed to mean so can be corrected", async () => {
    expect(await readBy({ words }, { status: "rolling" })).toMatchObject({ isRunning: true });
    expect(await readBy({}, { status: "shipping" })).toMatchObject({ isRunning: true });
    const rules = { words: { shipping: "passed" } } as const;
    expect(await readBy(rules, { status: "shipping" })).toMatchObject({ verdict: "passed" });
  });

  const cases = [
    { name: "pays", status: "greenlit" },
    { name: "refunds", status: "thumbs down" },
    { name: "waits", status: "parked" },
    { name: "starts", status: "left" },
  ];
  const statuses = ({ cases }: Reading) => cases.map(({ status }) => status);

  it("give cases a status, in a list, in a map and from `cases`", async () => {
    const read = ["passed", "failed", "other", "skipped"];
    expect(statuses(await readBy({ words }, { results: cases }))).toEqual(read);
    const map = Object.fromEntries(cases.map(({ name, status }) => [name, status]));
    expect(statuses(await readBy({ words }, { tests: map }))).toEqual(read);
    expect(statuses(await readBy({ words, cases: "items" }, { items: cases }))).toEqual(read);
  });

  it("contradict a pass in a part of a case", async () => {
    const response = {
      status: "passed",
      results: [{ name: "pays", status: "passed", steps: [{ status: "thumbs down" }] }],
    };
    expect((await readBy({}, response)).verdict).toBe("passed");
    expect((await readBy({ words }, response)).verdict).toBe("unknown");
  });

  it("leave the evidence as the response has it", async () => {
    const { evidence } = await readBy({ words }, { status: "greenlit" });
    expect(evidence.basis).toMatchObject({ facts: [{ value: "greenlit", status: "passed" }] });
  });

  it("say nothing about a review or a decision", async () => {
    const open = { status: "passed", reviews: [{ id: "rev_1", status: "greenlit" }] };
    const { reviews } = await readBy({ words }, open);
    expect(reviews).toEqual((await readBy({}, open)).reviews);
    const read = createRuleReader({ words }, evaluateExpression);
    const request = { operation: "submitReview", id: "rev_1" } as const;
    const decided = { id: "rev_1", status: "greenlit" };
    expect(await read(decided, { request })).toEqual(readResponse(decided, { request }));
  });

  it("may say that accepted cases passed, because the word has two meanings", async () => {
    const accepted = { cases: [{ name: "Greets", status: "accepted" }] };
    expect(await findRuleErrors({ words: { accepted: "passed" } }, evaluateExpression)).toEqual([]);
    expect((await readBy({ words: { accepted: "passed" } }, accepted)).verdict).toBe("passed");
    const unread = await readBy({}, accepted);
    expect(unread).toMatchObject({ verdict: "unknown", isRunning: true });
    expect(unread.evidence.remedy).toEqual({ by: "words", word: "accepted" });
    expect((await readBy({}, { status: "accepted" })).evidence).not.toHaveProperty("remedy");
  });

  it.each([
    [{ failed: "passed" }, "`words.failed`: it is a known word for a failure, so it can't mean passed"],
    [
      { greenlit: "passed", "Green-Lit": "undecided" },
      "`words.Green-Lit`: only its case or separators differ from `greenlit`, which means passed",
    ],
    [{ "Timed out": "skipped" }, "`words.Timed out`: it is a known word for"],
    [{ loginfailed: "passed" }, "`words.loginfailed`: it is a known word for a failure"],
    [{ queued: "passed" }, "`words.queued`: it is a known word for a run that goes on"],
    [{ inconclusive: "passed" }, "`words.inconclusive`: it is a known word for an open verdict"],
  ] as const)("never make a known bad word good: %o", async (words, message) => {
    const errors = await findRuleErrors({ words }, evaluateExpression);
    expect(errors.map(error => error.message)).toEqual([expect.stringContaining(message)]);
    const [word = ""] = Object.keys(words);
    expect((await readBy({ words }, { status: word })).verdict).not.toBe("passed");
  });

  it("may make a known word worse", async () => {
    const words = { passed: "undecided", ok: "failed" } as const;
    expect(await findRuleErrors({ words }, evaluateExpression)).toEqual([]);
    expect((await readBy({ words }, { status: "passed" })).verdict).toBe("unknown");
    expect((await readBy({ words }, { status: "ok" })).verdict).toBe("failed");
  });
});

describe("running", () => {
  const running = "state != 'closed'";
  const passing = { status: "passed", total: 1, passed: 1 };

  it("says that a run goes on, whatever else the response says", async () => {
    for (const status of ["passed", "failed"]) {
      const reading = await readBy({ running, passWhen: "true" }, { ...passing, status, state: "open" });
      expect(reading).toMatchObject({ isRunning: true, verdict: "unknown", runVerdict: "unknown" });
      expect(reading.evidence).toEqual({ basis: { kind: "running" }, notes: [] });
    }
  });

  it("changes nothing when it is false and the run seems to be over", async () => {
    for (const status of ["passed", "failed", "odd"]) {
      const closed = { ...passing, status, state: "closed" };
      expect(await readBy({ running }, closed)).toEqual(await readBy({}, closed));
    }
  });

  it("ends a run that seems to go on when it is false, but doesn't pass it", async () => {
    const closed = { ...passing, queued: 3, state: "closed" };
    expect(await readBy({}, closed)).toMatchObject({ isRunning: true });
    const reading = await readBy({ running }, closed);
    expect(reading).toMatchObject({ isRunning: false, verdict: "unknown" });
    expect(reading.evidence.objection).toMatchObject({ facts: [{ name: "queued" }] });
    expect(await readBy({ running, passWhen: "true" }, closed)).toMatchObject({ verdict: "passed" });
    expect(await readBy({ running }, { ...closed, status: "failed", failed: 1 })).toMatchObject({
      verdict: "failed",
    });
  });

  it("turns a pass into unknown when it is neither true nor false", async () => {
    const { verdict, isRunning, evidence } = await readBy(
      { running: "state" },
      { ...passing, state: "closed" },
    );
    expect([verdict, isRunning]).toEqual(["unknown", false]);
    expect(evidence.notes).toEqual([
      { kind: "running-undecided", yields: { type: "value", value: "closed" } },
    ]);
  });

  it("turns a pass into unknown when it fails", async () => {
    expect(await mistake({ running: "$sum(state)" }, { state: "closed" })).toContain(
      "`running`, in $sum(state)",
    );
  });
});

describe("cases that the team has described", () => {
  const cases = "talks.{ 'name': about, 'status': fate = 'kept' }";
  const talks = [
    { about: "Cancels", fate: "kept" },
    { about: "Error page", fate: "kept" },
  ];

  it("aren't contradicted by other fields of their list", async () => {
    expect((await readBy({ cases }, { talks })).verdict).toBe("passed");
  });

  it("keep what else explains a case under the same name", async () => {
    const others = '$map(runs, function($r) { { "name": $r.title, "status": $r.outcome } })';
    const run = {
      ...{ title: "Cancels", outcome: "failed", duration_ms: 1200, message: "It was rude" },
      metrics: [{ name: "tone", score: 0.2, threshold: 0.8 }],
    };
    expect(
      (await readBy({ cases: others }, { runs: [run, { title: "Greets", outcome: "passed" }] })).cases,
    ).toEqual([
      expect.objectContaining({
        ...{ name: "Cancels", status: "failed", durationMs: 1200, message: "It was rude" },
        metrics: [expect.objectContaining({ name: "tone", value: 0.2 })],
      }),
      expect.objectContaining({ name: "Greets", status: "passed" }),
    ]);
  });

  it("are contradicted by a flag of a case that they give as passed, and not by the words that they replace", async () => {
    const others = '$map(runs, function($r) { { "name": $r.title, "status": $r.outcome } })';
    const readRun = (more: JsonObject) =>
      readBy({ cases: others }, { runs: [{ title: "Cancels", outcome: "passed", ...more }] });
    expect((await readRun({})).verdict).toBe("passed");
    for (const flag of ["aborted", "reviewRequired", "timedOut"])
      expect((await readRun({ [flag]: true })).verdict).toBe("unknown");
    expect((await readRun({ result: "inconclusive" })).verdict).toBe("passed");
  });

  it("are contradicted by fields of the run", async () => {
    for (const more of [
      { status: "failed" },
      { failed: 1 },
      { crashed: true },
      { summary: { aborted: true } },
    ])
      expect((await readBy({ cases }, { talks, ...more })).verdict).not.toBe("passed");
  });
});
