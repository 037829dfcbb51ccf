/** How the state of reviews is packed for its line, and unpacked. */

import { deflateSync, inflateSync } from "node:zlib";
import { mostInflated } from "../../shared/gate/mark.ts";
import { type Redact, redactJson } from "../../shared/service/secret.ts";

/** Has the last look at what nobody else can read. */
export function deflating(redact: Redact): (bytes: Uint8Array) => Uint8Array {
  return json => deflateSync(redactJson(new TextDecoder().decode(json), redact));
}

export function inflate(bytes: Uint8Array): Uint8Array {
  return inflateSync(bytes, { maxOutputLength: mostInflated });
}
