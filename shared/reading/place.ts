/** A place of a response, and the reader's understanding of it. */

import type { Status } from "./vocabulary.ts";

/** The names and indexes that lead from the response to the place. */
export type PlacePath = readonly (string | number)[];

export function isSamePath(a: PlacePath, b: PlacePath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

export type PlaceRole =
  /** An outcome of the run. */
  | "verdict"
  | "count"
  /** A list or a map of cases. */
  | "cases"
  | "name"
  | "status"
  | "duration"
  | "message"
  | "link"
  | "persona"
  | "scenario"
  | "review"
  /** Shows that the list of cases continues elsewhere. */
  | "more"
  /** A list whose elements are not cases. */
  | "other-list"
  /** An outcome of something other than the run or a case. It can contradict a pass. */
  | "other-outcome";

export interface Place {
  readonly path: PlacePath;
  readonly role: PlaceRole;
  /** The status that the value means, or that counted cases have. Null if the value is a word that is not known. */
  readonly status?: Status | null;
}

/** How much a place speaks for a pass or against it. */
export type PlaceWeight = "for" | "against" | "open" | "none" | "elsewhere";

export function weightOf({ role, status }: Place): PlaceWeight {
  if (role === "other-list" || role === "other-outcome") return "elsewhere";
  if (role === "more") return "open";
  if (status === undefined || (role === "count" && status === null)) return "none";
  if (status === "passed" || status === "success") return "for";
  if (status === "failed") return "against";
  return status === "skipped" || status === "finished" || status === "neutral" ? "none" : "open";
}
