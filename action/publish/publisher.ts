/**
 * Publishes the report on the pull request, in a check run and in the job summary. Each of them can be impossible (a
 * fork's token may only read, an event may have no pull request, GitHub may be down); the step does not fail for it.
 */

import { type Clock, systemClock } from "../../shared/clock.ts";
import { reportLink } from "../../shared/github/links.ts";
import { type Mentioned, mention } from "../../shared/gate/state.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { fullName } from "../gate/checks.ts";
import { partText } from "../gate/comments.ts";
import {
  confirmGate,
  publishGate,
  type ReviewCheck,
  repeatForQueue,
  type WrittenGate,
} from "../gate/publish.ts";
import { stepOf } from "../gate/step.ts";
import { loginOf } from "../github/comments.ts";
import { type Base, type Context, contextOf, type Environment } from "../github/context.ts";
import { findPullRequest, type PullRequest } from "../github/pull-request.ts";
import { NotAsked, reasonOf } from "../github/reason.ts";
import { openSession, type Session } from "../github/session.ts";
import { readPayload } from "../runner/event.ts";
import { addToSummary } from "../runner/job-summary.ts";
import type { Log } from "../runner/log.ts";
import { annotateLog } from "./check/log-lines.ts";
import { batches, conclusionOf, outputOf } from "./check/output.ts";
import { findDigest, publishSeparately, publishToJob } from "./check/write.ts";
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
  /** As in `Publicity`. */
  readonly areAwaited: boolean;
  /** Puts right what came in between. */
  confirm(): Promise<void>;
}

class GitHubPublisher implements Publisher {
  readonly #settings: PublishSettings;
  readonly #log: Log;
  readonly #runtime: Runtime;
  readonly #context: Context | undefined;
  #pull: Promise<PullRequest | undefined> | undefined;

  constructor(settings: PublishSettings, log: Log, runtime: Runtime, context: Context | undefined) {
    this.#settings = settings;
    this.#log = log;
    this.#runtime = runtime;
    this.#context = context;
  }

  async base(): Promise<PublishedBase | undefined> {
    const { token, check, commentKey, cancel } = this.#settings;
    const context = this.#context;
    // Bases are kept in check runs; and a cancelled step has no time for a comparison.
    if (!context || token === "" || check === "off" || cancel.aborted) return undefined;
    using session = openSession(context, this.#settings, this.#runtime.clock, 0);
    try {
      const base = await this.#base(context, session);
      if (!base) return undefined;
      const digest = await findDigest(session.github(), context.repository, base.sha, commentKey);
      return digest === undefined ? undefined : { digest, name: nameOf(base) };
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
    const { confirm, areAwaited: reviewsAreAwaited } = await gate;
    await confirm();
    sayMissing({ comment, check, "review check": reviews }, whereItIs, this.#log);
    return { commentUrl: comment.url, checkUrl: check.url, reviewCheckUrl: reviews.url, reviewsAreAwaited };
  }

  async #summary(view: ReportView): Promise<boolean> {
    const { summary, reportPath, redact } = this.#settings;
    const file = this.#runtime.env["GITHUB_STEP_SUMMARY"];
    // Older servers have no job summaries.
    if (!summary || !file) return false;
    const text = renderMarkdown(view, { budget: { bytes: mostSummaryBytes }, whole: reportPath });
    return await addToSummary(file, redact(text), this.#log);
  }

  async #comment(
    { view, context, session, whole, whereItIs }: Publication,
    gate: Promise<PublishedGate>,
  ): Promise<Published> {
    const { comment, commentKey, token, redact } = this.#settings;
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
      const reviews = this.#settings.cancel.aborted ? "" : (await gate).part;
      const editor = reportLink({ repository: fullName({ repository }), pull: pull.number }, commentKey);
      const body = commentText(view, { mark, whole, redact, reviews, editor });
      const target = { repository, pull: pull.number, mark, create };
      const { what, url, leftAlone } = await publishComment(session.github(), target, body, session.deadline);
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
    const { check, checkRunId, checkName, commentKey, token, cancel } = this.#settings;
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
    const content = {
      key: commentKey,
      run,
      headSha,
      output: outputOf(view, whole),
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
    const { context, session } = publication;
    const { reviewCheck: name, token, redact, cancel } = this.#settings;
    const nothing = { published: notPublished, part: "", areAwaited: false, confirm: async () => {} };
    if (name === "") return { ...nothing, part: await this.#partWithoutCheck(publication) };
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      const github = session.github();
      const [self, pull] = await Promise.all([loginOf(github), this.#findPull(context, session)]);
      const place = { repository: context.repository, self, pull: pull?.number };
      const { headSha: sha, runUrl: detailsUrl } = context;
      if (context.isQueued) {
        const { url, found } = await repeatForQueue(github, name, place, sha, detailsUrl);
        // What only the queue's own run mentions, nobody is asked at the head.
        const known = new Set(found?.gate.reviews.map(({ id }) => id));
        const areAwaited = reviewsOf(publication.view.report).every(({ id }) => known.has(id));
        const part = found ? partText({ ...found, place, redact }) : "";
        return { ...nothing, published: { url }, part, areAwaited };
      }
      const mentioned = this.#mentioned(publication, place.pull);
      const mayLackComment = this.#settings.comment !== "always";
      const check: ReviewCheck = { name, mentioned, place, detailsUrl, redact, mayLackComment };
      const written: WrittenGate = await publishGate(github, check);
      const { found } = written;
      if (written.what === "a newer run's") this.#sayNewer("review check", found.url);
      return {
        published: { url: found.url },
        part: partText({ ...found, place, redact }),
        areAwaited: true,
        confirm: async () => {
          if (cancel.aborted) return;
          const { random } = this.#runtime.clock;
          await confirmGate(github, check, written, session.deadline, random).catch((error: unknown) => {
            this.#log.info(
              `Whether a review was decided in the meantime could not be seen: ${reasonOf(error)}.`,
            );
          });
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
    const gate = mention(this.#mentioned(publication, pull.number), undefined, []);
    const { repository } = context;
    return partText({ gate, place: { repository, pull: pull.number }, redact: this.#settings.redact });
  }

  #mentioned({ view: { report }, context }: Publication, pull: number | undefined): Mentioned {
    const { commentKey, reviewFields: fields } = this.#settings;
    const step = stepOf(commentKey, context.run, report);
    return { sha: context.headSha, pull, step, reviews: reviewsOf(report), fields };
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
    return context.base ?? (await this.#findPull(context, session))?.base;
  }
}

function nameOf({ branch, sha }: Base): string {
  return [branch, sha.slice(0, 7)].filter(Boolean).join(" at ");
}
