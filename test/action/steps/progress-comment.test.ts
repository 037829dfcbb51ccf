/** While targets are being run, the step's comment says so: with a clock that the test advances, and real requests. */

import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ProgressComment } from "../../../action/steps/progress-comment.ts";
import type { Clock } from "../../../shared/clock.ts";
import { reviewsPartIn } from "../../../shared/gate/mark.ts";
import type { Case } from "../../../shared/reading/reading.ts";
import { parseDataMark } from "../../../shared/report/marks.ts";
import type { PlannedTarget } from "../../../shared/run/plan.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "../../github/github.ts";
import { reading } from "../../shared/report/readings.ts";
import {
  apiKey,
  failing,
  openPublishing,
  operationsSent,
  type Publishing,
  passing,
  publish,
  reportInComment,
  reportWith,
} from "../publish/publishing.ts";
import { commentAndSettle, nextRun, runReviewStep, startedService } from "./reviews.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

/** A clock that the test advances by seconds. */
function steppedClock(): Clock & { advance(seconds: number): void } {
  let now = Date.UTC(2026, 0, 1);
  const timers = new Map<object, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    random: () => 0,
    after(milliseconds, callback) {
      const timer = {};
      timers.set(timer, { at: now + milliseconds, callback });
      return () => void timers.delete(timer);
    },
    advance(seconds) {
      now += seconds * 1000;
      for (const [timer, { at, callback }] of [...timers]) {
        if (at <= now && timers.delete(timer)) callback();
      }
    },
  };
}

const batch = (id: string): PlannedTarget => ({ kind: "batch", id, fields: {} });
const commentOnly = { check: "off", summary: false } as const;

/** A step that runs the batches `smoke`, `voice` and `nightly`. */
async function startRun(given: Omit<Publishing, "github">) {
  const opened = await openPublishing({ github, ...given, settings: { ...commentOnly, ...given.settings } });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  const clock = steppedClock();
  let written = Promise.resolve();
  const publisher = {
    ...opened.publisher,
    context: opened.publisher.context,
    jobUrl: opened.publisher.jobUrl,
    base: () => opened.publisher.base(),
    publish: opened.publisher.publish.bind(opened.publisher),
    publishInterim(...interim: Parameters<typeof opened.publisher.publishInterim>) {
      written = opened.publisher.publishInterim(...interim);
      return written;
    },
  };
  const targets = ["smoke", "voice", "nightly"].map(batch);
  const plan = { targets, concurrency: 1, pollTiming: { limitMs: 0, pauseMs: 1 } };
  const progress = new ProgressComment(plan, { publisher, redact: redactor(apiKey), clock });
  return {
    ...opened,
    /** Lets the time pass without waiting for requests. */
    pass: (seconds: number) => clock.advance(seconds),
    async after(seconds: number) {
      clock.advance(seconds);
      await written;
    },
    finish(position: number, cases: Parameters<typeof reportWith>[0]) {
      const { results } = reportWith(cases);
      const [target, [result]] = [targets[position], results.extra.callboard.targets];
      if (target && result) progress.finished(target, { ...result, id: target.id }, results.tests);
    },
    /** A channel report that is not final. */
    wait(position: number, cases: readonly Case[]) {
      const target = targets[position];
      if (target) progress.waiting(target, reading({ verdict: "unknown", cases }));
    },
    end: () => progress.end(),
  };
}

async function bodiesOn(pull: OpenPullRequest): Promise<string[]> {
  return (await github.comments(pull.number)).map(({ body }) => body);
}

async function newPull(branch?: string) {
  const pull = await github.createPullRequest(branch === undefined ? {} : { branch });
  return { pull, event: await events.pullRequest(github, pull) };
}

const marksIn = (body: string) => body.match(/^<!-- \/?callboard:\w+/gm);

