/** The commands of the Pull request view. */

import { unicodeEscape } from "../../shared/json.ts";
import type { ReportView } from "../../shared/report/view.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { findFile } from "../editor/folders.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Logins } from "../github/logins.ts";
import type { PullRequestReport } from "../github/reports.ts";
import { repositoryFullName } from "../github/repository.ts";
import type { RecordStore } from "../records/records.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import type { QueueAddress } from "../reviews/queue.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import { stateName } from "../services/verdict-labels.ts";
import type { RowSubject } from "../views/row.ts";
import { commandOf, type DecisionSender, dispatchOf, isStuck } from "./decision-sender.ts";
import { describeDecision } from "./decision-words.ts";
import { reportHeading } from "./heading.ts";
import type { PullRequestReviews } from "./reviews.ts";
import { findReport, type PullRequestState, type PullRequestWatcher } from "./watcher.ts";

export interface PullRequestActionsDeps {
  readonly vscode: VSCode;
  readonly documents: VirtualDocuments;
  readonly pulls: PullRequestWatcher;
  readonly records: RecordStore;
  readonly logins: Logins;
  readonly decisionSender: DecisionSender;
  readonly reportEditor: ReportEditor;
  readonly reviewPanel: Pick<ReviewPanel, "open">;
  /** Returns the same object for the same report. */
  readonly reviewsAt: (report: QueueAddress) => PullRequestReviews;
  /** Opens a review of the service, for a report without a review check. */
  readonly openServiceReview: (id: string) => Promise<void>;
}

type PullRequestSubject = Extract<RowSubject, { type: "pull" }>;

const rawFolder = "pull-raw";

export class PullRequestActions implements DocumentSource {
  readonly #deps: PullRequestActionsDeps;
  readonly #beingSent = new Set<string>();

  constructor(deps: PullRequestActionsDeps) {
    this.#deps = deps;
    deps.documents.addSource(rawFolder, this);
    deps.reportEditor.providePullRequestReports(async ([pull = "", comment = ""]) => {
      const { report, pull: of } = this.#requireReport({ type: "pull", pull, comment: Number(comment) });
      const shown = withDecidedReviews(report);
      const { root } = this.#requireState({ type: "pull", pull });
      const heading = reportHeading(report, of, deps.vscode.env.language);
      return shown && { ...shown, head: report.decidedView, heading, root };
    });
  }

  async logIn(chosen: PullRequestSubject | undefined): Promise<void> {
    const { pulls, logins } = this.#deps;
    const states = chosen === undefined ? (pulls.all ?? []) : [this.#requireState(chosen)];
    const looks = states.map(({ view }) => view);
    const refused = looks.find(look => look.what === "refused");
    const server = (refused ?? looks.find(look => look.what === "logged-out"))?.server;
    await logins.logIn(server ?? "https://github.com", { anew: refused !== undefined });
    await pulls.lookNow();
  }

  async openOnGitHub(chosen: PullRequestSubject): Promise<void> {
    const { view } = this.#requireState(chosen);
    const { env, Uri } = this.#deps.vscode;
    if (view.what !== "pull-request") throw nothingThere();
    const report = view.reports.find(({ id }) => id === chosen.comment);
    const address = report?.address || view.pull.address;
    if (!address.startsWith(`${view.pull.repository.server}/`)) {
      throw new Obstacle(t("GitHub gives no address to open."));
    }
    await env.openExternal(Uri.parse(address, true));
  }

  async openReport(chosen: PullRequestSubject): Promise<void> {
    const { report } = this.#requireReport(chosen);
    const verdict = report.decidedView?.report.results.extra.callboard.verdict;
    if (verdict === undefined) throw new Obstacle(t("Nothing in this report can be read."));
    await this.#deps.reportEditor.openPullRequestReport(
      { path: [chosen.pull, String(report.id)], name: report.mark.key, state: verdict },
      chosen.index,
    );
  }

