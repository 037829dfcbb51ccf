/** Writes a step's interim comments. A failure is logged once and doesn't fail the step. */

import type { Clock } from "../../../shared/clock.ts";
import { isRateLimited, statusOf } from "../../../shared/github/error.ts";
import { findComment, type PullRequestComment } from "../../github/comments.ts";
import type { WorkflowContext } from "../../github/context.ts";
import type { EventPullRequest } from "../../github/pull-request.ts";
import { reasonOf } from "../../github/reason.ts";
import { type GitHubSession, openGitHubSession } from "../../github/session.ts";
import type { Log } from "../../runner/log.ts";
import { afterCancelMs, type PublishSettings } from "../settings.ts";
import { commentFrame } from "./frame.ts";
import { type Interim, renderInterim } from "./interim.ts";
import { type ListedComments, publishComment } from "./post.ts";

export interface InterimWriterOptions {
  readonly settings: PublishSettings;
  readonly log: Log;
  readonly clock: Clock;
  readonly context: WorkflowContext;
  readonly findPull: (session: GitHubSession) => Promise<EventPullRequest | undefined>;
}

export class InterimWriter {
  readonly #options: InterimWriterOptions;
  /** The comment that this step has written, and its author, who is the token's owner. */
  #written: Pick<PullRequestComment, "id" | "author"> | undefined;
  #isOver = false;
  #isWriting = false;
  #hasFailed = false;
  #latest: Promise<void> = Promise.resolve();

  constructor(options: InterimWriterOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  write(interim: Interim): Promise<void> {
    this.#latest = this.#write(interim).finally(() => {
      this.#isWriting = false;
    });
    return this.#latest;
  }

  /** Prevents further writes. If one is under way, gives a promise of its end. */
  end(): Promise<void> | undefined {
    this.#isOver = true;
    return this.#isWriting ? this.#latest : undefined;
  }

  async #write(interim: Interim): Promise<void> {
    const { settings, log, clock, context, findPull } = this.#options;
    const { comment, githubToken, cancel } = settings;
    const isWanted = interim.isRunning ? comment === "always" && !cancel.aborted : comment !== "never";
    if (!isWanted || githubToken === "" || this.#isOver) return;
    // While the step runs, no request is sent again, because a retry could still wait when the report is published.
    const options = interim.isRunning ? { ...settings, attempts: 1 } : settings;
    using session = openGitHubSession(context, options, clock, afterCancelMs);
    try {
      const pull = await findPull(session);
      if (!pull) return;
      const { repository } = context;
      const frame = commentFrame(settings, context, pull.number);
      const target = { repository, pull: pull.number, mark: frame.mark, canCreate: interim.isRunning };
      const render = (before: string | undefined) => {
        if (this.#isOver) return undefined;
        this.#isWriting = true;
        return renderInterim(interim, frame, before);
      };
      const known = await this.#findWritten(session);
      const result = await publishComment(session.github(), target, render, session.deadline, known);
      this.#written = result.comment;
      if (result.what === "a newer run's") this.#isOver = true;
    } catch (error) {
      // A token that can only read won't be able to write in a minute either.
      const status = statusOf(error) ?? 0;
      if ([401, 403, 404].includes(status) && !isRateLimited(error)) this.#isOver = true;
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      log.info(`The comment does not show the state of this step yet: ${reasonOf(error)}.`);
    }
  }

  /** Reads the comment again, because a `settle` step can have edited its part about reviews. */
  async #findWritten(session: GitHubSession): Promise<ListedComments | undefined> {
    if (this.#written === undefined) return undefined;
    const { id, author } = this.#written;
    const comment = await findComment(session.github(), this.#options.context.repository, id);
    return comment && { comments: [comment], self: author };
  }
}
