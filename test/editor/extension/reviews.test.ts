/** A reviewer's work: reviews are read and decided on one page, and a failed case opens at its place in the report. */

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/json.ts";
import type { Editor } from "../editor.ts";
import { findFilesContaining } from "../find-files-containing.ts";
import { EditorWindow } from "../window.ts";
import { startWithDemo } from "./callboard.ts";
import type { ObservedService } from "./observed-service.ts";

let service: ObservedService;
let editor: Editor;

beforeAll(async () => {
  ({ editor, service } = await startWithDemo());
  const { window } = editor;
  await window.tree("Projects").item("Batches").expand();
  await window.tree("Reviews").unfold();
  await window.tree("Reviews").item("Was the handover kind").row.waitFor();
  await window.palette("View: Close All Editors");
});

afterAll(() => service.close());

beforeEach(async () => {
  service.requests.length = 0;
  service.replyTo = () => undefined;
  await editor.window.palette("Notifications: Clear All Notifications");
});

const requests = () => service.requests.map(({ line, body }) => [line, body]);
const reviewPage = () => editor.window.webview();

/**
 * Waits until the page shows this review and accepts keys. The click restores the focus, which a late drawing may have
 * taken.
 */
async function calmPage(question: string): Promise<void> {
  await reviewPage().locator("main[data-calm]").getByRole("heading", { name: question }).click();
}

/** Runs in the page, because timing matters: presses a key and clicks in the moment when another review appears. */
function pressOnNext(main: Element): void {
  const subject = () => main.firstElementChild?.getAttribute("data-subject");
  const before = subject();
  const observer = new MutationObserver(() => {
    if (subject() === before) return;
    observer.disconnect();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "p" }));
    main.querySelector<HTMLElement>("[data-decides]")?.click();
  });
  observer.observe(main, { childList: true });
}

