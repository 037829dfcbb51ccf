/**
 * What is known of a pull request's reviews at one commit: which its reports mention, what people have decided, and
 * what is under way. A plain value; every change to it is a function that gives the next one.
 */

import {
  filledText,
  list,
  type Of,
  object,
  oneOf,
  optional,
  orElse,
  suchThat,
  text,
  textLike,
  union,
  wholeNumber,
} from "../codec.ts";
import { gravestVerdict } from "../reading/gravity.ts";
import type { Verdict } from "../reading/reading.ts";
import type { ReviewView } from "../report/reviews.ts";
import { cut } from "../wording.ts";
import { verbs } from "./verbs.ts";

export type ReviewState = ReviewView["state"];

export const reviewStates = ["open", "passed", "failed", "unknown"] as const satisfies readonly ReviewState[];

/** A command that was begun: it is about to be sent, or was sent with nobody knowing whether it arrived. */
export type Begun = Of<typeof begunCodec>;
const begunCodec = object({
  verb: oneOf(verbs),
  by: text,
  at: text,
  command: filledText,
  /** Tells jobs apart that one comment has started at the same moment. */
  job: optional(text),
});

export type Reassigned = Of<typeof reassignedCodec>;
const reassignedCodec = object({ by: text, at: text, to: optional(text) });

export type Review = Of<typeof reviewCodec>;
const reviewCodec = object({
  id: filledText,
  /** The target of the run that mentions it, as "batch: smoke". */
  target: text,
  case: optional(text),
  label: optional(text),
  state: oneOf(reviewStates),
  /** The reason for its state: while it is open, why nobody could decide. */
  evidence: optional(text),
  /** The login of the person who decided it. */
  by: optional(text),
  /** When, as ISO 8601. */
  at: optional(text),
  begun: optional(begunCodec),
  reassigned: optional(reassignedCodec),
  /** The commands that were carried out, lest a job that is run again repeat one. */
  done: optional(list(filledText)),
  /** Positions of the steps that mention it. */
  steps: list(wholeNumber),
});

export type RunOf = Of<typeof runCodec>;
const runCodec = object({ id: wholeNumber, attempt: wholeNumber });

export type Incomplete = Of<typeof incompleteCodec>;
const incompleteCodec = union("why", { cancelled: {}, "not run": { targets: wholeNumber } });

/** A step that published its report, by the key of its comment. */
export type GateStep = Of<typeof stepCodec>;
const stepCodec = object({
  key: text,
  run: runCodec,
  /** It did not run all that it should have. */
  incomplete: optional(incompleteCodec),
});

export const gateFields = {
  sha: textLike(/^[0-9a-f]{7,64}$/, "a commit"),
  pull: optional(wholeNumber),
  /** Those that a step mentions at this commit. */
  reviews: list(reviewCodec),
  steps: list(stepCodec),
  /** Decided or begun at earlier commits, and not mentioned at this one. */
  earlier: orElse(
    list(suchThat(reviewCodec, "a review that was decided or begun", isWorthKeeping)),
    () => [],
  ),
  /** Mentioned, and more than there was room for; nobody has decided them. */
  omitted: orElse(wholeNumber, () => 0),
  /** The fields of a submission, as a command writes them: "verdict=pass|fail"; absent where nobody has said. */
  fields: optional(text),
};
export const gateCodec = object(gateFields);
export type Gate = Of<typeof gateCodec>;

/** What one step's report says of reviews at a commit. */
export interface Mentioned {
  readonly sha: string;
  readonly pull?: number | undefined;
  readonly step: GateStep;
  readonly reviews: readonly ReviewView[];
  /** As in `Gate`. */
  readonly fields?: string | undefined;
}

export function isOpen({ state }: Pick<Review, "state">): boolean {
  return state === "open";
}

/**
 * The gate with this step's mentions in place of its earlier ones. What people have decided is carried over, from the
 * same commit and from the one before.
 */
