/**
 * Sends decisions to a pull request. The Action then records them in the review check, because only an app can write a
 * check run. A sent decision counts as pending until the check contains it, so that a person doesn't decide twice.
 */

import type { Clock } from "../../shared/clock.ts";
import {
  boolean,
  jsonObject,
  number,
  object,
  oneOf,
  optional,
  read,
  text,
  tolerantMap,
  type ValueOf,
  withFallback,
  write,
} from "../../shared/codec.ts";
import { writeCommand } from "../../shared/gate/command.ts";
import { decisionFromResponse } from "../../shared/gate/decision.ts";
import { type DispatchedReview, dispatchCodec, dispatchType } from "../../shared/gate/dispatch.ts";
import { isDecided, type Review, type ReviewState } from "../../shared/gate/state.ts";
import { settleVerbs } from "../../shared/gate/verbs.ts";
import { GitHubError } from "../../shared/github/error.ts";
import type { GitHubRest } from "../../shared/github/interface.ts";
import type { JsonObject } from "../../shared/json.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { SharedState, SharedValue } from "../editor/shared-state.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { PullRequestSummary } from "../github/pull-request.ts";
import { repositoryFullName, repositoryParameters } from "../github/repository.ts";
import type { SentDecision } from "../services/memory.ts";

export type DecisionContent = Pick<RecordedDecision, "verb" | "fields" | "again">;

export type RecordedDecision = ValueOf<typeof recordedDecisionCodec>;
const recordedDecisionCodec = object({
  verb: oneOf(settleVerbs),
  fields: jsonObject,
  again: optional(oneOf([true]), "unreadable"),
  at: number,
  /** The `decisionFingerprint` before the decision. Absent in the first version's entries, all about open reviews. */
  stood: optional(text, "unreadable"),
  /** True for a comment: the Action submits its decision with CI's key. The service already has any other decision. */
  byComment: withFallback(boolean, () => false, "unreadable"),
  answer: optional(jsonObject, "unreadable"),
  /** Why sending the comment or dispatch failed. */
  refused: optional(text, "unreadable"),
});

type DecisionMap = ValueOf<typeof recordedDecisionsCodec>;
/** By pull request and review id. */
export const recordedDecisionsCodec = tolerantMap(recordedDecisionCodec);

/** A decision that the review check doesn't contain yet. */
export interface PendingDecision extends RecordedDecision {
  readonly isLate: boolean;
  /** Decided in this editor without the pull request, and never sent to it. */
  readonly isUnsent: boolean;
}

/** Whether a person may have to act so that the review check gets the decision. */
export function isStuck({ isLate, isUnsent, refused }: PendingDecision): boolean {
  return isLate || isUnsent || refused !== undefined;
}

export function describePendingDecision({
  byComment,
  isLate,
  isUnsent,
  refused,
  verb,
}: PendingDecision): string {
  const done = verb === "submit" ? t("decided") : t("reassigned");
  if (isUnsent) return t("decided here; send it to the pull request");
  if (refused !== undefined) return t("{0}, but the pull request could not be updated", done);
  if (byComment) return isLate ? t("commented, and CI has not taken it up") : t("commented; CI takes it up");
  return isLate ? t("{0}, and no workflow takes it up", done) : t("{0}; CI takes it up", done);
}

const storedUnder = "callboard.told";
/** The workflow that settles reviews starts well within this time, if the repository has one. */
const lateAfterMs = 120_000;
/** Below GitHub's limit of 64 KB. */
const maxPayloadBytes = 60_000;
const maxStored = 200;
const maxStoredResponse = 20_000;

interface DecisionSenderDeps {
  readonly vscode: VSCode;
  /** Shared by all windows, because two windows of different folders can show the same pull request. */
  readonly profileState: SharedState;
  readonly clock: Clock;
  readonly decidedHere: (id: string) => SentDecision | undefined;
}

export class DecisionSender extends Observable {
  readonly #stored: SharedValue<DecisionMap>;
  readonly #state: SharedState;
  /** This window's decisions. They stay even if another window overwrites the file at the same moment. */
  readonly #sentHere = new Map<string, RecordedDecision>();
  readonly #clock: Clock;
  readonly #decidedHere: DecisionSenderDeps["decidedHere"];

