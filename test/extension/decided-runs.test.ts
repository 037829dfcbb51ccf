/** Runs that were left to reviews, after a person has decided these. */

import { expect, onTestFinished, test } from "vitest";
import type { FakeEditor, FakeEditorOptions } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, InstantClock } from "./window.ts";

type Responses = Readonly<Record<string, object>>;

/** Each batch responds with its cases, by its path. A submitted review is settled as the person decided it. */
async function start(responses: Responses, options: FakeEditorOptions = {}) {
  let now = Date.UTC(2026, 4, 12, 14, 5);
  const { editor } = await connectedWindow(options, undefined, new InstantClock(() => now++));
  const { fetch } = globalThis;
  const answers = { ...responses };
  const settle = async (id: string, fields: object) => Response.json({ id, status: "settled", ...fields });
  let answerTo = settle;
  const answerDecisions = (answer = settle) => {
    answerTo = answer;
  };
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const id = /reviews\/([^/]+)\/submit$/.exec(pathname)?.[1];
    if (id !== undefined) return answerTo(id, JSON.parse(String(init?.body)));
    return Response.json(Object.entries(answers).find(([batch]) => pathname.includes(`/${batch}/`))?.[1]);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const run = async (...labels: string[]) => {
    const rows = await editor.rows("callboard.projects", ...labels);
    await editor.run("callboard.runNow", rows[0], rows);
  };
  const decide = async (id: string, verdict: "pass" | "fail", ...confirmed: string[]) => {
    const record = { key: `review ${id}`, kind: "review", id, name: id };
    editor.will(verdict, "Leave out", ...confirmed);
    await editor.run("callboard.submitReview", { subject: { type: "record", record } });
    await editor.settled();
  };
  return { editor, run, decide, answers, answerDecisions };
}

function waiting(...ids: readonly string[]) {
  return { cases: ids.map(id => ({ name: `Case of ${id}`, status: "needs review", reviewId: id })) };
}

/** As a service responds that states each review and its state. */
function statedWaiting(...ids: readonly string[]) {
  const cases = ids.map(id => ({
    name: `Case of ${id}`,
    status: "needs_review",
    review: { id, status: "open", question: `Was ${id} kind?` },
  }));
  return { status: "needs_review", results: [...cases, { name: "Pays", status: "passed" }] };
}

async function runRow(editor: FakeEditor): Promise<string> {
  const [row = ""] = (await editor.tree("callboard.runs")).split("\n");
  return row.replace(/\d+:\d\d PM/g, "TIME");
}

test("the filter finds a run and its reviews by the verdict that people gave", async () => {
  const { editor, run, decide } = await start({ smoke: waiting("rev_1") });
  await run("Smoke");
  await decide("rev_1", "fail");
  editor.will("failed");
  await editor.run("callboard.filter");
  expect(await runRow(editor)).toMatch(/^\(error\) Smoke/);
  expect(await editor.tree("callboard.reviews")).toContain("Case of rev_1");
  editor.will("unknown");
  await editor.run("callboard.filter");
  expect(await editor.tree("callboard.runs")).toBe("");
});

test("a run is as its reviews were decided, once all of them are, and keeps its report", async () => {
  const { editor, run, decide } = await start({ smoke: waiting("rev_1", "rev_2") });
  await run("Smoke");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toBe("(question) Smoke  TIME · 2 undecided");
  await decide("rev_2", "pass");
  const decided = "all 2 reviews decided: passed";
  expect(await runRow(editor)).toBe(`(pass) Smoke  TIME · ${decided}`);
  expect(await editor.tree("callboard.projects")).toMatch(/\(pass\) Smoke/);
  expect(editor.status.text).toContain("$(pass)");
  editor.will(undefined);
  await editor.run("callboard.openMenu");
  expect(editor.said.at(-1)).toMatch(
    /\$\(pass\) Last report: Smoke {2}passed · all 2 reviews decided: passed\n/,
  );
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toContain("### 🟢 Passed");
  await decide("rev_2", "fail", "Decide again");
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toContain("### 🔴 Failed");
  expect(await runRow(editor)).toBe("(error) Smoke  TIME · all 2 reviews decided: failed");
});

