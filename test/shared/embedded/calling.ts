import assert from "node:assert/strict";
import type { EmbeddedService } from "../../../shared/embedded/service.ts";
import { isJsonObject, type JsonObject } from "../../../shared/json.ts";
import { needsId, type OperationName, operation, sendsBody } from "../../../shared/service/operations.ts";

export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: JsonObject;
}

export async function sendToEmbedded(
  service: EmbeddedService,
  path: string,
  init: RequestInit = {},
): Promise<ParsedResponse> {
  const headers = new Headers({ "x-api-key": service.key, "content-type": "application/json" });
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value);
  });
  const response = await fetch(service.url + path, { ...init, headers });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  assert(isJsonObject(body));
  return { status: response.status, headers: response.headers, text, body };
}

export function callEmbedded(
  service: EmbeddedService,
  name: OperationName,
  id = "",
  fields: JsonObject = {},
): Promise<ParsedResponse> {
  assert.equal(id !== "", needsId(name));
  const { method, path } = operation(name);
  const init = sendsBody(name) ? { method, body: JSON.stringify(fields) } : { method };
  return sendToEmbedded(service, path.replace("{id}", encodeURIComponent(id)), init);
}

export async function idOf(answer: Promise<ParsedResponse>): Promise<string> {
  const { id } = (await answer).body;
  assert(typeof id === "string");
  return id;
}

/** Asserts that a part of a response, such as `cases`, is an array of objects. */
export function objects(value: unknown): JsonObject[] {
  assert(Array.isArray(value));
  return value.map(item => {
    assert(isJsonObject(item));
    return item;
  });
}

export function statuses({ body }: ParsedResponse): Record<string, unknown> {
  return Object.fromEntries(
    objects(body["cases"]).map(each => [each["testId"] ?? each["name"], each["status"]]),
  );
}
