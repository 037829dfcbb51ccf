import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Mistake } from "../../../action/inputs/mistakes.ts";
import { planStep } from "../../../action/plan/plan.ts";
import { findTargets } from "../../../action/plan/targets.ts";
import type { Log } from "../../../action/runner/log.ts";
import { readCatalog } from "../../../shared/catalog/read.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { type GivenInputs, readGivenInputs } from "../inputs/given.ts";
import { runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

test("targets are named by keys of the catalog or by ids", async () => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const files = { "callboard.yml": "batches:\n  smoke: { id: bat_7 }\n  other: { id: bat_8 }\n" };
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "smoke, bat_8, elsewhere, bat_7" };
  await runStep({ github, files, with: { ...inputs, concurrency: "1", comment: "never" } }, async left => {
    expect(service.calls).toEqual(["runBatch bat_7", "runBatch bat_8", "runBatch elsewhere"]);
    const report = JSON.parse(await left.report("report.json"));
    expect(report.results.extra.callboard.targets).toMatchObject([
      { id: "bat_7", name: "smoke" },
      { id: "bat_8", name: "other" },
      { id: "elsewhere" },
    ]);
    expect(left.annotations.map(({ message }) => message)).toEqual([
      "`batches` names `smoke` twice; it is run once.",
    ]);
  });
});

test("a target that the demo project lacks is a mistake, even if the catalog has it for another service", async () => {
  const files = { "callboard.yml": "channels:\n  phone: { id: ph_2 }\n" };
  const inputs = { "base-url": "embedded", batches: "smok, everything, returns", channels: "phone" };
  await runStep({ github, files, with: inputs }, left => {
    const whose = "The embedded service's demo project has no";
    expect(left.annotations.map(({ message }) => message)).toEqual([
      `\`batches\`: ${whose} batch \`smok\`; did you mean \`smoke\`?`,
      `\`batches\`: ${whose} batch \`everything\`; there are \`smoke\`, \`returns\`, \`nightly\` and \`rush-hour\`.`,
      `\`channels\`: ${whose} channel \`ph_2\` (\`phone\` in the catalog); there are \`voice\` and \`chat\`.`,
    ]);
    expect(left.exitCode).toBe(1);
    expect(left.lines.at(-1)).toContain("Nothing was sent to the service");
  });
});

const silent: Log = { info() {}, warning() {}, error() {}, group() {} };

async function readRun(given: GivenInputs) {
  const run = { "base-url": "https://api.example.com", "api-key": stepKey };
  return await readGivenInputs({ ...run, ...given });
}

function texts(mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ input, message }) => `${input}: ${message}`);
}

async function find(given: GivenInputs, catalogText = "") {
  const { inputs, mistakes } = await readRun(given);
  const { catalog, problems } = readCatalog(catalogText, "callboard.yml");
  expect(problems).toEqual([]);
  const targets = await findTargets(inputs, catalog, mistakes, silent);
  return { targets, mistakes: texts(mistakes) };
}

test.each([
  ["- bat_7\n- bat_9", ["- bat_7", "- bat_9"]],
  ['["bat_7", "bat_9"]', ['["bat_7"', '"bat_9"]']],
  ["[bat_7]", ["[bat_7]"]],
  ["'bat_7'", ["'bat_7'"]],
])("a list in YAML or JSON is a mistake: %s", async (batches, items) => {
  const { targets, mistakes } = await find({ batches });
  expect(targets).toEqual([]);
  expect(mistakes).toEqual(
    items.map(item => expect.stringContaining(`batches: \`${item}\` is written like an item of a list`)),
  );
  expect(mistakes[0]).toContain("one per line or separated by commas");
});

test("but not if the catalog has a record of that name", async () => {
  const { targets, mistakes } = await find({ batches: "[smoke]" }, "batches:\n  '[smoke]': { id: bat_7 }\n");
  expect(targets).toEqual([{ kind: "batch", id: "bat_7", name: "[smoke]" }]);
  expect(mistakes).toEqual([]);
});

describe("a policy is a mistake", () => {
  test("if the catalog's `passes` are more than the inputs' `runs`", async () => {
    const { mistakes } = await find(
      { batches: "loose", runs: "2" },
      "batches:\n  loose: { id: bat_9, passes: 3 }\n",
    );
    expect(mistakes).toEqual([
      expect.stringContaining("batches: `passes` of `loose` in callboard.yml is 3, but `runs` is 2"),
    ]);
  });

  test("if two records of one id have different ones", async () => {
    const { inputs, mistakes } = await readRun({ batches: "smoke, twin" });
    // The catalog says that the id is here twice, too, and the step reports both mistakes.
    const twins = "batches:\n  smoke: { id: bat_7, runs: 5 }\n  twin: { id: bat_7, runs: 2 }\n";
    await findTargets(inputs, readCatalog(twins, "callboard.yml").catalog, mistakes, silent);
    expect(texts(mistakes)).toEqual([
      expect.stringContaining(
        "batches: `smoke` and `twin` are both `bat_7`, but have different `runs` or `passes`",
      ),
    ]);
  });

  test("if it allows fewer runs altogether than there are targets", async () => {
    const { inputs, mistakes } = await readRun({ batches: "a, b", "max-runs": "1" });
    await planStep(inputs, mistakes, { log: silent, cancel: new AbortController().signal });
    expect(texts(mistakes)).toEqual([
      "max-runs: `1` is less than the 2 targets; allow at least one run for each.",
    ]);
  });
});