export function mention(
  { sha, pull, step, reviews, fields: told }: Mentioned,
  before: Gate | undefined,
  carried: readonly Gate[],
): Gate {
  const fields = told ?? before?.fields;
  const known = knownReviews(before === undefined ? carried : [before, ...carried]);
  const place = before?.steps.findIndex(({ key }) => key === step.key) ?? -1;
  const position = place < 0 ? (before?.steps.length ?? 0) : place;
  const steps = [...(before?.steps ?? [])];
  steps[position] = step;

  const mentioned = byId(reviews);
  const now = new Map<string, Review>();
  for (const review of before?.reviews ?? []) {
    const others = review.steps.filter(other => other !== position);
    // What is mentioned again keeps its place: a gate that says the same need not be written.
    if (others.length > 0 || mentioned.has(review.id))
      now.set(review.id, { ...(known.get(review.id) ?? review), steps: others });
  }
  // Whose they were is not known any more: they go when no other step's report is here.
  let omitted = steps.length > 1 ? (before?.omitted ?? 0) : 0;
  for (const [id, mentions] of mentioned) {
    if (id.length > longestId) {
      omitted += 1;
      continue;
    }
    const others = now.get(id)?.steps ?? [];
    const positions = [...new Set([...others, position])].sort((a, b) => a - b);
    now.set(id, { ...refreshed(known.get(id), mentions), steps: positions });
  }
  const earlier = [...known.values()].filter(review => !now.has(review.id) && isWorthKeeping(review));
  return {
    sha,
    ...(pull !== undefined && { pull }),
    steps,
    reviews: [...now.values()],
    earlier: earlier.map(review => ({ ...review, steps: [] })),
    omitted,
    ...(fields !== undefined && { fields }),
  };
}

/** An id is never cut: what can't be kept whole counts as open. */
const longestId = 500;
const longest = { target: 200, case: 200, label: 200, evidence: 400 } as const;

function byId(mentions: readonly ReviewView[]): Map<string, [ReviewView, ...ReviewView[]]> {
  const groups = new Map<string, [ReviewView, ...ReviewView[]]>();
  for (const each of mentions) {
    const group = groups.get(each.id);
    if (group) group.push(each);
    else groups.set(each.id, [each]);
  }
  return groups;
}

/** Newer text over an earlier decision. */
function refreshed(
  known: Review | undefined,
  mentions: readonly [ReviewView, ...ReviewView[]],
): Omit<Review, "steps"> {
  const text = (name: keyof typeof longest) => {
    const found = mentions.find(each => each[name] !== undefined)?.[name];
    return found === undefined ? undefined : cut(found, longest[name]);
  };
  const label = text("label") ?? known?.label;
  const about = text("case") ?? known?.case;
  const said = settledBy(mentions);
  // The response is the service's word, but it takes no red back that a person has seen.
  const isNews = said !== undefined && (known === undefined || certainty[said] > certainty[known.state]);
  const { evidence: knownEvidence, ...rest } = known ?? { state: "open" as const };
  const isDecided = known !== undefined && !isOpen(known) && !isNews;
  const evidence = isDecided ? knownEvidence : text("evidence");
  const { by, at, begun, ...unsettled } = { by: undefined, at: undefined, begun: undefined, ...rest };
  return {
    ...unsettled,
    ...(!isNews && {
      ...(by !== undefined && { by }),
      ...(at !== undefined && { at }),
      ...(begun && { begun }),
    }),
    id: mentions[0].id,
    target: cut(
      [...new Set(mentions.map(({ target }) => target))].filter(Boolean).join(", "),
      longest.target,
    ),
    state: isNews ? said : (known?.state ?? "open"),
    ...(about !== undefined && { case: about }),
    ...(label !== undefined && { label }),
    ...(evidence !== undefined && { evidence }),
  };
}

/**
 * How certain a decision is: the more certain one is kept. This is another order than that of gravity, because a review
 * that is open or unknown can still be decided, and a decision of passed or failed can't be taken back by that.
 */
const certainty: Record<ReviewState, number> = { open: 0, unknown: 1, passed: 2, failed: 3 };

/** A review is settled only where every mention says so. */
function settledBy(mentions: readonly ReviewView[]): Verdict | undefined {
  const verdicts = mentions.flatMap(({ state }) => (state === "open" ? [] : state));
  return verdicts.length < mentions.length ? undefined : gravestVerdict(verdicts);
}

