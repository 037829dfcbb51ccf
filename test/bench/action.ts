/**
 * The committed bundle, run as the runner runs it, beside an empty script that is run the same way, in turns: the
 * cold start, a usual run, many slow targets, many cases, and the memory that a million cases take.
 */

import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../../shared/report/model.ts";
import { actionFile, bundle } from "../action/step.ts";
import { events, type WorkflowEvent } from "../github/events.ts";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { startAction } from "../github/runner.ts";
import { median, table } from "./table.ts";

const rounds = 15;
const dist = join(bundle, "..");

export async function benchAction(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "callboard-bench-"));
  const github = await startGitHub({ checked: false });
  try {
    const empty = join(folder, "empty.mjs");
    await writeFile(empty, "");
    await print(github, empty);
  } finally {
    await github[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}

async function print(github: LocalGitHub, empty: string): Promise<void> {
  const event = await newPullRequest(github);
  const usual = await startService(100, 5);
  const timed = {
    "an empty script": (told: boolean) => time({ github, event, bundle: empty, told }),
    "the error of an empty environment": (told: boolean) => time({ github, event, nothing: true, told }),
    "a usual run: one batch, comment and check": async (told: boolean) =>
      time({ github, event: await newPullRequest(github), url: usual.url, batches: ["smoke"], told }),
  };
  const times = Object.entries(timed).map(([what, once]) => ({
    what,
    once,
    wall: [] as number[],
    waited: [] as number[],
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const each of times) {
      const { wallMs } = await each.once(false);
      // Asking how long it waited takes time itself, so that is another run.
      const { waitedMs } = await each.once(true);
      // The first round warms the disk's cache up.
      if (round === 0) continue;
      each.wall.push(wallMs);
      each.waited.push(waitedMs);
    }
  }
  await usual.close();
  const rows = times.map(({ what, wall, waited }) => ({ what, busyMs: median(wall) - median(waited) }));
  const base = rows[0]?.busyMs ?? Number.NaN;
  console.log(
    table(
      ["from the start of the process to its end, without waiting", "median", "of an empty script"],
      rows.map(({ what, busyMs }) => [what, `${busyMs.toFixed(0)} ms`, `${(busyMs / base).toFixed(2)} ×`]),
    ),
  );

  const slow = await startService(1, 50);
  const many = await time({
    github,
    event,
    url: slow.url,
    batches: numbered(1000),
    concurrency: 32,
    quiet: true,
  });
  await slow.close();
  const ideal = (1000 / 32) * 50;
  console.log(
    `\n1,000 targets of 50 ms, 32 at a time: ${many.runMs} ms, ${(many.runMs / ideal).toFixed(2)} × the ideal ${ideal} ms`,
  );

  const wide = await startService(10_000, 0);
  const published = await time({
    github,
    event: await newPullRequest(github),
    url: wide.url,
    batches: ["wide"],
  });
  await wide.close();
  console.log(
    `10,000 cases published (files, comment, check, summary): ${published.afterMs} ms after running, ` +
      `${(published.afterMs / base).toFixed(1)} × an empty script`,
  );

  const large = await startService(1000, 0);
  const million = await time({
    github,
    event,
    url: large.url,
    batches: numbered(1000),
    concurrency: 8,
    quiet: true,
    told: true,
  });
  await large.close();
  console.log(
    `1,000 targets of 1,000 cases (${(large.bytes / 1000).toFixed(0)} KB each): ${million.megabytes.toFixed(0)} MB at most, ` +
      `${(million.wallMs / 1000).toFixed(1)} s`,
  );
  const sizes = await Promise.all(readdirSync(dist).map(async name => (await stat(join(dist, name))).size));
  console.log(`action/dist/: ${sizes.reduce((sum, size) => sum + size, 0).toLocaleString("en")} bytes`);
}

interface Setting {
  readonly github: LocalGitHub;
  readonly event: WorkflowEvent;
  readonly bundle?: string;
  /** No input at all, as outside a workflow. */
  readonly nothing?: boolean;
  readonly url?: string;
  readonly batches?: readonly string[];
  readonly concurrency?: number;
  /** Without comment and check. */
  readonly quiet?: boolean;
  /** The process says what it took. */
  readonly told?: boolean;
}

interface Times {
  readonly wallMs: number;
  /** Of the running alone, as the report says. */
  readonly runMs: number;
  /** From the end of the running to the end of the process. */
  readonly afterMs: number;
  /** For the service, for GitHub, for timers. */
  readonly waitedMs: number;
  readonly megabytes: number;
}

/** Has the process say at its end how much memory it had at most, and how long it waited for something to happen. */
const tell = `process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS
  +" waited "+performance.eventLoopUtilization().idle+"\\n"))`;

async function time({
  github,
  event,
  bundle: file = bundle,
  nothing,
  url,
  batches = [],
  concurrency = 8,
  quiet,
  told,
}: Setting): Promise<Times> {
  const started = performance.now();
  await using running = await startAction({
    bundle: file,
    actionFile,
    github,
    event,
    with: nothing
      ? { comment: "", check: "", "github-token": "" }
      : {
          "base-url": url ?? "",
          "api-key": "key",
          batches: batches.join("\n"),
          concurrency: String(concurrency),
          check: quiet ? "off" : "separate",
          comment: quiet ? "never" : "always",
        },
    ...(told && { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` } }),
  });
  const { stderr } = await running.result;
  const wallMs = performance.now() - started;
  const ended = Date.now();
  const text = await readFile(join(running.workspace, "callboard-report/report.json"), "utf8").catch(
    () => undefined,
  );
  const report: Report | undefined = text === undefined ? undefined : JSON.parse(text);
  const { duration = 0, stop = 0 } = report?.results.summary ?? {};
  return {
    wallMs,
    runMs: duration,
    afterMs: ended - stop,
    waitedMs: Number(/ waited ([\d.]+)/.exec(stderr)?.[1] ?? 0),
    megabytes: Number(/peak (\d+)/.exec(stderr)?.[1] ?? 0) / 1024,
  };
}

async function newPullRequest(github: LocalGitHub): Promise<WorkflowEvent> {
  return await events.pullRequest(github, await github.createPullRequest());
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `batch-${index}`);
}

/** Answers every run with the same cases, a hundredth of which failed. */
async function startService(cases: number, delayMs: number) {
  const tests = Array.from({ length: cases }, (_, index) => ({
    name: `Asks for a refund, ${index}`,
    status: index % 100 === 0 ? "failed" : "passed",
    durationMs: index,
    ...(index % 100 === 0 && { message: "Promised 89 instead of 59.", file: "refunds.yml", line: index + 1 }),
  }));
  const body = JSON.stringify({ status: "failed", tests });
  const server = createServer((request, response) => {
    request.resume();
    const answer = () => response.writeHead(200, { "content-type": "application/json" }).end(body);
    if (delayMs > 0) setTimeout(answer, delayMs);
    else answer();
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: Buffer.byteLength(body),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

if (import.meta.main) await benchAction();
