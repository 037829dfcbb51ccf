/**
 * The circle: CI publishes; a person with the branch open sees it, opens the failed line and decides a review; the
 * check shows the decision. CI is the committed bundle, GitHub a local one.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { stepKey } from "../../action/step.ts";
import { latestCheckRun, statesOf } from "../../action/steps/reviews.ts";
import { settleWorkflow } from "../../action/steps/workflows.ts";
import { type Clone, makeClone } from "../../github/clone.ts";
import type { GitHubExchange } from "../../github/exchange.ts";
import { faults } from "../../github/faults.ts";
import { type OpenPullRequest, startGitHub } from "../../github/github.ts";
import type { Editor } from "../editor.ts";
import { Testing } from "../testing.ts";
import { login, ownKey, startTeam, type Team } from "./team.ts";

let team: Team;
let pull: OpenPullRequest;
let clone: Clone;
let editor: Editor;
let takeUp: ReturnType<typeof settleWorkflow>;

beforeAll(async () => {
  team = await startTeam(inject("callboard"));
  team.result = {
    status: "failed",
    tests: [
      { name: "Books a table", status: "passed" },
      {
        name: "Pays by card",
        status: "failed",
        message: "The card was refused",
        file: "tests/pay.ts",
        line: 3,
      },
      { name: "Speaks slowly", status: "needs review" },
      waiting("rev_1", "Was it kind?"),
      waiting("rev_2", "Was it clear?"),
      waiting("rev_3", "Was it short?"),
    ],
  };
  pull = await team.github.createPullRequest({
    branch: "kinder",
    files: { "tests/pay.ts": "one\ntwo\nthree\nfour\n" },
  });
  await team.publish(pull);
  takeUp = settleWorkflow(team.place(pull));
  clone = await team.clone("shop", { at: { branch: "kinder" } });
  editor = await team.open(clone.folder, {
    logins: [login(team.github, "user"), login(team.github, "user-anew")],
  });
  const { window } = editor;
  await window.activityBar("Callboard");
  await window.tree("Projects").fold();
});
afterAll(() => team.close());

function waiting(id: string, title: string) {
  return { name: `Case of ${id}`, status: "needs review", review: { id, title } };
}

const view = () => editor.window.tree("Pull request");

const rows = () => view().text()();
const lookAgain = () => editor.window.palette("Callboard: Look at the pull request again");

const shown = [
  "▾ #1 Change tests/pay.ts",
  "  ▾ CI/scenarios  3 reviews wait · 1 failed, 4 undecided, 1 passed",
  "    Pays by card",
  "    Speaks slowly",
  "    Was it kind?  waits for a person",
  "    Was it clear?  waits for a person",
  "    Was it short?  waits for a person",
].join("\n");

/**
 * The requests of one refresh: first those that find the pull request, then those that read its comments and checks.
 */
const known = ["GET /issues/{issue_number}/comments", "GET /commits/{ref}/check-runs"];
const whole = ["GET /repos/{owner}/{repo}", "GET /pulls", ...known];
const answered = (status: number, operations: readonly string[]) =>
  operations.map(operation => `${operation} ${status}`);

/** Expects exactly these requests to GitHub since the last call. */
async function asks(expected: readonly string[], token: "user" | "user-anew" = "user"): Promise<void> {
  const asked: GitHubExchange[] = [];
  await expect
    .poll(() => {
      asked.push(...team.takeRequests(token));
      return asked.map(({ operation, response }) => `${operation} ${response?.status}`);
    })
    .toEqual(expected);
}

const decisions = () =>
  team.service.requests
    .filter(({ operation }) => operation !== "runBatch")
    .map(({ operation, id, fields, key }) => [operation, id, fields, key]);