test.each<[string, (id: string) => Promise<Response>]>([
  [
    "may have arrived",
    () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })),
  ],
  ["does not settle the review", async id => Response.json({ id, status: "pending" })],
])(
  "a second decision that %s leaves the review and its run open, whatever was decided before",
  async (_, answer) => {
    const { editor, run, decide, answerDecisions } = await start({ smoke: waiting("rev_1") });
    await run("Smoke");
    await decide("rev_1", "pass");
    await decide("rev_1", "fail", "Decide again");
    await decide("rev_1", "pass", "Decide again");
    expect(await runRow(editor)).toBe("(pass) Smoke  TIME · its review is decided: passed");
    answerDecisions(answer);
    await decide("rev_1", "fail", "Decide again");
    expect(await runRow(editor)).toBe("(question) Smoke  TIME · 1 undecided");
    expect(await editor.tree("callboard.reviews")).toMatch(/Case of rev_1 .*may have arrived/);
    answerDecisions();
    await decide("rev_1", "fail", "I have looked: decide again");
    expect(await runRow(editor)).toBe("(error) Smoke  TIME · its review is decided: failed");
  },
);

test("a review and its run are open while a second decision is sent, because the window can end before the response", async () => {
  const { editor, run, decide, answerDecisions } = await start({ smoke: waiting("rev_1") });
  await run("Smoke");
  await decide("rev_1", "pass");
  let refuse = () => {};
  answerDecisions(
    () =>
      new Promise(resolve => {
        refuse = () => resolve(Response.json({ message: "No such verdict." }, { status: 422 }));
      }),
  );
  const decided = decide("rev_1", "fail", "Decide again");
  await expect.poll(() => runRow(editor)).toBe("(question) Smoke  TIME · 1 undecided");
  refuse();
  await decided;
  expect(await runRow(editor)).toBe("(pass) Smoke  TIME · its review is decided: passed");
});

const openReview = { id: "rev_1", title: "Tone", question: "Was Mina kind?" };

test.each<[string, object]>([
  ["is the only thing that a response lists", { reviews: [{ ...openReview, status: "pending" }] }],
  ["waits as a run would", { reviews: [{ ...openReview, status: "waiting" }] }],
  [
    "contains its case",
    {
      cases: [{ name: "Greets", status: "needs_review" }],
      reviews: [{ ...openReview, status: "pending", case: { name: "Greets" } }],
    },
  ],
  [
    "names its case",
    {
      cases: [{ name: "Greets", status: "needs_review" }],
      reviews: [{ ...openReview, status: "pending", case_name: "Greets" }],
    },
  ],
])("a run follows a review that %s", async (_, response) => {
  const { editor, run, decide } = await start({ smoke: { status: "needs_review", ...response } });
  await run("Smoke");
  expect(await runRow(editor)).toBe("(question) Smoke  TIME · 1 undecided");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toBe("(pass) Smoke  TIME · its review is decided: passed");
});

test("a run does not follow its one listed review if it says that there are three", async () => {
  const reviews = [{ ...openReview, status: "pending" }];
  const { editor, run, decide } = await start({
    smoke: { status: "needs_review", open_reviews: 3, reviews },
  });
  await run("Smoke");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toBe("(question) Smoke  TIME · 1 undecided");
});

test("a decided run is decided in its report, its cases, its title and the Testing view", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": "batches:\n  smoke: { id: smoke, name: Smoke }\n" });
  const smoke = statedWaiting("rev_1", "rev_2");
  const { editor, run, decide } = await start({ smoke }, { folders: ["/shop"], files });
  const { testing } = editor;
  await testing.open();
  await run("Smoke");
  await expect.poll(() => testing.tree()).toContain("(errored) Case of rev_1");
  const waitingRow = await editor.row("callboard.runs", "Smoke");
  await editor.run("callboard.openReport", waitingRow);
  expect(decodeURIComponent(editor.lastUri.path)).toContain("Smoke: with reviews");
  await decide("rev_1", "pass");
  await decide("rev_2", "fail");
  await expect.poll(() => testing.tree()).toContain("(failed) Case of rev_2");
  expect(testing.tree()).toContain("(passed) Case of rev_1");
  await decide("rev_2", "pass", "Decide again");
  await expect.poll(() => testing.tree()).toContain("(passed) callboard.yml\n  (passed) Smoke\n");
  expect(testing.tree()).not.toMatch(/errored|failed/);
  const row = await editor.row("callboard.runs", "Smoke");
  expect(await editor.tree("callboard.runs")).toContain("(pass) Case of rev_1");
  await editor.run("callboard.openReport", row);
  const { html = "" } = editor.page ?? {};
  expect(html).toContain("### 🟢 Passed, 2 by people — 3 passed");
  expect(html).toContain("#### Reviews: 2");
  expect(html).toContain("🟢 Passed: **Case of rev_1** — Was rev_1 kind?");
  expect(html).toContain("<summary>Passed: 3</summary>");
  expect(html).not.toMatch(/Waits|undecided/i);
  expect(decodeURIComponent(editor.lastUri.path)).toContain("Smoke: with reviews");
  expect(editor.tabs.filter(tab => tab.includes("Smoke"))).toHaveLength(1);
});

