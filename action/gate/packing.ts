/** Prepares gates for their marks: redaction, deflating and inflating. */

import { deflateSync, inflateSync } from "node:zlib";
import { mapTexts } from "../../shared/codec-texts.ts";
import { mostInflatedBytes } from "../../shared/gate/mark.ts";
import { type Gate, gateCodec } from "../../shared/gate/state.ts";
import type { Redact } from "../../shared/service/secret.ts";

/**
 * Redacts the texts of a gate before the gate is encoded as a mark. Redacting the mark instead would destroy it if its
 * data contained a short secret by chance.
 */
export function redactGate(gate: Gate, redact: Redact): Gate {
  return mapTexts(gateCodec, gate, redact);
}

export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes);
}

export function inflate(bytes: Uint8Array): Uint8Array {
  return inflateSync(bytes, { maxOutputLength: mostInflatedBytes });
}
