import { expect, test } from "vitest";
import { mergeFields } from "../../../shared/records/learned-fields.ts";
import { readLearnedFields } from "../reading/by-operation.ts";

test("each record's object contains everything told of it, wherever it is", () => {
  const response = {
    project: { id: "p", name: "Shop", tests: [{ id: "t", name: "Greets" }] },
    batchId: "b",
  };
  expect(readLearnedFields("importDemoProject", response)).toEqual([
    { recordKey: "project p", fields: response.project, isComplete: false },
    { recordKey: "test t", fields: { id: "t", name: "Greets" }, isComplete: false },
  ]);
});

test("a response about a record replaces its object, and a mention adds to it", () => {
  const before = { id: "t", name: "Greets", level: 1 };
  const [mention] = readLearnedFields("runBatch", { tests: [{ id: "t", name: "Greets all" }] }, "b");
  const [answer] = readLearnedFields("updateTest", { id: "t", name: "Waves" }, "t");
  if (mention === undefined || answer === undefined) throw new Error("Nothing was told");
  expect(mergeFields(before, mention)).toEqual({ id: "t", name: "Greets all", level: 1 });
  expect(mergeFields(before, answer)).toEqual({ id: "t", name: "Waves" });
});

test("a response about another record changes nothing", () => {
  expect(readLearnedFields("updateTest", { id: "another" }, "t")).toEqual([]);
});

test("a response about a run does not describe its target, even with its id", () => {
  const answer = { id: "b", status: "failed", test: { id: "t", name: "Greets" } };
  expect(readLearnedFields("runBatch", answer, "b").map(({ recordKey }) => recordKey)).toEqual(["test t"]);
  expect(readLearnedFields("createChannelReport", { id: "c", status: "running" }, "c")).toEqual([]);
});

test("of a large object the short fields are kept, and marked as a part of it", () => {
  const large = { id: "t", notes: "x".repeat(20_000) };
  const many = { id: "u", name: "Many", note: null, list: Array(20_000).fill(0) };
  expect(readLearnedFields("importDemoProject", { tests: [large, many, { id: "v" }] })).toEqual([
    { recordKey: "test t", fields: { id: "t" }, isComplete: false, isPart: true },
    { recordKey: "test u", fields: { id: "u", name: "Many", note: null }, isComplete: false, isPart: true },
    { recordKey: "test v", fields: { id: "v" }, isComplete: false },
  ]);
});
