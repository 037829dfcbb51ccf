/** The id of a created record is found where it is certain, and nowhere else. */

import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { findCreatedIds } from "../../../shared/reading/created-id.ts";

const sent = { name: "Smoke", basedOn: "bat_1", number: 4, tests: ["tst_1"] };
const idIn = (value: JsonObject, locatedId?: string) => {
  const ids = findCreatedIds("createBatch", { value, locatedId }, sent);
  return ids.length === 1 ? ids[0] : undefined;
};

test.each<[JsonObject, string]>([
  [{ id: "bat_2" }, "bat_2"],
  [{ id: 0 }, "0"],
  [{ id: "bat_1" }, "bat_1"], // the service took an id that was sent
  [{ batch: { id: "bat_2" } }, "bat_2"],
  [{ data: { id: "bat_2" } }, "bat_2"],
  [{ response: { data: { batch: { id: "bat_2", tests: [{ id: "tst_1" }] } } } }, "bat_2"],
  [{ id: "bat_2", batch: { id: "bat_2" }, batchId: "bat_1" }, "bat_2"],
  [{ batchId: "bat_2", projectId: "prj_1" }, "bat_2"],
  [{ batch_id: 12 }, "12"],
  [{ batchId: "bat_1", batch_id: "bat_2" }, "bat_2"],
  [{ result: { id: "bat_2", label: "R" } }, "bat_2"],
  [{ data: [{ id: "bat_2" }] }, "bat_2"],
  [{ payload: { item: { id: "bat_2" } } }, "bat_2"],
  [{ id: "bat_2", result: { id: "run_1" }, items: [{ id: "tst_1" }] }, "bat_2"],
])("%j says %s", (response, id) => {
  expect(idIn(response)).toBe(id);
});

test.each<[JsonObject]>([
  [{}],
  [{ id: "" }],
  [{ id: null, status: "queued" }],
  [{ id: 1.5 }],
  [{ id: 2 ** 60 }],
  [{ id: { value: "bat_2" } }],
  [{ test: { id: "tst_1" }, project: { id: "prj_1" } }],
  [{ id: "req_1", batch: { id: "bat_2" } }],
  [{ data: { id: "bat_2" }, response: { id: "bat_3" } }],
  [{ batches: [{ id: "bat_2" }] }],
  [{ data: [{ id: "bat_2" }, { id: "bat_3" }] }],
  [{ data: [] }],
  [{ result: { id: "bat_2" }, item: { id: "bat_3" } }],
  [{ copied: { batch: { id: "bat_2" } } }],
  [{ batchId: "bat_1" }],
  [{ batchId: 4 }],
  [{ batchIds: ["bat_2"] }],
])("%j says no id for certain", response => {
  expect(idIn(response)).toBeUndefined();
});

test("an address counts only if the response names no id", () => {
  expect(idIn({}, "bat_2")).toBe("bat_2");
  expect(idIn({ id: "bat_3" }, "bat_2")).toBe("bat_3");
  expect(idIn({ id: "req_1", batch: { id: "bat_3" } }, "bat_2")).toBeUndefined();
});

test.each<[JsonObject, string[]]>([
  [{ data: { type: "project", id: "pro_1", attributes: { title: "Demo A" } } }, ["pro_1"]],
  [{ data: { type: "import_job", id: "job_1" } }, []],
  [{ data: [{ id: "tst_1" }, { id: "tst_2" }], project: { id: "pro_1" } }, ["pro_1"]],
  [{ data: [{ id: "tst_1" }, { id: "tst_2" }] }, []],
])("the import %j says the project %j", (value, ids) => {
  expect(findCreatedIds("importDemoProject", { value }, {})).toEqual(ids);
});

test("a response to another operation says nothing of a created record", () => {
  expect(findCreatedIds("updateBatch", { value: { id: "bat_2" } }, {})).toEqual([]);
});

test("deep envelopes are read", () => {
  let deep: JsonObject = { id: "bat_2" };
  for (let level = 0; level < 10_000; level++) deep = { data: deep };
  expect(idIn(deep)).toBe("bat_2");
});

test.each<JsonObject>([
  { calibration: { id: "cal-1" } },
  { calibrationReview: { id: "cal-1" } },
  { data: { calibration_review: { id: "cal-1" } } },
  { calibrationId: "cal-1" },
  { review: { id: "cal-1" } },
])("%j says the id of a calibration review", value => {
  expect(findCreatedIds("createCalibrationReview", { value }, {})).toEqual(["cal-1"]);
  if (!("review" in value)) expect(findCreatedIds("createBatch", { value }, {})).toEqual([]);
});