test("an open report follows the decisions, and is drawn again only for what it shows", async () => {
  const { editor, run, decide, answers } = await start({ smoke: statedWaiting("rev_1"), nightly: {} });
  await run("Smoke");
  const row = await editor.row("callboard.runs", "Smoke");
  await editor.run("callboard.openReport", row);
  const page = editor.page;
  const before = page?.html;
  expect(before).toContain("Waits");
  answers["nightly"] = statedWaiting("rev_7");
  await run("Nightly");
  await decide("rev_7", "pass");
  await editor.settled();
  expect(page?.html).toBe(before);
  await decide("rev_1", "fail");
  await expect.poll(() => page?.html).toContain("### 🔴 Failed");
  expect(page?.html).not.toContain('data-action="review"');
});

test("a decision that fails a run lists the case as failed", async () => {
  const { editor, run, decide } = await start({ smoke: statedWaiting("rev_1", "rev_2") });
  await run("Smoke");
  await decide("rev_1", "pass");
  await decide("rev_2", "fail");
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toMatch(/#### Failed: 1\n\n[^#*]*\*\*Case of rev_2\*\*/);
  expect(editor.page?.html).toContain("<summary>Passed: 2</summary>");
  expect(editor.page?.html.match(/data-action="run"/g)).toHaveLength(1);
});

test("an earlier run stays decided when a later run waits for the same reviews", async () => {
  const { editor, run, decide } = await start({ smoke: statedWaiting("rev_1") });
  await run("Smoke");
  await decide("rev_1", "pass");
  await run("Smoke");
  expect(await runRow(editor)).toBe("(question) Smoke  TIME · 1 passed, 1 undecided · before: ✓");
  await decide("rev_1", "fail");
  expect(await runRow(editor)).toMatch(/^\(error\) Smoke .* · before: ✓$/);
});

test.each([
  ["another case is undecided and has no review", { status: "needs review" }, "2 undecided"],
  ["a case failed", { status: "failed" }, "1 failed, 1 undecided"],
])("decisions don't pass a run in which %s", async (_, other, counts) => {
  const cases = [...waiting("rev_1").cases, { name: "Another", ...other }];
  const { editor, run, decide } = await start({ smoke: { cases } });
  await run("Smoke");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toMatch(new RegExp(`^\\((?:question|error)\\) Smoke {2}TIME · ${counts}$`));
});

test("a report whose reviews are all decided doesn't ask for a decision any more", async () => {
  const cases = [...waiting("rev_1", "rev_2").cases, { name: "Another", status: "needs review" }];
  const { editor, run, decide } = await start({ smoke: { cases } });
  await run("Smoke");
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  const advice = "To get a verdict, decide the review or run the target again.";
  expect(editor.page?.html).toContain(advice);
  await decide("rev_1", "pass");
  expect(editor.page?.html).toContain(advice);
  await decide("rev_2", "pass");
  await expect.poll(() => editor.page?.html).not.toContain(advice);
  expect(editor.page?.html).toContain("which is not a verdict. To get a verdict, run the target again.");
});

test("a decision counts only for the conversation that the person saw", async () => {
  const { editor, run, decide } = await start({ smoke: waiting("rev_1") });
  await run("Smoke");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toMatch(/^\(pass\) Smoke .* its review is decided: passed$/);
  await run("Smoke");
  expect(await runRow(editor)).toBe("(question) Smoke  TIME · 1 undecided · before: ✓");
  await decide("rev_1", "fail");
  expect(await runRow(editor)).toMatch(/^\(error\) Smoke .* its review is decided: failed · before: ✓$/);
});

/** A review without a state of its own, as its case waits for a person. */
function statelessWaiting(answer: string) {
  const transcript = [
    { role: "user", text: "Hello" },
    { role: "agent", text: answer },
  ];
  const review = { id: "rv-78", title: "Was it kind?", transcript };
  return { cases: [{ name: "Refund", status: "needs review", review }] };
}

test("a later run that waits for a decided review puts it back to waiting, in the view, the badge, the page and the report", async () => {
  const { editor, run, decide, answers } = await start({ smoke: statelessWaiting("First answer") });
  const before = editor.badge("callboard.reviews") ?? 0;
  await run("Smoke");
  await decide("rv-78", "pass");
  expect(editor.badge("callboard.reviews")).toBe(before);
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled[\s\S]*Was it kind\?.*passed/);
  answers["smoke"] = statelessWaiting("Second answer");
  await run("Smoke");
  expect(await editor.tree("callboard.reviews")).toMatch(/Was it kind\?.*rv-78[\s\S]*Settled/);
  expect(await editor.tree("callboard.reviews")).not.toMatch(/Was it kind\?.*passed/);
  expect(editor.badge("callboard.reviews")).toBe(before + 1);
  await editor.run("callboard.openReview", await editor.row("callboard.reviews", "Was it kind?"));
  await editor.settled();
  expect(editor.panel?.text).toMatch(/^Waiting, [\s\S]*Second answer/);
  expect(editor.panel?.text).not.toMatch(/Settled|Sent from here|Decide again/);
  expect(editor.panel?.text).toMatch(/verdict, of an earlier decision\s+pass/);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toContain("For a person to review: 1");
  await decide("rv-78", "fail");
  expect(await runRow(editor)).toMatch(/^\(error\) Smoke .* before: ✓$/);
});