/** By id; of several that know a review, the one that knows more. */
function knownReviews(gates: readonly Gate[]): Map<string, Review> {
  const known = new Map<string, Review>();
  for (const gate of gates) {
    for (const review of [...gate.reviews, ...gate.earlier]) {
      const other = known.get(review.id);
      if (other === undefined || knowledge(review) > knowledge(other)) known.set(review.id, review);
    }
  }
  return known;
}

function knowledge({ state, begun, done = [] }: Review): number {
  return certainty[state] * 1000 + done.length * 2 + (begun ? 1 : 0);
}

function isWorthKeeping(review: Review): boolean {
  return !isOpen(review) || review.begun !== undefined || review.done !== undefined;
}

/** What is written into the gate about one review. */
export type Change =
  | {
      readonly what: "begin";
      readonly id: string;
      readonly begun: Begun;
      /** The command that began it before, and of which a person says that it came to nothing. */
      readonly instead?: string | undefined;
    }
  /** It did certainly not act. */
  | {
      readonly what: "take back";
      readonly id: string;
      readonly command: string;
      /** As in `Begun`: what another job has begun for the same command may have acted. */
      readonly job?: string | undefined;
    }
  | {
      readonly what: "decide";
      readonly id: string;
      readonly command: string;
      readonly state: ReviewState;
      readonly evidence: string;
      readonly by: string;
      readonly at: string;
    }
  | {
      readonly what: "reassign";
      readonly id: string;
      readonly command: string;
      readonly reassigned: Reassigned;
    };

/** The gate with a change in it; the same gate where it is in it already, or where there is nothing for it to change. */
export function changed(gate: Gate, change: Change): Gate {
  if (stands(gate, change)) return gate;
  const before = reviewIn(gate, change.id);
  const after = before && changedReview(before, change);
  if (after === before) return gate;
  const map = (review: Review) => (review === before && after ? after : review);
  return { ...gate, reviews: gate.reviews.map(map), earlier: gate.earlier.map(map) };
}

function changedReview(review: Review, change: Change): Review {
  if (change.what === "begin") {
    // Whoever was there first goes on, and whoever decided it has ended it.
    const isFree = review.begun === undefined || review.begun.command === change.instead;
    return isFree && mayDecide(review) ? { ...review, begun: change.begun } : review;
  }
  const { begun, ...rest } = review;
  if (change.what === "take back") return begun && isOfJob(begun, change) ? rest : review;
  const others = begun && begun.command !== change.command ? { begun } : {};
  const done = [...(review.done ?? []), change.command].slice(-mostDone);
  if (change.what === "reassign") {
    return { ...rest, ...others, done, reassigned: change.reassigned };
  }
  // Whatever else was begun is of no more use, once it is decided.
  if (!mayDecide(review)) return { ...review, done };
  const { state, evidence, by, at } = change;
  // Of what may have arrived before, a decision that is none tells nothing.
  const stillBegun = state === "open" ? others : {};
  return { ...rest, ...stillBegun, state, evidence: cut(evidence, longest.evidence), by, at, done };
}

function isOfJob(
  begun: Begun,
  { command, job }: { readonly command: string; readonly job?: string | undefined },
): boolean {
  return begun.command === command && begun.job === job;
}

/** A decision that tells stands; one that doesn't may still be told. */
export function mayDecide({ state }: Review): boolean {
  return state === "open" || state === "unknown";
}

const mostDone = 20;

/** Has the change been written, as far as it concerns this gate? */
export function stands(gate: Gate, change: Change): boolean {
  const review = reviewIn(gate, change.id);
  if (review === undefined) return true;
  switch (change.what) {
    case "begin":
      return review.begun !== undefined && isOfJob(review.begun, change.begun);
    case "take back":
      return review.begun === undefined || !isOfJob(review.begun, change);
    case "decide":
    case "reassign":
      return review.done?.includes(change.command) ?? false;
  }
}

export function reviewIn(gate: Gate, id: string): Review | undefined {
  return gate.reviews.find(review => review.id === id) ?? gate.earlier.find(review => review.id === id);
}
