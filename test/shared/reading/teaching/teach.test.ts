import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ReadingRules, TaughtStatus } from "../../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../../shared/json.ts";
import { evaluateExpression } from "../../../../shared/reading/expressions/evaluate.ts";
import type { PlacePath } from "../../../../shared/reading/place.ts";
import { createRuleReader } from "../../../../shared/reading/rules.ts";
import { type Lesson, missingFields, teach } from "../../../../shared/reading/teaching/teach.ts";
import { commonPath, fieldNamesOf, usesAt, valuesAt } from "../../../../shared/reading/teaching/teachable.ts";

type Meant = Readonly<Record<string, TaughtStatus>>;

/** A path as people write it: `results.0.status`. */
function at(path: string): PlacePath {
  return path.split(".").map(step => (/^\d+$/.test(step) ? Number(step) : step));
}

function lesson(use: Lesson["use"], path: string, meant: Meant = {}, more: Partial<Lesson> = {}): Lesson {
  const meanings = new Map(
    Object.entries(meant).map(([value, meaning]) => [
      value === "true"
        ? true
        : value === "false"
          ? false
          : value.startsWith("#")
            ? Number(value.slice(1))
            : value,
      meaning,
    ]),
  );
  return { use, path: at(path), meanings, ...more };
}

function taught(response: JsonObject, lessons: readonly Lesson[], rules: ReadingRules = {}): ReadingRules {
  return lessons.reduce((before, each) => teach(before, response, each), rules);
}

async function read(response: JsonObject, rules: ReadingRules) {
  const { verdict, isRunning, cases, evidence } = await createRuleReader(rules, evaluateExpression)(response);
  return { verdict, isRunning, evidence, cases: cases.map(({ name, status }) => `${name} ${status}`) };
}

const mabl: JsonObject = JSON.parse(
  readFileSync(
    new URL("../../../payloads/corpus/mabl-deployment-retry-complete.json", import.meta.url),
    "utf8",
  ),
);

interface Team {
  readonly name: string;
  readonly response: JsonObject;
  readonly lessons: readonly Lesson[];
  readonly rules: ReadingRules;
  readonly verdict: "passed" | "failed" | "unknown";
  readonly isRunning?: true;
  readonly cases?: readonly string[];
}

