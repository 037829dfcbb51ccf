/** The id of a created record in the `Location` header: only in an address of the service's own, beneath the operation's path. */

import { expect, test } from "vitest";
import { idOfCreated, parseBaseUrl } from "../../../shared/service/address.ts";

const base = parseBaseUrl("https://service.example/api");
const create = { operation: "createBatch", fields: {} } as const;

test.each([
  ["/api/v1/batches/bat_7", "bat_7"],
  ["https://service.example/api/v1/batches/bat%207", "bat 7"],
  ["bat_7", "bat_7"],
])("%s is the address of %s", (location, id) => {
  expect(idOfCreated(location, base, create)).toBe(id);
});

test.each([
  undefined,
  "",
  "https://elsewhere.example/api/v1/batches/bat_7",
  "/v1/batches/bat_7",
  "/api/v1/operations/op_1",
  "/api/v1/batches/",
  "/api/v1/batches/bat_7/run",
  "/api/v1/batches/bat_7?wait=1",
  "/api/v1/batches/%E0%A4",
  "https://[",
])("%s is none", location => {
  expect(idOfCreated(location, base, create)).toBeUndefined();
});

test("only a request that creates has one", () => {
  const update = { operation: "updateBatch", id: "bat_1", fields: {} } as const;
  expect(idOfCreated("/api/v1/batches/bat_7", base, update)).toBeUndefined();
});
