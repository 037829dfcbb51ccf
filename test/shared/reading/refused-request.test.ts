/** A response with a success status that refuses its request is told from a record with fields of such names. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { refusalReasonIn } from "../../../shared/reading/refusal.ts";
import { findRequestRefusal } from "../../../shared/reading/refused-request.ts";
import { type OperationName, operation, operationNames } from "../../../shared/service/operations.ts";

const sent = { name: "Smoke", colour: "red" };

test.each<[OperationName, JsonObject, string | undefined]>([
  ["updateBatch", { success: false, error: "batch is locked" }, "batch is locked"],
  ["updateBatch", { ok: false }, undefined],
  ["updateBatch", { status: "error", message: "locked" }, "locked"],
  ["updateBatch", { status: "locked" }, undefined],
  ["updateBatch", { status: false, msg: "locked" }, "locked"],
  ["updateBatch", { status: 409, title: "locked" }, "locked"],
  ["updateBatch", { statusCode: "403", error: "Forbidden" }, "Forbidden"],
  ["updateBatch", { error: { code: "LOCKED", message: "batch is locked" } }, "batch is locked"],
  ["updateBatch", { data: null, errors: [{ message: "locked" }] }, "locked"],
  ["updateBatch", { data: { success: false, error: "locked" } }, "locked"],
  ["updateBatch", { data: [{ success: false, error: "locked" }] }, "locked"],
  ["updateBatch", { meta: { status: { code: 422, message: "locked" } } }, "locked"],
  ["updateBatch", { id: "b1", error: "locked" }, "locked"],
  ["updateBatch", { id: "b1", success: false, error: "locked", name: "Old" }, "locked"],
  ["updateBatch", { error: "locked", data: { id: "b1", name: "Old" } }, "locked"],
  ["updateBatch", { id: "b1", updated: false, name: "Smoke" }, undefined],
  ["updateBatch", { success: "false", message: "locked" }, "locked"],
  ["updateBatch", { validation_errors: { colour: ["is unknown"] } }, undefined],
  ["updateBatch", { valid: false, errors: ["colour is unknown"] }, "colour is unknown"],
  ["deleteScenario", { success: false, error: "in use by 3 tests" }, "in use by 3 tests"],
  ["deleteScenario", { deleted: false }, undefined],
  ["deleteScenario", { id: "s1", deleted: false, name: "Late parcel" }, undefined],
  ["deleteScenario", { deleted_count: 0 }, undefined],
  [
    "deleteScenario",
    { message: "It is used by 3 tests, nothing deleted" },
    "It is used by 3 tests, nothing deleted",
  ],
  ["reassignReview", { message: "zoe is not a reviewer" }, "zoe is not a reviewer"],
  ["reassignReview", { success: false, error: "not a reviewer" }, "not a reviewer"],
  ["reassignReview", { errors: [{ detail: "unknown user" }] }, "unknown user"],
  ["createBatch", { success: false, error: "quota exceeded" }, "quota exceeded"],
  ["createBatch", { success: false, error: "exists", id: "b1" }, "exists"],
  ["createBatch", { created: false, message: "quota exceeded" }, "quota exceeded"],
  ["importDemoProject", { imported: false, reason: "it is there" }, "it is there"],
  ["startCalibrationReview", { started: false, reason: "no reviewers" }, "no reviewers"],
])("%s: %j is a refusal because of %s", (name, response, reason) => {
  const refusal = findRequestRefusal(name, response, sent);
  expect(refusal?.hasFailed).toBe(false);
  expect(refusalReasonIn(refusal?.statement ?? {})).toBe(reason);
});

test.each<[OperationName, JsonObject]>([
  ["updateBatch", {}],
  ["updateBatch", { success: true, error: null }],
  ["updateBatch", { success: true, errors: ["colour is ignored"] }],
  ["updateBatch", { error: { code: 0, message: "OK" } }],
  ["updateBatch", { code: 0, message: "done", errors: [] }],
  ["updateBatch", { id: "b1", name: "Smoke", errors: ["the last run timed out"] }],
  ["updateBatch", { name: "Smoke", errors: ["the last run timed out"] }],
  ["updateBatch", { id: "b1", label: "R", success: false }],
  ["updateBatch", { id: "b1", label: "R", ok: false, message: "the last run failed" }],
  ["updateBatch", { id: "b1", status: "failed" }],
  ["updateBatch", { id: "b1", label: "R", status: "failed", result: { success: false, error: "2 failed" } }],
  ["updateBatch", { batch: { id: "b1", success: false, error: "the last run timed out" } }],
  ["updateBatch", { data: { ...sent, id: "b1" }, errors: [{ message: "a field is deprecated" }] }],
  ["updateBatch", { deleted: false, archived: false }],
  ["updateBatch", { status: "inactive" }],
  ["deleteScenario", { deleted: true, errors: ["a test named it"] }],
  ["deleteScenario", { deleted: 1 }],
  ["deleteScenario", { id: "s1", status: "deleted" }],
  ["deleteScenario", { message: "Scenario deleted." }],
  ["reassignReview", { message: "Reassigned to zoe." }],
  ["updateBatch", { message: "Saved, but no persona is set." }],
  ["reassignReview", { id: "r1", assignee: "ana", status: "rejected" }],
  ["createBatch", { id: "b1", created: false }],
  ["createBatch", { data: { id: "b1" }, error: { message: "nobody was told" } }],
  ["importDemoProject", { project: { id: "p1" }, errors: ["a test was left out"] }],
  ["importDemoProject", { imported: 5, errors: ["a test was left out"] }],
])("%s: %j is no refusal", (name, response) => {
  expect(findRequestRefusal(name, response, sent)).toBeUndefined();
});

test("a failure of the service isn't a refusal: it may have acted", () => {
  const response = { status: 503, error: "Service Unavailable" };
  expect(findRequestRefusal("updateBatch", response, sent)?.hasFailed).toBe(true);
});

test("runs, reports, decisions and reading operations are left alone", () => {
  const others = operationNames.filter(name =>
    ["run", "report", "decide", "fetch"].includes(operation(name).role),
  );
  for (const name of others) {
    expect(findRequestRefusal(name, { success: false, error: "locked" }, {})).toBeUndefined();
  }
});

test("any response is read", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(...operationNames),
      (each, name) => {
        findRequestRefusal(name, each as JsonObject, sent);
      },
    ),
  );
});
