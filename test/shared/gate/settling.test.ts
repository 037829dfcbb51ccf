/** Who may settle which review, with which fields, and what is made of the answer. */

import { describe, expect, it } from "vitest";
import type { FormField } from "../../../shared/catalog/catalog.ts";
import { decisionOf } from "../../../shared/gate/decision.ts";
import { assigneeIn, DispatchError, parseDispatch } from "../../../shared/gate/dispatch.ts";
import { checkFields } from "../../../shared/gate/fields.ts";
import { isPerson, whyNotReview, whyNotWho } from "../../../shared/gate/permit.ts";
import { changed, reviewIn } from "../../../shared/gate/state.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { at, gateIn, gateOf } from "./gates.ts";

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
    expect(whyNotWho({ permission })).toBeUndefined();
  });

  it.each(["read", "none", "triage", "maintain", ""])("with %s, nobody", permission => {
    expect(whyNotWho({ permission })).toMatch(/^Only people who may write/);
  });

  it("where GitHub does not tell, nobody", () => {
    expect(whyNotWho({ unknown: "GitHub answered 500" })).toMatch(/does not tell .*500/);
  });
});

describe("which review may be settled", () => {
  const asked = { verb: "submit", review: "a", again: false, command: "5:1" } as const;
  const begunBy = (command: string) =>
    changed(gateOf("a"), { what: "begin", id: "a", begun: { verb: "submit", by: "kim", at, command } });

  it("an open one", () => {
    expect(whyNotReview([gateOf("a")], asked)).toBeUndefined();
    expect(whyNotReview([gateOf("a")], { ...asked, again: true })).toBeUndefined();
  });

  it("none of another pull request", () => {
    expect(whyNotReview([], asked)?.why).toContain("There is no review check here");
    expect(whyNotReview([gateOf("b")], asked)?.why).toContain("No report");
  });

  it.each(["passed", "failed"] as const)("none that was decided before: %s", state => {
    for (const again of [false, true]) {
      expect(whyNotReview([gateIn({ a: state })], { ...asked, again })?.why).toMatch(/was decided before/);
    }
  });

  it("one of which nothing tells how it was decided, when a person asks for it once more", () => {
    const gate = gateIn({ a: "unknown" });
    expect(whyNotReview([gate], asked)?.why).toMatch(
      /was decided before .* nothing tells how.* `again=true`/,
    );
    expect(whyNotReview([gate], { ...asked, again: true })).toBeUndefined();
    const begun = changed(gate, {
      what: "begin",
      id: "a",
      begun: { verb: "submit", by: "kim", at, command: "6:1" },
    });
    expect(reviewIn(begun, "a")).toMatchObject({ state: "unknown", begun: { by: "kim" } });
  });

  it("none that was begun and never finished, unless a person has looked", () => {
    expect(whyNotReview([begunBy("4:1")], asked)?.why).toMatch(/may have been submitted .* `again=true`/);
    expect(whyNotReview([begunBy("4:1")], { ...asked, again: true })).toBeUndefined();
  });

  it("none by the command that began it, whatever it says: a job that is run again submits nothing twice", () => {
    expect(whyNotReview([begunBy("5:1")], asked)?.why).toMatch(/may have been submitted/);
    expect(whyNotReview([begunBy("5:1")], { ...asked, again: true })?.why).toMatch(/may have been submitted/);
  });

  it("none by a command that was carried out", () => {
    const reassigned = { by: "kim", at };
    const gate = changed(gateOf("a"), { what: "reassign", id: "a", command: "5:1", reassigned });
    expect(whyNotReview([gate], asked)).toEqual({ why: "It was carried out before.", isDone: true });
  });
});

