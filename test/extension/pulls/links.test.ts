/** A link in a pull request's comment opens the right folder and page in the editor. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportLink, reviewLink } from "../../../shared/github/links.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import type { FakeEditor, FakeEditorOptions } from "../fake-editor.ts";
import { FakeRepository } from "../fake-github.ts";
import { connectedWindow, InstantClock, openWindow } from "../window.ts";
import { type LocalPullRequest, openClone, pullRequestView, report } from "./clone.ts";

let github: LocalGitHub;
/** The pull request of most links. */
let place: LocalPullRequest;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
  place = await reported();
});
afterAll(() => github[Symbol.asyncDispose]());

const inEditor = (link: string) => new URL(link).searchParams.get("url") ?? "";
const placeOf = ({ pull }: Pick<LocalPullRequest, "pull">) => ({
  repository: "octocat/shop",
  pull: pull.number,
});
const toReview = (place: Pick<LocalPullRequest, "pull">, id = "rev_1") =>
  inEditor(reviewLink(placeOf(place), id));
const toReport = (place: Pick<LocalPullRequest, "pull">, key = "CI/scenarios") =>
  inEditor(reportLink(placeOf(place), key));

let branches = 0;
const review = { id: "rev_1", label: "Was the refund promised?" };

/** A pull request with CI's report and a waiting review. */
async function reported(): Promise<LocalPullRequest> {
  const place = { github, pull: await github.createPullRequest({ branch: `linked-${++branches}` }) };
  await report(place, { reviews: [review] });
  return place;
}

async function opensReview(editor: FakeEditor): Promise<void> {
  const text = () => editor.panel?.text ?? "";
  await expect.poll(text).toContain("Was the refund promised?");
}

/** The pending link that the window before stored. */
function kept(link: string, { minutesAgo = 0 } = {}): Map<string, unknown> {
  const { pathname: path, search } = new URL(link);
  const at = new InstantClock().now() - minutesAgo * 60_000;
  return new Map([["callboard.link", { path, query: decodeURIComponent(search.slice(1)), at }]]);
}

const main = { branch: "main", upstream: { remote: "origin", name: "main" } };
const elsewhere = { remotes: [{ name: "origin", fetchUrl: "https://github.com/larkspur/mill.git" }] };
const notOpen = "info: No folder of octocat/shop is open in this window.";

describe("a link to a review", () => {
  test("opens its page, and nothing is sent to the service", async () => {
    const { editor, asked, requests } = openClone(place);
    await editor.followLink(toReview(place));
    expect(editor.panel?.text).toContain("Was the refund promised?");
    expect(editor.panel?.text).toContain(`octocat/shop #${place.pull.number}`);
    expect(editor.said).toEqual([]);
    expect(asked().filter(each => !each.startsWith("GET"))).toEqual([]);
    expect(requests.filter(each => !each.includes("/repos/octocat/shop"))).toEqual([]);
  });

  test("opens a review of another branch or of a closed pull request", async () => {
    const place = await reported();
    const { editor, shows } = openClone(place, main);
    await editor.followLink(toReview(place));
    expect(editor.panel?.text).toContain("Was the refund promised?");
    expect(await shows("Was the refund")).toContain(`#${place.pull.number}`);
    const path = `/repos/${github.repo.fullName}/pulls/${place.pull.number}`;
    await github.ask("user", "PATCH", path, { state: "closed" });
    const next = openClone(place, main);
    await next.editor.followLink(toReview(place));
    expect(next.editor.panel?.text).toContain("Was the refund promised?");
  });

  test("finds the repository among several, by any of its remotes", async () => {
    const { editor, repository } = openClone(place);
    const [origin] = repository.api().state.remotes;
    const mill = { name: "origin", fetchUrl: "https://github.com/larkspur/mill.git" };
    const second = { ...main, remotes: [mill, { name: "upstream", fetchUrl: origin?.fetchUrl ?? "" }] };
    editor.github.repositories = [
      new FakeRepository("/notes", { branch: "main" }),
      new FakeRepository("/mill", { branch: "main", remotes: [mill] }),
      new FakeRepository("/shop", second),
    ];
    await editor.followLink(toReview(place));
    expect(editor.panel?.text).toContain("Was the refund promised?");
    // Nobody is logged in at the other server, and no login was asked for.
    expect(new Set(editor.github.asked)).toEqual(
      new Set(["github repo silent", "github-enterprise repo silent"]),
    );
  });

  test("in two reports opens at the report with a review check", async () => {
    const place = { github, pull: await github.createPullRequest({ branch: `linked-${++branches}` }) };
    await report(place, { reviews: [review], reviewCheck: "", key: "first" });
    await report(place, { reviews: [review], key: "second" });
    const { editor } = openClone(place);
    await editor.followLink(toReview(place));
    expect(editor.said).toEqual([]);
    expect(editor.panel?.text).toContain("Was the refund promised?");
  });

  test("that no check run waits for asks whether to add it to the service in use", async () => {
    const place = { github, pull: await github.createPullRequest({ branch: `linked-${++branches}` }) };
    await report(place, { reviews: [review], reviewCheck: "" });
    const { editor } = openClone(place);
    await editor.run("callboard.tryEmbedded");
    editor.said.splice(0);
    editor.will(undefined);
    await editor.followLink(toReview(place));
    expect(editor.said).toEqual([expect.stringMatching(/rev_1 is not known here yet.*\[Add it\]/s)]);
    expect(editor.panel).toBeUndefined();
  });

  test.each(["rev_9", "nobody's"])("that no report mentions, %s, says so", async id => {
    const { editor } = openClone(place);
    await editor.followLink(toReview(place, id));
    expect(editor.said).toEqual([
      `warning: No report on pull request #${place.pull.number} contains the review ${id}.`,
    ]);
  });

  test("that only a person's comment mentions leads nowhere", async () => {
    const place = await reported();
    const [comment] = await github.comments(place.pull.number);
    const forged = { github, pull: await github.createPullRequest({ branch: `linked-${++branches}` }) };
    await github.comment(forged.pull.number, comment?.body ?? "", "contributor");
    const { editor } = openClone(forged);
    await editor.followLink(toReview(forged));
    await editor.followLink(toReport(forged));
    expect(editor.said).toEqual([
      expect.stringContaining("contains the review rev_1"),
      expect.stringContaining("has no report CI/scenarios"),
    ]);
  });
});

