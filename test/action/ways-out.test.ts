/**
 * Text leaves a step through the log, outputs, the summary, files and requests to GitHub. A secret must not appear in any
 * of them, although the service and GitHub repeat the secret everywhere, and names of targets and comments contain it.
 * Callboard's own marks stay intact, even if they contain a short secret by accident.
 */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasIntactEnd } from "../../action/github/comments.ts";
import { reportFileName, reportFormats } from "../../shared/report/formats.ts";
import { parseReportMark } from "../../shared/report/marks.ts";
import { parseReport } from "../../shared/report/report-json.ts";
import { events, type WorkflowEvent } from "../github/events.ts";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { startScriptedService } from "../shared/run/scripted-service.ts";
import { type StepRemains, startStep, stepKey as usualKey } from "./step.ts";
import { gateName, latestCheckRun, nextRun, reviewsPartShown } from "./steps/reviews.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

/** Fields of GitHub that stay as they are: ids, names, and values that clients decide by. */
const identities =
  /^(?:\w*[iI]d|\w*[oO]id|node_id|sha|head_sha|login|slug|type|state|status|conclusion|external_id|body|text|name|full_name|permission|role_name|__typename|url|details_url|app|committedDate|created_at|updated_at)$/;

/** A GitHub that repeats the secret in every other text of its responses. The secret as a token authenticates the app. */
async function startEcho(secret: string, echoed: string) {
  const sent: string[] = [];
  const plant = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return identities.test(name) ? value : `${value}${echoed}`;
    if (Array.isArray(value)) return value.map(each => plant(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, part]) => [inner, plant(part, inner)]));
  };
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    sent.push(`${method} ${decodeURIComponent(url)} ${unpacked(body === "" ? "" : JSON.parse(body))}`);
    const isSecret = headers.authorization === `Bearer ${secret}`;
    const authorization = isSecret ? `Bearer ${github.token("app")}` : headers.authorization;
    const answer = await fetch(new URL(github.apiUrl).origin + url, {
      method,
      headers: { "user-agent": "echo", ...(authorization && { authorization }) },
      ...(body !== "" && { body }),
    });
    const said = await answer.text();
    const link = answer.headers.get("link");
    response.writeHead(answer.status, {
      "content-type": "application/json",
      ...(link !== null && { link }),
    });
    response.end(said === "" ? "" : JSON.stringify(plant(JSON.parse(said))));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    sent,
    apiUrl: `http://127.0.0.1:${port}${new URL(github.apiUrl).pathname.replace(/\/$/, "")}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** All texts of a value, including the decoded data of marks. */
function unpacked(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    const found = String(value);
    const packed = [...found.matchAll(/<!-- callboard:(?:data|reviews) ([\w-]+) -->/g)];
    const inside = packed.map(([, data = ""]) => String(inflateSync(Buffer.from(data, "base64url"))));
    const encoded = [...found.matchAll(/(?:key|title)=(\S*)/g)].map(([, part = ""]) =>
      decodeURIComponent(part),
    );
    return [found, ...inside, ...encoded].join("\n");
  }
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${unpacked(part)}`)
    .join("\n");
}

async function leftBy(running: { workspace: string }, left: Omit<StepRemains, "report">): Promise<string> {
  const files = reportFormats
    .map(reportFileName)
    .map(file => readFile(join(running.workspace, "callboard-report", file), "utf8").catch(() => ""));
  const stdout = left.stdout.replaceAll(/^::add-mask::.*$/gm, "");
  return [stdout, left.stderr, left.summary, unpacked(left.outputs), ...(await Promise.all(files))].join(
    "\n",
  );
}

