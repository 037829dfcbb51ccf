/** The source of the reviews on a page, which also sends their decisions: a service or a pull request. */

import type { JsonObject } from "../../shared/json.ts";
import type { QuickForm } from "../requests/form.ts";
import type { ReviewFacts } from "./facts.ts";

export type ReviewAction = "report" | "reassign" | "start" | "fetch" | "comment" | "revise";

export interface ReviewQueue {
  /** In the order in which the page shows them. */
  waitingIds(): readonly string[];
  /** Undefined if the review no longer exists. */
  facts(id: string): Promise<ReviewFacts | undefined>;
  form(): QuickForm;
  /** Sends the decision once, and gives the message to show. */
  decide(id: string, fields: JsonObject, signal: AbortSignal): Promise<string>;
  /** Absent for a pull request, because it would not learn of a decision that a JSON editor sends. */
  writeAsJson?(id: string, fields: JsonObject): Promise<void>;
  act(id: string, action: ReviewAction): Promise<void>;
  onDidChange(listener: () => void): { dispose(): unknown };
}