const teams: readonly Team[] = [
  {
    name: "a verdict that contradicts the counts of a retried plan",
    response: mabl,
    lessons: [lesson("verdict", "event_status.succeeded", { true: "passed" })],
    rules: { passWhen: "event_status.succeeded" },
    verdict: "passed",
  },
  {
    name: "a status with a word of the team's own",
    response: { id: "run_1", status: "greenlit" },
    lessons: [lesson("verdict", "status", { greenlit: "passed" })],
    rules: { words: { greenlit: "passed" } },
    verdict: "passed",
  },
  {
    name: "cases with words of the team's own, of which one is known",
    response: {
      results: [
        { name: "pays", status: "nailed it" },
        { name: "refunds", status: "meh" },
        { name: "asks", status: "passed" },
      ],
    },
    lessons: [
      lesson("status", "results.0.status", { "nailed it": "passed", meh: "failed", passed: "passed" }),
    ],
    rules: { words: { "nailed it": "passed", meh: "failed" } },
    verdict: "failed",
    cases: ["pays passed", "refunds failed", "asks passed"],
  },
  {
    name: "a verdict under a name that nobody could know",
    response: { fate: "thumbs-up", mood: "calm" },
    lessons: [lesson("verdict", "fate", { "thumbs-up": "passed", "thumbs-down": "failed" })],
    rules: { words: { "thumbs-up": "passed", "thumbs-down": "failed" } },
    verdict: "passed",
  },
  {
    name: "a number as the verdict, and another as a run that goes on",
    response: { outcome: { grade: 9 } },
    lessons: [
      lesson("verdict", "outcome.grade", { "#1": "passed", "#2": "passed", "#3": "failed", "#9": "running" }),
    ],
    rules: {
      passWhen: "outcome.grade in [1, 2] ? true : outcome.grade = 3 ? false",
      running: "outcome.grade = 9",
    },
    verdict: "unknown",
    isRunning: true,
  },
  {
    name: "a list of conversations with fields of other names",
    response: {
      dialogs: [
        { about: { headline: "Books a table" }, fate: "kept" },
        { about: { headline: "Cancels" }, fate: "dropped" },
      ],
    },
    lessons: [
      lesson("cases", "dialogs"),
      lesson("name", "dialogs.0.about.headline"),
      lesson("status", "dialogs.1.fate", { kept: "passed", dropped: "failed" }),
    ],
    rules: {
      cases: 'dialogs.{ "name": about.headline, "status": fate }',
      words: { kept: "passed", dropped: "failed" },
    },
    verdict: "failed",
    cases: ["Books a table passed", "Cancels failed"],
  },
  {
    name: "cases in groups, with statuses as numbers",
    response: {
      chapters: [
        { title: "Money", dialogs: [{ title: "pays", close: 1 }] },
        {
          title: "Time",
          dialogs: [
            { title: "waits", close: 4 },
            { title: "comes", close: 1 },
          ],
        },
      ],
    },
    lessons: [
      lesson("cases", "chapters.0.dialogs"),
      lesson("status", "chapters.0.dialogs.0.close", { "#1": "passed", "#4": "skipped" }),
    ],
    rules: {
      cases: 'chapters.dialogs.{ "name": title, "status": close }',
      words: { "1": "passed", "4": "skipped" },
    },
    verdict: "passed",
    cases: ["pays passed", "waits skipped", "comes passed"],
  },
  {
    name: "an object whose values are cases under their names",
    response: {
      vorgaenge: {
        "Bucht einen Tisch": { ausgang: "gut", dauer: 3 },
        Storniert: { ausgang: "mies", dauer: 4 },
      },
    },
    lessons: [
      lesson("cases", "vorgaenge"),
      lesson("status", "vorgaenge.0.ausgang", { gut: "passed", mies: "failed" }),
    ],
    rules: {
      cases: 'vorgaenge.$each(function($case, $key) {{ "name": $key, "status": $case.ausgang }})',
      words: { gut: "passed", mies: "failed" },
    },
    verdict: "failed",
    cases: ["Bucht einen Tisch passed", "Storniert failed"],
  },
  {
    name: "an object with a single case",
    response: { talks: { pays: { fate: "kept" } } },
    lessons: [lesson("cases", "talks"), lesson("status", "talks.0.fate", { kept: "passed" })],
    rules: {
      cases: 'talks.$each(function($case, $key) {{ "name": $key, "status": $case.fate }})',
      words: { kept: "passed" },
    },
    verdict: "passed",
    cases: ["pays passed"],
  },
  {
    name: "names that JSONata needs in backticks",
    response: { "call-log": [{ "short-title": "pays", in: true }] },
    lessons: [
      lesson("cases", "call-log"),
      lesson("name", "call-log.0.short-title"),
      lesson("status", "call-log.0.in"),
    ],
    rules: { cases: '`call-log`.{ "name": `short-title`, "status": `in` }' },
    verdict: "passed",
    cases: ["pays passed"],
  },
  {
    name: "a word that waits for a person",
    response: { results: [{ name: "pays", status: "parked" }] },
    lessons: [lesson("status", "results.0.status", { parked: "undecided" })],
    rules: { words: { parked: "undecided" } },
    verdict: "unknown",
    cases: ["pays other"],
  },
  {
    name: "a word that only sounds like a run that goes on",
    response: { results: [{ name: "pays", status: "shipping" }] },
    lessons: [lesson("status", "results.0.status", { shipping: "passed" })],
    rules: { words: { shipping: "passed" } },
    verdict: "passed",
    cases: ["pays passed"],
  },
  {
    name: "a field more in an expression that was taught before",
    response: { talks: [{ label: "pays", fate: "ok", took: 3, who: { alias: "Hurried parent" } }] },
    lessons: [
      lesson("cases", "talks"),
      lesson("status", "talks.0.fate"),
      lesson("duration", "talks.0.took", {}, { unitMs: 1000 }),
      lesson("persona", "talks.0.who.alias"),
    ],
    rules: {
      cases: 'talks.{ "name": label, "status": fate, "duration": took * 1000, "persona": who.alias }',
    },
    verdict: "passed",
    cases: ["pays passed"],
  },
];

describe("a person says how the response is read, and it is read so from then on", () => {
  test.each(teams.map(team => [team.name, team] as const))("%s", async (_, team) => {
    const { response, lessons, rules, verdict, isRunning = false, cases } = team;
    const before = await read(response, {});
    const after = await read(response, rules);
    expect(taught(response, lessons)).toEqual(rules);
    expect(after).toMatchObject({ verdict, isRunning, ...(cases !== undefined && { cases }) });
    expect(after).not.toEqual(before);
  });
});

