/** Creates all parts that deal with pull requests. They are a bundle of their own, which `on-demand.ts` loads. */

import type { ExtensionContext, Uri } from "vscode";
import type { Clock } from "../shared/clock.ts";
import type { TargetResult } from "../shared/report/model.ts";
import type { Bundles } from "./bundles/bundles.ts";
import type { Catalogs } from "./catalogs/catalogs.ts";
import type { PullCommand } from "./commands/table.ts";
import type { VirtualDocuments } from "./editor/documents.ts";
import { Obstacle } from "./editor/errors.ts";
import { t, translateWith } from "./editor/l10n.ts";
import { Observable } from "./editor/observable.ts";
import type { VSCode } from "./editor/vscode.ts";
import { Git } from "./github/git.ts";
import { Logins } from "./github/logins.ts";
import { Links } from "./links/links.ts";
import type { Operations } from "./operations/operations.ts";
import { PullActions } from "./pulls/actions.ts";
import { Pulls } from "./pulls/pulls.ts";
import { PullReviews } from "./pulls/reviews.ts";
import { pullRows } from "./pulls/rows.ts";
import { Telling } from "./pulls/telling.ts";
import type { RecordActions } from "./records/actions.ts";
import type { Records } from "./records/records.ts";
import type { ReportEditor } from "./reports/editor.ts";
import type { ReviewDesk } from "./reviews/desk.ts";
import type { Memories } from "./services/memory.ts";
import type { Services } from "./services/services.ts";
import type { Row, Subject } from "./views/row.ts";
import { reportOnPulls } from "./workflows/report-on-pulls.ts";

export interface PullRequestsOptions {
  readonly vscode: VSCode;
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly services: Services;
  readonly memories: Memories;
  readonly catalogs: Catalogs;
  readonly records: Records;
  readonly recordActions: RecordActions;
  readonly operations: Operations;
  readonly reportEditor: ReportEditor;
  readonly reviewDesk: ReviewDesk;
  readonly timeInWords: (time: number) => string;
  readonly fail: (error: unknown) => void;
}

type PullSubject = Extract<Subject, { type: "pull" }>;

export class PullRequests extends Observable {
  readonly commands: Readonly<Record<PullCommand, (chosen: Subject | undefined) => Promise<void>>>;
  readonly #deps: PullRequestsOptions;
  readonly #pulls: Pulls;
  readonly #telling: Telling;
  readonly #links: Links;

  constructor(deps: PullRequestsOptions) {
    super(deps.vscode);
    this.#deps = deps;
    const { vscode, context } = deps;
    translateWith((message, ...values) => vscode.l10n.t(message, ...values));
    const git = this.own(new Git(vscode));
    const logins = this.own(new Logins(deps));
    this.#pulls = this.own(new Pulls({ ...deps, git, logins }));
    const { clock, memories, records, services } = deps;
    const decidedHere = (id: string) => {
      const service = services.current();
      const isSettled = records.reviewNotes.get(id)?.settled;
      return service && isSettled ? memories.of(service).decided(id) : undefined;
    };
    // Every window sees the global state, and two windows can open the same folder.
    const state = context.globalState;
    this.#telling = this.own(new Telling({ vscode, state, clock, decidedHere }));
    this.own(records.onDidChange(() => this.changed()));
    this.own(this.#pulls.onDidChange(() => this.changed()));
    this.own(this.#telling.onDidChange(() => this.changed()));

    const shared = { ...deps, git, logins, pulls: this.#pulls, telling: this.#telling };
    const queues = new Map<string, PullReviews>();
    const reviewsOf = (pull: string, comment: number) => {
      const openReport = (index: number | undefined) =>
        actions.openReport({ type: "pull", pull, comment, ...(index !== undefined && { index }) });
      const key = `${pull} ${comment}`;
      const queue = queues.get(key) ?? new PullReviews({ ...shared, openReport }, pull, comment);
      queues.set(key, queue);
      return queue;
    };
    const openOwnReview = (id: string) => this.#links.openOwnReview(id);
    const actions = new PullActions({ ...shared, reviewsOf, openOwnReview });
    this.#links = this.own(new Links({ ...shared, actions }));
    const { version } = context.extension.packageJSON;
    const onPull = (act: (chosen: PullSubject) => Promise<void>) => async (chosen: Subject | undefined) => {
      if (chosen?.type !== "pull") throw new Obstacle(t("Choose it in the Pull request view first."));
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
      tellAgain: onPull(chosen => actions.tellAgain(chosen)),
      copyPullCommand: onPull(chosen => actions.copyCommand(chosen)),
      reportOnPulls: () => reportOnPulls({ ...shared, reported: () => this.#reportedTargets(), version }),
    };
  }

  set isInSight(isInSight: boolean) {
    this.#pulls.isInSight = isInSight;
  }

  rows(): Row[] | undefined {
    const { vscode, timeInWords } = this.#deps;
    const { all, hasGit } = this.#pulls;
    return (
      all &&
      pullRows(all, {
        isTrusted: vscode.workspace.isTrusted,
        hasGit,
        toldOf: (pull, review) => this.#telling.of(pull, review),
        timeOf: timeInWords,
        nameOf: root => decodeURIComponent(root.split("/").findLast(part => part !== "") ?? ""),
      })
    );
  }

  #reportedTargets(): readonly TargetResult[] {
    return (this.#pulls.all ?? [])
      .flatMap(({ look }) => (look.what === "pull-request" ? look.reports : []))
      .filter(({ by }) => by.isApp)
      .flatMap(({ view }) => view?.report.results.extra.callboard.targets ?? []);
  }

  async follow(link: Uri): Promise<void> {
    await this.#links.follow(link);
  }

  async goOn(): Promise<void> {
    await this.#links.goOn();
  }
}
