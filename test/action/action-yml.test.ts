import { readFile } from "node:fs/promises";
import { validateAction } from "@action-validator/core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { inputTable } from "../../action/inputs/inputs.ts";

const text = await readFile("action.yml", "utf8");
const action: {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
} = parse(text);

test("action.yml is valid for GitHub", () => {
  // The validator's schema is older than Node 24 on runners, so it gets `node20`.
  expect(action.runs).toEqual({ using: "node24", main: "action/dist/index.js" });
  expect(validateAction(text.replace("node24", "node20"))).toMatchObject({ errors: [] });
});

test("action.yml has the inputs and defaults of the table", () => {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  expect(defaults).toEqual(Object.entries(inputTable).map(([name, input]) => [name, input.default]));
});

test("every input and every output is described", () => {
  for (const [name, { description }] of Object.entries({ ...action.inputs, ...action.outputs })) {
    expect(description, name).toMatch(/^.{15,}\.$/s);
  }
});

test("action.yml has exactly the documented outputs", () => {
  expect(Object.keys(action.outputs)).toEqual([
    ...["verdict", "total", "passed", "failed", "skipped", "other", "new-failures", "fixed"],
    ...["runs", "flaky", "reviews", "report", "comment-url", "check-url", "review-check-url", "response"],
  ]);
});
