import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { schema } from "ctrf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportFileName, reportFormats } from "../../../shared/report/formats.ts";
import type { Report } from "../../../shared/report/model.ts";
import { secretForms } from "../../../shared/service/secret.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { newPullRequest, runStep, startStep, stepKey, textsOfStep, unpublished } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const passed = {
  status: "passed",
  tests: [
    { name: "Books a table", status: "passed", durationMs: 1200 },
    { name: "Pays by card", status: "skipped" },
  ],
};
const failed = {
  status: "failed",
  tests: [
    {
      name: "Asks for a refund",
      status: "failed",
      message: "Promised 89 instead of 59",
      file: "a.yml",
      line: 3,
    },
    { name: "Books a table", status: "passed" },
  ],
  reviewId: "rev_7",
};

test("two workflows with an empty comment-key have separate comments", async () => {
  await using service = await startScriptedService(() => passed);
  const event = await newPullRequest(github);
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "b",
    check: "off",
    "comment-key": "",
  };
  const urls = [];
  for (const workflow of ["Nightly", "Conversations"]) {
    const left = await runStep({ github, event, with: inputs, job: { workflow } }, ({ outputs }) => outputs);
    urls.push(left["comment-url"]);
  }
  expect(new Set(urls).size).toBe(2);
});

describe("the embedded service's demo project", () => {
  const demo = {
    "base-url": "embedded",
    batches: "smoke, returns",
    channels: "voice",
    "poll-interval": "10ms",
  };

  test("is run to its end and published on the pull request", async () => {
    const event = await newPullRequest(github);
    const number = Number(/\d+/.exec(event.ref)?.[0]);
    const checkRunId = await github.startJob(event.sha);
    await runStep({ github, event, reuseProcess: false, with: demo, job: { checkRunId } }, async left => {
      const [comment] = await github.comments(number);
      expect(left.exitCode).toBe(1);
      expect(left.outputs).toEqual({
        verdict: "failed",
        total: "18",
        passed: "14",
        failed: "2",
        skipped: "1",
        other: "1",
        "new-failures": "",
        fixed: "",
        runs: "3",
        flaky: "1",
        reviews: '["was-the-handover-kind"]',
        report: join("callboard-report", "report.json"),
        "comment-url": comment?.html_url,
        "check-url": expect.stringContaining(String(checkRunId)),
        "review-check-url": "",
        response: "",
      });
      expect(comment?.body).toContain("Refunds a lamp that arrived broken");
      expect(left.summary).toContain("Refunds a lamp that arrived broken");
      expect(left.annotations.at(-1)).toMatchObject({
        properties: { title: "Callboard: 1 of 3 targets failed" },
        message: expect.stringMatching(
          /^This step fails: 1 of 3 targets failed: batch: smoke \(2 of 8 cases failed: Refunds a lamp that arrived broken — The wrong amount was refunded: .*, Cancels an order within the hour\)\. The report: http/,
        ),
      });
      expect(left.complaints).toEqual([]);
    });
  });

  test("logs each change, with a group for each target that did not pass", async () => {
    await runStep({ github, with: { ...demo, ...unpublished } }, left => {
      expect(left.lines).toContain("channel: voice is being run.");
      expect(left.lines).toContain("channel: voice is still running: 1 of 5 cases decided.");
      expect(left.groups).toEqual([expect.stringMatching(/^🔴 Failed: batch: smoke — 4 passed, 2 failed/)]);
      expect(left.lines).toContainEqual(expect.stringMatching(/^🟢 Passed: channel: voice — 5 passed/));
    });
  });

  test("writes a valid report, and every response byte for byte", async () => {
    await using running = await startStep({ github, with: { ...demo, ...unpublished } });
    await running.result;
    const folder = join(running.workspace, "callboard-report");
    expect((await readdir(folder)).sort()).toEqual(["raw", ...reportFormats.map(reportFileName)].sort());
    expect((await readdir(join(folder, "raw"))).sort()).toEqual([
      "1-batch-smoke-run.json",
      "2-batch-returns-run.json",
      "3-channel-voice-report-1.json",
      "3-channel-voice-report-2.json",
      "3-channel-voice-report-3.json",
      "3-channel-voice-run.json",
    ]);
  });
});