  constructor({ vscode, profileState, clock, decidedHere }: DecisionSenderDeps) {
    super(vscode);
    this.#stored = profileState.value(storedUnder, {
      parse: stored => this.#withSentHere(read(recordedDecisionsCodec, stored)),
      write: decisions => write(recordedDecisionsCodec, decisions),
      onChange: () => this.fireChange(),
    });
    this.#state = profileState;
    void profileState.look();
    this.#clock = clock;
    this.#decidedHere = decidedHere;
  }

  /** Learns the decisions of other windows without waiting for their files' events. */
  look(): Promise<void> {
    return this.#state.look();
  }

  #withSentHere(stored: DecisionMap): DecisionMap {
    const all = new Map(stored);
    for (const [key, decision] of this.#sentHere) {
      if ((all.get(key)?.at ?? 0) <= decision.at) all.set(key, decision);
    }
    return all;
  }

  pendingDecisionOf(pull: PullRequestSummary, review: Review): PendingDecision | undefined {
    return this.#unsentDecision(pull, review) ?? this.#sentDecision(pull, review);
  }

  /**
   * Forgets decisions that the review check contains. Otherwise a review that is open again would count as decided. A
   * recent decision is kept, because GitHub may still give an older state of the check. So is one that was replaced here
   * since, because its time shows that the newer one is missing in the check.
   */
  async forgetTakenUp(pull: PullRequestSummary, reviews: readonly Review[]): Promise<void> {
    const stored = this.#stored.value;
    for (const review of reviews) {
      const decision = stored.get(keyOf(pull, review.id));
      if (decision === undefined || this.#clock.now() - decision.at <= lateAfterMs) continue;
      if (isInReviewCheck(review, decision) && this.#unsentDecision(pull, review) === undefined) {
        await this.#forget(pull, review.id, decision);
      }
    }
  }

  /** Whether CI has still some time to put the sent decision into the review check. */
  isAwaited(pull: PullRequestSummary, review: Review): boolean {
    const decision = this.#sentDecision(pull, review);
    return decision !== undefined && !isStuck(decision);
  }

  #sentDecision(pull: PullRequestSummary, review: Review): PendingDecision | undefined {
    const decision = this.#stored.value.get(keyOf(pull, review.id));
    if (decision === undefined || isInReviewCheck(review, decision)) return undefined;
    const isLate = decision.refused === undefined && this.#clock.now() - decision.at > lateAfterMs;
    return { ...decision, isLate, isUnsent: false };
  }

  /** A decision of this editor that the pull request never got, and that the review check does not state. */
  #unsentDecision(pull: PullRequestSummary, review: Review): PendingDecision | undefined {
    const decided = this.#decidedHere(review.id);
    if (decided === undefined) return undefined;
    const { fields, answer, at } = decided;
    const before = this.#stored.value.get(keyOf(pull, review.id));
    const sent = before?.verb === "submit" ? before : undefined;
    const isReplacement = sent !== undefined || isDecided(review);
    if (isReplacement) {
      // CI records a sent decision later than it was made, so its own time says whether this decision is newer.
      const since = sent?.at ?? Date.parse(review.at ?? "");
      const isInGate = sent === undefined || isInReviewCheck(review, sent);
      const present = isInGate ? review.state : stateAfter(review.id, sent);
      const isNewer = at !== undefined && at > since;
      if (!isNewer || present === stateAfter(review.id, decided)) return undefined;
    } else if (review.before !== undefined) {
      // The review is open for a new conversation, and the decision may be about the old one.
      return undefined;
    }
    return {
      ...{ verb: "submit", fields, at: 0, byComment: false, isLate: false, isUnsent: true },
      ...(answer && { answer }),
      ...(isReplacement && { again: true }),
    };
  }

  /** Stores the decision first: the service already has it, and the window may close before the dispatch is sent. */
  async dispatch(
    client: GitHubRest | undefined,
    pull: PullRequestSummary,
    review: Review,
    { verb, fields, again, answer }: DecisionContent & { readonly answer?: JsonObject | undefined },
  ): Promise<void> {
    const content = { verb, fields, ...(again && { again }) };
    const kept = answer !== undefined && JSON.stringify(answer).length <= maxStoredResponse ? { answer } : {};
    const decision = { ...content, byComment: false, ...kept };
    await this.#send(client, pull, review, decision, github =>
      github.request("POST /repos/{owner}/{repo}/dispatches", {
        ...repositoryParameters(pull.repository),
        ...dispatchOf(pull, review.id, content, answer),
      }),
    );
  }

  async comment(
    client: GitHubRest | undefined,
    pull: PullRequestSummary,
    review: Review,
    decision: DecisionContent,
  ): Promise<void> {
    await this.#send(client, pull, review, { ...decision, byComment: true }, github =>
      github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
        ...repositoryParameters(pull.repository),
        issue_number: pull.number,
        body: commandOf(review.id, decision),
      }),
    );
  }

  async #send(
    client: GitHubRest | undefined,
    pull: PullRequestSummary,
    review: Review,
    record: Omit<RecordedDecision, "at" | "stood">,
    send: (client: GitHubRest) => Promise<unknown>,
  ): Promise<void> {
    const { id } = review;
    const decision = { ...record, at: this.#clock.now(), stood: decisionFingerprint(review) };
    await this.#store(pull, id, decision);
    try {
      if (client === undefined) throw new Error(t("You are not logged in to GitHub."));
      await send(client);
    } catch (error) {
      // A refused comment has no effect, so nothing has to be remembered.
      const isNothing = decision.byComment && error instanceof GitHubError && !error.isUncertain;
      if (isNothing) await this.#forget(pull, id, decision);
      else await this.#store(pull, id, { ...decision, refused: reasonOf(error, pull) });
      throw new Obstacle(reasonOf(error, pull));
    }
  }

  async #store(pull: PullRequestSummary, id: string, decision: RecordedDecision): Promise<void> {
    const key = keyOf(pull, id);
    this.#sentHere.set(key, decision);
    await this.#change(all => {
      const others = [...all].filter(([other]) => other !== key);
      return [...others, [key, decision] as const].slice(-maxStored);
    });
  }

  /** Keeps a later decision, which another window may have stored. */
  async #forget(pull: PullRequestSummary, id: string, { at }: RecordedDecision): Promise<void> {
    const key = keyOf(pull, id);
    if (this.#sentHere.get(key)?.at === at) this.#sentHere.delete(key);
    await this.#change(all => [...all].filter(([other, stored]) => other !== key || stored.at !== at));
  }

  async #change(change: (all: DecisionMap) => Iterable<readonly [string, RecordedDecision]>): Promise<void> {
    const saved = this.#stored.change(all => new Map(change(all)));
    this.fireChange();
    await saved;
  }
}

