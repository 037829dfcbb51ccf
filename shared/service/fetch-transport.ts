/**
 * The transport of the extension, also in a browser. It looks `fetch` up for each request, because VS Code patches
 * `fetch` for proxies and certificates. After a response of 421, `fetch` repeats a request by itself, as its standard
 * requires.
 */

import { chunksOf } from "./body.ts";
import {
  errorCodeOf,
  isCertificateFailure,
  isConnectionFailure,
  NotSentError,
  type Transport,
  type TransportResponse,
} from "./transport.ts";

export const fetchTransport: Transport = request => {
  const controller = new AbortController();
  const { origin, path, ...init } = request;
  const response = globalThis
    .fetch(origin + path, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      signal: controller.signal,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    })
    .then(
      (received): TransportResponse => ({
        status: received.status,
        header: name => received.headers.get(name) ?? undefined,
        body: chunksOf(received.body),
      }),
      (error: unknown) => {
        const code = errorCodeOf(error);
        throw isConnectionFailure(code) || isCertificateFailure(code) ? new NotSentError(error) : error;
      },
    );
  return { response, cancel: () => controller.abort() };
};
