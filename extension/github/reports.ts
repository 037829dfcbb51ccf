/**
 * The reports on a pull request, from its comments, and their reviews' state, from check runs. Anyone can write a
 * comment with a forged mark, but only an app can write a check run.
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

export interface Author {
  readonly login: string;
  readonly isApp: boolean;
}

interface CommentDetails {
  readonly id: number;
  readonly mark: Mark;
  readonly by: Author;
  readonly address: string;
  /** The last change, as ISO 8601. */
  readonly at: string;
}

export interface PullReport extends CommentDetails {
  /** Absent if the comment contains no readable report. */
  readonly view?: ReportView | undefined;
  /** The report with the decisions of the review check. */
  readonly head?: ReportView | undefined;
  /** From the review check, or else from the comment, which anyone with write access can change. */
  readonly reviews: readonly Review[];
  /** Absent if no check run waits for the reviews. They can't be decided through the pull request then. */
  readonly check?: ReviewCheck | undefined;
}

export interface ReviewCheck {
  readonly name: string;
  /** The sum of the gates in all check runs of this name. */
  readonly gate: Gate;
}

/** Bytes after unpacking: of one report, and of all people's comments together, because anyone can write many. */
const maxReportBytes = 4_000_000;
/** Slightly above GitHub's limit for the characters of a comment. */
const maxBody = 70_000;

const max = { reports: 50, checks: 3 };

export interface Commented extends CommentDetails {
  readonly body: string;
  /** The reviews in an app's comment. They lead to the check run, which has the current state. */
  readonly hint?: Marked | undefined;
}

export function withReportMark(page: unknown): JsonObject[] {
  const comments = Array.isArray(page) ? page.filter(isJsonObject) : [];
  return comments.filter(({ body }) => typeof body === "string" && parseReportMark(body) !== undefined);
}

export function isOfApp({ user }: JsonObject): boolean {
  return authorIn(user)?.isApp ?? false;
}

/** Puts comments by apps first and keeps the order otherwise. */
export async function commentedIn(comments: readonly unknown[]): Promise<Commented[]> {
  const found = await Promise.all(comments.filter(isJsonObject).map(parseMarkedComment));
  const commented = found.filter(each => each !== undefined);
  return [true, false]
    .flatMap(isApp => commented.filter(({ by }) => by.isApp === isApp))
    .slice(0, max.reports);
}

async function parseMarkedComment(comment: JsonObject): Promise<Commented | undefined> {
  const { id, body, html_url: address, updated_at: at, user } = comment;
  if (typeof id !== "number" || typeof body !== "string" || body.length > maxBody) return undefined;
  const mark = parseReportMark(body);
  const by = authorIn(user);
  if (mark === undefined || by === undefined) return undefined;
  const part = by.isApp ? partIn(body) : undefined;
  const hint = part && (await unpackMark(part.mark));
  return { id, mark, by, body, address: textOr(address), at: textOr(at), hint };
}

export interface Wanted {
  readonly sha: string;
  readonly name: string;
}

/** The check runs that the comments name. Keeps the last ones if there are too many. */
export function wantedBy(all: readonly Commented[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { mark, hint } of all) {
    const name = hint?.check?.name;
    if (name !== undefined) wanted.set(`${mark.sha} ${name}`, { sha: mark.sha, name });
  }
  return [...wanted.values()].slice(-max.checks);
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Not in parallel, because the comments by people share one limit. */
export async function reportsFrom(
  commented: readonly Commented[],
  checks: readonly FoundCheck[],
): Promise<PullReport[]> {
  const reports: PullReport[] = [];
  let bytesLeftForPeople = maxReportBytes;
  for (const each of commented) {
    const { isApp } = each.by;
    const data = packedData(each.body);
    const bytes = data && (await inflated(data, isApp ? maxReportBytes : bytesLeftForPeople));
    if (!isApp) bytesLeftForPeople -= bytes?.length ?? 0;
    reports.push(unpackReport(each, bytes && viewIn(bytes), checks));
  }
  return reports;
}

function unpackReport(
  { body: _, hint, ...commented }: Commented,
  view: ReportView | undefined,
  checks: readonly FoundCheck[],
): PullReport {
  const { mark, by } = commented;
  const check = checks.find(
    ({ app, sha, check: { name } }) =>
      loginOfApp(app) === by.login && sha === mark.sha && name === hint?.check?.name,
  )?.check;
  const step = check?.gate.steps.findIndex(({ key }) => key === mark.key) ?? -1;
  const reviews = check?.gate.reviews.filter(({ steps }) => step < 0 || steps.includes(step));
  const head = view && check ? withDecisions(view, decisionsOf(check.gate.reviews)) : view;
  return { ...commented, view, head, reviews: reviews ?? hint?.gate.reviews ?? [], check };
}

export function checkRunsIn(page: unknown): JsonObject[] {
  const runs = isJsonObject(page) ? page["check_runs"] : undefined;
  return Array.isArray(runs) ? runs.filter(isJsonObject) : [];
}

export interface FoundCheck {
  /** The slug of the app that created the check run. */
  readonly app: string;
  readonly sha: string;
  readonly check: ReviewCheck;
}

/** Sums, for each app, the gates of this name and commit that belong to the pull request. */
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
    const gate = (await unpackMark(markLine(text)))?.gate;
    // A push made this gate before the pull request existed, so it belongs to every pull request.
    if (gate?.sha !== sha || (gate.pull !== undefined && gate.pull !== pull)) continue;
    byApp.set(slug, [...(byApp.get(slug) ?? []), { id, gate }]);
  }
  return [...byApp].flatMap(([app, held]) => {
    const gate = sumOf(held, sha);
    return gate ? [{ app, sha, check: { name, gate } }] : [];
  });
}

async function unpackMark(line: string): Promise<Marked | undefined> {
  const packed = packedMark(line);
  const bytes = packed && (await inflated(packed, mostInflated));
  return bytes && parseMark(line, () => bytes);
}

function authorIn(user: unknown): Author | undefined {
  const { login, type } = isJsonObject(user) ? user : {};
  if (typeof login !== "string") return undefined;
  return { login, isApp: isApp({ login, type: textOr(type) }) };
}
