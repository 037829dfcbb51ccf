/** Writes the tables of the READMEs from their sources; `--check` only compares them. */

import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { needsId, operation, operationNames, sendsBody } from "../../shared/service/operations.ts";
import { type FiguresOfRun, highlightsOf, markdown, noiseOf } from "../bench/figures.ts";

const file = (path: string) => new URL(`../../${path}`, import.meta.url);
const action: {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
} = parse(readFileSync(file("action.yml"), "utf8"));

const bench: FiguresOfRun = JSON.parse(readFileSync(file("test/bench/figures.json"), "utf8"));

const cell = (text: string) => text.trim().replaceAll("|", "\\|").replace(/\s+/g, " ");
const code = (text: string | undefined) => (text ? `\`${text}\`` : "");

const tables = {
  inputs: [
    "| input | default | meaning |",
    "|---|---|---|",
    ...Object.entries(action.inputs).map(
      ([name, { description, default: value }]) => `| \`${name}\` | ${code(value)} | ${cell(description)} |`,
    ),
  ],
  outputs: [
    "| output | meaning |",
    "|---|---|",
    ...Object.entries(action.outputs).map(
      ([name, { description }]) => `| \`${name}\` | ${cell(description)} |`,
    ),
  ],
  operations: [
    "| `operation` | in the palette | request | `id` | `fields` |",
    "|---|---|---|---|---|",
    ...operationNames.map(name => {
      const { title, method, path } = operation(name);
      const [id, fields] = [needsId(name), sendsBody(name)].map(needed => (needed ? "yes" : ""));
      return `| \`${name}\` | ${title} | \`${method} ${path}\` | ${id} | ${fields} |`;
    }),
  ],
  figures: [[bench.measured, ...bench.figures.map(markdown)].join("\n\n")],
  highlights: [markdown(highlightsOf(bench))],
  noise: [markdown(noiseOf(bench)).trim()],
};

const files: Record<string, readonly (keyof typeof tables)[]> = {
  "README.md": ["noise", "highlights"],
  "action/README.md": ["inputs", "outputs", "operations"],
  "test/bench/README.md": ["figures"],
};

for (const [path, names] of Object.entries(files)) {
  const text = readFileSync(file(path), "utf8");
  let mended = text;
  for (const name of names) {
    const begin = `<!-- ${name}: written by test/check/reference.ts -->`;
    const end = `<!-- ${name} end -->`;
    const from = mended.indexOf(begin);
    const to = mended.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${path} has no place for its ${name}: ${begin} … ${end}`);
    mended = `${mended.slice(0, from)}${begin}\n${tables[name].join("\n")}\n${mended.slice(to)}`;
  }
  if (!process.argv.includes("--check")) writeFileSync(file(path), mended);
  else if (mended !== text) {
    console.log(
      `The tables of ${path} differ from action.yml, shared/service/operations.ts or test/bench/figures.json`,
    );
    process.exitCode = 1;
  }
}
