/** "Run several times…", and the `runs` and `passes` of the catalog. */

import { expect, test } from "vitest";
import { type Bundles, bundles } from "../../extension/editor/bundles/bundles.ts";
import { policyOfRecord } from "../../extension/editor/bundles/policy.ts";
import type { FurtherRun, Plan, PlannedTarget, RunOptions } from "../../shared/run/plan.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow } from "./window.ts";

/** Records the plans, and reports a second run of each target before its first request. */
function watched(during: (options: RunOptions, target: PlannedTarget) => Promise<void> = async () => {}) {
  const plans: Plan[] = [];
  const loaded: Bundles = {
    ...bundles,
    async report() {
      const report = await bundles.report();
      const runTargets: typeof report.runTargets = async (plan, options) => {
        plans.push(plan);
        for (const target of plan.targets) await during(options, target);
        return report.runTargets(plan, options);
      };
      return { ...report, runTargets };
    },
  };
  return { plans, loaded };
}

test("asks how many runs and passes, offers the usual ones, and runs the batch with them", async () => {
  const { plans, loaded } = watched();
  const { editor } = await connectedWindow({}, loaded);
  editor.will("7", {});
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "Rush hour"));
  expect(editor.said.filter(said => said.startsWith("input"))).toEqual([
    expect.stringMatching(/^input: Run several times \| How many runs at most\? .* \(5\)$/),
    "input: Run several times | In how many of its runs does a case have to pass? (4)",
  ]);
  expect(plans[0]?.targets).toMatchObject([
    { id: "rush-hour", policy: { runs: 7, passes: 4, runAgain: "failed" } },
  ]);
});

test.each([
  [["21"], 20],
  [["several"], 20],
  [["3", "4"], 3],
])("refuses %o", async (answers, most) => {
  const { editor, requests } = await connectedWindow();
  editor.will(...answers);
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "Rush hour"));
  expect(editor.said.at(-1)).toBe(`refused: It takes a whole number from 1 to ${most}.`);
  expect(requests).toEqual([]);
});

test("is offered for batches and channels only", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "Late parcel"));
  expect(editor.said.join()).toContain("Choose a batch or a channel that has an id.");
});

test("the row counts the runs", async () => {
  const seen: string[] = [];
  const further = { number: 2, most: 5, reason: { kind: "used-up" } } satisfies FurtherRun;
  const { loaded } = watched(async ({ listener }, target) => {
    listener?.startedAgain?.(target, further);
    seen.push(await editor.tree("callboard.runs"));
  });
  const { editor } = await connectedWindow({}, loaded);
  editor.will({}, {});
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "Rush hour"));
  expect(seen).toEqual([expect.stringMatching(/^\(loading~spin\) Rush hour {2}0 s · run 2 of at most 5$/)]);
});

test("the catalog's record gives the policy of a usual run, and more than half of its runs have to pass", () => {
  const policyOf = (record: { runs?: number; passes?: number }) => policyOfRecord({ pinned: { record } });
  expect(policyOf({ runs: 5, passes: 2 })).toEqual({ runs: 5, passes: 2, runAgain: "failed" });
  expect(policyOf({ runs: 4 })).toEqual({ runs: 4, passes: 3, runAgain: "failed" });
  expect(policyOf({})).toBeUndefined();
});

test("a usual run is a single one", async () => {
  const { plans, loaded } = watched();
  const { editor } = await connectedWindow({}, loaded);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Rush hour"));
  expect(plans[0]?.targets[0]?.policy).toBeUndefined();
});

test("running a stored run again keeps its runs and passes, also after a reload and against the catalog", async () => {
  const { plans, loaded } = watched();
  const { editor } = await connectedWindow(
    {
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": "batches:\n  rush: { id: rush-hour, runs: 3 }\n" }),
    },
    loaded,
  );
  editor.will("5", "2");
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "rush"));
  const { storage, secrets, files, settings } = editor;
  const { editor: later } = openWindow({ storage, secrets, files, folders: ["/shop"] }, loaded);
  for (const [name, value] of settings.user) later.settings.user.set(name, value);
  await later.run("callboard.runAgain", await later.row("callboard.runs", "rush"));
  await later.run("callboard.runNow", await later.row("callboard.projects", "rush"));
  expect(plans.map(({ targets }) => targets[0]?.policy)).toEqual([
    { runs: 5, passes: 2, runAgain: "failed" },
    { runs: 5, passes: 2, runAgain: "failed" },
    { runs: 3, passes: 2, runAgain: "failed" },
  ]);
});

test("a batch is run again while a case that failed is not certain, and its report shows each run", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will("5", "2");
  await editor.run("callboard.runSeveralTimes", await editor.row("callboard.projects", "Rush hour"));
  expect(requests).toEqual(Array(3).fill("POST /v1/batches/rush-hour/run {}"));
  expect(editor.said.at(-1)).toContain("Rush hour: passed");
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Rush hour"));
  expect(editor.page?.html).toContain("#### Flaky: 2 passed, but not every time");
  expect(editor.page?.html).toContain("passed 2 of 3 🟥🟩🟩");
});
