/** The fields that are offered while somebody writes an expression. */

import { expect, test } from "vitest";
import { endOfExpression, fieldsAt } from "../../../../shared/reading/teaching/completion.ts";

const response = {
  id: "run_1",
  talks: [
    { about: "Books a table", fate: "kept", who: { name: "Ada" } },
    { about: "Cancels", "the cost": 2 },
  ],
};

function offered(source: string): string[] | undefined {
  const end = endOfExpression(source);
  return end && fieldsAt([response], end.path).map(({ source }) => source);
}

const top = ["id", "talks"];
const ofTalk = ["about", "fate", "who", "`the cost`"];

test.each<[source: string, fields: string[]]>([
  ["", top],
  ["ta", top],
  ["talks.", ofTalk],
  ["talks.ab", ofTalk],
  ["talks.who.", ["name"]],
  ["talks[0].", ofTalk],
  ['talks[fate = "kept"].', ofTalk],
  ["talks[", ofTalk],
  ['talks.{ "name": ', ofTalk],
  ['talks.{ "name": about, "status": ', ofTalk],
  ['talks.{ "name": who.', ["name"]],
  ["talks^(", ofTalk],
  ["talks^(cost).", ofTalk],
  ["(talks).", ofTalk],
  ["$count(talks.", ofTalk],
  ["$count(talks) = 2 and ", top],
  ["$sort(talks).", ofTalk],
  ["$filter(talks, function($t) { true }).", ofTalk],
  ['talks.{ "name": $$.', top],
  ["`talks`.", ofTalk],
  ["talks./* of a run */", ofTalk],
  ["talks.nothing.", []],
])("after %j follow the fields of its path", (source, fields) => {
  expect(offered(source)).toEqual(fields);
});

test("where the text doesn't tell the path, all names are offered", () => {
  expect(offered("$map(talks, function($t) { $t.")).toEqual([
    "id",
    "talks",
    "about",
    "fate",
    "who",
    "name",
    "`the cost`",
  ]);
});

test.each(['"talks.', "'it''s \\' talks.", "/* talks."])(
  "inside the text or comment %j nothing is offered",
  source => {
    expect(offered(source)).toBeUndefined();
  },
);

test("what is already typed is replaced, also the start of a function or a name in backticks", () => {
  expect(["talks.ab", "$su", "talks.`the", "talks."].map(source => endOfExpression(source)?.typed)).toEqual([
    "ab",
    "$su",
    "`the",
    "",
  ]);
});

test("a long expression takes no time to speak of", () => {
  expect(endOfExpression(`${"talks[".repeat(20_000)}ab`)?.typed).toBe("ab");
});
