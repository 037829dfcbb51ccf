/** Properties of any id, base URL, Retry-After and key. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBaseUrl, requestPath } from "../../../shared/service/address.ts";
import { parseRetryAfter, pauseBefore } from "../../../shared/service/retry.ts";
import { redactJson, redactor, secretForms } from "../../../shared/service/secret.ts";

describe("an id", () => {
  it("is unchanged in the path, as one segment, with any base URL", () => {
    const units = fc.oneof(
      fc.constantFrom("/", "?", "#", "%", "..", "\\", "\n", "{id}"),
      fc.string({ unit: "binary" }),
    );
    const ids = fc.string({ unit: units, minLength: 1 }).filter(id => id !== "" && id !== "." && id !== "..");
    fc.assert(
      fc.property(ids, id => {
        const path = requestPath({ operation: "runBatch", id, fields: {} });
        const url = new URL(`https://api.example/base${path}`);
        const segments = url.pathname.split("/");
        expect(segments).toHaveLength(6);
        expect(decodeURIComponent(segments[4] ?? "")).toBe(id);
        expect([url.search, url.hash, url.host]).toEqual(["", "", "api.example"]);
      }),
    );
  });

  it.each(["", ".", "..", "\ud800", "a\udc00b"])("%j is refused", id => {
    expect(() => requestPath({ operation: "runBatch", id, fields: {} })).toThrow(/Run batch/);
  });
});

describe("a base URL", () => {
  it("keeps its origin and path, with or without a trailing slash", () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ["https"], withQueryParameters: false }), text => {
        const bare = text.replace(/\/+$/, "");
        const { origin, prefix } = parseBaseUrl(bare);
        expect(parseBaseUrl(`${bare}/`)).toEqual({ origin, prefix });
        expect(prefix.endsWith("/")).toBe(false);
        expect(new URL(`${origin}${prefix}/v1/tests`).href.startsWith(`${new URL(bare).origin}/`)).toBe(true);
      }),
    );
  });

  it("is an https address, or http on loopback, or else an error in words", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.webAuthority().map(host => `http://${host}`),
        ),
        text => {
          try {
            const { origin } = parseBaseUrl(text);
            expect(origin).toMatch(/^(https:\/\/|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$)/);
          } catch (error) {
            expect(String(error)).toMatch(/The base URL .*[.)]$/);
          }
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 10, 21, 12);

  it("in whole seconds is that pause", () => {
    fc.assert(
      fc.property(fc.nat(1e9), n => {
        expect(parseRetryAfter(String(n), now)).toBe(n * 1000);
      }),
    );
  });

  it("as a date is the time until then, or none if it is past", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e7, max: 1e7 }), s => {
        const date = new Date(now + s * 1000).toUTCString();
        expect(parseRetryAfter(date, now)).toBe(Math.max(0, s * 1000));
      }),
    );
  });

  it("in any other form is ignored, and no text gives a pause that is not a number of milliseconds", () => {
    for (const nonsense of ["", "soon", "-5", "1.5", "1e3", "0x10", "Infinity", undefined]) {
      expect(parseRetryAfter(nonsense, now)).toBeUndefined();
    }
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 2, max: 5 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (text, attempt, random) => {
          const pause = pauseBefore(attempt, parseRetryAfter(text, now), random);
          expect(pause).toBeGreaterThanOrEqual(0);
          expect(Number.isNaN(pause)).toBe(false);
        },
      ),
    );
  });
});

/** All strings and names in a value, and its numbers and other words as written. */
function stringsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}

describe("a key", () => {
  const keys = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 });

  it("is hidden in every encoding, anywhere in a text", () => {
    fc.assert(
      fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
        const redact = redactor(key);
        for (const form of secretForms(key)) {
          const shown = redact(before + form + after);
          if (!"***".includes(form)) expect(shown).not.toContain(form);
        }
      }),
    );
  });

  it("is in no string of a JSON text in any encoding, and the rest is unchanged", () => {
    const spellings = fc.func(fc.integer({ min: 0, max: 2 }));
    // Keys with asterisks are left out, because asterisks replace the key.
    const keysWithout = keys.filter(key => !key.includes("*"));
    fc.assert(
      fc.property(keysWithout, fc.json(), fc.nat(), spellings, (key, json, which, spelling) => {
        const forms = secretForms(key);
        const form = forms[which % forms.length] ?? key;
        const written = Array.from(form, (character, position) => {
          const byNumber = `\\u00${character.charCodeAt(0).toString(16)}`;
          return spelling(position) === 0 ? byNumber : JSON.stringify(character).slice(1, -1);
        }).join("");
        const text = `{ "said": "${written}", "more": ${json} }`;
        const redact = redactor(key);
        const redacted = redactJson(text, redact);
        expect(stringsIn(JSON.parse(redacted)).filter(each => redact(each) !== each)).toEqual([]);
        expect(redactJson(redacted, redactor("a key that it does not hold"))).toBe(redacted);
      }),
    );
  });

  it("is searched for in a JSON text without changing a byte if it is absent", () => {
    const redact = redactor("key~that/nobody+has");
    fc.assert(
      fc.property(fc.json(), json => {
        expect(redactJson(json, redact)).toBe(json);
      }),
    );
  });

  it("leaves other text alone", () => {
    expect(redactor("k3y.*")("k3yxx says k3y.*")).toBe("k3yxx says ***");
    // The encodings of Python, PHP, a form, JSON with escapes, and a proxy that encodes twice.
    const redact = redactor("abc~def.ghi!/*");
    for (const form of [
      "abc%7Edef.ghi%21%2F%2A",
      "abc~def.ghi%21%2f*",
      "abc%7Edef.ghi%21%2F*",
      "abc~def.ghi!\\/*",
      "\\u0061bc~def.ghi!\\u002f*",
      "abc%257Edef.ghi%2521%252F%252A",
    ]) {
      expect(redact(`<${form}>`), form).toBe("<***>");
    }
  });
});