describe("the fields of a command, with a form", () => {
  const form: readonly FormField[] = [
    { field: "verdict", type: "choice", choices: ["pass", "fail", 3], optional: false },
    { field: "score", type: "number", optional: true },
    { field: "seen", type: "boolean", optional: true },
    { field: "comment", type: "text", optional: true },
  ];

  it("become what the form says they are", () => {
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

  it("go as they are without one", () => {
    expect(checkFields({ anything: "5" }, undefined)).toEqual({ fields: { anything: "5" }, mistakes: [] });
  });
});

describe("a decision is read", () => {
  const state = (sent: JsonObject, answer?: JsonObject) => decisionOf("octocat", "rev_1", sent, answer).state;

  it.each<[JsonObject, JsonObject, string]>([
    [{ verdict: "pass" }, { id: "rev_1", status: "settled", verdict: "pass" }, "passed"],
    [{ verdict: "pass" }, { verdict: "fail" }, "failed"],
    [{ note: "x" }, { review: { id: "rev_1", outcome: "rejected" } }, "failed"],
    [{ note: "x" }, { data: { verdict: "passed" } }, "passed"],
    [{ note: "x" }, { passed: true }, "passed"],
    [{ note: "x" }, { passed: false }, "failed"],
  ])("from the answer: sent %o, answered %o, %s", (sent, answer, expected) => {
    expect(state(sent, answer)).toBe(expected);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ verdict: "fail" }, { verdict: "pass" }],
    [{ verdict: "fail" }, { review: { id: "rev_1", passed: true } }],
    [{ verdict: "fail" }, { status: "passed" }],
    [{ verdict: "pass", outcome: "fail" }, { verdict: "pass" }],
    [{ verdict: "pass", passed: "no" }, {}],
    [{ verdict: "pass", failed: true }, {}],
    [{ verdict: "pass", rejected: "true" }, {}],
    [{ verdict: 0, status: "pass" }, {}],
    [{ verdict: ["fail"], status: "pass" }, {}],
    [{ verdict: { value: "fail" }, status: "pass" }, {}],
    [{ verdict: "perhaps", status: "pass" }, {}],
    [{ verdict: "pass" }, { verdict: "inconclusive" }],
    [{ verdict: "pass" }, { decision: "changes requested" }],
    [{ verdict: "pass" }, { verdict: false }],
    ...["not submitted", "forbidden", "expired", "ignored", "cancelled", "partially accepted"].map(
      (status): [JsonObject, JsonObject] => [{ verdict: "pass" }, { status }],
    ),
  ])("as no pass where anything says otherwise: sent %o, answered %o", (sent, answer) => {
    expect(state(sent, answer)).toBe("unknown");
  });

  it.each<[JsonObject, JsonObject]>([
    [{ verdict: "pass" }, { data: { review: { id: "rev_1", verdict: "fail" } } }],
    [{ verdict: "pass" }, { data: { id: "rev_1", attributes: { verdict: "fail" } } }],
    [{ verdict: "pass" }, { reviews: [{ id: "rev_2" }, { id: "rev_1", verdict: "fail" }] }],
    [{ verdict: "pass" }, { decision: { verdict: "fail" } }],
    [{ verdict: "pass" }, { passed: 0 }],
    [{ approved: "no" }, {}],
    [{ rejected: "true" }, {}],
  ])("as failed wherever it stands: sent %o, answered %o", (sent, answer) => {
    expect(state(sent, answer)).toBe("failed");
  });

  it.each<[JsonObject, JsonObject]>([
    [{ approved: "yes" }, {}],
    [{ verdict: "pass", rejected: "no" }, { status: 200 }],
    [{ verdict: "pass", answer: "The agent was polite to everybody." }, {}],
    [{ verdict: "pass" }, { verdict: { value: "pass" } }],
    [{ verdict: "pass" }, { review: { id: "rev_1", verdict: "pass", test: { status: "failed" } } }],
    [{ verdict: "pass" }, { review: { id: "rev_1", result: { status: "failed" }, failureReason: "x" } }],
  ])("as passed beside what the review is about: sent %o, answered %o", (sent, answer) => {
    expect(state(sent, answer)).toBe("passed");
  });

  it.each<[JsonObject, JsonObject, string]>([
    [{ verdict: "fail" }, { status: "ok" }, "failed"],
    [{ verdict: "fail" }, { success: true }, "failed"],
    [{ verdict: "pass" }, { status: "submitted" }, "passed"],
    [{ verdict: "pass" }, { other: { verdict: "fail" } }, "passed"],
    [{ verdict: "pass" }, { previousVerdict: "fail" }, "passed"],
    [{ verdict: "pass" }, { review: { id: "rev_2", verdict: "fail" } }, "passed"],
    [{ verdict: "fail", comment: "good" }, {}, "failed"],
    [{ passed: true }, {}, "passed"],
    [{ decision: "ok" }, {}, "passed"],
    [{ verdict: "approve" }, {}, "passed"],
    [{ decision: "Rejected" }, {}, "failed"],
    [{ verdict: "no" }, { status: "settled" }, "failed"],
    [{ verdict: "pass" }, { success: true, errors: [], error: null }, "passed"],
  ])("else from what was sent: sent %o, answered %o, %s", (sent, answer, expected) => {
    expect(state(sent, answer)).toBe(expected);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ comment: "I looked" }, { success: true }],
    [{ comment: "ok" }, { status: "ok", ok: true }],
    [{ verdict: "pass", outcome: "fail" }, {}],
    [{ verdict: "pass" }, { verdict: "pass", outcome: "failed" }],
    [{ verdict: "perhaps" }, { status: "settled" }],
    [{ comment: "yes" }, {}],
    [{}, { failed: false }],
  ])("as unknown where nothing tells, or two things differ: sent %o, answered %o", (sent, answer) => {
    expect(state(sent, answer)).toBe("unknown");
  });

  it.each<[JsonObject, JsonObject]>([
    [{ verdict: "pass" }, { id: "rev_1", status: "waiting" }],
    [{ verdict: "pass" }, { id: "rev_1", status: "pending second review" }],
    [{ verdict: "pass" }, { review: { id: "rev_1", status: "open" } }],
    [{ verdict: "pass" }, { review: { id: "rev_1", status: "needs second review" } }],
    [{ verdict: "pass" }, { verdict: "pass", status: "reopened" }],
  ])("as none where the service still waits for a person: sent %o, answered %o", (sent, answer) => {
    expect(state(sent, answer)).toBe("open");
  });

  it.each<[JsonObject, string]>([
    [{ success: false, message: "not assigned to you" }, "`success` = `false`"],
    [{ error: "review is already closed" }, "`error` = `review is already closed`"],
    [{ ok: false }, "`ok` = `false`"],
    [{ errors: ["verdict is invalid"] }, '`errors` = `["verdict is invalid"]`'],
    [{ status: "failed", error: "could not record" }, "`error` = `could not record`"],
    [{ accepted: false, review: { id: "rev_1", verdict: "pass" } }, "`accepted` = `false`"],
    [{ data: { success: false } }, "`success` = `false`"],
    [{ result: { data: { ok: "no" } } }, "`ok` = `no`"],
    [{ success: 0 }, "`success` = `0`"],
    [{ recorded: false }, "`recorded` = `false`"],
    [{ errorMessage: "not yours" }, "`errorMessage` = `not yours`"],
    [{ error_code: 12 }, "`error_code` = `12`"],
    [{ title: "Forbidden", status: 403 }, "`status` = `403`"],
    [{ statusCode: "422", message: "unknown verdict" }, "`statusCode` = `422`"],
  ])("as none where the service did not take it: %o", (answer, why) => {
    const decision = decisionOf("octocat", "rev_1", { verdict: "pass" }, answer);
    expect(decision).toMatchObject({ state: "open", isRefused: true });
    expect(decision.evidence).toContain(why);
  });

  it.each<[JsonObject, JsonObject, string]>([
    [{ accepted: "no" }, { id: "rev_1", accepted: "no", status: "submitted" }, "unknown"],
    [{ verdict: "fail", valid: false }, { review: { id: "rev_1", valid: false } }, "failed"],
    [{ verdict: "fail", errors: "the price" }, { verdict: "fail", errors: "the price" }, "failed"],
    [{ verdict: "fail", errors: ["price"] }, { verdict: "fail", errors: ["price"] }, "failed"],
    [{ verdict: "pass", errors: "a typo" }, { verdict: "pass", errors: "a typo" }, "passed"],
    [{ verdict: "pass", accepted: "no" }, { verdict: "pass", accepted: "no" }, "unknown"],
    [{ verdict: "pass", accepted: false }, { accepted: false }, "unknown"],
  ])("and not as refused by what the service repeats: sent %o, answered %o, %s", (sent, answer, expected) => {
    const { state, isRefused } = decisionOf("octocat", "rev_1", sent, answer);
    expect({ state, isRefused }).toEqual({ state: expected, isRefused: undefined });
  });

  it("as refused by the same name with another value", () => {
    const decision = decisionOf(
      "octocat",
      "rev_1",
      { verdict: "fail", errors: "the price" },
      { errors: "not yours" },
    );
    expect(decision).toMatchObject({ state: "open", isRefused: true });
  });

  it("with what was sent beside an answer that says otherwise", () => {
    expect(decisionOf("octocat", "rev_1", { verdict: "pass" }, { verdict: "fail" }).evidence).toBe(
      "`octocat` sent `verdict` = `pass`, and the service says `verdict` = `fail`",
    );
  });

  it("with what it rests on", () => {
    const evidence = (sent: JsonObject, answer: JsonObject) =>
      decisionOf("octocat", "rev_1", sent, answer).evidence;
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

  it.each([
    [undefined, "`version`"],
    [{ ...payload, version: 2 }, "`version`"],
    [{ ...payload, pull_request: "3" }, "`pull_request`"],
    [{ ...payload, reviews: [] }, "no `reviews`"],
    [{ ...payload, reviews: Array(101).fill(review) }, "more than 100"],
    [{ ...payload, reviews: [{ ...review, id: "" }] }, "no `id`"],
    [{ ...payload, reviews: [{ ...review, operation: "deleteScenario" }] }, "`operation`"],
    [{ ...payload, reviews: [{ ...review, fields: "x" }] }, "`fields`"],
  ])("or not: %o", (given, why) => {
    expect(() => parseDispatch(given)).toThrow(DispatchError);
    expect(() => parseDispatch(given)).toThrow(why);
  });
});

describe("whom a review was reassigned to", () => {
  it.each<[JsonObject, string | undefined]>([
    [{ assignee: "kim" }, "kim"],
    [{ assignee: "kim", comment: "please" }, "kim"],
    [{ name: "kim" }, "kim"],
    [{ a: "kim", b: "lee" }, undefined],
    [{ score: 3 }, undefined],
  ])("%o", (fields, expected) => {
    expect(assigneeIn(fields)).toBe(expected);
  });
});
