/**
 * Writes `examples/` with the code of an earlier version: `node test/stored/write.ts <checkout>`. The tests read the
 * examples, so that later versions can read the files that people still have.
 */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { deflateSync } from "node:zlib";

const [checkout = "."] = process.argv.slice(2);
const load = (path: string) => import(`${resolve(checkout)}/${path}`);
const writeExample = (name: string, text: string) =>
  writeFileSync(new URL(`examples/${name}`, import.meta.url), `${text.trimEnd()}\n`);
const deflate = (bytes: Uint8Array) => deflateSync(bytes);

const { read } = await load("shared/reading/read.ts").catch(() => load("shared/report/read.ts"));
const { reportOfTargets, targetReport } = await load("shared/report/report.ts");
const { reportJson } = await load("shared/report/report-json.ts");
const { dataMark } = await load("shared/report/marks.ts");
const { digest, parseDigest } = await load("shared/report/digest.ts");
const { compare } = await load("shared/report/compare.ts");

const response = {
  status: "completed",
  summary: { total: 5, passed: 2, failed: 1, skipped: 1 },
  duration: 12_500,
  results: [
    { name: "Pays by card", status: "passed", durationMs: 800, retries: 1, flaky: true },
    {
      name: "Pays by invoice",
      status: "failed",
      error: "The total was wrong.",
      url: "https://tests.example/2",
    },
    { name: "Refunds", status: "skipped" },
    { name: "Greets", status: "passed", file: "greeting.yml", line: 3 },
    { name: "Is kind", status: "needs review", reviewId: "rev_1" },
  ],
};
/** Written by hand, because versions differ in how they read these. */
const more = {
  reviews: ["rev_1", "rev_2"],
  reviewDetails: [
    { id: "rev_1", label: "Was it kind?", case: "Is kind", state: "open", evidence: "status is waiting" },
    { id: "rev_2", label: "Was it short?", state: "settled", verdict: "passed" },
  ],
  links: ["https://tests.example/runs/7"],
};
const outcomes = [
  { kind: "batch", id: "bat_7", name: "smoke", raw: "raw/batch-bat_7.json", reading: read(response) },
  { kind: "channel", id: "voice", raw: "", error: "The key was refused (401).", durationMs: 12 },
];
const [smoke, voice] = outcomes.map(outcome => targetReport(outcome));
const report = reportOfTargets(
  [{ ...smoke, target: { ...smoke.target, ...more, waitsForReviews: true, passWhen: true } }, voice],
  {
    ...{ startedAt: Date.UTC(2026, 2, 9, 10), stoppedAt: Date.UTC(2026, 2, 9, 10, 3, 4) },
    ...{ cancelled: true, shard: "2/5" },
  },
);
writeExample("report.json", [...reportJson(report)].join(""));
writeExample("digest.txt", digest(report));
const comparison = compare(parseDigest(digest(report)), report);
writeExample("data-line.txt", dataMark({ report, comparison, base: "main at 1a2b3c4" }, deflate));

const { applyChange } = await load("shared/gate/change.ts");
const { addReport } = await load("shared/gate/join.ts");
const { mostMarkOfCheck, reviewsMark } = await load("shared/gate/mark.ts");
const at = "2026-03-09T10:03:00.000Z";
const step = { key: "CI/scenarios", run: { id: 7, attempt: 1 }, incomplete: { why: "not run", targets: 2 } };
const reviews = ["rev_1", "rev_2", "rev_3"].map(id => ({
  ...{ id, target: "batch: smoke", case: "Is kind", label: "Was it kind?", evidence: "status is waiting" },
}));
const stepReviews = { sha: "1".repeat(40), pull: 3, step, reviews, fields: "verdict=pass|fail" };
const decision = { state: "failed", evidence: "`octocat` sent `verdict` = `fail`", by: "octocat", at };
const begun = { verb: "submit", by: "octocat", at, command: "2:1", job: "one" };
const reassigned = { by: "octocat", at, to: "kim" };
const gate = [
  { what: "decide", id: "rev_1", command: "1:1", ...decision },
  { what: "begin", id: "rev_2", begun },
  { what: "reassign", id: "rev_3", command: "3:1", reassigned },
].reduce(applyChange, addReport(stepReviews, undefined, []));
const check = { id: 12, name: "Callboard reviews" };
writeExample("reviews-line.txt", reviewsMark({ gate, check }, deflate, mostMarkOfCheck).line);

