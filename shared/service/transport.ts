/** The interface through which a client sends a request. The Action and the editor implement it differently. */

import type { Method } from "./operations.ts";

export interface TransportRequest {
  readonly method: Method;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface TransportResponse {
  /** 0 if a browser hides the status of a redirect. */
  readonly status: number;
  /** `name` is in lower case. For a repeated header, a transport gives the first value, or all values joined. */
  header(name: string): string | undefined;
  /** The decompressed body. Ending the iteration early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface TransportExchange {
  /** Rejects if a failure or `cancel` comes before the response: with a `NotSentError` or the platform's error. */
  readonly response: Promise<TransportResponse>;
  /** Ends the exchange, including the body. Does nothing after the end. */
  cancel(): void;
}

/** A transport must not follow redirects or repeat a request. */
export type Transport = (request: TransportRequest) => TransportExchange;

/** The transport is certain that nothing of the request was sent. */
export class NotSentError extends Error {
  /** Another attempt would fail, too, as with a wrong certificate or a proxy that refuses the request. */
  readonly isLasting: boolean;

  constructor(cause: unknown, lasting = isCertificateFailure(errorCodeOf(cause))) {
    super("The request was not sent", { cause });
    this.name = "NotSent";
    this.isLasting = lasting;
  }
}

export function errorCodeOf(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
    // Chromium's network stack, which an editor can use for fetch, has the code in the message.
    const chromium = /net::(ERR_[A-Z_]+)/.exec(at.message)?.[1];
    if (chromium !== undefined) return chromium;
  }
  return undefined;
}

/** No connection was made, so the request certainly did not act, and another attempt may succeed. */
const connectionFailures: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_CONNECTION_REFUSED",
  "ERR_NAME_NOT_RESOLVED",
  "ERR_ADDRESS_UNREACHABLE",
  "ERR_INTERNET_DISCONNECTED",
  "ERR_PROXY_CONNECTION_FAILED",
]);

export function isConnectionFailure(code: string | undefined): boolean {
  return code !== undefined && connectionFailures.has(code);
}

/** The server's certificate was not accepted, so nothing was sent, and another attempt would fail, too. */
export function isCertificateFailure(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|^EPROTO$|PRX_TLS/.test(code);
}

/** A browser hides from a page why a request failed, so that pages can't explore the network. */
export function isUnexplained(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined && errorCodeOf(error) === undefined;
}

export function isDecodingFailure(code: string | undefined): boolean {
  return code !== undefined && /^Z_|^ERR_BROTLI|^ERR__?ERROR_FORMAT|^ERR_CONTENT_DECODING/.test(code);
}
