/**
 * Joins the gates of several check runs into one. Each job writes only to check runs that it created, so that no job
 * overwrites another job's gate. Readers join the gates in the order of the check runs' ids.
 */

import type { Verdict } from "../reading/reading.ts";
import { mostSevereVerdict } from "../reading/severity.ts";
import { withoutUndefined } from "../report/fields.ts";
import type { ReviewView } from "../report/reviews.ts";
import { isOriginalId } from "../report/text.ts";
import { cut } from "../wording.ts";
import {
  type BegunCommand,
  type ClosingDecision,
  type Decision,
  type Gate,
  type GateStep,
  isWorthKeeping,
  type Review,
  type ReviewState,
  reviewIn,
  type WorkflowRunId,
} from "./state.ts";

/** GitHub numbers workflow runs and their attempts in the order in which they began. */
export function isNewerRun(run: WorkflowRunId, than: WorkflowRunId): boolean {
  return run.id === than.id ? run.attempt > than.attempt : run.id > than.id;
}

/** The review's latest decision, even if it is about another conversation; undefined if there was no decision. */
export function latestDecisionOf(review: Review): Decision | undefined {
  const { state, evidence, by, at, revision, about, ended, before } = review;
  if (revision === undefined && before !== undefined) return before;
  // Gates of an earlier version of Callboard have no revisions.
  const isOfEarlierVersion = revision === undefined && state !== "open";
  if (revision === undefined && !isOfEarlierVersion) return undefined;
  return withoutUndefined<Decision>({ state, evidence, by, at, revision: revision ?? 1, about, ended });
}

export function withDecision(
  review: Review,
  decision: Decision | undefined,
  replaced?: ClosingDecision,
): Review {
  const { state, evidence, by, at, revision, about, ended, before, ...rest } = review;
  // An open review without a revision has its evidence from the report. Other evidence belongs to the old decision.
  const open = {
    ...rest,
    state: "open" as const,
    ...(revision === undefined && state === "open" && evidence !== undefined && { evidence }),
  };
  if (decision === undefined) return open;
  if (!isAbout(decision, review)) return closesReview(decision) ? { ...open, before: decision } : open;
  const kept = replaced ?? (revision === decision.revision ? before : undefined);
  return { ...rest, ...decision, ...(kept !== undefined && { before: kept }) };
}

export function closesReview(decision: Decision): decision is ClosingDecision {
  return decision.state !== "open";
}

function isAbout({ about }: Decision, { seen = [] }: Review): boolean {
  return about === undefined || seen.every(hash => hash === "" || about.includes(hash));
}

/** Decisions of equal revisions have no known order, so the decision whose state is later in this list counts. */
const certainty: readonly ReviewState[] = ["open", "unknown", "passed", "failed"];

function laterDecision(one: Decision | undefined, other: Decision | undefined): Decision | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [first = 1, second = 1] = [one.revision, other.revision];
  if (first !== second) return first > second ? one : other;
  const isOther = certainty.indexOf(other.state) > certainty.indexOf(one.state);
  const about = one.about && other.about && union(one.about, other.about, mostHashes);
  const { about: _, ...winner } = isOther ? other : one;
  const ended = one.ended ?? other.ended;
  return { ...winner, ...(about && { about }), ...(ended && { ended }) };
}

/** Joins two gates of one commit. If both have a command under way for a review, the first gate's command is kept. */
export function joinGates(one: Gate, other: Gate): Gate {
  const sources = joinedSteps(one, other);
  const all = [...one.reviews, ...other.reviews, ...one.earlier, ...other.earlier];
  const reviews: Review[] = [];
  const earlier: Review[] = [];
  for (const id of new Set(all.map(review => review.id))) {
    const copies = [one, other].flatMap(gate => reviewIn(gate, id) ?? []);
    const entries = sources.flatMap(({ gate, place }, position) => {
      const review = gate.reviews.find(each => each.id === id);
      const at = review?.steps.indexOf(place) ?? -1;
      return review && at >= 0 ? [{ position, review, seen: review.seen?.[at] ?? "" }] : [];
    });
    const latest = entries.findLast(({ review }) => other.reviews.includes(review)) ?? entries.at(-1);
    const base = latest?.review ?? copies[0];
    if (base === undefined) continue;
    const review = withFactsOf(
      { ...base, steps: entries.map(({ position }) => position), seen: entries.map(({ seen }) => seen) },
      copies,
    );
    if (entries.length > 0) reviews.push(review);
    else if (isWorthKeeping(review)) earlier.push(review);
  }
  const ids = new Set(reviews.map(({ id }) => id));
  const fields = other.fields ?? one.fields;
  const pull = other.pull ?? one.pull;
  return {
    sha: other.sha,
    ...(pull !== undefined && { pull }),
    steps: sources.map(({ step }) => step),
    reviews,
    earlier,
    omitted: Math.max(0, ...sources.map(({ gate }) => omittedOf(gate, ids))),
    ...(fields !== undefined && { fields }),
  };
}

