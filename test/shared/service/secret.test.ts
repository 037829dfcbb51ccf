/** The key goes to one origin and appears nowhere: not in an error, its causes, its stack or its JSON. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Client } from "../../../shared/service/client.ts";
import { ServiceError } from "../../../shared/service/error.ts";
import { respond, startServer } from "./server.ts";
import { hastyClient, key, transports } from "./transports.ts";

const base64 = Buffer.from(key).toString("base64");
const forms = [
  key,
  base64,
  base64.replace(/=+$/, ""),
  Buffer.from(key).toString("base64url"),
  encodeURIComponent(key),
  encodeURIComponent(key).toLowerCase(),
  Array.from(Buffer.from(key), byte => `%${byte.toString(16)}`).join(""),
];

const runBatch = { operation: "runBatch", id: "b", fields: {} } as const;

/** Everything that a log, a debugger or a crash report could show of an error. */
function everythingShown(error: Error): string {
  const chain: unknown[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    chain.push(at.stack, at.message, { ...at });
  const logged = inspect(error, { depth: null, showHidden: true, getters: true });
  return [logged, inspect(error), JSON.stringify(error), String(error), inspect(chain, { depth: null })].join(
    "\n",
  );
}

async function errorOf(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? error : expect.fail(`not a ServiceError: ${error}`);
}

function expectNoKeyIn(text: string): void {
  for (const form of forms) expect(text).not.toContain(form);
}

describe.each(transports)("over %s", (_, transport) => {
  const echo = forms.join(" ");
  const location = { location: `https://other.example/${encodeURIComponent(key)}/${base64}` };
  it.each([
    ["an error body", 400, JSON.stringify({ echo }), {}],
    ["an error body that is cut within the key", 500, "x".repeat(290) + key + echo, {}],
    ["a request id", 500, "{}", { "x-request-id": key }],
    ["a redirect's location", 302, "{}", location],
    ["a web page", 200, `<p>${echo}</p>`, {}],
  ])("hides a key that the service echoes in %s", async (_where, status, body, headers) => {
    await using server = await startServer(socket => socket.write(respond(status, body, headers)));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const shown = everythingShown(await errorOf(client.call(runBatch)));
    expectNoKeyIn(shown);
    expect(shown).not.toContain(key.slice(0, 8));
    expect(shown).toContain("***");
  });

  it("hides a key that somebody took for an id", async () => {
    await using server = await startServer(socket => socket.write(respond(404, "{}")));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    expectNoKeyIn(everythingShown(await errorOf(client.call({ ...runBatch, id: key }))));
  });

  it("hides it in the causes of a broken connection", async () => {
    await using server = await startServer(socket => socket.resetAndDestroy());
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const error = await errorOf(client.call(runBatch));
    expect(error.cause).toBeInstanceOf(Error);
    expectNoKeyIn(everythingShown(error));
  });

  it("keeps what a transport throws from showing it", async () => {
    const leaky = () => {
      const inner = Object.assign(new Error(`bad header ${key}`), { headers: { "x-api-key": key } });
      throw new AggregateError([inner], `could not send ${base64}`, { cause: inner });
    };
    const { client } = hastyClient({ baseUrl: "https://api.example", transport: leaky });
    const shown = everythingShown(await errorOf(client.call({ operation: "getIntegration", id: "i" })));
    expectNoKeyIn(shown);
    expect(shown).toContain("bad header ***");
  });
});

describe.each(transports)("an answer over %s", (_, transport) => {
  const answerTo = async (body: string | Buffer, apiKey = key) => {
    await using server = await startServer(socket => socket.write(respond(200, body)));
    const { client } = hastyClient({ baseUrl: server.url, transport, apiKey });
    const { raw, value } = await client.call(runBatch);
    return { text: Buffer.from(raw).toString(), raw, value };
  };

  it.each(forms)("does not hold the key that the service echoes: %s", async form => {
    const escaped = Array.from(form, letter => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
    const { text, value } = await answerTo(
      `{ "said" : "<${form}>",\n"escaped":"${escaped}", "${form}": [${JSON.stringify(JSON.stringify(form))}], "n": 1.0 }`,
    );
    expect(text).toBe('{ "said" : "<***>",\n"escaped":"***", "***": ["\\"***\\""], "n": 1.0 }');
    expect(value).toEqual({ said: "<***>", escaped: "***", "***": ['"***"'], n: 1 });
  });

  it("stays an answer where the key is a number or a word, and is echoed as one", async () => {
    const number = await answerTo('{"echo":12345,"list":[ 12345 ],"more":0.5}', "12345");
    expect(number.text).toBe('{"echo":"***","list":[ "***" ],"more":0.5}');
    expect(number.value).toEqual({ echo: "***", list: ["***"], more: 0.5 });
    const long = await answerTo('{"echo":12345678901234567890}', "12345678901234567890");
    expect(long.text).toBe('{"echo":"***"}');
    expect((await answerTo('{"isTrue":true}', "true")).value).toEqual({ "is***": "***" });
  });

  it.each([
    '\ufeff{"a":1.0, "b" : "\\u00e9\\u003c\\\\\\/", "a":2}\n',
    '{"a":"\\nk3y/with"}',
    Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
  ])("is left alone, byte for byte, where it holds none: %s", async body => {
    expect(Buffer.from((await answerTo(body)).raw)).toEqual(Buffer.from(body));
  });

  it("may be as large and as deep as it likes, and still does not hold the key", async () => {
    const deep = await answerTo(`{"a":${"[".repeat(50_000)}"${key}"${"]".repeat(50_000)}}`);
    expect(deep.text).toContain('["***"]');
    expect(deep.text).not.toContain(key);
    const long = await answerTo(JSON.stringify({ a: "\n".repeat(5_000_000) + key }));
    expect(long.value["a"]).toBe(`${"\n".repeat(5_000_000)}***`);
  });
});

describe("a client is refused, with nothing sent and the value not shown,", () => {
  const refusal = (baseUrl: string, apiKey: string): ServiceError => {
    try {
      new Client({ baseUrl, apiKey, transport: () => expect.fail("something was sent") });
    } catch (error) {
      if (error instanceof ServiceError) return error;
    }
    return expect.fail("it was not refused");
  };

  it.each([
    ["without a key", "https://api.example", "", /no API key is set/],
    ["with a line break in the key", "https://api.example", "abc\ndef", /line break/],
    ["with a key beyond ASCII", "https://api.example", "schlüssel", /beyond ASCII/],
    ["without a base URL", " ", "some-key", /is empty; write it like https:/],
    ["with something else than an address", "api.example.com", "some-key", /is not an address/],
    ["with another scheme", "ftp://api.example", "some-key", /is not an address/],
    ["over plain http beyond this machine", "http://api.example", "some-key", /use https/],
    [
      "over plain http to an address that begins like loopback",
      "http://127.0.0.1.example",
      "some-key",
      /use https/,
    ],
    ["with user info", "https://me:pass@api.example", "some-key", /user name or password/],
    ["with a query", "https://api.example/?token=secretvalue", "some-key", /query/],
    ["with a fragment", "https://api.example/#secretvalue", "some-key", /fragment/],
  ])("%s", (_, baseUrl, apiKey, says) => {
    const error = refusal(baseUrl, apiKey);
    expect(error).toMatchObject({ kind: "refused", ambiguous: false, attempts: 0 });
    expect(error.message).toMatch(says);
    for (const secret of ["abc", "schlüssel", "pass@", "secretvalue"]) {
      expect(everythingShown(error).replace(/at .*\n/g, "")).not.toContain(secret);
    }
  });

  it.each([
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://127.1",
    "http://[::1]:3",
    "HTTPS://api.example/x",
  ])("but not with %s", baseUrl => {
    expect(() => new Client({ baseUrl, apiKey: "some-key", transport: () => expect.fail() })).not.toThrow();
  });
});
