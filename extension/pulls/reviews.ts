/**
 * The reviews of a report on a pull request. A person can submit a decision with their own key, and CI then records it
 * in the review check. Or the person comments, and CI submits the decision with CI's key.
 */

import type { Review } from "../../shared/gate/state.ts";
import type { JsonObject } from "../../shared/json.ts";
import { assigneeInRequest } from "../../shared/reading/assignee.ts";
import type { Verdict } from "../../shared/reading/reading.ts";
import { knownRecord } from "../../shared/reading/records.ts";
import type { ReportTest } from "../../shared/report/model.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import { operationFor } from "../../shared/service/operations.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage, joinTexts, withoutCodeMarks } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Logins } from "../github/logins.ts";
import type { PullRequestSummary } from "../github/pull-request.ts";
import type { PullRequestReport } from "../github/reports.ts";
import { repositoryFullName } from "../github/repository.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { ReviewAt } from "../records/shared-decisions.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import { newDecisionWords } from "../requests/confirm-deciding-again.ts";
import type { QuickForm } from "../requests/form.ts";
import type { OperationCommands } from "../requests/operation-commands.ts";
import type { ReviewFacts } from "../reviews/facts.ts";
import type { QueueAddress, ReviewAction, ReviewQueue } from "../reviews/queue.ts";
import { anotherService } from "../reviews/service-reviews.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { Views } from "../views/views.ts";
import {
  commandOf,
  type DecisionContent,
  type DecisionSender,
  decisionFingerprint,
  describePendingDecision,
  type PendingDecision,
  stateAfter,
} from "./decision-sender.ts";
import { describeDecision, describeEarlierDecision, describeReviewState } from "./decision-words.ts";
import { findReport, type PullRequestWatcher } from "./watcher.ts";

interface PullRequestReviewsDeps {
  readonly vscode: VSCode;
  readonly pulls: PullRequestWatcher;
  readonly decisionSender: DecisionSender;
  readonly logins: Logins;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly records: RecordStore;
  readonly operations: OperationCommands;
  readonly unsure: UnsureReviews;
  readonly views: Pick<Views, "filter" | "showsPullReview" | "onDidFilter">;
  readonly openReport: (index: number | undefined) => Promise<void>;
}

const reassigning = operationFor("reassign", "review");

interface PendingReview {
  readonly pull: PullRequestSummary;
  readonly review: Review;
  /** The decision that was sent with the person's own key, and that CI has not taken up. */
  readonly pending: PendingDecision | undefined;
}

type DecidedReview = Review & { readonly state: Verdict };

interface Question {
  readonly title: (name: string) => string;
  readonly question: (pull: PullRequestSummary) => string;
  readonly detail: (decision: DecisionContent) => string;
  readonly button: string;
  /** Whether the decision may replace one that CI has not taken up. */
  readonly canTakeBack?: boolean;
  /** Throws if the question must not be asked. */
  readonly check?: () => void;
}

export class PullRequestReviews implements ReviewQueue {
  readonly #deps: PullRequestReviewsDeps;
  readonly address: QueueAddress;

  constructor(deps: PullRequestReviewsDeps, address: QueueAddress) {
    this.#deps = deps;
    this.address = address;
  }

  async ready(): Promise<void> {
    const { pulls } = this.#deps;
    if (pulls.find(this.address.pull) === undefined) await pulls.lookNow();
  }

  service(): string | undefined {
    return this.#deps.services.current()?.id;
  }

  waitingIds(): readonly string[] {
    const open = this.#idleReviews().flatMap(({ id, state }) => (state === "open" ? id : []));
    return open.filter(id => this.#deps.views.showsPullReview(id));
  }

  filter(): string {
    return this.#deps.views.filter;
  }

  decided(): readonly DecidedReview[] {
    return this.#idleReviews().filter(isDecided);
  }

  /** Looks at the pull request, and at what other windows have sent to it. */
  async #look(): Promise<void> {
    const { decisionSender, pulls } = this.#deps;
    await Promise.all([pulls.lookNow(), decisionSender.look()]);
  }