/** The number of omitted reviews, less the reviews that only other gates list, because those may be omitted here. */
function omittedOf({ reviews, omitted }: Gate, joinedIds: ReadonlySet<string>): number {
  const ids = new Set(reviews.map(({ id }) => id));
  return omitted - [...joinedIds].filter(id => !ids.has(id)).length;
}

interface StepSource {
  readonly step: GateStep;
  /** The gate with the step's reviews, and the step's position in it. */
  readonly gate: Gate;
  readonly place: number;
}

function joinedSteps(one: Gate, other: Gate): StepSource[] {
  const sourcesIn = (gate: Gate) => gate.steps.map((step, place): StepSource => ({ step, gate, place }));
  const sources: StepSource[] = [];
  for (const each of [...sourcesIn(one), ...sourcesIn(other)]) {
    const place = sources.findIndex(({ step }) => isSameStep(step, each.step));
    if (place >= 0) {
      const known = sources[place];
      // The gate that lists more of the step's reviews is used, because the other was shortened to fit its check run.
      if (known && countReviewsOf(each) >= countReviewsOf(known)) sources[place] = each;
    } else sources.push(each);
  }
  return sources.filter(({ step }) => !sources.some(newer => replaces(newer.step, step)));
}

function countReviewsOf({ gate, place }: StepSource): number {
  return gate.reviews.filter(({ steps }) => steps.includes(place)).length;
}

function isSameStep(one: GateStep, other: GateStep): boolean {
  return (
    one.key === other.key &&
    one.run.id === other.run.id &&
    one.run.attempt === other.run.attempt &&
    one.job === other.job &&
    one.use === other.use
  );
}

/**
 * A step replaces the steps with its key in older workflow runs. In older attempts of its own workflow run, it replaces
 * only those of the same job.
 */
function replaces(newer: GateStep, older: GateStep): boolean {
  if (newer.key !== older.key || !isNewerRun(newer.run, older.run)) return false;
  return newer.run.id !== older.run.id || newer.job === older.job;
}

export interface GateHolder {
  readonly id: number;
  readonly gate?: Gate;
}

/**
 * Joins the gates at the head or, if the head has no gate, at the commit of the latest gate. Decisions at other commits
 * are carried over. Undefined if there is no gate at all.
 */
export function sumGates(holders: readonly GateHolder[], head: string): Gate | undefined {
  const gates = holders.toSorted((a, b) => a.id - b.id).flatMap(({ gate }) => gate ?? []);
  const sha = gates.some(gate => gate.sha === head) ? head : gates.at(-1)?.sha;
  const here = gates.filter(gate => gate.sha === sha);
  return here.length === 0 ? undefined : carryDecisions(here.reduce(joinGates), gates);
}

export function carryDecisions(gate: Gate, others: readonly Gate[]): Gate {
  const facts = new Map<string, Review[]>();
  for (const review of others.flatMap(other => [...other.reviews, ...other.earlier])) {
    facts.set(review.id, [...(facts.get(review.id) ?? []), review]);
  }
  if (facts.size === 0) return gate;
  const carried = (review: Review) => {
    const copies = facts.get(review.id) ?? [];
    facts.delete(review.id);
    return copies.length === 0 ? review : withFactsOf(review, [...copies, review]);
  };
  const reviews = gate.reviews.map(carried);
  const earlier = gate.earlier.map(carried);
  for (const copies of facts.values()) {
    const [first] = copies;
    const review = first && withFactsOf({ ...first, steps: [], seen: [] }, copies);
    if (review && isWorthKeeping(review)) earlier.push(review);
  }
  return { ...gate, reviews, earlier };
}

function withFactsOf(review: Review, copies: readonly Review[]): Review {
  const { begun: _, over: __, done: ___, reassigned: ____, lost: _____, seen, ...rest } = review;
  const decision = copies.map(latestDecisionOf).reduce(laterDecision, undefined);
  const replaced = copies.find(
    ({ revision }) => revision !== undefined && revision === decision?.revision,
  )?.before;
  const over = copies.reduce<readonly string[]>(
    (all, copy) => union(all, copy.over ?? [], mostCommandNames),
    [],
  );
  const done = copies.reduce<readonly string[]>(
    (all, copy) => union(all, copy.done ?? [], mostCommandNames),
    [],
  );
  const begun = copies
    .flatMap(copy => copy.begun ?? [])
    .find(each => isUnderWay(each, { over, done }, decision));
  const reassigned = copies
    .flatMap(copy => copy.reassigned ?? [])
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  const facts = {
    ...rest,
    ...(seen?.some(hash => hash !== "") && { seen }),
    ...(begun && { begun }),
    ...(over.length > 0 && { over }),
    ...(reassigned && { reassigned }),
    ...(done.length > 0 && { done }),
  };
  const decided = withDecision(facts, decision, replaced);
  const isLost = decided.state === "open" && copies.some(({ lost }) => lost);
  return isLost ? { ...decided, lost: true } : decided;
}

