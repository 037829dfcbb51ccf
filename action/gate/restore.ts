/** Restores missing review checks of open pull requests, because GitHub deletes check runs with their workflow runs. */

import { pages } from "../../shared/github/pages.ts";
import { formatCount, formatNumber } from "../../shared/report/markdown/words.ts";
import { reasonOf } from "../github/reason.ts";
import type { SettleJob, SettleResult } from "./job.ts";

/** Limited, because each pull request costs several of the requests that the token has per hour. */
const mostPulls = 200;

export async function restoreChecks(job: SettleJob): Promise<SettleResult> {
  const { log } = job;
  const pulls = await openPulls(job);
  let [restored, isSuccess] = [0, true];
  for (const pull of pulls.slice(0, mostPulls)) {
    if (job.cancel.aborted) break;
    try {
      if (await restore(pull, job)) restored += 1;
    } catch (error) {
      isSuccess = false;
      log.error(`The review check of pull request ${pull} could not be restored: ${reasonOf(error)}.`, {
        title: "Callboard: settle",
      });
    }
  }
  if (pulls.length > mostPulls) log.warning(`Only the latest ${mostPulls} pull requests were checked.`);
  log.info(
    `Restored the review checks of ${formatNumber(restored)} of ${formatCount(pulls.length, "open pull request")}.`,
  );
  return { isSuccess, commentUrl: "" };
}

/** Writes missing review checks again. Returns whether any was missing. */
async function restore(pull: number, job: SettleJob): Promise<boolean> {
  const editor = job.editorOf(pull);
  await editor.readComments();
  if (editor.reportComments.length === 0) return false;
  await editor.readGates();
  const isMissing = editor.namedGates.some(({ shown }) => shown === undefined);
  if (isMissing) await editor.finish();
  return isMissing;
}

async function openPulls({ context, withSession }: SettleJob): Promise<number[]> {
  const { owner, name: repo } = context.repository;
  return await withSession(async session => {
    const route = "GET /repos/{owner}/{repo}/pulls";
    const request = session.github().request;
    const numbers: number[] = [];
    for await (const page of pages(page => request(route, { owner, repo, state: "open", ...page }))) {
      numbers.push(...page.map(({ number }) => number));
      if (numbers.length > mostPulls) break;
    }
    return numbers;
  });
}
