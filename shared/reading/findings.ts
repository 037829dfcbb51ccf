/** The findings of a walk over a response, before any judgement. */

import type { JsonObject } from "../json.ts";
import type { CountField, ElementGroup, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";
import type { RecordInResponse } from "./records.ts";
import type { DurationUnits } from "./values.ts";

/** An object that describes a review. */
export type ReviewNode = ResponseNode & { readonly value: JsonObject };

export interface Findings {
  readonly runOutcomes: OutcomeField[];
  /** Outcomes of objects that are neither the run, nor a case, nor inside a case. */
  readonly otherOutcomes: OutcomeField[];
  /** Outcomes of parts outside cases. */
  readonly partOutcomes: OutcomeField[];
  /** False if another part has not succeeded; null if the run lists no steps. */
  haveStepsSucceeded: boolean | null;
  /** A criterion that the run missed. */
  missedCriterion: OutcomeField | null;
  /** The first field found outside cases that contradicts a pass. */
  objection: OutcomeField | null;
  /** The first one outside lists. It counts also if the team says what the cases are. */
  unlistedObjection: OutcomeField | null;
  readonly countingNodes: ObjectNode[];
  /**
   * The run's own objects and others outside cases, inputs and lists, each before the objects inside it.
   */
  readonly nodesBesideCases: ObjectNode[];
  readonly groups: ElementGroup[];
  /** Pass ratios below 100 % and failure ratios above zero. */
  readonly badRatios: OutcomeField[];
  /** Ratios whose names contain a status, such as `pass_rate` and `failure_ratio`. */
  readonly ratios: OutcomeField[];
  /** A field that shows that a list has another page. */
  continuation: OutcomeField | null;
  /** The lengths of lists as the response states them. */
  readonly lengths: CountField[];
  /** Numbers of the run that have to be the number of all cases: `planned: 5`. */
  readonly stageNumbers: OutcomeField[];
  /** In the objects of the run, counts of zero for all cases or for those that ran. */
  readonly zeroTotals: OutcomeField[];
  /** Beside cases, it says that none of them was run. */
  zeroStage: OutcomeField | null;
  hasEmptyFailureList: boolean;
  emptyCaseList: OutcomeField | null;
  hasEndWord: boolean;
  hasEndTime: boolean;
  /** Objects that may have the duration of the run. */
  readonly timedNodes: ObjectNode[];
  readonly links: string[];
  /** Records in the order of the response. Contains only reviews unless `allRecords` is set. */
  readonly records: RecordInResponse[];
  /** Objects where records are expected, whose ids are numbers. A record's id is a text. */
  numberedObjectCount: number;
  /** The objects that describe each review: first its own object, then wrappers and verdicts inside this object. */
  readonly reviewNodes: Map<RecordInResponse, ReviewNode[]>;
  /** The case inside the object of each review. */
  readonly reviewCaseNodes: Map<RecordInResponse, ObjectNode>;
  readonly durationUnits: DurationUnits;
  /** Names of listed records by id, for cases that refer to a record only by its id. */
  readonly namesById: Map<string, string>;
}
