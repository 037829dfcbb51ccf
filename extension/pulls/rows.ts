/** The rows of the Pull request view: pull requests, their reports, their failed and undecided cases, and their reviews. */

import { reviewCheckStateOf } from "../../shared/gate/check.ts";
import type { Review } from "../../shared/gate/state.ts";
import type { ReportTest } from "../../shared/report/model.ts";
import { reviewsOf, underReviewPredicate } from "../../shared/report/reviews.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { t } from "../editor/l10n.ts";
import { joinTexts, labelText, withoutCodeMarks } from "../editor/text.ts";
import type { PullRequestView, PullRequestWithReports } from "../github/lookup.ts";
import type { PullRequestReport } from "../github/reports.ts";
import { repositoryFullName } from "../github/repository.ts";
import { type Icon, stateIcons, stateName } from "../services/verdict-labels.ts";
import type { ReviewSection } from "../views/reviews.ts";
import type { ViewRow } from "../views/row.ts";
import { rowContext } from "../views/row-context.ts";
import { isStuck, type PendingDecision } from "./decision-sender.ts";
import { describeReviewState } from "./decision-words.ts";
import type { PullRequestState } from "./watcher.ts";

export interface PullRequestRowsOptions {
  readonly isTrusted: boolean;
  readonly hasGit: boolean;
  readonly pendingDecisionOf: (
    pull: PullRequestWithReports["pull"],
    review: Review,
  ) => PendingDecision | undefined;
  readonly timeOf: (milliseconds: number) => string;
  readonly nameOf: (root: string) => string;
}

export function pullRequestRows(
  states: readonly PullRequestState[],
  options: PullRequestRowsOptions,
): ViewRow[] {
  if (!options.isTrusted) return [noticeRow("", untrustedNotice())];
  if (!options.hasGit) return [noticeRow("", noGitNotice())];
  if (states.length === 0) return [noticeRow("", noRepositoryNotice())];
  const isAlone = new Set(states.map(({ root }) => root)).size === 1;
  return states.map(state => {
    const row = rowOf(state, options);
    // The name is shown only to tell several repositories apart.
    const name = isAlone ? "" : options.nameOf(state.root);
    return { ...row, description: joinTexts(" · ", [name, row.description]) };
  });
}

/** For the Reviews view: the reviews of each report that a person can decide now, as the page of a review counts them. */
export function waitingReviewRows(
  states: readonly PullRequestState[],
  options: PullRequestRowsOptions,
): ReviewSection[] {
  return states.flatMap(({ key, view }) => {
    if (view.what !== "pull-request" || !view.pull.isOpen) return [];
    const { pull, reports } = view;
    return reports.flatMap((report): ReviewSection[] => {
      const { author, check, id: comment, mark } = report;
      const waiting = waitingReviewsIn(report, pull, options);
      if (!author.isApp || check === undefined || waiting.length === 0) return [];
      const id = `reviews/${key}/${comment}`;
      const label = t("Pull request {0}", `#${pull.number}`);
      const description = joinTexts(" · ", [
        String(waiting.length),
        reports.length > 1 && labelText(mark.key),
      ]);
      const row = {
        id,
        label,
        description,
        tooltip: joinTexts("\n", [`#${pull.number} ${labelText(pull.title)}`, labelText(mark.key)]),
        icon: { name: "git-pull-request" },
        context: rowContext("pull"),
        spoken: t("{0}, {1} reviews", label, waiting.length),
        subject: { type: "pull", pull: key } as const,
        expanded: true,
      };
      return [{ row, reviews: waiting.map(review => reviewRow(review, { report, pull, key, id }, options)) }];
    });
  });
}

function waitingReviewsIn(
  { reviews, check }: PullRequestReport,
  pull: PullRequestWithReports["pull"],
  { pendingDecisionOf }: PullRequestRowsOptions,
): readonly Review[] {
  const isDecided = (review: Review) =>
    check !== undefined && pendingDecisionOf(pull, review)?.verb === "submit";
  return reviews.filter(
    review => review.state === "open" && review.begun === undefined && !isDecided(review),
  );
}