describe("a service's response", () => {
  const inputs = { "api-key": stepKey, batches: "good, bad", ...unpublished };

  test("becomes report.json: valid CTRF, with the targets in the order of the inputs", async () => {
    await using service = await startScriptedService(({ id }) => (id === "good" ? passed : failed));
    await runStep({ github, with: { ...inputs, "base-url": service.url } }, async left => {
      const report: Report = JSON.parse(await left.report("report.json"));
      const ajv = new Ajv({ strict: false });
      addFormats.default(ajv);
      expect(ajv.validate(schema, report), JSON.stringify(ajv.errors)).toBe(true);
      expect(report.results.tests.map(({ name, suite, status }) => [suite[0], name, status])).toEqual([
        ["batch: good", "Books a table", "passed"],
        ["batch: good", "Pays by card", "skipped"],
        ["batch: bad", "Asks for a refund", "failed"],
        ["batch: bad", "Books a table", "passed"],
      ]);
      expect(report.results.extra.callboard).toMatchObject({
        version: 1,
        verdict: "failed",
        targets: [
          { kind: "batch", id: "good", verdict: "passed", total: 2, raw: "raw/1-batch-good-run.json" },
          { kind: "batch", id: "bad", verdict: "failed", total: 2, reviews: ["rev_7"] },
        ],
      });
      expect(await left.report("raw/1-batch-good-run.json")).toBe(JSON.stringify(passed));
      expect(await left.report("report.xml")).toContain('<failure message="Promised 89 instead of 59"');
      expect(await left.report("report.md")).toContain("Promised 89 instead of 59");
    });
  });

  test("is read with the inputs' expressions, which win over the catalog's", async () => {
    await using service = await startScriptedService(() => ({
      outcome: [{ t: "Books a table", ok: 1 }],
      score: 3,
    }));
    const files = { "callboard.yml": 'report: { cases: "nothing", pass-when: score > 2 }\n' };
    const cases = 'outcome.{ "name": t, "status": ok = 1 ? "passed" : "failed" }';
    await runStep({ github, files, with: { ...inputs, "base-url": service.url, cases } }, left => {
      expect(left.outputs).toMatchObject({ verdict: "passed", total: "2", passed: "2" });
      expect(left.exitCode).toBe(0);
    });
  });

  test("that is an error fails the step in every mode, with advice", async () => {
    await using service = await startScriptedService(({ id }) => (id === "good" ? passed : status(401)));
    await runStep({ github, with: { ...inputs, "base-url": service.url, "fail-on": "never" } }, left => {
      expect(left.exitCode).toBe(1);
      expect(left.outputs).toMatchObject({ verdict: "unknown", passed: "1" });
      expect(left.annotations.at(-1)?.message).toMatch(
        /^This step fails: 1 of 2 targets could not be run to the end: batch: bad \(.*401.*\)\. The report: callboard-report$/,
      );
      expect(left.summary).toContain("could not be run to the end");
    });
  });

  test("that is red doesn't fail a step with `fail-on: never`", async () => {
    await using service = await startScriptedService(() => failed);
    await runStep({ github, with: { ...inputs, "base-url": service.url, "fail-on": "never" } }, left => {
      expect(left.outputs).toMatchObject({ verdict: "failed" });
      expect(left.annotations).toEqual([]);
      expect(left.exitCode).toBe(0);
    });
  });
});

