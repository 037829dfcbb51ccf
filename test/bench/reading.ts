/**
 * How long reading 100,000 cases and looking for reviews takes, beside `JSON.parse` of the same text: both in turns, by
 * their medians.
 */

import type { JsonObject } from "../../shared/json.ts";
import { reviewsIn } from "../../shared/records/reviews.ts";
import { read } from "../../shared/report/read.ts";
import { median, table } from "./table.ts";

export interface ReadingBenchmark {
  readonly response: string;
  readonly megabytes: number;
  readonly parseMs: number;
  readonly readMs: number;
  /** Reading in parsings of the same text. */
  readonly ratio: number;
}

const many = 100_000;

/** The same number of cases in the shapes that responses have them in. */
const responses: Readonly<Record<string, () => JsonObject>> = {
  "flat list": () => ({
    status: "completed",
    summary: { total: many, passed: many - 100, failed: 100 },
    results: list(many, flatCase),
  }),
  "suites, steps and errors": () => ({
    suites: list(many / 100, suite => ({
      name: `suite ${suite}`,
      tests: list(100, index => deepCase(suite * 100 + index)),
    })),
  }),
  "map by name": () => ({
    tests: Object.fromEntries(
      list(many, index => [`case ${index}`, { status: "passed", duration_ms: index % 900 }]),
    ),
  }),
};

function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function flatCase(index: number): JsonObject {
  const failed = index % 1000 === 7;
  return {
    id: `case-${index}`,
    name: `pays by card, variant ${index}`,
    status: failed ? "failed" : "passed",
    durationMs: index % 4000,
    url: `https://service.invalid/runs/1/cases/${index}`,
    error: failed ? `expected ${index} to be paid` : null,
  };
}

function deepCase(index: number): JsonObject {
  return {
    ...flatCase(index),
    file: `checkout/${index % 70}.ts`,
    steps: list(3, step => ({ name: `step ${step}`, status: "passed", duration: 12 })),
    metadata: { browser: "chromium", shard: index % 4 },
  };
}

export function benchmarkReading(rounds = 7): ReadingBenchmark[] {
  return Object.entries(responses).map(([response, make]) => {
    const text = JSON.stringify(make());
    const parse: number[] = [];
    const reading: number[] = [];
    for (let round = 0; round < rounds; round++) {
      parse.push(timed(() => JSON.parse(text)));
      const parsed: JsonObject = JSON.parse(text);
      reading.push(timed(() => [read(parsed), reviewsIn("runBatch", parsed)]));
    }
    const parseMs = median(parse);
    const readMs = median(reading);
    return { response, megabytes: text.length / 1e6, parseMs, readMs, ratio: readMs / parseMs };
  });
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

if (import.meta.main) {
  console.log(
    table(
      [`${many.toLocaleString("en")} cases`, "MB", "JSON.parse", "read", "of JSON.parse"],
      benchmarkReading().map(({ response, megabytes, parseMs, readMs, ratio }) => [
        response,
        megabytes.toFixed(1),
        `${parseMs.toFixed(0)} ms`,
        `${readMs.toFixed(0)} ms`,
        `${ratio.toFixed(2)} ×`,
      ]),
    ),
  );
}