describe("the comment of a run that goes on", () => {
  test("appears after ten seconds, and then changes at most once a minute, if a target was finished", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    const before = github.requests.length;
    await run.after(9);
    expect(github.requests).toHaveLength(before);

    await run.after(1);
    const [first] = await bodiesOn(pull);
    expect(first).toContain("### 🟡 Running: 0 of 3 targets done\n\nThis was the state after 10 s.");
    expect(first).toContain(`[The job](${github.serverUrl}/${github.repo.fullName}/actions/runs/4000000001`);

    run.finish(0, passing);
    run.finish(1, failing);
    await run.after(59);
    expect(await bodiesOn(pull)).toEqual([first]);
    const beforeUpdate = github.requests.length;
    await run.after(1);
    expect(github.requests.slice(beforeUpdate).map(({ method }) => method)).toEqual(["GET", "PATCH"]);
    const [second] = await bodiesOn(pull);
    expect(second).toContain("### 🟡 Running: 2 of 3 targets done: 1 passed, 1 failed");
    expect(second).toContain("after 1 m 10 s");

    const beforeQuiet = github.requests.length;
    await run.after(60);
    run.finish(2, passing);
    await run.after(60);
    run.end();
    await run.after(600);
    expect(github.requests).toHaveLength(beforeQuiet);
    expect(run.said).toEqual([]);
  });

  test("has a data mark in which the other targets are unknown, so nothing shows the commit as passed", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    run.finish(0, passing);
    run.finish(1, passing);
    await run.after(10);
    const { verdict, targets } = reportInComment((await bodiesOn(pull))[0])?.results.extra.callboard ?? {};
    expect(verdict).toBe("unknown");
    expect(targets?.map(each => [each.id, each.verdict])).toEqual([
      ["smoke", "passed"],
      ["voice", "passed"],
      ["nightly", "unknown"],
    ]);
    expect(targets?.[2]?.evidence).toMatch(/the step that runs the target goes on/);
  });

  test("names the cases that failed so far, also those of a channel that still runs", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    run.finish(0, failing);
    run.wait(1, [
      ...passing,
      { name: `Says ${apiKey} @octocat`, status: "failed", message: "It told the key." },
    ]);
    await run.after(10);
    const [first = ""] = await bodiesOn(pull);
    expect(first).toContain(
      "Failed so far:\n\n- 🔴 **Asks for a refund** (batch: smoke): Promised a refund\n",
    );
    // A name as code notifies nobody.
    expect(first).toContain("- 🔴 **`Says *** @octocat`** (batch: voice): It told the key.");
    expect(first).not.toContain(apiKey);
    run.finish(
      1,
      Array.from({ length: 40 }, (_, index) => ({ name: `Case ${index}`, status: "failed" })),
    );
    await run.after(60);
    const [second = ""] = await bodiesOn(pull);
    expect(second.match(/^- 🔴 /gm)).toHaveLength(20);
    expect(second).toContain("Asks for a refund");
    expect(second).toContain("- … and 21 more");
    expect(second).not.toContain("It told the key.");
  });

  test("folds the earlier report without its marks, also if an earlier step was killed while it ran", async () => {
    const { pull, event } = await newPull();
    await publish({ github, event, run: 10, settings: commentOnly }, reportWith(failing));
    const [report = ""] = await bodiesOn(pull);
    for (const run of [11, 12]) await (await startRun({ event, run })).after(10);

    const [body = "", ...others] = await bodiesOn(pull);
    expect(others).toEqual([]);
    expect(body.split("\n")[0]).toContain("run=12.1");
    expect(marksIn(body)).toEqual([
      "<!-- callboard:report",
      "<!-- callboard:earlier",
      "<!-- /callboard:earlier",
      "<!-- callboard:data",
    ]);
    expect(body.match(/<summary>Before: report at \w+<\/summary>/g)).toEqual([
      `<summary>Before: report at ${pull.headSha}</summary>`,
    ]);
    const lines = report.split("\n").filter(line => line !== "" && !line.startsWith("<!--"));
    expect(body.split("\n").filter(line => lines.includes(line))).toEqual(expect.arrayContaining(lines));
    expect(body.indexOf("Running")).toBeLessThan(body.indexOf("Promised a refund"));
  });

  test("omits an earlier report that doesn't fit", async () => {
    const { pull, event } = await newPull();
    const cases = (count: number, message: (line: number) => string) =>
      Array.from({ length: count }, (_, line) => ({
        name: `Case ${line}`,
        status: "failed" as const,
        message: message(line),
      }));
    // The earlier report has a long text, and the finished target needs a long data mark.
    const long = cases(1000, line => `Long ${line} `.repeat(50));
    await publish({ github, event, run: 10, settings: commentOnly }, reportWith(long));
    const run = await startRun({ event, run: 11 });
    run.finish(
      0,
      cases(300, line => createHash("sha512").update(String(line)).digest("base64")),
    );
    await run.after(10);
    const [body = ""] = await bodiesOn(pull);
    expect(body).toContain("Running: 1 of 3");
    expect(body).not.toContain("<details>");
    expect(parseDataMark(body, bytes => inflateSync(bytes))).toBeDefined();
  });

  test("keeps the part about reviews in its place, and a decision made meanwhile", async () => {
    await using service = await startedService("rev_1", "rev_2");
    const { pull, event } = await newPull("reviews");
    const place = { github, pull, url: service.url };
    await runReviewStep(place);
    const partOf = (body: string) => {
      const part = reviewsPartIn(body);
      return part === undefined ? "" : body.slice(part.start, part.end);
    };
    const [report = ""] = await bodiesOn(pull);
    const run = await startRun({ event, run: nextRun(), token: "app" });
    await run.after(10);
    const [running = ""] = await bodiesOn(pull);
    expect(partOf(running)).toBe(partOf(report));
    expect(partOf(running)).toContain("rev_1");
    expect(running.indexOf("callboard:reviews")).toBeLessThan(running.indexOf("<details>"));
    expect(marksIn(running)?.filter(mark => mark.includes("reviews"))).toHaveLength(2);

    await commentAndSettle(place, "/callboard submit rev_1 verdict=pass");
    const [settled = ""] = await bodiesOn(pull);
    expect(settled).toContain("### 🟡 Running");
    expect(partOf(settled)).not.toBe(partOf(report));
    run.finish(0, passing);
    await run.after(60);
    const [later = ""] = await bodiesOn(pull);
    expect(later).toContain("1 of 3 targets done");
    expect(partOf(later)).toBe(partOf(settled));
  });

  test("is found again if somebody deletes it, and leaves a newer run's comment alone", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event, run: 20 });
    await run.after(10);
    const [comment] = await github.comments(pull.number);
    await github.ask("app", "DELETE", `/repos/${github.repo.fullName}/issues/comments/${comment?.id}`);
    run.finish(0, passing);
    await run.after(60);
    expect(await bodiesOn(pull)).toEqual([expect.stringContaining("1 of 3")]);

    await publish({ github, event, run: 21, settings: commentOnly }, reportWith(failing));
    const newer = await bodiesOn(pull);
    run.finish(1, passing);
    await run.after(60);
    expect(await bodiesOn(pull)).toEqual(newer);
    expect(run.said).toEqual([]);
  });

  test("becomes the report at the end", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    await run.after(10);
    run.end();
    const { commentUrl } = await run.publisher.publish({ report: reportWith(passing) });
    const comments = await github.comments(pull.number);
    expect(comments.map(({ html_url }) => html_url)).toEqual([commentUrl]);
    expect(comments[0]?.body).toContain("### 🟢 Passed");
    expect(comments[0]?.body).not.toContain("Before: report");
  });
});

