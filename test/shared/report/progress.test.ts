import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { readResponse } from "../../../shared/reading/read.ts";

test.each<[string, JsonObject, object | undefined]>([
  ["said side by side", { status: "running", completed: 3, total: 10 }, { done: 3, total: 10 }],
  ["in an object of it", { state: "in progress", progress: { done: 0, total: 4 } }, { done: 0, total: 4 }],
  ["about cases", { status: "running", completedTests: 7, totalTests: 8 }, { done: 7, total: 8 }],
  ["by counts", { status: "running", passed: 2, failed: 1, total: 8 }, { done: 3, total: 8 }],
  [
    "by cases",
    {
      status: "running",
      cases: [
        { name: "a", status: "passed" },
        { name: "b", status: "pending" },
      ],
    },
    { done: 1, total: 2 },
  ],
  ["absent", { status: "running" }, undefined],
  ["impossible", { status: "running", completed: 12, total: 10 }, undefined],
  ["a time instead of a count", { status: "running", finished: "2026-05-12", total: 10 }, undefined],
  ["finished", { status: "passed", completed: 10, total: 10 }, undefined],
])("the progress of a run, %s", (_, response, progress) => {
  expect(readResponse(response).progress).toEqual(progress);
});
