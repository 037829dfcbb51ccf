/** Gives a page its reviews, from a service or from a pull request, and sends their decisions. */

import type { JsonObject } from "../../shared/json.ts";
import type { ReviewAt } from "../records/shared-decisions.ts";
import type { QuickForm } from "../requests/form.ts";
import type { ReviewFacts } from "./facts.ts";

export const reviewPanelType = "callboard.review";
/** The workspace's key of the decisions whose responses have not come. */
export const sendingStoredUnder = "callboard.sendingDecisions";

export type ReviewAction = "report" | "response" | "reassign" | "start" | "fetch" | "comment" | "revise";

/** Names a report on a pull request. */
export interface QueueAddress {
  readonly pull: string;
  readonly comment: number;
}

/** With the title that its page showed. */
export interface TitledReview extends ReviewAt {
  readonly title: string;
}

export interface ReviewQueue {
  /** Finds the queue again after a reload. Absent for the reviews of the service in use. */
  readonly address?: QueueAddress;
  /** Loads the reviews of a pull request if nothing has loaded them yet. */
  ready?(): Promise<void>;
  /** The service in use. */
  service(): string | undefined;
  /** The reviews that wait and fit the views' filter, in the order in which the page shows them. */
  waitingIds(): readonly string[];
  filter(): string;
  /** How many reviews wait in pull requests. Absent for a pull request. */
  waitingInPulls?(): number;
  /** Undefined if the queue doesn't contain the review. */
  facts(id: string): Promise<ReviewFacts | undefined>;
  form(id: string): Promise<QuickForm>;
  /** Sends the decision once, and gives the message to show. Throws if `service` is not in use any more. */
  decide(review: TitledReview, fields: JsonObject, signal: AbortSignal): Promise<string>;
  /** Absent for a pull request, which would not learn of a decision that a JSON editor sends. */
  writeAsJson?(id: string, fields: JsonObject): Promise<void>;
  /** Selects the review's row, if its view is visible. */
  reveal?(id: string): Promise<void>;
  /** `written` are the fields on the page, which are offered when the review is decided again. */
  act(id: string, action: ReviewAction, written?: JsonObject): Promise<void>;
  onDidChange(listener: () => void): { dispose(): unknown };
}
