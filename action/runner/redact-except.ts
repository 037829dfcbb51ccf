/** Redaction that leaves Callboard's own parts of a text alone. */

import type { Redact } from "../../shared/service/secret.ts";

/**
 * Keeps the given parts, because redaction would destroy a mark whose encoded data contains a short key by accident.
 * The data of a mark was redacted before it was encoded.
 */
export function redactExcept(text: string, [part, ...others]: readonly string[], redact: Redact): string {
  if (part === undefined) return redact(text);
  const pieces = part === "" ? [text] : text.split(part);
  return pieces.map(each => redactExcept(each, others, redact)).join(part);
}