function rowOf(state: PullRequestState, options: PullRequestRowsOptions): ViewRow {
  const { view, key, branch, lastFailure } = state;
  if (view.what !== "pull-request") return noticeRow(key, noPullRequestNotice(view, branch));
  const { pull, reports } = view;
  const id = `pulls/${key}`;
  const title = labelText(pull.title);
  const words = [
    pull.isOpen ? "" : t("closed"),
    lastFailure === undefined ? "" : failureWords(lastFailure, options),
  ].filter(Boolean);
  const where = `${labelText(repositoryFullName(pull.repository))} · ${labelText(branch ?? pull.headSha.slice(0, 7))}`;
  return {
    id,
    label: `#${pull.number} ${title}`,
    description: words.join(" · "),
    tooltip: [`#${pull.number} ${title}`, where, ...words].join("\n"),
    icon: { name: pull.isOpen ? "git-pull-request" : "git-pull-request-closed" },
    context: rowContext("pull"),
    spoken: [t("Pull request {0}", pull.number), title, ...words].join(", "),
    subject: { type: "pull", pull: key },
    expanded: true,
    children: () =>
      reports.length === 0
        ? [noticeRow(`${key}/none`, noReportNotice())]
        : reports.map(report => reportRow(report, state, view, options)),
  };
}

function reportRow(
  report: PullRequestReport,
  state: PullRequestState,
  look: PullRequestWithReports,
  options: PullRequestRowsOptions,
): ViewRow {
  const { id: comment, mark, author, updatedAt, view, decidedView, check } = report;
  // Reviews in a person's comment are ignored because they can be forged.
  const reviews = author.isApp ? report.reviews : [];
  const id = `pulls/${state.key}/${comment}`;
  const verdict = decidedView?.report.results.extra.callboard.verdict;
  const name = labelText(mark.key);
  const waiting = author.isApp ? waitingReviewsIn(report, look.pull, options).length : 0;
  const words = [
    author.isApp ? "" : t("by @{0}, not by CI", labelText(author.login)),
    distanceWords(state.commitsBehind.get(mark.sha), mark.sha === state.commit),
    waiting === 0 ? "" : waiting === 1 ? t("1 review waits") : t("{0} reviews wait", waiting),
    decidedView === undefined ? t("nothing in it can be read") : countsOf(decidedView),
  ].filter(Boolean);
  const time = updatedAt === "" ? "" : options.timeOf(Date.parse(updatedAt));
  const verdictWord = verdict === undefined ? "" : stateName(verdict);
  const base = view?.base === undefined ? "" : t("compared with {0}", labelText(view.base));
  const about = t("about {0}", mark.sha.slice(0, 7));
  const gate = check === undefined ? "" : labelText(`${check.name}: ${reviewCheckStateOf(check.gate).title}`);
  return {
    id,
    label: name,
    description: words.join(" · "),
    tooltip: joinTexts("\n", [name, verdictWord, ...words, base, about, time, gate]),
    icon: author.isApp && verdict !== undefined ? stateIcons[verdict] : { name: "comment" },
    context: rowContext("pullReport", view !== undefined && "readable"),
    spoken: joinTexts(", ", [name, verdictWord, ...words]),
    subject: { type: "pull", pull: state.key, comment },
    ...(view !== undefined && { command: "callboard.openPullReport" }),
    expanded: author.isApp,
    children: () => [
      ...caseRows(view, reviews, { pull: state.key, comment }, id),
      ...reviews.map(review => reviewRow(review, { report, pull: look.pull, key: state.key, id }, options)),
    ],
  };
}

