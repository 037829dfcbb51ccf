import { describe, expect, it } from "vitest";
import { arrowProblems } from "./arrows.ts";

describe("an arrow that points the wrong way is found", () => {
  it.each([
    ["shared/service/client.ts", 'import { info } from "@actions/core";'],
    ["shared/run/run.ts", 'const vscode = await import("vscode");'],
    ["shared/run/run.ts", 'import type { Inputs } from "../../action/inputs/inputs.ts";'],
    ["shared/report/read.ts", 'import { readFile } from "node:fs/promises";'],
    ["shared/report/read.ts", 'import { Client } from "../service/client.ts";'],
    ["shared/report/markdown/table.ts", "const now = Date.now();"],
    ["shared/records/known.ts", 'export * from "../run/run.ts";'],
    ["extension/extension.ts", 'import { request } from "undici";'],
    ["extension/extension.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["action/main.ts", 'import * as vscode from "vscode";'],
  ])("%s: %s", (file, text) => {
    expect(arrowProblems(file, text)).toHaveLength(1);
  });
});

describe("an arrow that points the right way is not", () => {
  it.each([
    [
      "action/main.ts",
      'import { info } from "@actions/core";\nimport { read } from "../shared/report/read.ts";',
    ],
    ["extension/extension.ts", 'import * as vscode from "vscode";'],
    ["shared/report/read.ts", 'import type { Kind } from "../service/operations.ts";'],
    ["shared/report/read.ts", '// once imported "node:fs" and used Date.now()'],
    ["shared/run/run.ts", 'import { read } from "../report/read.ts";'],
  ])("%s: %s", (file, text) => {
    expect(arrowProblems(file, text)).toEqual([]);
  });
});
