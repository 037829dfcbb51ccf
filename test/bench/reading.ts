/** Measures reading 100,000 cases and looking for reviews, beside `JSON.parse` of the same text: medians, in turns. */

import type { JsonObject } from "../../shared/json.ts";
import { readResponse } from "../../shared/reading/read.ts";
import { type Figures, median, milliseconds, show, times } from "./figures.ts";

const many = 100_000;

const responses: Readonly<Record<string, () => JsonObject>> = {
  "flat list": () => ({
    status: "completed",
    summary: { total: many, passed: many - 100, failed: 100 },
    results: list(many, flatCase),
  }),
  // Beside a pass, each field has to be understood.
  "flat list, all passed": () => ({
    status: "passed",
    summary: { total: many, passed: many, failed: 0 },
    results: list(many, index => flatCase(index, false)),
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

function flatCase(index: number, failed = index % 1000 === 7): JsonObject {
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

function benchReading(rounds = 7): Figures {
  const rows = Object.entries(responses).map(([response, make]) => {
    const text = JSON.stringify(make());
    const parse: number[] = [];
    const reading: number[] = [];
    for (let round = 0; round < rounds; round++) {
      parse.push(timed(() => JSON.parse(text)));
      const parsed: JsonObject = JSON.parse(text);
      reading.push(timed(() => readResponse(parsed, { request: { operation: "runBatch" } })));
    }
    const [parseMs, readMs] = [median(parse), median(reading)];
    const megabytes = (text.length / 1e6).toFixed(1);
    return [response, megabytes, milliseconds(parseMs), milliseconds(readMs), times(readMs / parseMs)];
  });
  return {
    about:
      `Reading a response of ${many.toLocaleString("en")} cases and looking for reviews in it, beside ` +
      `\`JSON.parse\` of the same text; medians of ${rounds} rounds, in turns.`,
    head: ["response", "MB", "JSON.parse", "reading", "of JSON.parse"],
    rows,
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

show(benchReading());
