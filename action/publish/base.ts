/**
 * Finds the base of a report: the digest that the same step published at the base commit, or else at the nearest
 * earlier commit that has one. The digests of commits before it are the base's history.
 */

import { list, object, optional, read, text, textLike } from "../../shared/codec.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { type CaseDigest, isOfPullRequest, parseDigest } from "../../shared/report/digest.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import type { BaseCommit, RepositoryName } from "../github/context.ts";
import { digestsIn } from "./check/digest-marks.ts";
import { checkNames, checkRunsOf } from "./check/write.ts";
import type { MissingBase, PublishedBase, PublishSettings } from "./settings.ts";

export interface BaseSearch
  extends Pick<PublishSettings, "check" | "checkRunId" | "checkName" | "commentKey"> {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly base: BaseCommit;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** `earlier` is present if the search for the base has found the digests before it, too. */
export interface FoundBase extends Omit<PublishedBase, "earlier"> {
  readonly earlier?: readonly CaseDigest[];
}

export async function findBase(search: BaseSearch): Promise<FoundBase | MissingBase> {
  const direct = await findDirectBase(search);
  if (direct !== undefined) return direct;
  // If the query for earlier commits fails, for example because a server refuses it, the report has no base.
  const earlier = await findEarlierDigests(search).catch(() => undefined);
  const [nearest] = earlier ?? [];
  if (earlier !== undefined && nearest !== undefined) return earlierBase(search, nearest, earlier);
  const { base } = search;
  const where =
    earlier === undefined ? "" : ` or in the ${formatCount(mostEarlierCommits, "commit")} before it`;
  const branch = base.branch ?? "the base branch";
  return {
    why: `no report of this step at ${nameOf(base)}${where}; run this workflow on pushes to ${branch}, too`,
  };
}

async function findDirectBase({ github, repository, base, commentKey, now }: BaseSearch) {
  for await (const { check_runs: checkRuns } of checkRunsOf(github, repository, base.sha)) {
    const digest = newestOfBranch(
      checkRuns.map(({ output }) => output.text ?? ""),
      commentKey,
    );
    if (digest === undefined) continue;
    const source = checkRuns.find(({ output }) => newestOfBranch([output.text ?? ""], commentKey));
    const age = ageOf(now - Date.parse(source?.completed_at ?? ""));
    return { digest, name: nameOf(base), ...(age !== "" && { age }) };
  }
  return undefined;
}

/** Skips the digests of a pull request's own runs, because they don't show how the branch was before the change. */
function newestOfBranch(texts: Iterable<string>, key: string): CaseDigest | undefined {
  for (const written of digestsIn(texts, key)) {
    const digest = parseDigest(written);
    if (digest !== undefined && !isOfPullRequest(digest)) return digest;
  }
  return undefined;
}

function earlierBase(
  { base }: BaseSearch,
  { digest, distance, sha, ageMs }: EarlierDigest,
  all: readonly EarlierDigest[],
): FoundBase {
  const before = [formatCount(distance, "commit"), ageOf(ageMs)].filter(Boolean).join(" and ");
  const name = `${nameOf({ ...base, sha })}, ${before} before ${shortSha(base.sha)}`;
  return { digest, name, earlier: historyBefore(ageMs, all.slice(1)) };
}

/** Gives the digests before that of the base commit, in at most two requests; none if a server refuses them. */
export async function findHistory(search: BaseSearch): Promise<readonly CaseDigest[]> {
  const earlier = await findEarlierDigests(search).catch(() => []);
  return historyBefore(0, earlier);
}

/** The cases of a branch change over time, so an old rate tells little about now. */
const mostDays = 30;
const mostInHistory = 19;

function historyBefore(baseAgeMs: number, earlier: readonly EarlierDigest[]): CaseDigest[] {
  const recent = earlier.filter(({ ageMs }) => ageMs - baseAgeMs <= mostDays * dayMs);
  return recent.slice(0, mostInHistory).map(({ digest }) => digest);
}

/** Counts only first parents, because the commits of a merged branch were never the head of the base branch. */
const mostEarlierCommits = 30;

interface EarlierDigest {
  readonly digest: CaseDigest;
  readonly sha: string;
  /** How many commits, and how much time, before the base commit. */
  readonly distance: number;
  readonly ageMs: number;
}

/** The nearest first. */
async function findEarlierDigests(search: BaseSearch): Promise<EarlierDigest[]> {
  const { github, repository, base, commentKey } = search;
  const filters = await filtersFor(search);
  if (filters.length === 0) return [];
  const { owner, name } = repository;
  const data = await github.graphql<unknown>(historyQuery(base.sha, filters), { owner, name });
  const commits = objectAt(data, "repository");
  const start = read(commitCodec, objectAt(commits, "c0"));
  const found: EarlierDigest[] = [];
  for (let distance = 1; distance <= mostEarlierCommits; distance++) {
    const commit = objectAt(commits, `c${distance}`);
    if (commit === undefined) break;
    const texts = filters.flatMap((_, position) => textsIn(commit[`checks${position}`]));
    const digest = newestOfBranch(texts, commentKey);
    if (digest === undefined) continue;
    const { oid: sha, committedDate } = read(commitCodec, commit);
    found.push({ digest, sha, distance, ageMs: Date.parse(start.committedDate) - Date.parse(committedDate) });
  }
  return found;
}

/** Selects the check runs that Callboard can have written, because the text of each check run can be 64 KB long. */
type CheckRunFilter = { readonly checkName: string } | { readonly appId: number };

/** A separate check run has a known name. The check runs of jobs have any name, but all belong to one app. */
async function filtersFor(search: BaseSearch): Promise<readonly CheckRunFilter[]> {
  const { check, checkRunId, checkName, commentKey } = search;
  const { owner, name: repo } = search.repository;
  if (check === "separate") return checkNames(checkName, commentKey).map(name => ({ checkName: name }));
  if (checkRunId === undefined) return [];
  const { data } = await search.github.request("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    owner,
    repo,
    check_run_id: checkRunId,
  });
  return data.app ? [{ appId: data.app.id }] : [];
}