  #idleReviews(): readonly Review[] {
    const found = this.#find();
    return found?.report.reviews.filter(review => this.#progressOf(found.pull, review) === undefined) ?? [];
  }

  async facts(id: string): Promise<ReviewFacts | undefined> {
    const found = this.#find();
    const review = found?.report.reviews.find(each => each.id === id);
    if (found === undefined || review === undefined) return undefined;
    const { pull, report } = found;
    const { state, label, case: caseName, evidence, by, assignee, reassigned, target } = review;
    const inProgress = this.#progressOf(pull, review);
    const isOpen = state === "open";
    const pending = this.#deps.decisionSender.pendingDecisionOf(pull, review);
    const { test, metrics } = findTest(report, review) ?? {};
    const before = describeEarlierDecision(review);
    const service = this.#deps.services.current();
    return {
      id,
      service: service?.id,
      question: label ?? caseName ?? id,
      isSettled: !isOpen || inProgress !== undefined,
      // The words of the row contain the verdict.
      verdict: undefined,
      evidence: joinTexts(" · ", [
        ...(isOpen && inProgress !== undefined ? [inProgress] : []),
        ...(isOpen ? [] : describeReviewState(review, pending)),
        inProgress === undefined && evidence !== undefined && withoutCodeMarks(evidence),
      ]),
      isCalibration: false,
      isOnPullRequest: inProgress === undefined,
      canBeRevised: inProgress === undefined ? !isOpen : this.#ownPending(pull, review) !== undefined,
      assignee:
        pending?.verb === "reassign"
          ? assigneeInRequest(pending.fields)
          : (reassigned ?? { to: assignee }).to,
      ...(test && { case: test }),
      metrics,
      otherFields: [],
      origins: [
        [t("pull request"), `${repositoryFullName(pull.repository)} #${pull.number}`],
        ...(target === "" ? [] : [[t("target"), target] as const]),
        ...(by === undefined ? [] : [[t("decided by"), `@${by}`] as const]),
        ...(before === "" ? [] : [[t("before"), before] as const]),
        ...(!isOpen || inProgress !== undefined || service === undefined
          ? []
          : [[t("service"), service.name] as const]),
      ],
      hasReport: report.view !== undefined,
    };
  }

  form(id: string): Promise<QuickForm> {
    return this.#deps.operations.decisionForm({ id, service: this.service() });
  }

  async decide({ id, service: at }: ReviewAt, fields: JsonObject, signal: AbortSignal): Promise<string> {
    const { services } = this.#deps;
    const service = services.requireCurrent();
    if (service.id !== at) throw anotherService();
    // Somebody else may have decided the review since the page showed it.
    await this.#look();
    const { pull, review } = this.#requireOpen(id);
    const { words, answer } = await this.#submit(service, review, fields, signal);
    const trouble = await this.#dispatch(pull, review, { verb: "submit", fields, answer });
    return [words, trouble ?? t("The decision was sent to the pull request.")].join(" · ");
  }

