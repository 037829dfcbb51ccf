/**
 * The report goes to the pull request, to a check run and to the job summary. Each of them can be missing: a fork's
 * token may only read, an event may have no pull request, GitHub may be down. Then the others carry the report, the
 * log says so once, and the step does not fail for it.
 */

import { readFile } from "node:fs/promises";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { annotations } from "../../shared/report/annotations.ts";
import { sampled } from "../../shared/report/ctrf.ts";
import { renderMarkdown } from "../../shared/report/markdown/render.ts";
import type { Ctrf, CtrfTest } from "../../shared/report/model.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { addToSummary } from "../job-summary.ts";
import type { Log } from "../log.ts";
import { batches, conclusionOf, outputOf } from "./check/output.ts";
import { findDigest, publishSeparately, publishToJob } from "./check/publish.ts";
import { commentBody } from "./comment/body.ts";
import { publishComment } from "./comment/publish.ts";
import { type Base, type Context, contextOf, type Environment } from "./context.ts";
import { Deadline } from "./deadline.ts";
import { connect, type GitHub, isLimit, NotAsked, reasonOf, statusOf } from "./github.ts";
import { findPullRequest, type PullRequest } from "./pull-request.ts";
import type { PublishDetails, Publisher, PublishSettings } from "./settings.ts";

export interface World {
  readonly env: Environment;
  readonly clock: Clock;
}

const thisStep: World = { env: process.env, clock: systemClock };

export async function openPublisher(
  settings: PublishSettings,
  log: Log,
  { env, clock }: World = thisStep,
): Promise<Publisher> {
  const context = contextOf(env, await readPayload(env["GITHUB_EVENT_PATH"]));
  return new Publication(settings, log, { env, clock }, context);
}

/** Outside a workflow there is none, and nothing depends on it that could not be missing. */
async function readPayload(file: string | undefined): Promise<JsonObject> {
  if (!file) return {};
  try {
    const payload: unknown = JSON.parse(await readFile(file, "utf8"));
    return isJsonObject(payload) ? payload : {};
  } catch {
    return {};
  }
}

/** More than anyone reads; counts speak of all. */
const sample = { failed: 5000, undecided: 1000, flaky: 1000, skipped: 2000, passed: 5000 };

/** What every way of publishing is told. */
interface About {
  /** Small enough to be shown. */
  readonly report: Ctrf;
  readonly tests: Iterable<CtrfTest>;
  readonly details: PublishDetails;
  readonly context: Context;
  readonly session: Session;
  /** What the comparison is against, in words. */
  readonly base: string | undefined;
  readonly whole: string;
}

/** What became of one way of publishing. */
interface Fate {
  readonly url: string;
  /** Why it is not there, where it should be. */
  readonly missing?: unknown;
}

const nowhere: Fate = { url: "" };

class Publication implements Publisher {
  readonly #settings: PublishSettings;
  readonly #log: Log;
  readonly #world: World;
  readonly #context: Context | undefined;
  #pull: Promise<PullRequest | undefined> | undefined;

  constructor(settings: PublishSettings, log: Log, world: World, context: Context | undefined) {
    this.#settings = settings;
    this.#log = log;
    this.#world = world;
    this.#context = context;
  }

  async base(): Promise<string | undefined> {
    const { token, check, commentKey, cancel } = this.#settings;
    const context = this.#context;
    // Without checks no run leaves anything to compare with, and a cancelled one has better to do.
    if (!context || token === "" || check === "off" || cancel.aborted) return undefined;
    using session = this.#open(context, 0);
    try {
      const base = await this.#base(context, session);
      return base && (await findDigest(session.github(), context.repository, base.sha, commentKey));
    } catch (error) {
      this.#log.info(`There is no base to compare with: ${reasonOf(error)}.`);
      return undefined;
    }
  }