describe("no comment is written while it runs", () => {
  test.each([
    ["with `comment: never`", { comment: "never" }],
    ["with `comment: on-failure`", { comment: "on-failure" }],
    ["without a token", { githubToken: "" }],
    ["after a cancel", { cancel: AbortSignal.abort() }],
  ] as const)("%s", async (_, settings) => {
    const { event } = await newPull();
    const before = github.requests.length;
    const run = await startRun({ event, settings });
    await run.after(10);
    expect(github.requests).toHaveLength(before);
    expect(run.said).toEqual([]);
  });

  test("without a pull request", async () => {
    const { sha } = await github.push("main");
    const run = await startRun({
      event: await events.push(github, { sha, before: "0".repeat(40), ref: "refs/heads/main" }),
    });
    await run.after(10);
    expect(run.said).toEqual([]);
  });
});

describe("a failure", () => {
  test("is logged once, and a token that can only read is not tried again", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event, token: "fork" });
    await run.after(10);
    run.finish(0, passing);
    const before = github.requests.length;
    await run.after(60);
    expect(github.requests).toHaveLength(before);
    expect(await bodiesOn(pull)).toEqual([]);
    expect(run.said).toEqual([{ level: "info", text: expect.stringContaining("403") }]);
  });

  test("of GitHub is over with the next update", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    github.failNext("GET /issues/{issue_number}/comments", faults.serverError);
    await run.after(10);
    run.finish(0, passing);
    await run.after(60);
    expect(await bodiesOn(pull)).toEqual([expect.stringContaining("1 of 3")]);
    expect(run.said).toMatchObject([{ level: "info", text: expect.stringContaining("500") }]);
  });
});