function caseRows(
  view: ReportView | undefined,
  reviews: readonly Review[],
  at: { readonly pull: string; readonly comment: number },
  parent: string,
): ViewRow[] {
  if (view === undefined) return [];
  const { tests, extra } = view.report.results;
  // The first part of a suite is the target. It is the same in every row if the report has only one target.
  const skippedParts = extra.callboard.targets.length > 1 ? 0 : 1;
  const shown = new Set(reviews.map(({ id }) => id));
  const isUnderReview = underReviewPredicate(reviewsOf(view.report).filter(({ id }) => shown.has(id)));
  const listed = tests.flatMap((test, index) =>
    isListed(test) && !isUnderReview(test) ? { test, index } : [],
  );
  const byRank = [true, false].flatMap(isFailed =>
    listed.filter(({ test }) => (test.status === "failed") === isFailed),
  );
  return byRank.map(({ test, index }) => {
    const isFailed = test.status === "failed";
    const name = labelText(test.name);
    const suite = test.suite
      .slice(skippedParts)
      .map(part => labelText(part))
      .join(" › ");
    const isNew = view.comparison?.changeOf(test) === "new" ? t("new") : "";
    const status = isFailed ? stateName("failed") : t("undecided");
    const place = test.filePath === undefined ? "" : labelText(`${test.filePath}:${test.line ?? 1}`);
    return {
      id: `${parent}/case/${index}`,
      label: name,
      description: joinTexts(" · ", [isNew, suite]),
      tooltip: joinTexts("\n", [
        name,
        suite,
        joinTexts(", ", [status, isNew]),
        place,
        labelText(test.message ?? "", 1000),
      ]),
      icon: stateIcons[isFailed ? "failed" : "unknown"],
      context: rowContext("pullCase"),
      spoken: joinTexts(", ", [name, status, isNew, suite]),
      subject: { type: "pull", ...at, index },
      command: "callboard.openPullCase",
    };
  });
}

function isListed({ status }: ReportTest): boolean {
  return status === "failed" || status === "other" || status === "pending";
}

const openReviewIcon: Icon = { name: "bell", color: "testing.iconQueued" };

function reviewRow(
  review: Review,
  at: {
    readonly report: PullRequestReport;
    readonly pull: PullRequestWithReports["pull"];
    readonly key: string;
    readonly id: string;
  },
  { pendingDecisionOf }: PullRequestRowsOptions,
): ViewRow {
  const { id, state, label: question, case: about, evidence, begun, reassigned } = review;
  const assignee = reassigned === undefined ? review.assignee : reassigned.to;
  const name = labelText(question ?? about ?? id);
  const isGated = at.report.check !== undefined;
  const pending = isGated ? pendingDecisionOf(at.pull, review) : undefined;
  const isOpen = state === "open";
  const needsPerson = pending !== undefined && isStuck(pending);
  const isDecisionPending = pending?.verb === "submit";
  const [stateWords, ...moreWords] = describeReviewState(review, pending);
  const words = [
    stateWords,
    isOpen && assignee !== undefined ? t("assigned to {0}", labelText(assignee)) : "",
    ...moreWords,
    isOpen && begun !== undefined ? t("a command of @{0} may have arrived", labelText(begun.by)) : "",
  ].filter(Boolean);
  const why = pending?.refused ?? (evidence === undefined ? "" : withoutCodeMarks(evidence));
  return {
    id: `${at.id}/review/${id}`,
    label: name,
    description: words.join(" · "),
    tooltip: joinTexts("\n", [
      name,
      about === question ? "" : labelText(about ?? ""),
      ...words,
      labelText(why, 500),
    ]),
    icon:
      pending === undefined
        ? isOpen
          ? openReviewIcon
          : stateIcons[state]
        : { name: needsPerson ? "warning" : "sync" },
    context: rowContext(
      "pullReview",
      !isDecisionPending && begun === undefined && (isOpen ? "open" : "decided"),
      isGated && "gated",
      needsPerson && "stuck",
    ),
    spoken: [name, ...words].join(", "),
    subject: { type: "pull", pull: at.key, comment: at.report.id, review: id },
    command: "callboard.openPullReview",
  };
}

function countsOf({ report, comparison }: ReportView): string {
  const { passed, failed, skipped, pending, other } = report.results.summary;
  const { newFailures = 0, fixed = 0 } = comparison ?? {};
  const parts = [
    newFailures > 0 ? t("{0} new", newFailures) : "",
    fixed > 0 ? t("{0} fixed", fixed) : "",
    failed > 0 ? t("{0} failed", failed) : "",
    pending + other > 0 ? t("{0} undecided", pending + other) : "",
    passed > 0 ? t("{0} passed", passed) : "",
    skipped > 0 ? t("{0} skipped", skipped) : "",
  ];
  return joinTexts(", ", parts) || t("no cases");
}

/** Empty for the checked-out commit. */
function distanceWords(behind: number | undefined, isHere: boolean): string {
  if (isHere) return "";
  if (behind === undefined) return t("about another commit");
  if (behind === 0) return t("about a newer commit");
  return behind === 1 ? t("1 commit behind") : t("{0} commits behind", behind);
}

