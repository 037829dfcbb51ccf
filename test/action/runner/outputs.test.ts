import { expect, test } from "vitest";
import { idsAsJson } from "../../../action/runner/outputs.ts";
import { startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runStep, stepKey, unpublished } from "../step.ts";

test("ids are JSON, or undefined if that is too long", () => {
  expect(idsAsJson([], 2)).toBe("[]");
  expect(idsAsJson(["a", 'b"'], 11)).toBe('["a","b\\""]');
  expect(idsAsJson(["a", 'b"'], 10)).toBeUndefined();
  expect(idsAsJson(["\n".repeat(100)], 150)).toBeUndefined();
  const long = "x".repeat(1_000_000);
  expect(idsAsJson(Array(100_000).fill(long), 500_000)).toBeUndefined();
});

test("ids that are too long for an output are in the report, which the log names", async () => {
  const reviewIds = Array.from({ length: 3_000 }, (_, index) => `${"r".repeat(200)}-${index}`);
  await using github = await startGitHub();
  await using service = await startScriptedService(() => ({ status: "passed", reviewIds }));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", ...unpublished };
  await runStep({ github, with: inputs }, async left => {
    expect(left.exitCode).toBe(0);
    expect(left.outputs).toMatchObject({ verdict: "passed", reviews: "" });
    expect(left.annotations.map(({ message }) => message)).toEqual([
      "The ids of reviews are too long for an output; they are in callboard-report/report.json.",
    ]);
    const report = JSON.parse(await left.report("report.json"));
    expect(report.results.extra.callboard.targets[0].reviews).toEqual(reviewIds);
  });
});