describe("a link to a report", () => {
  test("opens it", async () => {
    const { editor } = openClone(place);
    await editor.followLink(toReport(place));
    expect(editor.said).toEqual([]);
    expect(editor.page?.html).toContain(`#${place.pull.number}`);
    expect(editor.page?.html).toContain("Asks for a refund");
  });

  test("that is missing shows a message", async () => {
    const { editor } = openClone(place);
    await editor.followLink(toReport(place, "other"));
    expect(editor.said).toEqual([`warning: Pull request #${place.pull.number} has no report other.`]);
  });
});

describe("a pull request that GitHub does not show", () => {
  const faultsOfAll = {
    unavailable: faults.unavailable,
    "behind a login of the organization": faults.singleSignOn,
  };
  const notShown = (pull: number) => [
    "command: callboard.pull.focus",
    `warning: Pull request #${pull} of octocat/shop can't be shown: the Pull request view says why.`,
  ];

  const toMissing = inEditor(reviewLink({ repository: "octocat/shop", pull: 99_999 }, "rev_1"));

  test.each([
    ["a branch without a pull request", main, "No pull request of main"],
    ["a branch with one", {}, "Asks for a refund"],
  ])("is reported if it is missing, and leaves no row below %s", async (_, checkout, own) => {
    const { editor, shows } = openClone(place, checkout);
    await editor.followLink(toMissing);
    expect(editor.said).toEqual(["warning: There is no pull request #99999 in octocat/shop."]);
    await editor.followLink(toMissing);
    expect(editor.said).toHaveLength(2);
    expect(await shows("No pull request #99999 in octocat/shop")).toContain(own);
    await editor.run("callboard.lookAgain");
    expect(await editor.tree(pullRequestView)).not.toMatch(/99999|You may not see/);
    expect(await editor.tree(pullRequestView)).toContain(own);
  });

  test("is not said to be missing if the repository can't be seen", async () => {
    const { editor } = openClone(place, main);
    github.failAll("user", faults.unknown);
    await editor.followLink(toMissing);
    github.failAll("user");
    expect(editor.said).toEqual(notShown(99_999));
    expect(await editor.tree(pullRequestView)).toContain("(lock) You may not see this repository");
  });

  test.each(Object.entries(faultsOfAll))("is said of one that is %s", async (_, fault) => {
    const { editor } = openClone(place, main);
    github.failAll("user", fault);
    await editor.followLink(toReview(place));
    github.failAll("user");
    expect(editor.said).toEqual(notShown(place.pull.number));
  });

  test("is reported during a rate limit", async () => {
    const { editor, asked } = openClone(place, main);
    github.failNext("GET /repos/{owner}/{repo}", faults.secondaryLimit(403, 3600));
    await editor.followLink(toReview(place));
    await editor.followLink(toReview(place));
    expect(editor.said).toEqual([...notShown(place.pull.number), ...notShown(place.pull.number)]);
    expect(asked()).toHaveLength(1);
  });
});

