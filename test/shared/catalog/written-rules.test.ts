/** The rules for reading in `callboard.yml` and in workflows, with their places. */

import { expect, test } from "vitest";
import { findWrittenRules } from "../../../shared/catalog/written-rules.ts";

const inCatalog = (text: string) => findWrittenRules(text, "callboard.yml", "catalog");
const inWorkflow = (text: string) => findWrittenRules(text, "ci.yml", "workflow");

/** The expression before the place that `‸` marks. */
function before(marked: string): string | undefined {
  const [written] = inCatalog(marked.replace("‸", ""));
  return written?.places
    .map(place => place.sourceBefore(marked.indexOf("‸")))
    .find(each => each !== undefined);
}

test("the rules of a catalog are found with their lines", () => {
  const text = "batches: {}\nreport: # ours\n  cases: results.{}\n  words: { greenlit: passed }\n";
  const [written, ...others] = inCatalog(text);
  expect(others).toEqual([]);
  expect(written?.rules).toEqual({ cases: "results.{}", words: { greenlit: "passed" } });
  expect(written?.places.map(({ name, start }) => [name, text.slice(0, start).split("\n").length])).toEqual([
    ["cases", 3],
    ["words", 4],
  ]);
  expect(inCatalog("batches: {}\n")).toEqual([]);
});

test("the inputs of the steps that use the Action are found, and no others", () => {
  const workflow = `jobs:
  one:
    steps:
      - uses: actions/checkout@v7
        with: { cases: none }
      - uses: callboard/callboard@v1
        with:
          batches: smoke
          cases: |
            results
          pass-when: ""
  two:
    steps:
      - uses: our-copy/callboard@main
        with:
          pass-when: true
      - run: echo callboard/callboard@v1
  broken:
`;
  expect(inWorkflow(workflow).map(({ rules, places }) => [rules, places.map(({ name }) => name)])).toEqual([
    [{ cases: "results\n" }, ["cases", "pass-when"]],
    [{ passWhen: "true" }, ["pass-when"]],
  ]);
  for (const text of ["", "jobs: 1", "jobs: { a: { steps: [1, { uses: [] }] } }", ": ["])
    expect(inWorkflow(text)).toEqual([]);
});

test.each<[style: string, marked: string, source: string | undefined]>([
  ["plain", "report:\n  cases: talks.ab‸out\n", "talks.ab"],
  ["plain, with a space behind", "report:\n  cases: talks and ‸\n", "talks and "],
  ["single quotes", "report:\n  cases: 'talks[a = ''b''].‸'\n", "talks[a = 'b']."],
  ["double quotes", 'report:\n  cases: "talks[a = \\"b\\"].‸"\n', 'talks[a = "b"].'],
  ["behind the closing quote", "report:\n  cases: 'talks.'‸\n", undefined],
  ["a block", "report:\n  cases: |\n    talks.{\n      ab‸\n    }\n", "    talks.{\n      ab"],
  ["the line behind a block", "report:\n  cases: |\n    talks\n‸", undefined],
  ["nothing yet", "report:\n  cases: ‸\n", ""],
  ["the next rule's name", "report:\n  cases: talks\n  run‸ning: a\n", undefined],
  ["the words", "report:\n  words: { a‸: passed }\n", undefined],
])("the expression before the cursor: %s", (_, marked, source) => {
  expect(before(marked)).toBe(source);
});
