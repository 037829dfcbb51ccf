import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChange } from "../../../shared/gate/change.ts";
import { reviewCheckStateOf } from "../../../shared/gate/check.ts";
import {
  checkRunReferenceCodec,
  gateMarkCodec,
  gateMarkInCheck,
  longestCheckMark,
  parseGateMark,
  replaceReviewsPart,
  reviewsPartIn,
  writeGateMark,
} from "../../../shared/gate/mark.ts";
import { type Gate, gateCodec, type Review } from "../../../shared/gate/state.ts";
import { arbitraryOf, expectRoundTrip } from "../../support/codec.ts";
import {
  decidedAt,
  deflateForTest,
  gateOf,
  gateStep,
  gateWithStates,
  inflateForTest,
  reviewInReport,
  sha,
} from "./gates.ts";

const check = { id: 12, name: "Callboard reviews" };
const lineOf = (gate: Gate, most = longestCheckMark) =>
  writeGateMark({ gate, check }, deflateForTest, most).line;
const jsonIn = (line: string) =>
  JSON.parse(String(inflateSync(Buffer.from(line.split(" ")[2] ?? "", "base64url"))));
const lineWith = (json: unknown) =>
  `<!-- callboard:reviews ${deflateSync(typeof json === "string" ? json : JSON.stringify(json)).toString("base64url")} -->`;

const full = applyChange(
  applyChange(
    gateOf(reviewInReport("rev_1", { case: "Pays", label: "Was it kind?", evidence: "unsure" }), "rev_2"),
    {
      what: "begin",
      id: "rev_1",
      begun: { verb: "submit", by: "octocat", at: decidedAt, command: "1:1", job: "one" },
    },
  ),
  { what: "reassign", id: "rev_2", command: "2:1", reassigned: { by: "octocat", at: decidedAt, to: "kim" } },
);

describe("the mark", () => {
  it("is one HTML comment, with fixed names for the fixed parts", () => {
    const decided = applyChange(gateOf(reviewInReport("rev_1", { case: "Pays", label: "Was it kind?" })), {
      ...{ what: "decide", id: "rev_1", command: "1:1", state: "passed" },
      ...{ evidence: "`octocat` sent `verdict` = `pass`", by: "octocat", at: decidedAt },
    });
    const line = lineOf(decided);
    expect(line).toMatch(/^<!-- callboard:reviews [\w-]+ -->$/);
    expect(jsonIn(line)).toMatchObject({
      version: 1,
      check,
      sha,
      reviews: [
        {
          ...{ id: "rev_1", target: "batch: smoke", case: "Pays", label: "Was it kind?", state: "passed" },
          ...{ evidence: "`octocat` sent `verdict` = `pass`", by: "octocat", at: decidedAt },
        },
      ],
    });
  });

  it("is read back as written", () => {
    expect(parseGateMark(lineOf(full), inflateForTest)).toEqual({ gate: full, check });
    expect(gateMarkInCheck(`Some words.\n\n${lineOf(full)}\n`, inflateForTest)).toEqual({
      gate: full,
      check,
    });
  });

  it("is read back for any gate", () => {
    const gates = arbitraryOf(gateCodec).map((gate): Gate => {
      const ids = new Set<string>();
      const once = (review: Review) => !ids.has(review.id) && ids.add(review.id);
      const steps = gate.steps.length;
      const reviews = gate.reviews.map(review => ({
        ...review,
        steps: steps === 0 ? [] : review.steps.map(position => position % steps),
      }));
      return { ...gate, reviews: reviews.filter(once), earlier: gate.earlier.filter(once) };
    });
    const marked = fc.record(
      { gate: gates, check: arbitraryOf(checkRunReferenceCodec) },
      { requiredKeys: ["gate"] },
    );
    expectRoundTrip(gateMarkCodec, marked);
    fc.assert(
      fc.property(marked, given => {
        expect(
          parseGateMark(writeGateMark(given, deflateForTest, longestCheckMark).line, inflateForTest),
        ).toEqual(given);
      }),
    );
  });

  it.each([
    ["no line", "words"],
    ["nothing in it", "<!-- callboard:reviews  -->"],
    ["no base64url", "<!-- callboard:reviews a+b/ -->"],
    ["nothing deflated", "<!-- callboard:reviews AAAA -->"],
    ["no JSON", lineWith("{")],
    ["another version", lineWith({ ...jsonIn(lineOf(full)), version: 2 })],
    ["no commit", lineWith({ ...jsonIn(lineOf(full)), sha: "main" })],
    ["no list", lineWith({ ...jsonIn(lineOf(full)), reviews: {} })],
    [
      "an unheard-of state",
      lineWith({ ...jsonIn(lineOf(full)), reviews: [{ id: "a", target: "", steps: [], state: "ok" }] }),
    ],
    [
      "a review without id",
      lineWith({ ...jsonIn(lineOf(full)), reviews: [{ id: "", target: "", steps: [], state: "open" }] }),
    ],
    ["a step that is not there", lineWith({ ...jsonIn(lineOf(full)), steps: [] })],
    ["the same review twice", lineWith({ ...jsonIn(lineOf(full)), earlier: jsonIn(lineOf(full)).reviews })],
    ["fewer than none left out", lineWith({ ...jsonIn(lineOf(full)), omitted: -1 })],
    ["a bomb", lineWith(" ".repeat(2_000_000))],
    ["more than GitHub takes", `<!-- callboard:reviews ${"A".repeat(70_000)} -->`],
  ])("with %s is not a gate", (_, line) => {
    expect(parseGateMark(line, inflateForTest)).toBeUndefined();
  });

  it("is read from the last line only", () => {
    expect(gateMarkInCheck(`${lineOf(full)}\nMore words.`, inflateForTest)).toBeUndefined();
  });

  it("with any text contains no end of its comment", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary" }), (id, text) => {
        const gate = gateOf(
          reviewInReport(id.toWellFormed(), { label: text.toWellFormed(), evidence: text.toWellFormed() }),
        );
        const line = lineOf(gate);
        expect(line).toMatch(/^<!-- callboard:reviews [\w-]+ -->$/);
        expect(parseGateMark(line, inflateForTest)?.gate).toEqual(gate);
      }),
      { numRuns: 20 },
    );
  });
});