describe("a taught verdict does not outweigh the cases that were taught as well", () => {
  const response = {
    ergebnis: "gelungen",
    faelle: [
      { titel: "Adresse ändern", ausgang: "misslungen" },
      { titel: "Termin buchen", ausgang: "gelungen" },
    ],
  };
  const green = { ...response, faelle: response.faelle.slice(1) };
  const verdict = lesson("verdict", "ergebnis", { gelungen: "passed", misslungen: "failed" });
  const inCases = { gelungen: "passed", misslungen: "failed" } as const;
  const cases = [
    lesson("cases", "faelle"),
    lesson("name", "faelle.0.titel"),
    lesson("status", "faelle.0.ausgang", inCases),
  ];

  test.each([
    ["first", [verdict, ...cases]],
    ["last", [...cases, verdict]],
    ["again", [verdict, ...cases, verdict, ...cases]],
  ])("when it is taught %s", async (_, lessons) => {
    const rules = taught(response, lessons);
    // The run says passed, and a case says failed.
    expect(await read(response, rules)).toMatchObject({
      verdict: "unknown",
      cases: ["Adresse ändern failed", "Termin buchen passed"],
    });
    expect((await read(green, rules)).verdict).toBe("passed");
    expect((await read({ ...green, ergebnis: "misslungen" }, rules)).verdict).toBe("unknown");
    const unknownWord = { ...green, faelle: [{ titel: "Termin buchen", ausgang: "halb" }] };
    expect((await read(unknownWord, rules)).verdict).toBe("unknown");
  });

  test("when it is a flag, and the cases are in a map", async () => {
    const inMap = { allGood: true, chats: { greets: { fate: "kept" }, refunds: { fate: "dropped" } } };
    const rules = taught(inMap, [
      lesson("verdict", "allGood", { true: "passed" }),
      lesson("cases", "chats"),
      lesson("status", "chats.0.fate", { kept: "passed", dropped: "failed" }),
    ]);
    expect((await read(inMap, rules)).verdict).toBe("failed");
    const fine = { allGood: true, chats: { greets: { fate: "kept" } } };
    expect((await read(fine, rules)).verdict).toBe("passed");
    expect((await read({ ...fine, allGood: false }, rules)).verdict).toBe("failed");
  });
});

describe("a list that was taught from one response leaves other responses with other lists as they are:", () => {
  const chats = { chats: [{ titel: "Adresse", ausgang: "gut" }] };
  const calls = { gespraeche: [{ thema: "Termin", note: "super" }] };
  const plain = { status: "passed", results: [{ name: "pays", status: "passed" }] };
  const ofChats = [
    lesson("cases", "chats"),
    lesson("name", "chats.0.titel"),
    lesson("status", "chats.0.ausgang", { gut: "passed" }),
  ];
  const ofCalls = [
    lesson("cases", "gespraeche"),
    lesson("name", "gespraeche.0.thema"),
    lesson("status", "gespraeche.0.note", { super: "passed" }),
  ];
  const learn = (rules: ReadingRules, response: JsonObject, lessons: Lesson[], others: JsonObject[] = []) =>
    lessons.reduce((before, each) => teach(before, response, each, others), rules);

  test("one that was taught before", async () => {
    const rules = learn(learn({}, chats, ofChats), calls, ofCalls);
    expect(rules.cases).toBe(
      '[chats.{ "name": titel, "status": ausgang }, gespraeche.{ "name": thema, "status": note }]',
    );
    expect(await read(chats, rules)).toMatchObject({ verdict: "passed", cases: ["Adresse passed"] });
    expect(await read(calls, rules)).toMatchObject({ verdict: "passed", cases: ["Termin passed"] });
    // It is taught anew, and the other one stays.
    expect(learn(rules, chats, ofChats).cases).toContain("gespraeche.{");
  });

  test("one that the reader finds by itself", async () => {
    const rules = learn({}, chats, ofChats, [plain]);
    expect(await read(chats, rules)).toMatchObject({ verdict: "passed", cases: ["Adresse passed"] });
    expect(await read(plain, rules)).toMatchObject({ verdict: "passed", cases: ["pays passed"] });
    const failed = { ...plain, results: [{ name: "pays", status: "failed" }] };
    expect((await read(failed, rules)).verdict).not.toBe("passed");
  });

  test("with a taught verdict, which passes only with the cases of each list", async () => {
    const verdict = lesson("verdict", "ende", { fein: "passed", mies: "failed" });
    const [fineChats, fineCalls] = [chats, calls].map(each => ({ ...each, ende: "fein" }));
    if (fineChats === undefined || fineCalls === undefined) throw new Error("nothing to read");
    const rules = learn(learn({}, fineChats, [...ofChats, verdict]), fineCalls, ofCalls);
    expect((await read(fineChats, rules)).verdict).toBe("passed");
    expect((await read(fineCalls, rules)).verdict).toBe("passed");
    const odd = { ...fineChats, chats: [{ titel: "Adresse", ausgang: "schlecht" }] };
    expect((await read(odd, rules)).verdict).not.toBe("passed");
  });
});

