/** Creates all parts that deal with pull requests. `lazy-pull-requests.ts` loads this module when it is needed. */

import type { ExtensionContext, Uri } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import type { TargetResult } from "../../shared/report/model.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { Obstacle } from "../editor/errors.ts";
import { setTranslation, t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { SharedState } from "../editor/shared-state.ts";
import type { VSCode } from "../editor/vscode.ts";
import { Git } from "../github/git.ts";
import { Logins } from "../github/logins.ts";
import { PullRequestActions } from "../pulls/actions.ts";
import { CaseDiagnostics } from "../pulls/case-diagnostics.ts";
import { DecisionSender } from "../pulls/decision-sender.ts";
import { LinkFollower } from "../pulls/link-follower.ts";
import { LinkedResponses } from "../pulls/linked-responses.ts";
import { reportOnPulls } from "../pulls/report-on-pulls.ts";
import { PullRequestReviews } from "../pulls/reviews.ts";
import { type PullRequestRowsOptions, pullRequestRows, waitingReviewRows } from "../pulls/rows.ts";
import { type PullRequestState, PullRequestWatcher } from "../pulls/watcher.ts";
import type { RecordActions } from "../records/actions.ts";
import type { RecordStore } from "../records/records.ts";
import type { ResponseStore } from "../records/responses.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import type { OperationCommands } from "../requests/operation-commands.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import type { QueueAddress } from "../reviews/queue.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { ReviewSection } from "../views/reviews.ts";
import type { RowSubject, ViewRow } from "../views/row.ts";
import type { Views } from "../views/views.ts";
import type { PullRequestCommand } from "./command-table.ts";

export interface PullRequestsDeps {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly profileState: SharedState;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly responses: ResponseStore;
  readonly unsure: UnsureReviews;
  readonly recordActions: RecordActions;
  readonly operations: OperationCommands;
  readonly reportEditor: ReportEditor;
  readonly reviewPanel: Pick<ReviewPanel, "open">;
  readonly views: Views;
  readonly timeInWords: (time: number) => string;
  readonly fail: (error: unknown) => void;
}

type PullSubject = Extract<RowSubject, { type: "pull" }>;

export class PullRequests extends Observable {
  readonly commands: Readonly<Record<PullRequestCommand, (chosen: RowSubject | undefined) => Promise<void>>>;
  /** Returns the same object for the same report. */
  readonly reviewsAt: (report: QueueAddress) => PullRequestReviews;
  readonly #deps: PullRequestsDeps;
  readonly #pulls: PullRequestWatcher;
  readonly #decisionSender: DecisionSender;
  readonly #links: LinkFollower;

  constructor(deps: PullRequestsDeps) {
    super(deps.vscode);
    this.#deps = deps;
    const { vscode, context } = deps;
    setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
    const git = this.register(new Git(vscode));
    const logins = this.register(new Logins(deps));
    const isDecisionAwaited = () =>
      this.#checkedReports().some(({ pull, reviews }) =>
        reviews.some(review => this.#decisionSender.isAwaited(pull, review)),
      );
    this.#pulls = this.register(new PullRequestWatcher({ ...deps, git, logins, isDecisionAwaited }));
    this.register(new CaseDiagnostics({ vscode, git, pulls: this.#pulls }));
    const { memories, records, services } = deps;
    const decidedHere = (id: string) => {
      const service = services.current();
      const isSettled = records.reviewNotes.get(id)?.settled;
      return service && isSettled ? memories.of(service).decisionOf(id) : undefined;
    };
    this.#decisionSender = this.register(new DecisionSender({ ...deps, decidedHere }));
    this.register(records.onDidChange(() => this.fireChange()));
    this.register(
      this.#pulls.onDidChange(() => {
        for (const { pull, reviews } of this.#checkedReports()) {
          this.#decisionSender.forgetTakenUp(pull, reviews).catch(deps.fail);
        }
        deps.reportEditor.redraw();
        this.fireChange();
      }),
    );
    this.register(this.#decisionSender.onDidChange(() => this.fireChange()));

    const shared = { ...deps, git, logins, pulls: this.#pulls, decisionSender: this.#decisionSender };
    const queues = new Map<string, PullRequestReviews>();
    this.reviewsAt = ({ pull, comment }) => {
      const openReport = (index: number | undefined) =>
        actions.openReport({ type: "pull", pull, comment, ...(index !== undefined && { index }) });
      const key = `${pull} ${comment}`;
      const queue = queues.get(key) ?? new PullRequestReviews({ ...shared, openReport }, { pull, comment });
      queues.set(key, queue);
      return queue;
    };
    const openServiceReview = (id: string) => this.#links.openServiceReview(id);
    const { reviewsAt } = this;
    const actions = new PullRequestActions({ ...shared, reviewsAt, openServiceReview });
    this.#links = this.register(
      new LinkFollower({ ...shared, actions, linkedResponses: new LinkedResponses(shared) }),
    );
    const { version } = context.extension.packageJSON;
    const onPull =
      (act: (chosen: PullSubject) => Promise<void>) => async (chosen: RowSubject | undefined) => {
        if (chosen?.type !== "pull") throw new Obstacle(t("Choose a row in the Pull request view first."));
        await act(chosen);
      };
    this.commands = {
      logInToGitHub: chosen => actions.logIn(chosen?.type === "pull" ? chosen : undefined),
      lookAgain: () => this.#pulls.lookNow(),
      openOnGitHub: onPull(chosen => actions.openOnGitHub(chosen)),
      openPullReport: onPull(chosen => actions.openReport(chosen)),
      showRawPullReport: onPull(chosen => actions.showRaw(chosen)),
      openPullCase: onPull(chosen => actions.openCase(chosen)),
      openPullReview: onPull(chosen => actions.openReview(chosen)),
      reassignPullReview: onPull(chosen => actions.reassign(chosen)),
      decideThroughPull: onPull(chosen => actions.comment(chosen)),
      decideAgain: chosen => actions.decideAgain(chosen?.type === "pull" ? chosen : undefined),
      tellAgain: onPull(chosen => actions.sendDecisionAgain(chosen)),
      copyPullCommand: onPull(chosen => actions.copyCommand(chosen)),
      reportOnPulls: () => reportOnPulls({ ...shared, reported: () => this.#reportedTargets(), version }),
    };
  }

  set isInSight(isInSight: boolean) {
    this.#pulls.isInSight = isInSight;
  }

  get states(): readonly PullRequestState[] {
    return this.#pulls.all ?? [];
  }

  rows(): ViewRow[] | undefined {
    const { all } = this.#pulls;
    return all && pullRequestRows(all, this.#rowOptions());
  }

  /** The rows of the reviews that wait, for the Reviews view. */
  waitingReviewRows(): ReviewSection[] {
    return waitingReviewRows(this.#pulls.all ?? [], this.#rowOptions());
  }

  #rowOptions(): PullRequestRowsOptions {
    const { vscode, timeInWords } = this.#deps;
    return {
      isTrusted: vscode.workspace.isTrusted,
      hasGit: this.#pulls.hasGit,
      pendingDecisionOf: (pull, review) => this.#decisionSender.pendingDecisionOf(pull, review),
      timeOf: timeInWords,
      nameOf: root => decodeURIComponent(root.split("/").findLast(part => part !== "") ?? ""),
    };
  }

  /** The reports whose reviews are in a review check. */
  #checkedReports() {
    return (this.#pulls.all ?? []).flatMap(({ view }) =>
      view.what !== "pull-request"
        ? []
        : view.reports.flatMap(({ check, reviews }) =>
            check === undefined ? [] : { pull: view.pull, reviews },
          ),
    );
  }

  #reportedTargets(): readonly TargetResult[] {
    return (this.#pulls.all ?? [])
      .flatMap(({ view }) => (view.what === "pull-request" ? view.reports : []))
      .filter(({ author }) => author.isApp)
      .flatMap(({ view }) => view?.report.results.extra.callboard.targets ?? []);
  }

  async followLink(link: Uri): Promise<void> {
    await this.#links.follow(link);
  }

  async followPendingLink(): Promise<void> {
    await this.#links.followPending();
  }
}