describe("with little room", () => {
  /** Random texts, which deflating can't shrink. */
  const noise = (length: number) =>
    Array.from({ length }, () => Math.random().toString(36).slice(2, 3)).join("");
  const many = (count: number) =>
    gateOf(
      ...Array.from({ length: count }, (_, index) =>
        reviewInReport(`rev_${index}_${noise(10)}`, {
          label: noise(100),
          case: noise(100),
          evidence: noise(300),
        }),
      ),
    );

  it("texts are dropped before reviews", () => {
    const { line, gate } = writeGateMark({ gate: many(200), check }, deflateForTest, 12_000);
    expect(line.length).toBeLessThanOrEqual(12_000);
    expect(gate.reviews).toHaveLength(200);
    expect(parseGateMark(line, inflateForTest)?.gate).toEqual(gate);
  });

  it("open reviews are dropped before decided ones, and dropped ones still wait", () => {
    const gate = many(2000);
    const red = applyChange(gate, {
      ...{ what: "decide", id: gate.reviews.at(-1)?.id ?? "", command: "1:1", state: "failed" },
      ...{ evidence: "", by: "octocat", at: decidedAt },
    });
    const { line, gate: kept } = writeGateMark({ gate: red, check }, deflateForTest, 12_000);
    expect(line.length).toBeLessThanOrEqual(12_000);
    expect(kept.reviews.map(({ state }) => state)).toContain("failed");
    expect(kept.reviews.length + kept.omitted).toBe(2000);
  });

  it("a gate with dropped reviews is never green", () => {
    const green = many(3000);
    const passed = {
      ...green,
      reviews: green.reviews.map(review => ({ ...review, state: "passed" as const })),
    };
    const { gate } = writeGateMark({ gate: passed, check }, deflateForTest, 5_000);
    expect(gate.omitted).toBeGreaterThan(0);
    expect(reviewCheckStateOf(gate).status).toBe("in_progress");
  });
});

describe("the gate's part of a comment", () => {
  const mark = lineOf(gateWithStates({ a: "open" }));
  const part = `${mark}\nwords\n<!-- /callboard:reviews -->`;

  it.each(["\n", "\r\n"])("replaces only the previous part", end => {
    const body = ["first", part, "last"].join("\n\n").replaceAll("\n", end);
    expect(reviewsPartIn(body)?.mark).toBe(mark);
    expect(replaceReviewsPart(body, "NEW")).toBe(["first", "NEW", "last"].join("\n\n").replaceAll("\n", end));
  });

  it("is ignored without its end, or in the middle of a line", () => {
    expect(replaceReviewsPart(`first\n${mark}\nlast`, "NEW")).not.toContain("NEW");
    expect(replaceReviewsPart(`first \`${mark}\`\n<!-- /callboard:reviews -->`, "NEW")).not.toContain("NEW");
  });
});

it("a step's key and run are kept", () => {
  expect(parseGateMark(lineOf(full), inflateForTest)?.gate.steps).toEqual([gateStep]);
});