test("a later run in which the case of a decided review passes leaves the review settled", async () => {
  const { editor, run, decide, answers } = await start({ smoke: statelessWaiting("First answer") });
  await run("Smoke");
  await decide("rv-78", "pass");
  const [waits] = statelessWaiting("Second answer").cases;
  answers["smoke"] = { cases: [{ ...waits, status: "passed" }] };
  await run("Smoke");
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled[\s\S]*Was it kind\?.*passed/);
});

test("a report of the same run, read again, leaves a decided review settled", async () => {
  const { editor, run, decide } = await start({ voice: statelessWaiting("Only answer") });
  await run("Voice");
  await decide("rv-78", "pass");
  await editor.run("callboard.reportNow", await editor.row("callboard.projects", "Voice"));
  expect(await runRow(editor)).toBe("(question) Voice  TIME · 1 undecided · before: ?");
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled[\s\S]*Was it kind\?.*passed/);
});

test("a run of two batches passes only if both do", async () => {
  const { editor, run, decide } = await start({ smoke: waiting("rev_1"), returns: { status: "unclear" } });
  await run("Smoke", "Returns");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toMatch(/^\(question\) .* its review is decided: passed$/);
  expect(await editor.tree("callboard.projects")).toMatch(/\(pass\) Smoke/);
});

test("beside a failed batch, another one is as its review was decided, and the run stays failed", async () => {
  const { editor, run, decide } = await start({
    smoke: waiting("rev_1"),
    returns: { cases: [{ name: "Refunds", status: "failed" }] },
  });
  await run("Smoke", "Returns");
  await decide("rev_1", "pass");
  expect(await runRow(editor)).toMatch(/^\(error\) .* 1 failed, 1 undecided; its review is decided: passed$/);
  expect(await editor.tree("callboard.projects")).toMatch(/\(pass\) Smoke[\s\S]*\(error\) Returns/);
});

test("several waiting reviews of a run stand below the run, in the order of the page", async () => {
  const { editor, run } = await start({ smoke: waiting("rev_1", "rev_2"), returns: waiting("rev_3") });
  await run("Smoke");
  await run("Returns");
  const view = async () => (await editor.tree("callboard.reviews")).replace(/\d+:\d\d PM/g, "TIME");
  expect(await view()).toContain(
    [
      "  (history) Smoke  TIME · 2",
      "    (checklist) Case of rev_1  rev_1",
      "    (checklist) Case of rev_2  rev_2",
      "  (checklist) Case of rev_3  rev_3",
    ].join("\n"),
  );
  await editor.run("callboard.openReview", await editor.row("callboard.reviews", "Case of rev_2"));
  await editor.settled();
  editor.panel?.send("next");
  await expect.poll(() => editor.panel?.title).toBe("Case of rev_3");
  // The same reviews are waiting in the newer run.
  await run("Smoke");
  expect((await view()).match(/\(history\) Smoke/g)).toHaveLength(1);
});
