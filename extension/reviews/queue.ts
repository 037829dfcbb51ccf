/** Where a page's reviews come from, and what becomes of a decision: the editor's own service, or whatever else has reviews. */

import type { JsonObject } from "../../shared/json.ts";
import type { Form } from "../forms/form.ts";
import type { ReviewFacts } from "./facts.ts";

/** What else than deciding is done from a review's page. */
export type ReviewAction = "report" | "reassign" | "start" | "fetch" | "comment" | "revise";

export interface ReviewQueue {
  /** The ids of those that wait, in the order in which they are decided. */
  waiting(): readonly string[];
  /** Undefined where there is no such review any more. */
  facts(id: string): Promise<ReviewFacts | undefined>;
  /** By which one is decided. */
  form(): Form;
  /** Sends the decision, once, and tells in words what came of it. */
  decide(id: string, fields: JsonObject, signal: AbortSignal): Promise<string>;
  /** Opens the fields of the decision as JSON, to be sent from there. Absent where only what is sent at once can be told. */
  writeAsJson?(id: string, fields: JsonObject): Promise<void>;
  act(id: string, action: ReviewAction): Promise<void>;
  /** Told when reviews were decided or learned of. */
  onDidChange(listener: () => void): { dispose(): unknown };
}
