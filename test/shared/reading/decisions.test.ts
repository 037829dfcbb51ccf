import { expect, test } from "vitest";
import {
  decisionFromConflict,
  decisionFromFields,
  decisionFromResponse,
} from "../../../shared/gate/decision.ts";
import type { ReviewState } from "../../../shared/gate/state.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { excerpt, expectWellFormed, readRows } from "./table.ts";

/** Fields that a person sent for the review "rev_1", and the service's response. */
interface Row {
  readonly row: string;
  readonly sent: JsonObject;
  readonly answer: JsonObject | null;
  readonly state: ReviewState;
  /** The field in which the service refuses the decision. */
  readonly refused?: string;
  readonly also?: ReviewState;
  readonly why?: string;
}

const rows = readRows<Row>("decisions.jsonl");

test.each(rows.map(row => [row.row, excerpt(row.sent), excerpt(row.answer), row] as const))(
  "%s: sent %s, response %s",
  (_, __, ___, { sent, answer, state, refused, also }) => {
    const decision = decisionFromResponse("octocat", "rev_1", sent, answer ?? undefined);
    expect([state, also], decision.evidence).toContain(decision.state);
    if (refused === undefined) return;
    expect(decision.isRefused).toBe(true);
    expect(decision.evidence).toContain(`\`${refused}\` = `);
  },
);

/** Fields that a person sent for the review "rev_1", and the conflict with which the service refused them. */
interface Conflict extends Pick<Row, "row" | "sent" | "also" | "why"> {
  readonly response: JsonObject;
  /** Absent if the conflict does not report an earlier decision. */
  readonly state?: ReviewState;
  readonly by?: string;
}

const conflicts = readRows<Conflict>("conflicts.jsonl");

test.each(conflicts.map(row => [row.row, excerpt(row.response), row] as const))(
  "a conflict, %s: %s",
  (_, __, { sent, response, state, also, by }) => {
    const decision = decisionFromConflict("rev_1", sent, { status: 409, response });
    const accepted = also === undefined ? [state] : [state, also];
    expect(accepted, decision?.evidence).toContain(decision?.state);
    if (decision === undefined) return;
    expect(decision.evidence).toMatch(/^the service says that it was decided before: `\w+` = /);
    if (by !== undefined) expect(decision.evidence).toContain(by);
  },
);

test("only a conflict reports an earlier decision", () => {
  const response = { review: { id: "rev_1", status: "settled", verdict: "pass" } };
  const statuses = [400, 404, 408, 410, 422, 500, undefined];
  for (const status of statuses)
    expect(decisionFromConflict("rev_1", {}, { status, response })).toBeUndefined();
  expect(decisionFromConflict("rev_1", {}, { status: 409, response: undefined })).toBeUndefined();
});

test.each<[JsonObject, ReviewState, string]>([
  [{ verdict: "pass" }, "passed", "recorded by `octocat`: `verdict` = `pass`"],
  [{ verdict: "fail", comment: "pass" }, "failed", "recorded by `octocat`: `verdict` = `fail`"],
  [
    { verdict: "pass", passed: false },
    "unknown",
    "recorded by `octocat`: `verdict` = `pass`, but `passed` = `false`",
  ],
  [{ comment: "seen" }, "unknown", "recorded by `octocat`"],
])("a person records %o: %s", (fields, state, evidence) => {
  expect(decisionFromFields("octocat", fields)).toEqual({ state, evidence });
});

test("each row has its own name, and only fields that are tested", () => {
  expectWellFormed(rows, "row sent answer state refused also why");
  expectWellFormed(conflicts, "row sent response state by also why");
});
