/** The key goes to one origin and appears nowhere: not in an error, its causes, its stack or its JSON. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { clean } from "../../../shared/report/text.ts";
import { Client } from "../../../shared/service/client.ts";
import { ServiceError } from "../../../shared/service/error.ts";
import { redactJson, redactor, secretForms } from "../../../shared/service/secret.ts";
import { respond, startRawServer } from "./server.ts";
import { hastyClient, testKey, transports } from "./transports.ts";

const base64 = Buffer.from(testKey).toString("base64");
const forms = [
  testKey,
  base64,
  base64.replace(/=+$/, ""),
  Buffer.from(testKey).toString("base64url"),
  encodeURIComponent(testKey),
  encodeURIComponent(testKey).toLowerCase(),
  Array.from(Buffer.from(testKey), byte => `%${byte.toString(16)}`).join(""),
  Buffer.from(testKey).toString("hex"),
  Buffer.from(testKey).toString("hex").toUpperCase(),
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
  const location = { location: `https://other.example/${encodeURIComponent(testKey)}/${base64}` };
  it.each([
    ["an error body", 400, JSON.stringify({ echo }), {}],
    ["an error body that is cut within the key", 500, "x".repeat(290) + testKey + echo, {}],
    ["a request id", 500, "{}", { "x-request-id": testKey }],
    ["a redirect's location", 302, "{}", location],
    ["a web page", 200, `<p>${echo}</p>`, {}],
  ])("hides a key that the service echoes in %s", async (_where, status, body, headers) => {
    await using server = await startRawServer(socket => socket.write(respond(status, body, headers)));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const shown = everythingShown(await errorOf(client.call(runBatch)));
    expectNoKeyIn(shown);
    expect(shown).not.toContain(testKey.slice(0, 8));
    expect(shown).toContain("***");
  });

  // Redacting a long key shortens the text, so that text around the cut enters the excerpt.
  it.each([200, 500])(
    "shows no part of a key of %i characters that was not read to its end",
    async length => {
      const apiKey = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 37) % 94))).join(
        "",
      );
      for (const body of [
        apiKey.repeat(100),
        " ".repeat(8192 - length + 1) + apiKey,
        "\t".repeat(9000) + apiKey,
      ]) {
        for (const status of [200, 500]) {
          await using server = await startRawServer(socket => socket.write(respond(status, body)));
          const { client } = hastyClient({ baseUrl: server.url, transport, apiKey });
          const shown = everythingShown(await errorOf(client.call(runBatch)));
          for (let at = 0; at + 20 < length; at += 10) expect(shown).not.toContain(apiKey.slice(at, at + 20));
        }
      }
    },
  );

  it("hides a key that was used as an id", async () => {
    await using server = await startRawServer(socket => socket.write(respond(404, "{}")));
    const { client } = hastyClient({ baseUrl: server.url, transport });
    expectNoKeyIn(everythingShown(await errorOf(client.call({ ...runBatch, id: testKey }))));
  });

  it("hides the key in the causes of a broken connection", async () => {
    await using server = await startRawServer(socket => socket.resetAndDestroy());
    const { client } = hastyClient({ baseUrl: server.url, transport });
    const error = await errorOf(client.call(runBatch));
    expect(error.cause).toBeInstanceOf(Error);
    expectNoKeyIn(everythingShown(error));
  });

  it("hides the key in an error that a transport throws", async () => {
    const leaky = () => {
      const inner = Object.assign(new Error(`bad header ${testKey}`), { headers: { "x-api-key": testKey } });
      throw new AggregateError([inner], `could not send ${base64}`, { cause: inner });
    };
    const { client } = hastyClient({ baseUrl: "https://api.example", transport: leaky });
    const shown = everythingShown(await errorOf(client.call({ operation: "getIntegration", id: "i" })));
    expectNoKeyIn(shown);
    expect(shown).toContain("bad header ***");
  });
});

describe.each(transports)("a response over %s", (_, transport) => {
  const answerTo = async (body: string | Buffer, apiKey = testKey) => {
    await using server = await startRawServer(socket => socket.write(respond(200, body)));
    const { client } = hastyClient({ baseUrl: server.url, transport, apiKey });
    const { raw, value } = await client.call(runBatch);
    return { text: Buffer.from(raw).toString(), raw, value };
  };

  it.each(forms)("does not contain the key that the service echoes: %s", async form => {
    const escaped = Array.from(form, letter => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
    const { text, value } = await answerTo(
      `{ "said" : "<${form}>",\n"escaped":"${escaped}", "${form}": [${JSON.stringify(JSON.stringify(form))}], "n": 1.0 }`,
    );
    expect(text).toBe('{ "said" : "<***>",\n"escaped":"***", "***": ["\\"***\\""], "n": 1.0 }');
    expect(value).toEqual({ said: "<***>", escaped: "***", "***": ['"***"'], n: 1 });
  });

  it("stays readable if the key is a number or a word, and is echoed as one", async () => {
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
  ])("without the key is unchanged, byte for byte: %s", async body => {
    expect(Buffer.from((await answerTo(body)).raw)).toEqual(Buffer.from(body));
  });

  it("of the largest size and depth does not contain the key", async () => {
    const deep = await answerTo(`{"a":${"[".repeat(499)}"${testKey}"${"]".repeat(499)}}`);
    expect(deep.text).toContain('["***"]');
    expect(deep.text).not.toContain(testKey);
    const long = await answerTo(JSON.stringify({ a: "\n".repeat(5_000_000) + testKey }));
    expect(long.value["a"]).toBe(`${"\n".repeat(5_000_000)}***`);
  });
});

const zeroWidth = "\u200b";
const byNumber = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
const halves = [testKey.slice(0, 9), testKey.slice(9)] as const;

/** Encodings in which a well-meaning or a hostile service could echo the key. */
const echoes: Readonly<Record<string, string>> = {
  "Basic credentials of a user": `Basic ${btoa(`user:${testKey}`)}`,
  "Basic credentials of a longer user": `Basic ${btoa(`user1:${testKey}`)}`,
  "Basic credentials of one longer still": `Basic ${btoa(`user12:${testKey}`)}`,
  "base64 of a whole header": btoa(`x-api-key: ${testKey}\r\naccept: */*\r\n`),
  "base64 for addresses of something around it": Buffer.from(`{"key":"${testKey}"}`).toString("base64url"),
  "base64 in an address": encodeURIComponent(btoa(`a:${testKey}~~~`)),
  "JSON in JSON": JSON.stringify({ headers: { "x-api-key": testKey } }),
  "JSON in JSON, its slashes escaped": JSON.stringify({ key: testKey }).replaceAll("/", "\\/"),
  "JSON in JSON, escaped for a web page": JSON.stringify({ key: testKey }).replace(/[&+/]/g, letter =>
    byNumber(letter).toUpperCase().replace("U", "u"),
  ),
  "JSON in JSON in JSON": JSON.stringify(JSON.stringify({ key: testKey }).replaceAll("/", "\\/")),
  "JSON in JSON in JSON, by numbers": JSON.stringify(
    JSON.stringify({ key: testKey }).replace(/\W/g, byNumber),
  ),
  hex: Buffer.from(testKey).toString("hex"),
  "hex of a line": Buffer.from(`key=${testKey};`).toString("hex").toUpperCase(),
  "an address in an address": encodeURIComponent(`https://a.example/?key=${encodeURIComponent(testKey)}`),
  "zero-width characters": [...testKey].join(zeroWidth),
  "a soft hyphen": halves.join("\u00ad"),
  "a direction override": halves.join("\u202e"),
  "characters of plane 14": halves.join("\u{e0041}\u{e0042}"),
  colours: halves.join("\u001b[31m\u001b[0m"),
  "a hidden link": halves.join("\u001b]8;;https://evil.example\u0007"),
  "colours and more": halves.join("\u200b\u001b[1m\u2060"),
  "an unfinished sequence": halves.join("\u001b"),
  "control characters": halves.join("\0\u0085"),
  "halves of surrogate pairs": halves.join("\ud800"),
  "a hundred thousand invisible characters": halves.join(zeroWidth.repeat(100_000)),
  "code marks": halves.join("`"),
  "Markdown of many code marks": [...testKey].join("`"),
};

