/**
 * Sends decisions in the background, one after the other, so that a person need not wait for responses. A failure is listed
 * until the person has seen it beside its review. Decisions that the end of a window interrupts are listed as failures, too:
 * each window has a file of its decisions, with heartbeats.
 */

import type { Memento } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { boolean, list, number, object, optional, readOrNothing, text, write } from "../../shared/codec.ts";
import type { JsonObject } from "../../shared/json.ts";
import { ServiceError } from "../../shared/service/error.ts";
import { cut } from "../../shared/wording.ts";
import { windowHasAnswered } from "../editor/conditions.ts";
import { Cancelled, isPlainCancel } from "../editor/errors.ts";
import { heartbeatMs, longestSilenceMs } from "../editor/heartbeat.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { Storage } from "../editor/storage.ts";
import { escapeForMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import type { Notice } from "./page.ts";
import { type QueueAddress, type ReviewQueue, sendingStoredUnder } from "./queue.ts";

/** A review with its queue, and its question as its title. */
export interface ShownReview {
  readonly queue: ReviewQueue;
  readonly id: string;
  readonly title: string;
  /** The service in use when the page showed the review. */
  readonly service?: string | undefined;
}

export interface NoticeAbout extends Notice {
  readonly about: ShownReview;
  /** The service in use when the notice was given. */
  readonly givenIn?: string | undefined;
}

interface NewDecision {
  readonly about: ShownReview;
  /** The service in use when the page showed the review. */
  readonly service: string | undefined;
  readonly fields: JsonObject;
}

interface SendingDecision extends NewDecision {
  readonly number: number;
  readonly stop: AbortController;
  hasBegun: boolean;
}

const storedCodec = object({
  /** The time of the window's last heartbeat, in milliseconds since 1970; 0 after its orderly end. */
  aliveAt: number,
  decisions: list(
    object({
      id: text,
      service: optional(text),
      title: text,
      hasBegun: boolean,
      /** Absent for a review of the service. */
      address: optional(object({ pull: text, comment: number }), "unreadable"),
    }),
  ),
});

const fileStart = "sending ";
/** The most characters of the reviews' names in a message. */
const longestNames = 300;

interface BackgroundDecisionsDeps {
  readonly vscode: VSCode;
  readonly unsure: UnsureReviews;
  readonly workspaceState: Memento;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly isPageVisible: () => boolean;
  readonly show: (about: ShownReview) => void;
  readonly queueAt: (address: QueueAddress) => Promise<ReviewQueue>;
}

export class BackgroundDecisions extends Observable {
  readonly #deps: BackgroundDecisionsDeps;
  #sending: readonly SendingDecision[] = [];
  #notices: readonly NoticeAbout[] = [];
  /** The failures that no message has named yet, because later decisions are still being sent. */
  #untold: readonly NoticeAbout[] = [];
  /** Resolves when the last decision has ended. */
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  readonly #file = `${fileStart}${crypto.randomUUID()}.json`;
  /** The file is written in turns, so that an earlier state never replaces a later one. */
  #turn: Promise<unknown> = Promise.resolve();
  #cancelHeartbeat = () => {};
  #cancelChecks: (() => void)[] = [];

  constructor(deps: BackgroundDecisionsDeps) {
    super(deps.vscode);
    this.#deps = deps;
    this.register({
      dispose: () => {
        for (const cancel of [this.#cancelHeartbeat, ...this.#cancelChecks]) cancel();
        if (this.#sending.length > 0) this.#write(0);
      },
    });
  }

  /** The decisions that are being sent, or that wait for an earlier one. */
  get sending(): readonly SendingDecision[] {
    return this.#sending;
  }

  /** The failures, the latest first, and then the last success. Without those of another service, from before the switch. */
  get notices(): readonly NoticeAbout[] {
    return this.#notices.filter(notice => !isOfOtherService(notice));
  }

  sendingOf(review: Omit<ShownReview, "title">): SendingDecision | undefined {
    return this.#sending.find(({ about }) => isSame(about, review));
  }

  /** Resolves to whether the decision was sent. Never throws. */
  send(decision: NewDecision): Promise<boolean> {
    const sending = { ...decision, number: ++this.#count, stop: new AbortController(), hasBegun: false };
    this.#sending = [...this.#sending, sending];
    this.#save();
    const earlier = this.#last;
    const end = this.#send(sending, earlier);
    // A cancelled decision ends before the earlier ones.
    this.#last = Promise.all([earlier, end]);
    return end;
  }

  cancel(number: number): void {
    this.#sending.find(each => each.number === number)?.stop.abort(new Cancelled());
  }

  dismiss(isDismissed: (notice: NoticeAbout) => boolean): void {
    this.#notices = this.#notices.filter(notice => !isDismissed(notice));
    this.fireChange();
  }

  fail(error: unknown, about: ShownReview): void {
    if (isPlainCancel(error)) {
      this.fireChange();
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    const text = reason.includes(about.title) ? reason : t("“{0}”: {1}", about.title, reason);
    const isWarning = error instanceof ServiceError && error.kind === "left-open";
    this.notifyFailure({ about, text, isWarning, keyFor: refusedKey(error) });
  }

  notifyFailure(failure: Omit<NoticeAbout, "isFailure" | "number" | "givenIn">): void {
    const others = this.#notices.filter(each => !each.isFailure || !isSame(each.about, failure.about));
    const givenIn = failure.about.queue.service();
    const notice = { ...failure, givenIn, number: ++this.#count, isFailure: true };
    this.#notices = [notice, ...others];
    if (!this.#deps.isPageVisible()) this.#untold = [...this.#untold, notice];
    this.#tellFailures();
    this.fireChange();
  }

  /** Shows one message for the failures of a queue, because VS Code folds several. The page has the reason of each. */
  #tellFailures(): void {
    if (this.#sending.length > 0) return;
    const failures = this.#untold;
    this.#untold = [];
    const { showErrorMessage, showWarningMessage } = this.#deps.vscode.window;
    const show = failures.every(({ isWarning }) => isWarning) ? showWarningMessage : showErrorMessage;
    if (!this.#deps.isPageVisible()) this.#tell(failures, show);
  }

  #tell([first, ...others]: readonly NoticeAbout[], showMessage: VSCode["window"]["showErrorMessage"]): void {
    if (first === undefined) return;
    const names = [first, ...others].map(({ about }) => `“${about.title || about.id}”`);
    const text =
      others.length === 0
        ? first.text
        : t(
            "{0} decisions failed or may have arrived, as the page of each says: {1}",
            names.length,
            cut(names.join(", "), longestNames),
          );
    const show = t("Show review");
    showMessage(escapeForMessage(text), show).then(answer => {
      if (answer === show) this.#deps.show(first.about);
    });
  }

  /** Lists the decisions of windows that have ended. */
  async restore(own: ReviewQueue): Promise<void> {
    const names = await this.#deps.storage.names();
    for (const name of names) {
      if (name.startsWith(fileStart) && name !== this.#file) await this.#restoreFrom(name, own);
    }
  }

  /** Waits until the other window's silence shows that it has ended. `heard` is its heartbeat before the wait. */
  async #restoreFrom(name: string, own: ReviewQueue, heard?: number): Promise<void> {
    const { clock, queueAt, storage, unsure, vscode } = this.#deps;
    const stored = parsed(await storage.read(name));
    // The other window has no decisions any more, or is writing the file.
    if (stored === undefined) return;
    const { aliveAt } = stored;
    if (aliveAt !== heard && clock.now() - aliveAt < longestSilenceMs) {
      const check = () => void this.#restoreFrom(name, own, aliveAt);
      this.#cancelChecks.push(clock.after(longestSilenceMs, check));
      return;
    }
    await storage.delete(name);
    const restored: NoticeAbout[] = [];
    for (const { id, service, title, hasBegun, address } of stored.decisions) {
      // The request was not sent, and so the review need not be looked at, unless another window decides it by now.
      if (!hasBegun) await unsure.remove({ id, service }).catch(() => {});
      const reason = hasBegun
        ? t("The window closed before the response. A decision may have arrived: look at the review.")
        : t("The window closed before the decision was sent. Decide the review again.");
      const text = t("“{0}”: {1}", title, reason);
      const queue = address === undefined ? own : await queueAt(address);
      // The window ended after the answer was kept, and before its file was.
      const isAnswered = hasBegun && !unsure.has({ id, service });
      if (isAnswered && (await queue.facts(id).catch(() => undefined))?.isSettled) continue;
      restored.push({ about: { queue, id, title, service }, text, isFailure: true, number: ++this.#count });
    }
    this.#notices = [...this.#notices, ...restored];
    this.#tell(restored, vscode.window.showWarningMessage);
    this.fireChange();
  }

  async #send(decision: SendingDecision, earlier: Promise<unknown>): Promise<boolean> {
    const { about, service, fields, stop } = decision;
    const { queue, id } = about;
    const review = { id, service };
    const turn = Promise.race([earlier, abortionOf(stop.signal)]);
    try {
      // The review is tracked before its turn comes. Otherwise the person could decide the same review in its row or with
      // a comment, or in another window.
      const text = await this.#deps.unsure.track(review, async () => {
        await turn;
        if (stop.signal.aborted) throw stop.signal.reason;
        await this.#deps.unsure.claimAgain(review);
        decision.hasBegun = true;
        await this.#save();
        return queue.decide({ ...review, title: about.title }, fields, stop.signal);
      });
      // Another service that is in use by now can have another review with this id.
      const facts = isOfService(about, queue.service())
        ? await queue.facts(id).catch(() => undefined)
        : undefined;
      this.#end(decision);
      this.#tellFailures();
      this.#note(about, text, facts?.canBeRevised);
      return true;
    } catch (error) {
      this.#end(decision);
      // The waiting decisions would ask for another key one after the other.
      if (refusedKey(error) !== undefined) {
        for (const each of this.#sending) if (each.service === service) each.stop.abort(error);
      }
      if (isPlainCancel(error)) {
        this.#tellFailures();
        this.#note(about, t("“{0}”: cancelled, nothing was sent.", about.title));
      } else this.fail(error, about);
      return false;
    }
  }

  /** Replaces what was told last, which is not a failure. */
  #note(about: ShownReview, text: string, canBeTakenBack?: boolean): void {
    const notice = { about, givenIn: about.queue.service(), text, isFailure: false, canBeTakenBack };
    this.#notices = [...this.#notices.filter(each => each.isFailure), { ...notice, number: ++this.#count }];
    this.fireChange();
  }

  #end(decision: SendingDecision): void {
    this.#sending = this.#sending.filter(each => each !== decision);
    this.#save();
  }

  async #save(): Promise<void> {
    const { clock, vscode, workspaceState } = this.#deps;
    this.#cancelHeartbeat();
    const isSending = this.#sending.length > 0;
    if (isSending) {
      this.#cancelHeartbeat = clock.after(heartbeatMs, async () => {
        // The lingering extension host of a closed window must write no heartbeat.
        await windowHasAnswered(vscode);
        if (this.#sending.length > 0) await this.#save();
      });
    }
    // A window that is opened next learns from it that there is a file. VS Code saves the whole state of the extension with
    // each key, and takes long for it with many records.
    if (isSending !== (workspaceState.get(sendingStoredUnder) ?? false))
      await workspaceState.update(sendingStoredUnder, isSending || undefined);
    await this.#write(clock.now());
  }

  #write(aliveAt: number): Promise<unknown> {
    const { storage } = this.#deps;
    const decisions = this.#sending.map(({ about: { id, title, queue }, service, hasBegun }) => ({
      id,
      ...(queue.address && { address: queue.address }),
      ...(service !== undefined && { service }),
      title,
      hasBegun,
    }));
    this.#turn = this.#turn
      .then(() =>
        decisions.length === 0
          ? storage.delete(this.#file)
          : storage.write(this.#file, JSON.stringify(write(storedCodec, { aliveAt, decisions }))),
      )
      // The claims still show other windows that a decision may have arrived.
      .catch(() => {});
    return this.#turn;
  }
}

function parsed(text: string | undefined) {
  try {
    return readOrNothing(storedCodec, JSON.parse(text ?? ""));
  } catch {
    return undefined;
  }
}

/** Rejects when the signal is aborted. Nobody has to wait for it. */
function abortionOf(signal: AbortSignal): Promise<never> {
  const abortion = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  abortion.catch(() => {});
  return abortion;
}

/** The origin that rejected the API key. */
function refusedKey(error: unknown): string | undefined {
  return error instanceof ServiceError && error.kind === "unauthorized" ? error.origin : undefined;
}

function isOfOtherService({ about, givenIn }: NoticeAbout): boolean {
  const inUse = about.queue.service();
  return !isOfService(about, inUse) && givenIn !== inUse;
}

/** A pull request has the same reviews with each service. */
export function isOfService(
  { queue, service }: Omit<ShownReview, "title">,
  inUse: string | undefined,
): boolean {
  return queue.address !== undefined || service === undefined || service === inUse;
}

export function isSame(one: Omit<ShownReview, "title">, other: Omit<ShownReview, "title">): boolean {
  // A pull request has the same reviews with each service.
  const isOfOneService = one.queue.address !== undefined || one.service === other.service;
  return one.id === other.id && one.queue === other.queue && isOfOneService;
}