describe("an update that GitHub is slow to carry out never replaces the report", () => {
  const hold = () => {
    let resolve = () => {};
    const promise = new Promise<void>(end => {
      resolve = end;
    });
    return { promise, resolve: () => resolve() };
  };
  const patch = "PATCH /issues/comments/{comment_id}";

  /** A run whose second update has reached GitHub, which carries it out once `resolve` is called. */
  const startSlowUpdate = async (settings: Parameters<typeof startRun>[0]["settings"] = {}) => {
    const { pull, event } = await newPull();
    const run = await startRun({ event, settings });
    await run.after(10);
    const { promise, resolve } = hold();
    github.failNext(patch, faults.slow(promise));
    run.finish(0, passing);
    const before = operationsSent(github).length;
    run.pass(60);
    await expect.poll(() => operationsSent(github).slice(before)).toContain(patch);
    return { pull, run, before, resolve };
  };

  test("the report waits for it", async () => {
    const { pull, run, before, resolve } = await startSlowUpdate();
    run.end();
    const published = run.publisher.publish({ report: reportWith(passing) });
    await new Promise(later => setTimeout(later, 50));
    expect(
      operationsSent(github)
        .slice(before)
        .filter(each => each === patch),
    ).toHaveLength(1);
    resolve();
    await published;
    expect(await bodiesOn(pull)).toEqual([expect.stringContaining("### 🟢 Passed")]);
  });

  test("after a cancel the report is written at once, and again after the slow update", async () => {
    const cancel = new AbortController();
    const { pull, run, resolve } = await startSlowUpdate({ cancel: cancel.signal });
    cancel.abort();
    run.end();
    const published = run.publisher.publish({ report: reportWith(failing, { cancelled: true }) });
    await expect.poll(async () => (await bodiesOn(pull))[0]).toContain("cancelled before its end");
    resolve();
    await published;
    expect(await bodiesOn(pull)).toEqual([expect.stringContaining("cancelled before its end")]);
  });

  test("one that has not begun to write is given up", async () => {
    const { pull, event } = await newPull();
    const run = await startRun({ event });
    const { promise, resolve } = hold();
    github.failNext("GET /issues/{issue_number}/comments", faults.slow(promise));
    run.pass(10);
    run.end();
    await run.publisher.publish({ report: reportWith(passing) });
    resolve();
    await run.after(0);
    expect(await bodiesOn(pull)).toEqual([expect.stringContaining("### 🟢 Passed")]);
  });
});
