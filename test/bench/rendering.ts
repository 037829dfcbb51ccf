/**
 * Measures rendering beside `JSON.stringify` of the same report, and the peak memory for writing a million cases in
 * every format.
 */

import type { Case } from "../../shared/reading/reading.ts";
import { compare } from "../../shared/report/compare.ts";
import { digest, parseDigest } from "../../shared/report/digest.ts";
import { junit } from "../../shared/report/junit.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import type { Report, ReportTest, TargetResult, TargetRun } from "../../shared/report/model.ts";
import { reportOf, targetResult, testsOf } from "../../shared/report/report.ts";
import { reportJson } from "../../shared/report/report-json.ts";
import { evidenceOn } from "../shared/report/evidence.ts";
import { reading } from "../shared/report/readings.ts";
import { type Figures, milliseconds, show, times } from "./figures.ts";

const many = 100_000;
const rounds = 5;
const run = { startedAt: 1_773_050_400_000, stoppedAt: 1_773_050_584_000 };
const statuses = ["passed", "passed", "passed", "passed", "failed", "passed", "skipped", "other"] as const;

function targetRun(index: number, size: number): TargetRun {
  const cases = Array.from({ length: size }, (_, each): Case => {
    const status = statuses[each % statuses.length] ?? "passed";
    return {
      name: `Persona ${each} asks for a refund [#${each}]`,
      status,
      durationMs: each * 7,
      suite: ["Refunds", `Group ${each % 40}`],
      file: `scenarios/refunds-${each % 40}.yml`,
      line: each,
      ...(status === "failed" && {
        message: `Promised @customer-${each} a refund of $${each} before looking up the order <A-${each}>.`,
      }),
    };
  });
  return {
    kind: "batch",
    id: `bat_${index}`,
    raw: `raw/batch-bat_${index}.json`,
    reading: reading({
      verdict: "failed",
      evidence: evidenceOn("results[4].status", "failed"),
      // Parsed strings, as in a real response: freshly concatenated strings take more memory.
      cases: JSON.parse(JSON.stringify(cases)),
    }),
  };
}

function length(chunks: Iterable<string>): number {
  let sum = 0;
  for (const chunk of chunks) sum += chunk.length;
  return sum;
}

/** Measures the best round of each function; in turns, so that a busy machine slows all of them down. */
function timed(works: readonly (() => number)[]): { ms: number; characters: number }[] {
  const best = works.map(work => ({ ms: Number.POSITIVE_INFINITY, characters: work() }));
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, index) => {
      const start = performance.now();
      const characters = work();
      const ms = performance.now() - start;
      if (ms < (best[index]?.ms ?? 0)) best[index] = { ms, characters };
    });
  }
  return best;
}

function benchRendering(): Figures {
  // Memory first, before anything else has grown the process.
  const peakMegabytes = writeAMillionCases();
  const report = reportOfMany(1, many);
  const base = parseDigest(digest(reportOfMany(1, 1000)) ?? "");
  const whole = "https://github.com/o/r/actions/runs/1";
  const works: Record<string, () => number> = {
    "`JSON.stringify`": () => JSON.stringify(report).length,
    "`report.json` (CTRF)": () => length(reportJson(report)),
    "`report.xml` (JUnit)": () => length(junit(report)),
    "`report.md`, whole": () => renderMarkdown({ report }).length,
    "Markdown for a comment": () =>
      renderMarkdown({ report }, { budget: { characters: 65_536 }, whole }).length,
    "comparison with a base": () => (base ? compare([base], report).newFailures : 0),
  };
  const measured = timed(Object.values(works));
  const peerMs = measured[0]?.ms ?? Number.NaN;
  return {
    about:
      `Rendering a report of ${many.toLocaleString("en")} cases, beside \`JSON.stringify\` of it; the best of ` +
      `${rounds} rounds, in turns. All of it, for 1,000 targets of 1,000 cases, took ${peakMegabytes.toFixed(0)} MB of ` +
      "memory at most.",
    head: ["rendering", "took", "of JSON.stringify", "MB"],
    rows: Object.keys(works).map((what, index) => {
      const { ms, characters } = measured[index] ?? { ms: Number.NaN, characters: Number.NaN };
      return [what, milliseconds(ms), times(ms / peerMs), (characters / 1e6).toFixed(1)];
    }),
  };
}

function reportOfMany(targets: number, size: number): Report {
  // Like a run, this keeps a target's result and cases, and drops its reading.
  const results: TargetResult[] = [];
  const tests: ReportTest[][] = [];
  for (let index = 0; index < targets; index++) {
    const done = targetRun(index, size);
    results.push(targetResult(done));
    tests.push(testsOf(done));
  }
  return reportOf(results, tests.flat(), run);
}

/** Does the work of the Action without requests and disk. */
function writeAMillionCases(): number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const report = reportOfMany(1000, 1000);
  look();
  for (const chunks of [reportJson(report), junit(report)]) {
    length(chunks);
    look();
  }
  renderMarkdown({ report }, { budget: { characters: 5_000_000 } });
  digest(report);
  look();
  return peak / 1e6;
}

show(benchRendering());
