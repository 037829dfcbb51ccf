/** Both transports for shared suites, and a client with quick retries. */

import { Client, type ClientOptions } from "../../../shared/service/client.ts";
import { fetchTransport } from "../../../shared/service/fetch-transport.ts";
import type { Transport } from "../../../shared/service/transport.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";
import { hastyClock } from "../hasty-clock.ts";

export const transports: readonly [name: string, transport: Transport][] = [
  ["undici", createUndiciTransport().send],
  ["fetch", fetchTransport],
];

export const testKey = "k3y/with+odd=chars&äß-no".replace(/[^\x21-\x7e]/g, "~");

export function hastyClient(options: Omit<ClientOptions, "apiKey" | "clock"> & { apiKey?: string }): {
  client: Client;
  pauses: number[];
} {
  const timeoutMs = options.timeoutMs ?? 100_000;
  const clock = hastyClock(timeoutMs);
  return { client: new Client({ apiKey: testKey, clock, ...options, timeoutMs }), pauses: clock.pauses };
}
