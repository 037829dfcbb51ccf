/** `npm run bench`: every benchmark, each beside its peer; or those named, as `npm run bench -- client`. */

import { installOnce } from "../install-once.ts";

const benchmarks: Record<string, () => Promise<void>> = {
  async client() {
    await installOnce(import.meta.dirname);
    const { benchClient } = await import("./client.ts");
    await benchClient();
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter(name => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(", ")}; there is ${Object.keys(benchmarks).join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (asked.length === 0 || asked.includes(name)) await run();
  }
}
