/** The context value of a row, and the conditions of menus that match it: both use the same typed words. */

import type { Kind } from "../../shared/service/operations.ts";
import { joinTexts } from "../editor/text.ts";

/** The words that a row of each type can have. */
interface RowWords {
  record: Kind | "learned" | "pinned" | "id" | "calibration" | "waiting" | "settled" | "running";
  group: Kind;
  run: RunWord;
  running: RunWord;
  case: "located";
  service: never;
  setting: never;
  earlier: never;
  more: never;
  pull: never;
  pullReport: "readable";
  pullCase: never;
  pullReview: "open" | "decided" | "gated" | "stuck";
  pullNotice: never;
}

export type RunWord = "stoppable" | "report" | "compared" | "hasFailures" | "canResume";
type RowType = keyof RowWords;

export type RecordWord = RowWords["record"];
export type RowContext = string & { readonly madeBy: "rowContext" };

export function rowContext<T extends RowType>(
  type: T,
  ...words: readonly (RowWords[T] | false | undefined)[]
): RowContext {
  return joinTexts(" ", [type, ...words]) as RowContext;
}

interface WordCondition<T extends RowType> {
  /** The row has each of these words, and one word of each nested list. */
  readonly has?: readonly (RowWords[T] | readonly RowWords[T][] | false)[];
  readonly lacks?: readonly (RowWords[T] | false)[];
}

/** A regular expression that matches the context values of the rows that meet the condition. */
export function rowPattern<T extends RowType>(
  type: T,
  { has = [], lacks = [] }: WordCondition<T> = {},
): string {
  const oneOf = (words: string | readonly string[]) =>
    typeof words === "string" ? words : `(${words.join("|")})`;
  return joinTexts("", [
    `^${type}\\b`,
    ...has.map(words => words && `(?=.* ${oneOf(words)}\\b)`),
    ...lacks.map(word => word && `(?!.* ${word}\\b)`),
  ]);
}
