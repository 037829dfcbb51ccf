/** The Pull request view, on a local GitHub Enterprise Server. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failing, passing, publish, reportWith } from "../../action/publish/publishing.ts";
import { events } from "../../github/events.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { FakeRepository } from "../fake-github.ts";
import { openWindow } from "../window.ts";
import { type LocalPullRequest, openClone, pullRequestView, report, root } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

let branches = 0;
const open = async (given: { fork?: boolean } = {}) => {
  const pull = await github.createPullRequest({ branch: `branch-${++branches}`, ...given });
  return { github, pull };
};

describe("the pull request of the branch", () => {
  test("shows CI's results and the waiting reviews", async () => {
    const place = await open();
    await report(place, { reviews: [{ id: "rev_1", label: "Was the refund promised?" }] });
    const { shows } = openClone(place);
    expect(await shows("#")).toBe(
      [
        `(git-pull-request) #${place.pull.number} Change README.md`,
        "  (error) CI/scenarios  1 review waits · 1 failed, 1 passed",
        "    (error) Asks for a refund",
        "    (bell) Was the refund promised?  waits for a person",
      ].join("\n"),
    );
  });

  test("shows its waiting reviews in the Reviews view, where they are counted and opened", async () => {
    const place = await open();
    const [first, second] = ["Was the refund promised?", "Was it kind?"];
    await report(place, {
      reviews: [
        { id: "rev_1", label: first },
        { id: "rev_2", label: second },
      ],
    });
    const { editor, shows } = openClone(place);
    await shows(first);
    expect(await editor.tree("callboard.reviews")).toBe(
      [
        `(git-pull-request) Pull request #${place.pull.number}  2`,
        `  (bell) ${first}  waits for a person`,
        `  (bell) ${second}  waits for a person`,
      ].join("\n"),
    );
    expect(editor.badge("callboard.reviews")).toBe(2);
    expect(editor.contexts.get("callboard.reviewsKnown")).toBe(true);
    await editor.run("callboard.openPullReview", await editor.row("callboard.reviews", second));
    await expect.poll(() => editor.panel?.text).toMatch(/^Waiting, 2 of 2\n[\s\S]*Was it kind\?/);
    editor.will("refund promised");
    await editor.run("callboard.filter");
    expect(await editor.tree("callboard.reviews")).not.toContain(second);
  });

  test("shows many cases in pages, as the other views do", async () => {
    const place = await open();
    const cases = Array.from({ length: 350 }, (_, index) => ({
      name: `Case ${index}`,
      status: "failed" as const,
    }));
    await report(place, { cases });
    const { editor, shows } = openClone(place);
    await shows("Show more");
    await editor.run("callboard.showMore", await editor.row(pullRequestView, "Show more"));
    expect(await editor.tree(pullRequestView)).not.toContain("Show more");
  });

  test("marks failures that are new since the base", async () => {
    const place = await open();
    const { baseSha: sha } = place.pull;
    const push = await events.push(github, { sha, before: "0".repeat(40), ref: "refs/heads/main" });
    const settings = { comment: "never", check: "separate", commentKey: "CI/compared" } as const;
    await publish({ github, event: push, settings }, reportWith(passing));
    await report(place, { compare: true, key: "CI/compared" });
    const { shows } = openClone(place);
    const rows = await shows("CI/compared");
    expect(rows).toContain("(error) CI/compared  1 new, 1 failed, 1 passed");
    expect(rows).toContain("(error) Asks for a refund  new");
  });

  test("shows how many commits a report is behind, if the clone knows", async () => {
    const place = await open();
    await report(place);
    const { sha } = await github.push(place.pull.headRef);
    const { shows, repository } = openClone(place, { commit: sha, ahead: { [place.pull.headSha]: 2 } });
    expect(await shows("CI/scenarios")).toContain("2 commits behind · 1 failed, 1 passed");
    repository.change({ commit: place.pull.headSha, ahead: {} });
    await expect.poll(() => shows("CI/scenarios")).not.toContain("behind");
  });

  test("of a fork's branch is found in the base repository", async () => {
    const place = await open({ fork: true });
    expect(place.pull.headRepo).not.toBe(github.repo.fullName);
    const { shows } = openClone(place);
    expect(await shows("#")).toContain(`#${place.pull.number} Change README.md`);
  });

  test.each([
    [
      "a fork's address",
      (place: LocalPullRequest) => [
        `${github.serverUrl}/${place.pull.headRepo}.git`,
        `refs/heads/${place.pull.headRef}`,
      ],
    ],
    [
      "the pull request itself",
      (place: LocalPullRequest) => ["origin", `refs/pull/${place.pull.number}/head`],
    ],
  ])("is found where a checkout of it follows %s", async (_, followed) => {
    const place = await open({ fork: true });
    const [remote = "", merge = ""] = followed(place);
    const { shows } = openClone(place, {
      branch: "theirs",
      upstream: undefined,
      remotes: [{ name: "origin", fetchUrl: `${github.serverUrl}/${github.repo.fullName}.git` }],
      config: { "branch.theirs.remote": remote, "branch.theirs.merge": merge },
    });
    expect(await shows("#")).toContain(`#${place.pull.number} `);
  });

  test("is found by the commit while HEAD is detached", async () => {
    const place = await open();
    const { shows } = openClone(place, { branch: undefined, upstream: undefined });
    expect(await shows("#")).toContain(`#${place.pull.number} `);
  });

  test("of each repository of a window", async () => {
    const [one, other] = [await open(), await open()];
    const { editor, shows, repository } = openClone(one);
    const second = new FakeRepository("memory:/second", {
      branch: "x",
      commit: other.pull.headSha,
      upstream: { remote: "origin", name: other.pull.headRef },
      remotes: [{ name: "origin", fetchUrl: `${github.serverUrl}/${other.pull.headRepo}` }],
    });
    editor.github.repositories = [repository, second];
    const rows = await shows(`#${other.pull.number}`);
    expect(rows).toContain(`#${one.pull.number} Change README.md  shop`);
    expect(rows).toContain(`#${other.pull.number} Change README.md  second`);
  });

  test("of each server of a window, with the login at that server", async () => {
    await using other = await startGitHub({ enterprise: true });
    const one = await open();
    const pull = await other.createPullRequest({ branch: "elsewhere", files: { "b.txt": "" } });
    await report({ github: other, pull }, { key: "CI/elsewhere" });
    const { editor, shows, repository } = openClone(one);
    const { defaults, user } = editor.settings;
    defaults.set("github-enterprise.uris", []);
    user.set("github-enterprise.uris", [github.serverUrl, other.serverUrl]);
    const label = (server: string) => `octocat - ${new URL(server).host}`;
    editor.github.logins.push(
      { label: label(github.serverUrl), token: github.token("user") },
      { label: label(other.serverUrl), token: other.token("user-anew") },
    );
    const second = new FakeRepository("memory:/second", {
      branch: "elsewhere",
      commit: pull.headSha,
      remotes: [{ name: "origin", fetchUrl: `${other.serverUrl}/${pull.headRepo}` }],
    });
    editor.github.repositories = [repository, second];
    const rows = await shows("CI/elsewhere");
    expect(rows).toContain(`#${one.pull.number} Change README.md  shop`);
    expect(rows).toContain(`#${pull.number} Change b.txt  second`);
    const foreign = other.token("user-anew");
    expect(JSON.stringify(github.requests.map(({ headers }) => headers))).not.toContain(foreign);
    const asked = other.requests.filter(({ headers }) => headers["user-agent"] === "callboard-vscode");
    expect(new Set(asked.map(({ headers }) => headers["authorization"]))).toEqual(
      new Set([`Bearer ${foreign}`]),
    );
  });

  test("says that it is closed", async () => {
    const place = await open();
    const { shows } = openClone(place);
    await github.ask("user", "PATCH", `/repos/${github.repo.fullName}/pulls/${place.pull.number}`, {
      state: "closed",
    });
    expect(await shows("#")).toContain("closed");
  });
});

describe("the requests", () => {
  test("none before the view is visible, then four, then two without changes", async () => {
    const place = await open();
    await report(place, { reviews: [{ id: "rev_1" }] });
    const { editor, asked, shows } = openClone(place);
    await editor.settled();
    expect(asked()).toEqual([]);
    expect(editor.github.asked).toEqual([]);
    await shows("CI/scenarios");
    const { number, headSha } = place.pull;
    const whole = (status: number) => [
      `GET  ${status}`,
      `GET /pulls ${status}`,
      `GET /issues/${number}/comments ${status}`,
      `GET /commits/${headSha}/check-runs ${status}`,
    ];
    expect(asked()).toEqual(whole(200));
    expect(editor.github.asked).toEqual(["github-enterprise repo silent"]);
    // A person's command asks for everything again.
    await editor.run("callboard.lookAgain");
    expect(asked()).toEqual(whole(304));
  });

  test("only to the person's own server, with that server's token", async () => {
    const place = await open();
    const { editor, shows } = openClone(place, {
      remotes: [{ name: "origin", fetchUrl: "https://github.example/octocat/shop.git" }],
    });
    await shows("No remote of this repository is on GitHub");
    expect(editor.github.asked).toEqual([]);
  });

  test("none to an enterprise server without a login in VS Code", async () => {
    const place = await open();
    const { editor, shows } = openClone(place, {
      remotes: [{ name: "origin", fetchUrl: "https://tenant.ghe.com/octocat/shop.git" }],
    });
    await shows("Log in to GitHub");
    expect(editor.github.asked).toEqual([]);
    await editor.run("callboard.logInToGitHub", await editor.row(pullRequestView, "Log in"));
    expect(editor.said.at(-1)).toBe(
      "warning: To log in at https://tenant.ghe.com, add it to your own settings, under github-enterprise. [Open settings]",
    );
    expect(editor.github.asked).toEqual([]);
  });

  test("none to a server without encryption", async () => {
    const place = await open();
    const { editor, shows, repository } = openClone(place);
    editor.settings.user.set("github-enterprise.uri", "http://github.example");
    repository.change({ remotes: [{ name: "origin", fetchUrl: "http://github.example/octocat/shop" }] });
    await shows("No remote of this repository is on GitHub");
    expect(editor.github.asked).toEqual([]);
  });
});

describe("an empty view shows the reason", () => {
  test("not logged in: a click logs in", async () => {
    const place = await open();
    const { editor, shows } = openClone(place);
    editor.github.tokens.clear();
    expect(await shows("Log in")).toBe(
      "(github) Log in to GitHub  to see CI's results for this branch, and to send your decisions",
    );
    editor.github.nextToken = github.token("user");
    await editor.run("callboard.logInToGitHub", await editor.row(pullRequestView, "Log in"));
    expect(await shows("#")).toContain("No report yet");
    expect(editor.github.asked).toContain("github-enterprise repo createIfNone");
  });

  test("no pull request of the branch", async () => {
    const place = await open();
    const { shows } = openClone(place, { branch: "alone", upstream: undefined });
    expect(await shows("No pull request")).toBe(
      "(git-branch) No pull request of alone  Push the branch and open one; it shows here",
    );
  });

  test.each([
    ["a login that is not one any more", faults.loggedOut, "GitHub does not know this login any more"],
    ["single sign-on", faults.singleSignOn, "The organization wants its single sign-on first"],
    ["no right to see it", faults.unknown, "You may not see this repository on 127.0.0.1"],
    ["a refusal", faults.refused, "You may not see this repository on 127.0.0.1"],
    ["a rate limit", faults.secondaryLimit(403, 60), "GitHub's rate limit is reached"],
    ["an outage", faults.serverError, "GitHub does not answer"],
    ["a connection that breaks", faults.lostRequest, "GitHub does not answer"],
  ])("%s", async (_, fault, text) => {
    const place = await open();
    const { shows } = openClone(place);
    github.failNext("GET /pulls", fault);
    expect(await shows(text)).toContain(text);
  });

  test("a click repeats single sign-on, once", async () => {
    const place = await open();
    const { editor, shows } = openClone(place);
    github.failNext("GET /pulls", faults.singleSignOn);
    await shows("single sign-on");
    editor.github.nextToken = github.token("user");
    await editor.run("callboard.logInToGitHub", await editor.row(pullRequestView, "The organization"));
    await shows("#");
    expect(editor.github.asked).toContain("github-enterprise repo forceNewSession");
  });

  test("no Git, no repository, no trust", async () => {
    const { editor } = openWindow({ folders: ["/shop"] });
    await editor.sight(pullRequestView, true);
    await expect.poll(() => editor.tree(pullRequestView)).toContain("Git is not there");
    const other = openWindow({ folders: ["/shop"] });
    other.editor.github.repositories = [];
    await other.editor.sight(pullRequestView, true);
    await expect.poll(() => other.editor.tree(pullRequestView)).toContain("No Git repository is open");
    const place = await open();
    const { asked, shows, editor: untrusted } = openClone(place, {}, { trusted: false });
    await shows("This workspace is not trusted");
    expect(asked()).toEqual([]);
    await untrusted.trust();
    await shows("#");
  });

  test("the last state stays visible during an outage, and no request is sent during a rate limit", async () => {
    const place = await open();
    await report(place);
    const { editor, shows, asked } = openClone(place);
    await shows("CI/scenarios");
    github.failNext("GET /issues/{issue_number}/comments", faults.serverError);
    await editor.run("callboard.lookAgain");
    expect(await shows("CI/scenarios")).toContain("GitHub does not answer; it is asked again");
    github.failNext("GET /issues/{issue_number}/comments", faults.secondaryLimit(429, 300));
    await editor.run("callboard.lookAgain");
    expect(await shows("CI/scenarios")).toContain("GitHub's rate limit is reached until");
    asked();
    await editor.run("callboard.lookAgain");
    expect(asked()).toEqual([]);
  });
});

describe("comments are hostile", () => {
  test("a forged report by a person is marked as such, has no verdict and allows no decision", async () => {
    const place = await open();
    await report(place, { reviews: [{ id: "rev_1" }] });
    const [real] = await github.comments(place.pull.number);
    const body = (real?.body ?? "").replace("key=CI%2Fscenarios", "key=forged");
    await github.comment(place.pull.number, body, "contributor");
    const { editor, shows } = openClone(place);
    const rows = await shows("forged");
    expect(rows).toContain("(comment) forged  by @contributor, not by CI · 1 failed, 1 passed");
    expect(rows.slice(rows.indexOf("forged"))).not.toContain("rev_1");
    const { subject } = (await editor.row(pullRequestView, "forged")) as { subject: object };
    await editor.run("callboard.openPullReview", { subject: { ...subject, review: "rev_1" } });
    expect(editor.said.at(-1)).toContain("It is no longer on the pull request.");
  });

  test("a changed comment of a bot has no effect on the reviews, which come from the check run", async () => {
    const place = await open();
    await report(place, { reviews: [{ id: "rev_1" }] });
    const other = await open();
    await report(other, { reviews: [{ id: "rev_other" }] });
    const [changed] = await github.comments(place.pull.number);
    const [foreign] = await github.comments(other.pull.number);
    const part = (body = "") =>
      /<!-- callboard:reviews [\s\S]*<!-- \/callboard:reviews -->/.exec(body)?.[0] ?? "";
    const body = (changed?.body ?? "").replace(part(changed?.body), part(foreign?.body));
    await github.ask("user", "PATCH", `/repos/${github.repo.fullName}/issues/comments/${changed?.id}`, {
      body,
    });
    const { shows } = openClone(place);
    const rows = await shows("CI/scenarios");
    expect(rows).toContain("rev_1  waits for a person");
    expect(rows).not.toContain("rev_other");
  });

  test.each([
    ["nothing", ""],
    ["a bomb", "bomb"],
    ["no report", "AAAA"],
  ])("a report that holds %s says so", async (_, kind) => {
    const { deflateSync } = await import("node:zlib");
    const place = await open();
    const data = kind === "bomb" ? deflateSync(Buffer.alloc(8_000_000, " ")).toString("base64url") : kind;
    const mark = `<!-- callboard:report key=odd run=1.1 sha=${place.pull.headSha} -->`;
    await github.comment(place.pull.number, `${mark}\n\n<!-- callboard:data ${data} -->`, "app");
    const { shows } = openClone(place);
    expect(await shows("odd")).toContain("(comment) odd  nothing in it can be read");
  });
});

describe("opening", () => {
  test("a failed case opens at its line, or in the report if the file is missing", async () => {
    const place = await open();
    await report(place, {
      cases: [...failing, { name: "Elsewhere", status: "failed", file: "../x", line: 2 }],
    });
    const { editor, shows } = openClone(place);
    await editor.files.writeFile(editor.vscode.Uri.parse(`${root}/a.txt`) as never, new Uint8Array());
    await shows("Elsewhere");
    await editor.run("callboard.openPullCase", await editor.row(pullRequestView, "Asks for a refund"));
    expect(editor.shown.at(-1)).toBe(`${root}/a.txt`);
    await editor.run("callboard.openPullCase", await editor.row(pullRequestView, "Elsewhere"));
    expect(editor.shown.at(-1)).toMatch(/^callboard:\/pull-reports\//);
    expect(editor.page?.html).toContain("Elsewhere");
  });

  test("no path in a report opens a file outside of the repository", async () => {
    const place = await open();
    const paths = [
      "../x",
      "a/../../x",
      "a\\..\\..\\x",
      "..",
      "/etc/hosts",
      "\\\\host\\share\\x",
      "C:\\x",
      "file:///etc/hosts",
    ];
    await report(place, {
      cases: paths.map((file, index) => ({ name: `Case ${index}.`, status: "failed", file, line: 1 })),
    });
    const { editor, shows } = openClone(place);
    await shows("Case 7.");
    for (const [index, path] of paths.entries()) {
      // The file exists wherever the path leads.
      editor.files.put(`/shop/${path.replaceAll("\\", "/")}`, "");
      await editor.run("callboard.openPullCase", await editor.row(pullRequestView, `Case ${index}.`));
      expect(editor.shown.at(-1)).toMatch(/^callboard:\/pull-reports\//);
    }
  });

  test("a report opens with its origin as a heading, as JSON, and on GitHub", async () => {
    const place = await open();
    await report(place);
    const { editor, shows } = openClone(place);
    await shows("CI/scenarios");
    const row = await editor.row(pullRequestView, "CI/scenarios");
    await editor.run("callboard.openPullReport", row);
    expect(editor.page?.html).toMatch(
      /^<[\s\S]*<sub>CI\/scenarios · \[octocat\/shop #\d+\]\(http[^)]*#issuecomment-\d+\) · `\w{7}` · `@github-actions\[bot\]` · .* [AP]M<\/sub>/,
    );
    await editor.run("callboard.showRawPullReport", row);
    expect(JSON.parse(await editor.lastShown())).toMatchObject({ reportFormat: "CTRF" });
    await editor.run("callboard.openOnGitHub", row);
    expect(decodeURIComponent(editor.opened.at(-1) ?? "")).toMatch(/#issuecomment-\d+$/);
    expect(decodeURIComponent(editor.opened.at(-1) ?? "").startsWith(github.serverUrl)).toBe(true);
    await editor.run("callboard.openOnGitHub", await editor.row(pullRequestView, "#"));
    expect(editor.opened.at(-1)).toMatch(/\/pull\/\d+$/);
  });
});