  /** The title from CI's report names the review in the Reviews view, because the service may not repeat it. */
  async #submit(service: Service, review: Review, fields: JsonObject, signal?: AbortSignal) {
    const { memories, operations } = this.#deps;
    const record = this.#record(review);
    const done = await operations.decide(service, record, fields, signal);
    await memories.of(service).learn([knownRecord("review", record.id, record.name, undefined)], new Map());
    return done;
  }

  /** Uses the person's own key. The question names the decision that will be replaced. */
  async decideAgain(id: string): Promise<void> {
    const { services, vscode } = this.#deps;
    const service = services.requireCurrent();
    const { pull, review, decision, forget } = await this.#ask(id, {
      title: name => t("Decide “{0}” again", name),
      question: () => t("Submit it to {0} with your own key?", service.name),
      detail: () => "",
      button: t("Decide again"),
      canTakeBack: true,
    });
    const { words, answer } = await this.#submit(service, review, decision.fields);
    await forget();
    const trouble = await this.#dispatch(pull, review, { ...decision, answer });
    const said = escapeForMessage(
      [words, trouble ?? t("The decision was sent to the pull request.")].join(" · "),
    );
    if (trouble !== undefined) throw new Obstacle(said);
    vscode.window.showInformationMessage(said);
  }

  async act(id: string, action: ReviewAction): Promise<void> {
    if (action === "reassign") return this.reassign(id);
    if (action === "comment") return this.comment(id);
    if (action === "revise") return this.decideAgain(id);
    const found = this.#find();
    const review = found?.report.reviews.find(each => each.id === id);
    await this.#deps.openReport(found && review && findTest(found.report, review)?.index);
  }

  async reassign(id: string): Promise<void> {
    await this.#look();
    const { pull, review } = this.#requireOpen(id);
    const sent = await this.#deps.operations.start(reassigning, [this.#record(review)]);
    if (sent === undefined) return;
    const trouble = await this.#dispatch(pull, review, { verb: "reassign", ...sent });
    if (trouble !== undefined) throw new Obstacle(trouble);
  }

  /** Posts a comment, so that CI submits the decision with CI's key. The person sees the comment first. */
  async comment(id: string): Promise<void> {
    const { logins, pulls, unsure, decisionSender } = this.#deps;
    const { pull, review, decision, forget } = await this.#ask(id, {
      title: name => t("Decide “{0}” through the pull request", name),
      question: ({ number, repository }) =>
        t("Comment on #{0} of {1} as yourself?", number, repositoryFullName(repository)),
      detail: decision => commandOf(id, decision),
      button: t("Comment"),
      check() {
        if (!unsure.hasId(id)) return;
        throw new Obstacle(t("A decision may have arrived: look at the review in the service first."));
      },
    });
    const client = await logins.clientFor(pull.repository.server);
    if (client === undefined) throw notLoggedIn();
    await decisionSender.comment(client, pull, review, decision);
    await forget();
    pulls.lookAgain();
  }

  async #ask(id: string, { title, question, detail, button, check, canTakeBack = false }: Question) {
    const { operations, vscode } = this.#deps;
    requireTrust(vscode);
    const asked = this.#requireDecidable(id, canTakeBack);
    const { pull: at, review: before } = asked;
    check?.();
    const reviewAt = { id, service: this.service() };
    const { fields, forget } = await operations.askDecision(
      title(before.label ?? before.case ?? id),
      reviewAt,
    );
    const replaced = replacedDecision(asked);
    const decision: DecisionContent = { verb: "submit", fields, ...(replaced && { again: true }) };
    const place = replaced
      ? [
          t("It replaces the decision: {0}.", describeDecision(replaced)),
          newDecisionWords(stateAfter(id, decision)),
        ]
      : [];
    // Not escaped, because an escaped command would be a different command.
    const options = { modal: true, detail: joinTexts("\n", [...place, detail(decision)]) };
    const answer = await vscode.window.showInformationMessage(
      escapeForMessage(question(at)),
      options,
      button,
    );
    if (answer !== button) throw new Cancelled();
    await this.#look();
    const { pull, review, pending } = this.#requireDecidable(id, canTakeBack);
    if (decisionFingerprint(review) !== decisionFingerprint(before) || pending?.at !== asked.pending?.at) {
      throw new Obstacle(t("Nothing was sent: {0}", t("somebody has decided it meanwhile")));
    }
    check?.();
    return { pull, review, decision, forget };
  }

  onDidChange(listener: () => void) {
    const { pulls, services, decisionSender, views } = this.#deps;
    // `services` also reports changes of the catalogs, which contain the forms.
    const listening = [pulls, services, decisionSender].map(each => each.onDidChange(listener));
    listening.push(views.onDidFilter(listener));
    return {
      dispose: () => {
        for (const each of listening) each.dispose();
      },
    };
  }

  /** Gives an error's message instead of throwing, because the service has the decision. Undefined after a success. */
  async #dispatch(
    pull: PullRequestSummary,
    review: Review,
    decision: DecisionContent & { readonly answer?: JsonObject | undefined },
  ): Promise<string | undefined> {
    const { logins, pulls, decisionSender } = this.#deps;
    try {
      await decisionSender.dispatch(await logins.clientFor(pull.repository.server), pull, review, decision);
      pulls.lookAgain();
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return t("The pull request could not be updated: {0}", reason);
    }
  }

  #record({ id, label, case: caseName }: Review): AddressedRecord {
    return { ...this.#deps.records.withId("review", id), name: label ?? caseName ?? id };
  }

  #find(): { readonly pull: PullRequestSummary; readonly report: PullRequestReport } | undefined {
    const { pull, comment } = this.address;
    const state = this.#deps.pulls.find(pull);
    const found = state && findReport(state, comment);
    // Anyone can write or change a comment that looks like a report. Only a check run proves that a review waits.
    return found?.report.check === undefined ? undefined : found;
  }

  /** Throws for a decided review, so that a second window or key press doesn't decide it again. */
  #requireOpen(id: string): PendingReview {
    const found = this.#requireDecidable(id);
    if (isDecided(found.review)) throw new Obstacle(t("Nothing was sent: {0}", t("it was decided before")));
    return found;
  }

  #requireDecidable(id: string, canTakeBack = false): PendingReview {
    const { pull, report } = this.#find() ?? {};
    const review = report?.reviews.find(each => each.id === id);
    if (pull === undefined || review === undefined) {
      throw new Obstacle(t("The pull request has no such review any more."));
    }
    const inProgress = this.#progressOf(pull, review);
    const pending = canTakeBack ? this.#ownPending(pull, review) : undefined;
    if (inProgress !== undefined && pending === undefined) {
      throw new Obstacle(t("Nothing was sent: {0}", inProgress));
    }
    return { pull, review, pending };
  }

  /** Absent for a comment, whose decision CI may be sending to the service at this moment. */
  #ownPending(pull: PullRequestSummary, review: Review): PendingDecision | undefined {
    const pending = this.#deps.decisionSender.pendingDecisionOf(pull, review);
    const isOwn = review.begun === undefined && pending?.verb === "submit" && !pending.byComment;
    return isOwn ? pending : undefined;
  }

  #progressOf(pull: PullRequestSummary, review: Review): string | undefined {
    if (review.begun !== undefined) {
      return t("a command of @{0} may have arrived: look at the service", review.begun.by);
    }
    const pending = this.#deps.decisionSender.pendingDecisionOf(pull, review);
    return pending?.verb === "submit" ? describePendingDecision(pending) : undefined;
  }
}

