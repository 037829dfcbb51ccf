/**
 * What GitHub's client asks by: the transport that the service is asked by, with its proxies and certificates. Node's
 * own `fetch` would be a second network stack, which takes longer to load than a usual run's requests take.
 */

import { readWhole } from "../../shared/service/body.ts";
import type { Method } from "../../shared/service/operations.ts";
import { type Exchange, NotSent, type Transport } from "../../shared/service/transport.ts";
import { createUndiciTransport } from "../../shared/service/undici-transport.ts";

/** What the client says, of all that the standard's `fetch` can be told. */
interface Options {
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What is read of an answer's headers, here and by the client. */
const headerNames = [
  "content-type",
  "link",
  "location",
  "retry-after",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** A page of a hundred comments, each of them as long as can be, has a tenth of it. */
const mostBytes = 100_000_000;

/** A repository that was renamed or moved. */
const mostRedirects = 3;

export function createFetch() {
  const { send } = createUndiciTransport();
  return async (address: string, options: Options) => {
    let url = new URL(address);
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
      // What is neither JSON nor text is not GitHub's, and not believed whatever it is.
      arrayBuffer: async () => text,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // The client tells what the outermost error says.
    throw error instanceof NotSent ? error.cause : error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Only on the same server, which is the one that may see the token, and only where the same request is meant. */
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
