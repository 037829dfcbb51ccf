/** A service over real HTTP whose responses a test scripts. */

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import { type OperationName, operation, operationNames } from "../../../shared/service/operations.ts";

export interface ScriptedRequest {
  readonly operation: OperationName;
  readonly id: string;
  readonly fields: JsonObject;
  /** The number of this request among equal ones, starting at 1. */
  readonly time: number;
  readonly key: string | undefined;
}

/** An object is sent as JSON, text and bytes as they are; a function sends its own response. */
export type ScriptedResponse = JsonObject | string | Uint8Array | ((response: ServerResponse) => void);

export interface ScriptedService extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  readonly calls: readonly string[];
  readonly mostAtOnce: number;
}

export async function startScriptedService(
  answer: (asked: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
): Promise<ScriptedService> {
  const requests: ScriptedRequest[] = [];
  const times = new Map<string, number>();
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    response.on("close", () => atOnce--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const found = find(method, url);
    if (found === undefined) {
      response.writeHead(404).end(`{"error":"no such operation: ${method} ${url}"}`);
      return;
    }
    const name = `${found.operation} ${found.id}`;
    times.set(name, (times.get(name) ?? 0) + 1);
    const body: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const key = headers["x-api-key"];
    const call: ScriptedRequest = {
      ...found,
      fields: isJsonObject(body) ? body : {},
      time: times.get(name) ?? 0,
      key: typeof key === "string" ? key : undefined,
    };
    requests.push(call);
    const given = await answer(call);
    if (typeof given === "function") return given(response);
    const isText = typeof given === "string" || given instanceof Uint8Array;
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(isText ? given : JSON.stringify(given));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get calls() {
      return requests.map(({ operation, id }) => `${operation} ${id}`.trim());
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function status(
  code: number,
  body: JsonObject = {},
  headers: Record<string, string> = {},
): ScriptedResponse {
  return response =>
    response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export const silence: ScriptedResponse = () => {};

/** Closes the connection in the middle of the headers. */
export const brokenOff: ScriptedResponse = response => response.socket?.destroy();

const routes = operationNames.map(name => {
  const { method, path } = operation(name);
  return { name, method, pattern: new RegExp(`^${path.replace("{id}", "([^/]+)")}$`) };
});

function find(method: string, url: string): { operation: OperationName; id: string } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(url) : null;
    if (match) return { operation: route.name, id: decodeURIComponent(match[1] ?? "") };
  }
  return undefined;
}
