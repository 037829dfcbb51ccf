/**
 * `npm run check` runs every check that doesn't need the running product, all at the same time. `npm run mend` writes the
 * generated files, formats the sources and builds.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

type Command = readonly [file: string, ...args: string[]];

interface Check {
  readonly name: string;
  readonly command: Command;
  readonly mend?: Command;
}

/** In the order of mending, because a later command can need an earlier one's files. */
const checks: readonly Check[] = [
  // Types that were checked before are not checked again: 4 s of CPU instead of 26.
  {
    name: "types",
    command: ["tsc", "--incremental", "--tsBuildInfoFile", ".work/types.tsbuildinfo"],
  },
  { name: "arrows between rooms", command: ["node", "test/check/arrows.ts"] },
  {
    name: "only reading knows words of responses",
    command: ["node", "--disable-warning=ExperimentalWarning", "test/check/response-words.ts"],
  },
  {
    name: "regular expressions are linear",
    command: ["node", "--disable-warning=ExperimentalWarning", "test/check/regexes.ts"],
  },
  {
    name: "names have one meaning, comments begin plainly",
    command: ["node", "--disable-warning=ExperimentalWarning", "test/check/names.ts"],
  },
  generatedFile("README's tables", "test/check/reference.ts"),
  generatedFile("catalog schema", "shared/catalog/write-schema.ts"),
  generatedFile("extension manifest", "extension/write-manifest.ts"),
  generatedFile("words' verdicts", "test/payloads/words.ts"),
  {
    name: "lint and format",
    command: ["biome", "ci", "--colors=off", "."],
    mend: ["biome", "check", "--write", "--colors=off", "."],
  },
  generatedFile("action/dist", "action/build.ts"),
];

/** Checks a file that the script writes, and compares with `--check`. */
function generatedFile(what: string, script: string): Check {
  return {
    name: `${what} up to date`,
    command: ["node", script, "--check"],
    mend: ["node", script],
  };
}

async function run([file, ...args]: Command): Promise<{ readonly ok: boolean; readonly output: string }> {
  try {
    await promisify(execFile)(file, args, { maxBuffer: 10_000_000 });
    return { ok: true, output: "" };
  } catch (error) {
    const { stdout = "", stderr = "", message = "" } = error as Partial<Record<string, string>>;
    return { ok: false, output: (`${stdout}${stderr}`.trim() || message).replace(/^/gm, "        ") };
  }
}

async function report({ name, command, mend }: Check): Promise<boolean> {
  const { ok, output } = await run(command);
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
  if (!ok && mend) console.log("        To mend it: npm run mend");
  return ok;
}

async function mendIfNeeded({ name, command, mend }: Check): Promise<boolean> {
  if (mend === undefined || (await run(command)).ok) return true;
  const { ok, output } = await run(mend);
  console.log(ok ? `mended  ${name}` : `FAILED  ${name}\n${output}`);
  return ok;
}

const results: boolean[] = [];
if (process.argv.includes("--mend")) {
  for (const check of checks) results.push(await mendIfNeeded(check));
} else {
  results.push(...(await Promise.all(checks.map(report))));
}
process.exitCode = results.every(Boolean) ? 0 : 1;
