/**
 * Publishes the report on the pull request, in a check run and in the job summary. The step succeeds even if a place
 * is unavailable: a fork's token can only read, an event can lack a pull request, GitHub can be down.
 */

import { randomUUID } from "node:crypto";
import { type Clock, pause, systemClock } from "../../shared/clock.ts";
import { addReport, type StepReviews } from "../../shared/gate/join.ts";
import type { Deadline } from "../../shared/github/deadline.ts";
import { type Decisions, decisionsOf } from "../../shared/report/decisions.ts";
import type { CaseDigest } from "../../shared/report/digest.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { reviewsPartOf, reviewsPartText } from "../gate/comments.ts";
import { GateEditor } from "../gate/editor.ts";
import {
  confirmGate,
  copyGateForQueue,
  gateStepOf,
  hashedReviews,
  includesReviews,
  publishGate,
} from "../gate/publish.ts";
import {
  type BaseCommit,
  type Environment,
  readWorkflowContext,
  type WorkflowContext,
} from "../github/context.ts";
import { type EventPullRequest, findPullRequestOfEvent } from "../github/pull-request.ts";
import { NoRequestSent, reasonOf } from "../github/reason.ts";
import { type GitHubSession, openGitHubSession } from "../github/session.ts";
import { readPayload } from "../runner/event.ts";
import { addToSummary } from "../runner/job-summary.ts";
import type { Log } from "../runner/log.ts";
import { type BaseSearch, findBase, findHistory } from "./base.ts";
import { logAnnotations } from "./check/log-lines.ts";
import { annotationPages, checkOutputOf, conclusionOf } from "./check/output.ts";
import { publishSeparateCheck, publishToJobCheck } from "./check/write.ts";
import { commentFrame } from "./comment/frame.ts";
import type { Interim } from "./comment/interim.ts";
import { InterimWriter } from "./comment/interim-writer.ts";
import { type ListedComments, publishComment } from "./comment/post.ts";
import { renderComment } from "./comment/text.ts";
import { logMissing, notPublished, type PublishResult } from "./missing.ts";
import {
  afterCancelMs,
  type MissingBase,
  type PublishedBase,
  type PublishedReport,
  type Publisher,
  type PublishSettings,
  type WriteDigest,
} from "./settings.ts";

export interface PublisherRuntime {
  readonly env: Environment;
  readonly clock: Clock;
}

const stepRuntime: PublisherRuntime = { env: process.env, clock: systemClock };

export function openPublisher(
  settings: PublishSettings,
  log: Log,
  { env, clock }: PublisherRuntime = stepRuntime,
): Publisher {
  const context = readWorkflowContext(env, readPayload(env["GITHUB_EVENT_PATH"], log));
  return new GitHubPublisher(settings, log, { env, clock }, context);
}

/** The longest wait for an interim comment that is being written. GitHub ends a request that takes longer. */
const mostInterimMs = 10_000;

/** The runner drops a step's summary that is larger than 1 MiB. */
const mostSummaryBytes = 1_000_000;

interface Publication {
  readonly view: ReportView;
  readonly writeDigest: WriteDigest | undefined;
  readonly context: WorkflowContext;
  readonly session: GitHubSession;
  readonly wholeReport: string;
  /** The end of an interim comment's writing that the report didn't wait for; absent if none is under way. */
  readonly lateInterim: Promise<void> | undefined;
  /** The location of the report, as a clause for the log. */
  readonly reportLocation: string;
}

interface GatePublication {
  readonly result: PublishResult;
  readonly part: string;
  readonly decisions: Decisions;
  /** The pull request's comments and the login of the token's owner, if they were read for the gate. */
  readonly listed?: ListedComments;
  /** Reads the gate again, adds the changes of other jobs, and returns whether the gate has all reviews of the report. */
  confirm(): Promise<boolean>;
}

type GateInComment = Pick<GatePublication, "part" | "decisions" | "listed">;
const emptyGate: GateInComment = { part: "", decisions: decisionsOf([]) };

class GitHubPublisher implements Publisher {
  readonly #settings: PublishSettings;
  readonly #log: Log;
  readonly #runtime: PublisherRuntime;
  readonly context: WorkflowContext | undefined;
  /** Distinguishes this step from others with the same key in the same job. */
  readonly #useId = randomUUID();
  #pull: Promise<EventPullRequest | undefined> | undefined;
  readonly #interim: InterimWriter | undefined;

