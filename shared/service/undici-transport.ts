/** The Action's transport: undici with pooled connections and proxies from the environment, without redirects or HTTP/2. */

import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { EnvHttpProxyAgent as ProxyAgent } from "undici";
// The package's main module also loads its fetch, caches and web sockets, which would be a sixth of the Action's bundle.
import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import { isLoopback } from "./address.ts";
import {
  errorCodeOf,
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

// The main module does this as well. An agent needs it to connect through a proxy.
Object.assign(Dispatcher.prototype, { connect });

export interface UndiciTransport {
  readonly send: Transport;
  /** Waits for open requests, then closes the connections. */
  close(): Promise<void>;
}

export interface UndiciOptions {
  readonly connectTimeoutMs?: number;
  /** Uses no proxy. For the embedded service, which only this machine can reach. */
  readonly isDirect?: boolean;
}

export function createUndiciTransport(options?: UndiciOptions): UndiciTransport {
  const connectTimeout = options?.connectTimeoutMs ?? 10_000;
  const agentOptions = {
    allowH2: false,
    connectTimeout,
    // No separate limits, because the client's deadline covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  let direct: Dispatcher | undefined;
  let proxied: Dispatcher | undefined;
  const dispatcherFor = (origin: string) => {
    // Plain http is for loopback only. A proxy on another machine would receive the key unencrypted, so it is not used.
    if (options?.isDirect || (origin.startsWith("http:") && !proxyForHttpIsLocal())) {
      direct ??= new Agent(agentOptions);
      return direct;
    }
    proxied ??= proxyAgent(agentOptions);
    return proxied;
  };
  return {
    send: request => new UndiciExchange(dispatcherFor(request.origin), request),
    close: async () => {
      await Promise.all([direct?.close(), proxied?.close()]);
    },
  };
}

function proxyForHttpIsLocal(): boolean {
  const proxy = process.env["http_proxy"] ?? process.env["HTTP_PROXY"] ?? "";
  return URL.canParse(proxy) && isLoopback(new URL(proxy).hostname);
}

function proxyAgent(options: ProxyAgent.Options): Dispatcher {
  for (const name of ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]) {
    const value = process.env[name];
    // The message omits the value, because it can contain a password.
    if (value && !/^(https?|socks5?):\/\//i.test(value)) {
      throw new NotSentError(
        new Error(`${name} is not the address of a proxy; write it like http://proxy:3128`),
        true,
      );
    }
  }
  return new EnvHttpProxyAgent(options);
}

const mostQueued = 64 * 1024;

/** Handles undici's events, because undici's `request` is slower and doesn't report whether sending has begun. */
class UndiciExchange implements Dispatcher.DispatchHandler, AsyncIterator<Uint8Array> {
  readonly response: Promise<TransportResponse>;
  #resolve: (response: TransportResponse) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #hasResponse = false;
  #cancelled = false;
  #ended = false;
  #error: Error | undefined;
  readonly #chunks: Uint8Array[] = [];
  #queued = 0;
  #waiting:
    | { resolve: (result: IteratorResult<Uint8Array>) => void; reject: (error: Error) => void }
    | undefined;

  constructor(dispatcher: Dispatcher, request: TransportRequest) {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: { ...request.headers, "accept-encoding": "gzip, deflate, br" },
        body: request.body ?? null,
      },
      this,
    );
  }

  cancel(): void {
    if (this.#ended || this.#cancelled) return;
    this.#cancelled = true;
    const reason = new Error("Cancelled");
    // Without a connection the request can't be aborted yet; `onRequestStart` aborts it.
    if (this.#controller) this.#controller.abort(reason);
    this.#fail(this.#controller ? reason : new NotSentError(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cancelled) controller.abort(new Error("Cancelled"));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#hasResponse = true;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    this.#resolve({ status, header, body: decode(this, header("content-encoding")) });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#waiting) {
      this.#waiting.resolve({ done: false, value: chunk });
      this.#waiting = undefined;
      return;
    }
    this.#chunks.push(chunk);
    this.#queued += chunk.byteLength;
    if (this.#queued > mostQueued) controller.pause();
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#waiting?.resolve({ done: true, value: undefined });
    this.#waiting = undefined;
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    // undici reports "aborted" when a proxy refuses a tunnel; another attempt would fail, too.
    const notSent = () =>
      errorCodeOf(error) === "UND_ERR_ABORTED" ? new NotSentError(error, true) : new NotSentError(error);
    this.#fail(this.#controller ? error : notSent());
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    if (!this.#hasResponse) this.#reject(error);
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#queued -= chunk.byteLength;
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error) return Promise.reject(this.#error);
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#controller?.paused) this.#controller.resume();
    });
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.cancel();
    return Promise.resolve({ done: true, value: undefined });
  }
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decode(body: UndiciExchange, encoding: string | undefined): AsyncIterable<Uint8Array> {
  const create = decoders[encoding?.trim().toLowerCase() ?? ""];
  if (!create) return body;
  const decoder = create();
  // `pipeline` closes the connection when the reader stops, and passes the connection's error to the reader.
  pipeline(body, decoder, () => {});
  return decoder;
}
