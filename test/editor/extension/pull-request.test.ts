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
import { waitUntilStill } from "../until.ts";
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

  test("after a reload costs four requests and no login", async () => {
    const { window } = editor;
    // The view stays open, and the login lasts.
    await view().unfold();
    // The login can cause a second look, whose requests would count as the reload's.
    await waitUntilStill(async () => team.github.requests.length, 1000);
    team.takeRequests();
    await window.reloadWindow();
    await window.activityBar("Callboard");
    await asks(answered(200, whole));
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

  test("sends no key to GitHub, and no token to the service", async () => {
    const sent = team.github.requests.map(({ body, headers, path }) => [path, headers, body]);
    expect(JSON.stringify([sent, await team.github.comments(pull.number)])).not.toContain(ownKey);
    expect(team.service.requests.map(each => each.key).sort()).toEqual([stepKey, ownKey].sort());
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