describe("opening the view", () => {
  test("asks for a login only at a click, and sends nothing before", async () => {
    const { window } = editor;
    expect(await editor.connections()).toEqual([]);
    await view().unfold();
    await expect
      .poll(rows)
      .toBe("Log in to GitHub  to see CI's results for this branch, and to send your decisions");
    await view().item("Log in to GitHub").click();
    await expect.poll(window.dialog()).toContain("'Callboard' wants to sign in using GitHub");
    await window.dialogButton("Cancel");
    expect(await editor.connections()).toEqual([]);
    expect(editor.pageRequests).toEqual([]);

    await view().item("Log in to GitHub").click();
    await window.dialogButton("Allow");
    await expect.poll(rows).toBe(shown);
  });

  test("shows CI's report, with failed cases first", async () => {
    await expect.poll(view().item("CI/scenarios").icon()).toBe("error");
    await expect.poll(view().item("Pays by card").icon()).toBe("error");
    await expect.poll(view().item("Speaks slowly").icon()).toBe("question");
    await expect.poll(view().item("Was it kind?").icon()).toBe("bell");
    const tooltip = await view().item("Pays by card").hover();
    await expect.poll(() => tooltip.innerText()).toMatch(/tests\/pay\.ts:3[\s\S]*The card was refused/);
  });

  test("after a reload costs four requests and no login", async () => {
    const { window } = editor;
    // The view stays open, and the login lasts.
    await view().unfold();
    team.takeRequests();
    await window.reloadWindow();
    await window.activityBar("Callboard");
    await asks(answered(200, whole));
    await expect.poll(rows).toBe(shown);
  });

  test("a second time costs four requests too, which GitHub does not count", async () => {
    await lookAgain();
    await asks(answered(304, whole));
    await expect.poll(rows).toBe(shown);
  });
});

describe("from CI's report", () => {
  test("a failed case leads to its line", async () => {
    const { window } = editor;
    await view().item("Pays by card").click();
    await expect.poll(window.activeEditor()).toBe("pay.ts");
    await window.statusBar("Ln 3, Col 1").waitFor();
  });

  test("a failed case is a problem at its line, with its message", async () => {
    const { window } = editor;
    await window.showProblems();
    await expect.poll(window.problems()).toMatch(/Pays by card: The card was refused.*\[Ln 3, Col 1\]/s);
  });

  test("the report opens like a run's report, with its origin in the heading", async () => {
    const { window } = editor;
    await view().item("CI/scenarios").click();
    const head = `CI/scenarios · octocat/shop #1 · ${pull.headSha.slice(0, 7)} · @github-actions[bot]`;
    await expect.poll(window.webviewText()).toContain(head);
    await expect
      .poll(window.webviewText())
      .toMatch(/Failed — 1 passed, 1 failed, 4 undecided[\s\S]*The card was refused/);
    await window.screenshot("pull-request");
  });

  test("raw JSON and GitHub's page are one click away", async () => {
    const { window } = editor;
    await view().item("CI/scenarios").inlineAction("Show raw JSON");
    await expect.poll(window.editorText()).toContain('"reportFormat": "CTRF"');
    const context = window.page.context();
    const address = `/octocat/shop/pull/${pull.number}`;
    await context.route(`**${address}*`, route => route.fulfill({ body: "GitHub's page" }));
    const opened = context.waitForEvent("page");
    await view().item("CI/scenarios").inlineAction("Open on GitHub");
    const page = await opened;
    // The window is a remote one, so VS Code forwards the local GitHub's port.
    await expect.poll(() => page.url()).toContain(`${address}#issuecomment-`);
    await page.close();
  });

  test("a closed view sends no requests, and catches up when it is opened", async () => {
    const { window } = editor;
    await view().fold();
    team.takeRequests();
    await clone.commit({ "tests/pay.ts": "one\n" });
    await window.statusBar("0↓ 1↑").waitFor();
    expect(team.takeRequests()).toEqual([]);
    await view().unfold();
    await expect.poll(rows).toContain("CI/scenarios  1 commit behind · 3 reviews wait");
    await asks(answered(304, whole));
    // Nothing was pushed, so the report is still the latest.
    await expect.poll(window.problems()).toContain("Pays by card: The card was refused");
    await clone.git("reset", "--quiet", "--hard", "HEAD~1");
    await expect.poll(rows).toBe(shown);
  });
});

