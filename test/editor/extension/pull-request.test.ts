/**
 * The circle: CI publishes, the person who has the branch open sees it, goes to what failed, decides a review, and the
 * pull request's check says so. CI is the committed bundle, GitHub a local one.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { key } from "../../action/step.ts";
import { seen, statesOf } from "../../action/steps/reviews.ts";
import { settlingWorkflow } from "../../action/steps/workflows.ts";
import type { Clone } from "../../github/clone.ts";
import type { Exchange } from "../../github/exchange.ts";
import { faults } from "../../github/faults.ts";
import type { OpenPullRequest } from "../../github/github.ts";
import type { Editor } from "../editor.ts";
import { login, ownKey, startTeam, type Team } from "./on-pull-request.ts";

let team: Team;
let pull: OpenPullRequest;
let clone: Clone;
let editor: Editor;
let takeUp: ReturnType<typeof settlingWorkflow>;

beforeAll(async () => {
  team = await startTeam();
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
  takeUp = settlingWorkflow(team.place(pull));
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

const view = () => editor.window.tree("Pull Request");

/** The rows, without the times that stand in them. */
async function rows(): Promise<string> {
  const text = await view().text()();
  return text.replaceAll(/ · \d{1,2}:\d{2}( [AP]M)?/g, "");
}

const lookAgain = () => editor.window.palette("Callboard: Look at the pull request again");

const shown = [
  "▾ #1 Change tests/pay.ts",
  "  ▾ CI/scenarios  1 failed, 3 undecided, 1 passed · 3 reviews wait",
  "    Pays by card",
  "    Case of rev_1",
  "    Case of rev_2",
  "    Case of rev_3",
  "    Was it kind?  waits for a person",
  "    Was it clear?  waits for a person",
  "    Was it short?  waits for a person",
].join("\n");

/** What a look asks GitHub: which pull request it is, and what is said there. */
const known = ["GET /issues/{issue_number}/comments", "GET /commits/{ref}/check-runs"];
const whole = ["GET /repos/{owner}/{repo}", "GET /pulls", ...known];
const answered = (status: number, operations: readonly string[]) =>
  operations.map(operation => `${operation} ${status}`);

/** The editor asks this, and nothing else, from when it was asked last. */
async function asks(expected: readonly string[], token: "user" | "user-anew" = "user"): Promise<void> {
  const asked: Exchange[] = [];
  await expect
    .poll(() => {
      asked.push(...team.asked(token));
      return asked.map(({ operation, answer }) => `${operation} ${answer?.status}`);
    })
    .toEqual(expected);
}

describe("opening the view", () => {
  test("asks for a login, which is a person's click; nothing was asked of anybody before", async () => {
    const { window } = editor;
    expect(await editor.connections()).toEqual([]);
    await view().unfold();
    await expect
      .poll(rows)
      .toBe("Log in to GitHub  to see what CI has found on this branch, and to tell it what you decide");
    await view().item("Log in to GitHub").click();
    await expect.poll(window.dialog()).toContain("'Callboard' wants to sign in using GitHub");
    await window.dialogButton("Cancel");
    expect(await editor.connections()).toEqual([]);
    expect(editor.pageRequests).toEqual([]);

    await view().item("Log in to GitHub").row.click();
    await window.dialogButton("Allow");
    await expect.poll(rows).toBe(shown);
  });

  test("shows the report as CI's, and what failed first", async () => {
    await expect.poll(view().item("CI/scenarios").icon()).toBe("error");
    await expect.poll(view().item("Pays by card").icon()).toBe("error");
    await expect.poll(view().item("Case of rev_1").icon()).toBe("question");
    await expect.poll(view().item("Was it kind?").icon()).toBe("bell");
    const tooltip = await view().item("Pays by card").hover();
    await expect.poll(() => tooltip.innerText()).toMatch(/tests\/pay\.ts:3[\s\S]*The card was refused/);
  });

  test("costs four requests after a reload, and nobody is asked to log in again", async () => {
    const { window } = editor;
    // The view stays open, and the login lasts.
    await view().unfold();
    team.asked();
    await window.reloadWindow();
    await window.activityBar("Callboard");
    await asks(answered(200, whole));
    await expect.poll(rows).toBe(shown);
  });

  test("and looking again costs as many, of which GitHub counts none", async () => {
    await lookAgain();
    await asks(answered(304, whole));
    await expect.poll(rows).toBe(shown);
  });
});

