/** The evidence of a verdict, as data. `report/evidence-text.ts` turns it into sentences, which no code may parse. */

import { partialWords, type Status } from "./vocabulary.ts";
import { isInconclusive, squash, squashedWords } from "./words.ts";

export interface Evidence {
  /** Absent if there was no response, or if it shows nothing about the review in question. */
  readonly basis?: EvidenceStatement;
  /** The statement that contradicts the basis or makes it doubtful. */
  readonly objection?: EvidenceStatement;
  readonly notes: readonly EvidenceNote[];
  /** Present only if the verdict is unknown and the run is over, or can be over. */
  readonly remedy?: VerdictRemedy;
}

export interface VerdictRemedy {
  /** A rule that the team can write, a person's decision, another run, or cases for a target that has none. */
  readonly by: ExpressionName | "words" | "fields" | "decision" | "run" | "more-cases";
  /** The word that is not known. */
  readonly word?: string;
  /** A word under one of the `fields`, which perhaps says something. */
  readonly otherwise?: string;
  /** Present if `by` is "fields": the names that are not understood. */
  readonly fields?: readonly string[];
  /** Those of the `fields` that are true here. In a later run, false can be bad news. */
  readonly flags?: readonly string[];
  /** A suggestion for `pass-when`. If `by` is "cases", it is an alternative to a `cases` expression. */
  readonly passWhen?: string;
  /** The team has written this expression, and has to correct it. */
  readonly isCorrection?: true;
}

/** A field of the response that a verdict rests on. */
export interface EvidenceFact {
  /** For people: `results[3].status`. */
  readonly path: string;
  readonly name: string;
  /** Absent if the fact is a whole object, such as an element of a list. */
  readonly value?: string | number | boolean | null;
  /** With `byList`, the message or the name of the element. With an object or a list as the value, the message in it. */
  readonly text?: string;
  /** The status that the value means, or that the counted cases have; null if unknown. */
  readonly status: Status | null;
  /** The status comes from the name of the list: everything under `failures` failed. */
  readonly byList?: boolean;
  /** The value is only an outline, because the fact is a list or an object. */
  readonly outlineOf?: "list" | "object";
  /** The fact is a case that the team's `cases` expression made; `path` is the case's name. */
  readonly byCases?: boolean;
  /** A number in the same object that the value misses. */
  readonly bound?: { readonly name: string; readonly value: string | number };
}

export type EvidenceStatement =
  | { readonly kind: "facts"; readonly facts: readonly EvidenceFact[]; readonly meaning?: EvidenceMeaning }
  /** `count` of the `total` cases that were not skipped have the status of the first; without a count, all of them. */
  | {
      readonly kind: "all-cases";
      readonly first: EvidenceFact;
      readonly count?: number;
      readonly total?: number;
      readonly skipped: number;
    }
  | { readonly kind: "all-skipped"; readonly count: number }
  /** The response lists fewer cases than it counts. */
  | { readonly kind: "partly-listed"; readonly total: EvidenceFact; readonly listed: number }
  /** The response lists more passed cases than it counts. */
  | { readonly kind: "more-listed"; readonly passed: EvidenceFact; readonly listed: number }
  /** Cases are missing from the counts. `path` is the place of the total, or of the count of finished cases. */
  | { readonly kind: "missing"; readonly missing: number; readonly total: number; readonly path: string }
  /** The name occurs twice in one object, so one of its values is lost. */
  | { readonly kind: "repeated-name"; readonly name: string }
  | { readonly kind: "pass-when"; readonly isPass: boolean }
  /** The team's `running` says that the run goes on. */
  | { readonly kind: "running" }
  /** Several runs decide the cases. `example` is the case that the verdict depends on most. */
  | {
      readonly kind: "runs";
      readonly runs: number;
      readonly certain: number;
      /** Cases that wait for people. */
      readonly waiting: number;
      readonly total: number;
      readonly example?: CaseInRuns;
    }
  /** The response contains nothing that a verdict could rest on. */
  | { readonly kind: "nothing" };

/** How often a case passed and failed. Without a name it is the run itself. */
export interface CaseInRuns {
  readonly name?: string;
  /** Includes the runs that gave the case no verdict, for instance because they don't list it. */
  readonly runs: number;
  readonly passes: number;
  readonly failures: number;
}

/** The meaning of facts whose values alone don't show it. */
export type EvidenceMeaning =
  | "running"
  | "of-the-call"
  | "call-worked"
  | "ended"
  | "unknown-word"
  | "no-verdict"
  | "no-verdict-anywhere"
  | "undecided-cases"
  | "nothing-ran"
  | "nothing-passed"
  | "none-left"
  | "passes-unknown"
  /** The name is not known, so the field can mean that the run is not whole. */
  | "not-understood"
  | "more-elsewhere";

export type ExpressionResult =
  | { readonly type: "value"; readonly value: string | boolean }
  | { readonly type: "list"; readonly length: number }
  | { readonly type: "nothing" | "object" | "function" };

export type ExpressionName = "cases" | "pass-when" | "running";

export interface OtherReport {
  readonly of: "another run" | "another batch" | "another channel" | "an earlier run";
  /** Absent if only times show it. */
  readonly id?: string;
  /** The id of the run or target that was awaited. */
  readonly awaitedId?: string;
}