describe("deciding", () => {
  const page = () => editor.window.webview();
  const gate = () => latestCheckRun(team.place(pull), pull.headSha);
  beforeEach(() => void team.takeRequests());

  test("a review with the person's own key informs the service and the pull request", async () => {
    const { window } = editor;
    await view().item("Was it kind?").click();
    await page().getByRole("heading", { name: "Was it kind?" }).waitFor();
    await expect.poll(window.webviewText()).toContain("octocat/shop #1");
    await page().getByRole("button", { name: "pass" }).click();
    await window.page.getByText(`API key for ${team.service.url}`).waitFor();
    await window.type(ownKey);

    await expect.poll(rows).toContain("Was it kind?  decided; CI takes it up");
    await expect.poll(view().item("Was it kind?").icon()).toBe("sync");
    // The editor looks again before it sends, because somebody else may have decided the review.
    await asks([...answered(304, whole), "POST /dispatches 204", ...answered(304, whole)]);
    expect(decisions()).toEqual([["submitReview", "rev_1", { verdict: "pass" }, ownKey]]);
    await page().getByRole("heading", { name: "Was it clear?" }).waitFor();
    await expect.poll(window.webviewText()).toContain("The decision was sent to the pull request.");
    await expect.poll(window.webviewText()).toContain("Waiting, 1 of 2");
  });

  test("is carried out by CI, so that the check and the row agree", async () => {
    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    // The row follows by itself, because GitHub is asked every few seconds until CI has taken up the decision.
    await expect.poll(rows).toContain("Was it kind?  passed · @octocat");
    team.takeRequests();
    await expect.poll(rows).toContain("CI/scenarios  2 reviews wait ·");
    await expect.poll(view().item("Was it kind?").icon()).toBe("pass");
    const { title, gate: state } = await gate();
    expect(title).toBe("2 of 3 reviews wait for a person");
    expect(statesOf(state)).toEqual({ rev_1: "passed", rev_2: "open", rev_3: "open" });
    expect(decisions()).toHaveLength(1);
  });

  test("without a key for the service goes through a comment, which is shown before it is sent", async () => {
    const { window } = editor;
    await view().item("Was it clear?").contextMenu("Decide through the pull request…");
    await window.pick("fail");
    await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("(2/2)") });
    await window.type("too long, alas");
    const command = '/callboard submit rev_2 verdict=fail comment="too long, alas"';
    await expect
      .poll(window.dialog())
      .toBe(`Comment on #${pull.number} of octocat/shop as yourself?\n${command}`);
    expect(team.takeRequests()).toEqual([]);
    await window.dialogButton("Comment");
    await expect.poll(rows).toContain("Was it clear?  commented; CI takes it up");
    await asks([
      ...answered(304, whole),
      "POST /issues/{issue_number}/comments 201",
      ...answered(304, whole.slice(0, 2)),
      ...answered(200, known.slice(0, 1)),
      ...answered(304, known.slice(1)),
    ]);
    const comments = await team.github.comments(pull.number);
    expect(comments.at(-1)).toMatchObject({ body: command, user: { login: "octocat" } });
    expect(decisions()).toHaveLength(1);

    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    expect(decisions().slice(1)).toEqual([
      ["submitReview", "rev_2", { verdict: "fail", comment: "too long, alas" }, stepKey],
    ]);
    await lookAgain();
    await expect.poll(rows).toContain("Was it clear?  failed · @octocat");
    await expect.poll(rows).toContain("CI/scenarios  1 review waits ·");
    expect((await gate()).title).toBe("1 of 3 reviews waits for a person");
  });

  test("a reassignment reaches the pull request as well, and leaves the review open", async () => {
    const { window } = editor;
    await view().item("Was it short?").contextMenu("Reassign…");
    await window.type("kim");
    await expect.poll(rows).toContain("Was it short?  reassigned; CI takes it up");
    expect(decisions().slice(2)).toEqual([["reassignReview", "rev_3", { assignee: "kim" }, ownKey]]);
    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    await lookAgain();
    await expect.poll(rows).toContain("Was it short?  waits for a person · assigned to kim");
    await view().item("Was it short?").click();
    await expect.poll(window.webviewText()).toMatch(/assigned to\s+kim/);
  });

  test("without the right to dispatch is shown in the row, and nothing is submitted twice", async () => {
    const { window } = editor;
    team.takeRequests();
    team.github.permit("octocat", "read");
    await view().item("Was it short?").click();
    await page().getByRole("heading", { name: "Was it short?" }).waitFor();
    await page().getByRole("button", { name: "pass" }).click();
    await expect.poll(rows).toContain("Was it short?  decided, but the pull request could not be updated");
    await expect.poll(view().item("Was it short?").icon()).toBe("warning");
    await expect
      .poll(window.webviewText())
      .toContain("could not be updated: you may not write to octocat/shop (GitHub: Not Found)");
    const sent = team.takeRequests().filter(({ method }) => method === "POST");
    expect(sent.map(({ operation, response }) => [operation, response?.status])).toEqual([
      ["POST /dispatches", 404],
    ]);
    expect(decisions().slice(3)).toEqual([["submitReview", "rev_3", { verdict: "pass" }, ownKey]]);
    expect(await takeUp()).toEqual([]);

    // After a reload, too, the review is not offered for a decision.
    await window.waitForSavedState("Not Found");
    await window.reloadWindow();
    await expect.poll(rows).toContain("Was it short?  decided, but the pull request could not be updated");
    await view().item("Was it short?").click();
    await expect
      .poll(window.webviewText())
      .toContain("Settled · decided, but the pull request could not be updated");
    expect(await page().getByRole("button", { name: "pass" }).count()).toBe(0);
  });

  test("can be completed later: the dispatch can be copied as a command, and sent again", async () => {
    const { window } = editor;
    await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await view().item("Was it short?").inlineAction("Copy the command that tells it");
    await window.notification("Copied. Somebody with write access can run it");
    const copied = await window.page.evaluate(() => navigator.clipboard.readText());
    const { host } = new URL(team.github.serverUrl);
    expect(copied.split("\n")[0]).toBe(
      `gh api --hostname ${host} repos/octocat/shop/dispatches --input - <<'END'`,
    );
    expect(copied).toContain('"id":"rev_3"');

    team.github.permit("octocat", "write");
    await view().item("Was it short?").inlineAction("Tell the pull request");
    await expect.poll(rows).toContain("Was it short?  decided; CI takes it up");
    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    await lookAgain();
    await expect.poll(rows).toContain("Was it short?  passed · @octocat");
    const { title, status, conclusion } = await gate();
    expect([status, conclusion, title]).toEqual(["completed", "failure", "1 of 3 reviews failed"]);
    expect(decisions()).toHaveLength(4);
  });

  test("a decided review again asks first, and names whose decision is replaced", async () => {
    const { window } = editor;
    await view().item("Was it clear?").click();
    await expect.poll(window.webviewText()).toMatch(/Settled · failed[\s\S]*decided by\s+@octocat/);
    await page().getByRole("button", { name: "Decide again…" }).click();
    await window.pick("pass");
    await window.type("it is, after all");
    await expect
      .poll(window.dialog())
      .toBe(
        "Submit it to Mine with your own key?\nIt replaces the decision: failed by @octocat.\nThe new decision: passed.",
      );
    expect(decisions()).toHaveLength(4);
    await window.dialogButton("Decide again");
    await expect.poll(rows).toContain("Was it clear?  decided; CI takes it up");
    expect(decisions().slice(4)).toEqual([
      ["submitReview", "rev_2", { verdict: "pass", comment: "it is, after all" }, ownKey],
    ]);
    expect(team.github.dispatches.at(-1)?.client_payload).toMatchObject({
      reviews: [{ id: "rev_2", again: true }],
    });

    // It can be taken back before CI has recorded it, after the same question.
    await page().getByRole("button", { name: "Decide again…" }).click();
    await window.pick("fail");
    await window.type("on second thoughts");
    await expect
      .poll(window.dialog())
      .toMatch(/\nIt replaces the decision: passed\.\nThe new decision: failed\.$/);
    await window.dialogButton("Cancel");
    expect(decisions()).toHaveLength(5);
  });

  test("sends no key to GitHub, and no token to the service", async () => {
    const sent = team.github.requests.map(({ body, headers, path }) => [path, headers, body]);
    expect(JSON.stringify([sent, await team.github.comments(pull.number)])).not.toContain(ownKey);
    expect(team.service.requests.map(each => each.key).sort()).toEqual(
      [stepKey, stepKey, ownKey, ownKey, ownKey, ownKey].sort(),
    );
    expect(team.github.violations()).toEqual([]);
  });
});

