import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService, status } from "../../shared/run/scripted-service.ts";
import { runStep, stepKey, unpublished } from "../step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const files = {
  "callboard.yml": `
projects: { shop: { id: prj_1, fields: { name: Shop } } }
personas:
  hurried-parent: { id: per_3, fields: { patience: low } }
tests:
  pays-by-card: { id: tst_1, project: shop, fields: { persona: "\${{ personas.hurried-parent }}" } }
  not-yet-there: { fields: { name: New } }
batches:
  smoke: { id: bat_7, fields: { name: Smoke } }
  bare: { id: bat_8 }
integrations:
  orders: { id: int_1, fields: { url: "https://orders.example.com" } }
`,
};
const inputs = { "api-key": stepKey, batches: "smoke, bare", sync: "true", concurrency: "1", ...unpublished };

test("the catalog's fields are sent first for records with an id that can be updated", async () => {
  await using service = await startScriptedService(() => ({ status: "passed" }));
  await runStep({ github, files, with: { ...inputs, "base-url": service.url } }, left => {
    expect(left.exitCode).toBe(0);
    expect(service.requests.map(({ operation, id, fields }) => [operation, id, fields])).toEqual([
      ["updatePersona", "per_3", { patience: "low" }],
      ["updateTest", "tst_1", { persona: "per_3" }],
      ["updateBatch", "bat_7", { name: "Smoke" }],
      ["updateIntegration", "int_1", { url: "https://orders.example.com" }],
      ["runBatch", "bat_7", {}],
      ["runBatch", "bat_8", {}],
    ]);
    expect(left.lines).toContain("Update test: tests.pays-by-card");
    expect(left.lines).toContain(
      "`sync` creates nothing, and these records have no `id` yet: tests.not-yet-there. The editor creates them.",
    );
  });
});

test.each([
  ["with an error", status(400, { error: "persona" })],
  ["in a response with a success status", { success: false, error: "persona" }],
])("if an update is refused %s, no target is run, and the report explains why", async (_, refusal) => {
  await using service = await startScriptedService(({ id }) => (id === "tst_1" ? refusal : {}));
  await runStep(
    { github, files, with: { ...inputs, "base-url": service.url, "fail-on": "never" } },
    async left => {
      expect(left.exitCode).toBe(1);
      expect(service.calls).not.toContain("runBatch bat_7");
      const [target] = JSON.parse(await left.report("report.json")).results.extra.callboard.targets;
      expect(target).toMatchObject({
        id: "bat_7",
        verdict: "unknown",
        error: expect.stringContaining("tests.pays-by-card"),
      });
      expect(left.groups).toContain("✗ Update test: tests.pays-by-card");
      const said = left.lines.filter(line => line.includes("fields could not be sent"));
      expect(said).toEqual([
        expect.stringMatching(/^Not run, because .*\(tests\.pays-by-card\)/),
        expect.stringMatching(
          /2 of 2 targets could not be run to the end: batch: smoke, batch: bare \(Not run, because/,
        ),
      ]);
      expect(left.summary).toContain("Not run, because some of the catalog's fields could not be sent");
    },
  );
});