test("the last line of the log names all targets that fail the step", async () => {
  await using service = await startScriptedService(({ id }) =>
    id === "refused" ? status(404) : id === "stated" ? { status: "failed" } : { hello: "world" },
  );
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "refused, stated, nothing" };
  await runStep({ github, with: { ...inputs, ...unpublished } }, left => {
    expect(left.exitCode).toBe(1);
    expect(left.annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^This step fails: 1 of 3 targets could not be run to the end: batch: refused \(.*404.*\)\. 1 of 3 targets failed: batch: stated \(`status` is `failed`\)\. 1 of 3 targets gave no verdict: batch: nothing \(.*\)\. The report: callboard-report$/,
      ),
    ]);
    expect(left.stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^::error title=Callboard%3A \d of \d targets? /,
    );
  });
});

test("failures of the base don't fail a step with `fail-on: new`", async () => {
  await using service = await startScriptedService(() => failed);
  const { sha } = await github.push("main");
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "b",
    "fail-on": "new",
    comment: "never",
  };
  const base = { name: "push", payload: {}, sha, ref: "refs/heads/main", headRef: "", baseRef: "main" };
  const checkRunId = await github.startJob(sha);
  await runStep({ github, event: base, with: inputs, job: { checkRunId } }, ({ exitCode, outputs }) => {
    expect(outputs).toMatchObject({ "new-failures": "", fixed: "" });
    expect(exitCode).toBe(1);
  });

  const event = await newPullRequest(github);
  await runStep({ github, event, with: { ...inputs, check: "separate" } }, ({ exitCode, outputs }) => {
    expect(outputs).toMatchObject({ verdict: "failed", "new-failures": "0", fixed: "0" });
    expect(exitCode).toBe(0);
  });
});

describe("the key", () => {
  test("is masked in every form before any other output, and sent to the service", async () => {
    await using service = await startScriptedService(() => passed);
    const inputs = { "base-url": service.url, "api-key": stepKey, batches: "b", ...unpublished };
    await runStep({ github, with: inputs }, left => {
      const forms = [...secretForms(stepKey), ...secretForms(github.token("app"))];
      expect(left.masks).toEqual(forms);
      const first = left.stdout.split("\n").findIndex(line => !line.startsWith("::add-mask::"));
      expect(first).toBe(forms.length);
      expect(service.requests[0]?.key).toBe(stepKey);
    });
  });

  test("that the service repeats appears in no log, in no file and not on the pull request", async () => {
    await using service = await startScriptedService(({ id }) => {
      if (id === "refused") return status(400, { error: `Bad key ${stepKey}` });
      const escaped = [...stepKey]
        .map(letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join("");
      return `{"status":"failed","note":"${escaped}","tests":[{"name":"Says ${stepKey}","status":"failed",
        "message":"It said ${btoa(stepKey)} and ${encodeURIComponent(stepKey)}"}]}`;
    });
    const event = await newPullRequest(github);
    const inputs = {
      "base-url": service.url,
      "api-key": stepKey,
      batches: "echo, refused",
      check: "separate",
    };
    await runStep({ github, event, with: inputs }, async left => {
      const everything = await textsOfStep(left);
      const said = everything.replaceAll(/^::add-mask::.*$/gm, "");
      const [comment] = await github.comments(Number(/\d+/.exec(event.ref)?.[0]));
      const checks = await github.checkRuns(event.sha);
      const raw = await left.report("raw/1-batch-echo-run.json");
      for (const form of secretForms(stepKey)) {
        for (const text of [said, comment?.body ?? "", JSON.stringify(checks), raw])
          expect(text).not.toContain(form);
      }
      expect(JSON.parse(raw)).toMatchObject({ note: "***" });
      expect(said).toContain("Says ***");
    });
  });
});

test("a response of millions of objects fails its own target only", async () => {
  const body = gzipSync(`{"tests":[${"{},".repeat(4_000_000)}{}]}`);
  expect(body.length).toBeLessThan(100_000);
  await using service = await startScriptedService(({ id }) =>
    id === "good"
      ? passed
      : response => {
          response
            .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
            .end(body);
        },
  );
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "wide, good", "fail-on": "never" };
  await runStep({ github, with: { ...inputs, ...unpublished } }, async left => {
    expect(left.exitCode).toBe(1);
    expect(left.outputs).toMatchObject({ verdict: "unknown", total: "2", passed: "1" });
    expect(left.annotations.at(-1)?.message).toMatch(
      /^This step fails: 1 of 2 targets could not be run to the end: batch: wide \(/,
    );
    expect(await left.report("report.md")).toMatch(
      /more than 4,000,000 objects and lists\. .*The operation was carried out/,
    );
  });
});

test("a key that is given as a batch appears in no log, no file name and no report", async () => {
  await using service = await startScriptedService(() => failed);
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: stepKey, ...unpublished };
  await using running = await startStep({ github, with: inputs });
  const { stdout } = await running.result;
  expect(service.requests[0]?.id).toBe(stepKey);
  const folder = join(running.workspace, "callboard-report");
  expect(await readdir(join(folder, "raw"))).toEqual(["1-batch-_-run.json"]);
  const files = await Promise.all(
    reportFormats.map(format => readFile(join(folder, reportFileName(format)), "utf8")),
  );
  const said = [stdout.replaceAll(/^::add-mask::.*$/gm, ""), ...files].join("\n");
  for (const form of secretForms(stepKey)) expect(said).not.toContain(form);
});

