/** The outcome of a call when the service or the network misbehaves: one suite, both transports, every method. */

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../../shared/clock.ts";
import { Client } from "../../../shared/service/client.ts";
import { type ErrorKind, ServiceError } from "../../../shared/service/error.ts";
import type { ServiceRequest } from "../../../shared/service/request.ts";
import { mostAttempts } from "../../../shared/service/retry.ts";
import { type OnRequest, respond, startRawServer } from "./server.ts";
import { hastyClient, testKey, transports } from "./transports.ts";

const byMethod = {
  GET: { operation: "getIntegration", id: "x1" },
  PUT: { operation: "updateTest", id: "x1", fields: {} },
  DELETE: { operation: "deleteScenario", id: "x1" },
  PATCH: { operation: "updateIntegration", id: "x1", fields: {} },
  POST: { operation: "runBatch", id: "x1", fields: {} },
} as const satisfies Record<string, ServiceRequest>;
type Method = keyof typeof byMethod;
const methods = Object.keys(byMethod) as Method[];

const all: readonly Method[] = methods;
const none: readonly Method[] = [];
const reading: readonly Method[] = ["GET"];
const acting: readonly Method[] = ["PUT", "PATCH", "DELETE", "POST"];
const readingAndActing: readonly Method[] = ["GET", "POST"];

interface Behaviour {
  readonly name: string;
  readonly onRequest?: OnRequest;
  /** Reacts to the first bytes, before the request is read. */
  readonly onBytes?: Parameters<typeof startRawServer>[1];
  readonly timeoutMs?: number;
  readonly kind: ErrorKind;
  /** Only these are tried, because the response is huge. All methods read a response in the same way. */
  readonly triedWith?: readonly Method[];
  /** Methods whose request is repeated until the attempts are used up. */
  readonly again: readonly Method[];
  readonly ambiguous: readonly Method[];
  /** The service certainly acted. */
  readonly certain?: true;
  /** The number of requests that the server reads per attempt. */
  readonly seen?: 0;
  /** The fetch standard makes the platform send such a request twice. */
  readonly seenByFetch?: 2;
  readonly pauses?: readonly number[];
  readonly says: RegExp;
}

const json =
  (status: number, headers: Record<string, string> = {}): OnRequest =>
  socket => {
    socket.write(respond(status, `{"reason":"because ${status}"}`, headers));
  };
const body =
  (text: string | Buffer, headers: Record<string, string> = {}): OnRequest =>
  socket => {
    socket.write(respond(200, text, headers));
  };
const anHourAhead = () => new Date(Date.now() + 3_600_000).toUTCString();
/** The random number is 0.5, so a pause is half of 500 ms, doubled each time. */
const backoff = [250, 500, 1000, 2000];

/** Streams a chunked body of this size, as fast as the client reads it. */
const flood =
  (size: number): OnRequest =>
  socket => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    const chunk = Buffer.concat([
      Buffer.from("100000\r\n"),
      Buffer.alloc(0x100000, " "),
      Buffer.from("\r\n"),
    ]);
    let left = size;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 0x100000;
        if (!socket.write(chunk)) return void socket.once("drain", more);
      }
      socket.write("0\r\n\r\n");
    };
    more();
  };

const bomb = gzipSync(Buffer.alloc(120_000_000, " "), { level: 9 });
/** A few kilobytes that JSON.parse would expand to half a gigabyte. */
const manyObjects = gzipSync(`{"a":[${"{},".repeat(4_000_000)}{}]}`);

