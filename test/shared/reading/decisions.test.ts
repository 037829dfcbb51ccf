import { expect, test } from "vitest";
import { decisionByAnswer } from "../../../shared/gate/decision.ts";
import type { ReviewState } from "../../../shared/gate/state.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { excerpt, expectWellFormed, rowsOf } from "./table.ts";

/** The fields that a person sent of the review "rev_1", and the service's response to them. */
interface Row {
  readonly row: string;
  readonly sent: JsonObject;
  readonly answer: JsonObject | null;
  readonly state: ReviewState;
  /** The field by which the service says that it did not take the decision. */
  readonly refused?: string;
  /** Another state that is acceptable. */
  readonly also?: ReviewState;
  readonly why?: string;
}

const rows = rowsOf<Row>("decisions.jsonl");

test.each(rows.map(row => [row.row, excerpt(row.sent), excerpt(row.answer), row] as const))(
  "%s: sent %s, answered %s",
  (_, __, ___, { sent, answer, state, refused, also }) => {
    const decision = decisionByAnswer("octocat", "rev_1", sent, answer ?? undefined);
    expect([state, also], decision.evidence).toContain(decision.state);
    if (refused === undefined) return;
    expect(decision.isRefused).toBe(true);
    expect(decision.evidence).toContain(`\`${refused}\` = `);
  },
);

test("each decision is named once, and has no field that isn't tested", () => {
  expectWellFormed(rows, "row sent answer state refused also why");
});
