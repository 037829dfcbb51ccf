/** Every operation of the table gets a response, and nothing else does. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedService, startEmbeddedService } from "../../../shared/embedded/service.ts";
import type { JsonObject } from "../../../shared/json.ts";
import {
  type Method,
  needsId,
  type OperationName,
  operation,
  operationNames,
} from "../../../shared/service/operations.ts";
import { callEmbedded, idOf, sendToEmbedded } from "./calling.ts";

let service: EmbeddedService;
beforeEach(async () => {
  service = await startEmbeddedService();
});
afterEach(() => service.close());

const demoIds: Partial<Record<OperationName, string>> = {
  updateTest: "finds-late-parcel",
  updateBatch: "smoke",
  runBatch: "smoke",
  runChannel: "voice",
  createChannelReport: "voice",
  updatePersona: "hurried-parent",
  deleteScenario: "late-parcel",
  getIntegration: "order-system",
  updateIntegration: "order-system",
  getCalibrationReview: "what-is-friendly",
  startCalibrationReview: "what-is-friendly",
  reassignReview: "was-the-no-clear",
  submitReview: "was-the-no-clear",
};

describe.each(operationNames)("%s", name => {
  const { method, path } = operation(name);
  const id = demoIds[name] ?? "";

  test("returns a JSON object about its record", async () => {
    const { status, headers, body } = await callEmbedded(service, name, id, { note: "as sent" });
    expect(status).toBe(name.startsWith("create") && id === "" ? 201 : 200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-request-id")).toBe("req_1");
    if (name === "importDemoProject") expect(body).toHaveProperty("project.id");
    else expect(body["id"]).toEqual(id || expect.any(String));
  });

  test("needs the key", async () => {
    const target = path.replace("{id}", id);
    for (const key of ["", "wrong", service.key.slice(0, -1), `${service.key}x`]) {
      const answer = await sendToEmbedded(service, target, { method, headers: { "x-api-key": key } });
      expect(answer.status).toBe(401);
      expect(answer.text).not.toContain(service.key);
    }
    const { status } = await fetch(service.url + target, { method });
    expect(status).toBe(401);
  });

  test("accepts only the table's methods, and a 405 names them", async () => {
    const target = path.replace("{id}", id);
    const allowed = operationNames
      .map(operation)
      .filter(row => row.path === path)
      .map(row => row.method);
    const others: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    for (const other of others.filter(each => !allowed.includes(each))) {
      const answer = await sendToEmbedded(service, target, { method: other });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe(allowed.join(", "));
    }
  });
});

test.each(operationNames.filter(needsId))("%s refuses an unknown id", async name => {
  const { status, body } = await callEmbedded(service, name, "no/such thing%");
  expect(status).toBe(404);
  expect(body["message"]).toContain("no/such thing%");
});

describe("a request body", () => {
  const fields: JsonObject = {
    name: 'Ünïcödé 🪔 "quoted"',
    nested: { list: [1, null, true, { deep: "yes" }] },
    empty: "",
  };

  test("is kept as sent, under a counted id", async () => {
    const first = await callEmbedded(service, "createTest", "", fields);
    const second = await callEmbedded(service, "createTest", "", { id: "mine", name: "Second" });
    expect(first.body).toEqual({ id: "tst_1", ...fields });
    expect(second.body).toEqual({ id: "tst_2", name: "Second" });
  });

  test("a PUT replaces every field but the id", async () => {
    const id = await idOf(callEmbedded(service, "createPersona", "", { name: "Old", patience: "low" }));
    const { body } = await callEmbedded(service, "updatePersona", id, { id: "other", name: "New" });
    expect(body).toEqual({ id, name: "New" });
  });

  test("a PATCH replaces the fields that it names, and a GET returns all", async () => {
    const before = await callEmbedded(service, "getIntegration", "order-system");
    await callEmbedded(service, "updateIntegration", "order-system", { environment: "live", allows: [] });
    const after = await callEmbedded(service, "getIntegration", "order-system");
    expect(after.body).toEqual({ ...before.body, environment: "live", allows: [] });
  });

  test("a field may have the name of a JavaScript object member", async () => {
    const sent = '{"__proto__":{"polluted":true},"constructor":1,"toString":"x"}';
    const { text } = await sendToEmbedded(service, "/v1/tests", { method: "POST", body: sent });
    expect(JSON.parse(text)).toEqual(JSON.parse(`{"id":"tst_1",${sent.slice(1)}`));
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("a deleted record is gone", async () => {
    expect((await callEmbedded(service, "deleteScenario", "late-parcel")).status).toBe(200);
    expect((await callEmbedded(service, "deleteScenario", "late-parcel")).status).toBe(404);
  });
});

test("many concurrent requests all get responses, each with its own id", async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => callEmbedded(service, "createTest", "", { index })),
  );
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(200);
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(200);
});