const { dispatchOf, Telling } = await load("extension/pulls/telling.ts");
const { FakeEditor } = await load("test/extension/fake-editor.ts");
const { Memory } = await load("extension/services/memory.ts");
const { ToldByServices } = await load("extension/services/told.ts");
const { Drafts } = await load("extension/fields/drafts.ts");
const { Runs } = await load("extension/runs/runs.ts");

const repository = { server: "https://github.com", owner: "octo", name: "shop" };
const pull = { repository, number: 3, headSha: "1".repeat(40) };
const submit = { verb: "submit", fields: { verdict: "pass" } };
writeExample(
  "dispatch.json",
  JSON.stringify(dispatchOf(pull, "rev_1", submit, { status: "settled" }), null, 2),
);

const state = new Map<string, unknown>();
const memento = {
  get: (name: string) => state.get(name),
  update: async (name: string, value: unknown) => void state.set(name, value),
};
const files = new Map<string, string>();
const storage = {
  names: async () => [...files.keys()],
  read: async (name: string) => files.get(name),
  write: async (name: string, text: string) => void files.set(name, text),
  delete: async (name: string) => void files.delete(name),
};
const clock = { now: () => Date.UTC(2026, 2, 9, 10), random: () => 0, after: () => () => {} };
const { vscode } = new FakeEditor();

const memory = new Memory(memento, "s", () => {});
await memory.learn(
  [{ kind: "batch", id: "bat_7", label: "Smoke", project: "prj_81" }],
  new Map([["rev_2", { settled: true, verdict: "passed", evidence: "status is settled", about: "Is kind" }]]),
);
await memory.noteSent("runBatch", "bat_7", { patience: "low" });
await memory.noteDecided("rev_2", { verdict: "pass" }, { status: "settled" });
await memory.noteAnswers("submitReview", { verdict: "pass" });

const ofService = await new ToldByServices(storage).of({ id: "s" });
const context = {
  case: {
    name: "Is kind",
    status: "failed",
    message: "It was not.",
    url: "https://tests.example/5",
    durationMs: 80,
  },
  conversation: [{ speaker: "agent", text: "Good morning." }, { text: "…" }],
  from: { operation: "runBatch", id: "bat_7", at: clock.now() },
};
await ofService.learn(
  [{ about: "batch bat_7", fields: { name: "Smoke" }, isWhole: true }],
  new Map([["rev_1", context]]),
);

const drafts = new Drafts(async () => ({ fields: { patience: "low" }, from: "sent" }), memento);
const path = ["s", "runBatch", "bat_7"];
await drafts.draft(path);
drafts.write(path, '{ "patience": "high" }');
drafts.noteArrival(path);

const telling = new Telling({ vscode, state: memento, clock, decidedHere: () => undefined });
await telling
  .dispatch(undefined, pull, "rev_1", { ...submit, answer: { status: "settled" } })
  .catch(() => {});

const runs = new Runs({ vscode, storage, clock });
const run = {
  ...{ id: "r1", name: "Smoke", role: "run", service: "s", serviceName: "Staging", startedAt: clock.now() },
  ...{ state: "running", summary: "0 of 1", targets: [{ kind: "batch", id: "bat_7", name: "Smoke" }] },
};
await runs.begin(run);
await runs.finish(
  {
    ...{ ...run, endedAt: clock.now() + 3000, state: "failed", summary: "2 passed, 1 failed" },
    targets: [{ kind: "batch", id: "bat_7", name: "Smoke", verdict: "failed", failed: 1 }],
  },
  { document: report, raw: [{ target: outcomes[0], text: JSON.stringify(response) }] },
);

writeExample("workspace-state.json", JSON.stringify(Object.fromEntries(state), null, 2));
writeExample("workspace-files.json", JSON.stringify(Object.fromEntries(files), null, 2));
process.exit(0);
