/** The rules for settling a review: by whom, with which fields. `reading/decisions.jsonl` tests how responses are read. */

import { describe, expect, it } from "vitest";
import type { FormField } from "../../../shared/catalog/catalog.ts";
import { applyChange } from "../../../shared/gate/change.ts";
import { decisionFromResponse } from "../../../shared/gate/decision.ts";
import { DispatchError, dispatchCodec, parseDispatch } from "../../../shared/gate/dispatch.ts";
import { checkFields } from "../../../shared/gate/fields.ts";
import { commandRefusal, permissionRefusal } from "../../../shared/gate/refusal.ts";
import { reviewIn } from "../../../shared/gate/state.ts";
import { isPerson } from "../../../shared/github/accounts.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { expectRoundTrip } from "../../support/codec.ts";
import { decidedAt, gateOf, gateWithStates } from "./gates.ts";

describe("who may decide", () => {
  it.each([
    [{ login: "octocat", type: "User" }, true],
    [{ login: "github-actions[bot]", type: "Bot" }, false],
    [{ login: "agent[bot]", type: "User" }, false],
    [{ login: "octo-org", type: "Organization" }, false],
    [{ login: "octocat", type: "" }, false],
  ])("%o", (asker, expected) => {
    expect(isPerson(asker)).toBe(expected);
  });

  it.each(["write", "admin"])("with %s, anyone", permission => {
    expect(permissionRefusal({ permission })).toBeUndefined();
  });

  it.each(["read", "none", "triage", "maintain", ""])("with %s, nobody", permission => {
    expect(permissionRefusal({ permission })).toMatch(/^Only people with write access/);
  });

  it("if GitHub does not report a permission, nobody", () => {
    expect(permissionRefusal({ unknown: "GitHub responded with 500" })).toMatch(/did not report .*500/);
  });
});

describe("a review can be settled", () => {
  const asked = { verb: "submit", review: "a", again: false, command: "5:1" } as const;
  const begunBy = (command: string) =>
    applyChange(gateOf("a"), {
      what: "begin",
      id: "a",
      begun: { verb: "submit", by: "kim", at: decidedAt, command },
    });

  it("if it is open", () => {
    expect(commandRefusal([gateOf("a")], asked)).toBeUndefined();
    expect(commandRefusal([gateOf("a")], { ...asked, again: true })).toBeUndefined();
  });

  it("not from another pull request", () => {
    expect(commandRefusal([], asked)?.why).toContain("This job finds no review check");
    expect(commandRefusal([gateOf("b")], asked)?.why).toContain("No report");
  });

  it.each(["passed", "failed"] as const)(
    "not after a decision, unless a person asks to decide it again: %s",
    state => {
      const gate = gateWithStates({ a: state });
      expect(commandRefusal([gate], asked)?.why).toMatch(/was decided before .*`again=true`/);
      expect(commandRefusal([gate], { ...asked, again: true })).toBeUndefined();
    },
  );

  it("again if its decision is unknown and a person asks", () => {
    const gate = gateWithStates({ a: "unknown" });
    expect(commandRefusal([gate], asked)?.why).toMatch(/was decided before .* is unknown.* `again=true`/);
    expect(commandRefusal([gate], { ...asked, again: true })).toBeUndefined();
    const begun = applyChange(gate, {
      what: "begin",
      id: "a",
      begun: { verb: "submit", by: "kim", at: decidedAt, command: "6:1" },
    });
    expect(reviewIn(begun, "a")).toMatchObject({ state: "unknown", begun: { by: "kim" } });
  });

  it("not while a submission is unfinished, unless a person has looked", () => {
    expect(commandRefusal([begunBy("4:1")], asked)?.why).toMatch(/may have been submitted .* `again=true`/);
    expect(commandRefusal([begunBy("4:1")], { ...asked, again: true })).toBeUndefined();
  });

  it("not by the command that began it, so that a job that is run again submits nothing twice", () => {
    expect(commandRefusal([begunBy("5:1")], asked)?.why).toMatch(/may have been submitted/);
    expect(commandRefusal([begunBy("5:1")], { ...asked, again: true })?.why).toMatch(
      /may have been submitted/,
    );
  });

  it("not by a command that was carried out", () => {
    const reassigned = { by: "kim", at: decidedAt };
    const gate = applyChange(gateOf("a"), { what: "reassign", id: "a", command: "5:1", reassigned });
    expect(commandRefusal([gate], asked)).toEqual({ why: "It was carried out before.", isDone: true });
  });
});

