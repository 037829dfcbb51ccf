/** Many calls leave no listener, timer, socket or memory behind. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

// Runs in its own process, so that all handles and the heap belong to this test.
it.each(["undici", "fetch"])("600 calls on one AbortSignal over %s", async transport => {
  const script = fileURLToPath(new URL("many-calls.ts", import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--expose-gc", script, transport]);
  expect(stderr).toBe("");
  const { listeners, timers, sockets, heapBefore, heapAfter } = JSON.parse(stdout);
  expect({ listeners, timers, sockets }).toEqual({ listeners: 0, timers: 0, sockets: 0 });
  // The heap stays flat: a kilobyte kept by each of 600 calls would add more than half a megabyte.
  expect(heapAfter - heapBefore).toBeLessThan(320_000);
});
