/** The findings of a walk over a response, which judges nothing. */

import type { JsonObject } from "../json.ts";
import type { Count, Group, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";
import type { FoundRecord } from "./records.ts";
import type { DurationUnits } from "./values.ts";

/** An object that speaks of a review. */
export type ReviewObject = ResponseNode & { readonly value: JsonObject };

export interface Findings {
  /** Outcomes of the run itself. */
  readonly ofRun: OutcomeField[];
  /** Outcomes of objects that are neither the run nor its cases. */
  readonly beside: OutcomeField[];
  /** Outcomes of parts that belong to no case. */
  readonly ofParts: OutcomeField[];
  /** A criterion of the run that was not met. */
  missed: OutcomeField | null;
  /** The first field that speaks against a pass and belongs to no case. */
  wrong: OutcomeField | null;
  /** Objects that count something. */
  readonly counting: ObjectNode[];
  /** Lists that may be of cases. */
  readonly groups: Group[];
  /** Pass rates below full, failure rates above none. */
  readonly badShares: OutcomeField[];
  /** How much passed or failed, as a share. */
  readonly shares: OutcomeField[];
  /** Says that a list goes on elsewhere. */
  goesOn: OutcomeField | null;
  /** How long lists are said to be. */
  readonly lengths: Count[];
  /** Totals of nothing in the run's own objects. */
  readonly zeros: Count[];
  /** A list of what failed is there and empty. */
  emptyFailures: boolean;
  /** A list of cases is there and empty. */
  emptyCases: OutcomeField | null;
  /** A word says that the run ended. */
  endedByWord: boolean;
  /** A time says when the run ended. */
  endedByTime: boolean;
  /** Objects that may tell the run's duration. */
  readonly timed: ObjectNode[];
  readonly links: string[];
  /** Records in the order of the response; where nobody asked for all, reviews alone. */
  readonly records: FoundRecord[];
  /** The objects that speak of a review: its own, and those that only wrap it. */
  readonly reviewNodes: Map<FoundRecord, ReviewObject[]>;
  /** The object of the case that stands in a review's own. */
  readonly reviewCases: Map<FoundRecord, ObjectNode>;
  readonly units: DurationUnits;
  /** Names of records by their ids, for cases that only refer to them. */
  readonly names: Map<string, string>;
}