  constructor(
    settings: PublishSettings,
    log: Log,
    runtime: PublisherRuntime,
    context: WorkflowContext | undefined,
  ) {
    this.#settings = settings;
    this.#log = log;
    this.#runtime = runtime;
    this.context = context;
    const { clock } = runtime;
    const findPull = context && ((session: GitHubSession) => this.#findPull(context, session));
    this.#interim = context && findPull && new InterimWriter({ settings, log, clock, context, findPull });
  }

  async base(): Promise<PublishedBase | MissingBase | undefined> {
    const { githubToken, check, cancel } = this.#settings;
    const context = this.context;
    // A cancelled step has no time for a comparison.
    if (!context || githubToken === "" || cancel.aborted) return undefined;
    if (check === "off")
      return { why: "with `check: off` no report is kept to compare with; write `check: job`" };
    using session = openGitHubSession(context, this.#settings, this.#runtime.clock, 0);
    try {
      const base = await this.#base(context, session);
      if (base === undefined) return undefined;
      const found = await findBase(this.#baseSearch(context, session, base));
      if ("why" in found) return found;
      return { ...found, earlier: async () => found.earlier ?? (await this.#history(context, base)) };
    } catch (error) {
      const why = reasonOf(error);
      this.#log.info(`There is no base to compare with: ${why}.`);
      return { why: `${why}; run the job again to compare` };
    }
  }

  async #history(context: WorkflowContext, base: BaseCommit): Promise<readonly CaseDigest[]> {
    if (this.#settings.cancel.aborted) return [];
    using session = openGitHubSession(context, this.#settings, this.#runtime.clock, 0);
    return await findHistory(this.#baseSearch(context, session, base));
  }

  #baseSearch({ repository }: WorkflowContext, session: GitHubSession, base: BaseCommit): BaseSearch {
    const now = this.#runtime.clock.now();
    return { ...this.#settings, github: session.github(), repository, base, now };
  }

  get jobUrl(): string {
    const { runUrl } = this.context ?? {};
    const { checkRunId } = this.#settings;
    // A job has the id of its check run.
    return checkRunId === undefined
      ? (runUrl ?? "")
      : (runUrl ?? "").replace(/\/attempts\/\d+$/, `/job/${checkRunId}`);
  }

  async publishInterim(interim: Interim): Promise<void> {
    await this.#interim?.write(interim);
  }

  async publish(view: ReportView, writeDigest?: WriteDigest): Promise<PublishedReport> {
    const { reportPath } = this.#settings;
    const context = this.context;
    using session = context && openGitHubSession(context, this.#settings, this.#runtime.clock, afterCancelMs);
    // The summary comes first: it needs no request, and the comment and the check run link to it.
    const hasSummary = await this.#summary(view);
    const locations = hasSummary ? `the job summary and in \`${reportPath}\`` : `\`${reportPath}\``;
    const reportLocation = `the report is in ${locations}`;
    if (!context || !session) {
      this.#log.info(`This is not a workflow run; ${reportLocation}.`);
      return {
        commentUrl: "",
        checkUrl: "",
        reviewCheckUrl: "",
        reviewsAreAwaited: false,
        isReviewCheckMissing: this.#settings.reviewCheck !== "",
      };
    }
    const wholeReport = hasSummary ? context.runUrl : reportPath;
    await this.#endInterim();
    const lateInterim = this.#interim?.end();
    const publication = { view, writeDigest, context, session, wholeReport, lateInterim, reportLocation };
    const gate = this.#gate(publication);
    const [comment, check, reviews] = await Promise.all([
      this.#comment(publication, gate),
      this.#check(publication),
      gate.then(({ result }) => result),
    ]);
    const reviewsAreAwaited = await (await gate).confirm();
    logMissing({ comment, check, "review check": reviews }, reportLocation, this.#log);
    return {
      commentUrl: comment.url,
      checkUrl: check.url,
      reviewCheckUrl: reviews.url,
      reviewsAreAwaited,
      isReviewCheckMissing: reviews.error !== undefined,
    };
  }

  /**
   * Lets no interim comment be written after the report's. GitHub can carry out a request that was aborted, so this waits
   * for a request that is under way. A cancelled step has no time for that, and writes the comment again afterwards.
   */
  async #endInterim(): Promise<void> {
    const underWay = this.#interim?.end();
    if (underWay === undefined) return;
    const over = new AbortController();
    void underWay.then(() => over.abort());
    await pause(mostInterimMs, this.#runtime.clock, AbortSignal.any([over.signal, this.#settings.cancel]));
  }

  async #summary(view: ReportView): Promise<boolean> {
    const { summary, reportPath, redact } = this.#settings;
    const file = this.#runtime.env["GITHUB_STEP_SUMMARY"];
    if (!summary || !file) return false;
    const text = renderMarkdown(view, { budget: { bytes: mostSummaryBytes }, whole: reportPath });
    return await addToSummary(file, text, redact, this.#log);
  }

  async #comment(
    { view, context, session, wholeReport, lateInterim, reportLocation }: Publication,
    gate: Promise<GatePublication>,
  ): Promise<PublishResult> {
    const { comment, githubToken } = this.#settings;
    if (comment === "never") return notPublished;
    const canCreate = comment === "always" || view.report.results.extra.callboard.verdict !== "passed";
    try {
      if (githubToken === "") throw new NoRequestSent("there is no `github-token`");
      const pull = await this.#findPull(context, session);
      if (!pull) {
        this.#log.info(`There is no open pull request to comment on; ${reportLocation}.`);
        return notPublished;
      }
      const { repository } = context;
      // A cancelled step has only seconds, so the comment doesn't wait for the gate.
      const isHurried = this.#settings.cancel.aborted;
      const { part: reviews, decisions, listed }: GateInComment = isHurried ? emptyGate : await gate;
      const frame = commentFrame(this.#settings, context, pull.number);
      const body = renderComment(view, { frame, wholeReport, reviews, decisions });
      const target = { repository, pull: pull.number, mark: frame.mark, canCreate };
      const write = (listed?: ListedComments) =>
        publishComment(session.github(), target, () => body, session.deadline, listed);
      let written = await write(listed);
      if (lateInterim && (await isBefore(lateInterim, session.deadline))) written = await write();
      const { what, url, withoutEnd } = written;
      if (what === "a newer run's") this.#logNewer("comment", url);
      for (const other of withoutEnd) {
        this.#log.info(
          `A comment begins like this step's report but lacks its end, so it is not overwritten: ${other}. ` +
            "If it is an old report that somebody has edited, delete it.",
        );
      }
      return { url };
    } catch (error) {
      return { url: "", error };
    }
  }

  async #check({ view, writeDigest, context, session, wholeReport }: Publication): Promise<PublishResult> {
    const { check, checkRunId, checkName, commentKey, githubToken, redact, cancel } = this.#settings;
    if (check === "off") return notPublished;
    const { report } = view;
    const { run, repository, headSha, isFromFork, runUrl } = context;
    let annotated = 0;
    // The code after a `yield` runs when the next page is requested, which is after GitHub has stored this one.
    function* countedPages() {
      for (const page of annotationPages(report)) {
        yield page;
        annotated += page.length;
        // A cancelled step has time for one request. The first page has the failures, because they come first.
        if (cancel.aborted) return;
      }
    }
    const output = checkOutputOf(view, wholeReport);
    const content = {
      key: commentKey,
      run,
      headSha,
      // Redacted here, because the section's mark contains the title and later redaction leaves marks alone.
      output: { ...output, title: redact(output.title) },
      // A report from a fork must not become the base of other reports at the same commit.
      digest: isFromFork ? undefined : writeDigest?.(await this.#digestEvent(context, session)),
      annotationPages: countedPages(),
    };
    try {
      if (githubToken === "") throw new NoRequestSent("there is no `github-token`");
      if (check === "job") {
        if (checkRunId === undefined)
          throw new NoRequestSent("the server does not report which check run is the job's");
        return await publishToJobCheck(session.github(), repository, checkRunId, content);
      }
      const result = await publishSeparateCheck(session.github(), repository, {
        ...content,
        name: checkName,
        detailsUrl: runUrl,
        conclusion: conclusionOf(report),
      });
      if (result.what === "a newer run's") this.#logNewer("check", result.url);
      return result;
    } catch (error) {
      logAnnotations(report, annotated, this.#log);
      return { url: "", error };
    }
  }

  async #gate(publication: Publication): Promise<GatePublication> {
    const { context, session, view } = publication;
    const { reviewCheck: name, githubToken, redact } = this.#settings;
    const nothing = { ...emptyGate, result: notPublished, confirm: async () => false };
    if (name === "") return { ...nothing, part: await this.#partWithoutCheck(publication) };
    try {
      if (githubToken === "") throw new NoRequestSent("there is no `github-token`");
      const github = session.github();
      const pull = (await this.#findPull(context, session))?.number;
      const { repository, headSha: sha, runUrl: detailsUrl } = context;
      const place = { repository, pull, detailsUrl, redact };
      const reviews = reviewsOf(view.report);
      if (context.isFromMergeQueue) {
        const { url, namedGate: found } = await copyGateForQueue(github, name, place, sha);
        // Nobody can decide a review that only the queue's report contains, because the gate of the head lacks it.
        const areAwaited = found ? includesReviews(found.gate, reviews) : reviews.length === 0;
        const part = found ? reviewsPartText(reviewsPartOf(found, place)) : "";
        return { ...nothing, result: { url }, part, confirm: async () => areAwaited };
      }
      const editor = new GateEditor({ ...place, sha, name, withSession: async talk => await talk(session) });
      const written = await publishGate(editor, name, this.#reviewReport(publication, pull));
      const { namedGate } = written;
      if (written.what === "a newer run's") this.#logNewer("review check", namedGate.shown?.url ?? "");
      const part = reviewsPartText(reviewsPartOf(namedGate, place));
      return {
        result: { url: namedGate.shown?.url ?? "" },
        part,
        decisions: decisionsOf(namedGate.gate.reviews),
        listed: { comments: editor.comments, self: editor.ownLogin },
        confirm: async () => {
          try {
            const last = await confirmGate(editor, written);
            if (reviewsPartText(reviewsPartOf(last, place)) !== part) await editor.updateComments();
            return includesReviews(last.gate, reviews);
          } catch (error) {
            const why = reasonOf(error);
            this.#log.info(`Callboard could not check whether a review was decided in the meantime: ${why}.`);
            return includesReviews(namedGate.gate, reviews);
          }
        },
      };
    } catch (missing) {
      return {
        ...nothing,
        part: await this.#partWithoutCheck(publication),
        result: { url: "", error: missing },
      };
    }
  }

  /** The comment's part about reviews if there is no review check. Empty if there is no pull request to comment on. */
  async #partWithoutCheck(publication: Publication): Promise<string> {
    const { context, session } = publication;
    const pull = await this.#findPull(context, session).catch(() => undefined);
    if (!pull) return "";
    const gate = addReport(this.#reviewReport(publication, pull.number), undefined, []);
    const { repository } = context;
    return reviewsPartText({ gate, place: { repository, pull: pull.number }, redact: this.#settings.redact });
  }

  #reviewReport({ view: { report }, context }: Publication, pull: number | undefined): StepReviews {
    const { commentKey, reviewFields: fields } = this.#settings;
    const job = this.#settings.redact(this.#runtime.env["GITHUB_JOB"] ?? "");
    const step = gateStepOf({ key: commentKey, job, use: this.#useId }, context.run, report);
    return { sha: context.headSha, pull, step, reviews: hashedReviews(report), fields };
  }

  /** A push to a pull request's branch is the pull request's own, also if its commit becomes part of the base branch. */
  async #digestEvent(context: WorkflowContext, session: GitHubSession): Promise<string> {
    const { event, isOnDefaultBranch, isFromMergeQueue } = context;
    if (isOnDefaultBranch || isFromMergeQueue || context.pull.by === "none") return event;
    const pull = await this.#findPull(context, session).catch(() => undefined);
    return pull === undefined ? event : "pull_request";
  }

  #logNewer(place: string, url: string): void {
    this.#log.info(
      `A newer workflow run has already published its ${place}, so this step leaves it unchanged: ${url}`,
    );
  }

  /** Keeps the result, so that the request is sent again only after a failure. */
  #findPull(context: WorkflowContext, session: GitHubSession): Promise<EventPullRequest | undefined> {
    this.#pull ??= findPullRequestOfEvent(session.github, context).catch((error: unknown) => {
      this.#pull = undefined;
      throw error;
    });
    return this.#pull;
  }

  async #base(context: WorkflowContext, session: GitHubSession): Promise<BaseCommit | undefined> {
    const base = context.base ?? (await this.#findPull(context, session))?.base;
    // Redacted here, because the comment's data mark contains the branch's name and later redaction leaves marks alone.
    return base?.branch === undefined ? base : { ...base, branch: this.#settings.redact(base.branch) };
  }
}

/** Returns false if the signal is aborted first. */
async function isBefore(end: Promise<void>, { signal }: Deadline): Promise<boolean> {
  const aborted = new Promise(resolve => signal.addEventListener("abort", resolve, { once: true }));
  await Promise.race([end, aborted]);
  return !signal.aborted;
}
