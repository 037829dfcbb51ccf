import { describe, expect, it } from "vitest";
import { arrowProblems, importCircles, importsOf } from "./arrows.ts";

describe("an arrow that points the wrong way is found", () => {
  it.each([
    ["shared/service/client.ts", 'import { info } from "@actions/core";'],
    ["shared/run/run.ts", 'const vscode = await import("vscode");'],
    ["shared/run/run.ts", 'import type { Inputs } from "../../action/inputs/inputs.ts";'],
    ["shared/reading/read.ts", 'import { readFile } from "node:fs/promises";'],
    ["shared/reading/read.ts", 'import { Client } from "../service/client.ts";'],
    ["shared/reading/reviews.ts", 'import { known } from "../records/known.ts";'],
    ["shared/reading/reading.ts", 'import type { Report } from "../report/model.ts";'],
    ["shared/report/report.ts", 'import { statusWords } from "../reading/vocabulary.ts";'],
    ["shared/run/run.ts", 'import type { Says } from "../reading/vocabulary.ts";'],
    ["extension/runs/runner.ts", 'import { keyOf } from "../../shared/reading/keys.ts";'],
    ["action/steps/run.ts", 'import { understood } from "../../shared/reading/expressions/read-result.ts";'],
    ["shared/report/markdown/table.ts", "const now = Date.now();"],
    ["shared/gate/mark.ts", "const id = crypto.randomUUID();"],
    ["shared/gate/mark.ts", "setInterval(look, 1000);"],
    ["shared/gate/text.ts", 'import { GitHubClient } from "../github/client.ts";'],
    ["shared/github/client.ts", 'import { getOctokit } from "@actions/github";'],
    ["shared/github/client.ts", 'import type { Endpoints } from "@octokit/types";'],
    ["shared/github/client.ts", 'import type { Gate } from "../gate/state.ts";'],
    ["shared/records/known.ts", 'export * from "../run/run.ts";'],
    ["extension/extension.ts", 'import { request } from "undici";'],
    ["extension/extension.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["action/main.ts", 'import * as vscode from "vscode";'],
    ["action/plan/plan.ts", 'import type { Step } from "../steps/steps.ts";'],
    ["shared/service/client.ts", 'import { run } from "../run/run.ts";'],
    ["extension/requests/form.ts", 'export * from "../app/command-table.ts";'],
    ["extension/runs/store.ts", 'import { activate } from "../app/extension.ts";'],
    ["extension/nowhere/file.ts", ""],
  ])("%s: %s", (file, text) => {
    expect(arrowProblems(file, text)).toHaveLength(1);
  });
});

describe("an arrow that points the right way is not", () => {
  it.each([
    [
      "action/main.ts",
      'import { info } from "@actions/core";\nimport { read } from "../shared/reading/read.ts";',
    ],
    ["extension/extension.ts", 'import * as vscode from "vscode";'],
    ["shared/reading/read.ts", 'import type { Kind } from "../service/operations.ts";'],
    ["shared/reading/read.ts", '// once imported "node:fs" and used Date.now()'],
    ["shared/gate/text.ts", 'import { reviewLink } from "../github/links.ts";'],
    ["shared/github/interface.ts", 'import type { Endpoints } from "@octokit/types";'],
    ["shared/run/run.ts", 'import { read } from "../reading/read.ts";'],
    ["shared/report/model.ts", 'import type { Reading } from "../reading/reading.ts";'],
    ["shared/records/known.ts", 'import { recordsIn } from "../reading/records.ts";'],
    ["shared/reading/read.ts", 'import { keyOf } from "./keys.ts";'],
    ["shared/evaluation/evaluating.ts", 'import { evaluate } from "../reading/expressions/evaluate.ts";'],
    ["action/steps/run.ts", 'import { plan } from "../plan/plan.ts";\nimport { log } from "./progress.ts";'],
    ["extension/app/command-registry.ts", 'import { form } from "../requests/form.ts";'],
  ])("%s: %s", (file, text) => {
    expect(arrowProblems(file, text)).toEqual([]);
  });
});

describe("files that import each other in a circle", () => {
  it("are found, each circle once", () => {
    const imports = {
      "a.ts": ["b.ts", "c.ts"],
      "b.ts": ["c.ts", "node:fs"],
      "c.ts": ["d.ts"],
      "d.ts": ["b.ts", "d.ts"],
    };
    expect(importCircles(new Map(Object.entries(imports)))).toEqual([
      ["b.ts", "c.ts", "d.ts", "b.ts"],
      ["d.ts", "d.ts"],
    ]);
  });

  it("also where they take no more than types", () => {
    expect(importsOf("action/plan/plan.ts", 'import type { Step } from "../steps/steps.ts";')).toEqual([
      "action/steps/steps.ts",
    ]);
  });

  it("are none where files only meet again", () => {
    expect(importCircles(new Map(Object.entries({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] })))).toEqual([]);
  });
});
