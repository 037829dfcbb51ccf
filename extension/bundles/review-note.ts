import { boolean, object, oneOf, optional, text, type ValueOf, withFallback } from "../../shared/codec.ts";

export type ReviewNote = ValueOf<typeof reviewNoteCodec>;
export const reviewNoteCodec = object({
  settled: withFallback(boolean, () => false, "unreadable"),
  /** The decision's verdict, if the review is settled and the verdict is known. */
  verdict: optional(oneOf(["passed", "failed", "unknown"]), "unreadable"),
  /** Calibration reviews have operations of their own. */
  calibration: withFallback(boolean, () => false, "unreadable"),
  /** The evidence of the state in words, as "status is waiting"; empty without evidence. */
  evidence: withFallback(text, () => "", "unreadable"),
  /** The review's case or question, which is its name if it has no label. */
  about: optional(text, "unreadable"),
});
