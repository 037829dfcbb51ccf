/** The evidence of a verdict, as data. `report/evidence-text.ts` makes sentences of it, which no code may parse. */

import type { Says } from "./vocabulary.ts";
import { isOpen } from "./words.ts";

export interface Evidence {
  /** Absent if there was no response. */
  readonly basis?: Statement;
  /** The statement that contradicts the basis or leaves it open. */
  readonly against?: Statement;
  readonly notes: readonly Note[];
  /** Present if the verdict is unknown and the run is over. */
  readonly remedy?: Remedy;
}

export interface Remedy {
  /** An expression of the team, or a person's decision. Where `cases` settles it, `pass-when` does as well. */
  readonly by: ExpressionName | "decision";
  readonly passWhen?: string;
}

/** A field of the response that a verdict rests on. */
export interface Fact {
  /** For people: `results[3].status`. */
  readonly path: string;
  readonly name: string;
  /** Absent if an element of a list is the evidence as a whole. */
  readonly value?: string | number | boolean | null;
  /** The meaning of the value, or of the things that it counts; null if unknown. */
  readonly says: Says | null;
  /** The meaning comes from the name of the list: everything under `failures` failed. */
  readonly byList?: boolean;
  /** The team's `cases` expression made this case; the path is its name. */
  readonly byCases?: boolean;
}

export type Statement =
  | { readonly kind: "facts"; readonly facts: readonly Fact[]; readonly meaning?: Meaning }
  /** All cases that were not skipped have the status of the first. */
  | { readonly kind: "all-cases"; readonly first: Fact; readonly count?: number; readonly skipped: number }
  | { readonly kind: "all-skipped"; readonly count: number }
  /** The response lists fewer cases than it counts. */
  | { readonly kind: "partly-listed"; readonly total: Fact; readonly listed: number }
  /** The response lists more passed cases than it counts. */
  | { readonly kind: "more-listed"; readonly passed: Fact; readonly listed: number }
  /** The counts don't add up to the total at `path`. */
  | { readonly kind: "missing"; readonly missing: number; readonly total: number; readonly path: string }
  /** The name occurs twice in one object, so one of its values is lost. */
  | { readonly kind: "repeated-name"; readonly name: string }
  | { readonly kind: "pass-when"; readonly isPass: boolean }
  /** The response has no verdict, no counts and no cases. */
  | { readonly kind: "nothing" };

/** The meaning of facts whose values alone don't show it. */
export type Meaning =
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
  | "more-elsewhere";

export type Yield =
  | { readonly type: "value"; readonly value: string | boolean }
  | { readonly type: "list"; readonly length: number }
  | { readonly type: "nothing" | "object" | "function" };

export type ExpressionName = "cases" | "pass-when";

/** Knowledge of Callboard that is not in the response. */
export type Note =
  | {
      readonly kind: "expression-failed";
      readonly expression: ExpressionName;
      readonly line: string;
      readonly problem: string;
    }
  | { readonly kind: "pass-when-undecided"; readonly yields: Yield }
  | { readonly kind: "batch-still-running" }
  /** The channel report is good, but the response to the request that ran the channel was not. */
  | { readonly kind: "start-failed"; readonly evidence: Evidence }
  /** The time to wait was over before the channel report was final. */
  | { readonly kind: "waited"; readonly asked: number; readonly limitMs: number }
  | { readonly kind: "cancelled"; readonly when: "before-the-start" | "while-running" | "while-waiting" }
  /** The response came after nobody waited for it any more. */
  | { readonly kind: "answer-lost" };

export function stating(fact: Fact, meaning?: Meaning): Statement {
  return { kind: "facts", facts: [fact], ...(meaning !== undefined && { meaning }) };
}

/** The first fact of the basis, if it is a field of the response. */
export function mainField({ basis }: Evidence): Fact | undefined {
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

/** All its facts ended without a verdict. */
export function isUndecided(statement: Statement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ says }) => isOpen(says));
}

/** A person can decide all its facts. */
export function isForPeople(statement: Statement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ says }) => says === "undecided");
}

/** Only a person's decision is missing for a pass. */
export function waitsForPeople({ basis, against = basis, notes }: Evidence): boolean {
  return against !== undefined && isForPeople(against) && notes.length === 0;
}
