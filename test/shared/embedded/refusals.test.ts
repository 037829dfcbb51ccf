/** The service's refusals: status, reason, and the order of its checks. */

import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedService, startEmbeddedService } from "../../../shared/embedded/service.ts";
import { callEmbedded, sendToEmbedded } from "./calling.ts";

let service: EmbeddedService;
beforeEach(async () => {
  service = await startEmbeddedService();
});
afterEach(() => service.close());

const limit = 10 * 1024 * 1024;
const post = (body: BodyInit, path = "/v1/tests", headers = {}) =>
  sendToEmbedded(service, path, { method: "POST", body, headers });

describe("paths", () => {
  test.each([
    "/",
    "/v1",
    "/v2/tests",
    "/v1/tests/",
    "/v1//run",
    "/v1/batches/smoke/run/again",
    "/v1/reviews",
    "/v1/reviews/calibration",
    "/V1/tests",
    "/v1/%74ests",
    "/v1/testsx",
  ])("%s is not found", async path => {
    const { status, body } = await post("{}", path);
    expect({ status, error: body["error"] }).toEqual({ status: 404, error: "Not Found" });
  });

  test("an id is percent-decoded", async () => {
    expect((await post("{}", "/v1/batches/%73moke/run")).body["id"]).toBe("smoke");
    expect((await post("{}", "/v1/batches/sm%2Foke/run")).body["message"]).toContain("sm/oke");
  });

  test.each(["%", "%zz", "%ff", "smoke%2"])("the id %s is not valid percent-encoding", async id => {
    const { status, body } = await post("{}", `/v1/batches/${id}/run`);
    expect(status).toBe(400);
    expect(body["message"]).toContain(id);
  });

  test("a query changes nothing", async () => {
    expect((await post("{}", "/v1/batches/smoke/run?a=/b?c")).status).toBe(200);
  });

  test("a literal segment is not taken for an id", async () => {
    expect((await post("{}", "/v1/reviews/calibrate")).body["id"]).toBe("cal_1");
    expect((await sendToEmbedded(service, "/v1/reviews/calibrate")).headers.get("allow")).toBe("POST");
    expect((await post("{}", "/v1/reviews/calibration/submit")).headers.get("allow")).toBe("GET");
  });

  test("a review and a calibration review differ, and the refusal explains that", async () => {
    const calibration = await callEmbedded(service, "submitReview", "what-is-friendly", { verdict: "pass" });
    expect(calibration.status).toBe(404);
    expect(calibration.body["message"]).toContain("is a calibration review");
    const review = await callEmbedded(service, "getCalibrationReview", "was-the-no-clear");
    expect(review.status).toBe(404);
    expect(review.body["message"]).toContain("is a review");
  });
});

describe("bodies", () => {
  test.each([
    ["nothing", "", "empty"],
    ["half an object", '{"a":', "not valid JSON"],
    ["two objects", "{}{}", "not valid JSON"],
    ["an array", "[]", "JSON object"],
    ["null", "null", "JSON object"],
    ["a string", '"x"', "JSON object"],
    ["a number", "1", "JSON object"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "UTF-8"],
    ["a tower of arrays", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "nested"],
  ])("%s is refused with the reason", async (_, body, reason) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: "Bad Request", message: expect.stringContaining(reason) });
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"])(
    "%s is JSON",
    async type => {
      expect((await post("{}", "/v1/tests", { "content-type": type })).status).toBe(201);
    },
  );

  test.each(["text/plain", "application/jsonp", "application/x-www-form-urlencoded"])(
    "%s is not JSON",
    async type => {
      const answer = await post("{}", "/v1/tests", { "content-type": type });
      expect(answer.status).toBe(415);
      expect(answer.body["message"]).toContain(type);
    },
  );

  test("a byte order mark does no harm", async () => {
    expect((await post("\ufeff{}")).status).toBe(201);
  });

  test("of a GET or a DELETE are ignored", async () => {
    const answer = await sendToEmbedded(service, "/v1/scenarios/late-parcel", {
      method: "DELETE",
      body: "not json",
      headers: { "content-type": "text/plain" },
    });
    expect(answer.status).toBe(200);
    expect((await callEmbedded(service, "getIntegration", "order-system")).status).toBe(200);
  });
});

describe("large bodies", () => {
  const filled = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;

  test("of 10 MB are accepted and returned", async () => {
    const answer = await post(filled(limit));
    expect(answer.status).toBe(201);
    expect(answer.body["a"]).toHaveLength(limit - 8);
  });

  test("of one byte more are refused when sent whole", async () => {
    expect((await post(filled(limit + 1))).status).toBe(413);
  });

  test("of one byte more are refused when sent in pieces", async () => {
    const outgoing = request(`${service.url}/v1/tests`, {
      method: "POST",
      headers: { "x-api-key": service.key, "content-type": "application/json" },
    });
    outgoing.write(filled(limit));
    outgoing.end(" ");
    const [response] = await once(outgoing, "response");
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await text(response))).toHaveProperty("message");
  });

  test("with too large a length are refused before their first byte, and the connection is closed", async () => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.write(
      `POST /v1/tests HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${limit + 1}\r\n\r\n`,
    );
    // `text` waits for the service to end the stream, because this client has not finished its request.
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close.*\{.*"message"/s);
  });

  test("a client that writes everything before it reads gets its response", async () => {
    const size = 8 * limit;
    const socket = connect({
      port: Number(new URL(service.url).port),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    socket.pause();
    socket.write(
      `POST /v1/tests HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
    );
    socket.end(Buffer.alloc(size, " "));
    await once(socket, "finish");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a client that disconnects midway does no harm", async () => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.write(
      `POST /v1/tests HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\nexpect: 100-continue\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    );
    await once(socket, "data");
    socket.resetAndDestroy();
    await once(socket, "close");
    expect((await callEmbedded(service, "createTest")).body["id"]).toBe("tst_1");
  });

  test("the service continues after a refusal", async () => {
    await Promise.all([post(filled(limit + 1)), post(filled(2 * limit))]);
    expect((await callEmbedded(service, "runBatch", "smoke")).status).toBe(200);
  });
});

test("the service checks the key, path, method, record, type, size and content, in this order", async () => {
  const { key } = service;
  const tooMuch = "x".repeat(limit + 1);
  const everythingWrong = {
    key: "wrong",
    path: "/v1/nowhere",
    method: "POST",
    type: "text/plain",
    body: tooMuch,
  };
  const corrections = [
    [{}, 401],
    [{ key }, 404],
    [{ path: "/v1/tests/no-such-test" }, 405],
    [{ method: "PUT" }, 404],
    [{ path: "/v1/tests/finds-late-parcel" }, 415],
    [{ type: "application/json" }, 413],
    [{ body: "x" }, 400],
    [{ body: "{}" }, 200],
  ] as const;
  let attempt: Record<keyof typeof everythingWrong, string> = everythingWrong;
  for (const [correction, expected] of corrections) {
    attempt = { ...attempt, ...correction };
    const { path, method, body } = attempt;
    const headers = { "x-api-key": attempt.key, "content-type": attempt.type };
    expect((await sendToEmbedded(service, path, { method, body, headers })).status).toBe(expected);
  }
});
