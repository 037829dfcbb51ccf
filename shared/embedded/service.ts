/**
 * The embedded service: an HTTP server on loopback that carries out every operation in memory. With it, people can try
 * Callboard without a key of the real service, and tests can use real HTTP. VS Code's extension host can run it, too.
 */

import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import { createListener } from "./listener.ts";
import { ServiceState } from "./state.ts";

export interface EmbeddedService extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export interface EmbeddedServiceOptions {
  readonly port?: number;
  /** A text that `save` got, to continue with its records and runs. */
  readonly saved?: string | undefined;
  /** Gets all records and runs after each operation, before its response is sent. */
  readonly save?: (state: string) => Promise<void>;
}

export async function startEmbeddedService({
  port = 0,
  saved,
  save,
}: EmbeddedServiceOptions = {}): Promise<EmbeddedService> {
  const key = readableKey();
  const state = new ServiceState(saved);
  const server = createServer(createListener(state, key, async () => save?.(state.save())));
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
