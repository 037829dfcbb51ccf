/**
 * The one thing that differs between the Action and the editor: how a request gets onto the wire. Everything
 * else (deadline, retries, size cap, JSON check, errors) is the client's.
 */

import type { Method } from "./operations.ts";

export interface TransportRequest {
  readonly method: Method;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Everything behind the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface TransportResponse {
  /** 0 where a browser hides a redirect. */
  readonly status: number;
  /** The first value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The decompressed body. Ending the iteration early lets go of the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Exchange {
  /** Rejects with what the platform threw when there is no response, or when `cancel` came first. */
  readonly response: Promise<TransportResponse>;
  /** Ends the exchange at any moment, the body included; harmless when it is over. */
  cancel(): void;
}

/** Never follows a redirect, never sends anything twice. */
export type Transport = (request: TransportRequest) => Exchange;

/** What a transport rejects with when it knows that nothing of the request left this machine. */
export class NotSent extends Error {
  /** Trying again would not help: a certificate, a proxy's refusal. */
  readonly lasting: boolean;

  constructor(cause: unknown, lasting = isCertificateFailure(codeOf(cause))) {
    super("The request was not sent", { cause });
    this.name = "NotSent";
    this.lasting = lasting;
  }
}

/** The first error code in a chain of causes, as Node, undici and browsers nest them. */
export function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
    // Chromium's network stack, which an editor may fetch with, puts the code in the message.
    const chromium = /net::(ERR_[A-Z_]+)/.exec(at.message)?.[1];
    if (chromium !== undefined) return chromium;
  }
  return undefined;
}

/** No connection was made: the request certainly did not act, and trying again may help. */
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

/** The other side's certificate was not accepted: nothing was sent, and trying again would not help. */
export function isCertificateFailure(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|^EPROTO$|PRX_TLS/.test(code);
}

/** A browser does not tell a page why a call failed, lest pages explore the network. */
export function isUnexplained(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined && codeOf(error) === undefined;
}

/** The body does not unpack to what its content-encoding promises. */
export function isDecodingFailure(code: string | undefined): boolean {
  return code !== undefined && /^Z_|^ERR_BROTLI|^ERR__?ERROR_FORMAT|^ERR_CONTENT_DECODING/.test(code);
}
