import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";
import { evidenceText } from "../../../shared/report/evidence-text.ts";
import { responses, rows } from "./table.ts";

function verdict(response: JsonObject): string {
  return readResponse(response).verdict;
}

const anyResponse = fc.constantFrom(...responses);

/** Meaningful names and words in random combinations. */
const meaningful = fc.letrec<{ value: JsonValue; object: JsonObject }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "passed",
      "failed",
      "running",
      "success",
      "pending",
      "completed",
      "skipped",
      "x",
      "",
      "no failures",
      "12",
    ),
    fc.constantFrom(true, false, null, 0, 1, 3, 200),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(
    fc.constantFrom(
      "status",
      "state",
      "result",
      "results",
      "verdict",
      "passed",
      "failed",
      "total",
      "tests",
      "cases",
      "steps",
      "data",
      "name",
      "success",
      "error",
      "errors",
      "summary",
      "suites",
      "id",
      "message",
      "pending",
      "failures",
      "run",
      "__proto__",
    ),
    tie("value"),
    { maxKeys: 5 },
  ),
})).object;

describe("any response", () => {
  it("gets a reading", () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), meaningful), value => {
        const response: unknown = JSON.parse(JSON.stringify(value));
        if (!isJsonObject(response)) return;
        const reading = readResponse(response);
        expect(evidenceText(reading.evidence)).toMatch(/^.+\.$/);
        if (reading.isRunning) expect(reading.verdict).toBe("unknown");
      }),
      { numRuns: 200 },
    );
  });

  it("with a failed case is never passed", () => {
    fc.assert(
      fc.property(meaningful, fc.constantFrom("tests", "results", "cases", "items"), (response, list) => {
        const failing = {
          ...response,
          [list]: [
            { name: "a", status: "passed" },
            { name: "b", status: "failed" },
          ],
        };
        expect(verdict(failing)).not.toBe("passed");
      }),
      { numRuns: 200 },
    );
  });

  it("with a word for running at the root is never passed", () => {
    const words = fc.constantFrom(
      "running",
      "IN_PROGRESS",
      "queued",
      "Processing",
      "not finished",
      "warming up",
    );
    fc.assert(
      fc.property(
        fc.oneof(meaningful, anyResponse),
        words,
        fc.constantFrom("status", "state", "run_status"),
        (response, word, name) => {
          const reading = readResponse({ ...response, [name]: word });
          expect([reading.verdict, reading.isRunning]).toEqual(["unknown", true]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("with a count of failures is never passed", () => {
    fc.assert(
      fc.property(
        fc.oneof(meaningful, anyResponse),
        fc.constantFrom("failed", "numFailedTests", "failure_count", "ERRORS"),
        (response, name) => {
          expect(verdict({ ...response, [name]: 2 })).not.toBe("passed");
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("field names", () => {
  const styles: readonly ((words: string[]) => string)[] = [
    words => words.join("_"),
    words => words.join("-").toUpperCase(),
    words => words.join(" "),
    words =>
      words
        .map((word, index) => (index === 0 ? word : word.replace(/^./, letter => letter.toUpperCase())))
        .join(""),
  ];

  function renamed(value: JsonValue, style: (words: string[]) => string): JsonValue {
    if (Array.isArray(value)) return value.map(inner => renamed(inner, style));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        // A name without letters is one of the syntax of XML in JSON.
        /^(?=.*[a-z])[\w-]+$/i.test(name) && !/^_(?:_proto__|text)$/.test(name) ? style(wordsOf(name)) : name,
        renamed(inner, style),
      ]),
    );
  }

  function wordsOf(name: string): string[] {
    return name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[\s_-]+/)
      .filter(Boolean);
  }

  it("mean the same in every style", () => {
    for (const [index, { response }] of rows.entries()) {
      // Rows share most names, so each row is written in two of the styles.
      const two = styles.filter((_, at) => at % 2 === index % 2);
      const as = new Set(two.map(style => verdict(renamed(response, style) as JsonObject)));
      expect([...as], JSON.stringify(response)).toEqual([verdict(response)]);
    }
  });

  it("without separators mean the same, or the run is unknown", () => {
    for (const { response } of rows) {
      const joined = verdict(renamed(response, words => words.join("")) as JsonObject);
      expect(["unknown", verdict(response)], JSON.stringify(response)).toContain(joined);
    }
  });
});

describe("a field without a meaning", () => {
  it("can only leave a pass open, and does so if nothing states the pass", () => {
    const nonsense = fc.record({
      name: fc.constantFrom("zork", "flurb_count", "xyzzy", "wombatSize", "quux-id"),
      value: fc.oneof(
        // A short word looks like an outcome, and any number can count cases.
        fc.string().map(text => `${text} zork 7`),
        fc.integer({ max: 0 }),
        fc.constant(null),
        fc.constant({ quux: 1 }),
        fc.constant([1, 2]),
      ),
    });
    fc.assert(
      fc.property(anyResponse, nonsense, fc.boolean(), (response, { name, value }, first) => {
        // A single field under the root counts whatever its name is.
        fc.pre(Object.keys(response).length > 1);
        const more = first ? { [name]: value, ...response } : { ...response, [name]: value };
        const isNothing = value === null || value === 0;
        const allowed = isNothing ? [verdict(response)] : [verdict(response), "unknown"];
        expect(allowed).toContain(verdict(more as JsonObject));
        const cases = { results: [{ name: "a", status: "passed" }], [name]: value };
        // "quux-id" and "wombatSize" end in neutral words, and no negative number counts cases.
        const isOpen = ["zork", "xyzzy"].includes(name) && typeof value !== "number" && value !== null;
        fc.pre(isOpen || isNothing);
        expect(verdict(cases as JsonObject)).toBe(isOpen ? "unknown" : "passed");
      }),
      { numRuns: 200 },
    );
  });
});

describe("hostile sizes:", () => {
  it("reads 10,000 levels", () => {
    let response: JsonObject = { status: "failed" };
    for (let level = 0; level < 10_000; level++) response = { suites: [{ name: "s", children: [response] }] };
    expect(verdict(response)).not.toBe("passed");
    let keys: JsonObject = { verdict: "failed" };
    for (let level = 0; level < 10_000; level++) keys = { [`level ${level}`]: keys };
    expect(verdict({ ...keys, a: 1 })).not.toBe("passed");
  });

  // A recursive function overflows at a fifth of these levels.
  it("reads 12,500 levels with anything in between and at the bottom", () => {
    const nested = (around: (inner: JsonObject) => JsonObject): JsonObject => {
      let inner: JsonObject = { name: "z", status: "failed" };
      for (let level = 0; level < 12_500; level++) inner = around(inner);
      return inner;
    };
    const green = { name: "a", status: "passed" };
    const inner: ((inner: JsonObject) => JsonObject)[] = [
      inner => ({ ...green, steps: [inner] }),
      inner => ({ ...green, fullName: "a", steps: [{ x: [inner] }] }),
      inner => ({ ...green, details: { y: [inner] } }),
      inner => ({ status: inner }),
      inner => ({ a: [inner] }),
    ];
    for (const around of inner)
      expect(verdict({ tests: [{ ...green, steps: [nested(around)] }] })).not.toBe("passed");
  });

  it("reads a huge text", () => {
    const text = "failed ".repeat(1_000_000);
    const reading = readResponse({ status: text, tests: [{ name: text, status: "failed", message: text }] });
    expect(reading.verdict).toBe("failed");
    expect(JSON.stringify(reading).length).toBeLessThan(50_000);
  });

  it("reads texts of 300 KB that start like a count", () => {
    for (const blank of [" ", "\t", "7"]) {
      const long = `${blank.repeat(300_000)}x`;
      const tests = [{ name: "a", status: "failed", message: long, duration: long }];
      expect(verdict({ status: "finished", pass_percentage: `100${long}`, success_rate: long, tests })).toBe(
        "failed",
      );
    }
  });
});

describe("the time grows with the size, and not with its square, for", () => {
  const size = 300;
  const growth = 10;

  /**
   * A large response takes up to three times as long as ten that together are as large. If each part were compared with
   * each, it would take ten times as long. Each response has names of its own, because names that were read before cost
   * less.
   */
  const mostGrowth = 6;

  it.each<[string, string, (indices: readonly number[]) => JsonObject]>([
    [
      "attempts, the first of them equally large",
      "unknown",
      indices => ({
        tests: [{ name: "a", status: "passed", attempts: [wide(indices), ...indices.map(() => failed)] }],
      }),
    ],
    [
      "bounds, none of which bounds another number",
      "passed",
      indices => ({
        verdict: "passed",
        bounds: fields(indices, index => `minimum measure ${index}`, 1),
        score: 1,
      }),
    ],
    [
      "parts, each with its own spelling of an outcome",
      "passed",
      indices => ({
        tests: [{ ...passed, steps: indices.map(index => ({ [spelling("status", index)]: "greeted" })) }],
      }),
    ],
    [
      "spellings of what was measured in a case",
      "unknown",
      indices => ({
        status: "passed",
        tests: [{ ...passed, ...fields(indices, index => spelling("actual", index), "refund"), dropouts: 5 }],
      }),
    ],
    [
      "spellings of what was expected in a case",
      "unknown",
      indices => ({
        status: "passed",
        tests: [
          { ...passed, ...fields(indices, index => spelling("expected", index), "refund"), dropouts: 5 },
        ],
      }),
    ],
    [
      "spellings of what was blocked, beside a stated pass",
      "unknown",
      indices => ({
        ...fields(indices, index => spelling("blocked", index), 0),
        status: "passed",
        dropouts: 5,
      }),
    ],
    [
      "names around a failed case",
      "unknown",
      indices => ({ ...fields(indices, index => `note ${index}`, 1), verdict: "passed", results: [failed] }),
    ],
    [
      "statuses in one object",
      "unknown",
      indices => fields(indices, index => `zork${index}_status`, "failed"),
    ],
    [
      "lists in one object",
      "failed",
      indices => ({ run: fields(indices, index => `xyzzy${index}_status`, [failed]) }),
    ],
    [
      "counts, each of which needs a pair",
      "unknown",
      indices => fields(indices, index => spelling("expected", index), 1),
    ],
    [
      "plain values among cases",
      "unknown",
      indices => ({ status: "passed", tests: [passed, ...indices.map(() => "a")] }),
    ],
    [
      "cases of one name in two lists",
      "failed",
      indices => ({ tests: indices.map(() => passed), failures: indices.map(() => failed) }),
    ],
    // On a busy machine, a garbage collection can fall into one of the two measurements.
  ])("%s", { retry: 2 }, (_, wanted, responseOf) => {
    const small = list(growth, part => responseOf(list(size, index => part * size + index)));
    const large = responseOf(list(growth * size, index => growth * size + index));
    const timeOf = (responses: readonly JsonObject[]) => {
      const before = process.cpuUsage();
      for (const response of responses) expect(verdict(response)).toBe(wanted);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const few = timeOf(small);
    const many = timeOf([large]);
    expect(many / few).toBeLessThan(mostGrowth);
  });

  const passed = { name: "a", status: "passed" };
  const failed = { name: "a", status: "failed" };

  function list<Element>(length: number, element: (index: number) => Element): Element[] {
    return Array.from({ length }, (_, index) => element(index));
  }

  function fields(
    indices: readonly number[],
    nameOf: (index: number) => string,
    value: JsonValue,
  ): JsonObject {
    return Object.fromEntries(indices.map(index => [nameOf(index), value]));
  }

  function wide(indices: readonly number[]): JsonObject {
    return fields(indices, index => `field ${index}`, 1);
  }

  /** Each is another name, and all mean the same. */
  function spelling(name: string, index: number): string {
    return name + index.toString(2).replaceAll("0", "_").replaceAll("1", "-");
  }
});
