/**
 * The one thing that differs between the Action and the editor: how a request gets onto the wire. Everything
 * else (deadline, retries, size cap, JSON check, errors) is the client's.
 */

import type { Method } from "./operations.ts";

export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface TransportResponse {
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
