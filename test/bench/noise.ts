/** Shows what several runs gain: a simulation of pull requests, and the time to read and compare a long history. */

import type { ComparedCase } from "../../shared/report/counted-cases.ts";
import { parseDigest, writeDigest } from "../../shared/report/digest.ts";
import { History } from "../../shared/report/history.ts";
import type { Policy } from "../../shared/sampling/decide-case.ts";
import { type Figures, median, milliseconds, show } from "./figures.ts";
import { type NoiseFigures, type SuiteLayout, simulate } from "./simulation.ts";

const rounds = 10_000;

const policies: readonly (readonly [name: string, Pick<Policy, "runs" | "passes">])[] = [
  ["one run", { runs: 1, passes: 1 }],
  ["2 of 3", { runs: 3, passes: 2 }],
  ["retry until green, 5 runs", { runs: 5, passes: 1 }],
  ["2 of 5", { runs: 5, passes: 2 }],
  ["3 of 5", { runs: 5, passes: 3 }],
  ["4 of 7", { runs: 7, passes: 4 }],
];

interface Aim {
  readonly layout: SuiteLayout;
  readonly about: string;
  readonly recommended: string;
  readonly falseReds: number;
  readonly runsPerTarget: number;
  readonly caughtOneInFive: number;
}

const aims: readonly Aim[] = [
  {
    layout: "own batches",
    about: "Each case is a batch of its own",
    recommended: "4 of 7",
    falseReds: 0.02,
    runsPerTarget: 1.3,
    caughtOneInFive: 0.78,
  },
  {
    layout: "one batch",
    about: "All cases are in one batch",
    recommended: "2 of 5",
    falseReds: 0.01,
    runsPerTarget: 3.6,
    caughtOneInFive: 0.72,
  },
];
const mostCalledNew = 0.01;

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function benchNoise(aim: Aim): Figures {
  const figures = policies.map(([name, counts], index) => {
    const policy = { ...counts, runAgain: "failed" } as const;
    return { name, found: simulate({ policy, layout: aim.layout, rounds, seed: 27 + index }) };
  });
  const recommended = figures.find(({ name }) => name === aim.recommended)?.found;
  if (recommended !== undefined) for (const line of missedAims(aim, recommended)) console.error(line);
  const { falseReds, runsPerTarget, caughtOneInFive } = aim;
  return {
    about:
      `${aim.about}: ${rounds.toLocaleString("en")} simulated pull requests with 100 cases that each pass 95 times in ` +
      "100, with `run-again: failed`. False reds are pull requests in which nothing is broken and the step fails; the " +
      "next column is how many of all pull requests call a failure new, against a history of 20 reports. The last " +
      `columns are how often one broken case is caught. The aims are for ${aim.recommended}.`,
    head: [
      "policy",
      "false reds",
      "called new",
      "runs per target",
      "always fails",
      "passes 1 in 5",
      "passes 1 in 2",
    ],
    rows: [
      ...figures.map(({ name, found }) => [
        name === aim.recommended ? `**${name}**` : name,
        percent(found.falseReds),
        percent(found.calledNew),
        found.runsPerTarget.toFixed(2),
        ...[...found.caught.values()].map(percent),
      ]),
      [
        "aim",
        `at most ${percent(falseReds)}`,
        `at most ${percent(mostCalledNew)}`,
        `${runsPerTarget}`,
        "100.0 %",
        `at least ${percent(caughtOneInFive)}`,
        "",
      ],
    ],
  };
}

function missedAims(aim: Aim, found: NoiseFigures): string[] {
  const caught = (rate: number) => found.caught.get(rate) ?? 0;
  const met: Readonly<Record<string, boolean>> = {
    "false reds": found.falseReds <= aim.falseReds,
    "runs per target": Number(found.runsPerTarget.toFixed(1)) <= aim.runsPerTarget,
    "a case that always fails": caught(0) === 1,
    "a case that passes one time in five": caught(0.2) >= aim.caughtOneInFive,
    "called new": found.calledNew <= mostCalledNew,
  };
  const missed = Object.keys(met).filter(name => !met[name]);
  return missed.map(name => `${aim.layout}, ${aim.recommended}: the aim is missed for ${name}`);
}

const size = 7000;

function benchHistory(): Figures {
  const cases = (seed: number) =>
    Array.from({ length: size }, (_, index): ComparedCase => {
      const failures = (index * seed) % 11 === 0 ? 1 : 0;
      const passes = failures === 0 ? 1 : (index % 4) + 1;
      const outcome = failures === 0 ? "passed" : "failed";
      return {
        suite: ["batch: smoke", `Group ${index % 40}`],
        name: `case ${index}`,
        passes,
        failures,
        outcome,
      };
    });
  const texts = Array.from({ length: 20 }, (_, index) => writeDigest(cases(index + 2), "push") ?? "");
  const now = cases(1);
  const durations = Array.from({ length: 9 }, () => {
    const start = performance.now();
    const [base, ...earlier] = texts.flatMap(text => parseDigest(text) ?? []);
    if (base !== undefined) new History([base, ...earlier]).compare(now);
    return performance.now() - start;
  });
  const bytes = Math.max(...texts.map(text => text.length));
  return {
    about: `The history of a branch: 20 digests of ${size.toLocaleString("en")} cases; medians of 9 rounds.`,
    head: ["the history", "measured", "aim"],
    rows: [
      ["read and compared with a report", milliseconds(median(durations)), "300 ms"],
      ["one digest", `${bytes.toLocaleString("en")} bytes`, "60,000 bytes"],
    ],
  };
}

show(...aims.map(benchNoise), benchHistory());
