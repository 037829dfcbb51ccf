import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../shared/json.ts";
import type { ReviewReference } from "../../../shared/reading/reading.ts";
import { mainFieldText } from "../../../shared/report/evidence-text.ts";
import type { OperationName } from "../../../shared/service/operations.ts";
import { readRecordsIn, readReviewsIn } from "../reading/by-operation.ts";

function only(name: OperationName, response: JsonObject, askedFor?: string): ReviewReference {
  const [review, ...others] = readReviewsIn(name, response, askedFor);
  if (review === undefined || others.length > 0) throw new Error(`${others.length + 1} reviews`);
  return review;
}

describe("the reviews of a response", () => {
  test("are its record references to reviews, once each, in order of first mention", () => {
    const response = {
      reviewIds: ["r3", "r1"],
      results: [{ name: "a", review: { id: "r1", name: "Was it kind?" } }, { reviewId: "r4" }],
      config: { reviews: [{ id: "r2" }] },
    };
    const ids = readReviewsIn("runBatch", response).map(({ id }) => id);
    expect(ids).toEqual(["r3", "r1", "r4", "r2"]);
    expect(ids).toEqual(
      readRecordsIn("runBatch", response).flatMap(({ kind, id }) => (kind === "review" ? [id] : [])),
    );
  });

  test.each<[string, JsonObject]>([
    ["the response has none", { status: "passed", tests: [{ id: "t", name: "a" }] }],
    [
      "its names only resemble those of reviews",
      { reviewers: [{ id: "x" }], reviewStatus: "open", preview: {} },
    ],
    ["their ids are malformed", { reviewId: 7, reviews: [{ id: "" }, {}], review: "r" }],
  ])("are absent if %s", (_, response) => {
    expect(readReviewsIn("runBatch", response)).toEqual([]);
  });

  test("have their labels, wherever one is given", () => {
    expect(
      only("runBatch", { reviewIds: ["r"], review: { id: "r", name: "r", title: "Was it kind?" } }),
    ).toMatchObject({ id: "r", label: "Was it kind?" });
  });
});

describe("the state of a review", () => {
  test("rests on a field of its object, as data", () => {
    const review = { id: "r", outcome: { status: "not started, yet" } };
    const { evidence } = only("runBatch", { reviews: [review] });
    expect(evidence?.basis).toEqual({
      kind: "facts",
      facts: [{ path: "outcome.status", name: "status", value: "not started, yet", status: "running" }],
    });
  });

  test("is open if one of several mentions says so, in any order", () => {
    const open = { id: "r", status: "waiting" };
    const settled = { id: "r", status: "settled" };
    for (const reviews of [
      [open, settled],
      [settled, open],
      [{ id: "r" }, settled, open],
    ]) {
      const review = only("runBatch", { reviews });
      expect(review.state).toBe("open");
      expect(review.evidence && mainFieldText(review.evidence)).toBe("status is waiting");
    }
    expect(only("runBatch", { reviews: [{ id: "r" }, settled] }).state).toBe("settled");
  });

  test("ignores a review inside it", () => {
    const [outer, ...inner] = readReviewsIn("runBatch", {
      review: {
        id: "a",
        reviews: [
          { id: "b", status: "settled" },
          { id: "c", status: "waiting" },
        ],
      },
    });
    expect(outer).toEqual({ id: "a" });
    expect(inner.map(({ state }) => state)).toEqual(["settled", "open"]);
  });

  test("ignores another record with the same id", () => {
    const response = { batch: { id: "r", status: "passed" }, review: { id: "r" } };
    expect(only("runBatch", response)).toEqual({ id: "r" });
  });
});

describe("the case of a review", () => {
  const review = { id: "r" };

  test.each<[string, JsonObject, string | undefined]>([
    ["the element that it stands in", { results: [{ name: "Hands over", review }] }, "Hands over"],
    ["in a list of its own there", { results: [{ name: "Hands over", reviews: [review] }] }, "Hands over"],
    ["only its id stands there", { results: [{ name: "Hands over", reviewId: "r" }] }, "Hands over"],
    ["the question", { results: [{ name: "a", questions: [{ question: "Kind?", review }] }] }, "Kind?"],
    ["a step is none", { results: [{ name: "Hands over", steps: [{ name: "x", review }] }] }, "Hands over"],
    ["a project is none", { projects: [{ id: "p", name: "Shop", reviews: [review] }] }, undefined],
    ["a test that is no element", { test: { id: "t", name: "Pays", review } }, "Pays"],
    ["an element without a name", { results: [{ name: "a", calls: [{ score: 1, review }] }] }, "a"],
    ["the run is none", { name: "Nightly", reviews: [review] }, undefined],
    ["what its own object names", { reviews: [{ ...review, test: { id: "t", name: "Pays" } }] }, "Pays"],
    ["the question that it puts", { review: { ...review, question: "Was it kind?" } }, "Was it kind?"],
  ])("%s", (_, response, name) => {
    expect(only("runBatch", response).case).toBe(name);
  });
});