test.each([
  ["an API key", "api-key", ""],
  ["an API key of two letters", "api-key", "al"],
  ["an API key that is the word of a state", "api-key", "open"],
  ["an API key that packed data begins with", "api-key", "eJ"],
  ["GitHub's token", "github-token", ""],
  ["a token of three letters", "github-token", "abc"],
] as const)(
  "%s appears nowhere, and the gate works",
  async (_, input, short) => {
    const usual = { "api-key": usualKey, "github-token": github.token("app") };
    const secret = short || usual[input];
    const echoed = ` Xq${secret}Zq`;
    await using echo = await startEcho(secret, echoed);
    await using service = await startScriptedService(({ operation, fields }) => {
      if (operation !== "runBatch") return { ...fields, status: "received", note: echoed };
      const about = {
        message: `It said${echoed}`,
        suite: echoed,
        file: `a${echoed}.ts`,
        url: `https://a.test/?${echoed}`,
      };
      const tests = [
        { name: `Pays${echoed}`, status: "failed", ...about },
        ...["rev_1", "rev_2"].map(id => ({
          name: `Case of ${id}${echoed}`,
          status: "needs review",
          review: { id, name: echoed },
        })),
      ];
      return { status: "failed", tests, summary: { note: echoed }, [echoed]: echoed };
    });
    const pull = await github.createPullRequest();
    const everything: string[] = [];
    const shared = { "base-url": service.url, ...usual, [input]: secret, "comment-key": `CI/${echoed}` };
    const run = async (
      event: WorkflowEvent,
      inputs: Readonly<Record<string, string>>,
      files: Readonly<Record<string, string>> = {},
      runId = nextRun(),
    ) => {
      await using running = await startStep({
        github,
        event,
        files,
        with: { ...shared, ...inputs },
        job: { runId, checkRunId: await github.startJob(pull.headSha) },
        env: { GITHUB_API_URL: echo.apiUrl },
      });
      const left = await running.result;
      everything.push(await leftBy(running, left));
      const report = await readFile(join(running.workspace, "callboard-report/report.json"), "utf8").catch(
        () => "",
      );
      return { ...left, json: report };
    };
    const batches = { batches: `smoke${echoed}`, "review-check": gateName, "fail-on": "never" };

    const pushed = { sha: pull.baseSha, before: "0".repeat(40), ref: "refs/heads/main" };
    await run(await events.push(github, pushed), { ...batches, check: "separate", "review-check": "" });
    const event = await events.pullRequest(github, pull);
    Object.assign(Reflect.get(Reflect.get(event.payload, "pull_request"), "base"), { ref: `main${echoed}` });
    const first = await run(event, { ...batches, check: "separate" });
    const { environment } = parseReport(first.json).results;
    // The other ways out have no marks, so one secret of each kind is enough there.
    if (short === "") {
      await run(event, { ...batches, check: "job" });
      await run(event, { operation: "runBatch", id: `smoke${echoed}` });
    }
    const merged = await run(
      event,
      { merge: "shards/*.json", "fail-on": "never", "review-check": gateName },
      { "shards/1.json": first.json },
      Number(environment?.buildId),
    );

    expect([first.exitCode, merged.exitCode]).toEqual([0, 0]);
    for (const { json } of [first, merged]) expect(parseReport(json).results.summary.tests).toBe(3);
    const [comment, ...others] = await github.comments(pull.number);
    expect(others).toEqual([]);
    expect(parseReportMark(comment?.body ?? "")?.sha).toBe(pull.headSha);
    expect(hasIntactEnd(comment?.body ?? "")).toBe(true);
    expect(comment?.body).toMatch(/Against `m\S* Xq\*+Zq at [0-9a-f]{7}`/);
    const place = { github, pull, url: service.url };
    expect((await latestCheckRun(place, pull.headSha)).title).toBe("2 of 2 reviews wait for a person");

    const body = `/callboard submit rev_1 verdict=pass note="${echoed}"\n/callboard submit rev_3${echoed} verdict=pass`;
    const { id } = await github.comment(pull.number, body);
    const settling = { settle: "true", "comment-key": "" };
    await run(await events.issueComment(github, pull, { id, body }), settling);
    const review = {
      id: "rev_2",
      operation: "submitReview",
      fields: { verdict: "fail", note: echoed },
      answer: { note: echoed },
    };
    const payload = { version: 1, pull_request: pull.number, sha: pull.headSha, reviews: [review] };
    await run(await events.repositoryDispatch(github, "callboard-review", payload), settling);

    expect((await latestCheckRun(place, pull.headSha)).title).toBe("1 of 2 reviews failed");
    expect((await reviewsPartShown(place)).states).toEqual({ rev_1: "passed", rev_2: "failed" });

    for (const each of [...everything, ...echo.sent]) expect(each).not.toContain(echoed.trim());
    expect([...everything, ...echo.sent].join("\n")).toMatch(/Xq\*+Zq/);
    if (secret.length > 8) expect([...everything, ...echo.sent].join("\n")).not.toContain(secret);
  },
  120_000,
);
