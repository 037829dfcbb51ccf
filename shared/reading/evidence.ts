/**
 * The evidence of a verdict, as data: what the response says where, what speaks against it, and what Callboard adds.
 * `report/evidence-text.ts` makes sentences of it, last, because nothing may read them back.
 */

import type { Says } from "./vocabulary.ts";
import { isOpen } from "./words.ts";

export interface Evidence {
  /** Absent where nothing was read. */
  readonly basis?: Statement;
  /** The statement that contradicts the basis, or leaves it open. */
  readonly against?: Statement;
  readonly notes: readonly Note[];
  /** Present where the verdict is open, unless time alone may settle it. */
  readonly remedy?: Remedy;
}

/** The way to settle a verdict that is open. */
export interface Remedy {
  /** An expression of the team's own, or the decision of a person; with `cases`, `pass-when` would do as well. */
  readonly by: ExpressionName | "decision";
  /** One that fits the response. */
  readonly passWhen?: string;
}

/** A place in the response, and what it says. */
export interface Fact {
  /** As a person would write it: `results[3].status`. */
  readonly path: string;
  /** The last name in it. */
  readonly name: string;
  /** The value that stands there; absent where an element of a list says it as a whole. */
  readonly value?: string | number | boolean | null;
  /** How that is understood, or what is counted; null where it is not known. */
  readonly says: Says | null;
  /** The name of the list says it: everything under `failures` failed. */
  readonly byList?: boolean;
  /** Not the response says it, but what a team's `cases` made of it; the path is the case's name. */
  readonly byCases?: boolean;
}

export type Statement =
  | { readonly kind: "facts"; readonly facts: readonly Fact[]; readonly meaning?: Meaning }
  /** All cases say what the first does, but for those that were skipped. */
  | { readonly kind: "all-cases"; readonly first: Fact; readonly count?: number; readonly skipped: number }
  | { readonly kind: "all-skipped"; readonly count: number }
  /** Fewer cases are listed than there are. */
  | { readonly kind: "partly-listed"; readonly total: Fact; readonly listed: number }
  /** More of the listed cases passed than are counted. */
  | { readonly kind: "more-listed"; readonly passed: Fact; readonly listed: number }
  /** The counts do not add up to the total, which stands at `path`. */
  | { readonly kind: "missing"; readonly missing: number; readonly total: number; readonly path: string }
  /** It stands twice in one object, so one of its values is lost. */
  | { readonly kind: "repeated-name"; readonly name: string }
  | { readonly kind: "pass-when"; readonly isPass: boolean }
  /** No verdict, no counts and no cases were found. */
  | { readonly kind: "nothing" };

/** The meaning of facts that do not speak for themselves. */
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

/** The result of a team's expression. */
export type Yield =
  | { readonly type: "value"; readonly value: string | boolean }
  | { readonly type: "list"; readonly length: number }
  | { readonly type: "nothing" | "object" | "function" };

export type ExpressionName = "cases" | "pass-when";

/** Knowledge that is not in the response. */
export type Note =
  | {
      readonly kind: "expression-failed";
      readonly expression: ExpressionName;
      /** The line of the expression in which it fails. */
      readonly line: string;
      readonly problem: string;
    }
  /** It yields neither true nor false. */
  | { readonly kind: "pass-when-undecided"; readonly yields: Yield }
  | { readonly kind: "batch-still-running" }
  /** The channel's report is good, but running the channel was not. */
  | { readonly kind: "start-failed"; readonly evidence: Evidence }
  /** The report was asked for as often as the time to wait allowed. */
  | { readonly kind: "waited"; readonly asked: number; readonly limitMs: number }
  | { readonly kind: "cancelled"; readonly when: "before-the-start" | "while-running" | "while-waiting" }
  /** Nobody waited for the answer any more when it came. */
  | { readonly kind: "answer-lost" };

/** A statement of one fact. */
export function stating(fact: Fact, meaning?: Meaning): Statement {
  return { kind: "facts", facts: [fact], ...(meaning !== undefined && { meaning }) };
}

/** The field that it rests on first; none where it rests on no single field. */
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

/** All that it rests on came to rest without a verdict. */
export function isUndecided(statement: Statement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ says }) => isOpen(says));
}

/** It is undecided, and a person can decide it. */
export function isForPeople(statement: Statement): boolean {
  return statement.kind === "facts" && statement.facts.every(({ says }) => says === "undecided");
}

/** Nothing keeps it from passing but what a person has to decide. */
export function waitsForPeople({ basis, against = basis, notes }: Evidence): boolean {
  return against !== undefined && isForPeople(against) && notes.length === 0;
}
