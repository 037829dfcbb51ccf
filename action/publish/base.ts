/**
 * Finds the base of a report: the digest that the same step published at the base commit, or else at the nearest
 * earlier commit that has one.
 */

import { list, object, optional, read, text, textLike } from "../../shared/codec.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import type { BaseCommit, RepositoryName } from "../github/context.ts";
import { newestDigestIn } from "./check/digest-marks.ts";
import { checkNames, findDigest } from "./check/write.ts";
import type { PublishedBase, PublishSettings } from "./settings.ts";

type BaseSearch = Pick<PublishSettings, "check" | "checkRunId" | "checkName" | "commentKey">;

export async function findBase(
  github: GitHub,
  repository: RepositoryName,
  base: BaseCommit,
  search: BaseSearch,
): Promise<PublishedBase | undefined> {
  const digest = await findDigest(github, repository, base.sha, search.commentKey);
  if (digest !== undefined) return { digest, name: nameOf(base) };
  // If the query for earlier commits fails, for example because a server refuses it, the report has no base.
  return await findEarlierBase(github, repository, base, search).catch(() => undefined);
}

/** Counts only first parents, because the commits of a merged branch were never the head of the base branch. */
const mostEarlierCommits = 30;

async function findEarlierBase(
  github: GitHub,
  repository: RepositoryName,
  base: BaseCommit,
  search: BaseSearch,
): Promise<PublishedBase | undefined> {
  const filters = await filtersFor(github, repository, search);
  if (filters.length === 0) return undefined;
  const { owner, name } = repository;
  const data = await github.graphql<unknown>(historyQuery(base.sha, filters), { owner, name });
  const commits = objectAt(data, "repository");
  const start = read(commitCodec, objectAt(commits, "c0"));
  for (let distance = 1; distance <= mostEarlierCommits; distance++) {
    const found = objectAt(commits, `c${distance}`);
    if (found === undefined) return undefined;
    const texts = filters.flatMap((_, position) => textsIn(found[`checks${position}`]));
    const digest = newestDigestIn(texts, search.commentKey);
    if (digest === undefined) continue;
    const commit = read(commitCodec, found);
    const age = ageOf(Date.parse(start.committedDate) - Date.parse(commit.committedDate));
    const before = [formatCount(distance, "commit"), age].filter(Boolean).join(" and ");
    const name = `${nameOf({ ...base, sha: commit.oid })}, ${before} before ${shortSha(base.sha)}`;
    return { digest, name };
  }
  return undefined;
}

/** Selects the check runs that Callboard can have written, because the text of each check run can be 64 KB long. */
type CheckRunFilter = { readonly checkName: string } | { readonly appId: number };

/** A separate check run has a known name. The check runs of jobs have any name, but all belong to one app. */
async function filtersFor(
  github: GitHub,
  { owner, name: repo }: RepositoryName,
  { check, checkRunId, checkName, commentKey }: BaseSearch,
): Promise<readonly CheckRunFilter[]> {
  if (check === "separate") return checkNames(checkName, commentKey).map(name => ({ checkName: name }));
  if (checkRunId === undefined) return [];
  const { data } = await github.request("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", {
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
const units = [
  { ms: 24 * 60 * minuteMs, name: "day" },
  { ms: 60 * minuteMs, name: "hour" },
  { ms: minuteMs, name: "minute" },
];

/** Empty under a minute, and for a commit whose date is newer than the base's, as after a rebase. */
function ageOf(ms: number): string {
  const unit = units.find(each => ms >= each.ms);
  return unit === undefined ? "" : formatCount(Math.floor(ms / unit.ms), unit.name);
}