/** Undefined if no note says that the report is of another run or target. */
export function otherReportIn({ notes }: Evidence): OtherReport | undefined {
  for (const note of notes) {
    switch (note.kind) {
      case "other-run":
        return { of: "another run", id: note.id, awaitedId: note.startedId };
      case "other-target":
        return { of: `another ${note.target}`, id: note.id, awaitedId: note.requestedId };
      case "earlier-run":
        return { of: "an earlier run", id: note.id };
      case "ended-before":
      case "made-before":
      case "no-longer-valid":
      case "ended-as-earlier":
      case "same-as-earlier":
        return { of: "an earlier run" };
    }
  }
  return undefined;
}

/** A note about something that the response doesn't show, such as a cancelled run. */
export type EvidenceNote =
  | {
      readonly kind: "expression-failed";
      readonly expression: ExpressionName;
      readonly line: string;
      readonly problem: string;
    }
  | { readonly kind: "pass-when-undecided"; readonly yields: ExpressionResult }
  | { readonly kind: "running-undecided"; readonly yields: ExpressionResult }
  | { readonly kind: "batch-still-running" }
  /** The response has no content, so it has no result of the run. */
  | { readonly kind: "empty-response"; readonly from: "batch" | "channel"; readonly status: number }
  /** The response to the channel's start doesn't show that a run began, so the report may be about an earlier run. */
  | { readonly kind: "start-failed"; readonly evidence: Evidence }
  /** The response to the channel's start announces more cases than the channel report has. */
  | {
      readonly kind: "fewer-than-announced";
      readonly field: string;
      readonly announced: number;
      readonly reported: number;
    }
  /** A case that had failed while the run went on is not in its last report. */
  | { readonly kind: "failed-case-gone"; readonly name: string }
  /** The status or a header shows that the response is only a part: `reported` cases, of a `total` if it is known. */
  | {
      readonly kind: "partial-response";
      readonly by: string;
      readonly total?: number;
      readonly reported: number;
    }
  /** The response has the id of another run than the one that was started. */
  | { readonly kind: "other-run"; readonly field: string; readonly id: string; readonly startedId: string }
  /** The response has the id of another batch or channel than the one that was run. */
  | {
      readonly kind: "other-target";
      readonly target: "batch" | "channel";
      readonly field: string;
      readonly id: string;
      readonly requestedId: string;
    }
  /** The response was made, or had expired, before the run, which began at `beganAt` by the service's clock. */
  | {
      readonly kind: "made-before" | "no-longer-valid";
      readonly field: string;
      readonly time: string;
      readonly beganAt: number;
    }
  /**
   * The run in the response ended before the started one began, by the service's clock, in milliseconds since 1970. `time`
   * is as the response writes it.
   */
  | { readonly kind: "ended-before"; readonly time: string; readonly beganAt: number }
  /** The response is the one of an earlier run: it has the same id, or ended at the same moment. */
  | { readonly kind: "earlier-run"; readonly field: string; readonly id: string }
  | { readonly kind: "ended-as-earlier"; readonly time: string }
  /** The report is the one of an earlier run in each letter. */
  | { readonly kind: "same-as-earlier" }
  /** A run of several that decides nothing. */
  | { readonly kind: "run-without-verdict"; readonly run: number; readonly evidence: Evidence }
  /** `max-runs` allowed no further run. */
  | { readonly kind: "no-runs-left" }
  /** The run was accepted, but the last response contained no report of it, or a provisional one. */
  | { readonly kind: "no-report-yet"; readonly status: number }
  /** The time to wait was over before the channel report was final. */
  | {
      readonly kind: "waited";
      readonly requestCount: number;
      readonly limitMs: number;
      /** Present if the last report is of another run or target, so more time to wait may not help. */
      readonly otherReport?: OtherReport;
    }
  | {
      readonly kind: "cancelled";
      readonly when: "before-the-start" | "while-running" | "while-waiting" | "between-runs";
    }
  /** The run was interrupted before the response came. */
  | { readonly kind: "answer-lost" }
  /** The step that runs the target goes on, so the target has no result yet. */
  | { readonly kind: "step-goes-on" };

export function statementOf(fact: EvidenceFact, meaning?: EvidenceMeaning): EvidenceStatement {
  return { kind: "facts", facts: [fact], ...(meaning !== undefined && { meaning }) };
}

/** The first fact of the basis, if it is a field of the response. */
export function mainFact({ basis }: Evidence): EvidenceFact | undefined {
  const fact =
    basis?.kind === "facts"
      ? basis.facts[0]
      : basis?.kind === "all-cases"
        ? basis.first
        : basis?.kind === "partly-listed"
          ? basis.total
          : undefined;
  return fact?.value === undefined || fact.byCases ? undefined : fact;
}

/** All facts of the statement have the status undecided or interrupted. */
export function isUndecided(statement: EvidenceStatement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ status }) => isInconclusive(status));
}

/** A person can decide all facts of the statement. */
export function canPersonDecide(statement: EvidenceStatement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ status }) => status === "undecided");
}

const partial = new Set(squashedWords(partialWords));

/** The doubt can be gone in a later response, because something goes on or the report has only a part. */
export function mayBecomeWhole({ basis, objection = basis }: Evidence): boolean {
  return (
    objection?.kind === "facts" &&
    objection.facts.some(
      ({ status, value, name }) =>
        status === "running" || partial.has(squash(typeof value === "string" ? value : name)),
    )
  );
}

/** Nothing is missing but a rule of the team: a word's meaning, or an expression. */
export function needsRule({ remedy }: Evidence): boolean {
  return remedy !== undefined && remedy.by !== "decision" && remedy.by !== "run";
}

/** Only people's decisions are missing. */
export function waitsOnlyForPeople({ basis, objection = basis, notes }: Evidence): boolean {
  return objection !== undefined && canPersonDecide(objection) && notes.length === 0;
}
