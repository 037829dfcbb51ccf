/** Handles HTTP requests: checks the request, carries out the operation, and sends the response. */

import { createHash, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from "node:http";
import type { JsonObject } from "../json.ts";
import { needsId, sendsBody } from "../service/operations.ts";
import { readJsonBody } from "./body.ts";
import { collectionOf, type EmbeddedResponse, operationHandlers } from "./handlers.ts";
import { HttpError } from "./http-error.ts";
import { matchRoute } from "./routes.ts";
import type { StoredState } from "./stored-state.ts";

export function createListener(stored: StoredState, key: string): RequestListener {
  const isKey = keyComparison(key);
  let requests = 0;

  async function carryOut(request: IncomingMessage): Promise<EmbeddedResponse> {
    if (!isKey(request.headers["x-api-key"])) {
      throw new HttpError(401, "Send the service's key in the header x-api-key.");
    }
    const { name, id } = matchRoute(request.method ?? "", request.url ?? "");
    // Begins to read at once, because somebody else may read the body as well.
    const body = sendsBody(name) ? readJsonBody(request) : Promise.resolve({});
    body.catch(() => {});
    if (needsId(name)) (await stored.load()).get(collectionOf(name), id);
    const fields = await body;
    return stored.change(state => {
      if (needsId(name)) state.get(collectionOf(name), id);
      return operationHandlers[name](state, fields, id);
    });
  }

  return async (request, response) => {
    requests += 1;
    response.setHeader("x-request-id", `req_${requests}`);
    try {
      const { status, body } = await carryOut(request);
      send(response, status, body);
    } catch (error) {
      refuse(request, response, error instanceof HttpError ? error : new HttpError(500, String(error)));
    }
  };
}

/** Compares in constant time, so that the time reveals nothing about the key. `timingSafeEqual` needs equal lengths. */
function keyComparison(key: string): (given: unknown) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return given => typeof given === "string" && timingSafeEqual(digest(given), expected);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers, fields }: HttpError,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const body = { error: STATUS_CODES[status] ?? "Error", message, ...fields };
  if (status === 413) hangUp(request, response, status, body);
  else send(response, status, body);
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  const text = textOf(body);
  response.writeHead(status, contentHeaders(text)).end(text);
}

/**
 * Sends the response, and reads the rest of the request before the connection closes. Closing it while the client still
 * sends would reset the connection, and the response could be lost.
 */
function hangUp(request: IncomingMessage, response: ServerResponse, status: number, body: JsonObject): void {
  const text = textOf(body);
  response.writeHead(status, { ...contentHeaders(text), connection: "close" }).write(text);
  response.socket?.end();
  request.resume();
}

function contentHeaders(text: string): Record<string, string | number> {
  return { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
}

/** Indents the body for a person at a terminal, unless the body is too large to be read. */
function textOf(body: JsonObject): string {
  const text = JSON.stringify(body);
  return text.length > 100_000 ? text : `${JSON.stringify(body, null, 2)}\n`;
}