describe("a review", () => {
  test("is submitted with two clicks", async () => {
    const { window } = editor;
    await window.tree("Reviews").item("Was the handover kind").click(); // first click
    await reviewPage().getByRole("heading", { name: "Was the handover kind enough?" }).waitFor();
    await expect.poll(window.webviewText()).toMatch(/Hands over to a person when asked twice[\s\S]*mina/);
    await window.screenshot("review");
    await reviewPage().getByRole("button", { name: "fail" }).click(); // second click
    await expect
      .poll(requests)
      .toEqual([["POST /v1/reviews/was-the-handover-kind/submit", { verdict: "fail" }]]);
    await expect.poll(window.webviewText()).toContain("Submitted “Was the handover kind enough?”");
  });

  test("that was decided asks before another decision replaces it: taken back in the banner, and from its row", async () => {
    const { window } = editor;
    const question = "“Was the handover kind enough?” is decided already. Decide it again?";
    await reviewPage().getByText("Take back…").click();
    await window.pick("pass");
    await window.pick("Leave out");
    await expect.poll(window.dialog()).toContain(question);
    await window.screenshot("review-taken-back");
    await window.dialogButton("Cancel");
    expect(requests()).toEqual([]);
    const reviews = window.tree("Reviews");
    await reviews.item("Settled").expand();
    await reviews.item("Was the handover kind").contextMenu("Submit…");
    await window.pick("pass");
    await window.pick("Leave out");
    await expect.poll(window.dialog()).toContain(question);
    await window.dialogButton("Decide again");
    await expect
      .poll(requests)
      .toEqual([["POST /v1/reviews/was-the-handover-kind/submit", { verdict: "pass" }]]);
  });

  test("keeps a half-written comment over a reload", async () => {
    const { window } = editor;
    const comment = () => reviewPage().getByLabel("comment");
    await window.tree("Reviews").item("Did the agent promise").click();
    await calmPage("Did the agent promise a day of delivery?");
    await comment().fill("It said “tomorrow”, but");
    // VS Code's own log can contain any word, and so the file has to be a draft's.
    const drafts = join(editor.home, "user", "User", "globalStorage");
    await expect.poll(() => findFilesContaining("It said “tomorrow”, but", drafts)).not.toEqual([]);
    await window.reloadWindow();
    await window.tree("Projects").item("Batches").expand();
    await window.tree("Reviews").item("Did the agent promise").click();
    await calmPage("Did the agent promise a day of delivery?");
    await expect.poll(() => comment().inputValue()).toBe("It said “tomorrow”, but");
    await comment().fill("");
    expect(requests()).toEqual([]);
  });

  test("is selected in the tree when J leads to it, and Undo brings it back after Forget", async () => {
    const { window } = editor;
    const reviews = window.tree("Reviews");
    await calmPage("Did the agent promise a day of delivery?");
    await window.keyboard.press("j");
    await calmPage("Was the refusal clear?");
    await expect.poll(reviews.selected()).toContain("Was the refusal clear?");
    await reviews.item("Was the refusal").contextMenu("Forget");
    await reviews.item("Was the refusal").row.waitFor({ state: "detached" });
    await window.notificationButton("is forgotten here", "Undo");
    await reviews.item("Was the refusal").row.waitFor();
    await reviews.item("Did the agent promise").click();
    expect(requests()).toEqual([]);
  });

  test("is followed by the next, which ignores a repetition of the same press or click", async () => {
    const { window } = editor;
    await calmPage("Did the agent promise a day of delivery?");
    await reviewPage().locator("main").evaluate(pressOnNext);
    await window.keyboard.press("p");
    await calmPage("Was the refusal clear?");
    await expect.poll(window.webviewText()).toContain("Waiting, 1 of 2");
    expect(requests()).toEqual([["POST /v1/reviews/was-a-day-promised/submit", { verdict: "pass" }]]);
  });

  test("that is redrawn leaves the focus alone, so that a key meant for something else does not decide it", async () => {
    const { window } = editor;
    const review = { id: "was-it-new", title: "Was it new?", status: "waiting" };
    service.replyTo = () => ({ body: { id: "smoke", status: "passed", cases: [], reviews: [review] } });
    await window.tree("Projects").item("Smoke").contextMenu("Run");
    await expect.poll(window.webviewText()).toContain("Waiting, 1 of 3");
    const page = reviewPage().locator("main[data-calm]");
    expect(await page.evaluate(() => document.hasFocus())).toBe(false);
    await window.keyboard.press("f");
    await window.palette("Notifications: Clear All Notifications");
    expect(requests()).toEqual([["POST /v1/batches/smoke/run", {}]]);
  });

  test("that fails among several is named by a message, with the reason", async () => {
    const { window } = editor;
    const reviews = window.tree("Reviews");
    service.latencyMs = 2000;
    service.replyTo = line =>
      line.includes("was-the-no-clear")
        ? { status: 422, body: { message: "Not now." } }
        : { body: { id: "was-it-new", status: "settled", verdict: "pass" } };
    await reviews.item("Was it new").click();
    await reviews.item("Was the refusal clear").addToSelection();
    await reviews.item("Was the refusal clear").contextMenu("Submit…");
    await window.pick("pass");
    await window.pick("Leave out");
    await expect.poll(window.webviewText()).toContain("Sending…");
    const message = await window.notification("1 of 2 requests succeeded");
    service.latencyMs = 0;
    expect(message).toContain("“Was the refusal clear?”: The service refused it: Not now.");
  });
});