test("hostile text has no effect anywhere", async () => {
  const commands = [
    "::error::owned",
    "\n::set-output name=verdict::passed",
    "\r::add-mask::e",
    "##[error]owned",
    "x ##[add-mask]e",
    "::stop-commands::x\n::endgroup::",
    "\u001b[31m::warning::owned",
    "\u0085::notice::owned",
    "::group::owned",
  ];
  await using service = await startScriptedService(({ id }) =>
    id === "refused"
      ? status(400, { error: commands.join("\n") })
      : {
          status: "failed",
          message: commands.join("\n"),
          tests: commands.map(name => ({
            name,
            status: "failed",
            message: `${name}\n${commands.join("\n")}`,
          })),
        },
  );
  const inputs = {
    "base-url": service.url,
    "api-key": stepKey,
    batches: "hostile, refused",
    comment: "never",
  };
  await runStep({ github, with: { ...inputs, check: "off" } }, left => {
    const obeyed = left.commands.map(({ name }) => name).filter(name => name !== "add-mask");
    expect(new Set(obeyed)).toEqual(new Set(["group", "endgroup", "stop-commands", "error"]));
    expect(left.masks).toEqual([...secretForms(stepKey), ...secretForms(github.token("app"))]);
    expect(left.annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^This step fails: 1 of 2 targets could not be run to the end: batch: refused \(.*1 of 2 targets failed: batch: hostile \(/s,
      ),
    ]);
    expect(left.groups.every(title => /^(?:🔴|🟡) /u.test(title))).toBe(true);
    expect(left.outputs["verdict"]).toBe("failed");
    expect(left.complaints).toEqual([]);
  });
});

test("a channel report of another run leaves the step red, with both ids and nothing of that run", async () => {
  await using service = await startScriptedService(({ operation }) =>
    operation === "runChannel" ? { run_id: "run_2", status: "queued" } : { run_id: "run_1", ...passed },
  );
  const inputs = { "base-url": service.url, "api-key": stepKey, channels: "c" };
  const more = { wait: "1s", "poll-interval": "100ms" };
  await runStep({ github, with: { ...inputs, ...more } }, async left => {
    expect(left.exitCode).toBe(1);
    expect(left.outputs).toMatchObject({ verdict: "unknown", total: "0", passed: "0" });
    expect(left.summary).toMatch(
      /of another run: its `run_id` is `run_1`, but the run that was started is `run_2`/,
    );
    expect(JSON.parse(await left.report("report.json")).results.tests).toEqual([]);
  });
  expect(service.calls.filter(call => call === "createChannelReport c").length).toBeGreaterThan(1);
});
