import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { allowedValuesIn, findAssigneeField } from "../../../shared/reading/form-fields.ts";

test.each<[JsonObject[], string | undefined]>([
  [[{ assigned_to: "kim", assigned_by: "lee" }], "assigned_to"],
  [[{ assignedTo: null, assignedAt: "2026-03-09" }], "assignedTo"],
  [[{ reviewer: "kim" }, { title: "Kind?" }], "reviewer"],
  [[{ assignee: "kim", assigned_to: "kim", owner: "lee" }], "assignee"],
  [[{ assignee_id: "u_1", owner: "lee" }], "assignee_id"],
  [[{ assigned_to: "kim", assigned_to_id: "u_1" }], "assigned_to"],
  [[{ assigned_to: "kim", assignment: "manual" }], undefined],
  [[{ assignee: { name: "kim" }, assignees: ["kim"], assigned: true }], undefined],
  [[{ title: "Kind?" }], undefined],
  [[], undefined],
])("the records %j have the assignee in %s", (records, name) => {
  expect(findAssigneeField(records)).toBe(name);
});

test.each<[JsonObject, readonly unknown[]]>([
  [{ allowed_verdicts: ["accept", "reject", "accept"] }, ["accept", "reject"]],
  [{ possibleVerdicts: [1, 2] }, [1, 2]],
  [{ choices: ["pass", "fail"] }, ["pass", "fail"]],
  [{ verdicts: ["accept"] }, []],
  [{ allowed_verdicts: "accept" }, []],
  [{ allowed_verdicts: [{ id: "accept" }] }, []],
])("the record %j allows the verdicts %j", (record, values) => {
  expect(allowedValuesIn(record, "verdict")).toEqual(values);
});
