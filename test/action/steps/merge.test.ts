import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type JsonValue, valueAt } from "../../../shared/json.ts";
import { events, type WorkflowEvent } from "../../github/events.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runShard, shardedBatches, targetIdsIn } from "../shards.ts";
import { newPullRequest, runStep, stepKey, textsOfStep, unpublished } from "../step.ts";
import { responseWithReviews } from "./reviews.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

/** Without marks and without the runner's masking commands. */
function shownIn(text: string): string {
  return text.replaceAll("\u200b", "").replace(/^::add-mask::.*$/gm, "");
}

function startedBy({ payload }: WorkflowEvent): number {
  return Number(valueAt(payload as JsonValue, "workflow_run", "id"));
}

describe("a merge", () => {
  test("publishes the reports of all shards as one, and fails for a failure in any shard", async () => {
    await using service = await startScriptedService(({ id }) =>
      id === "d"
        ? { status: "failed", tests: [{ name: "Asks for a refund", status: "failed" }] }
        : { status: "passed", tests: [{ name: "Books a table", status: "passed" }] },
    );
    const files: Record<string, string> = {};
    // One shard is empty, because there are more shards than targets.
    for (let number = 1; number <= 8; number++) {
      files[`shards/${number}/report.json`] = await runShard(github, service.url, `${number}/8`);
    }

    const event = await newPullRequest(github);
    await runStep({ github, event, files, with: { merge: "shards/*/report.json" } }, async left => {
      expect(left.exitCode).toBe(1);
      expect(left.outputs).toMatchObject({ verdict: "failed", total: "7", failed: "1", passed: "6" });
      const merged = await left.report("report.json");
      expect(targetIdsIn(merged)).toEqual(shardedBatches);
      expect(left.groups).toEqual([expect.stringMatching(/^🔴 Failed: batch: d — 1 failed/)]);
      expect(left.annotations.at(-1)?.message).toMatch(
        /^This step fails: 1 of 7 targets failed: batch: d \(1 of 1 case failed: Asks for a refund\)\. The report: http/,
      );
      expect(JSON.parse(merged).results.extra.callboard.targets[3].raw).toBe(
        "../shards/5/raw/1-batch-d-run.json",
      );
      const [comment] = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
      expect(comment?.body).toContain("Asks for a refund");
      expect(await left.report("report.xml")).toContain("batch: g");
    });
  });

  test("is not green without one of the shards", async () => {
    await using service = await startScriptedService(() => ({ status: "passed" }));
    const files: Record<string, string> = {};
    for (const number of [1, 3]) {
      files[`shards/${number}/report.json`] = await runShard(github, service.url, `${number}/3`);
    }
    const inputs = { merge: "shards/*/report.json", "fail-on": "never", ...unpublished };
    await runStep({ github, files, with: inputs }, async left => {
      expect(left.exitCode).toBe(1);
      expect(left.outputs["verdict"]).toBe("unknown");
      expect(await left.report("report.md")).toContain(
        "**batch: shard 2/3 could not be run to the end.** No report of this shard was merged",
      );
    });
  });

  test.each([
    ["the catalog's form asks for", "verdict=pass|fail"],
    ["nobody has said, without a catalog", "name=value"],
  ])("shows the submit command with the fields that %s: %s", async (_, fields) => {
    await using service = await startScriptedService(() => responseWithReviews("rev_1"));
    const files: Record<string, string> = {
      "shards/1/report.json": await runShard(github, service.url, "1/1"),
    };
    if (fields !== "name=value") {
      files["callboard.yml"] =
        "forms:\n  submitReview:\n    - { field: verdict, type: choice, choices: [pass, fail] }\n";
    }
    const event = await newPullRequest(github);
    const inputs = { merge: "shards/*/report.json", "fail-on": "never", "review-check": "Callboard reviews" };
    await runStep({ github, event, files, with: inputs }, async ({ exitCode }) => {
      expect(exitCode).toBe(0);
      const [comment] = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
      expect(comment?.body).toContain(`/callboard submit rev_1 ${fields}`);
    });
  });

  test("publishes no key that a shard's expression has assembled, although the merging step has no key", async () => {
    const half = Math.floor(stepKey.length / 2);
    const parts = { a: stepKey.slice(0, half), b: stepKey.slice(half) };
    await using service = await startScriptedService(() => ({
      status: "passed",
      tests: [{ ...parts, status: "passed" }],
    }));
    const expressions = {
      cases:
        'tests.{ "name": "Calls with " & a & b, "status": status & " " & a & b, "message": a & "\u200b" & b }',
      "pass-when": "status = 'passed'",
    };
    const inputs = {
      "base-url": service.url,
      "api-key": stepKey,
      batches: "smoke",
      ...expressions,
      ...unpublished,
    };
    const shard = await runStep({ github, with: inputs }, async left => {
      expect(shownIn(await textsOfStep(left))).not.toContain(stepKey);
      return await left.report("report.json");
    });
    expect(shard).toContain("Calls with ***");
    const files = { "shards/1/report.json": shard };
    await runStep({ github, files, with: { merge: "shards/*/report.json" } }, async left => {
      const published = [await textsOfStep(left), ...(await github.comments(1)).map(({ body }) => body)].join(
        "\n",
      );
      expect(shownIn(published)).not.toContain(stepKey);
      expect(published).toContain("Calls with");
    });
  });

  test("of a changed report is not green, but of the unchanged one it is", async () => {
    const tests = [{ name: "Books a table", status: "passed" }];
    await using service = await startScriptedService(() => ({ status: "passed", tests }));
    const green = await runShard(github, service.url, "1/1");
    const merged = (text: string) => {
      const inputs = { merge: "*/report.json", "fail-on": "never", ...unpublished };
      return runStep({ github, files: { "a/report.json": text }, with: inputs }, left => left);
    };
    const whole = await merged(green);
    expect(whole.summary.slice(0, 13)).toBe("### 🟢 Passed");
    expect([whole.outputs["verdict"], whole.exitCode]).toEqual(["passed", 0]);

    const changed = await merged(green.replaceAll('"failed": 0', '"failed": 3'));
    expect(changed.summary).not.toContain("🟢 Passed —");
    expect(changed.outputs["verdict"]).toBe("unknown");

    const { annotations, outputs, exitCode } = await merged(
      green.replaceAll('"passed": 1,', '"passed": 1e999,'),
    );
    expect(annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^`merge`: a\/report.json: `results\..*expected a whole number/),
    ]);
    expect([outputs["verdict"], exitCode]).toEqual(["unknown", 1]);
  });

  test("without a report names the missing files", async () => {
    await runStep({ github, with: { merge: "shards/*/report.json" } }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.annotations.map(({ message }) => message)).toEqual([
        expect.stringContaining("`merge`: No file matches `shards/*/report.json`"),
      ]);
    });
  });

  test("of a folder tells how to name the reports in it, whether the folder is there or not", async () => {
    const advice = "For the reports in a folder, write `shards/**/report.json`.";
    for (const files of [{}, { "shards/1/report.json": "{}" }]) {
      await runStep({ github, files, with: { merge: "shards" } }, left => {
        expect(left.exitCode).toBe(1);
        expect(left.annotations.map(({ message }) => message)).toEqual([expect.stringContaining(advice)]);
      });
    }
  });

  test("of reports without a target is a mistake", async () => {
    await using service = await startScriptedService(() => ({ status: "passed" }));
    const files = {
      "shards/1/report.json": await runShard(github, service.url, "1/9"),
      "shards/5/report.json": await runShard(github, service.url, "5/9"),
    };
    expect(service.requests).toEqual([]);
    await runStep({ github, files, with: { merge: "shards/*/report.json" } }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.annotations.map(({ message }) => message)).toEqual([
        "`merge`: None of the 2 reports has a target in it.",
      ]);
    });
  });

  test("shows the failures of the other shards where files can't be read, and is red for each of these", async () => {
    await using service = await startScriptedService(({ id }) =>
      id === "a"
        ? {
            status: "failed",
            tests: [{ name: "Asks for a refund", status: "failed", message: "Refused it" }],
          }
        : { status: "passed" },
    );
    const text = await runShard(github, service.url, "1/3");
    const files = {
      "a/report.json": text,
      "b/report.json": text.slice(0, 200),
      "c/report.json": '{"reportFormat":"CTRF","results":{}}',
    };
    const event = await newPullRequest(github);
    const inputs = { merge: "*/report.json", "fail-on": "never" };
    await runStep({ github, event, files, with: inputs }, async left => {
      expect(left.exitCode).toBe(1);
      expect(left.outputs).toMatchObject({ verdict: "failed", failed: "1" });
      const [comment] = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
      for (const text of [comment?.body, await left.report("report.md"), left.summary]) {
        expect(text).toContain("Refused it");
        expect(text).toMatch(/\*\*batch: b\/report\.json could not be run to the end\.\*\* It is not JSON/);
        expect(text).toMatch(
          /\*\*batch: c\/report\.json could not be run to the end\.\*\* It is a CTRF report, but not one/,
        );
        expect(text).toContain("It may be the missing report of shard 2/3 or shard 3/3.");
      }
      expect(left.annotations.at(-1)?.message).toMatch(
        /^This step fails: 2 of 4 targets could not be run to the end: batch: b\/report\.json/,
      );
    });
  });

  test("of files of which none can be read names each of them, and publishes nothing", async () => {
    const requests = github.requests.length;
    const files = { "b/report.json": "{", "c/report.json": '{"reportFormat":"CTRF","results":{}}' };
    await runStep({ github, files, with: { merge: "*/report.json" } }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.annotations.map(({ message }) => message)).toEqual([
        expect.stringMatching(/b\/report\.json: It is not JSON/),
        expect.stringMatching(/c\/report\.json: It is a CTRF report, but not one that Callboard wrote/),
      ]);
    });
    // It looks for a comment that would have to say so.
    expect(github.requests.slice(requests).map(({ method }) => method)).toEqual(["GET"]);
  });

  describe("of reports of several workflow runs", () => {
    const ofRun = (runId: number) => ({ workflow: "Conversations", name: "run", runId });
    const passed = () => ({ status: "passed", tests: [{ name: "Books a table", status: "passed" }] });

    test("refuses the report of another one, says of which it is, and is red", async () => {
      await using service = await startScriptedService(passed);
      const files = {
        "1/report.json": await runShard(github, service.url, "1/2", { job: ofRun(7) }),
        "2/report.json": await runShard(github, service.url, "2/2", { job: ofRun(3) }),
      };
      const inputs = { merge: "*/report.json", "fail-on": "never", ...unpublished };
      await runStep({ github, files, job: ofRun(7), with: inputs }, async left => {
        expect(left.exitCode).toBe(1);
        expect(left.outputs).toMatchObject({ verdict: "unknown", total: "3" });
        expect(left.annotations.map(({ message }) => message)).toEqual([
          expect.stringMatching(
            /1 of 4 targets could not be run to the end: batch: 2\/report\.json \(This report is of the workflow run 3 at commit [0-9a-f]{40}, but this is the workflow run 7 at commit/,
          ),
        ]);
        expect(targetIdsIn(await left.report("report.json"))).toEqual(["a", "b", "c", "2/report.json"]);
      });
    });

    test("takes those of an earlier attempt, because jobs that passed don't run again", async () => {
      await using service = await startScriptedService(passed);
      const files = { "1/report.json": await runShard(github, service.url, "1/1", { job: ofRun(7) }) };
      const inputs = { merge: "*/report.json", ...unpublished };
      const job = { ...ofRun(7), runAttempt: 2 };
      await runStep({ github, files, job, with: inputs }, async left => {
        expect(left.exitCode).toBe(0);
        const { environment } = JSON.parse(await left.report("report.json")).results;
        expect(environment).toEqual({
          buildId: "7",
          buildUrl: `${github.serverUrl}/${github.repo.fullName}/actions/runs/7/attempts/2`,
          commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        });
      });
    });

    test("takes those of the workflow run that has started this one", async () => {
      await using service = await startScriptedService(passed);
      const pull = await github.createPullRequest();
      const event = await events.workflowRun(github, pull);
      const files = {
        "1/report.json": await runShard(github, service.url, "1/1", { job: ofRun(startedBy(event)) }),
      };
      const inputs = { merge: "*/report.json", ...unpublished };
      await runStep({ github, files, event, job: ofRun(8), with: inputs }, left => {
        expect(left.annotations).toEqual([]);
        expect(left.exitCode).toBe(0);
      });
    });
  });

  test("counts no target twice that a shard and a report of all targets have", async () => {
    await using service = await startScriptedService(() => ({ status: "passed" }));
    const inputs = { "base-url": service.url, "api-key": stepKey, batches: "a", ...unpublished };
    const files = {
      "1/report.json": await runShard(github, service.url, "1/1"),
      "whole/report.json": await runStep({ github, with: inputs }, left => left.report("report.json")),
    };
    await runStep({ github, files, with: { merge: "*/report.json", ...unpublished } }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.annotations.at(-1)?.message).toContain("batch: a (A shard's report has this target, too");
    });
  });
});
