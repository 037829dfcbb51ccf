/**
 * Publishes the report on the pull request, in a check run and in the job summary. Each of them can be impossible (a
 * fork's token may only read, an event may have no pull request, GitHub may be down); the step does not fail for it.
 */

import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { addReport, type ReviewReport } from "../../shared/gate/join.ts";
import { reportLink } from "../../shared/github/links.ts";
import { type Decisions, decisionsOf } from "../../shared/report/decisions.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { fullName } from "../gate/check-runs.ts";
import { partOf, partText } from "../gate/comments.ts";
import { GateEditor } from "../gate/editor.ts";
import {
  confirmGate,
  holdsAll,
  mentionedReviews,
  publishGate,
  repeatForQueue,
  stepOf,
} from "../gate/publish.ts";
import type { PullComment } from "../github/comments.ts";
import { type Base, type Context, contextOf, type Environment } from "../github/context.ts";
import { findPullRequest, type PullRequest } from "../github/pull-request.ts";
import { NotAsked, reasonOf } from "../github/reason.ts";
import { openSession, type Session } from "../github/session.ts";
import { readPayload } from "../runner/event.ts";
import { addToSummary } from "../runner/job-summary.ts";
import type { Log } from "../runner/log.ts";
import { findBase } from "./base.ts";
import { annotateLog } from "./check/log-lines.ts";
import { batches, conclusionOf, outputOf } from "./check/output.ts";
import { publishSeparately, publishToJob } from "./check/write.ts";
import { publishComment } from "./comment/post.ts";
import { commentText } from "./comment/text.ts";
import { notPublished, type Published, sayMissing } from "./missing.ts";
import type { Publicity, PublishedBase, Publisher, PublishSettings } from "./settings.ts";

export interface Runtime {
  readonly env: Environment;
  readonly clock: Clock;
}

const thisStep: Runtime = { env: process.env, clock: systemClock };

export function openPublisher(
  settings: PublishSettings,
  log: Log,
  { env, clock }: Runtime = thisStep,
): Publisher {
  const context = contextOf(env, readPayload(env["GITHUB_EVENT_PATH"], log));
  return new GitHubPublisher(settings, log, { env, clock }, context);
}

/** The runner waits 7.5 seconds for a cancelled step; a part of that has passed before publishing begins. */
const afterCancelMs = 4_000;

/** The runner takes up to 1 MiB of a step, and nothing of a longer text. */
const mostSummaryBytes = 1_000_000;

interface Publication {
  readonly view: ReportView;
  readonly digest: string | undefined;
  readonly context: Context;
  readonly session: Session;
  /** Where the whole report is: an address, or a path. */
  readonly whole: string;
  /** The same as a clause for the log. */
  readonly whereItIs: string;
}

/** The check run that waits for reviews, and what comes of it. */
interface PublishedGate {
  readonly published: Published;
  /** The comment's part about reviews. */
  readonly part: string;
  /** What the comment's head follows. */
  readonly decisions: Decisions;
  /** The pull request's comments, as far as they were read, and the login of this token's author. */
  readonly listed?: { readonly comments: readonly PullComment[]; readonly self: string | undefined };
  /** Puts right what came in between, and says whether the gate holds all reviews of the report. */
  confirm(): Promise<boolean>;
}

type GateInComment = Pick<PublishedGate, "part" | "decisions" | "listed">;
const nothingDecided: GateInComment = { part: "", decisions: decisionsOf([]) };

class GitHubPublisher implements Publisher {
  readonly #settings: PublishSettings;
  readonly #log: Log;
  readonly #runtime: Runtime;
  readonly #context: Context | undefined;
  /** Tells this use of the Action from others with the same key in the same job. */
  readonly #use = randomUUID();
  #pull: Promise<PullRequest | undefined> | undefined;

  constructor(settings: PublishSettings, log: Log, runtime: Runtime, context: Context | undefined) {
    this.#settings = settings;
    this.#log = log;
    this.#runtime = runtime;
    this.#context = context;
  }

