import { describe, expect, test } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../../../shared/json.ts";
import type { VerdictRemedy } from "../../../shared/reading/evidence.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import { comparePayloads } from "../../payloads/run.ts";
import { excerpt, responses } from "./table.ts";

const done = { name: "a", status: "passed" };

function remedyOn(response: JsonObject): VerdictRemedy | undefined {
  return readResponse(response).evidence.remedy;
}

describe("an unknown reading has a remedy:", () => {
  test.each<[JsonObject, string]>([
    [{ status: "finished", pass_rate: 100 }, 'pass_rate = 100 and status = "finished"'],
    [{ status: "finished", success_rate: 1 }, 'success_rate = 1 and status = "finished"'],
    [
      { results: [{ id: "1", status: "success" }] },
      '$count(results[status = "success"]) = $count(results) and $count(results) > 0',
    ],
  ])("%j: `pass-when: %s`", async (response, suggestion) => {
    expect(remedyOn(response)).toMatchObject({ passWhen: suggestion });
    expect(await readWith(suggestion, response)).toBe("passed");
  });

  test.each<[JsonObject, string]>([
    [{ status: "greenlit", total: 3, passed: 3 }, "greenlit"],
    [{ state: "greenlit", data: { total: 1, tests: [done] } }, "greenlit"],
    [{ tests: [done, { name: "b", status: "tepid" }] }, "tepid"],
  ])("%j: the meaning of %s, because a word is the smallest rule", async (response, word) => {
    expect(remedyOn(response)).toEqual({ by: "words", word });
    const read = createRuleReader({ words: { [word]: "passed" } }, evaluateExpression);
    expect((await read(response)).verdict).toBe("passed");
  });

  test("no word is asked for where its meaning would decide nothing", () => {
    const others: JsonObject[] = [
      { verdict: "passed", summary: { failed: 2, passed: 1 }, state: "tepid" },
      { status: "passed", grade: "A", failed: 1 },
      { state: "a text that is much too long to be a word, because it tells a whole story" },
    ];
    for (const response of others) expect(remedyOn(response)?.by, excerpt(response)).not.toBe("words");
  });

  test("the fields that are not understood, one for each name, because all else counts beside them", async () => {
    const response = {
      status: "passed",
      threads: 5,
      tests: [
        { ...done, dropouts: 3 },
        { ...done, name: "b", dropouts: 4 },
      ],
    };
    const { evidence } = readResponse(response);
    expect(evidence.objection).toMatchObject({
      facts: [{ path: "threads" }, { path: "tests[0].dropouts" }],
      meaning: "not-understood",
    });
    expect(evidence.remedy).toEqual({ by: "fields", fields: ["threads", "dropouts"] });
    const read = createRuleReader({ words: { threads: "skipped", dropouts: "skipped" } }, evaluateExpression);
    expect((await read(response)).verdict).toBe("passed");
    expect((await read({ ...response, aborted: true })).verdict).toBe("unknown");
    expect((await read({ ...response, glitches: 2 })).verdict).toBe("unknown");
  });

  test("an unknown name with a word: the name, or the word, which perhaps says how it went", () => {
    const response = { status: "passed", befund: "einwandfrei" };
    expect(remedyOn(response)).toEqual({ by: "fields", fields: ["befund"], otherwise: "einwandfrei" });
    expect(evidenceText(readResponse(response).evidence)).toMatch(
      /Otherwise say there what `einwandfrei` means\.$/,
    );
  });

  test("capitals under an unknown name: the name, because they can be the name of something", () => {
    expect(remedyOn({ verdict: "PASS", ecu: "IVI" })).toEqual({
      by: "fields",
      fields: ["ecu"],
      otherwise: "IVI",
    });
    expect(remedyOn({ verdict: "PASS", st: "ARMED" })).toEqual({ by: "words", word: "ARMED" });
  });

  test("a state in another language: its word, together with the names that say nothing", () => {
    const run = { lote: "altas-y-bajas", estado: "finalizada" };
    expect(remedyOn({ ejecucion: run, dictamen: "aprobado" })).toEqual({ by: "words", word: "aprobado" });
    expect(remedyOn({ verdict: "PASS", ...run })).toEqual({
      by: "fields",
      fields: ["lote"],
      word: "finalizada",
    });
  });

  test("a flag that is true: it speaks for a pass, so that false in a later run counts", async () => {
    const response = { status: "passed", cumplido: true, dropouts: 3, cases: [done] };
    const { evidence } = readResponse(response);
    expect(evidence.remedy).toEqual({ by: "fields", fields: ["cumplido", "dropouts"], flags: ["cumplido"] });
    expect(evidenceText(evidence)).toContain(
      "If `cumplido` is true in each pass and the other says nothing about the verdict, whatever its value is, add `words: { cumplido: passed, dropouts: skipped }` to `report`",
    );
    const read = createRuleReader({ words: { cumplido: "passed", dropouts: "skipped" } }, evaluateExpression);
    const verdictWith = async (cumplido: boolean) => (await read({ ...response, cumplido })).verdict;
    expect([await verdictWith(true), await verdictWith(false)]).toEqual(["passed", "unknown"]);
  });

  test("an object beside a pass by its cases: its name, because its fields are looked at as well", () => {
    const cases = [{ name: "a", status: "passed" }];
    expect(remedyOn({ cases, agente: { id: 7 } })).toEqual({ by: "fields", fields: ["agente"] });
    expect(remedyOn({ cases, agente: [{ id: 7 }] })?.by).toBe("pass-when");
  });

  test.each<JsonObject>([
    { passed: 3, failed: 0, parameter: ["x", "y"] },
    { status: "passed", stopped_by: "mia" },
  ])("neither the name nor a word of %j, because that would hide what it says", response => {
    expect(readResponse(response).verdict).toBe("unknown");
    expect(["words", "fields"]).not.toContain(remedyOn(response)?.by);
  });

  test("no expression is suggested where a failure or a missing part shows, or where none could ask for all", () => {
    const doubtful: JsonObject[] = [
      { total: 12, failedCount: 0 },
      { stats: { passes: 2, failures: 0, pending: 1 } },
      { verdict: "passed", summary: { failed: 2, passed: 1 } },
      { status: "finished", success_rate: 0.97 },
      { verdict: "passed", gates: [{ name: "b", verdict: "fail" }] },
      { passed: true, state: "tepid", error: "worker lost" },
      { state: "tepid", passed: "3", total: "3" },
      { data: { tests: [done, { name: "b", status: "tepid" }] } },
      { tests: [{ ...done, checks: [{ name: "polite", passed: false }] }] },
      { has_more: true, tests: [done] },
      { status: "passed", total: 0 },
      { requested: 50, tests: [done] },
      { expected_cases: 50, tests: [done], total: 1 },
    ];
    for (const response of doubtful) expect(remedyOn(response)?.passWhen, excerpt(response)).toBeUndefined();
  });

  test.each<[JsonObject, VerdictRemedy["by"]]>([
    [{ status: "completed" }, "pass-when"],
    [{ id: "x" }, "pass-when"],
    [{ passed: 0, failed: 0, total: 0 }, "more-cases"],
    [{ results: [] }, "more-cases"],
    [{ status: "completed", results: [] }, "more-cases"],
    [{ status: "passed", total: 0 }, "more-cases"],
    // Another run does not help a check that is not met.
    [{ outcome: "passed", checks: [{ name: "polite", met: false }] }, "pass-when"],
    [{ verdict: "passed", awaitingReview: 2 }, "decision"],
    [{ tests: [done, { name: "b", status: "needs review" }] }, "decision"],
    // Reviews have words of their own.
    [{ tests: [{ ...done, review: { id: "rev_1", state: "required" } }] }, "decision"],
    [{ tests: [{ ...done, reviewStatus: "required" }] }, "decision"],
    [{ verdict: "passed", qa: { awaiting_listen: 2 } }, "decision"],
    [
      {
        tests: [
          { ...done, completedAt: null },
          { ...done, completedAt: "2026-01-01T00:00:00Z" },
        ],
      },
      "pass-when",
    ],
    [{ completed: 1, tests: [done, { ...done, name: "b" }] }, "pass-when"],
    [{ tests: [done, { name: "b", status: "cancelled" }] }, "run"],
    [{ status: "cancelled" }, "run"],
    // Each case has its status, so a list of cases would add nothing.
    [{ has_more: true, tests: [done] }, "pass-when"],
    [{ total: 40, tests: [done] }, "pass-when"],
    [{ status: "passed", summary: { failed: 1 }, tests: [done] }, "pass-when"],
    [{ test_runs: [{ name: "a" }, { name: "b" }] }, "cases"],
    // Nobody can decide a review where there is none.
    [{ status: "passed", stale: true, tests: [done] }, "run"],
    [{ tests: [done, { name: "b", status: "inconclusive" }] }, "run"],
    [{ tests: [done, { name: "b", status: "inconclusive", review: { id: "rev_1" } }] }, "decision"],
  ])("%j: by %s", (response, by) => {
    expect(remedyOn(response)).toEqual({ by });
  });

  test.each<[ReadingRules, JsonObject, VerdictRemedy]>([
    [{ passWhen: "greenlit" }, { status: "greenlit" }, { by: "pass-when", isCorrection: true }],
    [
      { passWhen: "greenlit" },
      { total: 3, passed: 3, status: "tepid" },
      { by: "pass-when", isCorrection: true },
    ],
    [
      { passWhen: "greenlit" },
      { tests: [{ name: "a", status: "tepid" }] },
      { by: "pass-when", isCorrection: true },
    ],
    [{ passWhen: "greenlit" }, { status: "cancelled" }, { by: "run" }],
    [
      { cases: "tests.{'name': a, 'status': b}" },
      { tests: [{ a: "a", b: "tepid" }] },
      { by: "cases", isCorrection: true },
    ],
    [
      { cases: "tests.{'name': name, 'status': status}" },
      { has_more: true, tests: [done] },
      { by: "pass-when" },
    ],
  ])("%j on %j doesn't ask for an expression that is there", async (sources, response, remedy) => {
    const { evidence } = await createRuleReader(sources, evaluateExpression)(response);
    expect(evidence.remedy).toEqual(remedy);
  });

  test("but not if it is still running or decided, or if another run would be the same", () => {
    for (const word of ["dry-run", "preview", "validate_only"])
      expect(remedyOn({ status: "passed", mode: word })).toBeUndefined();
    for (const response of [
      { status: "draft", tests: [done] },
      { status: "running" },
      { status: "failed", failed: 1 },
      { tests: [done] },
    ])
      expect(remedyOn(response)).toBeUndefined();
  });

  test("a remedy never takes the success of a call for a pass", () => {
    const calls = [{ success: true }, { success: false, error: "quota" }, { status: "success", id: "1" }];
    for (const response of calls) expect(remedyOn(response)?.passWhen).toBeUndefined();
  });

  test("a remedy contains no name that needs quotes or is too long", () => {
    const odd = [
      { "a b": { failed: 0 } },
      { "x`y": { failed: 0 } },
      { and: { failed: 0 } },
      { [`a${"b".repeat(50)}`]: { failed: 0 } },
      { tests: [{ name: "a", "a status": "passed" }] },
    ];
    for (const response of odd) expect(remedyOn(response)?.passWhen).toBeUndefined();
  });

  test("every suggested expression is true of its response", async () => {
    let suggestions = 0;
    for (const response of [...responses, ...unknownWhole]) {
      const passWhen = remedyOn(response)?.passWhen;
      if (passWhen === undefined) continue;
      suggestions += 1;
      expect(await readWith(passWhen, response), `${passWhen} on ${excerpt(response)}`).toBe("passed");
    }
    expect(suggestions).toBeGreaterThan(10);
  });

  test("and passes no response of which a case is gone, failed or undecided, or whose run goes on", async () => {
    let tried = 0;
    for (const response of [...responses, ...unknownWhole]) {
      const passWhen = remedyOn(response)?.passWhen;
      if (passWhen === undefined) continue;
      for (const worse of worsen(response, passWhen)) {
        tried += 1;
        expect(await readWith(passWhen, worse), `${passWhen} on ${JSON.stringify(worse)}`).not.toBe("passed");
      }
    }
    expect(tried).toBeGreaterThan(80);
  });
});

