/**
 * `npm run bench` runs every benchmark; `npm run bench -- client` runs the named ones. With `--write`, the figures of
 * one whole run go into the README.
 */

import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus, loadavg, type } from "node:os";
import { join } from "node:path";
import installForGitHub from "../github/setup.ts";
import { installOnce } from "../install-once.ts";
import type { Figures, FiguresOfRun } from "./figures.ts";

/** Each benchmark is its own script, so that it neither warms up nor fills the memory of the next. */
const benchmarks = ["client", "reading", "rendering", "action", "extension", "circle", "noise"];

const words = process.argv.slice(2);
const write = words.includes("--write");
const asked = words.filter(word => word !== "--write");
const unknown = asked.filter(name => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(", ")}; there is ${benchmarks.join(", ")}.`);
  process.exitCode = 2;
} else if (write && asked.length > 0) {
  console.error("The README's figures are of one run, of all benchmarks: npm run bench -- --write");
  process.exitCode = 2;
} else {
  await installOnce(import.meta.dirname);
  await installForGitHub();
  const measured = conditions();
  const figures: Figures[] = [];
  for (const name of asked.length > 0 ? asked : benchmarks) figures.push(...(await run(name)));
  if (write && process.exitCode === undefined) record({ measured, figures });
}

/** The load before the run shows whether the machine had other work. */
function conditions(): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return (
    `Measured on ${day} on ${cpus().length} × ${cpu?.model.trim()}, ${type()}, Node ${process.versions.node}; ` +
    `load average before the benchmarks: ${loadavg()[0]?.toFixed(1)}.`
  );
}

async function run(name: string): Promise<Figures[]> {
  const found: Figures[] = [];
  const child = fork(join(import.meta.dirname, `${name}.ts`));
  child.on("message", (figures: Figures[]) => found.push(...figures));
  // Figures may arrive after the child has exited.
  const [[status]] = await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  if (status !== 0 || found.length === 0) process.exitCode = 1;
  return found;
}

function record(run: FiguresOfRun): void {
  writeFileSync(join(import.meta.dirname, "figures.json"), `${JSON.stringify(run, null, 2)}\n`);
  execFileSync(process.execPath, [join(import.meta.dirname, "../check/reference.ts")], { stdio: "inherit" });
}
