/**
 * Benchmarks of the committed bundle, run as the runner runs it: cold start, a usual run, many slow targets, and the
 * memory for up to a million cases. An empty script runs in turns with it for comparison.
 */

import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actionFile, bundleFile } from "../action/step.ts";
import { events, type WorkflowEvent } from "../github/events.ts";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { startAction } from "../github/runner.ts";
import { type Figures, median, milliseconds, show, times } from "./figures.ts";

const rounds = 15;
const dist = join(bundleFile, "..");

async function benchAction(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "callboard-bench-"));
  const github = await startGitHub({ checked: false });
  try {
    const empty = join(folder, "empty.mjs");
    await writeFile(empty, "");
    const sizes = readdirSync(dist).map(async name => (await stat(join(dist, name))).size);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return {
      about:
        "The Action's bundle, run as the runner runs it, beside an empty script; times without waiting are medians of " +
        `${rounds} rounds, in turns, and memory is the most that a process had.`,
      head: ["the Action", "measured", "beside", "aim"],
      rows: [
        ...(await timeRows(github, empty)),
        ...(await memoryRows(github, empty)),
        ["all of `action/dist/`", `${bytes.toLocaleString("en")} bytes`, "", "1,400,000 bytes"],
      ],
    };
  } finally {
    await github[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}

async function timeRows(github: LocalGitHub, empty: string): Promise<string[][]> {
  const event = await newPullRequest(github);
  const usual = await startService(100, 5);
  const timed = [
    (reportsUsage: boolean) => measure({ github, event, bundle: empty, reportsUsage }),
    (reportsUsage: boolean) =>
      measure({ github, event, reportsUsage, with: { comment: "", check: "", "github-token": "" } }),
    async (reportsUsage: boolean) =>
      measure({ github, event: await newPullRequest(github), reportsUsage, with: run(usual, ["smoke"]) }),
  ];
  const taken = timed.map(once => ({ once, wall: [] as number[], waited: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const each of taken) {
      const { wallMs } = await each.once(false);
      // Measuring the waiting time costs time itself, so it is a separate run.
      const { waitedMs } = await each.once(true);
      // The first round only warms up the disk's cache.
      if (round === 0) continue;
      each.wall.push(wallMs);
      each.waited.push(waitedMs);
    }
  }
  await usual.close();
  const [base = 0, error = 0, whole = 0] = taken.map(({ wall, waited }) => median(wall) - median(waited));
  const besideEmpty = (ms: number) => `${times(ms / base)} an empty script`;

  const slow = await startService(1, 50);
  const inputs = { ...run(slow, numbered(1000)), ...unpublished, concurrency: "32" };
  const { duration: runMs } = summaryOf(await measure({ github, event, with: inputs }));
  await slow.close();
  const ideal = (1000 / 32) * 50;

  const wide = await startService(10_000);
  const published = await measure({
    github,
    event: await newPullRequest(github),
    with: run(wide, ["wide"]),
  });
  const afterMs = published.endedAt - summaryOf(published).stop;
  await wide.close();
  return [
    ["an empty script, from start to end", milliseconds(base), "", ""],
    [
      "from the start to the error of an empty environment",
      milliseconds(error),
      besideEmpty(error),
      "1.4 × an empty script",
    ],
    [
      "a usual run, one batch with comment and check, without waiting",
      milliseconds(whole),
      besideEmpty(whole),
      "5.5 × an empty script",
    ],
    ["10,000 cases published, after they ran", milliseconds(afterMs), besideEmpty(afterMs), "1,500 ms"],
    [
      "1,000 targets of 50 ms, 32 at a time",
      milliseconds(runMs),
      `${times(runMs / ideal)} the ideal ${milliseconds(ideal)}`,
      "",
    ],
  ];
}

/** Every measured step publishes a comment and a check run, as a usual run does. */
async function memoryRows(github: LocalGitHub, empty: string): Promise<string[][]> {
  const wide = await startService(100_000);
  const service = await startService(1000);
  const batches = numbered(1000);
  const shards = Array.from({ length: 10 }, (_, index) => `${index + 1}/10`);
  const files: Record<string, string> = {};
  for (const shard of shards) {
    const inputs = { ...run(service, batches), ...unpublished, shard };
    const event = await newPullRequest(github);
    const { report } = await measure({ github, event, with: inputs, cases: 100_000 });
    files[`shards/${shard}/report.json`] = report;
  }
  const settings: readonly (Omit<Setting, "github" | "event"> & { what: string; mostMB: number })[] = [
    { what: "1 response of 100,000 cases", mostMB: 250, cases: 100_000, with: run(wide, ["wide"]) },
    { what: "1,000 targets of 1,000 cases", mostMB: 700, cases: 1_000_000, with: run(service, batches) },
    {
      what: "a merge of 10 reports of 100,000 cases",
      mostMB: 700,
      cases: 1_000_000,
      with: { merge: "shards/**/report.json" },
      files,
    },
    {
      what: "1,000 targets of 1,000 cases, cancelled while another is run",
      mostMB: 700,
      cases: 1_000_000,
      // Runs the batches one by one, so that all others have been read when the last one begins.
      with: { ...run(service, [...batches, endless]), concurrency: "1" },
      cancelAt: new RegExp(`batch: ${endless} is being run`),
    },
  ];
  const { megabytes: base } = await measure({
    github,
    event: await newPullRequest(github),
    bundle: empty,
    reportsUsage: true,
  });
  const rows: string[][] = [];
  for (const { what, mostMB, ...setting } of settings) {
    const event = await newPullRequest(github);
    const { megabytes, cancelMs } = await measure({ github, event, reportsUsage: true, ...setting });
    const beside = `${times(megabytes / base)} an empty script`;
    rows.push([`memory for ${what}`, `${megabytes.toFixed(0)} MB`, beside, `${mostMB} MB`]);
    if (setting.cancelAt)
      rows.push(["from that cancelling to the end", milliseconds(cancelMs), "", "5,000 ms"]);
  }
  await wide.close();
  await service.close();
  return rows;
}

type Inputs = Readonly<Record<string, string>>;

const unpublished: Inputs = { check: "off", comment: "never" };

function run(service: { readonly url: string }, batches: readonly string[]): Inputs {
  return { "base-url": service.url, "api-key": "key", batches: batches.join("\n"), check: "separate" };
}

interface Setting {
  readonly github: LocalGitHub;
  readonly event: WorkflowEvent;
  readonly bundle?: string;
  readonly with?: Inputs;
  readonly files?: Readonly<Record<string, string>>;
  readonly cancelAt?: RegExp;
  /** The number of cases that the step's report must contain. */
  readonly cases?: number;
  /** Makes the process print its memory and its waiting time. */
  readonly reportsUsage?: boolean;
}

interface Measured {
  readonly wallMs: number;
  readonly endedAt: number;
  readonly cancelMs: number;
  /** The time spent waiting for the service, GitHub and timers. */
  readonly waitedMs: number;
  readonly megabytes: number;
  readonly report: string;
}

/** A script for the measured process: at its end it prints its peak memory and how long its event loop was idle. */
const usageScript = `process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS
  +" waited "+performance.eventLoopUtilization().idle+"\\n"))`;

async function measure({ cancelAt, reportsUsage, cases, ...setting }: Setting): Promise<Measured> {
  const started = performance.now();
  await using running = await startAction({
    bundle: bundleFile,
    actionFile,
    ...setting,
    ...(reportsUsage && {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(usageScript)}` },
    }),
  });
  if (cancelAt) await running.line(cancelAt);
  const cancelled = performance.now();
  const { stderr, outputs } = await (cancelAt ? running.cancel() : running.result);
  const wallMs = performance.now() - started;
  const cancelMs = performance.now() - cancelled;
  const endedAt = Date.now();
  const counted = Number(outputs["passed"]) + Number(outputs["failed"]);
  if (cases !== undefined && counted !== cases) throw new Error(`The step counts ${counted} cases.`);
  const [, peak, waited] = /peak (\d+) waited ([\d.]+)/.exec(stderr) ?? [];
  const report = join(running.workspace, "callboard-report/report.json");
  return {
    wallMs,
    endedAt,
    cancelMs,
    waitedMs: Number(waited ?? 0),
    megabytes: Number(peak ?? 0) / 1024,
    report: await readFile(report, "utf8").catch(() => ""),
  };
}

/** The report's summary, which covers the run alone, without publishing. */
function summaryOf({ report }: Measured): { readonly stop: number; readonly duration: number } {
  return JSON.parse(report).results.summary;
}

async function newPullRequest(github: LocalGitHub): Promise<WorkflowEvent> {
  return await events.pullRequest(github, await github.createPullRequest());
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `batch-${index}`);
}

/** The service never answers this batch. */
const endless = "endless";

/** Answers every run with the same cases; one in a hundred failed. */
async function startService(cases: number, delayMs = 0) {
  const tests = Array.from({ length: cases }, (_, index) => ({
    name: `Asks for a refund, ${index}`,
    status: index % 100 === 0 ? "failed" : "passed",
    durationMs: index,
    ...(index % 100 === 0 && { message: "Promised 89 instead of 59.", file: "refunds.yml", line: index + 1 }),
  }));
  const body = JSON.stringify({ status: "failed", tests });
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes(endless)) return;
    const answer = () => response.writeHead(200, { "content-type": "application/json" }).end(body);
    if (delayMs > 0) setTimeout(answer, delayMs);
    else answer();
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

show(await benchAction());
