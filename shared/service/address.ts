/** Checks the base URL and the ids in paths. */

import { operation } from "./operations.ts";
import type { ServiceRequest } from "./request.ts";

export interface BaseUrl {
  /** The only origin that the key is sent to. */
  readonly origin: string;
  /** The path before `/v1`, without a trailing slash. */
  readonly prefix: string;
}

/** `localhost`, 127.0.0.0/8 and ::1. The URL parser normalizes other spellings, such as 127.1. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === "") throw new Error("The base URL is empty; write it like https://api.example.com.");
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
    throw new Error("The base URL is not an address; write it like https://api.example.com.");
  }
  const url = new URL(trimmed);
  // The messages repeat at most the origin, because the rest of the text can contain a secret.
  if (url.username !== "" || url.password !== "") {
    throw new Error(
      "The base URL contains a user name or password; leave them out, the service takes only the API key.",
    );
  }
  if (trimmed.includes("?")) throw new Error("The base URL contains a query (?…); leave it out.");
  if (trimmed.includes("#")) throw new Error("The base URL contains a fragment (#…); leave it out.");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new Error(
      `The base URL ${url.origin} would send the API key unencrypted; use https (http is for localhost only).`,
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, "") };
}

/** `.` and `..` would lead to another path; half a surrogate pair can't be percent-encoded. */
export function isId(text: string): boolean {
  return text !== "." && text !== ".." && text.isWellFormed();
}

/** The path below the base URL. Throws an Error for an id that is not valid in a path. */
export function requestPath({ operation: name, id }: ServiceRequest): string {
  const { path, kind, title } = operation(name);
  if (id === undefined) return path;
  if (id === "") throw new Error(`${title} needs the ${kind}'s id.`);
  if (!isId(id)) throw new Error(`${title}: "${id.toWellFormed()}" can't be an id.`);
  return path.replace("{id}", () => encodeURIComponent(id));
}

/** The id in the address of a record that the request has created, such as `/v1/batches/bat_7`. */
export function idOfCreated(
  location: string | undefined,
  { origin, prefix }: BaseUrl,
  { operation: name }: ServiceRequest,
): string | undefined {
  const { path, role } = operation(name);
  const start = `${origin}${prefix}${path}/`;
  if (role !== "create" || location === undefined || !URL.canParse(location, start)) return undefined;
  const { href } = new URL(location, start);
  const id = href.startsWith(start) ? href.slice(start.length) : "";
  if (!/^[^/?#]+$/.test(id)) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
