/** All twenty operations on the wire: exact method, path, headers and body, as the server saw them. */

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
import { respond, startServer } from "./server.ts";
import { hastyClient, key, transports } from "./transports.ts";

/** The table of service-interface.md, section 4, written out again by hand. */
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

/** Headers that a platform's fetch adds by itself. */
const platformHeaders = ["accept-language", "sec-fetch-mode"];

it("is the table of the service's interface", () => {
  const table = operationNames.map(name => [name, operations[name].method, operations[name].path]);
  expect(table).toEqual(interfaceTable);
});

describe("by role and kind", () => {
  it("is one operation at most", () => {
    const places = operationNames.map(name => `${operations[name].role} ${operations[name].kind}`);
    expect(places).toEqual([...new Set(places)]);
    for (const name of operationNames) {
      const { role, kind } = operation(name);
      expect(operationFor(role, kind)).toBe(name);
    }
  });

  it("has a name that the compiler knows, and none where the service has no such operation", () => {
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

describe.each(transports)("over %s", (transportName, transport) => {
  it.each(interfaceTable)("%s is %s %s", async (name, method, path) => {
    await using server = await startServer(socket => socket.write(respond(200, '{"done":"✓"}')));
    const { client } = hastyClient({ baseUrl: `${server.url}/api/`, transport });
    const id = "a/b ü?#%2e";
    const fields: JsonObject = { text: "Grüße 👋", list: [1, null, { deep: true }] };
    const withBody = method !== "GET" && method !== "DELETE";
    const args = [...(path.includes("{id}") ? [id] : []), ...(withBody ? [fields] : [])];
    // The types of the twenty methods differ; here they are called alike.
    const invoke = client[name] as (...args: unknown[]) => Promise<JsonObject>;
    expect(await invoke(...args)).toEqual({ done: "✓" });

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
        ["x-api-key", key],
      ].sort(),
    );
  });

  it("sends an empty object where no fields are given", async () => {
    await using server = await startServer(socket => socket.write(respond(200, "{}")));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    await client.runBatch("b");
    expect(server.requests[0]?.body).toBe("{}");
  });

  it("gives the low-level call's answer whole: status, headers, raw body, value", async () => {
    const raw = '{ "b" : 1.0,\n "a": "\\u00e9" }';
    await using server = await startServer(socket =>
      socket.write(respond(201, raw, { "x-request-id": "r1" })),
    );
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const answer = await client.call("createProject", { fields: {} });
    expect(answer).toMatchObject({ status: 201, value: { b: 1, a: "é" }, attempts: 1 });
    expect(answer.header("x-request-id")).toBe("r1");
    expect(Buffer.from(answer.raw).toString()).toBe(raw);
  });

  it.each(["gzip", "deflate", "br"])("unpacks %s", async encoding => {
    const { gzipSync, deflateSync, brotliCompressSync } = await import("node:zlib");
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
    const body = pack?.('{"packed":true}') ?? "";
    await using server = await startServer(socket =>
      socket.write(respond(200, body, { "content-encoding": encoding })),
    );
    const { client } = hastyClient({ baseUrl: server.url, transport });
    expect(await client.getIntegration("i")).toEqual({ packed: true });
  });

  it("tells a log about each attempt", async () => {
    await using server = await startServer((socket, _, number) =>
      socket.write(respond(number === 1 ? 429 : 200, "{}", { "x-request-id": `r${number}` })),
    );
    const attempts: unknown[] = [];
    const { client } = hastyClient({
      baseUrl: server.url,
      transport,
      onAttempt: ({ durationMs: _, ...rest }) => attempts.push(rest),
    });
    await client.runBatch("b");
    expect(attempts).toEqual([
      { operation: "runBatch", number: 1, status: 429, requestId: "r1", againInMs: 250 },
      { operation: "runBatch", number: 2, status: 200, requestId: "r2", againInMs: undefined },
    ]);
  });
});