/** Throws for an id with invisible characters, which could form another command or look like another id. */
export function commandOf(review: string, { verb, fields, again }: DecisionContent): string {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(review)) {
    throw new Obstacle(
      t("Nothing is commented: the review's id holds line breaks or other characters that are not seen."),
    );
  }
  return writeCommand({ verb, review, fields, again: again ?? false });
}

/** Leaves the service's response out of a payload that is too large. The fields state the decision as well. */
export function dispatchOf(
  { number, headSha }: PullRequestSummary,
  id: string,
  { verb, fields, again }: DecisionContent,
  answer?: JsonObject,
): { readonly event_type: string; readonly client_payload: JsonObject } {
  const payload = (review: DispatchedReview) => ({
    event_type: dispatchType,
    client_payload: {
      ...(write(dispatchCodec, { pull: number, reviews: [review] }) as JsonObject),
      sha: headSha,
    },
  });
  const review = { id, verb, fields, ...(again && { again }) };
  const whole = payload({ ...review, ...(answer && { answer }) });
  const bytes = new TextEncoder().encode(JSON.stringify(whole)).length;
  return bytes <= maxPayloadBytes ? whole : payload(review);
}

/** Judged as the Action judges a dispatched decision. */
export function stateAfter(
  id: string,
  { fields, answer }: Pick<RecordedDecision, "fields" | "answer">,
): ReviewState {
  return decisionFromResponse("", id, fields, answer).state;
}

function isInReviewCheck(review: Review, decision: RecordedDecision): boolean {
  const { verb, at, stood } = decision;
  const { state, reassigned } = review;
  if (stood === undefined ? state !== "open" : decisionFingerprint(review) !== stood) {
    return !hasOnlyReplaced(review, decision);
  }
  return verb === "reassign" && reassigned !== undefined && Date.parse(reassigned.at) >= at - clockSkewMs;
}

/** A decision was taken back before CI had taken it up, and CI has taken up only that one so far. */
function hasOnlyReplaced({ id, state, before }: Review, decision: RecordedDecision): boolean {
  const { again = false, stood = "" } = decision;
  const wasOpen = stood.startsWith('["open"');
  return again && wasOpen && before === undefined && state !== stateAfter(id, decision);
}

/** Changes exactly when a decision about the review changes. */
export function decisionFingerprint(review: Review): string {
  const { state, at } = review;
  return JSON.stringify([state, at, review.before]);
}

/** The largest expected difference between the clocks of this computer and GitHub. */
const clockSkewMs = 60_000;

/** Explains a refusal, because GitHub tells people without write access only "Not Found". */
function reasonOf(error: unknown, { repository }: PullRequestSummary): string {
  const message = error instanceof Error ? error.message : String(error);
  const kind = error instanceof GitHubError ? error.kind : "";
  if (kind !== "forbidden" && kind !== "not-found") return message;
  return t("you may not write to {0} (GitHub: {1})", repositoryFullName(repository), message);
}

function keyOf({ repository, number }: PullRequestSummary, id: string): string {
  return JSON.stringify([repository.server, repositoryFullName(repository), number, id]);
}