describe("the fields of a command, with a form", () => {
  const form: readonly FormField[] = [
    { field: "verdict", type: "choice", choices: ["pass", "fail", 3], optional: false },
    { field: "score", type: "number", optional: true },
    { field: "seen", type: "boolean", optional: true },
    { field: "comment", type: "text", optional: true },
  ];

  it("take the types of the form", () => {
    const given = { verdict: "3", score: "4.5", seen: "true", comment: "5" };
    expect(checkFields(given, form)).toEqual({
      fields: { verdict: 3, score: 4.5, seen: true, comment: "5" },
      mistakes: [],
    });
  });

  it.each<[JsonObject, string]>([
    [{ verdict: "pass", verdct: "x" }, "There is no field `verdct`; did you mean `verdict`?"],
    [
      { verdict: "pass", q: "x" },
      "There is no field `q`; the form has `verdict`, `score`, `seen` and `comment`.",
    ],
    [{ verdict: "maybe" }, "`verdict` can't be `maybe`; it is `pass`, `fail` or `3`."],
    [{}, "`verdict` is missing; it is `pass`, `fail` or `3`."],
    [{ verdict: "pass", score: "much" }, "`score` can't be `much`; it is a number."],
    [{ verdict: "pass", score: "." }, "`score` can't be `.`; it is a number."],
    [{ verdict: "pass", score: "" }, "`score` can't be ``; it is a number."],
    [{ verdict: "pass", seen: "yes" }, "`seen` can't be `yes`; it is `true` or `false`."],
    [{ verdict: "pass", comment: { a: 1 } }, '`comment` can\'t be `{"a":1}`; it is a text.'],
  ])("%o: %s", (given, mistake) => {
    expect(checkFields(given, form).mistakes).toEqual([mistake]);
  });

  it("stay as written without one", () => {
    expect(checkFields({ anything: "5" }, undefined)).toEqual({ fields: { anything: "5" }, mistakes: [] });
  });
});

describe("the evidence of a decision", () => {
  it("names the fields that it rests on", () => {
    const evidence = (sent: JsonObject, answer: JsonObject) =>
      decisionFromResponse("octocat", "rev_1", sent, answer).evidence;
    expect(evidence({ verdict: "pass" }, { verdict: "fail" })).toBe(
      "`octocat` sent `verdict` = `pass`, and the service says `verdict` = `fail`",
    );
    expect(evidence({ verdict: "pass" }, { errors: ["verdict is invalid"] })).toBe(
      '`octocat` submitted it, but the service says `errors` = `["verdict is invalid"]`',
    );
    expect(evidence({ verdict: "pass" }, {})).toBe("`octocat` sent `verdict` = `pass`");
    expect(evidence({ verdict: "pass" }, { verdict: "pass" })).toBe("`octocat` sent `verdict` = `pass`");
    expect(evidence({ v: 1 }, { verdict: "pass" })).toBe(
      "`octocat` submitted it, and the service says `verdict` = `pass`",
    );
    expect(evidence({ v: 1 }, {})).toBe("`octocat` submitted it");
    const both = { verdict: "pass", accepted: "no" };
    expect(evidence(both, both)).toBe("`octocat` sent `verdict` = `pass`, but `accepted` = `no`");
  });
});

describe("the editor's dispatch", () => {
  const review = {
    id: "rev_1",
    operation: "submitReview",
    fields: { verdict: "pass" },
    answer: { status: "settled" },
  };
  const payload = { version: 1, pull_request: 3, sha: "1".repeat(40), reviews: [review] };

  it("is read", () => {
    expect(parseDispatch(payload)).toEqual({
      pull: 3,
      reviews: [{ id: "rev_1", verb: "submit", fields: { verdict: "pass" }, answer: { status: "settled" } }],
    });
  });

  it("is read back as written", () => {
    expectRoundTrip(dispatchCodec);
  });

  it.each([
    [undefined, "`version`"],
    [{ ...payload, version: 2 }, "`version`"],
    [{ ...payload, pull_request: "3" }, "`pull_request`"],
    [{ ...payload, reviews: [] }, "`reviews` is not a list of 1 to 100 reviews"],
    [{ ...payload, reviews: Array(101).fill(review) }, "1 to 100"],
    [{ ...payload, reviews: [{ ...review, id: "" }] }, "`reviews[0].id`"],
    [{ ...payload, reviews: [{ ...review, operation: "deleteScenario" }] }, "`reviews[0].operation`"],
    [{ ...payload, reviews: [{ ...review, fields: "x" }] }, "`reviews[0].fields`"],
  ])("or refused: %o", (given, why) => {
    expect(() => parseDispatch(given)).toThrow(DispatchError);
    expect(() => parseDispatch(given)).toThrow(why);
  });
});