describe("a person who is not logged in", () => {
  const loggedOut = () => {
    const window = openClone(place);
    window.editor.github.tokens.clear();
    return window;
  };

  test("is asked to log in, and the link continues", async () => {
    const { editor } = loggedOut();
    editor.github.nextToken = github.token("user");
    editor.will("Log in");
    await editor.followLink(toReview(place));
    expect(editor.said).toEqual([
      expect.stringMatching(/^info: Log in to GitHub to see pull request.*\[Log in\]$/),
    ]);
    expect(editor.panel?.text).toContain("Was the refund promised?");
    expect(await editor.everything()).not.toContain(github.token("user"));
    expect(JSON.stringify([...editor.globalStorage])).not.toContain(github.token("user"));
  });

  test.each([
    ["to our question", undefined],
    ["to VS Code's", "Log in"],
  ])("and says no %s: nothing is asked of GitHub, and nothing stays", async (_, answer) => {
    const { asked, editor } = loggedOut();
    editor.will(answer);
    await editor.followLink(toReview(place));
    expect(editor.said).toHaveLength(1);
    expect(asked()).toEqual([]);
    expect(editor.panel).toBeUndefined();
    expect([...editor.globalStorage]).toEqual([]);
  });
});

describe("the wrong folder", () => {
  const wrong = (options: FakeEditorOptions = {}) => openClone(place, elsewhere, options);

  test("is reported without a request to GitHub", async () => {
    const { asked, editor } = wrong();
    const host = new URL(github.serverUrl).host;
    editor.will(undefined);
    await editor.followLink(toReview(place));
    const offers = `[Open its folder…] [Clone from ${host}…] [Clone from github.com…] [Show the review here]`;
    expect(editor.said[0]).toContain(notOpen);
    expect(editor.said[0]).toContain(`The link leads to pull request #${place.pull.number}.`);
    expect(editor.said[0]).toContain(offers);
    expect(editor.said).toHaveLength(1);
    expect(asked()).toEqual([]);
    expect([...editor.globalStorage]).toEqual([]);
  });

  test("leads to the right folder, in whose window the link continues once", async () => {
    const globalStorage = new Map<string, unknown>();
    const { editor } = wrong({ globalStorage });
    editor.will("Open its folder…", "/shop");
    await editor.followLink(toReview(place));
    expect(editor.said.at(-1)).toBe('command: vscode.openFolder memory:/shop {"forceNewWindow":true}');

    const { editor: opened } = openClone(place, {}, { globalStorage });
    await opensReview(opened);
    expect([...globalStorage]).toEqual([]);
    const { editor: later } = openClone(place, {}, { globalStorage });
    await later.settled();
    expect(later.panel).toBeUndefined();
  });

  test("leads to a folder open in another window, which continues when it gets the focus", async () => {
    const globalStorage = new Map<string, unknown>();
    const { editor } = wrong({ globalStorage });
    const { editor: other, asked } = openClone(place, {}, { globalStorage });
    await other.lookAway();
    editor.will("Open its folder…", "/shop");
    await editor.followLink(toReview(place));
    expect(other.panel).toBeUndefined();
    expect(asked()).toEqual([]);
    await editor.lookAgain();
    expect([...globalStorage]).toHaveLength(1);
    await other.lookAgain();
    await opensReview(other);
    expect([...globalStorage]).toEqual([]);
  });

  test("leaves nothing behind if the dialog is closed", async () => {
    const { editor } = wrong();
    editor.will("Open its folder…", undefined);
    await editor.followLink(toReview(place));
    expect(editor.said).toHaveLength(2);
    expect([...editor.globalStorage]).toEqual([]);
  });

  test("can be replaced by a clone, in which the link continues", async () => {
    const { editor } = wrong();
    editor.will(`Clone from ${new URL(github.serverUrl).host}…`);
    await editor.followLink(toReview(place));
    expect(editor.said.at(-1)).toBe(`command: git.clone "${github.serverUrl}/octocat/shop.git"`);
    const origin = { name: "origin", fetchUrl: `${github.serverUrl}/octocat/shop.git` };
    const clone = new FakeRepository("/clone", { ...main, remotes: [origin] });
    editor.github.openRepositories([...(editor.github.repositories ?? []), clone]);
    await opensReview(editor);
    expect([...editor.globalStorage]).toEqual([]);
  });

  test("is forgotten after a quarter of an hour or after another link", async () => {
    const keptSince = (minutesAgo: number) =>
      openClone(place, {}, { globalStorage: kept(toReview(place), { minutesAgo }) }).editor;
    const inTime = keptSince(14);
    await opensReview(inTime);
    const tooLate = keptSince(16);
    await tooLate.settled();
    expect(tooLate.github.asked).toEqual([]);

    const { editor } = openClone(place, elsewhere, { globalStorage: kept(toReview(place)) });
    editor.will(undefined);
    await editor.followLink(toReport(place));
    expect([...editor.globalStorage]).toEqual([]);
  });

  test("and a second click in the right window follow the link once", async () => {
    const { editor } = openClone(place, {}, { globalStorage: kept(toReview(place)) });
    editor.github.tokens.clear();
    editor.will(undefined);
    await editor.followLink(toReview(place));
    expect(editor.said).toHaveLength(1);
  });

  test("shows a review without a folder, and adds it only after a confirmation", async () => {
    const { editor } = await connectedWindow({ folders: ["/shop"] });
    editor.github.repositories = [];
    const link = toReview(place, "rev_9");
    editor.will("Show the review here", undefined);
    await editor.followLink(link);
    expect(await editor.tree("callboard.reviews")).not.toContain("rev_9");
    editor.will("Show the review here", "Add it");
    await editor.followLink(link);
    expect(await editor.tree("callboard.reviews")).toContain("rev_9");
    expect(editor.panel?.content).toContain("rev_9");
  });
});

