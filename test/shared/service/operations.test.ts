/** Every operation on the wire: the exact method, path, headers and body that the server receives. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import {
  type Kind,
  type OperationName,
  operation,
  operationFor,
  operationNames,
  operations,
} from "../../../shared/service/operations.ts";
import { type ServiceRequest, serviceRequestOf } from "../../../shared/service/request.ts";
import { respond, startRawServer } from "./server.ts";
import { hastyClient, testKey, transports } from "./transports.ts";

/** The service's interface, written again by hand. */
const interfaceTable: readonly (readonly [OperationName, string, string])[] = [
  ["createProject", "POST", "/v1/projects"],
  ["importDemoProject", "POST", "/v1/projects/import-demo"],
  ["createTest", "POST", "/v1/tests"],
  ["updateTest", "PUT", "/v1/tests/{id}"],
  ["createBatch", "POST", "/v1/batches"],
  ["updateBatch", "PUT", "/v1/batches/{id}"],
  ["runBatch", "POST", "/v1/batches/{id}/run"],
  ["createChannel", "POST", "/v1/channels"],
  ["runChannel", "POST", "/v1/channels/{id}/run"],
  ["createChannelReport", "POST", "/v1/channels/{id}/report"],
  ["createPersona", "POST", "/v1/personas"],
  ["updatePersona", "PUT", "/v1/personas/{id}"],
  ["deleteScenario", "DELETE", "/v1/scenarios/{id}"],
  ["getIntegration", "GET", "/v1/integrations/{id}"],
  ["updateIntegration", "PATCH", "/v1/integrations/{id}"],
  ["createCalibrationReview", "POST", "/v1/reviews/calibrate"],
  ["getCalibrationReview", "GET", "/v1/reviews/calibration/{id}"],
  ["startCalibrationReview", "POST", "/v1/reviews/calibration/{id}/start"],
  ["reassignReview", "POST", "/v1/reviews/{id}/reassign"],
  ["submitReview", "POST", "/v1/reviews/{id}/submit"],
];

/** Headers that a platform's fetch adds. */
const platformHeaders = ["accept-language", "sec-fetch-mode"];

it("the operations are those of the service's interface", () => {
  const table = operationNames.map(name => [name, operations[name].method, operations[name].path]);
  expect(table).toEqual(interfaceTable);
});

it("an operation's title comes from its name", () => {
  expect(operation("createChannelReport").title).toBe("Create channel report");
  expect(operation("importDemoProject").title).toBe("Import demo project");
});