const behaviours: readonly Behaviour[] = [
  {
    name: "a reset before the request was read",
    onBytes: socket => socket.resetAndDestroy(),
    kind: "network",
    again: reading,
    ambiguous: acting,
    seen: 0,
    says: /broke before a response came/,
  },
  {
    name: "a reset after the request was read",
    onRequest: socket => socket.resetAndDestroy(),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /broke before a response came/,
  },
  {
    name: "a connection closed without an answer",
    onRequest: socket => socket.end(),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /broke before a response came/,
  },
  {
    name: "bytes that are not HTTP",
    onRequest: socket => socket.end("220 mail.example.com ESMTP\r\n"),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /broke before a response came/,
  },
  {
    name: "silence before headers",
    onRequest: () => {},
    timeoutMs: 150,
    kind: "timeout",
    again: none,
    ambiguous: acting,
    says: /no response came within 150 ms/,
  },
  {
    name: "silence in the body",
    onRequest: socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"a":'),
    timeoutMs: 600,
    kind: "timeout",
    again: none,
    ambiguous: acting,
    says: /the response began but did not end within 600 ms/,
  },
  {
    name: "a slow trickle past the deadline",
    onRequest: socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n');
      const drip = setInterval(() => socket.write("1\r\na\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    },
    timeoutMs: 600,
    kind: "timeout",
    again: none,
    ambiguous: acting,
    says: /the response began but did not end within 600 ms/,
  },
  {
    name: "a body that ends before its length",
    onRequest: socket => socket.end(respond(200, '{"a":1}', { "content-length": "70" })),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /broke in the middle of the response \(200\)/,
  },
  {
    name: "a length that ends before the body",
    onRequest: socket => socket.end(respond(200, '{"a":1}', { "content-length": "3" })),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /a JSON object that is cut off/,
  },
  {
    name: "truncated JSON",
    onRequest: body('{"a":{"b":"}}\\"}'),
    kind: "network",
    again: reading,
    ambiguous: acting,
    says: /a JSON object that is cut off.*The response: \{"a":\{/,
  },
  {
    name: "broken JSON that ends",
    onRequest: body('{"a":NaN}'),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /broken JSON.*The response: \{"a":NaN\}/,
  },
  {
    name: "HTML with 200",
    onRequest: body("<!doctype html><h1>Sign in</h1>", { "content-type": "text/html" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /a web page instead of a JSON object.*Sign in/,
  },
  {
    name: "XML with 200",
    onRequest: body('<?xml version="1.0"?><run state="passed"/>', { "content-type": "application/xml" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /XML instead of a JSON object.*Set the service to respond with JSON/,
  },
  {
    name: "XML without a declaration",
    onRequest: body('<run state="passed"/>', { "content-type": "application/xml; charset=utf-8" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /XML instead of a JSON object/,
  },
  {
    name: "an array",
    onRequest: body("[]"),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /an array/,
  },
  {
    name: "a number",
    onRequest: body("12"),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /a number/,
  },
  {
    name: "a body of 200 MB",
    triedWith: readingAndActing,
    onRequest: flood(200_000_000),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /responded with 200 and more than 100 MB/,
  },
  {
    name: "a gzip bomb",
    triedWith: readingAndActing,
    onRequest: body(bomb, { "content-encoding": "gzip" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /responded with 200 and more than 100 MB/,
  },
  {
    name: "more objects than can be worked with",
    triedWith: readingAndActing,
    onRequest: body(manyObjects, { "content-encoding": "gzip" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    certain: true,
    says: /responded with 200 and more than 4,000,000 objects and lists\. Callboard can't read that much/,
  },
  {
    name: "a body that is not the gzip it claims to be",
    onRequest: body('{"a":1}', { "content-encoding": "gzip" }),
    kind: "malformed",
    again: none,
    ambiguous: acting,
    says: /a body that can't be decompressed/,
  },
  {
    name: "a redirect that says 'see over there'",
    onRequest: json(303, { location: "/v1/elsewhere" }),
    kind: "refused",
    again: none,
    ambiguous: acting,
    says: /redirect \(303\) to http:\/\/127\.0\.0\.1:\d+\/v1\/elsewhere/,
  },
  {
    name: "a redirect that asks for the request elsewhere",
    onRequest: json(307, { location: "https://user:pass@other.example/v1/x?token=1" }),
    kind: "refused",
    again: none,
    ambiguous: none,
    says: /redirect \(307\) to https:\/\/other\.example\/v1\/x\. /,
  },
  {
    name: "401",
    onRequest: json(401),
    kind: "unauthorized",
    again: none,
    ambiguous: none,
    says: /Check the key/,
  },
  {
    name: "403",
    onRequest: json(403),
    kind: "unauthorized",
    again: none,
    ambiguous: none,
    says: /may not do this/,
  },
  {
    name: "404",
    onRequest: json(404),
    kind: "not-found",
    again: none,
    ambiguous: none,
    says: /responded with 404: not found\. Check that the \w+ "x1" exists/,
  },
  {
    name: "408",
    onRequest: json(408),
    kind: "rejected",
    again: none,
    ambiguous: acting,
    says: /responded with 408: it did not accept the request\. Read the response\./,
  },
  {
    name: "409",
    onRequest: json(409),
    kind: "rejected",
    again: none,
    ambiguous: acting,
    says: /responded with 409: it did not accept the request\. Read the response\..* The response: .*because 409/,
  },
  {
    name: "421",
    onRequest: json(421),
    kind: "rejected",
    again: none,
    ambiguous: acting,
    seenByFetch: 2,
    says: /responded with 421: it did not accept the request\. Read the response\./,
  },
  {
    name: "425",
    onRequest: json(425),
    kind: "rejected",
    again: none,
    ambiguous: acting,
    says: /responded with 425: it did not accept the request\. Read the response\./,
  },
  {
    name: "402",
    onRequest: json(402),
    kind: "rejected",
    again: none,
    ambiguous: none,
    says: /responded with 402: it did not accept the request\. Look at your plan or credits/,
  },
  {
    name: "405",
    onRequest: json(405),
    kind: "rejected",
    again: none,
    ambiguous: none,
    says: /responded with 405: it did not accept the request\. Check that the base URL is the service's/,
  },
  {
    name: "413",
    onRequest: json(413),
    kind: "rejected",
    again: none,
    ambiguous: none,
    says: /responded with 413: it did not accept the request\. Send fewer or shorter fields/,
  },
  {
    name: "422",
    onRequest: json(422),
    kind: "rejected",
    again: none,
    ambiguous: none,
    says: /Check the fields/,
  },
  {
    name: "429",
    onRequest: json(429),
    kind: "rate-limited",
    again: all,
    ambiguous: none,
    pauses: backoff,
    says: /after 5 attempts/,
  },
  {
    name: "429 with Retry-After in seconds",
    onRequest: json(429, { "retry-after": "3" }),
    kind: "rate-limited",
    again: all,
    ambiguous: none,
    pauses: [3000, 3000, 3000, 3000],
    says: /The service asks to wait 3 s/,
  },
  {
    name: "429 with Retry-After as a date gone by",
    onRequest: json(429, { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }),
    kind: "rate-limited",
    again: all,
    ambiguous: none,
    pauses: backoff,
    says: /too many requests/,
  },
  {
    name: "429 with Retry-After as nonsense",
    onRequest: json(429, { "retry-after": "soon" }),
    kind: "rate-limited",
    again: all,
    ambiguous: none,
    pauses: backoff,
    says: /Try again later/,
  },
  {
    name: "429 with Retry-After of an hour",
    onRequest: json(429, { "retry-after": "3600" }),
    kind: "rate-limited",
    again: none,
    ambiguous: none,
    pauses: [],
    says: /The service asks to wait 3600 s/,
  },
  {
    name: "429 with Retry-After as a date in an hour",
    onRequest: (socket, request, number) =>
      json(429, { "retry-after": anHourAhead() })(socket, request, number),
    kind: "rate-limited",
    again: none,
    ambiguous: none,
    pauses: [],
    says: /The service asks to wait (3600|3599) s/,
  },
  {
    name: "500",
    onRequest: json(500),
    kind: "unavailable",
    again: none,
    ambiguous: acting,
    says: /responded with 500/,
  },
  ...[502, 503, 504].map(
    (status): Behaviour => ({
      name: String(status),
      onRequest: json(status, { "x-request-id": "req-7" }),
      kind: "unavailable",
      again: reading,
      ambiguous: acting,
      says: /name the request req-7/,
    }),
  ),
  {
    name: "503 with Retry-After",
    onRequest: json(503, { "retry-after": "2" }),
    kind: "unavailable",
    again: all,
    ambiguous: none,
    pauses: [2000, 2000, 2000, 2000],
    says: /The service asks to wait 2 s/,
  },
  {
    name: "503 with Retry-After as nonsense",
    onRequest: json(503, { "retry-after": "-5" }),
    kind: "unavailable",
    again: reading,
    ambiguous: acting,
    says: /responded with 503/,
  },
];

const failed = (promise: Promise<unknown>): Promise<ServiceError> =>
  promise.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => (error instanceof ServiceError ? error : expect.fail(`not a ServiceError: ${error}`)),
  );

describe.each(transports)("over %s", (name, transport) => {
  const call = (method: Method, baseUrl: string, timeoutMs?: number) => {
    const { client, pauses } = hastyClient({ baseUrl, transport, ...(timeoutMs && { timeoutMs }) });
    return { promise: client.call(byMethod[method]), pauses };
  };

  describe.each(behaviours)("$name", behaviour => {
    it.concurrent.each(behaviour.triedWith ?? methods)("%s", async method => {
      await using server = await startRawServer(behaviour.onRequest ?? (() => {}), behaviour.onBytes);
      const { promise, pauses } = call(method, server.url, behaviour.timeoutMs);
      const error = await failed(promise);
      const attempts = behaviour.again.includes(method) ? mostAttempts : 1;
      expect({ kind: error.kind, ambiguous: error.ambiguous, requests: server.requests.length }).toEqual({
        kind: behaviour.kind,
        ambiguous: behaviour.ambiguous.includes(method),
        requests: (name === "fetch" ? behaviour.seenByFetch : undefined) ?? behaviour.seen ?? attempts,
      });
      expect(error.attempts).toBe(attempts);
      expect(error.message).toMatch(behaviour.says);
      const acted = behaviour.certain ? "The operation was carried out" : "may have acted";
      expect(error.message.includes(acted)).toBe(error.ambiguous);
      if (behaviour.pauses) expect(pauses).toEqual(behaviour.pauses);
    });
  });

  describe("a server that refuses connections", () => {
    it.concurrent.each(methods)("%s", async method => {
      const server = await startRawServer(() => {});
      await server[Symbol.asyncDispose]();
      const { promise, pauses } = call(method, server.url);
      const error = await failed(promise);
      expect(error).toMatchObject({ kind: "network", ambiguous: false, attempts: mostAttempts });
      expect(error.message).toContain(`nothing responds at ${server.url}`);
      expect(pauses).toEqual(backoff);
    });
  });

  it("never follows a redirect to another origin, which must not get the key", async () => {
    await using other = await startRawServer(json(200));
    await using server = await startRawServer(json(302, { location: `${other.url}/v1/integrations/x1` }));
    const error = await failed(call("GET", server.url).promise);
    expect(error.message).toContain(other.url);
    expect(other.requests).toEqual([]);
  });

  it.each(acting)("a lost response leaves it to a person whether to send again: %s", async method => {
    await using server = await startRawServer((socket, request, number) =>
      number === 1 ? socket.resetAndDestroy() : json(404)(socket, request, number),
    );
    const error = await failed(call(method, server.url).promise);
    expect(error).toMatchObject({ kind: "network", ambiguous: true, attempts: 1 });
    expect(error.message).toMatch(/may have acted all the same: look at the \w+ before/);
    expect(server.requests.length).toBe(1);
  });

  it("a DELETE that gets 404 at once, or after a 429, does not count as done", async () => {
    await using server = await startRawServer((socket, request, number) =>
      json(number === 1 ? 429 : 404)(socket, request, number),
    );
    expect(await failed(call("DELETE", server.url).promise)).toMatchObject({
      kind: "not-found",
      attempts: 2,
    });
    expect(await failed(call("DELETE", server.url).promise)).toMatchObject({
      kind: "not-found",
      attempts: 1,
    });
  });

  describe.each<[string, OnRequest]>([
    ["an empty 204", socket => socket.write("HTTP/1.1 204 No Content\r\n\r\n")],
    ["an empty 200", body("")],
    ["null with 200", body("null")],
  ])("%s", (_, onRequest) => {
    it.each(acting)("means that the service acted and says nothing more: %s", async method => {
      await using server = await startRawServer(onRequest);
      expect(await call(method, server.url).promise).toMatchObject({ value: {} });
      expect(server.requests.length).toBe(1);
    });

    it("is no record: GET", async () => {
      await using server = await startRawServer(onRequest);
      expect(await failed(call("GET", server.url).promise)).toMatchObject({
        kind: "malformed",
        ambiguous: false,
        message: expect.stringMatching(/responded with 20[04] and (nothing|null) instead of a JSON object/),
      });
      expect(server.requests.length).toBe(1);
    });
  });

  it("null does not show that a decision was taken", async () => {
    await using server = await startRawServer(body("null"));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const error = await failed(client.call({ operation: "submitReview", id: "x1", fields: {} }));
    expect(error).toMatchObject({ kind: "malformed", ambiguous: true });
    expect(error.message).toMatch(/200 and null instead of a JSON object/);
  });

  it("tells when the request began, by the clock of the service", async () => {
    const now = Date.UTC(2020, 1, 1);
    await using server = await startRawServer(socket =>
      socket.write(respond(201, "{}", { date: new Date(now).toUTCString() })),
    );
    const { status, beganAt = 0 } = await call("POST", server.url).promise;
    expect(status).toBe(201);
    expect(beganAt).toBeGreaterThan(Date.UTC(2020, 0, 1));
    expect(beganAt).toBeLessThanOrEqual(now);
  });

  it.each([{}, { date: "yesterday" }])("knows no time without a date: %o", async headers => {
    await using server = await startRawServer(socket => socket.write(respond(200, "{}", headers)));
    expect(await call("POST", server.url).promise).not.toHaveProperty("beganAt");
  });

  describe("the response of a refusal, as a value", () => {
    const responseTo = async (text: string | Buffer, headers: Record<string, string> = {}) => {
      await using server = await startRawServer(socket => socket.write(respond(409, text, headers)));
      return (await failed(call("POST", server.url).promise)).response;
    };

    it("is kept if it is a small JSON object", async () => {
      expect(await responseTo('{"review": {"id": "rev_1"}}')).toEqual({ review: { id: "rev_1" } });
    });

    it("contains no key in any encoding", async () => {
      const escaped = `\\u${testKey.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(testKey.slice(1)).slice(1, -1)}`;
      const text = `{"said": ${JSON.stringify(`a ${testKey}`)}, "again": "${escaped}", ${JSON.stringify(testKey)}: 1}`;
      const response = await responseTo(text);
      expect(response).toEqual({ said: "a ***", again: "***", "***": 1 });
    });

    it.each([
      ["is a list", "[1]"],
      ["is cut off", '{"a": 1, '],
      ["is a web page", "<h1>Conflict</h1>"],
      ["is empty", ""],
      ["is large", `{"a": "${"x".repeat(20_000)}"}`],
    ])("is dropped if it %s", async (_, text) => {
      expect(await responseTo(text)).toBeUndefined();
    });
  });

  it("recovers from one failure", async () => {
    await using server = await startRawServer((socket, request, number) =>
      json(number < 3 ? 429 : 200)(socket, request, number),
    );
    expect(await call("POST", server.url).promise).toMatchObject({ value: { reason: "because 200" } });
    expect(server.requests.length).toBe(3);
  });

  it("does not multiply an outage, because all calls of a client share one retry budget", async () => {
    await using server = await startRawServer(json(503));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    await Promise.all(Array.from({ length: 100 }, () => failed(client.call(byMethod.GET))));
    expect(server.requests.length).toBe(100 + 20);
  });

  describe("cancelled", () => {
    const cancelled = async (method: Method, url: string, when: (abort: () => void) => void) => {
      const controller = new AbortController();
      const { client } = hastyClient({ baseUrl: url, transport });
      const error = failed(client.call(byMethod[method], controller.signal));
      when(() => controller.abort());
      return await error;
    };

    it.each(methods)("before it begins: %s", async method => {
      await using server = await startRawServer(json(200));
      const error = await cancelled(method, server.url, abort => abort());
      expect(error).toMatchObject({ kind: "cancelled" });
      const { client } = hastyClient({ baseUrl: server.url, transport });
      const late = await failed(client.call(byMethod[method], AbortSignal.abort()));
      expect(late).toMatchObject({ kind: "cancelled", ambiguous: false });
      expect(server.requests.length).toBe(0);
    });

    it.each(methods)("before headers: %s", async method => {
      let abort = () => {};
      await using server = await startRawServer(() => abort());
      const error = await cancelled(method, server.url, given => {
        abort = given;
      });
      expect(error).toMatchObject({ kind: "cancelled", ambiguous: acting.includes(method) });
      expect(server.requests.length).toBe(1);
    });

    it.each(methods)("in the body: %s", async method => {
      let abort = () => {};
      await using server = await startRawServer(socket => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"a":', () => setImmediate(abort));
      });
      const error = await cancelled(method, server.url, given => {
        abort = given;
      });
      expect(error).toMatchObject({ kind: "cancelled", ambiguous: acting.includes(method) });
      expect(server.requests.length).toBe(1);
    });

    it.each(methods)("before a pause between attempts: %s", async method => {
      await using server = await startRawServer(json(429, { "retry-after": "3" }));
      const controller = new AbortController();
      const { client, pauses } = hastyClient({
        baseUrl: server.url,
        transport,
        onAttempt: ({ againInMs }) => againInMs === 3000 && controller.abort(),
      });
      const error = await failed(client.call(byMethod[method], controller.signal));
      expect(error).toMatchObject({ kind: "cancelled", ambiguous: false });
      expect(server.requests.length).toBe(1);
      expect(pauses).toEqual([]);
    });

    it.each(methods)("in a pause between attempts: %s", async method => {
      await using server = await startRawServer(json(429, { "retry-after": "3" }));
      const controller = new AbortController();
      const clock: Clock = {
        ...systemClock,
        after(milliseconds, callback) {
          if (milliseconds !== 3000) return systemClock.after(milliseconds, callback);
          setImmediate(() => controller.abort());
          return () => {};
        },
      };
      const client = new Client({ baseUrl: server.url, apiKey: "a-key", transport, clock });
      const error = await failed(client.call(byMethod[method], controller.signal));
      expect(error).toMatchObject({ kind: "cancelled", ambiguous: false });
      expect(server.requests.length).toBe(1);
    });

    it("releases the connection", async () => {
      let abort = () => {};
      await using server = await startRawServer(() => abort());
      await cancelled("GET", server.url, given => {
        abort = given;
      });
      await expect.poll(() => server.sockets.size).toBe(0);
    });
  });
});
