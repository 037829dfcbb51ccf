import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { runStep, stepKey } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

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

test.each([
  ["- bat_7\n- bat_9", ["- bat_7", "- bat_9"]],
  ['["bat_7", "bat_9"]', ['["bat_7"', '"bat_9"]']],
  ["[bat_7]", ["[bat_7]"]],
  ["'bat_7'", ["'bat_7'"]],
])("a list in YAML or JSON is a mistake, and nothing is sent: %s", async (batches, items) => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const inputs = { "base-url": service.url, "api-key": stepKey, batches, comment: "never" };
  await runStep({ github, with: inputs }, left => {
    expect(left.annotations.map(({ message }) => message)).toEqual(
      items.map(item =>
        expect.stringContaining(`\`batches\`: \`${item}\` is written like an item of a list`),
      ),
    );
    expect(left.annotations[0]?.message).toContain("one per line or separated by commas");
    expect(left.exitCode).toBe(1);
  });
  expect(service.calls).toEqual([]);
});

test("but not if the catalog has a record of that name", async () => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  const files = { "callboard.yml": "batches:\n  '[smoke]': { id: bat_7 }\n" };
  const inputs = { "base-url": service.url, "api-key": stepKey, batches: "[smoke]", comment: "never" };
  await runStep({ github, files, with: inputs }, () => expect(service.calls).toEqual(["runBatch bat_7"]));
});