describe("ten reviews", () => {
  const ids = Array.from({ length: 10 }, (_, index) => `review-${index}`);
  const question = (id: string) => `Is ${id} good?`;
  const settle = (line: string) =>
    line.endsWith("/submit") ? { body: { id: line.split("/").at(-2) ?? "", status: "settled" } } : undefined;
  const decided = () =>
    service.requests.flatMap(({ line, body }) =>
      line.endsWith("/submit") ? [[line.split("/").at(-2), body]] : [],
    );

  test("are decided by ten keys, none lost or misplaced, while the service is slow", async () => {
    const { window } = editor;
    const [first = ""] = ids;
    const cases = ids.map(id => {
      const review = { id, title: question(id), status: "waiting", assignee: "mina" };
      return { name: `Case of ${id}`, status: "needs review", review };
    });
    service.replyTo = () => ({ body: { id: "smoke", cases } });
    await window.tree("Projects").item("Smoke").contextMenu("Run");
    await window.tree("Reviews").item(question(first)).row.waitFor();
    await expect.poll(window.tree("Reviews").text()).toMatch(/Smoke {2}\d.* · 10\n/);
    service.replyTo = settle;
    service.latencyMs = 450;
    await window.tree("Reviews").item(question(first)).click();
    await calmPage(question(first));
    const verdictOf = (index: number) => (index % 3 === 1 ? "fail" : "pass");
    for (const [index, id] of ids.entries()) {
      const ready = reviewPage().locator("main[data-calm]");
      await ready.getByRole("heading", { name: question(id) }).waitFor();
      if (index === 4) window.screenshot("review-ready");
      await window.keyboard.press(verdictOf(index)[0] ?? "");
    }
    await expect.poll(decided).toEqual(ids.map((id, index) => [id, { verdict: verdictOf(index) }]));
    await expect.poll(window.webviewText()).toContain(`Submitted “${question(ids[9] ?? "")}”`);
    service.latencyMs = 0;
    await window.tree("Runs").unfold();
    const decision = /Smoke.* all 10 reviews decided: failed/;
    await expect.poll(window.tree("Runs").item(decision).icon()).toBe("error");
  });

  test("get no wrong decision from keys that come too early, and the page shows that these are ignored", async () => {
    const { window } = editor;
    const again = ids.map(id => ({ id: `${id}-again`, title: question(`${id} again`), status: "waiting" }));
    service.replyTo = () => ({ body: { id: "smoke", status: "passed", cases: [], reviews: again } });
    await window.tree("Projects").item("Smoke").contextMenu("Run");
    await window.tree("Reviews").item(question("review-0 again")).row.waitFor();
    service.replyTo = settle;
    await window.tree("Reviews").item(question("review-0 again")).click();
    await calmPage(question("review-0 again"));
    // The person sees the first review and presses twice.
    await window.keyboard.press("p");
    await window.keyboard.press("f");
    await expect.poll(window.webviewText()).toMatch(/Is review-1 again good\?[\s\S]*Too early, ignored/);
    await window.screenshot("review-early");
    // The decision is sent in the background.
    await expect.poll(decided).toEqual([["review-0-again", { verdict: "pass" }]]);
    await calmPage(question("review-1 again"));
    await expect.poll(window.webviewText()).toMatch(/Ready/);
    await window.keyboard.press("j");
    await expect.poll(window.tree("Reviews").selected()).toContain("Is review-2 again good?");
    await window.page.setViewportSize({ width: 620, height: 900 });
    await window.screenshot("review-narrow");
    const previous = reviewPage().getByRole("button", { name: "Previous" });
    expect(await previous.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  test("are decided once by two windows of one profile", async () => {
    const { window } = editor;
    const page = await window.page.context().newPage();
    const other = new EditorWindow(page);
    await other.open(window.page.url());
    const review = question("review-5 again");
    await other.palette("Callboard: Open review");
    await other.pick(review);
    await other.webview().getByRole("heading", { name: review }).waitFor();
    let answer = () => {};
    const mayAnswer = new Promise<void>(resolve => {
      answer = resolve;
    });
    service.replyTo = line => mayAnswer.then(() => settle(line) ?? { body: {} });
    await window.page.bringToFront();
    await window.tree("Reviews").item(review).click();
    await calmPage(review);
    await other.page.bringToFront();
    await other.webview().locator("textarea").fill("From the other window");
    await window.page.bringToFront();
    await window.webview().locator("textarea").fill("From this window");
    await calmPage(review);
    // While this window is sending, no look at the service lets the other one decide.
    await window.keyboard.press("p");
    await other.page.bringToFront();
    await other.webview().getByRole("button", { name: "I have looked" }).click();
    await expect
      .poll(other.webviewText())
      .toContain("Nothing was sent: another window is deciding the review");
    answer();
    await window.page.bringToFront();
    await expect.poll(window.webviewText()).toContain(`Submitted “${review}”`);
    // The other window follows without a reload, and keeps what was written there.
    await expect
      .poll(other.webviewText())
      .toMatch(/Settled · passed[\s\S]*What you wrote here was not sent[\s\S]*Decide again…/);
    await expect.poll(() => other.webview().locator("textarea").inputValue()).toBe("From the other window");
    expect(decided()).toEqual([["review-5-again", { verdict: "pass", comment: "From this window" }]]);
    await page.close();
  });
});

describe("a report", () => {
  const cases = Array.from(
    { length: 4000 },
    (_, index): JsonObject => ({
      name: `Case ${index}`,
      status: index % 100 === 7 ? "failed" : "passed",
      ...(index % 100 === 7 && { message: `It went wrong in ${index}.` }),
      durationMs: 100,
    }),
  );

  /** The vertical position of a text in the visible part of the page: 0 at the top, 1 at the bottom. */
  const placeOf = (text: string) => async () =>
    reviewPage()
      .getByText(text, { exact: true })
      .first()
      .evaluate(element => element.getBoundingClientRect().top / window.innerHeight);

  beforeAll(async () => {
    const { window } = editor;
    await window.palette("View: Close All Editors");
    service.replyTo = () => ({
      body: { id: "smoke", status: "failed", durationMs: 476_000, cases: [...cases] },
    });
    await window.tree("Projects").item("Smoke").inlineAction("Run now");
    await window.notification("Smoke: failed");
    await window.tree("Runs").unfold();
    await window.tree("Runs").item("Smoke").expand();
  });

  test("opens at a failed case far below with one click, with its message", async () => {
    const { window } = editor;
    const runs = window.tree("Runs");
    const tree = await window.page.getByRole("tree", { name: "Runs" }).boundingBox();
    const { x, y, height } = tree ?? { x: 0, y: 0, height: 0 };
    await window.page.mouse.move(x + 100, y + height / 2);
    const failed = runs.item(/^Case 2907$/);
    const isInSight = async () => {
      const row = (await failed.row.isVisible()) ? await failed.row.boundingBox() : null;
      return row !== null && row.y + row.height < y + height;
    };
    for (let turns = 0; turns < 40 && !(await isInSight()); turns++) {
      await window.page.mouse.wheel(0, 60);
      await failed.row.waitFor({ timeout: 300 }).catch(() => undefined);
    }
    await failed.click();
    const place = placeOf("It went wrong in 2907.");
    await expect.poll(place).toBeGreaterThan(0);
    await expect.poll(place).toBeLessThan(0.5);
  });

  test("scrolls freely from there", async () => {
    const { window } = editor;
    await window.page.mouse.move(900, 500);
    const place = placeOf("It went wrong in 2907.");
    const before = await place();
    await window.page.mouse.wheel(0, -400);
    await expect.poll(place).toBeGreaterThan(before + 0.2);
    const after = await place();
    await window.screenshot("report-at-case");
    expect(await place()).toBe(after);
  });

  test("can be searched", async () => {
    const { window } = editor;
    await reviewPage().getByText("It went wrong in 2907.").first().click();
    await window.keyboard.press("ControlOrMeta+f");
    const find = window.page.locator(".simple-find-part.visible input");
    await find.waitFor();
    await find.fill("wrong in 1507");
    await window.keyboard.press("Enter");
    await expect.poll(placeOf("It went wrong in 1507.")).toBeGreaterThan(0);
    await window.keyboard.press("Escape");
  });

  test("keeps a duration on one line when the window is narrow, and has one column when it is very narrow", async () => {
    const { window } = editor;
    await window.page.setViewportSize({ width: 900, height: 900 });
    const cell = reviewPage().locator("td").first();
    const lines = await cell.evaluate(element => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(await cell.innerText()).toMatch(/^\s*Failed\ntook\s7\sm\s56\ss$/);
    expect(lines).toBe(2);
    await window.page.setViewportSize({ width: 640, height: 900 });
    await window.screenshot("report-narrow");
    const widths = reviewPage()
      .locator("td")
      .evaluateAll(cells => cells.map(cell => cell.clientWidth / document.documentElement.clientWidth));
    expect(Math.min(...(await widths))).toBeGreaterThan(0.8);
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });
});
