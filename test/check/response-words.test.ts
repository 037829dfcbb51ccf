import { expect, test } from "vitest";
import { responseWordsIn, wordProblems } from "./response-words.ts";

const wordsIn = (text: string) => responseWordsIn("a.ts", text).map(({ text }) => text);

test.each([
  ['const isDone = status === "in_review";', ["inreview"]],
  ['const good = new Set(["approved", "Accepted"]);', ["approved", "accepted"]],
  ["const table = `approve | agreed`;", ["approve", "agreed"]],
  ['const meanings = { approved: "passed" };', ["approved", "passed"]],
  ["const person = /assignee|owner/i;", ["assignee|owner"]],
  ["const isGood = /^(?:passed|approved)$/;", ["^(?:passed|approved)$"]],
  ["const time = /^(created|updated|modified)_?(at|on)?$/;", ["^(created|updated|modified)_?(at|on)?$"]],
])("words of responses are found: %s", (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

test.each([
  'const sentence = "It was approved by a person.";',
  "// a review is approved, or denied",
  'type Status = "approved" | "denied";',
  'import { approve } from "approved";',
  "const sentence = `approved ${by}`;",
  "const settings = { approved };",
  "const page = /(png|svg)$|page/;",
  "const verdict = /passed|failed|unknown/;",
])("others are not: %s", text => {
  expect(wordsIn(text)).toEqual([]);
});

test("a word needs an allowance, and an allowance needs a word", () => {
  const found = responseWordsIn("a.ts", '\nconst all = ["passed", "denied"];');
  expect(wordProblems(found, new Set(["passed"]), new Set())).toEqual([
    'a.ts:2 knows "denied", but only shared/reading knows the words of responses',
  ]);
  expect(wordProblems(found, new Set(["passed", "denied"]), new Set())).toEqual([]);
  expect(wordProblems(found, new Set(["passed", "denied", "vetoed"]), new Set(["a|b"]))).toHaveLength(2);
});
