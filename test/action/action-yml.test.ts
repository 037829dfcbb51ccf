import { readFile } from "node:fs/promises";
import { validateAction } from "@action-validator/core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { table } from "../../action/inputs/inputs.ts";

const text = await readFile("action.yml", "utf8");
const action: {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
} = parse(text);

test("action.yml is what GitHub takes for one", () => {
  // The validator's schema is older than Node 24 on runners; everything else it knows.
  expect(action.runs).toEqual({ using: "node24", main: "action/dist/index.js" });
  expect(validateAction(text.replace("node24", "node20"))).toMatchObject({ errors: [] });
});

test("its inputs are those of the table, with the same defaults", () => {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  expect(defaults).toEqual(Object.entries(table).map(([name, input]) => [name, input.default]));
});

test("every input and every output is described", () => {
  for (const [name, { description }] of Object.entries({ ...action.inputs, ...action.outputs })) {
    expect(description, name).toMatch(/^.{15,}\.$/s);
  }
});

test("its outputs are those that workflows read", () => {
  expect(Object.keys(action.outputs)).toEqual([
    ...["verdict", "total", "passed", "failed", "skipped", "other", "new-failures", "fixed"],
    ...["reviews", "report", "comment-url", "check-url", "review-check-url", "response"],
  ]);
});