/** The begun command's `job`, or the command's own name in gates of an earlier version, which have no `job`. */
export function begunCommandName({ job, command }: Pick<BegunCommand, "job" | "command">): string {
  return job ?? command;
}

function isUnderWay(
  begun: BegunCommand,
  { over, done }: { readonly over: readonly string[]; readonly done: readonly string[] },
  decision: Decision | undefined,
): boolean {
  if (over.includes(begunCommandName(begun)) || done.includes(begun.command)) return false;
  // A decision that leaves the review open doesn't end a begun command.
  if (decision === undefined || decision.state === "open") return true;
  return (decision.revision ?? 1) <= (begun.revision ?? 0);
}

export const mostCommandNames = 20;
const mostHashes = 20;

function union(one: readonly string[], other: readonly string[], most: number): readonly string[] {
  return [...new Set([...one, ...other])].slice(-most);
}

export interface StepReviews {
  readonly sha: string;
  readonly pull?: number | undefined;
  readonly step: GateStep;
  readonly reviews: readonly ReportedReview[];
  readonly fields?: string | undefined;
}

export interface ReportedReview extends ReviewView {
  /** A hash of the conversation to decide about: its case and message. */
  readonly seen?: string;
}

/** Adds a step's report to the gate. Earlier decisions are carried over, from this commit and from earlier commits. */
export function addReport(report: StepReviews, before: Gate | undefined, others: readonly Gate[]): Gate {
  const known = before === undefined ? others : [before, ...others];
  const reported = gateOfReport(report, known);
  return carryDecisions(before === undefined ? reported : joinGates(before, reported), others);
}

/** A review is only counted as open, and not listed, if its id is longer or if cleaning would change the id. */
const longestId = 500;
export const longestTexts = { target: 200, case: 200, label: 200, assignee: 100, evidence: 400 } as const;

function gateOfReport({ sha, pull, step, reviews, fields }: StepReviews, known: readonly Gate[]): Gate {
  const groups = new Map<string, ReportedReview[]>();
  for (const each of reviews) groups.set(each.id, [...(groups.get(each.id) ?? []), each]);
  const written = [...groups].filter(([id]) => id.length <= longestId && isOriginalId(id));
  return {
    sha,
    ...(pull !== undefined && { pull }),
    steps: [step],
    reviews: written.map(([id, entries]) => reviewOf(id, entries, known)),
    earlier: [],
    omitted: groups.size - written.length,
    ...(fields !== undefined && { fields }),
  };
}

function reviewOf(id: string, entries: readonly ReportedReview[], known: readonly Gate[]): Review {
  const text = (name: "case" | "label" | "assignee" | "evidence") => {
    const found = entries.find(each => each[name] !== undefined)?.[name];
    return found === undefined ? undefined : cut(found, longestTexts[name]);
  };
  const targets = [...new Set(entries.map(({ target }) => target))].filter(Boolean).join(", ");
  const decision = known
    .flatMap(gate => reviewIn(gate, id) ?? [])
    .map(latestDecisionOf)
    .reduce(laterDecision, undefined);
  const revision = decision?.revision ?? 1;
  const hash = [...new Set(entries.map(({ seen = "" }) => seen))].sort().join(" ");
  // The decision ended the review, but the response reports the review as open, so the service has reopened it.
  const isOpenAgain =
    hash !== "" && decision?.ended === true && entries.some(({ isStatedOpen }) => isStatedOpen);
  const seen = isOpenAgain ? `${hash}${revisionSeparator}${revision}` : hash;
  const [about, label, assignee, evidence] = [
    text("case"),
    text("label"),
    text("assignee"),
    text("evidence"),
  ];
  const review: Review = {
    ...{
      id,
      target: cut(targets, longestTexts.target),
      state: "open",
      steps: [0],
      ...(seen !== "" && { seen: [seen] }),
    },
    ...(about !== undefined && { case: about }),
    ...(label !== undefined && { label }),
    ...(assignee !== undefined && { assignee }),
    ...(evidence !== undefined && { evidence }),
  };
  const state = reportedVerdict(entries);
  if (state === undefined) return review;
  const decided = { state, revision, ended: true, ...(seen !== "" && { about: [seen] }) } as const;
  return withDecision(review, { ...decided, ...(evidence !== undefined && { evidence }) });
}

/** Separates a conversation's hash from the revision after which the service reopened the review. */
const revisionSeparator = "~";

/** The hashes of the shown conversations, with and without the revision of a reopened review; undefined if unknown. */
export function shownConversations({ seen }: Review): readonly string[] | undefined {
  return (
    seen &&
    union(
      [],
      seen.flatMap(hash => [hash.split(revisionSeparator, 1)[0] ?? "", hash]),
      mostHashes,
    )
  );
}

/** The most severe verdict of the review's entries in the report; undefined if an entry is open. */
function reportedVerdict(entries: readonly ReviewView[]): Verdict | undefined {
  const verdicts = entries.flatMap(({ state }) => (state === "open" ? [] : state));
  return verdicts.length < entries.length ? undefined : mostSevereVerdict(verdicts);
}
