/** The times at which GitHub is asked, by the test's clock. */

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Git } from "../../../extension/github/git.ts";
import { Logins } from "../../../extension/github/logins.ts";
import { PullRequestWatcher } from "../../../extension/pulls/watcher.ts";
import type { Clock } from "../../../shared/clock.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { openClone, report, root } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

/** A clock that moves only when the test moves it. */
class SlowClock implements Clock {
  #now = Date.UTC(2026, 4, 12);
  #timer: { readonly at: number; readonly callback: () => void } | undefined;
  now = () => this.#now;
  random = () => 0;

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timer = timer;
    return () => {
      if (this.#timer === timer) this.#timer = undefined;
    };
  }

  /** Seconds to the next planned event. Undefined without one. */
  get wait(): number | undefined {
    return this.#timer && (this.#timer.at - this.#now) / 1000;
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
    const timer = this.#timer;
    if (timer === undefined || timer.at > this.#now) return;
    this.#timer = undefined;
    timer.callback();
  }
}

let branches = 0;

async function watching({ hasFocus = true, isDecisionAwaited = (): boolean => false } = {}) {
  const pull = await github.createPullRequest({ branch: `paced-${++branches}` });
  await report({ github, pull }, { reviews: [{ id: "rev_1" }] });
  const clone = openClone({ github, pull });
  const { editor } = clone;
  const { vscode } = editor;
  const clock = new SlowClock();
  const git = new Git(vscode);
  const logins = new Logins({ vscode, clock });
  const pulls = new PullRequestWatcher({ vscode, clock, git, logins, isDecisionAwaited });
  for (const each of [git, logins, pulls]) onTestFinished(() => each.dispose());
  /** Waits until the due look is over. */
  const looked = async () => {
    await expect.poll(() => clock.wait).toBeDefined();
    return clone.asked();
  };
  if (!hasFocus) await editor.lookAway();
  pulls.isInSight = true;
  if (hasFocus) await looked();
  return { ...clone, pull, pulls, clock, looked };
}

test("after a minute, then less and less often while nothing changes, up to every ten minutes", async () => {
  const { clock, looked, pull } = await watching();
  const waits: (number | undefined)[] = [];
  for (let look = 0; look < 8; look++) {
    waits.push(clock.wait);
    clock.pass(clock.wait ?? 0);
    const asked = await looked();
    expect(asked).toEqual([
      `GET /issues/${pull.number}/comments 304`,
      `GET /commits/${pull.headSha}/check-runs 304`,
    ]);
  }
  expect(waits).toEqual([60, 90, 135, 202.5, 303.75, 455.625, 600, 600]);
});

test("every five seconds while CI is about to take up a decision", async () => {
  let isAwaited = true;
  const { clock, looked } = await watching({ isDecisionAwaited: () => isAwaited });
  for (let look = 0; look < 3; look++) {
    expect(clock.wait).toBe(5);
    clock.pass(5);
    await looked();
  }
  isAwaited = false;
  clock.pass(5);
  await looked();
  expect(clock.wait).toBe(60);
});

test("as often as the setting says, and only for a reason if it says 0", async () => {
  const { asked, clock, editor, looked, pulls } = await watching();
  await editor.changeUserSetting("callboard.pullRequest.refreshInterval", 300);
  await looked();
  expect(clock.wait).toBe(300);
  for (const [setting, seconds] of [
    [10, 10],
    [9, 60],
    ["often", 60],
    [1e10, 60],
  ]) {
    await editor.changeUserSetting("callboard.pullRequest.refreshInterval", setting);
    await looked();
    expect(clock.wait).toBe(seconds);
  }
  await editor.changeUserSetting("callboard.pullRequest.refreshInterval", 0);
  await pulls.lookNow();
  expect(asked().length).toBeGreaterThan(1);
  expect(clock.wait).toBeUndefined();
  clock.pass(100_000);
  expect(asked()).toEqual([]);
  await pulls.lookNow();
  expect(asked()).not.toEqual([]);
});

test("sooner again after a change", async () => {
  const { clock, looked, pull, pulls } = await watching();
  for (let look = 0; look < 4; look++) {
    clock.pass(clock.wait ?? 0);
    await looked();
  }
  expect(clock.wait).toBeGreaterThan(200);
  await report({ github, pull }, { cases: [], run: 4_000_000_009 });
  clock.pass(clock.wait ?? 0);
  expect(await looked()).toContain(`GET /issues/${pull.number}/comments 200`);
  expect(clock.wait).toBe(60);
  expect(pulls.all?.[0]?.view).toMatchObject({ what: "pull-request" });
});

test("not while the view is hidden or the window lacks the focus, and not sooner after its return", async () => {
  const { asked, clock, editor, looked, pulls } = await watching();
  pulls.isInSight = false;
  expect(clock.wait).toBeUndefined();
  clock.pass(20);
  pulls.isInSight = true;
  expect(clock.wait).toBe(40);
  await editor.lookAway();
  expect(clock.wait).toBeUndefined();
  clock.pass(100);
  expect(asked()).toEqual([]);
  await editor.lookAgain();
  expect(await looked()).toHaveLength(2);
});

test("once without the focus, so that a window that opens in the background is not stuck at looking", async () => {
  const { asked, clock, pulls } = await watching({ hasFocus: false });
  await expect.poll(() => pulls.all?.[0]?.view.what).toBe("pull-request");
  expect(asked()).toHaveLength(4);
  clock.pass(1000);
  expect(clock.wait).toBeUndefined();
  expect(asked()).toEqual([]);
});

test("at once and completely after a push, a branch change or a login, because the pull request may have changed", async () => {
  const { clock, editor, looked, pull, repository } = await watching();
  const { sha } = await github.push(pull.headRef);
  repository.change({ commit: sha, unpushed: 1 });
  expect(await looked()).toContain("GET /pulls 200");
  repository.change({ unpushed: 0 });
  expect(await looked()).toContain("GET /pulls 304");
  expect(clock.wait).toBe(60);
  editor.github.nextToken = github.token("user");
  await editor.vscode.authentication.getSession("github-enterprise", ["repo"], { createIfNone: true });
  expect((await looked()).length).toBeGreaterThan(2);
});

test("waits as long as GitHub's rate limit requires", async () => {
  const { asked, clock, pulls, looked } = await watching();
  github.failNext("GET /issues/{issue_number}/comments", faults.secondaryLimit(403, 900));
  clock.pass(60);
  await looked();
  expect(clock.wait).toBe(900);
  pulls.lookAgain();
  await pulls.lookNow();
  expect(asked()).toEqual([]);
  clock.pass(900);
  expect((await looked()).length).toBeGreaterThan(1);
});

test("a link to the pull request of another repository keeps its row, even if the numbers are the same", async () => {
  const editor = openClone({
    github,
    pull: await github.createPullRequest({ branch: `paced-${++branches}` }),
  });
  const { vscode } = editor.editor;
  const clock = new SlowClock();
  const git = new Git(vscode);
  const pull = {
    number: 7,
    title: "",
    html_url: "",
    state: "open",
    head: { sha: "a".repeat(40), repo: null },
  };
  const request = async (route: string) => ({
    data: route.endsWith("{pull_number}") ? pull : route.endsWith("/pulls") ? [pull] : [],
    header: () => undefined,
    isUnchanged: false,
  });
  const none = { dispose: () => {} };
  const logins = {
    servers: [github.serverUrl],
    clientFor: async () => ({ request }),
    onDidChange: () => none,
  } as unknown as Logins;
  const pulls = new PullRequestWatcher({ vscode, clock, git, logins, isDecisionAwaited: () => false });
  for (const each of [git, pulls]) onTestFinished(() => each.dispose());
  editor.repository.change({ branch: undefined, upstream: undefined });
  const [owner = "", name = ""] = github.repo.fullName.split("/");
  const at = (repository: string) => ({
    repository: { server: github.serverUrl, owner, name: repository },
    number: 7,
  });
  await pulls.lookAtLinked(root, at(name.toUpperCase()));
  expect(pulls.all).toHaveLength(1);
  await pulls.lookAtLinked(root, at("mill"));
  expect(pulls.all).toHaveLength(2);
});

test("a changed file causes no look", async () => {
  const { asked, clock, repository } = await watching();
  repository.change({});
  expect(asked()).toEqual([]);
  expect(clock.wait).toBe(60);
});