  async publish(
    report: Ctrf,
    details: PublishDetails = {},
  ): Promise<{ commentUrl: string; checkUrl: string }> {
    const context = this.#context;
    using session = context && this.#open(context, afterCancelMs);
    const all = details.tests ?? report.results.tests;
    const small = sampled(report, all, sample, details.comparison?.isNewFailure);
    // A cancelled step has no time to go through a million cases again.
    const tests = this.#settings.cancel.aborted ? small.results.tests : all;
    const base = context && session && details.comparison && (await this.#baseName(context, session));
    // First what needs nobody: it is there whatever happens next.
    const hasSummary = await this.#summary(small, details, base);
    if (!context || !session) {
      this.#log.info(`This is no workflow run; ${this.#whereItIs(hasSummary)}.`);
      return { commentUrl: "", checkUrl: "" };
    }
    const whole = hasSummary ? context.runUrl : this.#settings.reportPath;
    const about = { report: small, tests, details, context, session, base, whole };
    const [comment, check] = await Promise.all([this.#comment(about), this.#check(about)]);
    this.#sayMissing(
      [
        ["comment", comment],
        ["check", check],
      ],
      hasSummary,
    );
    return { commentUrl: comment.url, checkUrl: check.url };
  }

  async #summary(
    report: Ctrf,
    { comparison, raw }: PublishDetails,
    base: string | undefined,
  ): Promise<boolean> {
    const { summary, reportPath, redact } = this.#settings;
    const file = this.#world.env["GITHUB_STEP_SUMMARY"];
    // Older servers have none.
    if (!summary || !file) return false;
    const text = renderMarkdown(report, {
      budget: { bytes: mostSummaryBytes },
      whole: reportPath,
      ...(comparison && { comparison }),
      ...(base !== undefined && { base }),
      ...(raw && { raw }),
    });
    return await addToSummary(file, redact(text), this.#log);
  }

  async #comment({ report, details, context, session, base, whole }: About): Promise<Fate> {
    const { comment, commentKey, token, redact } = this.#settings;
    if (comment === "never") return nowhere;
    const mark = { key: commentKey, run: context.run, sha: context.headSha };
    const { comparison, raw } = details;
    const body = commentBody(report, { mark, comparison, base, whole, raw, redact });
    const create = comment === "always" || report.results.extra.callboard.verdict !== "passed";
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      const pull = await this.#findPull(context, session);
      if (!pull) {
        this.#log.info(
          `There is no open pull request to comment on; ${this.#whereItIs(whole === context.runUrl)}.`,
        );
        return nowhere;
      }
      const { repository } = context;
      const target = { repository, pull: pull.number, mark, create };
      const result = await publishComment(session.github(), target, body, session.deadline);
      if (result.what === "a newer run's") this.#sayNewer("comment", result.url);
      return result.what === "nothing to write over" ? nowhere : result;
    } catch (missing) {
      return { url: "", missing };
    }
  }

  async #check({ report, tests, details, context, session, base, whole }: About): Promise<Fate> {
    const { check, checkRunId, checkName, commentKey, token, cancel } = this.#settings;
    if (check === "off") return nowhere;
    const { comparison, digest } = details;
    const { run, repository, headSha, runUrl } = context;
    const output = outputOf(report, { comparison, base, whole });
    let sent = 0;
    // What stands after a yield runs when the next batch is asked for, which is when GitHub has taken this one.
    function* counted() {
      for (const batch of batches(tests)) {
        yield batch;
        sent += batch.length;
        // A cancelled step has time for one request, which says the most important.
        if (cancel.aborted) return;
      }
    }
    const content = { key: commentKey, run, output, digest, batches: counted() };
    try {
      if (token === "") throw new NotAsked("there is no `github-token`");
      if (check === "job") {
        if (checkRunId === undefined) throw new NotAsked("the server does not tell which one is the job's");
        return await publishToJob(session.github(), repository, checkRunId, content);
      }
      const result = await publishSeparately(session.github(), repository, {
        ...content,
        name: checkName,
        headSha,
        detailsUrl: runUrl,
        conclusion: conclusionOf(report),
      });
      if (result.what === "a newer run's") this.#sayNewer("check", result.url);
      return result;
    } catch (missing) {
      annotateLog(this.#log, tests, sent, this.#settings.redact);
      return { url: "", missing };
    }
  }

  #sayNewer(what: string, url: string): void {
    this.#log.info(`A newer run has published its ${what} already, and this one leaves it as it is: ${url}`);
  }

  /** Once for all that is missing: what, why, where the report is instead, and what would help. */
  #sayMissing(fates: readonly (readonly [what: string, fate: Fate])[], hasSummary: boolean): void {
    const missing = fates.flatMap(([what, fate]) =>
      "missing" in fate ? [{ what, error: fate.missing }] : [],
    );
    if (missing.length === 0) return;
    const why = missing.map(({ what, error }) => `no ${what} (${reasonOf(error)})`).join(" and ");
    const advice = adviceFor(missing.map(({ error }) => error));
    const text = `There is ${why}; ${this.#whereItIs(hasSummary)}.${advice}`;
    // What GitHub was not even asked for is nothing to be warned of on every run.
    if (missing.every(({ error }) => error instanceof NotAsked)) this.#log.info(text);
    else this.#log.warning(text);
  }

  #whereItIs(hasSummary: boolean): string {
    const { reportPath } = this.#settings;
    return `the report is in ${hasSummary ? `the job summary and in \`${reportPath}\`` : `\`${reportPath}\``}`;
  }

  /** Time that is measured from now, and a client that is made when somebody asks for it. */
  #open({ apiUrl }: Context, afterCancelMs: number): Session {
    const { token, redact, cancel } = this.#settings;
    const { clock } = this.#world;
    const deadline = new Deadline(clock, cancel, afterCancelMs);
    let client: GitHub | undefined;
    return {
      deadline,
      github: () => (client ??= connect({ apiUrl, token, deadline, clock, redact })),
      [Symbol.dispose]: () => deadline[Symbol.dispose](),
    };
  }

  /** Asked for once, by whoever comes first; after a failure again. */
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

  async #baseName(context: Context, session: Session): Promise<string | undefined> {
    const base = await this.#base(context, session).catch(() => undefined);
    return base && [base.branch, base.sha.slice(0, 7)].filter(Boolean).join(" at ");
  }
}

function adviceFor(errors: readonly unknown[]): string {
  const refused = errors.filter(error => !isLimit(error)).map(statusOf);
  if (refused.includes(401)) return " GitHub does not know the `github-token`: is it whole, and still valid?";
  if (!refused.includes(403) && !refused.includes(404)) return "";
  return (
    " A pull request from a fork or by Dependabot gets a token that may only read; any other job needs " +
    "`permissions:` with `contents: read`, `pull-requests: write` and `checks: write`."
  );
}

interface Session extends Disposable {
  readonly deadline: Deadline;
  readonly github: () => GitHub;
}

/** The runner waits 7.5 seconds after it has asked a step to end; the report is to be out within 5. */
const afterCancelMs = 4_000;

/** The runner takes 1 MiB of a step, and nothing of a longer one. */
const mostSummaryBytes = 1_000_000;

/** The runner shows ten errors and ten warnings of a step, and what fails the step is one of the errors. */
const mostLines = { failure: 9, warning: 9 };

/** What a check run would have shown beside the code, as far as a log can. */
function annotateLog(log: Log, tests: Iterable<CtrfTest>, from: number, redact: Redact): void {
  const written = { failure: 0, warning: 0 };
  let position = 0;
  let left = 0;
  for (const { annotation_level: level, message, title, path: file, start_line: line } of annotations(
    tests,
  )) {
    if (position++ < from) continue;
    if (written[level] >= mostLines[level]) {
      left += 1;
      continue;
    }
    written[level] += 1;
    const place = { title: redact(title), file: redact(file), line };
    if (level === "failure") log.error(redact(message), place);
    else log.warning(redact(message), place);
  }
  // GitHub would show no more of them.
  if (left > 0) log.info(`${left} more that have a place in the code are in the report.`);
}