/**
 * Queries the base commit and the earlier ones by Git's revision expressions (`sha~1`), because `history` includes the
 * commits of merged branches, and GitHub limits how deep a query can nest `parents`. The query costs at most 13 of the
 * 1,000 points that a token has each hour.
 */
function historyQuery(sha: string, filters: readonly CheckRunFilter[]): string {
  const commit = (distance: number, fields: string) =>
    `c${distance}: object(expression: ${JSON.stringify(`${sha}~${distance}`)}) { ${fields} }`;
  const before = Array.from({ length: mostEarlierCommits }, (_, index) =>
    commit(index + 1, "...dated ...checked"),
  );
  const checks = filters.map((filter, position) => {
    const filterBy = Object.entries(filter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const by = `filterBy: { ${filterBy} }`;
    return `checks${position}: checkSuites(first: 20, ${by}) { nodes { checkRuns(first: 100, ${by}) { nodes { text } } } }`;
  });
  return `
    query ($owner: String!, $name: String!) {
      repository(owner: $owner, name: $name) {
        ${[commit(0, "...dated"), ...before].join("\n        ")}
      }
    }
    fragment dated on Commit { oid committedDate }
    fragment checked on Commit { ${checks.join(" ")} }
  `;
}

const commitCodec = object({ oid: textLike(/^[0-9a-f]{40,64}$/, "a commit"), committedDate: text });
const runsCodec = object({ nodes: list(optional(object({ text: optional(text, "null") }), "null")) });
const suitesCodec = object({
  nodes: list(optional(object({ checkRuns: optional(runsCodec, "null") }), "null")),
});

function textsIn(suites: unknown): string[] {
  const { nodes } = read(suitesCodec, suites);
  const runs = nodes.flatMap(({ checkRuns }) => checkRuns?.nodes ?? []);
  return runs.flatMap(run => run.text ?? []);
}

function objectAt(value: unknown, name: string): JsonObject | undefined {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

function nameOf({ branch, sha }: BaseCommit): string {
  return [branch, shortSha(sha)].filter(Boolean).join(" at ");
}

function shortSha(sha: string): string {
  return sha.slice(0, 7);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const units = [
  { ms: dayMs, name: "day" },
  { ms: 60 * minuteMs, name: "hour" },
  { ms: minuteMs, name: "minute" },
];

/** Empty under a minute, for an unknown time, and for a commit that is newer than the base commit, as after a rebase. */
function ageOf(ms: number): string {
  const unit = units.find(each => ms >= each.ms);
  return unit === undefined ? "" : formatCount(Math.floor(ms / unit.ms), unit.name);
}