test("without Git the folder's repository is unknown", async () => {
  const { editor } = openWindow({ folders: ["/shop"] });
  const pull = { number: 12 } as LocalPullRequest["pull"];
  editor.will("Show the review here");
  await editor.followLink(toReview({ pull }));
  await editor.followLink(toReport({ pull }));
  expect(editor.said).toEqual([
    expect.stringMatching(/VS Code has no Git here.*\. \[Show the review here\]$/s),
    expect.stringContaining("No service is in use."),
    expect.stringMatching(/VS Code has no Git here.*there again\.$/s),
  ]);
});

test("an untrusted workspace follows a link only once it is trusted", async () => {
  const globalStorage = kept(toReview(place));
  const { asked, editor } = openClone(place, {}, { trusted: false, globalStorage });
  await editor.settled();
  await editor.followLink(toReview(place));
  expect(editor.said).toEqual([expect.stringContaining("not trusted")]);
  expect(asked()).toEqual([]);
  expect(editor.github.asked).toEqual([]);
  await editor.trust();
  await opensReview(editor);
});

test("a link waits for Git, which starts a moment after the trust", async () => {
  const { editor, repository } = openClone(place, {}, { globalStorage: kept(toReview(place)) });
  editor.github.repositories = undefined;
  await editor.settled();
  expect([...editor.globalStorage]).toHaveLength(1);
  editor.github.openRepositories([repository]);
  await opensReview(editor);
});

test.each([
  ["/review?id=rev_1&then=delete", "it has a parameter or a part that is not expected."],
  ["/submit?repository=octocat/shop&pull=1&id=rev_1", "there is no such page."],
  ["/review?repository=octocat/shop&pull=1&id=rev_1#x", "it has a parameter or a part that is not expected."],
])("%s is refused with a reason", async (address, why) => {
  const { editor } = openWindow();
  await editor.followLink(`vscode://callboard.callboard-vscode${address}`);
  expect(editor.said).toEqual([`warning: This link can't be followed: ${why}`]);
  expect(editor.github.asked).toEqual([]);
});

test("the view shows a linked pull request", async () => {
  const other = await reported();
  const { editor, shows } = openClone(place);
  await editor.followLink(toReport(other));
  const rows = await shows(`#${other.pull.number}`);
  expect(rows).toContain(`#${place.pull.number}`);
  expect(await editor.tree(pullRequestView)).toBe(rows);
});
