/**
 * Reads a pull request's reports from its comments, and the state of their reviews from check runs. Anyone can write a
 * comment with a forged mark, but only an app can write a check run.
 */

import { type GateHolder, sumGates } from "../../shared/gate/join.ts";
import {
  deflatedGateMark,
  type GateMark,
  lastLineOf,
  mostInflatedBytes,
  parseGateMark,
  reviewsPartIn,
} from "../../shared/gate/mark.ts";
import type { Gate, Review } from "../../shared/gate/state.ts";
import { isApp, loginOfApp } from "../../shared/github/accounts.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { decisionsOf, withDecisions } from "../../shared/report/decisions.ts";
import {
  dataMarkBytes,
  parseReportMark,
  parseReportView,
  type ReportMark,
} from "../../shared/report/marks.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { inflateUpTo } from "./inflate.ts";

export interface CommentAuthor {
  readonly login: string;
  readonly isApp: boolean;
}

interface CommentDetails {
  readonly id: number;
  readonly mark: ReportMark;
  readonly author: CommentAuthor;
  readonly address: string;
  /** The time of the last change, in ISO 8601. */
  readonly updatedAt: string;
}

export interface PullRequestReport extends CommentDetails {
  /** Absent if the comment contains no readable report. */
  readonly view?: ReportView | undefined;
  /** The same report with the decisions of the review check; without a check, the same as `view`. */
  readonly decidedView?: ReportView | undefined;
  /** From the review check, or else from the comment, which anyone with write access can change. */
  readonly reviews: readonly Review[];
  /** Absent if no check run with the reviews was found. The reviews can't be decided through the pull request then. */
  readonly check?: ReviewCheck | undefined;
}

export interface ReviewCheck {
  readonly name: string;
  /** All gates in the app's check runs with this name and commit, joined into one. */
  readonly gate: Gate;
}

/** The most inflated bytes of one report by an app, and of all reports by people: anyone can write many comments. */
const maxReportBytes = 4_000_000;
/** Characters, slightly above GitHub's limit of 65,536 for a comment. */
const maxBody = 70_000;

const max = { reports: 50, checks: 3 };

export interface MarkedComment extends CommentDetails {
  readonly body: string;
  /** The gate's mark in an app's comment. It names the check run, which has the current state. */
  readonly hint?: GateMark | undefined;
}

export function markedCommentsIn(page: unknown): JsonObject[] {
  const comments = Array.isArray(page) ? page.filter(isJsonObject) : [];
  return comments.filter(({ body }) => typeof body === "string" && parseReportMark(body) !== undefined);
}

export function isFromApp({ user }: JsonObject): boolean {
  return authorIn(user)?.isApp ?? false;
}

/** Puts comments by apps first and keeps the order otherwise. */
export async function parseMarkedComments(comments: readonly unknown[]): Promise<MarkedComment[]> {
  const found = await Promise.all(comments.filter(isJsonObject).map(parseMarkedComment));
  const commented = found.filter(each => each !== undefined);
  return [true, false]
    .flatMap(isApp => commented.filter(({ author }) => author.isApp === isApp))
    .slice(0, max.reports);
}

async function parseMarkedComment(comment: JsonObject): Promise<MarkedComment | undefined> {
  const { id, body, html_url: address, updated_at: at, user } = comment;
  if (typeof id !== "number" || typeof body !== "string" || body.length > maxBody) return undefined;
  const mark = parseReportMark(body);
  const author = authorIn(user);
  if (mark === undefined || author === undefined) return undefined;
  const part = author.isApp ? reviewsPartIn(body) : undefined;
  const hint = part && (await unpackMark(part.mark));
  return { id, mark, author, body, address: textOr(address), updatedAt: textOr(at), hint };
}

export interface CheckRunQuery {
  readonly sha: string;
  readonly name: string;
}

