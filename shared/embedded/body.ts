/** Reads the JSON object in a request's body, or refuses the request. */

import type { IncomingMessage } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { HttpError } from "./http-error.ts";

const maxBytes = 10 * 1024 * 1024;
/** More levels than any record needs, and few enough for JSON.stringify, which is recursive. */
const maxDepth = 500;

export async function readJsonBody(request: IncomingMessage): Promise<JsonObject> {
  const type = request.headers["content-type"];
  if (type?.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    throw new HttpError(
      415,
      `The body must be sent as application/json, not ${type === undefined ? "without a content type" : `as ${type}`}.`,
    );
  }
  const value = parse(decode(await readBytes(request)));
  if (!isJsonObject(value)) throw new HttpError(400, "The body must be a JSON object, as {} is.");
  if (isDeeperThan(maxDepth, value)) {
    throw new HttpError(400, `The body is nested more than ${maxDepth} levels deep.`);
  }
  return value;
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = new HttpError(413, `The body is larger than 10 MB (${maxBytes} bytes).`);
    if (Number(request.headers["content-length"]) > maxBytes) reject(tooLarge);
    const chunks: Buffer[] = [];
    let size = 0;
    // Bytes over the limit are read and dropped, because a client that reads only after writing everything would
    // otherwise find a broken connection instead of the response.
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(tooLarge);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, "The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  if (text === "")
    throw new HttpError(400, "The body is empty: send a JSON object, {} if there are no fields.");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(
      400,
      `The body is not valid JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function isDeeperThan(levels: number, value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner));
}
