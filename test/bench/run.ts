/** `npm run bench`: every benchmark, each beside its peer; or those named, as `npm run bench -- client`. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installOnce } from "../install-once.ts";

/** Each a script of its own, so that one does not warm up, or fill the memory of, the next. */
const benchmarks = ["client", "reading", "rendering", "action", "extension"];

const asked = process.argv.slice(2);
const unknown = asked.filter(name => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(", ")}; there is ${benchmarks.join(", ")}.`);
  process.exitCode = 2;
} else {
  await installOnce(import.meta.dirname);
  for (const name of asked.length > 0 ? asked : benchmarks) {
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
      stdio: "inherit",
    });
    if (status !== 0) process.exitCode = 1;
  }
}