  async base(): Promise<PublishedBase | undefined> {
    const { token, check, cancel } = this.#settings;
    const context = this.#context;
    // Bases are kept in check runs; and a cancelled step has no time for a comparison.
    if (!context || token === "" || check === "off" || cancel.aborted) return undefined;
    using session = openSession(context, this.#settings, this.#runtime.clock, 0);
    try {
      const base = await this.#base(context, session);
      return base && (await findBase(session.github(), context.repository, base, this.#settings));
    } catch (error) {
      this.#log.info(`There is no base to compare with: ${reasonOf(error)}.`);
      return undefined;
    }
  }

  async publish(view: ReportView, digest?: string): Promise<Publicity> {
    const { reportPath } = this.#settings;
    const context = this.#context;
    using session = context && openSession(context, this.#settings, this.#runtime.clock, afterCancelMs);
    // The summary first: it needs no request, and is where the others refer to.
    const hasSummary = await this.#summary(view);
    const places = hasSummary ? `the job summary and in \`${reportPath}\`` : `\`${reportPath}\``;
    const whereItIs = `the report is in ${places}`;
    if (!context || !session) {
      this.#log.info(`This is no workflow run; ${whereItIs}.`);
      return { commentUrl: "", checkUrl: "", reviewCheckUrl: "", reviewsAreAwaited: false };
    }
    const whole = hasSummary ? context.runUrl : reportPath;
    const publication = { view, digest, context, session, whole, whereItIs };
    const gate = this.#gate(publication);
    const [comment, check, reviews] = await Promise.all([
      this.#comment(publication, gate),
      this.#check(publication),
      gate.then(({ published }) => published),
    ]);
    const reviewsAreAwaited = await (await gate).confirm();
    sayMissing({ comment, check, "review check": reviews }, whereItIs, this.#log);
    return { commentUrl: comment.url, checkUrl: check.url, reviewCheckUrl: reviews.url, reviewsAreAwaited };
  }

  async #summary(view: ReportView): Promise<boolean> {
    const { summary, reportPath, redact } = this.#settings;
    const file = this.#runtime.env["GITHUB_STEP_SUMMARY"];
    // Older servers have no job summaries.
    if (!summary || !file) return false;
    const text = renderMarkdown(view, { budget: { bytes: mostSummaryBytes }, whole: reportPath });
    return await addToSummary(file, text, redact, this.#log);
  }

  async #comment(
    { view, context, session, whole, whereItIs }: Publication,
    gate: Promise<PublishedGate>,
  ): Promise<Published> {
    const { comment, commentKey, token } = this.#settings;
    if (comment === "never") return notPublished;
    const mark = { key: commentKey, run: context.run, sha: context.headSha };
    const create = comment === "always" || view.report.results.extra.callboard.verdict !== "passed";
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      const pull = await this.#findPull(context, session);
      if (!pull) {
        this.#log.info(`There is no open pull request to comment on; ${whereItIs}.`);
        return notPublished;
      }
      const { repository } = context;
      // A cancelled step has seconds, and what the check run says of reviews is not the most important.
      const isHurried = this.#settings.cancel.aborted;
      const { part: reviews, decisions, listed }: GateInComment = isHurried ? nothingDecided : await gate;
      const editor = reportLink({ repository: fullName(repository), pull: pull.number }, commentKey);
      const body = commentText(view, { mark, whole, reviews, decisions, editor });
      const target = { repository, pull: pull.number, mark, create };
      const { what, url, leftAlone } = await publishComment(
        session.github(),
        target,
        body,
        session.deadline,
        listed,
      );
      if (what === "a newer run's") this.#sayNewer("comment", url);
      for (const other of leftAlone) {
        this.#log.info(
          `A comment that begins like this step's and does not end like it is left as it is: ${other}. ` +
            "If it is an old report that somebody has changed, delete it.",
        );
      }
      return { url };
    } catch (missing) {
      return { url: "", missing };
    }
  }

  async #check({ view, digest, context, session, whole }: Publication): Promise<Published> {
    const { check, checkRunId, checkName, commentKey, token, redact, cancel } = this.#settings;
    if (check === "off") return notPublished;
    const { report } = view;
    const { run, repository, headSha, isForks, runUrl } = context;
    let taken = 0;
    // The code after a `yield` runs when the next batch is asked for, which is when GitHub has taken this one.
    function* counted() {
      for (const batch of batches(report)) {
        yield batch;
        taken += batch.length;
        // A cancelled step has time for one request; its annotations are those of failures first.
        if (cancel.aborted) return;
      }
    }
    const output = outputOf(view, whole);
    const content = {
      key: commentKey,
      run,
      headSha,
      // A mark carries the title.
      output: { ...output, title: redact(output.title) },
      // A fork may propose a commit that others are compared with, and what fails without secrets tells nothing of it.
      digest: isForks ? undefined : digest,
      batches: counted(),
    };
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      if (check === "job") {
        if (checkRunId === undefined) throw new NotAsked("the server does not tell which one is the job's");
        return await publishToJob(session.github(), repository, checkRunId, content);
      }
      const result = await publishSeparately(session.github(), repository, {
        ...content,
        name: checkName,
        detailsUrl: runUrl,
        conclusion: conclusionOf(report),
      });
      if (result.what === "a newer run's") this.#sayNewer("check", result.url);
      return result;
    } catch (missing) {
      annotateLog(report, taken, this.#log);
      return { url: "", missing };
    }
  }

  async #gate(publication: Publication): Promise<PublishedGate> {
    const { context, session, view } = publication;
    const { reviewCheck: name, token, redact } = this.#settings;
    const nothing = { ...nothingDecided, published: notPublished, confirm: async () => false };
    if (name === "") return { ...nothing, part: await this.#partWithoutCheck(publication) };
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      const github = session.github();
      const pull = (await this.#findPull(context, session))?.number;
      const { repository, headSha: sha, runUrl: detailsUrl } = context;
      const place = { repository, pull, detailsUrl, redact };
      const reviews = reviewsOf(view.report);
      if (context.isQueued) {
        const { url, found } = await repeatForQueue(github, name, place, sha);
        // What only the queue's own run mentions, nobody is asked at the head.
        const areAwaited = found ? holdsAll(found.gate, reviews) : reviews.length === 0;
        const part = found ? partText(partOf(found, place)) : "";
        return { ...nothing, published: { url }, part, confirm: async () => areAwaited };
      }
      const editor = new GateEditor({ ...place, sha, name, converse: async talk => await talk(session) });
      const written = await publishGate(editor, name, this.#reviewReport(publication, pull));
      const { found } = written;
      if (written.what === "a newer run's") this.#sayNewer("review check", found.shown?.url ?? "");
      const part = partText(partOf(found, place));
      return {
        published: { url: found.shown?.url ?? "" },
        part,
        decisions: decisionsOf(found.gate.reviews),
        listed: { comments: editor.comments, self: editor.self },
        confirm: async () => {
          try {
            const last = await confirmGate(editor, written);
            if (partText(partOf(last, place)) !== part) await editor.renewComments();
            return holdsAll(last.gate, reviews);
          } catch (error) {
            const why = reasonOf(error);
            this.#log.info(`Whether a review was decided in the meantime could not be seen: ${why}.`);
            return holdsAll(found.gate, reviews);
          }
        },
      };
    } catch (missing) {
      return { ...nothing, part: await this.#partWithoutCheck(publication), published: { url: "", missing } };
    }
  }

  /** Empty without a pull request, of which the comment will say more. */
  async #partWithoutCheck(publication: Publication): Promise<string> {
    const { context, session } = publication;
    const pull = await this.#findPull(context, session).catch(() => undefined);
    if (!pull) return "";
    const gate = addReport(this.#reviewReport(publication, pull.number), undefined, []);
    const { repository } = context;
    return partText({ gate, place: { repository, pull: pull.number }, redact: this.#settings.redact });
  }

  #reviewReport({ view: { report }, context }: Publication, pull: number | undefined): ReviewReport {
    const { commentKey, reviewFields: fields } = this.#settings;
    const job = this.#settings.redact(this.#runtime.env["GITHUB_JOB"] ?? "");
    const step = stepOf({ key: commentKey, job, use: this.#use }, context.run, report);
    return { sha: context.headSha, pull, step, reviews: mentionedReviews(report), fields };
  }

  #sayNewer(what: string, url: string): void {
    this.#log.info(`A newer run has published its ${what} already, and this one leaves it as it is: ${url}`);
  }

  /** Asked for once, and again only after a failure. */
  #findPull(context: Context, session: Session): Promise<PullRequest | undefined> {
    this.#pull ??= findPullRequest(session.github, context).catch((error: unknown) => {
      this.#pull = undefined;
      throw error;
    });
    return this.#pull;
  }

  async #base(context: Context, session: Session): Promise<Base | undefined> {
    const base = context.base ?? (await this.#findPull(context, session))?.base;
    // The report is packed with its name.
    return base?.branch === undefined ? base : { ...base, branch: this.#settings.redact(base.branch) };
  }
}
