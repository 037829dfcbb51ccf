/** Calls a loopback server 2,500 times on one AbortSignal, then prints what is left; leaks.test.ts runs it. */

import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import { Client } from "../../../shared/service/client.ts";
import { fetchTransport } from "../../../shared/service/fetch-transport.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";

const undici = createUndiciTransport();
const server = createServer((request, response) => {
  request.resume().on("end", () => response.end('{"status":"passed"}'));
});
await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

const { signal } = new AbortController();
const client = new Client({
  baseUrl: `http://127.0.0.1:${port}`,
  apiKey: "key",
  transport: process.argv[2] === "fetch" ? fetchTransport : undici.send,
});

async function callMany(count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await client.call({ operation: "runBatch", id: "b", fields: {} }, signal);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise(resolve => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

await callMany(1_000);
const heapBefore = await heap();
await callMany(600);
const heapAfter = await heap();
const listeners = getEventListeners(signal, "abort").length;
await undici.close();
server.closeAllConnections();
await new Promise(resolve => server.close(resolve));

function active(kind: RegExp): number {
  return process.getActiveResourcesInfo().filter(name => kind.test(name)).length;
}

// Closing takes both ends a few turns of the event loop.
for (let turn = 0; turn < 100 && active(/^TCP/) > 0; turn++)
  await new Promise(resolve => setTimeout(resolve, 10));
console.log(
  JSON.stringify({ listeners, timers: active(/^Timeout/), sockets: active(/^TCP/), heapBefore, heapAfter }),
);
