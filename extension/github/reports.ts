/**
 * The reports on a pull request, read from its comments, and the check runs that hold the state of their reviews.
 * Anyone can write a comment with a forged mark; only an app can write a check run.
 */

import { type HoldsGate, sumOf } from "../../shared/gate/join.ts";
import {
  type Marked,
  markLine,
  mostInflated,
  packedMark,
  parseMark,
  partIn,
} from "../../shared/gate/mark.ts";
import type { Gate, Review } from "../../shared/gate/state.ts";
import { isApp, loginOfApp } from "../../shared/github/accounts.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { decisionsOf, withDecisions } from "../../shared/report/decisions.ts";
import { type Mark, packedData, parseReportMark, viewIn } from "../../shared/report/marks.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { inflated } from "./inflate.ts";

/** What GitHub says of whoever wrote a comment. */
export interface Author {
  readonly login: string;
  readonly isApp: boolean;
}

export interface PullReport {
  /** Of the comment. */
  readonly id: number;
  readonly mark: Mark;
  readonly by: Author;
  /** Where the comment is. */
  readonly address: string;
  /** When it was written last, as ISO 8601. */
  readonly at: string;
  /** Absent where the comment carries none that can be read. */
  readonly view?: ReportView | undefined;
  /** The view as people have decided its reviews, in the check run's words. */
  readonly head?: ReportView | undefined;
  /** In the check run's words; where there is none, in the comment's, which anyone with write access can have changed. */
  readonly reviews: readonly Review[];
  /** Absent where nothing waits for the reviews; then nobody decides them by what is said here. */
  readonly check?: ReviewCheck | undefined;
}

/** The check runs of one name that wait for reviews. */
export interface ReviewCheck {
  readonly name: string;
  /** The sum of what they hold. */
  readonly gate: Gate;
}

/** What a report may unpack to, and all those together that people's comments carry: anybody may write many. */
const mostReport = 4_000_000;
/** Characters of a comment; GitHub takes no more. */
const mostBody = 70_000;

/** Reports that are shown, and check runs that are asked for. */
const most = { reports: 50, checks: 3 };

/** A comment that begins as a report does. */
export interface Commented extends Pick<PullReport, "id" | "mark" | "by" | "address" | "at"> {
  readonly body: string;
  /** What an app's says of reviews: a hint at the check run that knows. */
  readonly hint?: Marked | undefined;
}

/** The comments of a page that begin as a report does. */
export function withReportMark(page: unknown): JsonObject[] {
  const comments = Array.isArray(page) ? page.filter(isJsonObject) : [];
  return comments.filter(({ body }) => typeof body === "string" && parseReportMark(body) !== undefined);
}

export function isOfApp({ user }: JsonObject): boolean {
  return authorIn(user)?.isApp ?? false;
}

/** Those of apps first; within these in the order of the comments. */
export async function commentedIn(comments: readonly unknown[]): Promise<Commented[]> {
  const found = await Promise.all(comments.filter(isJsonObject).map(commentedFrom));
  const commented = found.filter(each => each !== undefined);
  return [true, false]
    .flatMap(isApp => commented.filter(({ by }) => by.isApp === isApp))
    .slice(0, most.reports);
}

async function commentedFrom(comment: JsonObject): Promise<Commented | undefined> {
  const { id, body, html_url: address, updated_at: at, user } = comment;
  if (typeof id !== "number" || typeof body !== "string" || body.length > mostBody) return undefined;
  const mark = parseReportMark(body);
  const by = authorIn(user);
  if (mark === undefined || by === undefined) return undefined;
  const part = by.isApp ? partIn(body) : undefined;
  const hint = part && (await marked(part.mark));
  return { id, mark, by, body, address: textOr(address), at: textOr(at), hint };
}

export interface Wanted {
  readonly sha: string;
  readonly name: string;
}

/** The check runs that the comments lead to; the last ones, where there are many. */
export function wantedBy(all: readonly Commented[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { mark, hint } of all) {
    const name = hint?.check?.name;
    if (name !== undefined) wanted.set(`${mark.sha} ${name}`, { sha: mark.sha, name });
  }
  return [...wanted.values()].slice(-most.checks);
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** One after the other, as those of people share what there is for them. */
export async function reportsFrom(
  commented: readonly Commented[],
  checks: readonly FoundCheck[],
): Promise<PullReport[]> {
  const reports: PullReport[] = [];
  let leftForPeople = mostReport;
  for (const each of commented) {
    const { isApp } = each.by;
    const data = packedData(each.body);
    const bytes = data && (await inflated(data, isApp ? mostReport : leftForPeople));
    if (!isApp) leftForPeople -= bytes?.length ?? 0;
    reports.push(reportFrom(each, bytes && viewIn(bytes), checks));
  }
  return reports;
}

function reportFrom(
  { body: _, hint, ...commented }: Commented,
  view: ReportView | undefined,
  checks: readonly FoundCheck[],
): PullReport {
  const { mark, by } = commented;
  const check = checks.find(
    ({ app, sha, check: { name } }) =>
      loginOfApp(app) === by.login && sha === mark.sha && name === hint?.check?.name,
  )?.check;
  // A check run may be of several steps.
  const step = check?.gate.steps.findIndex(({ key }) => key === mark.key) ?? -1;
  const reviews = check?.gate.reviews.filter(({ steps }) => step < 0 || steps.includes(step));
  const head = view && check ? withDecisions(view, decisionsOf(check.gate.reviews)) : view;
  return { ...commented, view, head, reviews: reviews ?? hint?.gate.reviews ?? [], check };
}

/** The check runs of a page. */
export function checkRunsIn(page: unknown): JsonObject[] {
  const runs = isJsonObject(page) ? page["check_runs"] : undefined;
  return Array.isArray(runs) ? runs.filter(isJsonObject) : [];
}

export interface FoundCheck {
  /** The app that made it. */
  readonly app: string;
  readonly sha: string;
  readonly check: ReviewCheck;
}

/** Of the check runs of one name at a commit: the sum of those of each app that are about this pull request. */
export async function checksIn(
  runs: readonly JsonObject[],
  { sha, name }: Wanted,
  pull: number,
): Promise<FoundCheck[]> {
  const byApp = new Map<string, HoldsGate[]>();
  for (const { id, name: called, app, output, external_id: externalId } of runs) {
    const { text } = isJsonObject(output) ? output : {};
    const slug = isJsonObject(app) ? app["slug"] : undefined;
    if (externalId !== reviewsExternalId || called !== name || typeof id !== "number") continue;
    if (typeof slug !== "string" || typeof text !== "string") continue;
    const gate = (await marked(markLine(text)))?.gate;
    // One that a push has made before there was a pull request is of every pull request.
    if (gate?.sha !== sha || (gate.pull !== undefined && gate.pull !== pull)) continue;
    byApp.set(slug, [...(byApp.get(slug) ?? []), { id, gate }]);
  }
  return [...byApp].flatMap(([app, held]) => {
    const gate = sumOf(held, sha);
    return gate ? [{ app, sha, check: { name, gate } }] : [];
  });
}

async function marked(line: string): Promise<Marked | undefined> {
  const packed = packedMark(line);
  const bytes = packed && (await inflated(packed, mostInflated));
  return bytes && parseMark(line, () => bytes);
}

function authorIn(user: unknown): Author | undefined {
  const { login, type } = isJsonObject(user) ? user : {};
  if (typeof login !== "string") return undefined;
  return { login, isApp: isApp({ login, type: textOr(type) }) };
}
