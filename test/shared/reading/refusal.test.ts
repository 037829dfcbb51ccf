import fc from "fast-check";
import { expect, test } from "vitest";
import { refusalReasonIn } from "../../../shared/reading/refusal.ts";

test.each([
  [{ error: "Unprocessable Entity", message: "verdict is missing." }, "verdict is missing"],
  [{ error: { code: 17, message: "verdict is missing" } }, "verdict is missing"],
  [
    { type: "about:blank", title: "Invalid", detail: "verdict is missing", status: 422 },
    "verdict is missing",
  ],
  [{ detail: [{ loc: ["body", "verdict"], msg: "field required" }] }, "verdict: field required"],
  [
    { errors: [{ detail: "is too short", source: { pointer: "/data/attributes/comment" } }] },
    "comment: is too short",
  ],
  [{ errors: { verdict: ["is missing"], note: "is too long" } }, "verdict: is missing; note: is too long"],
  [
    { message: "Invalid", errors: [{ field: "verdict", message: "is missing" }] },
    "Invalid; verdict: is missing",
  ],
  [
    { error: { message: "Validation failed", fields: { comment: ["can't be blank"] } } },
    "Validation failed; comment: can't be blank",
  ],
  [
    { errors: { comment: ["is required", "must have at least 10 letters"] } },
    "comment: is required, must have at least 10 letters",
  ],
  [{ errors: ["verdict is missing"] }, "verdict is missing"],
  [
    { message: "Refused", reasons: ["verdict is missing", "too late"] },
    "Refused; verdict is missing; too late",
  ],
  [
    { error: "Refused", details: ["verdict is missing", "too late"] },
    "Refused; verdict is missing; too late",
  ],
  [{ message: "Refused", detail: "verdict is missing" }, "Refused; verdict is missing"],
  [{ code: 17 }, undefined],
  [{}, undefined],
])("the reason in %j is %s", (response, reason) => {
  expect(refusalReasonIn(response)).toBe(reason);
});

test("a reason can be nested deeper than the call stack allows", () => {
  const deep = JSON.parse(`${'{"message":"no","errors":'.repeat(20_000)}null${"}".repeat(20_000)}`);
  expect(refusalReasonIn(deep)).toBe("no");
  expect(
    refusalReasonIn({ errors: JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) }),
  ).toBeUndefined();
});

test("any response gives one short line or nothing", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("error", "errors", "detail", "message"), fc.jsonValue()),
      response => {
        const reason = refusalReasonIn(response as never) ?? "-";
        expect(reason).toMatch(/^[^\n]+$/);
        expect(reason.length).toBeLessThanOrEqual(300);
      },
    ),
  );
});
