/** Calls a service once over undici, with this process's environment, and prints the outcome; proxy.test.ts runs it. */

import { Client } from "../../../shared/service/client.ts";
import { createUndiciTransport } from "../../../shared/service/undici-transport.ts";

const undici = createUndiciTransport({ connectTimeoutMs: 300 });
// Without retries, which would only repeat a proxy's or a certificate's error.
const clock = {
  now: () => Date.now(),
  random: () => 0,
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
const [, , baseUrl = ""] = process.argv;
const client = new Client({ baseUrl, apiKey: "the-secret-key", transport: undici.send, clock });
await client.call({ operation: "runBatch", id: "b", fields: {} }).then(
  answer => console.log(JSON.stringify(answer.value)),
  error => console.log(JSON.stringify({ ...error, message: error.message })),
);
await undici.close();