describe("from what CI has found", () => {
  test("a failed case leads to its line", async () => {
    const { window } = editor;
    await view().item("Pays by card").row.click();
    await expect.poll(window.activeEditor()).toBe("pay.ts");
    await window.statusBar("Ln 3, Col 1").waitFor();
  });

  test("the report opens as a run's does, headed by where it comes from", async () => {
    const { window } = editor;
    await view().item("CI/scenarios").row.click();
    const head = `CI/scenarios · octocat/shop #1 · ${pull.headSha.slice(0, 7)} · @github-actions[bot]`;
    await expect.poll(window.webviewText()).toContain(head);
    await expect
      .poll(window.webviewText())
      .toMatch(/Failed — 1 passed, 1 failed, 3 undecided[\s\S]*The card was refused/);
    await window.screenshot("pull-request");
  });

  test("raw JSON and GitHub's own page are one click away", async () => {
    const { window } = editor;
    await view().item("CI/scenarios").inlineAction("Show raw JSON");
    await expect.poll(window.editorText()).toContain('"reportFormat": "CTRF"');
    const context = window.page.context();
    const address = `/octocat/shop/pull/${pull.number}`;
    await context.route(`**${address}*`, route => route.fulfill({ body: "GitHub's page" }));
    const opened = context.waitForEvent("page");
    await view().item("CI/scenarios").inlineAction("Open on GitHub");
    const page = await opened;
    // The window is a remote one: the local GitHub's port is reached through it.
    await expect.poll(() => page.url()).toContain(`${address}#issuecomment-`);
    await page.close();
  });

  test("a report about an earlier commit says how far behind it is", async () => {
    await clone.commit({ "tests/pay.ts": "one\ntwo\nthree!\n" });
    await clone.commit({ "tests/pay.ts": "one\ntwo\nthree?\n" });
    await expect.poll(rows).toContain("3 reviews wait · 2 commits behind");
    await clone.git("reset", "--quiet", "--hard", "HEAD~2");
    await expect.poll(rows).toBe(shown);
  });
});

