/** `npm run check`: everything that can be known without running the product, side by side. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface Check {
  readonly name: string;
  readonly command: readonly [file: string, ...args: string[]];
  /** What to do when it fails. */
  readonly mend: string;
}

const checks: readonly Check[] = [
  { name: "types", command: ["tsc"], mend: "mend the types" },
  {
    name: "lint and format",
    command: ["biome", "ci", "--colors=off", "."],
    mend: "npx biome check --write .",
  },
  {
    name: "arrows between rooms",
    command: ["node", "test/check/arrows.ts"],
    mend: "move the code to its room",
  },
  {
    name: "README's tables",
    command: ["node", "test/check/reference.ts"],
    mend: "node test/check/reference.ts --write",
  },
  {
    name: "catalog schema up to date",
    command: ["node", "shared/catalog/write-schema.ts", "--check"],
    mend: "node shared/catalog/write-schema.ts",
  },
  {
    name: "extension manifest up to date",
    command: ["node", "extension/write-manifest.ts", "--check"],
    mend: "node extension/write-manifest.ts",
  },
  {
    name: "extension's messages up to date",
    command: ["node", "extension/write-words.ts", "--check"],
    mend: "node extension/write-words.ts",
  },
  {
    name: "action/dist up to date",
    command: ["node", "action/build.ts", "--check"],
    mend: "npm run build",
  },
];

const outcomes = await Promise.all(
  checks.map(async ({ name, command: [file, ...args], mend }) => {
    try {
      await promisify(execFile)(file, args, { maxBuffer: 10_000_000 });
      console.log(`ok      ${name}`);
      return true;
    } catch (error) {
      const { stdout = "", stderr = "", message = "" } = error as Partial<Record<string, string>>;
      const said = `${stdout}${stderr}`.trim() || message;
      console.log(`FAILED  ${name}\n${said.replace(/^/gm, "        ")}\n        To mend it: ${mend}`);
      return false;
    }
  }),
);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