function findTest(
  { view }: PullRequestReport,
  { id }: Review,
):
  | {
      readonly test: NonNullable<ReviewFacts["case"]>;
      readonly metrics: ReviewFacts["metrics"];
      readonly index: number;
    }
  | undefined {
  if (view === undefined) return undefined;
  const { tests } = view.report.results;
  const mentions = reviewsOf(view.report).filter(review => review.id === id);
  const index = tests.findIndex(({ name, suite }) =>
    mentions.some(({ case: caseName, target }) => caseName === name && target === suite[0]),
  );
  const test = tests[index];
  return test && { test: testFacts(test), metrics: test.extra?.metrics, index };
}

function testFacts({ name, status, message, extra, duration, filePath, line }: ReportTest) {
  return {
    name,
    status,
    ...(message !== undefined && { message }),
    ...(extra?.url !== undefined && { url: extra.url }),
    ...(duration > 0 && { durationMs: duration }),
    ...(filePath !== undefined && { file: filePath }),
    ...(line !== undefined && { line }),
  };
}

function replacedDecision({ review, pending }: PendingReview) {
  if (pending === undefined) return isDecided(review) ? review : undefined;
  const state = stateAfter(review.id, pending);
  return { state: state === "open" ? "unknown" : state } as const;
}

function isDecided(review: Review): review is DecidedReview {
  return review.state !== "open";
}

function notLoggedIn(): Obstacle {
  return new Obstacle(t("You are not logged in to GitHub."), [
    { title: t("Log in"), command: "callboard.logInToGitHub" },
  ]);
}
