/** Many calls leave nothing behind: no listener, no timer, no socket, no memory. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

// A process of its own: its handles and its heap are this test's alone.
it.each(["undici", "fetch"])("4,000 calls on one AbortSignal over %s", async transport => {
  const script = fileURLToPath(new URL("many-calls.ts", import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--expose-gc", script, transport]);
  expect(stderr).toBe("");
  const { listeners, timers, sockets, heapBefore, heapAfter } = JSON.parse(stdout);
  expect({ listeners, timers, sockets }).toEqual({ listeners: 0, timers: 0, sockets: 0 });
  // Flat: 4,000 calls that each kept a kilobyte would show as four megabytes.
  expect(heapAfter - heapBefore).toBeLessThan(800_000);
});
