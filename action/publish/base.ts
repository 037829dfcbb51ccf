/**
 * What a report is compared with: the digest that the same step left at the base commit, or at the nearest of the
 * commits before it that has one.
 */

import { list, object, optional, read, text, textLike } from "../../shared/codec.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { counted } from "../../shared/report/markdown/words.ts";
import type { Base, Repository } from "../github/context.ts";
import { newestDigest } from "./check/lines.ts";
import { checkNames, findDigest } from "./check/write.ts";
import type { PublishedBase, PublishSettings } from "./settings.ts";

type Search = Pick<PublishSettings, "check" | "checkRunId" | "checkName" | "commentKey">;

export async function findBase(
  github: GitHub,
  repository: Repository,
  base: Base,
  search: Search,
): Promise<PublishedBase | undefined> {
  const digest = await findDigest(github, repository, base.sha, search.commentKey);
  if (digest !== undefined) return { digest, name: nameOf(base) };
  // Not every server and token answers this, and a report without a base is no less true.
  return await findBefore(github, repository, base, search).catch(() => undefined);
}

/** First parents, because the commits of merged branches were never the branch. */
const mostCommits = 30;

async function findBefore(
  github: GitHub,
  repository: Repository,
  base: Base,
  search: Search,
): Promise<PublishedBase | undefined> {
  const filters = await filtersFor(github, repository, search);
  if (filters.length === 0) return undefined;
  const { owner, name } = repository;
  const answer = await github.graphql<unknown>(historyQuery(base.sha, filters), { owner, name });
  const commits = objectAt(answer, "repository");
  const start = read(commitCodec, objectAt(commits, "c0"));
  for (let distance = 1; distance <= mostCommits; distance++) {
    const found = objectAt(commits, `c${distance}`);
    // The branch began here.
    if (found === undefined) return undefined;
    const texts = filters.flatMap((_, position) => textsIn(found[`checks${position}`]));
    const digest = newestDigest(texts, search.commentKey);
    if (digest === undefined) continue;
    const commit = read(commitCodec, found);
    const age = ageOf(Date.parse(start.committedDate) - Date.parse(commit.committedDate));
    const before = [counted(distance, "commit"), age].filter(Boolean).join(" and ");
    const name = `${nameOf({ ...base, sha: commit.oid })}, ${before} before ${shortSha(base.sha)}`;
    return { digest, name };
  }
  return undefined;
}

/** Which check runs to read the texts of, which can have 64 KB each. */
type Filter = { readonly checkName: string } | { readonly appId: number };

/** A separate check run is known by its name; the check runs of jobs have many, but are all of one app. */
async function filtersFor(
  github: GitHub,
  { owner, name: repo }: Repository,
  { check, checkRunId, checkName, commentKey }: Search,
): Promise<readonly Filter[]> {
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
 * The base commit and those before it, by expressions as Git has them: `history` has the commits of merged branches, too,
 * and parents can't be nested so deep. It costs at most 13 of a token's 1,000 points an hour.
 */
function historyQuery(sha: string, filters: readonly Filter[]): string {
  const commit = (distance: number, fields: string) =>
    `c${distance}: object(expression: ${JSON.stringify(`${sha}~${distance}`)}) { ${fields} }`;
  const before = Array.from({ length: mostCommits }, (_, index) => commit(index + 1, "...dated ...checked"));
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

function nameOf({ branch, sha }: Base): string {
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

/** Empty where a commit is hardly older, or says that it is newer, as after a rebase. */
function ageOf(ms: number): string {
  const unit = units.find(each => ms >= each.ms);
  return unit === undefined ? "" : counted(Math.floor(ms / unit.ms), unit.name);
}