/** The check runs that the comments name. Keeps the last `max.checks` of them. */
export function checkRunsNamedIn(all: readonly MarkedComment[]): CheckRunQuery[] {
  const wanted = new Map<string, CheckRunQuery>();
  for (const { mark, hint } of all) {
    const name = hint?.check?.name;
    if (name !== undefined) wanted.set(`${mark.sha} ${name}`, { sha: mark.sha, name });
  }
  return [...wanted.values()].slice(-max.checks);
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Unpacks one report after another, because the reports by people share one limit. */
export async function unpackReports(
  commented: readonly MarkedComment[],
  checks: readonly FoundReviewCheck[],
): Promise<PullRequestReport[]> {
  const reports: PullRequestReport[] = [];
  let bytesLeftForPeople = maxReportBytes;
  for (const each of commented) {
    const { isApp } = each.author;
    const data = dataMarkBytes(each.body);
    const bytes = data && (await inflateUpTo(data, isApp ? maxReportBytes : bytesLeftForPeople));
    if (!isApp) bytesLeftForPeople -= bytes?.length ?? 0;
    reports.push(unpackReport(each, bytes && parseReportView(bytes), checks));
  }
  return reports;
}

function unpackReport(
  { body: _, hint, ...commented }: MarkedComment,
  view: ReportView | undefined,
  checks: readonly FoundReviewCheck[],
): PullRequestReport {
  const { mark, author } = commented;
  const check = checks.find(
    ({ app, sha, check: { name } }) =>
      loginOfApp(app) === author.login && sha === mark.sha && name === hint?.check?.name,
  )?.check;
  const step = check?.gate.steps.findIndex(({ key }) => key === mark.key) ?? -1;
  const reviews = check?.gate.reviews.filter(({ steps }) => step < 0 || steps.includes(step));
  const decidedView = view && check ? withDecisions(view, decisionsOf(check.gate.reviews)) : view;
  return { ...commented, view, decidedView, reviews: reviews ?? hint?.gate.reviews ?? [], check };
}

export function checkRunsIn(page: unknown): JsonObject[] {
  const runs = isJsonObject(page) ? page["check_runs"] : undefined;
  return Array.isArray(runs) ? runs.filter(isJsonObject) : [];
}

export interface FoundReviewCheck {
  /** The slug of the app that created the check run. */
  readonly app: string;
  readonly sha: string;
  readonly check: ReviewCheck;
}

/** For each app, joins the gates in its check runs with this name and commit. Ignores gates of other pull requests. */
export async function reviewChecksIn(
  runs: readonly JsonObject[],
  { sha, name }: CheckRunQuery,
  pull: number,
): Promise<FoundReviewCheck[]> {
  const byApp = new Map<string, GateHolder[]>();
  for (const { id, name: called, app, output, external_id: externalId } of runs) {
    const { text } = isJsonObject(output) ? output : {};
    const slug = isJsonObject(app) ? app["slug"] : undefined;
    if (externalId !== reviewsExternalId || called !== name || typeof id !== "number") continue;
    if (typeof slug !== "string" || typeof text !== "string") continue;
    const gate = (await unpackMark(lastLineOf(text)))?.gate;
    // A push makes a gate without a pull request. That gate belongs to every pull request with this commit.
    if (gate?.sha !== sha || (gate.pull !== undefined && gate.pull !== pull)) continue;
    byApp.set(slug, [...(byApp.get(slug) ?? []), { id, gate }]);
  }
  return [...byApp].flatMap(([app, held]) => {
    const gate = sumGates(held, sha);
    return gate ? [{ app, sha, check: { name, gate } }] : [];
  });
}

async function unpackMark(line: string): Promise<GateMark | undefined> {
  const packed = deflatedGateMark(line);
  const bytes = packed && (await inflateUpTo(packed, mostInflatedBytes));
  return bytes && parseGateMark(line, () => bytes);
}

function authorIn(user: unknown): CommentAuthor | undefined {
  const { login, type } = isJsonObject(user) ? user : {};
  if (typeof login !== "string") return undefined;
  return { login, isApp: isApp({ login, type: textOr(type) }) };
}
