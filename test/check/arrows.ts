/** Arrows between rooms point one way: who may import what, and which rooms are pure. */

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Rule {
  /** Files that the rule is about, by the beginning of their path. */
  readonly room: RegExp;
  /** What they must not import: a package's name or a path in the repository. */
  readonly imports?: RegExp;
  /** What must not stand in their code. */
  readonly uses?: RegExp;
  readonly because: string;
}

const pure = /^shared\/(report|catalog|records|gate)\//;

const rules: readonly Rule[] = [
  {
    room: /^shared\//,
    imports: /^(@actions\/|@octokit\/|vscode$|action\/|extension\/|test\/)/,
    because: "shared knows neither GitHub nor VS Code",
  },
  {
    room: /^action\//,
    imports: /^(vscode$|extension\/|test\/)/,
    because: "the Action and the editor meet in shared",
  },
  {
    room: /^extension\//,
    imports: /^(@actions\/|@octokit\/|undici(\/|$)|action\/|test\/|shared\/service\/undici-transport)/,
    because: "the editor has its own fetch, and meets the Action in shared",
  },
  {
    room: pure,
    imports: /^(node:|undici(\/|$)|shared\/service\/(?!operations)|shared\/(run|embedded|clock))/,
    because: "report, catalog, records and gate do no I/O",
  },
  {
    room: pure,
    uses: /\b(fetch\(|console\.|process\.|Date\.now\(|new Date\(\)|Math\.random\(|setTimeout\(|performance\.)/,
    because: "report, catalog, records and gate know no clock, chance or I/O",
  },
  {
    room: /^shared\/(service|embedded)\//,
    imports: /^shared\/(run|report|catalog|records|gate)\//,
    because: "run joins the rooms; service and embedded stand below them",
  },
];

/** Scripts that write a pure room's generated file are its only I/O. */
const exempt = /^shared\/catalog\/write-schema\.ts$/;

export function arrowProblems(file: string, text: string): string[] {
  if (exempt.test(file)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");
  const imported = [...code.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith(".") ? join(dirname(file), name) : name,
  );
  const problems: string[] = [];
  for (const { room, imports, uses, because } of rules) {
    if (!room.test(file)) continue;
    for (const name of imported) {
      if (imports?.test(name)) problems.push(`${file} imports ${name}, but ${because}`);
    }
    const found = uses?.exec(code)?.[1];
    if (found) problems.push(`${file} uses ${found}, but ${because}`);
  }
  return problems;
}

if (import.meta.main) {
  const files = globSync("{action,extension,shared}/**/*.ts", {
    cwd: root,
    exclude: path => /(^|\/)(dist|node_modules)(\/|$)/.test(path),
  });
  const problems = files.flatMap(file =>
    arrowProblems(relative(root, join(root, file)), readFileSync(join(root, file), "utf8")),
  );
  if (files.length === 0) problems.push("no files were found to look at");
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
