import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { assigneeInRecord, assigneeInRequest } from "../../../shared/reading/assignee.ts";

test.each<[JsonObject, string | undefined]>([
  [{ assignee: "kim" }, "kim"],
  [{ assignee: "kim", comment: "please" }, "kim"],
  [{ name: "kim" }, "kim"],
  [{ a: "kim", b: "lee" }, undefined],
  [{ score: 3 }, undefined],
])("the sent fields %o assign a review to %s", (sent, person) => {
  expect(assigneeInRequest(sent)).toBe(person);
});

test.each<[JsonObject, string | undefined]>([
  [{ question: "Is it kind?", assigned_to: "kim" }, "kim"],
  [{ question: "Is it kind?", user: "lee" }, undefined],
  [{ assignee: "kim", owner: "lee" }, undefined],
  [{ assignee: { id: "u_1", name: "Kim Oh" } }, "Kim Oh"],
  [{ assignees: ["kim", "lee"] }, undefined],
  [{ assignees: [{ name: "kim" }, { name: "lee" }] }, undefined],
  [{ assignee: "kim", assigneeId: "u_1", assignedAt: "2026-03-09", assigned_by: "lee" }, "kim"],
  [{ assigneeId: "u_1" }, "u_1"],
  [{ assignee: null, assigned: true }, undefined],
])("the record %o assigns a review to %s", (record, person) => {
  expect(assigneeInRecord(record)).toBe(person);
});
