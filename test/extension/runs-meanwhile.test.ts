/** A run that ends while its window writes a heartbeat. */

import { expect, test } from "vitest";
import { heartbeatMs } from "../../extension/editor/heartbeat.ts";
import { RunStore, type StoredRun } from "../../extension/runs/store.ts";
import type { Clock } from "../../shared/clock.ts";
import { document, smoke } from "../shared/report/support.ts";
import { FakeEditor } from "./fake-editor.ts";

function filesInMemory() {
  const files = new Map<string, string>();
  return {
    names: async () => [...files.keys()],
    read: async (name: string) => files.get(name),
    write: async (name: string, text: string) => void files.set(name, text),
    watch: async () => ({ dispose() {} }),
    delete: async (name: string) => void files.delete(name),
  };
}

const run: StoredRun = {
  id: "r1",
  name: "Smoke",
  role: "run",
  targets: [],
  service: "s",
  serviceName: "S",
  startedAt: 0,
  state: "running",
  summary: "",
};
const cancelled: StoredRun = { ...run, state: "cancelled", summary: "4 of 10" };
const report = { document: document(smoke({ a: "passed" })), raw: [] };

test("stays ended despite a heartbeat in progress", async () => {
  let now = 0;
  let beat = () => {};
  const clock: Clock = {
    now: () => now,
    random: () => 0,
    after: (_, callback) => {
      beat = callback;
      return () => {};
    },
  };
  const { vscode } = new FakeEditor();
  let told = () => {};
  const telling = new Promise<void>(resolve => {
    told = resolve;
  });
  const slow = { ...vscode, commands: { ...vscode.commands, executeCommand: () => telling } };
  const runs = new RunStore({ vscode: slow as typeof vscode, storage: filesInMemory(), clock });
  await runs.begin(run);
  beat();
  await runs.finish(cancelled, report);
  told();
  await new Promise(setImmediate);
  now += 100 * heartbeatMs;
  expect(runs.find("r1")).toMatchObject({ state: "cancelled", summary: "4 of 10" });
});
