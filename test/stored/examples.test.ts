/** This version reads files that the version at 2e1714a wrote with `write.ts`. */

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { documentsCodec } from "../../extension/editor/documents.ts";
import { recordedDecisionsCodec as toldToPulls } from "../../extension/pulls/decision-sender.ts";
import { draftsCodec } from "../../extension/requests/drafts.ts";
import { RunStore, runFileCodec } from "../../extension/runs/store.ts";
import { serviceDetailsCodec } from "../../extension/services/details.ts";
import { memoryCodec } from "../../extension/services/memory.ts";
import { type Codec, read, write } from "../../shared/codec.ts";
import { parseDispatch } from "../../shared/gate/dispatch.ts";
import { parseGateMark } from "../../shared/gate/mark.ts";
import { parseDigest } from "../../shared/report/digest.ts";
import { parseDataMark } from "../../shared/report/marks.ts";
import { parseReport, reportJson } from "../../shared/report/report-json.ts";
import { FakeEditor } from "../extension/fake-editor.ts";
import { expectRoundTrip } from "../support/codec.ts";

const example = (name: string) => readFileSync(new URL(`examples/${name}`, import.meta.url), "utf8");
const state = JSON.parse(example("workspace-state.json"));
const files: Record<string, string> = JSON.parse(example("workspace-files.json"));
const inflate = (bytes: Uint8Array) => inflateSync(bytes, { maxOutputLength: 1_000_000 });

describe("an earlier version's file is read completely:", () => {
  test("a report", () => {
    const text = example("report.json");
    expect(JSON.parse([...reportJson(parseReport(text))].join(""))).toEqual(JSON.parse(text));
  });

  test("a comment's line of data", () => {
    const { report, comparison, base } = parseDataMark(example("data-line.txt"), inflate) ?? {};
    const { targets, ...callboard } = parseReport(example("report.json")).results.extra.callboard;
    expect(report?.results.extra.callboard).toEqual({
      ...callboard,
      targets: targets.map(target => ({ links: [], ...target, raw: "" })),
    });
    expect(report?.results.tests.map(({ name }) => name)).toEqual([
      "Pays by invoice",
      "Is kind",
      "Pays by card",
    ]);
    expect([base, comparison?.stillFailing, comparison?.newFailures]).toEqual(["main at 1a2b3c4", 1, 0]);
  });

  test("a digest", () => {
    const { cases, ...read } = parseDigest(example("digest.txt")) ?? {};
    expect(read).toMatchObject({ keys: "name", isWhole: true });
    expect(Array.from(cases?.values() ?? [], ({ failures }) => failures)).toEqual([0, 0, 0, 0, 1]);
  });

  test("the state of reviews", () => {
    expect(parseGateMark(example("reviews-line.txt").trim(), inflate)).toMatchObject({
      check: { id: 12, name: "Callboard reviews" },
      gate: {
        ...{ sha: "1".repeat(40), pull: 3, fields: "verdict=pass|fail", earlier: [], omitted: 0 },
        steps: [
          { key: "CI/scenarios", run: { id: 7, attempt: 1 }, incomplete: { why: "not run", targets: 2 } },
        ],
        reviews: [
          {
            id: "rev_1",
            state: "failed",
            by: "octocat",
            done: ["1:1"],
            case: "Is kind",
            label: "Was it kind?",
          },
          { id: "rev_2", state: "open", begun: { verb: "submit", command: "2:1", job: "one" } },
          { id: "rev_3", state: "open", reassigned: { by: "octocat", to: "kim" } },
        ],
      },
    });
  });

  test("a dispatch", () => {
    expect(parseDispatch(JSON.parse(example("dispatch.json")).client_payload)).toEqual({
      pull: 3,
      reviews: [{ id: "rev_1", verb: "submit", fields: { verdict: "pass" }, answer: { status: "settled" } }],
    });
  });

  test.each<[string, Codec<unknown>, unknown]>([
    ["a memory", memoryCodec, state["callboard.memory s"]],
    ["drafts", draftsCodec, state["callboard.drafts"]],
    ["what pull requests were told", toldToPulls, state["callboard.told"]],
    ["what a service told", serviceDetailsCodec, JSON.parse(files["told f60c458235d9cfa0.json"] ?? "")],
    ["a run", runFileCodec, JSON.parse(files["run r1.json"] ?? "")],
  ])("%s", (_, codec, stored) => {
    expect(write(codec, read(codec, stored))).toEqual(stored);
  });

  test("a run with its report", async () => {
    const storage = {
      names: async () => Object.keys(files),
      read: async (name: string) => files[name],
      write: async () => {},
      delete: async () => {},
      watch: async () => ({ dispose() {} }),
    };
    const clock = { now: () => 0, random: () => 0, after: () => () => {} };
    const runs = new RunStore({ vscode: new FakeEditor().vscode, storage, clock });
    await runs.ready();
    expect(runs.find("r1")).toMatchObject({ state: "failed", targets: [{ verdict: "failed", failed: 1 }] });
    expect((await runs.report("r1"))?.document).toEqual(parseReport(example("report.json")));
  });
});

test.each<[string, Codec<unknown>]>([
  ["a memory", memoryCodec],
  ["drafts", draftsCodec],
  ["what pull requests were told", toldToPulls],
  ["what a service told", serviceDetailsCodec],
  ["a run", runFileCodec],
  ["addresses of documents", documentsCodec],
])("%s is read back as it was written", (_, codec) => {
  expectRoundTrip(codec);
});
