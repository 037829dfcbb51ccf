/** A target whose response was not understood says what was missing, and links to the response in the editor. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseLink } from "../../../extension/pulls/link-address.ts";
import type { JsonObject } from "../../../shared/json.ts";
import type { Report } from "../../../shared/report/model.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { newPullRequest, runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const responses: Readonly<Record<string, JsonObject>> = {
  good: { status: "passed", tests: [{ name: "Books a table", status: "passed" }] },
  bad: { status: "failed", tests: [{ name: "Books a table", status: "failed" }] },
  strange: { results: [{ name: "Books a table", status: "greenlit" }] },
  empty: { received: "2026-11-23" },
  waiting: {
    tests: [{ name: "Was it kind?", status: "needs review", review: { id: "rev_1", status: "open" } }],
  },
  busy: { status: "running" },
};

async function stepWith(batches: string, inputs: Record<string, string> = {}) {
  await using service = await startScriptedService(({ id }) => responses[id ?? ""] ?? status(401));
  const event = await newPullRequest(github);
  const given = { "base-url": service.url, "api-key": stepKey, batches, ...inputs };
  return await runStep({ github, event, job: { runId: 4711 }, with: given }, async left => {
    const number = Number(/\d+/.exec(event.ref)?.[0]);
    const [comment] = await github.comments(number);
    const report: Report = JSON.parse(await left.report("report.json"));
    return { ...left, comment: comment?.body ?? "", report };
  });
}

const links = (text: string) =>
  text.match(/https:\/\/vscode\.dev\/redirect\?url=vscode[^\s)|]*response[^\s)|]*/g) ?? [];
const rowOf = (comment: string, target: string) =>
  comment.split("\n").find(line => line.startsWith("|") && line.includes(target)) ?? "";

function destinationOf(link: string) {
  const { pathname: path, search } = new URL(new URL(link).searchParams.get("url") ?? "");
  return parseLink({ path, query: search.slice(1), fragment: "" });
}

describe("a response with a word that is not known", () => {
  test("is named with the word in one line of the comment and of the log, with a link that opens it", async () => {
    const { comment, stdout, summary, report } = await stepWith("good, strange");
    const row = rowOf(comment, "batch: strange");
    expect(row).toContain("`results[0].status` is `greenlit`, which is not a verdict");
    expect(row).toContain(
      "say what `greenlit` means, with `report.words` in `callboard.yml`: `skipped`, if it only says that the run ended.",
    );
    expect(row).toMatch(
      /<br>\[Teach Callboard\]\(https:\/\/vscode\.dev\/redirect\?url=[^ )]+\) in the editor \|$/,
    );
    const [link = ""] = links(row);
    expect(destinationOf(link)).toEqual({
      what: "response",
      repository: "octocat/shop",
      run: 4711,
      path: "raw/2-batch-strange-run.json",
    });
    const logged = stdout.split("\n");
    const why = logged.findIndex(line => line.includes("is `greenlit`, which is not a verdict"));
    expect(logged[why + 1]).toBe(`Teach Callboard in the editor: ${link}`);
    expect(links(summary)).toEqual([link]);
    expect(report.results.extra.callboard.targets.map(({ teachLink }) => teachLink)).toEqual([
      undefined,
      link,
    ]);
    // Only the target that was not understood has a link.
    expect(new Set(links(comment))).toEqual(new Set([link]));
  });

  test("among several runs is the one that the link opens", async () => {
    const { report } = await stepWith("strange", { runs: "3" });
    const [target] = report.results.extra.callboard.targets;
    const [link = ""] = links(target?.teachLink ?? "");
    expect(destinationOf(link)).toMatchObject({ path: target?.raws?.at(-1) });
  });
});

test("a response with nothing to rest a verdict on has the link", async () => {
  const { comment } = await stepWith("empty");
  expect(links(rowOf(comment, "batch: empty"))).toHaveLength(1);
});

test.each(["good", "bad", "unreachable", "waiting", "busy"])(
  "a target that a rule can't help has no link: %s",
  async batch => {
    const { comment, stdout, summary } = await stepWith(batch);
    expect(comment).toContain(`batch: ${batch}`);
    expect([...links(comment), ...links(stdout), ...links(summary)]).toEqual([]);
  },
);