  /** Opens the case's file, or the report if the repository's folder has no such file. */
  async openCase(chosen: PullRequestSubject): Promise<void> {
    const { vscode } = this.#deps;
    const { report } = this.#requireReport(chosen);
    const { filePath, line = 1 } = report.view?.report.results.tests[chosen.index ?? -1] ?? {};
    const file = await findFile(vscode, vscode.Uri.parse(this.#requireState(chosen).root), filePath);
    if (file === undefined) return this.openReport(chosen);
    const at = new vscode.Position(Math.max(0, line - 1), 0);
    await vscode.window.showTextDocument(file, { selection: new vscode.Range(at, at) });
  }

  async showRaw(chosen: PullRequestSubject): Promise<void> {
    const { report } = this.#requireReport(chosen);
    const { documents, vscode } = this.#deps;
    const uri = documents.uri(rawFolder, [chosen.pull, String(report.id)], report.mark.key, ".json");
    await vscode.window.showTextDocument(uri);
  }

  async read([pull = "", comment = ""]: readonly string[]): Promise<string | undefined> {
    const { view } = this.#requireReport({ type: "pull", pull, comment: Number(comment) }).report;
    return view && JSON.stringify(view.report, null, 2);
  }

  async openReview(chosen: PullRequestSubject): Promise<void> {
    const { reviewPanel, reviewsAt, openServiceReview } = this.#deps;
    const { report } = this.#requireReport(chosen);
    const { review } = chosen;
    if (review === undefined || !report.author.isApp) throw nothingThere();
    if (report.check === undefined) await openServiceReview(review);
    else await reviewPanel.open(review, reviewsAt({ pull: chosen.pull, comment: report.id }));
  }

  async reassign(chosen: PullRequestSubject): Promise<void> {
    await this.#reviewsOf(chosen).reassign(chosen.review ?? "");
  }

  async comment(chosen: PullRequestSubject): Promise<void> {
    await this.#reviewsOf(chosen).comment(chosen.review ?? "");
  }

  async decideAgain(chosen?: PullRequestSubject): Promise<void> {
    if (chosen === undefined) return this.#chooseDecided();
    await this.#reviewsOf(chosen).decideAgain(chosen.review ?? "");
  }

  async #chooseDecided(): Promise<void> {
    const { openServiceReview, pulls, records, reviewsAt, vscode } = this.#deps;
    if (pulls.all === undefined) await pulls.lookNow();
    const reports = (pulls.all ?? []).flatMap(({ key: pull, view }) =>
      view.what === "pull-request"
        ? view.reports.map(report => ({ pull, report, number: view.pull.number }))
        : [],
    );
    const onPulls = reports.flatMap(({ pull, number, report: { id: comment } }) =>
      reviewsAt({ pull, comment })
        .decided()
        .map(review => ({
          label: escapeForPick(review.label ?? review.case ?? review.id),
          description: `#${number} · ${describeDecision(review)} · ${escapeForPick(review.id)}`,
          decide: () => reviewsAt({ pull, comment }).decideAgain(review.id),
        })),
    );
    const reportedIds = new Set(reports.flatMap(({ report }) => report.reviews.map(({ id }) => id)));
    const ofService = records.all.flatMap(({ kind, id, name }) => {
      const note = kind === "review" && id !== undefined ? records.reviewNotes.get(id) : undefined;
      if (id === undefined || reportedIds.has(id) || !note?.settled || note.calibration) return [];
      const facts = [note.verdict && stateName(note.verdict), id === name ? undefined : id, note.assignee];
      return {
        label: escapeForPick(name),
        description: facts
          .flatMap(each => each ?? [])
          .map(escapeForPick)
          .join(" · "),
        decide: () => openServiceReview(id),
      };
    });
    const items = [...onPulls, ...ofService];
    if (items.length === 0) throw new Obstacle(t("No review was decided yet."));
    const title = t("Decide a review again");
    await requireAnswer(
      await vscode.window.showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }),
    ).decide();
  }

  /** Sends the decision again to the pull request only, because the service already has it. */
  async sendDecisionAgain(chosen: PullRequestSubject): Promise<void> {
    const { logins, pulls, decisionSender } = this.#deps;
    await decisionSender.look();
    const { pull, pending, review } = this.#requirePendingDecision(chosen);
    if (pending.byComment)
      throw new Obstacle(t("The decision was sent as a comment: look at the pull request."));
    if (!isStuck(pending) || this.#beingSent.has(review.id)) return;
    this.#beingSent.add(review.id);
    try {
      await decisionSender.dispatch(await logins.clientFor(pull.repository.server), pull, review, pending);
    } finally {
      this.#beingSent.delete(review.id);
    }
    pulls.lookAgain();
  }

  /** Copies the comment, or a `gh` command if the service has the decision, which a comment would submit again. */
  async copyCommand(chosen: PullRequestSubject): Promise<void> {
    const { vscode } = this.#deps;
    const { pull, pending, review } = this.#requirePendingDecision(chosen);
    const { repository } = pull;
    const host = new URL(repository.server).host;
    const payload = dispatchOf(pull, review.id, pending, pending.answer);
    const json = JSON.stringify(payload).replace(/[\u007f-\uffff]/g, unicodeEscape);
    const command = pending.byComment
      ? commandOf(review.id, pending)
      : `gh api --hostname ${host} repos/${repositoryFullName(repository)}/dispatches --input - <<'END'\n${json}\nEND\n`;
    await vscode.env.clipboard.writeText(command);
    const message = pending.byComment
      ? t("Copied. Post it as a comment on the pull request, and CI carries it out.")
      : t(
          "Copied. Somebody with write access can run it to send the decision to the pull request. Nothing is submitted again.",
        );
    vscode.window.showInformationMessage(escapeForMessage(message));
  }

  #requirePendingDecision(chosen: PullRequestSubject) {
    const { pull, report } = this.#requireReport(chosen);
    const review = report.reviews.find(({ id }) => id === chosen.review);
    const pending = review && this.#deps.decisionSender.pendingDecisionOf(pull, review);
    if (review === undefined || pending === undefined)
      throw new Obstacle(t("No decision about this review is left to send to the pull request."));
    return { pull, pending, review };
  }

  #reviewsOf(chosen: PullRequestSubject): PullRequestReviews {
    const { report } = this.#requireReport(chosen);
    return this.#deps.reviewsAt({ pull: chosen.pull, comment: report.id });
  }

  #requireState({ pull }: PullRequestSubject): PullRequestState {
    const state = this.#deps.pulls.find(pull);
    if (state === undefined) throw nothingThere();
    return state;
  }

  #requireReport(chosen: PullRequestSubject) {
    const found = findReport(this.#requireState(chosen), chosen.comment ?? 0);
    if (found === undefined) throw nothingThere();
    return found;
  }
}

/** The report with the decisions about its reviews, and with the cases as CI reported them. Undefined if unreadable. */
function withDecidedReviews({ view, decidedView }: PullRequestReport): ReportView | undefined {
  if (view === undefined || decidedView === undefined) return undefined;
  const { extra } = decidedView.report.results;
  return { ...view, report: { ...view.report, results: { ...view.report.results, extra } } };
}

function nothingThere(): Obstacle {
  return new Obstacle(t("It is no longer on the pull request."), [
    { title: t("Look again"), command: "callboard.lookAgain" },
  ]);
}
