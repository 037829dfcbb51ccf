/** The words for a decision that was replaced. */

import { expect, test } from "vitest";
import type { PullRequestReport } from "../../../extension/github/reports.ts";
import { PullRequestReviews } from "../../../extension/pulls/reviews.ts";
import { pullRequestRows } from "../../../extension/pulls/rows.ts";
import type { PullRequestState } from "../../../extension/pulls/watcher.ts";
import type { ViewRow } from "../../../extension/views/row.ts";
import type { Review } from "../../../shared/gate/state.ts";

/** A pull request whose review check contains this review. */
function stateWith(review: object): PullRequestState {
  const reviews = [{ id: "rev_1", target: "batch: smoke", steps: [0], ...review } as unknown as Review];
  const mark = { key: "CI", run: { id: 1, attempt: 1 }, sha: "abcdef1" };
  const author = { login: "github-actions[bot]", isApp: true };
  const gate = { sha: mark.sha, pull: 7, reviews, steps: [], earlier: [], omitted: 0 };
  const check = { name: "Callboard reviews", address: "", title: "", gate };
  const report: PullRequestReport = { id: 1, mark, author, address: "", updatedAt: "", reviews, check };
  const repository = { server: "https://github.com", owner: "octocat", name: "shop" };
  const pull = { repository, number: 7, title: "A change", address: "", headSha: mark.sha, isOpen: true };
  const view = { what: "pull-request", pull, reports: [report] } as const;
  return { key: "shop", root: "file:///shop", branch: "b", commit: mark.sha, view, commitsBehind: new Map() };
}

function rowOf(review: object): string {
  const rows = pullRequestRows([stateWith(review)], {
    isTrusted: true,
    hasGit: true,
    pendingDecisionOf: () => undefined,
    timeOf: String,
    nameOf: String,
  });
  const all = (row: ViewRow): ViewRow[] => [row, ...((row.children?.() ?? []) as ViewRow[]).flatMap(all)];
  return rows.flatMap(all).find(({ id }) => id?.endsWith("rev_1"))?.description ?? "";
}

async function pageOf(review: object): Promise<unknown> {
  const state = stateWith(review);
  const reviews = new PullRequestReviews(
    {
      pulls: { find: () => state },
      decisionSender: { pendingDecisionOf: () => undefined },
      services: { current: () => undefined },
    } as never,
    { pull: "shop", comment: 1 },
  );
  const facts = await reviews.facts("rev_1");
  return facts?.origins.find(([what]) => what === "before")?.[1];
}

test.each([
  [
    "another conversation",
    { state: "open", before: { by: "octocat", state: "passed" } },
    "waits for a person · decided before, by octocat, for another conversation",
    "decided before, by octocat, for another conversation",
  ],
  [
    "another conversation, by nobody knows whom",
    { state: "open", before: { state: "failed" } },
    "waits for a person · decided before, for another conversation",
    "decided before, for another conversation",
  ],
  [
    "a decision whose place another one has taken",
    { state: "passed", by: "kim", before: { by: "octocat", state: "failed" } },
    "passed · @kim · in place of: failed by @octocat",
    "in place of: failed by @octocat",
  ],
  ["nothing", { state: "passed", by: "kim" }, "passed · @kim", undefined],
])("of %s, in the row and on the page", async (_, review, row, page) => {
  expect(rowOf(review)).toBe(row);
  expect(await pageOf(review)).toBe(page);
});