describe("deciding", () => {
  const page = () => editor.window.webview();
  const gate = () => seen(team.place(pull), pull.headSha);
  const submitted = () =>
    team.service.asked
      .filter(({ operation }) => operation !== "runBatch")
      .map(({ operation, id, fields, key }) => [operation, id, fields, key]);

  beforeEach(() => void team.asked());

  test("a review with a key of one's own: the service has it, and the pull request is told", async () => {
    const { window } = editor;
    await view().item("Was it kind?").row.click();
    await page().getByRole("heading", { name: "Was it kind?" }).waitFor();
    await expect.poll(window.webviewText()).toContain("octocat/shop #1");
    await page().getByRole("button", { name: "pass" }).click();
    await window.page.getByText(`API key for ${team.service.url}`).waitFor();
    await window.type(ownKey);

    await expect.poll(rows).toContain("Was it kind?  telling the pull request");
    await expect.poll(view().item("Was it kind?").icon()).toBe("sync");
    await asks(["POST /dispatches 204", ...answered(304, whole)]);
    expect(submitted()).toEqual([["submitReview", "rev_1", { verdict: "pass" }, ownKey]]);
    // The page goes on to the next, and says so.
    await page().getByRole("heading", { name: "Was it clear?" }).waitFor();
    await expect.poll(window.webviewText()).toContain("The pull request is told.");
    await expect.poll(window.webviewText()).toContain("Waiting, 1 of 2");
  });

  test("is taken up by CI: the check and the row agree", async () => {
    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    await lookAgain();
    await asks([...answered(304, whole.slice(0, 2)), ...answered(200, known)]);
    await expect.poll(rows).toContain("Was it kind?  passed · @octocat");
    await expect.poll(rows).toContain("· 2 reviews wait");
    await expect.poll(view().item("Was it kind?").icon()).toBe("pass");
    const { title, gate: state } = await gate();
    expect(title).toBe("2 of 3 reviews wait for a person");
    expect(statesOf(state)).toEqual({ rev_1: "passed", rev_2: "open", rev_3: "open" });
    expect(submitted()).toHaveLength(1);
  });

  test("without a key for the service, a comment does it with CI's: it is shown before it is sent", async () => {
    const { window } = editor;
    await view().item("Was it clear?").contextMenu("Decide through the pull request…");
    await window.pick("fail");
    await expect.poll(window.quickInput()).toMatchObject({ title: expect.stringContaining("(2/2)") });
    await window.type("too long, alas");
    const command = '/callboard submit rev_2 verdict=fail comment="too long, alas"';
    await expect
      .poll(window.dialog())
      .toBe(`Comment on #${pull.number} of octocat/shop as yourself?\n${command}`);
    expect(team.asked()).toEqual([]);
    await window.dialogButton("Comment");
    await expect.poll(rows).toContain("Was it clear?  commented; CI takes it up");
    await asks([
      "POST /issues/{issue_number}/comments 201",
      ...answered(304, whole.slice(0, 2)),
      ...answered(200, known.slice(0, 1)),
      ...answered(304, known.slice(1)),
    ]);
    const comments = await team.github.comments(pull.number);
    expect(comments.at(-1)).toMatchObject({ body: command, user: { login: "octocat" } });
    expect(submitted()).toHaveLength(1);

    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    expect(submitted().slice(1)).toEqual([
      ["submitReview", "rev_2", { verdict: "fail", comment: "too long, alas" }, key],
    ]);
    await lookAgain();
    await expect.poll(rows).toContain("Was it clear?  failed · @octocat");
    await expect.poll(rows).toContain("· 1 review waits");
    expect((await gate()).title).toBe("1 of 3 reviews waits for a person");
  });

  test("without the right to tell the repository, the row says so, and nothing is submitted twice", async () => {
    const { window } = editor;
    team.github.permit("octocat", "read");
    await view().item("Was it short?").row.click();
    await page().getByRole("heading", { name: "Was it short?" }).waitFor();
    await page().getByRole("button", { name: "pass" }).click();
    await expect.poll(rows).toContain("Was it short?  decided, and the pull request can't be told");
    await expect.poll(view().item("Was it short?").icon()).toBe("warning");
    await expect.poll(window.webviewText()).toContain("The pull request can't be told: Not Found");
    await asks(["POST /dispatches 404"]);
    expect(submitted().slice(2)).toEqual([["submitReview", "rev_3", { verdict: "pass" }, ownKey]]);
    expect(await takeUp()).toEqual([]);

    // Also after a reload nobody is offered to decide it once more.
    await window.reloadWindow();
    await expect.poll(rows).toContain("Was it short?  decided, and the pull request can't be told");
    await view().item("Was it short?").row.click();
    await expect.poll(window.webviewText()).toContain("decided here, and the pull request was told");
    expect(await page().getByRole("button", { name: "pass" }).count()).toBe(0);
  });

  test("but what would tell it can be copied, and it can be told again", async () => {
    const { window } = editor;
    await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await view().item("Was it short?").inlineAction("Copy the command that tells it");
    await window.notification("Copied: run by somebody who may write to the repository");
    const copied = await window.page.evaluate(() => navigator.clipboard.readText());
    const { host } = new URL(team.github.serverUrl);
    expect(copied.split("\n")[0]).toBe(
      `gh api --hostname ${host} repos/octocat/shop/dispatches --input - <<'END'`,
    );
    expect(copied).toContain('"id":"rev_3"');

    team.github.permit("octocat", "write");
    await view().item("Was it short?").inlineAction("Tell the pull request again");
    await expect.poll(rows).toContain("Was it short?  telling the pull request");
    const [settled, ...more] = await takeUp();
    expect([settled?.exitCode, more]).toEqual([0, []]);
    await lookAgain();
    await expect.poll(rows).toContain("Was it short?  passed · @octocat");
    const { title, status, conclusion } = await gate();
    expect([status, conclusion, title]).toEqual(["completed", "failure", "1 of 3 reviews failed"]);
    expect(submitted()).toHaveLength(3);
  });

  test("no key went to GitHub, and no token to the service", async () => {
    const sent = team.github.requests.map(({ body, headers, path }) => [path, headers, body]);
    expect(JSON.stringify([sent, await team.github.comments(pull.number)])).not.toContain(ownKey);
    expect(team.service.asked.map(each => each.key).sort()).toEqual([key, key, ownKey, ownKey].sort());
    expect(team.github.violations()).toEqual([]);
  });
});

