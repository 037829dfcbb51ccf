/** The embedded service inside the test's process: it records every request, and a test can replace a response. */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createListener } from "../../../shared/embedded/listener.ts";
import { StoredState } from "../../../shared/embedded/stored-state.ts";
import type { JsonValue } from "../../../shared/json.ts";

export interface ObservedRequest {
  readonly line: string;
  readonly key: string | undefined;
  /** Undefined if no body was sent. */
  readonly body: JsonValue | undefined;
}

export interface Reply {
  readonly status?: number;
  readonly body: JsonValue;
}

export interface ObservedService {
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly requests: ObservedRequest[];
  /** Replaces the embedded service's response; undefined leaves the request to the embedded service. */
  replyTo: (line: string) => Reply | Promise<Reply> | "hang up" | "silence" | undefined;
  /** How long a response that `replyTo` gives takes. */
  latencyMs: number;
  close(): Promise<void>;
}

export async function startObservedService(key = "callboard-key-of-the-tests"): Promise<ObservedService> {
  const requests: ObservedRequest[] = [];
  const answer = createListener(new StoredState(), key);
  const server = createServer((request, response) => {
    // A browser sends a CORS preflight before the page's request.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "x-api-key, content-type");
    response.setHeader("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
    if (request.method === "OPTIONS") {
      response.end();
      return;
    }
    const line = `${request.method} ${request.url}`;
    const seen = see(request).then(body => {
      requests.push({ line, key: header(request, "x-api-key"), body });
    });
    const reply = service.replyTo(line);
    if (reply === undefined) {
      answer(request, response);
    } else {
      seen.then(async () => {
        await setTimeout(service.latencyMs);
        const given = await reply;
        if (given === "hang up") {
          request.socket.destroy();
        } else if (given !== "silence") {
          response.writeHead(given.status ?? 200, { "content-type": "application/json" });
          response.end(JSON.stringify(given.body));
        }
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const service: ObservedService = {
    url: `http://127.0.0.1:${port}`,
    port,
    key,
    requests,
    replyTo: () => undefined,
    latencyMs: 0,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}

async function see(request: IncomingMessage): Promise<JsonValue | undefined> {
  let text = "";
  request.on("data", chunk => {
    text += chunk;
  });
  await once(request, "end");
  return text === "" ? undefined : JSON.parse(text);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