/** All texts that a person or a program could decode from a text. */
function readings(text: string): string[] {
  const found = new Set([text]);
  const add = (make: (text: string) => string) => {
    for (const each of [...found]) found.add(make(each));
  };
  add(clean);
  add(each => each.replace(/[^ -~]/g, ""));
  add(each => each.replaceAll("`", ""));
  for (let times = 0; times < 3; times++) {
    add(each => each.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
    add(each =>
      each.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
    add(each => each.replace(/\\(.)/g, "$1"));
  }
  for (const each of [...found]) {
    for (const run of each.match(/[\w+/-]{8,}/g) ?? []) {
      // Tries every offset, because the start of the encoded text may be gone.
      for (let start = 0; start < 4; start++) {
        found.add(Buffer.from(run.slice(start), "base64").toString("latin1"));
        found.add(Buffer.from(run.slice(start), "hex").toString("latin1"));
      }
    }
  }
  return [...found];
}

describe("a key that is echoed as", () => {
  const redact = redactor(testKey);

  it.each(Object.entries(echoes))("%s is found in a text, and can't be recovered", (_, echo) => {
    expect(readings(echo).some(reading => reading.includes(testKey))).toBe(true);
    for (const text of [echo, `You sent ${echo}.`, `${echo} ${echo}`]) {
      const redacted = redact(text);
      expect(redacted).toContain("***");
      for (const reading of readings(redacted)) {
        // Fewer than six characters may remain at either end, a few bits of a character.
        for (let at = 0; at + 6 <= testKey.length; at++)
          expect(reading).not.toContain(testKey.slice(at, at + 6));
      }
      expect(redact(redacted)).toBe(redacted);
    }
  });

  it.each(Object.entries(echoes))("%s is found in JSON, both literal and in numeric escapes", (_, echo) => {
    const plain = JSON.stringify({ said: echo, more: [1.0, "é\n"] });
    const numbered = plain.replace(/[^ -~]/g, byNumber);
    const allNumbered = `{"said":"${Array.from({ length: echo.length }, (_, at) => byNumber(echo[at] ?? "")).join("")}"}`;
    for (const text of [plain, numbered, allNumbered]) {
      const { said }: { said: string } = JSON.parse(redactJson(text, redact));
      expect(said).toBe(redact(echo));
    }
  });

  it("only the key itself changes a text", () => {
    const others = [
      halves.join(" "),
      halves.join("-"),
      testKey.slice(0, -1),
      btoa(`user:${testKey.slice(0, -2)}`),
      "\u001b[31mred\u001b[0m `code` \u200b",
      "https://a.example/%25%2520?k3y=with",
    ];
    for (const text of others) expect(redact(text)).toBe(text);
  });

  it("a short key is found literally, and not in other words by chance", () => {
    const short = redactor("true");
    expect(short("It is t\u200brue, %74rue and dHJ1ZQ==.")).toBe("It is ***, *** and ***.");
    expect(short("a dHJ1ZS0x b, 74727565, xdHJ1ZQx")).toBe("a dHJ1ZS0x b, 74727565, x***x");
    expect(redactor("truetrue")("xdHJ1ZXRydWUx, 7472756574727565")).toBe("x***x, ***");
  });

  it("a key with ignored characters inside it is found as well", () => {
    for (const odd of ["a\\b`c-de/fg", "\\u002b+\\\\u", "%25%u0025", "..[].*+?^$(){}|", "***-***"]) {
      const found = redactor(odd);
      for (const form of secretForms(odd)) {
        expect(found(`<${form}>`), form).not.toContain(form);
      }
      expect(found("Nothing of it is here.")).toBe("Nothing of it is here.");
    }
    expect(redactor("`\\`")("a`\\`b\\c`")).toBe("a***b\\c`");
  });

  // Quadratic work would take minutes here.
  it("megabytes of near matches are searched in linear time", () => {
    const most = 500_000;
    for (const odd of [
      testKey,
      "0123456789abcdef",
      "a\\b`c-de/fg",
      "\\`a-key-of-odd-beginning",
      "%25%25%25%25",
      "aaaaaaaaaaaaaaaaaaaa",
    ]) {
      const found = redactor(odd);
      const first = odd.slice(0, 1);
      for (const text of [
        first + "\n".repeat(most),
        odd.slice(0, 2) + "\\".repeat(most),
        `${first}\u200b`.repeat(most / 2),
        "%25".repeat(most / 3),
        `%${"25".repeat(most / 2)}`,
        "\\u000a".repeat(most / 6),
        "\u001b[31m".repeat(most / 5),
        odd.slice(0, -1).repeat(most / odd.length),
      ]) {
        const redacted = found(text);
        expect(redacted.length).toBeLessThanOrEqual(text.length);
        redactJson(JSON.stringify({ text }), found);
      }
    }
  });
});

describe("a client is refused, sends nothing and hides the value,", () => {
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