interface Notice {
  readonly text: string;
  readonly advice: string;
  readonly icon: string;
  readonly command?: string;
}

function noticeRow(key: string, { text, advice, command, icon }: Notice): ViewRow {
  return {
    // Not the id of the pull request's row, because VS Code remembers by id whether a row is expanded.
    id: `pulls/${key}/why`,
    label: text,
    description: advice,
    tooltip: joinTexts("\n", [text, advice]),
    icon: { name: icon },
    context: rowContext("pullNotice"),
    spoken: joinTexts(", ", [text, advice]),
    subject: { type: "pull", pull: key },
    ...(command !== undefined && { command }),
  };
}

function untrustedNotice(): Notice {
  return {
    text: t("This workspace is not trusted"),
    advice: t("Callboard sends GitHub no requests for it"),
    icon: "shield",
    command: "workbench.trust.manage",
  };
}

function noGitNotice(): Notice {
  return {
    text: t("Git is not there"),
    advice: t("VS Code's Git extension is missing or switched off (git.enabled)"),
    icon: "info",
  };
}

function noRepositoryNotice(): Notice {
  return {
    text: t("No Git repository is open"),
    advice: t("Open a folder with a Git repository"),
    icon: "info",
  };
}

function noReportNotice(): Notice {
  return {
    text: t("No report yet"),
    advice: t("CI's shows here; a click writes the workflow that makes one"),
    icon: "rocket",
    command: "callboard.reportOnPulls",
  };
}

function noPullRequestNotice(
  look: Exclude<PullRequestView, PullRequestWithReports>,
  branch: string | undefined,
): Notice {
  switch (look.what) {
    case "no-remote":
      return {
        text: t("No remote of this repository is on GitHub"),
        advice: t("An enterprise server is set in your own settings, under github-enterprise"),
        icon: "info",
      };
    case "logged-out":
      return {
        text: t("Log in to GitHub"),
        advice: t("to see CI's results for this branch, and to send your decisions"),
        icon: "github",
        command: "callboard.logInToGitHub",
      };
    case "no-pull-request": {
      const { number, repository } = look.place;
      if (number !== undefined) {
        const name = labelText(repositoryFullName(repository));
        return {
          text: t("No pull request #{0} in {1}", number, name),
          advice: t("A link leads to it"),
          icon: "info",
        };
      }
      return {
        text: t("No pull request of {0}", labelText(look.place.branch ?? branch ?? t("this commit"))),
        advice: t("Push the branch and open one; it shows here"),
        icon: "git-branch",
      };
    }
    case "refused":
      return refusalNotice(look);
  }
}

function refusalNotice({ refusal, server }: Extract<PullRequestView, { what: "refused" }>): Notice {
  const logIn = { command: "callboard.logInToGitHub" };
  switch (refusal.kind) {
    case "logged-out":
      return {
        text: t("GitHub does not know this login any more"),
        advice: t("Log in again"),
        icon: "github",
        ...logIn,
      };
    case "saml":
      return {
        text: t("The organization wants its single sign-on first"),
        advice: t("Log in again, and authorize it there"),
        icon: "shield",
        ...logIn,
      };
    case "forbidden":
    case "not-found":
      return {
        text: t("You may not see this repository on {0}", labelText(new URL(server).host)),
        advice: t("Log in as somebody who may; GitHub says: {0}", labelText(refusal.message)),
        icon: "lock",
        ...logIn,
      };
    case "limited":
      return {
        text: t("GitHub's rate limit is reached"),
        advice: t("Callboard will try again later"),
        icon: "warning",
      };
    case "unavailable":
      return {
        text: t("GitHub does not answer"),
        advice: t("Callboard will try again; {0}", labelText(refusal.message)),
        icon: "warning",
        command: "callboard.lookAgain",
      };
  }
}

function failureWords(
  { refusal }: Extract<PullRequestView, { what: "refused" }>,
  { timeOf }: PullRequestRowsOptions,
): string {
  if (refusal.kind === "limited")
    return t("GitHub's rate limit is reached until {0}", timeOf(refusal.untilMs));
  return t("GitHub does not answer; it is asked again");
}