describe("when GitHub refuses", () => {
  const first = async () => (await rows()).split("\n")[0];
  const github = () => team.github;

  test("a single sign-on is asked for with a new login, once a person clicks", async () => {
    const { window } = editor;
    github().failAll("user", faults.singleSignOn);
    await lookAgain();
    await expect
      .poll(rows)
      .toBe("The organization wants its single sign-on first  Log in again, and authorize it there");
    await view().item("The organization").row.click();
    await window.dialogButton("Allow");
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts");
    await expect.poll(() => team.asked("user-anew").length).toBeGreaterThan(0);
    github().failAll("user");
  });

  test("an outage takes nothing away that was seen", async () => {
    github().failAll("user-anew", faults.unavailable);
    await lookAgain();
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts  GitHub does not answer; it is asked again");
    await expect.poll(rows).toContain("Was it kind?  passed · @octocat");
    github().failAll("user-anew", faults.lostRequest);
    await lookAgain();
    await expect.poll(first).toContain("GitHub does not answer; it is asked again");
    github().failAll("user-anew");
    await lookAgain();
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts");
  });

  test("whoever may not see the repository is told so", async () => {
    github().permit("octocat", "none");
    await lookAgain();
    const { host } = new URL(github().serverUrl);
    await expect
      .poll(rows)
      .toBe(`You may not see this repository on ${host}  Log in as somebody who may; GitHub says: Not Found`);
    github().permit("octocat", "admin");
    await lookAgain();
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts");
  });

  test("a login that GitHub does not know any more is asked for again", async () => {
    github().failAll("user-anew", faults.loggedOut);
    await lookAgain();
    await expect.poll(rows).toBe("GitHub does not know this login any more  Log in again");
    github().failAll("user-anew");
    await lookAgain();
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts");
  });

  test("a limit is waited out, whoever asks; then it is looked by itself", async () => {
    github().failAll("user-anew", faults.secondaryLimit(429, 8));
    await lookAgain();
    await expect.poll(first).toMatch(/^▾ #1 Change tests\/pay\.ts {2}GitHub has answered enough until /);
    github().failAll("user-anew");
    team.asked("user-anew");
    await lookAgain();
    await expect.poll(first).toContain("GitHub has answered enough until");
    expect(team.asked("user-anew")).toEqual([]);
    await expect.poll(first).toBe("▾ #1 Change tests/pay.ts");
  });

  test("a person's comment that looks like a report is shown as theirs, and decides nothing", async () => {
    const { window } = editor;
    const [report] = await github().comments(pull.number);
    const forged = report?.body.replace("key=CI%2Fscenarios", "key=Forged") ?? "";
    await github().comment(pull.number, forged, "contributor");
    await lookAgain();
    await expect.poll(rows).toContain("  ▸ Forged  by @contributor, not by CI · 1 failed");
    await expect.poll(view().item("Forged").icon()).toBe("comment");
    await view().item("CI/scenarios").row.locator(".monaco-tl-twistie").click();
    await view().item("Forged").expand();
    console.log(await rows());
    await view().item("Was it kind?").row.click({ button: "right" });
    await window.page.locator(".monaco-menu").waitFor();
    console.log(await window.page.locator(".monaco-menu").getByRole("menuitem").allInnerTexts());
    await window.screenshot("pull-forged");
    await window.keyboard.press("Escape");
    await view().item("Was it kind?").row.click();
    await new Promise(r => setTimeout(r, 2000));
    await window.screenshot("pull-forged2");
  });
});

describe("in a window of several repositories", () => {
  test("each says what there is, and why there is nothing", async () => {
    const { github } = team;
    const foreign = await github.createPullRequest({ branch: "from-outside", fork: true });
    await team.publish(foreign);
    await github.createPullRequest({ branch: "untested" });
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
    const { window } = await team.open(open);
    await window.activityBar("Callboard");
    await window.tree("Projects").fold();
    const tree = window.tree("Pull Request");
    await tree.unfold();
    await new Promise(r => setTimeout(r, 4000));
    console.log(await tree.text()());
    await tree.item("Log in to GitHub").row.click();
    await window.dialogButton("Allow");
    await new Promise(r => setTimeout(r, 6000));
    console.log(await tree.text()());
    await window.screenshot("pull-all");
  });
});

describe("with nothing new", () => {
  test("a look costs two requests, which GitHub counts as none", async () => {
    team.asked("user-anew");
    const asked: Exchange[] = [];
    await expect
      .poll(
        () => {
          asked.push(...team.asked("user-anew"));
          return asked.map(({ operation, answer }) => `${operation} ${answer?.status}`);
        },
        { timeout: 100_000 },
      )
      .toEqual(answered(304, known));
  });
});
