/**
 * The embedded service: an HTTP server on loopback that carries out every operation in memory. With it, people can try
 * Callboard without a key of the real service, and tests can use real HTTP. VS Code's extension host can run it, too.
 */

import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import { createListener } from "./listener.ts";
import { type StateStore, StoredState } from "./stored-state.ts";

export interface EmbeddedService extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export interface EmbeddedServiceOptions {
  readonly port?: number;
  /** Without a store, the records and runs end with the service. */
  readonly store?: StateStore;
}

export async function startEmbeddedService({
  port = 0,
  store,
}: EmbeddedServiceOptions = {}): Promise<EmbeddedService> {
  const key = readableKey();
  const state = new StoredState(store);
  await state.load();
  const server = createServer(createListener(state, key));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");

  const close = () =>
    new Promise<void>(resolve => {
      // The only possible error reports that the server is already closed.
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}`, key, close, [Symbol.asyncDispose]: close };
}

/** Makes a key like `callboard-k7mq-2x9p-vthd-4nzw`: 80 random bits, without characters that look alike. */
function readableKey(): string {
  const alphabet = "023456789abcdefghjkmnpqrstuvwxyz";
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return ["callboard", group(), group(), group(), group()].join("-");
}
