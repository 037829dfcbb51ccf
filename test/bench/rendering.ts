/**
 * How long rendering takes, beside `JSON.stringify` of the same document in the same run, and how much memory a
 * thousand targets of a thousand cases need when they are written as they come. `node test/bench/rendering.ts`
 * prints it.
 */

import { fileURLToPath } from "node:url";
import { compare, digest, parseDigest } from "../../shared/report/comparison.ts";
import {
  ctrfChunks,
  documentOf,
  headOf,
  sampled,
  type Tally,
  tally,
  testsOf,
} from "../../shared/report/ctrf.ts";
import { junitChunks } from "../../shared/report/junit.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import type { Case, Outcome } from "../../shared/report/model.ts";
import { restsOn } from "../shared/report/evidence.ts";

export interface Measure {
  readonly what: string;
  readonly ms: number;
  /** Times what `JSON.stringify` of the same document takes. */
  readonly ratio: number;
  readonly megabytes: number;
}

export interface RenderingFigures {
  readonly measures: readonly Measure[];
  /** Of the resident memory of this process while 1,000 targets of 1,000 cases were written in every format. */
  readonly peakMegabytes: number;
}

const run = { startedAt: 1_773_050_400_000, stoppedAt: 1_773_050_584_000 };
const statuses = ["passed", "passed", "passed", "passed", "failed", "passed", "skipped", "other"] as const;

function outcome(index: number, size: number): Outcome {
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
    reading: {
      verdict: "failed",
      evidence: restsOn("results[4].status", "failed"),
      running: false,
      totals: { total: null, passed: null, failed: null, skipped: null, other: null },
      cases,
      links: [],
    },
  };
}

function length(chunks: Iterable<string>): number {
  let sum = 0;
  for (const chunk of chunks) sum += chunk.length;
  return sum;
}

/** The best of five rounds for each; in turns, so that a busy machine slows all of them down. */
function timed(works: readonly (() => number)[]): { ms: number; characters: number }[] {
  const best = works.map(work => ({ ms: Number.POSITIVE_INFINITY, characters: work() }));
  for (let round = 0; round < 5; round++) {
    works.forEach((work, index) => {
      const start = performance.now();
      const characters = work();
      const ms = performance.now() - start;
      if (ms < (best[index]?.ms ?? 0)) best[index] = { ms, characters };
    });
  }
  return best;
}

export function benchRendering(): RenderingFigures {
  // Memory first, while nothing else has grown the process.
  const peakMegabytes = writeAMillionCases();
  const document = documentOf([outcome(0, 100_000)], run);
  const before = digest(document) ?? digest(documentOf([outcome(0, 1000)], run)) ?? "";
  const base = parseDigest(before);
  const whole = "https://github.com/o/r/actions/runs/1";
  const works: Record<string, () => number> = {
    "JSON.stringify": () => JSON.stringify(document).length,
    "report.json (CTRF)": () => length(ctrfChunks(document)),
    "report.xml (JUnit)": () => length(junitChunks(document)),
    "report.md, whole": () => renderMarkdown(document).length,
    "Markdown for a comment (65,536 characters)": () =>
      renderMarkdown(document, { budget: { characters: 65_536 }, whole }).length,
    "comparison with a base": () => (base ? compare(base, document).newFailures : 0),
  };
  const times = timed(Object.values(works));
  const peer = times[0]?.ms ?? 0;
  const measures = Object.keys(works).map((what, index): Measure => {
    const { ms, characters } = times[index] ?? { ms: 0, characters: 0 };
    return { what, ms, ratio: ms / peer, megabytes: characters / 1e6 };
  });
  return { measures, peakMegabytes };
}

/** As the Action does it: a target at a time, of which only the tally stays. */
function writeAMillionCases(): number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  function* outcomes(): Generator<Outcome> {
    for (let index = 0; index < 1000; index++) {
      yield outcome(index, 1000);
      if (index % 50 === 0) look();
    }
  }
  function* tests() {
    for (const each of outcomes()) yield* testsOf(each);
  }
  const tallies: Tally[] = [];
  for (const each of outcomes()) tallies.push(tally(each));
  const head = headOf(tallies, run);
  const small = sampled(head, tests(), {
    failed: 2000,
    undecided: 500,
    flaky: 200,
    skipped: 200,
    passed: 500,
  });
  length(ctrfChunks(head, tests()));
  length(junitChunks(head, tests()));
  renderMarkdown(small, { budget: { bytes: 1_048_576 } });
  look();
  return peak / 1e6;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { measures, peakMegabytes } = benchRendering();
  for (const { what, ms, ratio, megabytes } of measures) {
    console.log(
      `${what.padEnd(46)} ${ms.toFixed(0).padStart(6)} ms ${ratio.toFixed(1).padStart(6)} x ${megabytes.toFixed(1).padStart(7)} MB`,
    );
  }
  console.log(`1,000 targets x 1,000 cases, every format: ${peakMegabytes.toFixed(0)} MB of memory at most`);
}
