import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { Verdict } from "../../../shared/reading/reading.ts";
import { readReviewsIn } from "./by-operation.ts";
import { excerpt, expectWellFormed, readRows } from "./table.ts";

/** A review in the response to a run, and its state. */
interface Row {
  readonly row: string;
  readonly review: JsonObject;
  readonly state: "open" | "settled" | "absent";
  readonly verdict?: Verdict;
}

const rows = readRows<Row>("reviews.jsonl");

test.each(rows.map(row => [row.row, excerpt(row.review), row] as const))("%s: %s", (_, __, row) => {
  const [review] = readReviewsIn("runBatch", { reviews: [{ id: "r", ...row.review }] });
  expect(review?.state ?? "absent").toBe(row.state);
  expect(review?.evidence === undefined).toBe(row.state === "absent");
  if (row.verdict !== undefined) expect(review?.verdict).toBe(row.verdict);
});

test.each<JsonObject>([
  { calibration_reviews: [{ id: "cal" }] },
  { calibrationReview: { id: "cal" } },
  { calibrationReviewIds: ["cal"] },
  { included: [{ type: "calibration-reviews", id: "cal", attributes: { title: "Kind?" } }] },
])("the name in %j says that it is a calibration review", response => {
  expect(readReviewsIn("importDemoProject", response)).toMatchObject([{ id: "cal", calibration: true }]);
});

const waiting = { id: "a", status: "waiting" };
const settled = { id: "a", status: "settled", verdict: "pass" };

test.each([
  ["first", [waiting, settled]],
  ["last", [settled, waiting]],
])(
  "a review that a response lists as open and as settled is open, also if the open one is %s",
  (_, reviews) => {
    const [review] = readReviewsIn("runBatch", { reviews });
    expect(review).toMatchObject({ id: "a", state: "open" });
    expect(review).not.toHaveProperty("verdict");
  },
);

test.each<[JsonObject, JsonObject]>([
  [{ question: "Was it kind?", title: "Call 7" }, { label: "Was it kind?" }],
  [{ question: { text: "Was it kind?" } }, { label: "Was it kind?" }],
  [{ question_text: "Was it kind?" }, { label: "Was it kind?" }],
  [
    { question: "", title: "Call 7", assignedTo: "kim" },
    { label: "Call 7", assignee: "kim" },
  ],
  [{ text: "Was it kind?", status: "open" }, { label: "Was it kind?" }],
  [{ text: "Hello, it's Kim.", status: "open", title: "Call 7" }, { label: "Call 7" }],
])("a review with %j reads as %j, because people need its question", (review, expected) => {
  for (const response of [
    { reviews: [{ id: "r", ...review }] },
    { tests: [{ name: "Refunds", review: { id: "r", ...review } }] },
  ]) {
    const [read] = readReviewsIn("runBatch", response);
    expect(read).toMatchObject({ id: "r", ...expected });
  }
});

test.each([
  [
    "in its list",
    { data: [], reviews: [{ id: "r", attributes: { question: "Was it kind?", assignedTo: "kim" } }] },
  ],
  [
    "among the included objects",
    {
      data: [],
      included: [{ type: "reviews", id: "r", attributes: { title: "Was it kind?", assignedTo: "kim" } }],
    },
  ],
])("a review %s can have its fields under attributes", (_, response) => {
  expect(readReviewsIn("runBatch", response)[0]).toMatchObject({ label: "Was it kind?", assignee: "kim" });
});

test.each<[string, JsonObject, JsonObject]>([
  ["a case names the review", { review_id: "r" }, {}],
  ["the review names the case", {}, { case_name: "Greets" }],
  ["the review holds the case", {}, { case: { name: "Greets" } }],
  ["both do, by different names", { review_id: "r" }, { case: { name: "Case 1" } }],
])("a review with a title of its own belongs to its case if %s", (_, inCase, inReview) => {
  const response = {
    status: "needs_review",
    cases: [{ name: "Greets", status: "needs_review", ...inCase }],
    reviews: [{ id: "r", title: "Was it kind?", status: "pending", ...inReview }],
  };
  expect(readReviewsIn("runBatch", response)[0]).toMatchObject({ case: "Greets", label: "Was it kind?" });
});

test("a response about another review gives this one no question", () => {
  const [review] = readReviewsIn("submitReview", { id: "rev_2", question: "Was it short?" }, "rev_1");
  expect(review).toMatchObject({ id: "rev_1" });
  expect(review).not.toHaveProperty("label");
});

test("a text is a review's question also beside a state that is a number, and an id with a longer name", () => {
  const review = { reviewId: "r", text: "Was it kind?", state: 0 };
  for (const response of [{ reviews: [review] }, { tests: [{ name: "Refunds", review }] }])
    expect(readReviewsIn("runBatch", response)[0]).toMatchObject({ id: "r", label: "Was it kind?" });
});

test.each([
  ["a comment, in a decided review", { reviews: [{ id: "r", text: "Fine for me", verdict: "pass" }] }],
  ["a remark, without a state", { reviews: [{ id: "r", text: "Fine for me" }] }],
  ["of the case that names the review", { tests: [{ reviewId: "r", text: "Hello", status: "open" }] }],
])("a text is no question if it is %s", (_, response) => {
  expect(readReviewsIn("runBatch", response)[0]).not.toHaveProperty("label");
});

test("each row has its own name, and only fields that are tested", () => {
  expectWellFormed(rows, "row review state verdict");
});