describe("by role and kind", () => {
  it("there is at most one operation", () => {
    const places = operationNames.map(name => `${operations[name].role} ${operations[name].kind}`);
    expect(places).toEqual([...new Set(places)]);
    for (const name of operationNames) {
      const { role, kind } = operation(name);
      expect(operationFor(role, kind)).toBe(name);
    }
  });

  it("the compiler knows the operation's name, and refuses a missing one", () => {
    const one: "createChannelReport" = operationFor("report", "channel");
    const oneOfTwo: "runBatch" | "runChannel" = operationFor("run", "batch" as "batch" | "channel");
    const perhaps: "deleteScenario" | undefined = operationFor("delete", "project" as Kind);
    const none: undefined = operationFor("run", "scenario");
    // @ts-expect-error not every kind has such an operation
    const certain: OperationName = operationFor("update", "project" as Kind);
    expect([one, oneOfTwo, perhaps, none, certain]).toEqual([
      "createChannelReport",
      "runBatch",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a call", () => {
  it("has exactly the id and the fields of its operation, by type", () => {
    const calls: ServiceRequest[] = [
      { operation: "runBatch", id: "b", fields: {} },
      { operation: "getIntegration", id: "i" },
      { operation: "createProject", fields: {} },
      // @ts-expect-error an id is missing
      { operation: "runBatch", fields: {} },
      // @ts-expect-error an id may not be undefined either
      { operation: "runBatch", id: undefined, fields: {} },
      // @ts-expect-error fields are missing
      { operation: "runBatch", id: "b" },
      // @ts-expect-error a GET has no fields
      { operation: "getIntegration", id: "i", fields: {} },
      // @ts-expect-error a DELETE has no fields
      { operation: "deleteScenario", id: "s", fields: {} },
      // @ts-expect-error what is created has no id yet
      { operation: "createProject", id: "p", fields: {} },
      // @ts-expect-error no such operation
      { operation: "listProjects" },
    ];
    const superfluous = { operation: "getIntegration", id: "i", fields: {} } as const;
    // @ts-expect-error nor by way of a variable
    calls.push(superfluous);
    const name = "runBatch" as OperationName;
    // @ts-expect-error nor for an operation that is known only when the program runs
    calls.push({ operation: name, id: "b", fields: {} });
    expect(calls).toHaveLength(12);
  });

  it("takes from a record only what its operation needs", () => {
    const given = { id: "x", fields: { a: 1 } };
    expect(serviceRequestOf("runBatch", given)).toEqual({ operation: "runBatch", ...given });
    expect(serviceRequestOf("createProject", given)).toEqual({
      operation: "createProject",
      fields: { a: 1 },
    });
    expect(serviceRequestOf("getIntegration", given)).toEqual({ operation: "getIntegration", id: "x" });
    expect(serviceRequestOf("runBatch", { id: undefined })).toEqual({
      operation: "runBatch",
      id: "",
      fields: {},
    });
  });
});

describe.each(transports)("over %s", (transportName, transport) => {
  it.each(interfaceTable)("%s is %s %s", async (name, method, path) => {
    await using server = await startRawServer(socket => socket.write(respond(200, '{"done":"✓"}')));
    const { client } = hastyClient({ baseUrl: `${server.url}/api/`, transport });
    const id = "a/b ü?#%2e";
    const fields: JsonObject = { text: "Grüße 👋", list: [1, null, { deep: true }] };
    const withBody = method !== "GET" && method !== "DELETE";
    const answer = await client.call(serviceRequestOf(name, { id, fields }));
    expect(answer.value).toEqual({ done: "✓" });

    const [request, ...others] = server.requests;
    expect(others).toEqual([]);
    const body = withBody ? '{"text":"Grüße 👋","list":[1,null,{"deep":true}]}' : "";
    expect(request).toMatchObject({
      method,
      path: `/api${path.replace("{id}", "a%2Fb%20%C3%BC%3F%23%252e")}`,
      body,
    });
    const headers = request?.headers
      .map(([header, value]) => [header.toLowerCase(), value] as const)
      .filter(([header]) => !platformHeaders.includes(header))
      .sort();
    expect(headers).toEqual(
      [
        ["accept", "application/json"],
        ["accept-encoding", transportName === "undici" ? "gzip, deflate, br" : "gzip, deflate"],
        ...(transportName === "fetch" ? [["cache-control", "no-cache"]] : []),
        ["connection", "keep-alive"],
        ...(withBody ? [["content-length", String(Buffer.byteLength(body))]] : []),
        ...(withBody ? [["content-type", "application/json"]] : []),
        ["host", new URL(server.url).host],
        ...(transportName === "fetch" ? [["pragma", "no-cache"]] : []),
        ["user-agent", "callboard"],
        ["x-api-key", testKey],
      ].sort(),
    );
  });

  it("returns the raw body and its value", async () => {
    const raw = '{ "b" : 1.0,\n "a": "\\u00e9" }';
    await using server = await startRawServer(socket => socket.write(respond(201, raw)));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const answer = await client.call({ operation: "createProject", fields: {} });
    expect(answer.value).toEqual({ b: 1, a: "é" });
    expect(Buffer.from(answer.raw).toString()).toBe(raw);
  });

  it.each(["gzip", "deflate", "br"])("unpacks %s", async encoding => {
    const { gzipSync, deflateSync, brotliCompressSync } = await import("node:zlib");
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
    const body = pack?.('{"packed":true}') ?? "";
    await using server = await startRawServer(socket =>
      socket.write(respond(200, body, { "content-encoding": encoding })),
    );
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const { value } = await client.call({ operation: "getIntegration", id: "i" });
    expect(value).toEqual({ packed: true });
  });

  it("reports each attempt to a log", async () => {
    await using server = await startRawServer((socket, _, number) =>
      socket.write(respond(number === 1 ? 429 : 200, "{}", { "x-request-id": `r${number}` })),
    );
    const attempts: unknown[] = [];
    const { client } = hastyClient({
      baseUrl: server.url,
      transport,
      onAttempt: ({ durationMs: _, ...rest }) => attempts.push(rest),
    });
    await client.call({ operation: "runBatch", id: "b", fields: {} });
    expect(attempts).toEqual([
      { operation: "runBatch", number: 1, status: 429, requestId: "r1", againInMs: 250 },
      { operation: "runBatch", number: 2, status: 200, requestId: "r2", againInMs: undefined },
    ]);
  });
});
