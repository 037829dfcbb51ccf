/** A response is read once, however many parts of the editor show it. */

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fakeFilesWith } from "./fake-files.ts";

const walk = "../../shared/reading/walk.ts";
/** The operation and id of each reading, in order. */
const readings: string[] = [];
let window: typeof import("./window.ts");

// Test files share modules, so this file loads all of them anew.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(walk, async load => {
    const real = await load<typeof import("../../shared/reading/walk.ts")>();
    return {
      ...real,
      walk: (...[response, options]: Parameters<typeof real.walk>) => {
        readings.push([options.request?.operation, options.request?.id].filter(Boolean).join(" "));
        return real.walk(response, options);
      },
    };
  });
  window = await import("./window.ts");
});

afterAll(() => {
  vi.doUnmock(walk);
  vi.resetModules();
});

beforeEach(() => {
  readings.splice(0);
});

async function connected(options: Parameters<typeof window.connectedWindow>[0] = {}) {
  const started = await window.connectedWindow(options);
  expect(readings).toEqual(["importDemoProject"]);
  readings.splice(0);
  return started;
}

/** Shows everything that is read from responses. */
async function lookAround({ editor }: Awaited<ReturnType<typeof connected>>): Promise<void> {
  for (const view of ["callboard.projects", "callboard.reviews", "callboard.runs"]) await editor.tree(view);
  await editor.run("callboard.openReview", await editor.row("callboard.reviews", "Was the handover"));
  await editor.settled();
}

test("of an operation: for memory, notice and tree", async () => {
  const started = await connected();
  const { editor } = started;
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the refusal"));
  expect(editor.said.at(-1)).toMatch(/Reassigned “Was the refusal.*” to jonas/);
  await lookAround(started);
  expect(readings).toEqual(["reassignReview was-the-no-clear"]);
});

test("of a submission: for memory, notice, decision and tree", async () => {
  const started = await connected();
  const { editor } = started;
  editor.will("pass", { typed: "Curt, but kind." });
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.said.at(-1)).toMatch(/the service's response: verdict is pass/);
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled {2}2\n.*Was the handover/s);
  await lookAround(started);
  expect(readings).toEqual(["submitReview was-the-handover-kind"]);
});

test("of a submission from a review's page: also for the page", async () => {
  const started = await connected();
  const { editor } = started;
  await lookAround(started);
  editor.panel?.send("decide 1", { field1: "Curt is not kind." });
  await editor.settled();
  await lookAround(started);
  expect(readings).toEqual(["submitReview was-the-handover-kind"]);
});

test("of a batch's run: for memory, tree, report, message and the page of a review in it", async () => {
  const started = await connected();
  const { editor } = started;
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  await lookAround(started);
  expect(editor.panel?.text).toMatch(/Hands over to a person when asked twice\nundecided/);
  expect(readings).toEqual(["runBatch smoke"]);
});

test("of a batch's run with a team's own expressions, which read the same response", async () => {
  const files = fakeFilesWith({
    "/shop/callboard.yml":
      "report:\n  cases: \"cases.{'name': name, 'status': status}\"\n  pass-when: summary.failed < 3\n",
  });
  const started = await connected({ folders: ["/shop"], files });
  const { editor } = started;
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await editor.tree("callboard.runs")).toMatch(/^\(pass\) Smoke /);
  await lookAround(started);
  expect(readings).toEqual(["runBatch smoke"]);
});

test("of a channel's run and of each report until the run is over", async () => {
  const started = await connected();
  const { editor, requests } = started;
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Voice"));
  await lookAround(started);
  expect(requests).toHaveLength(4);
  // Before a pass counts, the start is read as if it were over, because a run can begin in part only.
  expect(readings).toEqual([
    "runChannel voice",
    ...Array(3).fill("createChannelReport voice"),
    "runChannel voice",
  ]);
});
