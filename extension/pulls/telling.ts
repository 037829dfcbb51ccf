/**
 * Telling a pull request what was decided here: the Action takes it up and writes it into the check run, as only an app
 * may. What was told is kept until the check run says the same, also over a reload: nothing is decided twice meanwhile.
 */

import type { Memento } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { writeCommand } from "../../shared/gate/commands.ts";
import { dispatchType } from "../../shared/gate/dispatch.ts";
import { type Review, settling, type Verb, verbs } from "../../shared/gate/state.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type GitHubClient, GitHubRefusal } from "../github/client.ts";
import type { PullRequest } from "../github/pull-request.ts";
import { fullName } from "../github/repository.ts";

/** What a person wants of a review. */
export interface Decision {
  readonly verb: Verb;
  readonly fields: JsonObject;
}

export interface Told extends Decision {
  readonly at: number;
  /** A comment tells the Action to send it with its own key; else the service has it, and a dispatch says so. */
  readonly byComment: boolean;
  /** Why GitHub did not take it. */
  readonly refused?: string;
}

/** What was told of a review, and the check run does not say yet. */
export interface Untaken extends Told {
  readonly isLate: boolean;
}

const storedUnder = "callboard.told";
/** A workflow that is there has taken it up by then. */
const patienceMs = 120_000;
/** GitHub takes 64 KB. */
const mostPayload = 60_000;
const mostKept = 200;

export class Telling extends Observable {
  readonly #state: Memento;
  readonly #clock: Clock;

  constructor(vscode: VSCode, state: Memento, clock: Clock) {
    super(vscode);
    this.#state = state;
    this.#clock = clock;
  }

  of(pull: PullRequest, review: Review): Untaken | undefined {
    const told = this.#all[keyOf(pull, review.id)];
    if (told === undefined || isTakenUp(review, told)) return undefined;
    const isLate = told.refused === undefined && this.#clock.now() - told.at > patienceMs;
    return { ...told, isLate };
  }

  /** The service has taken it before: this is written down first, whatever becomes of the window. */
  async dispatch(
    client: GitHubClient | undefined,
    pull: PullRequest,
    id: string,
    { verb, fields, answer }: Decision & { readonly answer?: JsonObject | undefined },
  ): Promise<void> {
    const told = { verb, fields, at: this.#clock.now(), byComment: false };
    await this.#tell(client, pull, id, told, github =>
      github.post(
        `/repos/${fullName(pull.repository)}/dispatches`,
        dispatchOf(pull, id, { verb, fields }, answer),
      ),
    );
  }

  async comment(
    client: GitHubClient | undefined,
    pull: PullRequest,
    id: string,
    decision: Decision,
  ): Promise<void> {
    const told = { ...decision, at: this.#clock.now(), byComment: true };
    await this.#tell(client, pull, id, told, github =>
      github.post(`/repos/${fullName(pull.repository)}/issues/${pull.number}/comments`, {
        body: commandOf(id, decision),
      }),
    );
  }

  async #tell(
    client: GitHubClient | undefined,
    pull: PullRequest,
    id: string,
    told: Told,
    send: (client: GitHubClient) => Promise<unknown>,
  ): Promise<void> {
    await this.#keep(pull, id, told);
    try {
      if (client === undefined) throw new Error(t("You are not logged in to GitHub."));
      await send(client);
    } catch (error) {
      // It is certain that a comment which GitHub has refused tells nobody anything.
      const isNothing =
        told.byComment && error instanceof GitHubRefusal && error.refusal.why !== "unavailable";
      if (isNothing) await this.#keep(pull, id, undefined);
      else await this.#keep(pull, id, { ...told, refused: reasonOf(error) });
      throw error;
    }
  }

  async #keep(pull: PullRequest, id: string, told: Told | undefined): Promise<void> {
    const { [keyOf(pull, id)]: _, ...others } = this.#all;
    const kept = [...Object.entries(others), ...(told ? [[keyOf(pull, id), told] as const] : [])];
    await this.#state.update(storedUnder, Object.fromEntries(kept.slice(-mostKept)));
    this.changed();
  }

  get #all(): Readonly<Record<string, Told>> {
    const stored = this.#state.get(storedUnder);
    const entries = Object.entries(isJsonObject(stored) ? stored : {}).flatMap(([key, told]) => {
      const { at, byComment, fields, refused, verb } = isJsonObject(told) ? told : {};
      const known = verbs.find(each => each === verb);
      if (typeof at !== "number" || known === undefined || !isJsonObject(fields)) return [];
      const reason = typeof refused === "string" ? { refused } : {};
      return [[key, { verb: known, fields, at, byComment: byComment === true, ...reason }] as const];
    });
    return Object.fromEntries(entries);
  }
}

export function commandOf(review: string, { verb, fields }: Decision): string {
  return writeCommand({ verb, review, fields, again: false });
}

/** The answer is left out where there is no room for it: the fields tell as well. */
export function dispatchOf(
  { number, headSha }: PullRequest,
  id: string,
  { verb, fields }: Decision,
  answer?: JsonObject,
): JsonObject {
  const payload = (review: JsonObject): JsonObject => ({
    event_type: dispatchType,
    client_payload: { version: 1, pull_request: number, sha: headSha, reviews: [review] },
  });
  const review = { id, operation: settling[verb], fields };
  const whole = payload({ ...review, ...(answer && { answer }) });
  const bytes = new TextEncoder().encode(JSON.stringify(whole)).length;
  return bytes <= mostPayload ? whole : payload(review);
}

function isTakenUp({ state, reassigned }: Review, { verb, at }: Told): boolean {
  if (state !== "open") return true;
  return verb === "reassign" && reassigned !== undefined && Date.parse(reassigned.at) >= at - clockSkewMs;
}

/** Between this computer and those of GitHub. */
const clockSkewMs = 60_000;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function keyOf({ repository, number }: PullRequest, id: string): string {
  return JSON.stringify([repository.server, fullName(repository), number, id]);
}
