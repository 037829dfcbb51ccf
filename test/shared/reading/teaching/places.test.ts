import { describe, expect, test } from "vitest";
import { locatePlaces, pathAt } from "../../../../extension/teaching/place-locations.ts";
import type { ReadingRules } from "../../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../../shared/json.ts";
import { findPlaces } from "../../../../shared/reading/places.ts";

function placesOf(response: JsonObject, rules?: ReadingRules): string[] {
  return findPlaces(response, rules)
    .map(({ path, role, status }) =>
      [path.join("."), role, ...(status === undefined ? [] : [status])].join(" "),
    )
    .sort();
}

describe("the places that a response was read by", () => {
  test("are its verdict, counts, cases, reviews and further pages", () => {
    const response = {
      status: "completed",
      total: 2,
      failed: 0,
      nextPage: "2",
      review: { id: "rev_1" },
      results: [{ title: "pays", verdict: "odd", took: 3, reason: "?" }],
    };
    expect(placesOf(response)).toEqual([
      "failed count failed",
      "nextPage more",
      "results cases",
      "results.0.reason message",
      "results.0.title name",
      "results.0.took duration",
      "results.0.verdict status ",
      "review review",
      "status verdict finished",
      "total count ",
    ]);
  });

  test("include outcomes and lists of something else", () => {
    const response = {
      tests: [{ name: "pays", status: "passed" }],
      devices: [{ name: "x", status: "passed" }],
      deployment: { state: "failed" },
    };
    expect(placesOf(response)).toEqual(
      expect.arrayContaining(["deployment.state other-outcome failed", "devices other-list"]),
    );
  });

  test("are those of the team's rules, where there are any", () => {
    const response = {
      groups: [{ talks: [{ about: { it: "pays" }, "the-end": "kept" }] }],
      status: "fine by us",
    };
    const rules: ReadingRules = {
      cases: 'groups.talks.{ "name": about.it, "status": `the-end` }',
      words: { kept: "passed", "fine by us": "passed" },
    };
    expect(placesOf(response, rules)).toEqual([
      "groups.0.talks cases",
      "groups.0.talks.0.about.it name",
      "groups.0.talks.0.the-end status passed",
      "status verdict passed",
    ]);
  });
});

describe("in the text", () => {
  const response = {
    results: [
      { name: "a \\ ü", status: "odd" },
      { status: "passed", name: "b" },
    ],
    total: 2,
  };

  test.each([
    ["one line", undefined],
    ["indented", 2],
  ])("a place is its value, or its name and bracket: %s", (_, indent) => {
    const text = JSON.stringify(response, null, indent);
    const located = locatePlaces(text, findPlaces(response));
    expect(located.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ""))).toEqual([
      '"results":[',
      '"a\\\\ü"',
      '"odd"',
      '"passed"',
      '"b"',
      "2",
    ]);
  });

  test("a cursor has a path; between the fields of an element it is the list's", () => {
    const text = JSON.stringify(response, null, 2);
    expect(pathAt(text, text.indexOf("odd"))).toEqual(["results", 0, "status"]);
    expect(pathAt(text, text.indexOf("status"))).toEqual(["results", 0, "status"]);
    expect(pathAt(text, text.indexOf("{", 2) + 1)).toEqual(["results"]);
    expect(pathAt(text, text.indexOf("results"))).toEqual(["results"]);
  });
});
