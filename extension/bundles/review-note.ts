/** The state of a review as far as responses told, and as it is stored. */

import { boolean, type Of, object, oneOf, optional, orElse, text } from "../../shared/codec.ts";

export type ReviewNote = Of<typeof reviewNoteCodec>;
export const reviewNoteCodec = object({
  settled: orElse(boolean, () => false, "unreadable"),
  /** How it was decided, where it is settled and that is known. */
  verdict: optional(oneOf(["passed", "failed", "unknown"]), "unreadable"),
  /** The operations of calibration reviews take its id. */
  calibration: orElse(boolean, () => false, "unreadable"),
  /** The words that the state rests on, as "status is waiting"; empty where nothing was said. */
  evidence: orElse(text, () => "", "unreadable"),
  /** The case or question that it is about, to call it by where it has no label. */
  about: optional(text, "unreadable"),
});