async function readWith(passWhen: string, response: JsonObject): Promise<Verdict> {
  return (await createRuleReader({ passWhen }, evaluateExpression)(response)).verdict;
}

const passWord = /"(?:passed|pass|succeeded|completed|finished)"(?!:)/gi;

/** Responses that passed, but whose word for it is unknown. */
const unknownWhole: readonly JsonObject[] = [
  ...comparePayloads().map(({ response }) => response),
  ...responses,
].flatMap(response =>
  readResponse(response).verdict === "passed"
    ? [
        { ...response, status: "greenlit" },
        JSON.parse(JSON.stringify(response).replaceAll(passWord, '"done well"')),
      ]
    : [],
);

function worsen(response: JsonObject, passWhen: string): JsonObject[] {
  const changed = (change: (copy: JsonObject) => void): JsonObject => {
    const copy = structuredClone(response);
    change(copy);
    return copy;
  };
  const worse = ["status", "state"]
    .filter(name => passWhen.includes(`${name} = "`) && typeof response[name] === "string")
    .map(name => changed(copy => Object.assign(copy, { [name]: "running" })));
  for (const [, path = "", name = "", value = ""] of passWhen.matchAll(
    /\$count\(([\w.]+)\[(\w+) = ([^\]]+)\]\)/g,
  )) {
    const listIn = (from: JsonObject) =>
      path.split(".").reduce<JsonValue>((at, step) => Reflect.get(Object(at), step), from) as JsonObject[];
    const hasTotal = !passWhen.includes(`= $count(${path})`);
    for (const index of listIn(response).keys()) {
      for (const other of value === "true"
        ? [false, null]
        : ["failed", "error", "needs review", "running", null])
        worse.push(changed(copy => Object.assign(listIn(copy)[index] ?? {}, { [name]: other })));
      worse.push(changed(copy => Reflect.deleteProperty(listIn(copy)[index] ?? {}, name)));
      if (hasTotal) worse.push(changed(copy => void listIn(copy).splice(index, 1)));
    }
    worse.push(changed(copy => void listIn(copy).splice(0)));
  }
  for (const [, path = ""] of passWhen.matchAll(/^([\w.]+) = [\w.]+ and/g))
    worse.push(
      changed(copy => {
        const steps = path.split(".");
        const holder = steps.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
        Object.assign(Object(holder), { [steps.at(-1) ?? ""]: 0 });
      }),
    );
  return worse;
}
