/** A loopback server that works with bytes, so that it can misbehave like any network. */

import { createServer, type Socket } from "node:net";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** In the order and spelling of arrival. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** The requests that were read completely. */
  readonly requests: RawRequest[];
  readonly sockets: ReadonlySet<Socket>;
}

export type OnRequest = (socket: Socket, request: RawRequest, number: number) => void;

export async function startRawServer(
  onRequest: OnRequest,
  onBytes?: (socket: Socket) => void,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let bytes: Buffer = Buffer.alloc(0);
    socket.on("data", chunk => {
      if (onBytes) return onBytes(socket);
      bytes = Buffer.concat([bytes, chunk]);
      for (let next = take(bytes); next; next = take(bytes)) {
        bytes = next.rest;
        requests.push(next.request);
        onRequest(socket, next.request, requests.length);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function take(bytes: Buffer): { request: RawRequest; rest: Buffer } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map(line => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
  const bodyStart = end + 4;
  if (bytes.length < bodyStart + length) return undefined;
  const body = bytes.toString("utf8", bodyStart, bodyStart + length);
  return { request: { method, path, headers, body }, rest: bytes.subarray(bodyStart + length) };
}

/** Builds a response as bytes, with its length unless the headers contain another. */
export function respond(status: number, body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const all = { "content-type": "application/json", "content-length": String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join("")}\r\n`), bytes]);
}
