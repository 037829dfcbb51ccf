/**
 * A `fetch` for GitHub's client, made of the transport that the service is called by, with its proxies and certificates.
 * Node's own would be a second network stack, whose loading takes longer than the requests of a usual run.
 */

import { readWhole } from "../../shared/service/body.ts";
import type { Method } from "../../shared/service/operations.ts";
import { type Exchange, NotSent, type Transport } from "../../shared/service/transport.ts";
import { createUndiciTransport } from "../../shared/service/undici-transport.ts";

/** The options that the client uses. */
interface Options {
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The headers of a response that are read, here and by the client. */
const headerNames = [
  "content-type",
  "link",
  "location",
  "retry-after",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** Ten times what a page of a hundred comments of the greatest length has. */
const mostBytes = 100_000_000;

/** GitHub redirects to a repository's new name. */
const mostRedirects = 3;

/** Sends to the server of this address only: every request has the token. */
export function createFetch(apiUrl: string) {
  const { send } = createUndiciTransport();
  const { origin } = new URL(apiUrl);
  return async (address: string, options: Options) => {
    let url = new URL(address);
    if (url.origin !== origin) throw new Error(`${url.origin} is another server than GitHub's`);
    for (let redirects = 0; ; redirects++) {
      const answer = await ask(send, url, options);
      const next = redirectOf(answer, url, options.method);
      if (next === undefined || redirects === mostRedirects) return answer;
      url = next;
    }
  };
}

async function ask(send: Transport, url: URL, { method, headers, body, signal }: Options) {
  let exchange: Exchange | undefined;
  const cancel = () => exchange?.cancel();
  signal.addEventListener("abort", cancel);
  try {
    exchange = send({ method, origin: url.origin, path: url.pathname + url.search, headers, body });
    const { status, header, body: bytes } = await exchange.response;
    const text = new TextDecoder().decode(await readWhole(bytes, mostBytes));
    const there = headerNames.filter(name => header(name) !== undefined);
    return {
      url: url.href,
      status,
      headers: new Map(there.map(name => [name, header(name)])),
      text: async () => text,
      // Called where a response is neither JSON nor text, which `github.ts` refuses whatever it is.
      arrayBuffer: async () => text,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // The client passes on only the message of the outermost error.
    throw error instanceof NotSent ? error.cause : error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Followed only to the same server, as the token goes nowhere else, and only where the method stays the same. */
function redirectOf(
  { status, headers }: Awaited<ReturnType<typeof ask>>,
  url: URL,
  method: Method,
): URL | undefined {
  const location = headers.get("location");
  const isSameRequest =
    status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
  if (location === undefined || !isSameRequest || !URL.canParse(location, url)) return undefined;
  const next = new URL(location, url);
  return next.origin === url.origin ? next : undefined;
}