describe("an operation on a review", () => {
  test.each([
    ...["submitted", "closed", "done", "unsure", "ok"].map(status => ({ id: "r", status })),
    { review: { id: "r", status: "submitted" } },
    { verdict: "unsure" },
    {},
  ])("settles it by submitting: %j", response => {
    expect(only("submitReview", response, "r")).toMatchObject({ id: "r", state: "settled" });
  });

  test("leaves it open if the service waits for another person", () => {
    for (const status of [
      "waiting",
      "pending",
      "needs review",
      "awaiting second review",
      "queued",
      "processing",
    ]) {
      expect(only("submitReview", { status }, "r").state).toBe("open");
    }
  });

  test.each<JsonObject>([
    ...["open", "pending", "waiting", "in review", "needs_review"].map(status => ({
      review: { id: "r", status, error: "comment too short" },
    })),
    { reviews: [{ id: "r", status: "open", error: "comment too short" }] },
    { data: { review: { status: "open", error: "comment too short" } } },
    { status: "submitted", review: { id: "r", status: "open", error: "comment too short" } },
  ])("leaves it open if its own record says so, whatever is next to it: %j", response => {
    expect(only("submitReview", response, "r").state).toBe("open");
  });

  test("reports the waiting state, whatever error is next to it", () => {
    const response = { review: { id: "r", status: "open", error: "comment too short" } };
    const { evidence } = only("submitReview", response, "r");
    expect(evidence && mainFieldText(evidence)).toBe("review.status is open");
  });

  test("ignores another review's record", () => {
    const response = { id: "r", status: "submitted", data: { id: "other", status: "open" } };
    expect(only("submitReview", response, "r").state).toBe("settled");
  });

  test("leaves it open after a reassignment", () => {
    for (const status of ["processing", "queued", "submitted", "waiting"]) {
      expect(only("reassignReview", { status }, "r").state).toBe("open");
    }
    for (const response of [{}, { status: "ok" }, { status: "done" }, { status: "resolved" }]) {
      expect(only("reassignReview", response, "r")).not.toHaveProperty("state");
    }
  });

  test("concerns the requested id, or the created one", () => {
    expect(readReviewsIn("createCalibrationReview", { id: "c", name: "Do we agree?" })).toEqual([
      { id: "c", label: "Do we agree?" },
    ]);
    const response = { id: "run_9", status: "started", reviews: [{ id: "r", status: "waiting" }] };
    expect(
      readReviewsIn("startCalibrationReview", response, "c").map(({ id, state }) => [id, state]),
    ).toEqual([
      ["c", "open"],
      ["r", "open"],
    ]);
  });
});

describe("hostile responses", () => {
  test("are read at any depth", () => {
    let deep: JsonValue = { id: "x", status: "passed" };
    for (let depth = 0; depth < 10_000; depth++) deep = { review: deep };
    expect(readReviewsIn("runBatch", { deep }).map(({ id }) => id)).toEqual(["x"]);
  });

  test("with reviews inside reviews yield each with its own state", () => {
    let deep: JsonObject = { id: "last", status: "settled" };
    for (let depth = 0; depth < 10_000; depth++) deep = { id: `r${depth}`, review: deep, more: [1, {}] };
    const reviews = readReviewsIn("runBatch", { review: deep });
    expect(reviews).toHaveLength(10_001);
    expect(reviews.at(-1)).toMatchObject({ id: "last", state: "settled" });
  });

  test("with many reviews in an element of many fields are read in a time that grows with their number", () => {
    const size = 1000;
    const growth = 10;
    const timeOf = (firsts: readonly number[], count: number) => {
      const responses = firsts.map(first => {
        const indices = Array.from({ length: count }, (_, index) => first + index);
        const fields = Object.fromEntries(indices.map(index => [`x${index}`, index]));
        return { results: [{ name: "a", ...fields, reviews: indices.map(index => ({ id: `r${index}` })) }] };
      });
      const before = process.cpuUsage();
      for (const response of responses) {
        const found = readReviewsIn("runBatch", response);
        expect(found).toHaveLength(count);
        expect(found.every(review => review.case === "a")).toBe(true);
      }
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const few = timeOf(
      Array.from({ length: growth }, (_, part) => part * size),
      size,
    );
    const many = timeOf([growth * size], growth * size);
    // A look at every field for every review would take ten times as long.
    expect(many / few).toBeLessThan(5);
  });
});
