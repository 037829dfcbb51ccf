/** The findings of a walk over a response, before any judgement. */

import type { JsonObject } from "../json.ts";
import type { Count, Group, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";
import type { FoundRecord } from "./records.ts";
import type { DurationUnits } from "./values.ts";

/** An object that describes a review. */
export type ReviewObject = ResponseNode & { readonly value: JsonObject };

export interface Findings {
  readonly ofRun: OutcomeField[];
  /** Outcomes of objects that are neither the run nor its cases. */
  readonly beside: OutcomeField[];
  /** Outcomes of parts outside cases. */
  readonly ofParts: OutcomeField[];
  /** A criterion of the run that it missed. */
  missed: OutcomeField | null;
  /** The first field outside cases that contradicts a pass. */
  wrong: OutcomeField | null;
  readonly counting: ObjectNode[];
  readonly groups: Group[];
  /** Pass ratios below full and failure ratios above zero. */
  readonly badShares: OutcomeField[];
  /** Pass ratios and failure ratios. */
  readonly shares: OutcomeField[];
  /** The field that shows that a list continues on another page. */
  goesOn: OutcomeField | null;
  /** The lengths of lists as the response states them. */
  readonly lengths: Count[];
  /** Totals of zero in the objects of the run. */
  readonly zeros: Count[];
  /** The response has an empty list of failures. */
  emptyFailures: boolean;
  emptyCases: OutcomeField | null;
  endedByWord: boolean;
  endedByTime: boolean;
  /** Objects that may have the duration of the run. */
  readonly timed: ObjectNode[];
  readonly links: string[];
  /** Records in the order of the response; only reviews unless all records are wanted. */
  readonly records: FoundRecord[];
  /** The objects that describe a review: the review itself and its wrappers. */
  readonly reviewNodes: Map<FoundRecord, ReviewObject[]>;
  /** The case inside a review's object. */
  readonly reviewCases: Map<FoundRecord, ObjectNode>;
  readonly units: DurationUnits;
  /** Names of records by id, for cases that only refer to them. */
  readonly names: Map<string, string>;
}
