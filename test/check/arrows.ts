/** Checks the imports between rooms: each room imports only from itself and from lower rooms, and some are pure. */

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Rule {
  readonly room: RegExp;
  readonly imports?: RegExp;
  readonly uses?: RegExp;
  readonly because: string;
}

const pure = /^shared\/(reading|sampling|report|catalog|records|gate)\//;

const rules: readonly Rule[] = [
  {
    room: /^shared\//,
    imports: /^(@octokit\/(?!types$)|vscode$|action\/|extension\/|test\/)/,
    because: "shared knows neither VS Code nor a client of GitHub's",
  },
  {
    room: /^shared\/(?!github\/interface\.ts$)/,
    imports: /^@(actions|octokit)\//,
    because: "the types of GitHub's interface come in by shared/github/interface.ts",
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
    room: /^(?!shared\/reading\/)/,
    imports:
      /^shared\/reading\/(?!(?:read|reading|evidence|records|record-shapes|created-id|severity|conversation|assignee|other-assignee|decision|form-fields|announced-cases|other-run|own-run|empty-report|partial-response|response-age|refused-start|refused-request|refusal|reading-with-note|rules|place|places|taught-words|own-failure|teaching\/teach|teaching\/teachable|teaching\/(?:completion|jsonata-functions)|expressions\/(?:evaluate|evaluation-request))\.ts$)/,
    because: "how a response is read is shared/reading's own",
  },
  {
    room: pure,
    imports:
      /^(node:|undici(\/|$)|shared\/service\/(?!operations)|shared\/github\/(?!accounts|links)|shared\/(embedded|clock))/,
    because: "reading, sampling, report, catalog, records and gate do no I/O",
  },
  {
    room: pure,
    uses: /\b(fetch\(|console\.|process\.|Date\.now\(|new Date\(\)|Math\.random\(|set(Timeout|Interval|Immediate)\(|queueMicrotask\(|randomUUID\(|getRandomValues\(|performance\.)/,
    because: "reading, sampling, report, catalog, records and gate know no clock, chance or I/O",
  },
];

/**
 * The rooms from the lowest to the highest, by the paths of their files. A file belongs to the first room that matches,
 * and imports from that room and from lower ones.
 */
const orders: Readonly<Record<string, readonly RegExp[]>> = {
  shared: [
    /^shared\/[^/]+$/,
    /^shared\/service\//,
    /^shared\/embedded\//,
    /^shared\/catalog\//,
    /^shared\/reading\//,
    /^shared\/sampling\//,
    /^shared\/evaluation\//,
    /^shared\/records\//,
    /^shared\/report\//,
    /^shared\/github\//,
    /^shared\/gate\//,
    /^shared\/run\//,
  ],
  action: [
    /^action\/runner\//,
    /^action\/inputs\//,
    /^action\/github\//,
    /^action\/plan\//,
    /^action\/gate\//,
    /^action\/publish\//,
    /^action\/report\//,
    /^action\/steps\//,
    /^action\/[^/]+$/,
  ],
  extension: [
    /^extension\/editor\//,
    /^extension\/services\//,
    /^extension\/github\//,
    /^extension\/records\//,
    /^extension\/runs\//,
    /^extension\/teaching\//,
    /^extension\/views\//,
    /^extension\/requests\//,
    /^extension\/catalog\//,
    /^extension\/reviews\//,
    /^extension\/pulls\//,
    /^extension\/testing\//,
    /^extension\/app\//,
    /^extension\/[^/]+$/,
  ],
};

/** This script writes a generated file, so it needs I/O in a pure room. */
const exempt = /^shared\/catalog\/write-schema\.ts$/;

export function arrowProblems(file: string, text: string): string[] {
  if (exempt.test(file)) return [];
  const code = withoutComments(text);
  const imported = importsOf(file, text);
  const problems: string[] = [];
  for (const { room, imports, uses, because } of rules) {
    if (!room.test(file)) continue;
    for (const name of imported) {
      if (imports?.test(name)) problems.push(`${file} imports ${name}, but ${because}`);
    }
    const found = uses?.exec(code)?.[1];
    if (found) problems.push(`${file} uses ${found}, but ${because}`);
  }
  const order = orders[file.split("/", 1)[0] ?? ""] ?? [];
  const roomOf = (path: string) => order.findIndex(room => room.test(path));
  if (roomOf(file) < 0) problems.push(`${file} is in no room that test/check/arrows.ts names`);
  for (const name of imported) {
    if (roomOf(name) > roomOf(file)) problems.push(`${file} imports ${name}, but its room is below that one`);
  }
  return problems;
}

/** Gives all imports, also of types: the names of packages and the paths of files. */
export function importsOf(file: string, text: string): string[] {
  return [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith(".") ? join(dirname(file), name) : name,
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");
}

export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const before = way.indexOf(file);
    if (before >= 0) found.push([...way.slice(before), file]);
    if (before >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

if (import.meta.main) {
  const files = globSync("{action,extension,shared}/**/*.ts", {
    cwd: root,
    exclude: path => /(^|\/)(dist|node_modules)(\/|$)/.test(path),
  }).map(path => relative(root, join(root, path)));
  const texts = new Map(files.map(file => [file, readFileSync(join(root, file), "utf8")]));
  const problems = [...texts].flatMap(([file, text]) => arrowProblems(file, text));
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
  for (const circle of importCircles(imports)) problems.push(`imports in a circle: ${circle.join(" -> ")}`);
  if (files.length === 0) problems.push("no files were found to look at");
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