test("a single sign-on that GitHub demands asks for a new login after a click", async () => {
  const { window } = editor;
  team.github.failAll("user", faults.singleSignOn);
  await lookAgain();
  await expect
    .poll(rows)
    .toBe("The organization wants its single sign-on first  Log in again, and authorize it there");
  await view().item("The organization").click();
  await window.dialogButton("Allow");
  await expect.poll(rows).toMatch(/^▾ #1 Change tests\/pay\.ts\n/);
  await expect.poll(() => team.takeRequests("user-anew").length).toBeGreaterThan(0);
  team.github.failAll("user");
});

test("a later report replaces the earlier one in the Testing view as well", async () => {
  const { window } = editor;
  const testing = new Testing(window);
  const root = `Pull request octocat/shop #${pull.number}`;
  await window.activityBar("Testing");
  await testing.expand(root);
  await testing.expand("batch: ");
  await expect.poll(testing.text()).toMatch(/Pays by card \(error\)|Pays by card \(failed\)/);
  const before = team.result;
  team.result = { status: "passed", tests: [{ name: "Books a table", status: "passed" }] };
  await team.publish({ ...pull, headSha: (await clone.git("rev-parse", "HEAD")).trim() });
  team.result = before;
  await lookAgain();
  await expect.poll(testing.text()).toMatch(/ · CI\/scenarios · Change tests\/pay.ts \(passed\)/);
  await testing.expand(root);
  await expect.poll(testing.text()).toMatch(/batch: \S+ \(passed\)/);
  expect(await testing.text()()).not.toContain("Pays by card");
  await window.screenshot("testing-pull-request");
  await window.activityBar("Callboard");
});

describe("in a window of several repositories", () => {
  let window: Editor["window"];
  let foreign: OpenPullRequest;
  const tree = () => window.tree("Pull request");
  const heads = async () => {
    const text = await tree().text()();
    return text
      .split("\n")
      .filter(line => !line.startsWith(" "))
      .sort();
  };

  beforeAll(async () => {
    const { github } = team;
    foreign = await github.createPullRequest({ branch: "from-outside", fork: true });
    await team.publish(foreign);
    const closed = await github.createPullRequest({ branch: "untested" });
    await github.ask("user", "PATCH", `/repos/octocat/shop/pulls/${closed.number}`, { state: "closed" });
    await github.push("unasked");
    const remotes = { origin: "contributor/shop", upstream: "octocat/shop" };
    await team.clone("all/fork", { remotes, at: { branch: "from-outside", as: "mine" } });
    await team.clone("all/detached", { at: pull.headSha });
    await team.clone("all/alone", { remotes: {} });
    await team.clone("all/unasked", { at: { branch: "unasked" } });
    await team.clone("all/untested", { at: { branch: "untested" } });
    const folders = ["fork", "detached", "alone", "unasked", "untested"];
    const open = join(team.temp, "all", "all.code-workspace");
    await writeFile(open, JSON.stringify({ folders: folders.map(path => ({ path })) }));
    ({ window } = await team.open(open));
    await window.activityBar("Callboard");
    await window.tree("Projects").fold();
    await tree().unfold();
  });

  test("each repository shows its pull request, or the reason for showing none", async () => {
    const advice = "to see CI's results for this branch, and to send your decisions";
    const alone =
      "No remote of this repository is on GitHub  alone · An enterprise server is set in your own settings, under github-enterprise";
    const toLogIn = ["detached", "fork", "unasked", "untested"].map(
      name => `Log in to GitHub  ${name} · ${advice}`,
    );
    await expect.poll(heads).toEqual([...toLogIn, alone]);
    await tree().item("Log in to GitHub").click();
    await window.dialogButton("Allow");
    // The reviews of the pull requests appear in their own view, which leaves too little room for all rows.
    await window.tree("Reviews").fold();
    await expect
      .poll(heads)
      .toEqual([
        "No pull request of unasked  unasked · Push the branch and open one; it shows here",
        alone,
        "▾ #1 Change tests/pay.ts  detached",
        `▾ #${foreign.number} Change README.md  fork`,
        `▾ #${foreign.number + 1} Change README.md  untested · closed`,
      ]);
    await expect
      .poll(tree().text())
      .toContain("  No report yet  CI's shows here; a click writes the workflow that makes one");
  });

  test("a link opens the review that it names in the folder of its repository, and sends nothing", async () => {
    const link = `repository=octocat/shop&pull=${foreign.number}&id=rev_1`;
    await window.followLink(`callboard.callboard-vscode/review?${link}`);
    await window.webview().getByRole("heading", { name: "Was it kind?" }).waitFor();
    await expect.poll(window.webviewText()).toContain(`octocat/shop #${foreign.number}`);
    expect(decisions()).toHaveLength(5);
  });

  test("a link into a repository that is not open offers its folder, and an unknown link is refused", async () => {
    await window.followLink("callboard.callboard-vscode/review?repository=octocat/other&pull=1&id=rev_1");
    await expect
      .poll(window.dialog())
      .toBe(
        "No folder of octocat/other is open in this window.\nThe link leads to pull request #1. " +
          "It is followed once the folder is open, or when you click on it there again.",
      );
    await window.dialogButton("Cancel");
    await window.followLink("callboard.callboard-vscode/review?repository=octocat/shop&pull=1&run=rev_1");
    expect(await window.notification("can't be followed")).toBe(
      "This link can't be followed: it has a parameter or a part that is not expected.",
    );
    expect(decisions()).toHaveLength(5);
  });
});

test("several servers in one window each get their own login", async () => {
  await using other = await startGitHub({ enterprise: true });
  const elsewhere = await other.createPullRequest({ branch: "elsewhere", files: { "b.txt": "" } });
  await makeClone(other, { folder: join(team.temp, "two", "b"), at: { branch: "elsewhere" } });
  await team.clone("two/a", { at: { branch: "kinder" } });
  const open = join(team.temp, "two", "all.code-workspace");
  await writeFile(open, JSON.stringify({ folders: [{ path: "a" }, { path: "b" }] }));
  const account = (server: string) => `octocat - ${new URL(server).host}`;
  const { window } = await team.open(open, {
    servers: [team.github.serverUrl, other.serverUrl],
    logins: [
      // VS Code names the server of the first login; the second names it in the account alone.
      {
        account: "octocat",
        token: team.github.token("user-anew"),
        issuer: `${team.github.serverUrl}/login/oauth`,
      },
      { account: account(other.serverUrl), token: other.token("contributor") },
    ],
  });
  await window.activityBar("Callboard");
  await window.tree("Projects").fold();
  const tree = window.tree("Pull request");
  await tree.unfold();
  const heads = async () => (await tree.text()()).split("\n").filter(line => !line.startsWith(" "));
  await expect
    .poll(heads)
    .toEqual([
      expect.stringContaining("Log in to GitHub  a · "),
      expect.stringContaining("Log in to GitHub  b · "),
    ]);
  await tree.item("a · to see").click();
  await window.dialogButton("Allow");
  await expect.poll(heads).toContain("▾ #1 Change tests/pay.ts  a");
  await tree.item("b · to see").click();
  await window.dialogButton("Allow");
  await expect.poll(heads).toEqual(["▾ #1 Change tests/pay.ts  a", `▾ #${elsewhere.number} Change b.txt  b`]);
  const tokens = (github: typeof other) =>
    new Set(
      github.requests
        .filter(({ headers }) => headers["user-agent"] === "callboard-vscode")
        .map(({ headers }) => headers["authorization"]),
    );
  expect(tokens(other)).toEqual(new Set([`Bearer ${other.token("contributor")}`]));
  expect(tokens(team.github)).not.toContain(`Bearer ${other.token("contributor")}`);
});

test("the oldest VS Code shows the pull request after a login", async () => {
  const { window } = await team.open(clone.folder, { lane: "oldest" });
  await window.activityBar("Callboard");
  await window.tree("Projects").fold();
  const tree = window.tree("Pull request");
  await tree.unfold();
  await expect.poll(tree.text()).toContain("Log in to GitHub");
  await tree.item("Log in to GitHub").click();
  await window.dialogButton("Allow");
  await expect.poll(tree.text()).toContain("▾ #1 Change tests/pay.ts\n  ▾ CI/scenarios  ");
});
