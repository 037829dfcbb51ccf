import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { annotations, repositoryPath } from "../../../shared/report/annotations.ts";
import { hostileDocument } from "./hostile.ts";
import { batch, document } from "./support.ts";

describe("annotations", () => {
  it("are for failed cases, then for undecided ones, if the file is known", () => {
    const report = document(
      batch("smoke", {
        verdict: "failed",
        cases: [
          { name: "waits", status: "other", rawStatus: "needs_review", file: "a.yml", line: 3 },
          { name: "passes", status: "passed", file: "a.yml", line: 4 },
          { name: "nowhere", status: "failed", message: "No refund" },
          { name: "half", status: "failed", file: "a.yml" },
          {
            name: "fails",
            status: "failed",
            message: "No refund",
            file: "./b\\c.yml",
            line: 9,
            suite: ["Refunds"],
          },
        ],
      }),
    );
    expect([...annotations(report)]).toEqual([
      expect.objectContaining({ path: "a.yml", start_line: 1, title: "batch: smoke › half" }),
      {
        path: "b/c.yml",
        start_line: 9,
        end_line: 9,
        annotation_level: "failure",
        title: "batch: smoke › Refunds › fails",
        message: "No refund",
      },
      {
        path: "a.yml",
        start_line: 3,
        end_line: 3,
        annotation_level: "warning",
        title: "batch: smoke › waits",
        message: "This case is undecided (needs_review).",
      },
    ]);
  });

  it("move a long message into the details", () => {
    const message = "ä".repeat(100_000);
    const cases = [{ name: "a", status: "failed", message, file: "a.yml", line: 1 }] as const;
    const [annotation] = annotations(document(batch("smoke", { verdict: "failed", cases })));
    expect(annotation?.message.length).toBe(2000);
    expect(new TextEncoder().encode(annotation?.raw_details).length).toBeLessThanOrEqual(65_536);
    expect(annotation?.raw_details?.length).toBeGreaterThan(32_000);
  });

  it("keep GitHub's limits, and point only into the repository", () => {
    fc.assert(
      fc.property(hostileDocument, report => {
        for (const annotation of annotations(report)) {
          expect(annotation.path).toBe(repositoryPath(annotation.path));
          expect(annotation.start_line).toBeGreaterThanOrEqual(1);
          expect(annotation.title.length).toBeLessThanOrEqual(255);
          expect(annotation.message).not.toBe("");
          expect(annotation.title + annotation.message).not.toMatch(
            /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u,
          );
        }
      }),
    );
  });
});

describe("a path", () => {
  it("is relative to the repository, or undefined", () => {
    expect(repositoryPath("tests//./refunds.yml")).toBe("tests/refunds.yml");
    expect(repositoryPath("tests\\refunds.yml")).toBe("tests/refunds.yml");
    for (const path of [
      "/etc/passwd",
      "\\\\host\\x",
      "C:\\x",
      "c:/x",
      "file:///x",
      "https://x/y",
      "../x",
      "a/../../x",
      "a/..",
      "",
      ".",
      "a\nb",
      "a\0b",
      " a",
      "a \\",
      "./c:x",
    ]) {
      expect(repositoryPath(path), path).toBeUndefined();
    }
  });
});
