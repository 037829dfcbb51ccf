import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import { findConversation } from "../../../shared/reading/conversation.ts";
import { readReviewsIn, reviewContextsIn } from "../reading/by-operation.ts";

describe("the context of a review", () => {
  const context = (response: JsonObject) => reviewContextsIn("runBatch", response).get("r");

  test("is the case around it, as in a report", () => {
    const response = {
      results: [
        { title: "Other", outcome: "passed" },
        {
          title: "Greets",
          outcome: "needs review",
          reason: "It mumbled.",
          duration_ms: 1200,
          review: { id: "r", name: "Was it kind?" },
        },
      ],
    };
    expect(context(response)).toEqual({
      case: { name: "Greets", status: "other", message: "It mumbled.", durationMs: 1200 },
    });
  });

  test("is the case inside it, if it has one", () => {
    const review = { id: "r", test: { name: "Greets", status: "failed", error: "No greeting." } };
    expect(context({ reviews: [review] })).toEqual({
      case: { name: "Greets", status: "failed", message: "No greeting." },
    });
  });

  test("includes the conversation of either", () => {
    const turns = [{ role: "caller", text: "Hello?" }];
    expect(context({ reviews: [{ id: "r", transcript: turns }] })?.conversation).toEqual([
      { speaker: "caller", text: "Hello?" },
    ]);
    const response = { cases: [{ name: "A", call: { turns }, status: "pending", reviewId: "r" }] };
    expect(context(response)?.conversation).toEqual([{ speaker: "caller", text: "Hello?" }]);
  });

  test.each<[string, JsonObject]>([
    ["the response has no conversation", { reviewIds: ["r"] }],
    ["the response has no review", { cases: [{ name: "A", status: "failed" }] }],
    ["the id is in an object other than a case", { summary: { name: "x", reviewId: "r" } }],
  ])("is empty if %s", (_, response) => {
    expect(context(response)).toBeUndefined();
  });
});

describe("a conversation", () => {
  test.each<[string, JsonObject]>([
    [
      "a list of who said what",
      {
        log: [
          { speaker: "A", text: "one" },
          { from: "B", content: "two" },
        ],
      },
    ],
    [
      "deeper down",
      {
        call: {
          details: {
            messages: [
              { role: "A", content: "one" },
              { role: "B", message: "two" },
            ],
          },
        },
      },
    ],
    ["lines of a text", { transcript: "A: one\nB: two" }],
    ["a list of lines", { conversation: ["A: one", "B: two"] }],
  ])("is %s", (_, object) => {
    expect(findConversation(object)).toEqual([
      { speaker: "A", text: "one" },
      { speaker: "B", text: "two" },
    ]);
  });

  test.each<[string, JsonObject]>([
    ["texts that nobody said", { errors: [{ text: "one" }, { text: "two" }] }],
    ["a list of anything else", { items: [{ role: "A" }, 7] }],
    ["an empty one", { transcript: [], conversation: "" }],
    ["a message", { message: "A: one" }],
  ])("is not %s", (_, object) => {
    expect(findConversation(object)).toBeUndefined();
  });

  test("of a thousand turns is cut, and so is a long turn", () => {
    const turns = Array.from({ length: 1000 }, () => ({ role: "A", text: "x".repeat(5000) }));
    const found = findConversation({ turns }) ?? [];
    expect(found.length).toBeLessThanOrEqual(60);
    expect(found[0]?.text.length).toBeLessThan(4100);
  });
});

describe("a calibration review", () => {
  test.each<[JsonObject, true | undefined]>([
    [{ type: "calibration" }, true],
    [{ kind: "Calibration review" }, true],
    [{ is_calibration: true }, true],
    [{ calibration: false }, undefined],
    [{ name: "Calibration of the judge" }, undefined],
    [{ status: "waiting" }, undefined],
  ])("is recognised by its own fields: %j", (said, calibration) => {
    const [review] = readReviewsIn("importDemoProject", { reviews: [{ id: "r", ...said }] });
    expect(review?.calibration).toBe(calibration);
  });
});
