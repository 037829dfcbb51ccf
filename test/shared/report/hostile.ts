/** Arbitraries for hostile text, and for reports that consist of it. */

import fc from "fast-check";
import type { Case, ReviewReference } from "../../../shared/reading/reading.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import { evidenceOn } from "./evidence.ts";
import { document } from "./support.ts";

/** Each fragment has broken a renderer somewhere. */
const fragments = [
  "<!-- callboard:report key=x run=1.1 sha=y -->",
  "<!-- callboard:data AAAA -->",
  "\n<!-- callboard:head -->\n",
  "\n<!-- /callboard:head -->\n",
  "<!--\ncallboard:data",
  "<!",
  "-- callboard:report",
  "`<!`",
  "`-- callboard:data`",
  "</details>",
  "<details>",
  "</sub>",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<b>",
  "<a href='javascript:alert(1)'>x</a>",
  "<?php",
  "<![CDATA[",
  "]]>",
  "@octocat",
  "@org/team",
  "#123",
  "GH-1",
  "owner/repo#1",
  "owner@deadbeefdeadbeefdeadbeefdeadbeefdeadbeef",
  "deadbeef1",
  "https://evil.example/?a=1&b=2",
  "http://evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "www.evil.example",
  "mailto:a@b.example",
  "a@b.example",
  "xmpp:a@b.example",
  "ftp://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "[x](javascript:alert(1))",
  "![x](https://evil.example/pixel.png)",
  "<https://evil.example>",
  "[ref]: https://evil.example",
  "[ref]",
  "[^1]",
  "[^1]: note",
  "`",
  "``",
  "```",
  "````\n",
  "~~~",
  "\\",
  "\\|",
  "|",
  "\\`",
  "| a | b |\n| - | - |",
  "***",
  "**bold**",
  "_em_",
  "__",
  "~~gone~~",
  "# Heading",
  "\n===\n",
  "\n---\n",
  "- [ ] task",
  "1. one",
  "1)",
  "+ x",
  "> quote",
  "    indented",
  "\t",
  "\n\n",
  "\r",
  "\r\n",
  "  \n",
  "&amp;",
  "&#64;user",
  "&lt;script&gt;",
  "&copy",
  "$x^2$",
  "$`x`$",
  "$$",
  ":tada:",
  ":+1:",
  "::error file=a::b",
  "::",
  ":",
  "##[error]",
  "##",
  "[",
  "]",
  "(",
  ")",
  "\u001b[31m",
  "\u001b]8;;https://evil.example\u0007",
  "\u001b",
  "\0",
  "\u202E",
  "\u2066",
  "\u200B",
  "\u200D",
  "\uFEFF",
  "\u00AD",
  "\u0085",
  "\u2028",
  "\uD800",
  "\uDC00",
  "\uFFFE",
  "\u00A0",
  "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "👩‍👧",
  "日本",
  "word",
  " ",
  "x",
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map(parts => parts.join("")),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map(parts => parts.join(" ")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."`|\\<>!-*_[]()#@:&$~ \n"), maxLength: 30 }) },
);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

function sparse<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}

/** All fields of `T`, so that the compiler reports a field that the generated values lack. */
type EveryField<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined };

const hostileAddress = fc.oneof(
  hostileText,
  hostileText.map(text => `https://example.com/${text}`),
);

const hostileScalar = fc.oneof(hostileText, fc.double(), fc.boolean());

const hostileMetric = fc
  .record({
    name: hostileText,
    value: optional(hostileScalar),
    threshold: optional(fc.oneof(hostileText, fc.double())),
    passed: optional(fc.boolean()),
    reason: optional(hostileText),
  })
  .map(sparse);

const hostileTurn = fc.record({ speaker: optional(hostileText), text: hostileText }).map(sparse);

const hostileAttachment = fc
  .record({
    name: fc.oneof(hostileText, fc.constant("recording")),
    url: hostileAddress,
    type: optional(hostileText),
  })
  .map(sparse);

const hostileCase = fc
  .record<EveryField<Case>>({
    id: optional(hostileText),
    name: hostileText,
    status: fc.constantFrom("passed", "failed", "skipped", "pending", "other"),
    rawStatus: optional(hostileText),
    durationMs: optional(fc.nat(10_000_000)),
    message: optional(hostileText),
    url: optional(hostileAddress),
    persona: optional(hostileText),
    scenario: optional(hostileText),
    metrics: optional(fc.array(hostileMetric, { maxLength: 12 })),
    attachments: optional(fc.array(hostileAttachment, { maxLength: 2 })),
    transcript: optional(fc.array(hostileTurn, { maxLength: 20 })),
    suite: optional(fc.array(hostileText, { maxLength: 3 })),
    file: optional(hostileText),
    line: optional(fc.nat(1000)),
    retries: optional(fc.nat(3)),
    flaky: optional(fc.boolean()),
  })
  .map(record => sparse(record) as Case);

/** Most responses contain few numbers, some of them absurd. */
const count = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat(10) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, 1e300, -1, 0.5, Number.NaN) },
);

const verdict = fc.constantFrom("passed", "failed", "unknown");

const hostileReview = fc
  .record<EveryField<ReviewReference>>({
    id: hostileText,
    label: optional(hostileText),
    case: optional(hostileText),
    assignee: optional(hostileText),
    state: optional(fc.constantFrom("open", "settled")),
    verdict: optional(verdict),
    evidence: optional(fc.tuple(hostileText, hostileText).map(([path, value]) => evidenceOn(path, value))),
    calibration: optional(fc.constant(true)),
  })
  .map(record => sparse(record) as ReviewReference);

const hostileOutcome = fc
  .record({
    kind: fc.constantFrom("batch", "channel"),
    id: hostileText,
    name: optional(hostileText),
    error: optional(hostileText),
    raw: hostileText,
    reading: optional(
      fc.record({
        verdict,
        evidence: fc.oneof(
          fc.tuple(hostileText, hostileText).map(([path, value]) => evidenceOn(path, value)),
          fc.constant({
            basis: { kind: "pass-when", isPass: true },
            notes: [],
          } as const),
        ),
        isRunning: fc.boolean(),
        totals: fc.record({ total: count, passed: count, failed: count, skipped: count, other: count }),
        cases: fc.array(hostileCase, { maxLength: 5 }),
        links: fc.array(hostileText, { maxLength: 2 }),
        runVerdict: verdict,
        casesVerdict: fc.option(verdict),
        reviews: fc.array(hostileReview, { maxLength: 2 }),
      }),
    ),
  })
  .map(record => sparse(record) as TargetRun);

/** A report that is read from a file may have any text in place of our evidence. */
export const hostileDocument: fc.Arbitrary<Report> = fc
  .tuple(fc.array(hostileOutcome, { minLength: 1, maxLength: 3 }), optional(hostileText))
  .map(([outcomes, evidence]) => {
    const written = document(...outcomes);
    const { extra, ...results } = written.results;
    const targets = extra.callboard.targets.map(target => ({ ...target, ...(evidence && { evidence }) }));
    return { ...written, results: { ...results, extra: { callboard: { ...extra.callboard, targets } } } };
  });