describe("refused with advice", () => {
  const response = {
    status: "failed",
    results: [{ name: "pays", status: "failed" }],
    other: [{ name: "x" }],
  };

  test("a known bad word as a pass", () => {
    expect(() => teach({}, response, lesson("verdict", "status", { failed: "passed" }))).toThrow(
      "`failed` is a known word for a bad or open outcome, so it can't mean passed.",
    );
  });

  test("a field outside the list of cases", () => {
    expect(() => teach({}, response, lesson("persona", "other.0.name"))).toThrow(
      "Say first which list has the cases.",
    );
  });

  test("a field in an expression of another form than the taught ones", () => {
    const rules = { cases: "results[status != 'x'].($x := name; { 'name': $x, 'status': status })" };
    expect(() => teach(rules, response, lesson("persona", "results.0.name"))).toThrow("edit it there");
  });
});

test("a verdict that was taught by its words leaves other responses as they are", async () => {
  const response = {
    lauf: "L1",
    ergebnis: "gelungen",
    faelle: [{ titel: "Adresse", ergebnis: "misslungen" }],
  };
  const rules = teach({}, response, lesson("verdict", "ergebnis", { gelungen: "passed" }));
  expect((await read({ lauf: "L1", ergebnis: "gelungen" }, rules)).verdict).toBe("passed");
  // A list that is not understood still counts, unlike beside `pass-when`.
  expect((await read(response, rules)).verdict).toBe("unknown");
  const others = { status: "passed", results: [{ name: "pays", status: "passed" }] };
  expect((await read(others, rules)).verdict).toBe("passed");
});

test("an unseen value of a taught verdict decides nothing", async () => {
  const rules = teach({}, { fate: "good" }, lesson("verdict", "fate", { good: "passed", bad: "failed" }));
  expect(await read({ fate: "odd" }, rules)).toMatchObject({ verdict: "unknown" });
  expect(await read({}, rules)).toMatchObject({ verdict: "unknown" });
  expect(await read({ fate: "bad" }, rules)).toMatchObject({ verdict: "failed" });
});

test("the uses of a place fit its value", () => {
  const response = {
    state: "x",
    summary: {},
    talks: [{ label: "pays", ok: true, took: 3, turns: [{ text: "hi" }] }],
  };
  expect(usesAt(response, at("state"))).toEqual(["verdict"]);
  expect(usesAt(response, at("summary"))).toEqual([]);
  expect(usesAt(response, at("talks"))).toEqual(["cases"]);
  expect(usesAt(response, at("talks.0.ok"))).toEqual(["status"]);
  expect(usesAt(response, at("talks.0.label"))).toContain("name");
  expect(usesAt(response, at("talks.0.turns"))).toContain("transcript");
  expect(usesAt(response, at("nowhere"))).toEqual([]);
});

test("the values at a place come from all elements and all responses, the frequent ones first", () => {
  const responses = [
    { suites: [{ tests: [{ fate: "good" }, { fate: "bad" }] }, { tests: [{ fate: "good" }] }] },
    { suites: [{ tests: [{ fate: null }, { fate: "odd" }, {}] }] },
  ];
  expect(valuesAt(responses, at("suites.0.tests.0.fate"))).toEqual(["good", "bad", "odd"]);
});

test("after a list was named, the fields that are still missing are known, and the names to choose from", () => {
  const response = {
    talks: [
      { headline: "pays", fate: "good" },
      { headline: "asks", took: 3 },
    ],
  };
  const rules = teach({}, response, lesson("cases", "talks"));
  expect(missingFields(rules, response)).toEqual(["name", "status"]);
  expect(fieldNamesOf(response, at("talks"))).toEqual(["headline", "fate", "took"]);
});

test("what is said of a place in one value of a map counts for all values, unless their names say something", () => {
  const fates = { pays: { fate: "kept" }, asks: { fate: "lost" } };
  const response = { talks: fates, suites: { a: fates, b: fates }, results: { passed: [{}], failed: [{}] } };
  const common = (path: string) => commonPath(response, at(path));
  expect(common("talks.pays.fate")).toEqual(at("talks.0.fate"));
  expect(usesAt(response, common("talks.asks.fate"))).toContain("status");
  expect(common("suites.b.pays.fate")).toEqual(at("suites.0.0.fate"));
  expect(common("results.failed")).toEqual(at("results.failed"));
});

test("the status of a case in a list that is not known makes the list known", () => {
  const response = { talks: [{ label: "pays", fate: "ok" }] };
  expect(teach({}, response, lesson("status", "talks.0.fate"))).toEqual({
    cases: 'talks.{ "name": label, "status": fate }',
  });
});
