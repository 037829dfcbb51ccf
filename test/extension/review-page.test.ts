/** A review's page, and the single request of its decision. */

import { describe, expect, onTestFinished, test } from "vitest";
import { bundles } from "../../extension/editor/bundles/bundles.ts";
import { longestSilenceMs } from "../../extension/editor/heartbeat.ts";
import { keysFor } from "../../extension/reviews/page.ts";
import type { Clock } from "../../shared/clock.ts";
import type { FakeEditor, FakePanel } from "./fake-editor.ts";
import { connectedWindow, InstantClock, openWindow, startEmbedded } from "./window.ts";

async function openReview(editor: FakeEditor, label: string): Promise<FakePanel> {
  await editor.run("callboard.openReview", await editor.row("callboard.reviews", label));
  await editor.settled();
  if (editor.panel === undefined) throw new Error("No page was opened");
  return editor.panel;
}

/** Presses a button, with a comment if given, and waits for the effects. The number in an action can be left out. */
async function press(editor: FakeEditor, action: string, comment?: string): Promise<void> {
  const [numbered] = editor.panel?.content.match(new RegExp(`(?<=data-action=")${action} \\d+(?=")`)) ?? [];
  editor.panel?.send(numbered ?? action, comment === undefined ? {} : { field1: comment });
  await editor.settled();
}

/** Replaces the service's response to a decision from now on. */
function answering(answer: () => Response | Promise<Response>): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    return String(input).endsWith("/submit") ? answer() : response;
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
}

function answersWith(answer: () => Response): void {
  const { fetch } = globalThis;
  globalThis.fetch = async () => answer();
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
}

/** The service responds to the last decision only when the test calls the result. */
function answeringLater(): (response: Response) => void {
  let answer = (_: Response) => {};
  answering(
    () =>
      new Promise<Response>(resolve => {
        answer = resolve;
      }),
  );
  return response => answer(response);
}

test("a click on a review shows its question, origin, assignee and choices", async () => {
  const { editor, requests } = await connectedWindow();
  const { text } = await openReview(editor, "Was the handover");
  expect(text).toMatchInlineSnapshot(`
    "Waiting, 1 of 4
    Previous [K]
    Next [J]
    Was the handover kind enough?
    test
    Hands over to a person when asked twice
    batch
    Smoke
    project
    Lantern Lane support line
    assigned to
    mina
    id
    was-the-handover-kind
    Other fields from the service
    status
    waiting
    comment 
    optional
    verdict
    pass [P]
    fail [F]
    One moment…
    Ready
    Too early, ignored
    Comment [C]
    Reassign… [R]
    Write the fields as JSON
    These fields are a guess, as the service documents none. To have your own, define forms: submitReview: in callboard.yml, or the setting callboard.forms."
  `);
  expect(editor.panel?.title).toBe("Was the handover kind enough?");
  expect(requests).toEqual([]);
});

test("after a run the page shows the review's case with status and message, and opens the report", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const { text } = await openReview(editor, "Was the handover");
  expect(text).toMatch(
    /Hands over to a person when asked twice\nundecided · 1 m 03 s\nThe caller was put through at the second/,
  );
  expect(text).toMatch(/batch\nSmoke/);
  await press(editor, "report");
  expect(editor.page?.html).toMatch(
    /<span class="case" id="case">.*<\/span>🟡 Waits: \*\*Hands over to a person when asked twice/,
  );
});

test("a decided review keeps its batch, although the response to the decision doesn't name it", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const transcript = [{ role: "agent", content: "Hello?" }];
  const review = { id: "rev_1", status: "waiting", title: "Kind?", transcript };
  globalThis.fetch = async input =>
    Response.json(
      String(input).endsWith("/submit")
        ? { ...review, status: "settled", verdict: "pass" }
        : { cases: [{ name: "Greets", status: "needs_review", review }] },
    );
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await openReview(editor, "Kind?");
  await press(editor, "decide 0");
  expect((await openReview(editor, "Kind?")).text).toMatch(/^Settled[\s\S]*batch\nSmoke/);
});

test("the page shows why the case is undecided: its failed metrics, and the reason for the review", async () => {
  const { editor } = await connectedWindow();
  const results = [
    {
      name: "c0",
      status: "needs_review",
      review: { id: "rv_0", status: "open", question: "Q?", reason: "judge split 2:1" },
      metrics: [
        { name: "greeting", passed: true },
        { name: "politeness", score: 0.61, threshold: 0.7, passed: false, reason: "curt" },
      ],
    },
  ];
  const reviews = [{ id: "rv_1", status: "open", question: "And now?", reason: "over the limit" }];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    String(input).endsWith("/run")
      ? Response.json({ status: "needs_review", results, reviews })
      : fetch(input, init);
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect((await openReview(editor, "Q?")).text).toMatch(
    /\nc0\nundecided\npoliteness\nfailed: 0\.61 \(threshold 0\.7\) — curt\nreview\n— judge split 2:1\ngreeting\npassed\n/,
  );
  expect(editor.panel?.content).toContain("<details><summary>Other fields");
  const withoutCase = await openReview(editor, "And now?");
  expect(withoutCase.content).toContain("<details><summary>Other fields");
  expect(withoutCase.text).toMatch(/\nreason\nover the limit\n/);
});

test("a decision is sent as the form defines it, and the page shows the next waiting review", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/^Waiting, 1 of 4\n/);
  await press(editor, "decide 1", "Curt is not kind.");
  expect(requests).toEqual([
    'POST /v1/reviews/was-the-handover-kind/submit {"verdict":"fail","comment":"Curt is not kind."}',
  ]);
  expect(panel.text).toMatch(
    /^Submitted “Was the handover kind enough\?” with verdict: fail, comment: Curt is not kind\.; the service's response: verdict is fail\nTake back… \[T\]\nShow this review\nWaiting, 1 of 3\n.*Did the agent promise/s,
  );
  expect(panel.title).toBe("Did the agent promise a day of delivery?");
  expect(await editor.tree("callboard.reviews")).toMatch(
    /Settled {2}2\n.*\(error\) Was the handover kind enough\? {2}failed · mina · was-the/s,
  );
});

test("the page of a decided review shows what was sent and the service does not repeat", async () => {
  const { editor } = await connectedWindow();
  answering(() => Response.json({ id: "was-the-handover-kind", status: "submitted" }));
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "decide 1", "Curt is not kind.");
  expect(panel.text).toMatch(
    /^Submitted “Was the handover kind enough\?” with verdict: fail, comment: Curt is not kind\.; the service's response: status is submitted\n/,
  );
  await press(editor, "show");
  expect(panel.text).toMatch(/\nSent from here\nverdict\nfail\ncomment\nCurt is not kind\.\n/);
});

test("a review that is reassigned from its page shows the new assignee", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/assigned to\nmina/);
  editor.will({ typed: "jonas" });
  await press(editor, "reassign");
  expect(requests).toEqual(['POST /v1/reviews/was-the-handover-kind/reassign {"assignee":"jonas"}']);
  expect(panel.text).toMatch(/assigned to\njonas/);
  editor.will(undefined);
  await press(editor, "reassign");
  expect(requests).toHaveLength(1);
});

test("Next and Previous go round the waiting reviews and keep the person's input", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "write", "Half a thou");
  await press(editor, "previous", "Half a thought");
  expect(panel.title).toBe("Do we agree on what is friendly?");
  await press(editor, "next");
  expect(panel.title).toBe("Was the handover kind enough?");
  expect(panel.content).toContain(">Half a thought</textarea>");
});

test("a half-written comment stays with its conversation if a later run gives the review's id to another one", async () => {
  const { editor, requests } = await connectedWindow();
  const { fetch } = globalThis;
  let name = "Asks for Moby Dick";
  globalThis.fetch = async (input, init) =>
    String(input).endsWith("/run")
      ? Response.json({
          cases: [{ name, status: "needs_review", review: { id: "rev_9", status: "waiting" } }],
        })
      : fetch(input, init);
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const run = async () => editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await run();
  const panel = await openReview(editor, name);
  await press(editor, "write", "She never mentions the whale");
  name = "Complains about toilets";
  await run();
  await expect.poll(() => panel.text).toContain("Complains about toilets");
  expect(panel.content).not.toContain("She never mentions the whale");
  await press(editor, "decide 1");
  expect(requests.at(-1)).toBe('POST /v1/reviews/rev_9/submit {"verdict":"fail"}');
  name = "Asks for Moby Dick";
  await run();
  expect((await openReview(editor, name)).content).toContain(">She never mentions the whale</textarea>");
});

test("while a decision is being sent, another click on its review sends nothing", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const first = panel.content;
  let during = "";
  answering(async () => {
    panel.content = first;
    panel.send("decide 0");
    panel.send("decide 1");
    await editor.settled();
    await editor.run("callboard.openReview", await editor.row("callboard.reviews", "Was the handover"));
    panel.send("decide 1");
    await editor.settled();
    during = panel.text;
    return Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" });
  });
  panel.send("decide 0");
  panel.send("decide 0");
  await expect.poll(() => panel.text).toMatch(/^Submitted/);
  expect(during).toMatch(/Sending…\nToo early, ignored\nCancel\n/);
  expect(requests).toEqual(['POST /v1/reviews/was-the-handover-kind/submit {"verdict":"pass"}']);
});

test("a click on the previous review decides nothing", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const before = panel.content;
  await press(editor, "next");
  panel.content = before;
  await press(editor, "decide 0");
  expect(requests).toEqual([]);
});

test("a click submits the visible choice, even if the form has changed since", async () => {
  const { editor, requests } = await connectedWindow();
  const form = (...choices: string[]) => ({ submitReview: [{ field: "verdict", type: "choice", choices }] });
  editor.settings.user.set("callboard.forms", form("pass", "fail"));
  const panel = await openReview(editor, "Was the handover");
  editor.settings.user.set("callboard.forms", form("fail", "pass"));
  const before = panel.content;
  await press(editor, "decide 0");
  expect(requests).toEqual(['POST /v1/reviews/was-the-handover-kind/submit {"verdict":"pass"}']);
  // The next review has the current choices. A click on the earlier choices is ignored.
  expect(panel.text).toMatch(/Did the agent promise[\s\S]*verdict\nfail \[F\]\npass \[P\]/);
  const next = panel.content;
  const id = (content: string) => /data-subject="([^ "]+)/.exec(content)?.[1] ?? "";
  panel.content = before.replace(id(before), id(next));
  await press(editor, "decide 0");
  expect(requests).toHaveLength(1);
  panel.content = next;
  await press(editor, "decide 0");
  expect(requests.at(-1)).toMatch(/submit \{"verdict":"fail"\}$/);
});

test("a failed decision shows the reason and keeps the comment", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ message: "No such verdict." }, { status: 400 }));
  await press(editor, "decide 0", "Kind enough.");
  expect(panel.text).toMatch(
    /^“Was the handover kind enough\?”: The service refused it: No such verdict\. Check the fields that were sent\. \(Submit review, 400\)\n/,
  );
  await press(editor, "show");
  expect(panel.content).toContain(">Kind enough.</textarea>");
  await press(editor, "decide 0", "Kind enough.");
  expect(requests).toHaveLength(2);
});

test("a rejected key is asked for again, or can be replaced from the page", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ message: "no such key" }, { status: 401 }));
  editor.will(undefined);
  await press(editor, "decide 0");
  expect(editor.said.at(-1)).toMatch(/^secret: .* does not accept the API key: enter another/);
  expect(panel.text).toMatch(/The service does not accept the API key: no such key[\s\S]*Set API key/);
  editor.will("another-key");
  await press(editor, "key");
  expect(editor.said.at(-1)).toMatch(/^secret: /);
  expect(panel.text).not.toContain("Set API key");
});

test("a decision that may have arrived is sent again only after the person confirms having looked", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })));
  await press(editor, "decide 0", "Kind enough.");
  expect(panel.text).toMatch(
    /^“Was the handover kind enough\?”: The connection to .* broke before .*may have acted all the same: look at the review .*\(Submit review\)/,
  );
  await press(editor, "show");
  expect(panel.content).toContain(">Kind enough.</textarea>");
  expect(panel.text).not.toMatch(/pass \[P\]/);
  await press(editor, "decide 0");
  expect(requests).toHaveLength(1);
  await press(editor, "again", "Kind enough.");
  await press(editor, "decide 0", "Kind enough.");
  expect(requests).toHaveLength(2);
});

test("a decision from the row that may have arrived is not sent again from the page", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const row = await editor.row("callboard.reviews", "Was the handover");
  const submit = async (...looked: string[]) => {
    editor.will("pass", "Leave out", ...looked);
    await editor.run("callboard.submitReview", row);
  };
  answering(() => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })));
  await submit();
  expect(panel.text).toMatch(/A decision may have arrived.*\nI have looked: decide again/);
  expect(panel.content).toContain('<div data-refuses="p f"><p>A decision may have arrived');
  await press(editor, "decide 0");
  expect(requests).toHaveLength(1);
  // A refusal of the second decision must not concern the first.
  answering(() => Response.json({ message: "No such verdict." }, { status: 400 }));
  await submit("I have looked: decide again");
  expect(requests).toHaveLength(2);
  expect(panel.text).toMatch(/I have looked: decide again/);
  await press(editor, "again");
  expect(panel.text).toMatch(/pass \[P\]/);
});

test("a review whose decision from the row was refused can still be decided on its page", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ message: "No such verdict." }, { status: 400 }));
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(panel.text).toMatch(/pass \[P\]/);
});

test("a look at one service does not confirm the review with the same id at another service", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })));
  await press(editor, "decide 0");
  editor.will("Embedded");
  await editor.run("callboard.switchService");
  await editor.run("callboard.importDemoProject");
  await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/pass \[P\]/);
  await press(editor, "decide 0");
  await press(editor, "again");
  expect(panel.text).toMatch(/pass \[P\]/);
  const submitted = () => requests.filter(line => line.includes("/submit")).length;
  expect(submitted()).toBe(2);
  editor.will("Staging");
  await editor.run("callboard.switchService");
  await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/I have looked: decide again/);
  await press(editor, "decide 0");
  expect(submitted()).toBe(2);
});

test("a page that is closed while a decision is being sent still reports the outcome and keeps the input", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(async () => {
    panel.dispose();
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  });
  await press(editor, "decide 0", "Kind enough.");
  expect(editor.said.at(-1)).toMatch(
    /^error: “Was the handover kind enough\?”: The connection to .*may have acted all the same/,
  );
  const again = await openReview(editor, "Was the handover");
  expect(again).not.toBe(panel);
  expect(again.content).toContain(">Kind enough.</textarea>");
  expect(again.text).toMatch(/I have looked: decide again/);
});

test("a window reloaded during a decision knows that the decision may have arrived", async () => {
  const { editor } = await connectedWindow();
  await openReview(editor, "Was the handover");
  let isLoadedAnew = false;
  answering(() => (isLoadedAnew ? Response.json({}) : new Promise(() => {})));
  await press(editor, "decide 0");
  isLoadedAnew = true;
  const { storage, secrets, settings } = editor;
  const next = openWindow({ storage, secrets });
  await next.editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
  const panel = await openReview(next.editor, "Was the handover");
  expect(panel.text).toContain("A decision may have arrived: look at the review in the service first.");
  await press(next.editor, "decide 0");
  expect(next.requests).toEqual([]);
  await press(next.editor, "again");
  await press(next.editor, "decide 0");
  await expect.poll(() => next.requests).toHaveLength(1);
});

test("a team's own form defines the buttons, and a missing required field is named", async () => {
  const { editor, requests } = await connectedWindow();
  const form = [
    { field: "score", type: "number" },
    { field: "grade", type: "choice", choices: [1, 2, 3] },
  ];
  editor.settings.user.set("callboard.forms", { submitReview: form });
  const panel = await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/score\ngrade\n1 \[1\]|grade\n1\n \[1\]/);
  expect(panel.text).not.toMatch(/guess/);
  await press(editor, "decide 1");
  expect(panel.text).toMatch(/^score is missing\./);
  expect(panel.focus).toBe('[name="field0"]');
  panel.send("decide 1", { field0: "4.5" });
  await editor.settled();
  expect(requests).toEqual(['POST /v1/reviews/was-the-handover-kind/submit {"score":4.5,"grade":2}']);
});

test("each choice has a key of its own", () => {
  const keys = (...words: string[]) => keysFor(words).map(({ key }) => key);
  expect(keys("pass", "fail")).toEqual(["p", "f"]);
  expect(keys("pass", "partly", "poor")).toEqual(["p", "a", "o"]);
  expect(keys("1", "2", "3")).toEqual(["1", "2", "3"]);
  expect(keys("correct", "cross")).toEqual(["o", "s"]);
  expect(keys("approve", "reject", "escalate")).toEqual(["a", "2", "e"]);
  expect(keys("ja", "нет")).toEqual(["a", "2"]);
});

test("a settled review shows its verdict and takes no decision", async () => {
  const { editor } = await connectedWindow();
  const { text } = await openReview(editor, "Was the discount");
  expect(text).toMatch(
    /^Settled · passed · verdict is pass\nPrevious \[K\]\nNext \[J\]\nWas the discount invented\?/,
  );
  expect(text).toMatch(/comment\nIt offered the newsletter's five percent/);
  expect(text).not.toMatch(/\nverdict\npass\n/);
  expect(text).not.toMatch(/\[P\]/);
});

test("a review of a service with its fields under attributes has its headline, and all its fields", async () => {
  const { editor } = await connectedWindow();
  const review = {
    type: "reviews",
    id: "rev_b1",
    attributes: { headline: "Was the caller told the price?", status: "pending", mood: "annoyed" },
    details: { quote: "It is 30 euros" },
  };
  answersWith(() => Response.json({ data: { type: "projects", id: "p1" }, included: [review] }));
  await editor.run("callboard.importDemoProject");
  const { text } = await openReview(editor, "Was the caller told");
  expect(text).toMatch(/\nWas the caller told the price\?\n/);
  expect(text).toMatch(/Other fields from the service[\s\S]*\nmood\nannoyed\n/);
  expect(text).toMatch(/\ndetails\.quote\nIt is 30 euros\n/);
});

test("a review with a title and a question has both at its head", async () => {
  const { editor } = await connectedWindow();
  const review = { id: "rev_b2", title: "Card declined twice", question: "Was the caller told why?" };
  answersWith(() => Response.json({ reviews: [review] }));
  await editor.run("callboard.importDemoProject");
  const { text } = await openReview(editor, "Card declined twice");
  expect(text).toMatch(/\nCard declined twice\nWas the caller told why\?\n/);
  expect(text.match(/Was the caller told why/g)).toHaveLength(1);
});

test("a field that a decision has replaced is marked as the one before", async () => {
  const { editor } = await connectedWindow();
  answering(() => Response.json({ status: "submitted" }));
  const panel = await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/Other fields from the service[\s\S]*\nstatus\nwaiting\n/);
  await press(editor, "decide 0");
  await editor.run("callboard.openReview", await editor.row("callboard.reviews", "Was the handover"));
  await expect.poll(() => panel.text).toMatch(/^Settled · passed/);
  expect(panel.text).toMatch(/\nstatus, before the decision\nwaiting\n/);
});

test("an imported calibration review is recognised and offers its own operations", async () => {
  const { editor } = await connectedWindow();
  expect(await editor.tree("callboard.reviews", { context: true })).toMatch(
    /Do we agree on what is friendly\? {2}calibration review .*\[record review learned id calibration waiting\]/,
  );
  const { text } = await openReview(editor, "Do we agree");
  expect(text).toMatch(/A calibration review: it is started, and not submitted\.\nStart…\nAsk for it again$/);
  // The name of a list can say what its reviews are.
  answersWith(() => Response.json({ id: "p", calibration_reviews: [{ id: "cal", title: "Tone" }] }));
  await editor.run("callboard.importDemoProject");
  expect((await openReview(editor, "Tone")).text).toContain("A calibration review: it is started");
});

test("the service's texts are escaped on the page", async () => {
  const { editor } = await connectedWindow();
  const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script></article>' onclick='x \u202etxt`;
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({
      cases: [
        {
          name: attack,
          status: attack,
          message: attack,
          url: "javascript:alert(3)",
          turns: [{ speaker: attack, text: attack }],
          review: { id: attack, name: attack, assignee: attack, [attack]: attack, status: "waiting" },
        },
      ],
    });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  globalThis.fetch = fetch;
  const panel = await openReview(editor, '">');
  const tags = new Set([...panel.content.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
  for (const tag of ["img", "script", "a"]) expect(tags).not.toContain(tag);
  expect(panel.content.match(/<\/article>/g)).toHaveLength(1);
  expect(panel.content.replace(/"[^"]*"/g, "")).not.toMatch(/<[^>]*\son\w+=/);
  expect(panel.content).not.toContain("\u202e");
  expect(panel.webview.html).toMatch(
    /content="default-src 'none'; script-src 'nonce-([-0-9a-f]+)'; style-src-elem 'nonce-\1'/,
  );
});

test("the page shows a conversation in the response", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({
      results: [
        {
          name: "Greets",
          status: "needs review",
          transcript: [
            { role: "caller", content: "Hello?" },
            { role: "agent", content: "Yes." },
          ],
          reviewId: "rev_9",
        },
      ],
    });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  globalThis.fetch = fetch;
  // A review with only an id is named after its case.
  const { text } = await openReview(editor, "Greets");
  expect(text).toMatch(/Conversation\ncaller\nHello\?\nagent\nYes\.\nShow the response/);
  // A long one is shortened on the page.
  await press(editor, "response");
  expect(await editor.lastShown()).toContain('"content": "Hello?"');
});

test("the response that first named a review is opened from its page, and its title names the service among several", async () => {
  const { editor, service } = await connectedWindow();
  await editor.changeUserSetting("callboard.services", [
    { name: "Staging", baseUrl: service.url },
    { name: "Production", baseUrl: "https://production.example" },
  ]);
  const review = { id: "rev_8", status: "waiting", title: "Kind?", transcript: ["Caller: Hello?"] };
  answersWith(() => Response.json({ id: "lantern", reviews: [review] }));
  await editor.run("callboard.importDemoProject");
  await openReview(editor, "Kind?");
  await press(editor, "response");
  expect(await editor.lastShown()).toContain("Caller: Hello?");
  expect(editor.lastUri.path).toMatch(/\/Last response · Kind\? · Staging\.json$/);
});

test("a review that is too large to keep shows its short fields", async () => {
  const { editor } = await connectedWindow();
  const review = {
    id: "rev_7",
    status: "waiting",
    title: "Kind?",
    assignee: "mina",
    persona: "Ola",
    log: "x".repeat(100_000),
  };
  answersWith(() => Response.json({ id: "lantern", reviews: [review] }));
  await editor.run("callboard.importDemoProject");
  const { text } = await openReview(editor, "Kind?");
  expect(text).toMatch(/assigned to\nmina.*Other fields from the service.*status\nwaiting/s);
});

test("a waiting review keeps its question after a response with thousands of records", async () => {
  const { editor } = await connectedWindow();
  const answers = [
    {
      id: "p",
      reviews: [{ id: "rev_9", title: "Kind?", status: "waiting", question: "Was Ola kind to the end?" }],
    },
    {
      id: "p",
      reviews: Array.from({ length: 60 }, (_, index) => ({
        id: `r${index}`,
        status: "waiting",
        note: "Late",
      })),
    },
    {
      id: "p",
      scenarios: Array.from({ length: 4000 }, (_, index) => ({ id: `s${index}`, name: "A caller" })),
    },
  ];
  for (const answer of answers) {
    answersWith(() => Response.json(answer));
    await editor.run("callboard.importDemoProject");
  }
  expect((await openReview(editor, "Kind?")).text).toContain("Was Ola kind to the end?");
});

test("a page says if a response had too many reviews for their conversations to be kept", async () => {
  const { editor } = await connectedWindow();
  expect((await openReview(editor, "Was the handover")).text).not.toContain("Nothing more is kept");
  const reviews = Array.from({ length: 4000 }, (_, index) => ({
    id: `rv_${index}`,
    title: `Review ${index}`,
    status: "waiting",
    transcript: [{ role: "agent", text: "Hello?" }],
  }));
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    String(input).endsWith("/run") ? Response.json({ status: "needs_review", reviews }) : fetch(input, init);
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect((await openReview(editor, "Review 0")).text).toContain("Nothing more is kept about this review");
});

test("a page restored after a reload shows its review and sends nothing", async () => {
  const first = await connectedWindow();
  const { storage, secrets, files, settings } = first.editor;
  const { editor, requests } = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) editor.settings.user.set(name, value);
  const panel = editor.vscode.window.createWebviewPanel("callboard.review", "", -1) as unknown as FakePanel;
  await editor.serializers
    .get("callboard.review")
    ?.deserializeWebviewPanel(panel as never, "was-the-handover-kind");
  await editor.settled();
  expect(panel.text).toMatch(/Was the handover kind enough\?\n/);
  expect(requests).toEqual([]);
});

test("a review is not decided at a service that was put in use later", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const before = panel.content;
  editor.will("Embedded");
  await editor.run("callboard.switchService");
  expect(panel.text).toBe("No review waits");
  panel.content = before;
  await press(editor, "decide 0");
  expect(panel.text).toMatch(/: Nothing was sent: another service is in use by now/);
  expect(requests.filter(line => line.includes("submit"))).toEqual([]);
});

test("a page shows no review of another service that nobody opened", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  editor.will("Embedded");
  await editor.run("callboard.switchService");
  answersWith(() =>
    Response.json({ id: "p", reviews: [{ id: "rev_9", title: "Kind?", status: "waiting" }] }),
  );
  await editor.run("callboard.importDemoProject");
  await editor.settled();
  expect(panel.text).toBe("This review is not known here. Others wait: 1");
});

test("a page keeps to its service's review, although another service has one with the same id", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  editor.will("Embedded");
  await editor.run("callboard.switchService");
  await editor.run("callboard.importDemoProject");
  await editor.settled();
  expect(panel.text).toBe("This review is not known here. Others wait: 4");
  editor.will("Staging");
  await editor.run("callboard.switchService");
  await expect.poll(() => panel.text).toMatch(/Was the handover kind enough\?\n/);
});

test("a review that still waits after an error response can be decided on its page", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const review = { id: "was-the-handover-kind", status: "open" };
  answering(() => Response.json({ error: "comment too short, not accepted", review }));
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.said.at(-1)).toMatch(
    /^error: The service refused the decision: error is comment too short, not accepted\./,
  );
  expect(panel.text).toMatch(/pass \[P\]/);
  expect(editor.badge("callboard.reviews")).toBe(4);
  expect(await editor.tree("callboard.reviews")).toMatch(/Was the handover[\s\S]*Settled {2}1\n/);
});

test("a long question is cut in the heading and in messages, and is whole beneath the heading", async () => {
  const { editor } = await connectedWindow();
  const question = `Was it kind? ${"x".repeat(5000)}`;
  const { fetch } = globalThis;
  const review = { id: "rev_1", status: "open", question };
  globalThis.fetch = async () =>
    Response.json({ cases: [{ name: question, status: "needs_review", review }] });
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const panel = await openReview(editor, "Was it kind?");
  const { content } = panel;
  expect(/<h1[^>]*>([^<]*)<\/h1>/.exec(content)?.[1]).toMatch(/^Was it kind\? x{286}…$/);
  expect(content).toMatch(/<summary>The whole question<\/summary><p class="text">Was it kind\? x{400}/);
  globalThis.fetch = async () => Response.json({ message: "No such verdict." }, { status: 422 });
  await press(editor, "decide 0");
  expect(panel.text).toMatch(/^“Was it kind\? x{86}…”: The service /);
  await press(editor, "show");
  globalThis.fetch = async () => Response.json({ id: "rev_1", status: "settled", verdict: "pass" });
  await press(editor, "decide 0");
  expect(panel.text).toMatch(/^Submitted “Was it kind\? x{86}…” with verdict: pass/);
});

test("the question of a review can be a text beside a state that is a number of the service's own", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  const review = { reviewId: "rev_1", text: "Did it stay polite?", state: 0 };
  globalThis.fetch = async () =>
    Response.json({ cases: [{ name: "Case 1", status: "needs_review", review }] });
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const { title } = await openReview(editor, "Did it stay polite?");
  expect(title).toBe("Did it stay polite?");
});

test("a comment is kept if the response says that the decision was not saved", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ error: "not saved" }));
  await press(editor, "decide 0", "Kind, though slow.");
  expect(panel.text).toMatch(
    /^“Was the handover kind enough\?”: The service refused the decision: error is not saved\./,
  );
  await press(editor, "show");
  expect(panel.text).toMatch(/Waiting, 1 of 4[\s\S]*pass \[P\]/);
  expect(panel.content).toContain(">Kind, though slow.</textarea>");
});

test.each([
  [
    { status: "error", message: "could not save" },
    "does not show that it took the decision: status is error, could not save",
  ],
  [{ status: "skipped" }, "does not show that it took the decision: status is skipped"],
  [
    { code: "REVIEW_LOCKED", message: "It is locked." },
    "does not show that it took the decision: code is REVIEW_LOCKED, It is locked",
  ],
  [{ review: null }, "does not show that it took the decision: review is null"],
  [
    { message: "Review is already closed" },
    "does not show that it took the decision: message is Review is already closed",
  ],
  [
    { review: { id: "OTHER", status: "CLOSED", verdict: "pass" } },
    "does not show that it took the decision: id is OTHER.",
  ],
  [
    { id: "was-a-day-promised", status: "settled", verdict: "pass" },
    "does not show that it took the decision: id is was-a-day-promised.",
  ],
])("a response of %j leaves the review waiting, and its comment written", async (response, message) => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json(response));
  await press(editor, "decide 0", "Kind, though slow.");
  expect(panel.text).toContain(`The service's response ${message}`);
  await press(editor, "show");
  expect(panel.text).toMatch(/Waiting, 1 of 4[\s\S]*\nI have looked: decide again\nComment \[C\]$/);
  expect(panel.content).toContain(">Kind, though slow.</textarea>");
  await press(editor, "decide 0");
  expect(requests).toHaveLength(1);
});

test("the failures of a service's decisions are not on the page of another service, and come back with the first", async () => {
  const { editor, service } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ error: "not saved" }));
  await press(editor, "decide 0");
  expect(panel.text).toContain("The service refused the decision");
  const other = await startEmbedded();
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  await expect.poll(() => panel.text).not.toContain("The service refused the decision");
  expect(editor.said.join()).not.toContain("refused the decision");
  editor.will("Staging");
  await editor.run("callboard.switchService");
  await expect.poll(() => panel.text).toContain("The service refused the decision");
  expect(service.url).not.toBe(other.url);
});

test("a failure that comes after a switch to another service is on the page", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const answer = answeringLater();
  await press(editor, "decide 0");
  const other = await startEmbedded();
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  answer(Response.json({ error: "not saved" }));
  await expect
    .poll(() => panel.text)
    .toMatch(/^“Was the handover kind enough\?”: The service refused the decision/);
});

test("a decision that a switch to another service overtakes keeps its review's name, and leads to no review of the other", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const answers: ((response: Response) => void)[] = [];
  answering(() => new Promise(resolve => answers.push(resolve)));
  await press(editor, "decide 0");
  await openReview(editor, "Was the refusal");
  await press(editor, "decide 0");
  const other = await startEmbedded();
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  for (const count of [1, 2]) {
    await expect.poll(() => answers).toHaveLength(count);
    answers.at(-1)?.(Response.json({ verdict: "pass" }));
  }
  await expect
    .poll(() => panel.text)
    .toMatch(/^Staging: Submitted “Was the refusal clear\?” with verdict: pass/);
  expect(panel.text).not.toMatch(/Show this review|Take back/);
});

test("a response of null leaves the review waiting, as one that is a list does", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json(null));
  await press(editor, "decide 0", "Kind, though slow.");
  expect(panel.text).toMatch(/responded with 200 and null instead of a JSON object/);
  await press(editor, "show");
  expect(panel.text).toMatch(/Waiting, 1 of 4[\s\S]*\nI have looked: decide again\nComment \[C\]$/);
});

test.each([
  [{ type: "error", message: "It is locked." }, "type is error, It is locked"],
  [{ error: { code: "E1", message: "store down" } }, "store down"],
  [{ errors: [{ message: "verdict not permitted" }] }, "verdict not permitted"],
  [{ statusCode: 400, message: "Bad verdict" }, "statusCode is 400, Bad verdict"],
  [{ accepted: false, message: "window closed" }, "accepted is false, window closed"],
])("a response of %j is a refusal with the service's reason", async (response, reason) => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json(response));
  await press(editor, "decide 0");
  expect(panel.text).toContain(`: The service refused the decision: ${reason}.`);
});

test("another decision than the one sent is a warning, and the review is settled as the service says", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "fail" }));
  await press(editor, "decide 0");
  expect(panel.content).toMatch(
    /<p role="alert"[^>]*>[^<]*has recorded another decision than the one sent: verdict is fail/,
  );
  await press(editor, "show");
  expect(panel.text).toMatch(/Settled · failed/);
});

test("a review that is escalated by a decision waits for somebody, which is a warning and no error", async () => {
  const { editor } = await connectedWindow();
  answering(() => Response.json({ id: "was-the-handover-kind", status: "escalated" }));
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.said.at(-1)).toMatch(
    /^warning: The review still waits for somebody, as the service responded: status is escalated\. What was written is kept\./,
  );
});

test("a decision that the service has only queued is not replaced without a look at the service", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ id: "was-the-handover-kind", status: "queued" }));
  await press(editor, "decide 0");
  expect(panel.text).toMatch(
    /: The review still waits for somebody, as the service responded: status is queued\./,
  );
  expect(panel.content).toMatch(/<p role="alert" class="notice">[^<]*still waits for somebody/);
  await press(editor, "show");
  expect(panel.text).toMatch(
    /A decision may have arrived: look at the review .*\nI have looked: decide again\nComment \[C\]$/,
  );
  await press(editor, "decide 1");
  expect(requests).toHaveLength(1);
});

test("the failures of a queue are one message, whose button opens the first of their reviews", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const failures: (() => void)[] = [];
  answering(
    () =>
      new Promise(resolve => {
        failures.push(() => resolve(Response.json({ message: "No such verdict." }, { status: 422 })));
      }),
  );
  for (let times = 0; times < 3; times++) await press(editor, "decide 0");
  panel.dispose();
  const errors = () => editor.said.filter(line => line.startsWith("error: "));
  editor.will("Show review");
  for (let count = 0; count < 3; count++) {
    expect(errors()).toEqual([]);
    await expect.poll(() => failures.length).toBe(count + 1);
    failures[count]?.();
  }
  await expect
    .poll(errors)
    .toEqual([
      "error: 3 decisions failed or may have arrived, as the page of each says: “Was the handover kind enough?”, “Did the agent promise a day of delivery?”, “Was the refusal clear?” [Show review]",
    ]);
  await expect.poll(() => editor.panel?.text).toMatch(/“Was the handover kind enough\?”: .*No such verdict/);
});

test("the failure of the review on the page comes before those of others, and is never folded", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ message: "No such verdict." }, { status: 422 }));
  for (let times = 0; times < 3; times++) await press(editor, "decide 0");
  await openReview(editor, "Was the handover");
  const [first] = panel.content.match(/<p role="alert".*?<\/p>/gs) ?? [];
  expect(panel.title).toBe("Was the handover kind enough?");
  expect(first).toContain("“Was the handover kind enough?”");
});

test("of many failures one is open, so that the question stays in sight", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(() => Response.json({ message: "No such verdict." }, { status: 422 }));
  for (let times = 0; times < 3; times++) await press(editor, "decide 0");
  expect(panel.content).toMatch(
    /^<article [^>]*>\n<p role="alert".*<details><summary>Earlier messages: 2<\/summary><p role="alert"/s,
  );
});

test("a failed decision names its review, also above another review, and leads back to it", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  let during = "";
  answering(async () => {
    during = panel.text;
    return Response.json({ message: "No such verdict." }, { status: 422 });
  });
  panel.send("decide 0");
  await expect.poll(() => panel.text).toMatch(/^“Was the handover kind enough\?”: .*\nShow this review\n/);
  expect(during).toMatch(/Did the agent promise[\s\S]*\nSending “Was the handover kind enough\?”…/);
  expect(panel.title).toBe("Did the agent promise a day of delivery?");
  await press(editor, "show");
  expect(panel.text).toMatch(/^“Was the handover kind enough\?”: .*\nWaiting, 1 of 4\n/);
});

test("a message about another review is dismissed with its button", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  answering(async () => Response.json({ message: "No such verdict." }, { status: 422 }));
  panel.send("decide 0");
  await expect.poll(() => panel.text).toMatch(/\nShow this review\nDismiss\n/);
  await press(editor, "dismiss");
  expect(panel.text).toMatch(/^Waiting, 2 of 4\n/);
});

test("a second decision is not sent beside the first, even if the page is closed and opened again", async () => {
  const { editor, requests } = await connectedWindow();
  await openReview(editor, "Was the handover");
  const answer = answeringLater();
  await press(editor, "decide 0");
  editor.panel?.dispose();
  const panel = await openReview(editor, "Was the refusal");
  expect(panel.text).toMatch(/Sending “Was the handover kind enough\?”…/);
  await press(editor, "decide 0");
  expect(panel.text).toMatch(
    /Sending “Was the handover kind enough\?”…[\s\S]*Sending “Was the refusal clear\?”…/,
  );
  expect(requests).toHaveLength(1);
  answer(Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
  await expect.poll(() => panel.text).toMatch(/^Submitted “Was the handover kind enough\?”/);
  await expect.poll(() => requests).toHaveLength(2);
  expect(requests[1]).toBe('POST /v1/reviews/was-the-no-clear/submit {"verdict":"pass"}');
});

test("a decision that waits for its turn is cancelled at once, and the next one still waits", async () => {
  const { editor, requests } = await connectedWindow();
  await openReview(editor, "Was the handover");
  const answer = answeringLater();
  await press(editor, "decide 0");
  const panel = await openReview(editor, "Was the refusal");
  await press(editor, "decide 0");
  const cancel = /data-action="(cancel \d+)"/g;
  const [, second] = [...panel.content.matchAll(cancel)].map(([, action]) => action);
  await press(editor, String(second));
  await expect.poll(() => panel.text).not.toMatch(/Sending “Was the refusal/);
  expect(panel.text).toMatch(/“Was the refusal.*”: cancelled, nothing was sent\./);
  expect(panel.text).toMatch(/Sending “Was the handover/);
  await openReview(editor, "Was the refusal");
  expect(panel.text).toMatch(/pass \[P\]/);
  await press(editor, "decide 1");
  expect(requests).toHaveLength(1);
  answer(Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
  await expect.poll(() => requests).toHaveLength(2);
  expect(requests[1]).toBe('POST /v1/reviews/was-the-no-clear/submit {"verdict":"fail"}');
});

test("a decision is taken back by a second submission, after a question", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "decide 0");
  await press(editor, "next");
  editor.will("fail", "Leave out", undefined);
  await press(editor, "revise");
  expect(editor.said.at(-3)).toMatch(
    /^pick: Submit review: Was the handover .* · replaces the decision: passed/,
  );
  expect(editor.said.at(-1)).toBe(
    "warning: “Was the handover kind enough?” is decided already. Decide it again?\nIt replaces the decision: passed.\nThe new decision: failed. [Send nothing] [Decide again]",
  );
  expect(requests).toHaveLength(1);
  expect(panel.text).toMatch(/^Settled · passed[\s\S]*Decide again…$/);
  // The review from which the person went back is the next one.
  await press(editor, "next");
  expect(panel.title).toBe("Was the refusal clear?");
});

test("a decision that can't be taken back is named by its own review", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "decide 0");
  await press(editor, "next");
  answering(() => Response.json({ message: "It stays." }, { status: 409 }));
  editor.will("fail", "Leave out", "Decide again");
  await press(editor, "revise");
  expect(panel.text).toMatch(/^“Was the handover kind enough\?”: The service refused it: It stays\./);
});

test("a settled review is decided again from its page, after a question", async () => {
  const { editor, requests } = await connectedWindow();
  answering(() => Response.json({ id: "was-the-discount-invented", status: "settled", verdict: "fail" }));
  const panel = await openReview(editor, "Was the discount");
  editor.will("fail", "Leave out", "Decide again");
  await press(editor, "revise");
  await expect.poll(() => panel.text).toMatch(/^Settled · failed/);
  expect(requests).toEqual(['POST /v1/reviews/was-the-discount-invented/submit {"verdict":"fail"}']);
});

test("a comment that is not sent yet outlives a reload of the window", async () => {
  const first = await connectedWindow();
  await openReview(first.editor, "Was the handover");
  await press(first.editor, "write", "Half a thought");
  const { storage, secrets, files, settings } = first.editor;
  const { editor } = openWindow({ storage, secrets, files });
  await editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
  const panel = await openReview(editor, "Was the handover");
  expect(panel.content).toContain(">Half a thought</textarea>");
  await press(editor, "decide 0");
  expect(first.requests.at(-1)).toMatch(/"comment":"Half a thought"/);
});

test("ten decisions in a row go to the reviews that were shown, one after the other, while the service is slow", async () => {
  const { editor } = await connectedWindow();
  const ids = Array.from({ length: 10 }, (_, index) => `quick-${index}`);
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({ reviews: ids.map(id => ({ id, name: `Is ${id} good?`, status: "waiting" })) });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  globalThis.fetch = (input, init) => {
    const id = String(input).split("/").at(-2) ?? "";
    sent.push(`${id} ${init?.body}`);
    return new Promise(resolve => {
      answers.push(() => resolve(Response.json({ id, status: "settled" })));
    });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const panel = await openReview(editor, "Is quick-0 good?");
  for (const [index, id] of ids.entries()) {
    expect(panel.title).toBe(`Is ${id} good?`);
    await press(editor, `decide ${index % 2}`, `About ${id}`);
  }
  for (const index of ids.keys()) {
    await expect.poll(() => sent).toHaveLength(index + 1);
    answers[index]?.();
  }
  await expect.poll(() => panel.text).toMatch(/^Submitted “Is quick-9 good\?”/);
  expect(panel.text).not.toMatch(/Sending/);
  expect(sent).toEqual(
    ids.map((id, index) => `${id} {"verdict":"${index % 2 ? "fail" : "pass"}","comment":"About ${id}"}`),
  );
});

test("a queued decision is sent to the service in which it was taken, after another one was put in use", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const answer = answeringLater();
  await press(editor, "decide 0");
  await press(editor, "decide 0", "On time.");
  editor.will("Embedded");
  await editor.run("callboard.switchService");
  answer(Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
  await expect
    .poll(() => requests.filter(line => line.includes("submit")))
    .toEqual([
      expect.stringContaining("was-the-handover-kind"),
      'POST /v1/reviews/was-a-day-promised/submit {"verdict":"pass","comment":"On time."}',
    ]);
  // The review of the other service with the same id is another one.
  expect(panel.text).not.toMatch(/Sending/);
  editor.will("Staging");
  await editor.run("callboard.switchService");
  answer(Response.json({ id: "was-a-day-promised", status: "settled", verdict: "pass" }));
  await expect.poll(() => editor.tree("callboard.reviews")).toMatch(/Settled {2}3\n/);
});

test("a rejected key ends the decisions that wait, and asks once", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  const answer = answeringLater();
  await press(editor, "decide 0");
  await press(editor, "decide 0");
  editor.will(undefined);
  answer(Response.json({ message: "no such key" }, { status: 401 }));
  await expect.poll(() => panel.text.match(/no such key/g)).toHaveLength(2);
  expect(editor.said.filter(line => line.startsWith("secret: "))).toHaveLength(1);
  expect(requests).toHaveLength(1);
});

describe("while a row or a command sends a decision, the review's page says so and takes none", () => {
  const handover = "was-the-handover-kind";
  const settled = (id = handover) => Response.json({ id, status: "settled", verdict: "pass" });

  /** Resolves when the request has begun. Its end is the second promise. */
  async function begun(sending: Promise<void>, requests: readonly string[]): Promise<void> {
    const count = requests.length;
    await Promise.race([sending, expect.poll(() => requests.length).toBeGreaterThan(count)]);
  }

  test("from a row", async () => {
    const { editor, requests } = await connectedWindow();
    const panel = await openReview(editor, "Was the handover");
    const answer = answeringLater();
    editor.will("pass", "Leave out");
    const sending = editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the h"));
    await begun(sending, requests);
    await expect.poll(() => panel.text).toMatch(/pass \[P\]\nfail \[F\]\nSending…/);
    expect(panel.text).not.toMatch(/Ready|may have arrived|Cancel/);
    expect(panel.content).toMatch(/<button disabled data-action="decide 0"/);
    await press(editor, "decide 1");
    expect(requests).toHaveLength(1);
    editor.will("jonas");
    await press(editor, "reassign");
    expect(panel.text).toMatch(/^Was the handover kind enough\?: the previous request has not ended yet\.\n/);
    answer(settled());
    await sending;
    await expect.poll(() => panel.text).toMatch(/\nSettled · passed/);
    expect(panel.text).not.toMatch(/Sending/);
  });

  test("from the rows of several, until each one's request has ended", async () => {
    const { editor, requests } = await connectedWindow();
    const rows = await editor.rows("callboard.reviews", "Was the handover", "Did the agent");
    const panel = await openReview(editor, "Was the handover");
    const answer = answeringLater();
    editor.will("pass", "Leave out");
    const sending = editor.run("callboard.submitReview", rows[0], rows);
    await begun(sending, requests);
    await expect.poll(() => panel.text).toMatch(/\nSending…/);
    answer(settled());
    await expect.poll(() => panel.text).toMatch(/^Settled · passed/);
    await press(editor, "next");
    expect(panel.title).toBe("Was the refusal clear?");
    await expect.poll(() => requests).toHaveLength(2);
    answer(settled("was-a-day-promised"));
    await sending;
  });

  test("from Take back", async () => {
    const { editor, requests } = await connectedWindow();
    const panel = await openReview(editor, "Was the handover");
    await press(editor, "decide 0");
    const answer = answeringLater();
    editor.will("fail", "Leave out", "Decide again");
    await press(editor, "revise");
    expect(requests).toHaveLength(2);
    await expect.poll(() => panel.text).toMatch(/\nSending…/);
    answer(Response.json({ id: handover, status: "settled", verdict: "fail" }));
    await expect.poll(() => panel.text).toMatch(/^Settled · failed/);
  });
});

test("forgetting the open review shows the next one", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await editor.run("callboard.forget", await editor.row("callboard.reviews", "Was the handover"));
  await expect.poll(() => panel.title).toBe("Did the agent promise a day of delivery?");
});

test("after Forget the page says that no review waits only if none does", async () => {
  const { editor } = await connectedWindow();
  const forget = async (label: string) =>
    editor.run("callboard.forget", await editor.row("callboard.reviews", label));
  const panel = await openReview(editor, "Was the discount");
  expect(panel.text).toMatch(/^Settled/);
  await forget("Was the discount");
  await expect.poll(() => panel.text).toMatch(/^Waiting, 1 of 4/);
  panel.dispose();
  await forget("Was the handover");
  const next = await openReview(editor, "Did the agent promise");
  for (const label of ["Did the agent promise", "Was the refusal", "Do we agree"]) {
    expect(next.text).not.toContain("No review waits");
    await forget(label);
  }
  await expect.poll(() => next.text).toBe("No review waits");
});

test("decisions that a reload interrupts are told, and the unsent one can be decided with its comment", async () => {
  const first = await connectedWindow();
  await openReview(first.editor, "Was the handover");
  answering(() => new Promise(() => {}));
  await press(first.editor, "decide 0");
  await press(first.editor, "decide 1", "Promised, not kept.");
  await expect.poll(() => first.requests).toHaveLength(1);
  const { storage, secrets, files, settings } = first.editor;
  const { editor } = openWindow({ storage: new Map(storage), secrets, files });
  await editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
  await expect
    .poll(() => editor.said.filter(line => line.startsWith("warning: ")))
    .toEqual([
      "warning: 2 decisions failed or may have arrived, as the page of each says: “Was the handover kind enough?”, “Did the agent promise a day of delivery?” [Show review]",
    ]);
  const panel = await openReview(editor, "Did the agent promise");
  expect(panel.text).toMatch(/pass \[P\]/);
  expect(panel.content).toContain(">Promised, not kept.</textarea>");
  await openReview(editor, "Was the handover");
  expect(panel.text).toMatch(/I have looked: decide again/);
  expect(first.requests).toHaveLength(1);
  const next = openWindow({ storage: editor.storage, secrets, files });
  await next.editor.settled();
  expect(next.editor.said).toEqual([]);
});

test("a decision that waits for its turn is not sent from the row as well", async () => {
  const { editor, requests } = await connectedWindow();
  await openReview(editor, "Was the handover");
  const row = await editor.row("callboard.reviews", "Did the agent promise");
  answering(() => new Promise(() => {}));
  await press(editor, "decide 0");
  await press(editor, "decide 0");
  expect(await editor.tree("callboard.reviews")).toMatch(/Did the agent promise.*decision waits to be sent/);
  editor.will("fail", "Leave out");
  await editor.run("callboard.submitReview", row);
  expect(editor.said.at(-1)).toMatch(
    /^warning: Nothing was sent: “Did the agent promise.*” is being decided\./,
  );
  expect(requests).toHaveLength(1);
});

test("a comment outlives a decision that was made without it, and is offered when the person decides again", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "write", "Half a thought");
  editor.will("fail", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  await expect
    .poll(() => panel.text)
    .toMatch(/What you wrote here was not sent with the decision\.\ncomment/);
  expect(panel.content).toContain(">Half a thought</textarea>");
  answering(() => Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
  editor.will("pass", "Half a thought", "Decide again");
  await press(editor, "revise");
  expect(requests.at(-1)).toContain('{"verdict":"pass","comment":"Half a thought"}');
  await press(editor, "next");
  await openReview(editor, "Was the handover");
  expect(panel.text).not.toContain("not sent");
});

test("the palette offers the decided reviews, and opens the page of the chosen one", async () => {
  const { editor } = await connectedWindow();
  editor.will("Was the discount invented?");
  await editor.run("callboard.decideAgain");
  // Several can have the same title.
  expect(editor.said.at(-1)).toMatch(/Was the discount invented\? {2}passed · was-the-discount-invented/);
  await expect.poll(() => editor.panel?.text).toMatch(/Was the discount invented\?[\s\S]*Decide again…/);
});

test("of several reviews that are decided at once, the one that failed shows the comment, and keeps what was on its page", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the refusal");
  await press(editor, "write", "Half a thought");
  let count = 0;
  answering(() =>
    ++count === 1
      ? Response.json({ verdict: "pass", status: "settled" })
      : new Response("{}", { status: 500 }),
  );
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Did the agent", "Was the refusal");
  editor.will("pass", { typed: "I listened to all." });
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(editor.said.at(-1)).toMatch(/^warning: 1 of 3 requests succeeded\. /);
  expect(panel.content).toContain(">Half a thought</textarea>");
  await openReview(editor, "Did the agent");
  expect(panel.content).toContain(">I listened to all.</textarea>");
});

test("a comment that is not sent can be discarded, and outlives a change of the form", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "write", "Half a thought");
  const form = [
    { field: "comment", type: "text" },
    { field: "verdict", type: "choice", choices: ["yes", "no"] },
  ];
  await editor.changeUserSetting("callboard.forms", { submitReview: form });
  await press(editor, "next");
  await openReview(editor, "Was the handover");
  expect(panel.content).toContain(">Half a thought</textarea>");
  editor.will("Something else", "yes");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  await press(editor, "discard");
  await expect.poll(() => panel.text).not.toContain("not sent");
});

test("the page goes through the reviews that fit the views' filter, and counts them as the view does", async () => {
  const { editor } = await connectedWindow();
  const panel = await openReview(editor, "Was the refusal");
  expect(panel.text).toMatch(/^Waiting, 3 of 4\n/);
  editor.will({ typed: "was-the" });
  await editor.run("callboard.filter");
  expect(await editor.tree("callboard.reviews")).toMatch(/Waiting {2}2\n/);
  await expect.poll(() => panel.text).toMatch(/^Waiting, 2 of 2 that fit “was-the”\n/);
  await press(editor, "next");
  expect(panel.title).toBe("Was the handover kind enough?");
  await press(editor, "previous");
  expect(panel.title).toBe("Was the refusal clear?");
});

test("while decisions are on their way, the page, the view and the badge count the same, and none is taken back", async () => {
  const { editor, requests } = await connectedWindow();
  const panel = await openReview(editor, "Was the handover");
  await press(editor, "decide 0");
  const answer = answeringLater();
  await press(editor, "decide 0");
  const counts = async () => [
    /^Waiting, \d of (\d)$/m.exec(panel.text)?.[1],
    /Waiting {2}(\d)/.exec(await editor.tree("callboard.reviews"))?.[1],
    String(editor.badge("callboard.reviews")),
  ];
  expect(await counts()).toEqual(["3", "3", "3"]);
  expect(panel.content).toMatch(/<button disabled data-action="revise \d+"/);
  await press(editor, "revise");
  expect(panel.text).toMatch(/^Submitted “Was the handover/);
  expect(editor.said).toEqual([]);
  answer(Response.json({ id: "was-a-day-promised", status: "settled", verdict: "pass" }));
  await expect.poll(() => panel.text).toMatch(/^Submitted “Did the agent promise[\s\S]*\nWaiting, 1 of 2/);
  expect(await counts()).toEqual(["2", "2", "2"]);
  expect(panel.content).toMatch(/<button data-action="revise \d+"/);
  expect(requests).toHaveLength(2);
});

describe("two windows of one profile", () => {
  /** Both show the same reviews. */
  async function twoWindows(clock: Clock = new InstantClock()) {
    const first = await connectedWindow();
    const { storage, secrets, files, settings } = first.editor;
    const second = openWindow({ storage, secrets, files }, bundles, clock);
    await second.editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    const submitted = () => first.requests.filter(line => line.includes("/submit"));
    return { one: first.editor, other: second.editor, submitted };
  }

  /** Without it, the other window takes the first one's heartbeats, which never come here, for its end. */
  class StoppedClock extends InstantClock {
    passedMs = 0;
    override now = () => Date.UTC(2026, 4, 12, 14, 5) + this.passedMs;
    override after = () => () => {};
  }

  test("do not decide a review twice", async () => {
    const { one, other, submitted } = await twoWindows();
    await openReview(one, "Was the handover");
    const panel = await openReview(other, "Was the handover");
    const before = panel.content;
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    // The page has not drawn the other window's decision yet.
    panel.content = before;
    await press(other, "decide 1");
    await expect.poll(() => panel.text).toMatch(/Nothing was sent: it was decided before\nShow this review/);
    await press(other, "show");
    await expect
      .poll(() => panel.text)
      .toMatch(/Nothing was sent: it was decided before\nSettled · passed[\s\S]*Decide again…$/);
    expect(submitted()).toEqual(['POST /v1/reviews/was-the-handover-kind/submit {"verdict":"pass"}']);
    expect(other.badge("callboard.reviews")).toBe(3);
  });

  test("share that the service refused a decision because the review was decided before", async () => {
    const { one, other, submitted } = await twoWindows();
    const review = { id: "was-the-handover-kind", status: "settled", verdict: "fail" };
    answering(() => Response.json({ message: "decided already", review }, { status: 409 }));
    await openReview(one, "Was the handover");
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/decided already/);
    await other.lookAway();
    await other.lookAgain();
    await expect.poll(() => other.badge("callboard.reviews")).toBe(3);
    expect(await other.tree("callboard.reviews")).toMatch(
      /\(error\) Was the handover kind enough\? {2}failed/,
    );
    expect(submitted()).toHaveLength(1);
  });

  test("ask before they replace the other's decision from a row that still shows the review as waiting", async () => {
    const { one, other, submitted } = await twoWindows();
    const row = await other.row("callboard.reviews", "Was the handover");
    await openReview(one, "Was the handover");
    await press(one, "decide 0");
    other.will("fail", "Leave out", undefined);
    await other.run("callboard.submitReview", row);
    await expect
      .poll(() => other.said.at(-1))
      .toMatch(/is decided already\. Decide it again\?\nIt replaces the decision: passed\./);
    expect(submitted()).toHaveLength(1);
  });

  test("ask anew if the other one decides while the question is open", async () => {
    const { one, other, submitted } = await twoWindows();
    const row = await other.row("callboard.reviews", "Was the handover");
    await openReview(one, "Was the handover");
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    one.will("fail", "Leave out", "Decide again");
    const { window } = other.vscode;
    const ask = window.showWarningMessage;
    window.showWarningMessage = (async (...question: Parameters<typeof ask>) => {
      window.showWarningMessage = ask;
      await one.run("callboard.submitReview", await one.row("callboard.reviews", "Was the handover"));
      return ask(...question);
    }) as typeof ask;
    other.will("pass", "Leave out", "Decide again", undefined);
    await other.run("callboard.submitReview", row);
    await expect
      .poll(() => other.said.at(-1))
      .toMatch(/is decided already\. Decide it again\?\nIt replaces the decision: failed\./);
    expect(submitted()).toHaveLength(2);
  });

  test("show each other's decisions when they get the focus", async () => {
    const { one, other } = await twoWindows();
    expect(other.badge("callboard.reviews")).toBe(4);
    await openReview(one, "Was the handover");
    await press(one, "decide 1");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    await other.lookAway();
    await other.lookAgain();
    expect(other.badge("callboard.reviews")).toBe(3);
    expect(await other.tree("callboard.reviews")).toMatch(
      /\(error\) Was the handover kind enough\? {2}failed/,
    );
  });

  test.each([1, 2, 3, 4, 5, 6])("send one decision if both decide in the same moment: %s", async () => {
    const { one, other, submitted } = await twoWindows();
    const [mine, theirs] = [
      await openReview(one, "Was the handover"),
      await openReview(other, "Was the handover"),
    ];
    // Both write before either looks. Which one has the smaller token is left to chance.
    const claimed = new Set<FakeEditor>();
    for (const editor of [one, other]) {
      const { fs } = editor.vscode.workspace;
      const { readDirectory, writeFile } = fs;
      fs.writeFile = async (uri, content) => {
        await writeFile(uri, content);
        if (uri.path.includes("/claim")) claimed.add(editor);
      };
      fs.readDirectory = async uri => {
        while (claimed.has(editor) && claimed.size < 2) await new Promise(resolve => setImmediate(resolve));
        return readDirectory(uri);
      };
    }
    mine.send("decide 0");
    theirs.send("decide 1");
    const sent = /Submitted|Nothing was sent/;
    await expect.poll(() => [sent.test(mine.text), sent.test(theirs.text)]).toEqual([true, true]);
    expect(submitted()).toHaveLength(1);
  });

  test("do not decide what the other one is sending, and after its end only if a person has looked", async () => {
    const clock = new StoppedClock();
    const { one, other, submitted } = await twoWindows(clock);
    await openReview(one, "Was the handover");
    const { fetch } = globalThis;
    answering(() => new Promise(() => {}));
    await press(one, "decide 0");
    await expect.poll(submitted).toHaveLength(1);
    globalThis.fetch = fetch;
    const panel = await openReview(other, "Was the handover");
    await expect
      .poll(() => panel.text)
      .toMatch(
        /\nAnother window is deciding the review\. .*may have arrived: look at .*\nI have looked: decide again\nComment \[C\]$/,
      );
    await press(other, "decide 1");
    await press(other, "again");
    expect(panel.text).toMatch(/: Nothing was sent: another window is deciding the review\n/);
    await press(other, "decide 1");
    expect(submitted()).toHaveLength(1);
    clock.passedMs = longestSilenceMs;
    await other.lookAway();
    await other.lookAgain();
    await expect
      .poll(() => panel.text)
      .toMatch(/\nA decision may have arrived: look at .*\nI have looked: decide again\nComment \[C\]$/);
    await press(other, "again");
    await press(other, "decide 1");
    await expect.poll(submitted).toHaveLength(2);
  });

  test("do not decide from a row what the other one is sending", async () => {
    const { one, other, submitted } = await twoWindows(new StoppedClock());
    await openReview(one, "Was the handover");
    answering(() => new Promise(() => {}));
    await press(one, "decide 0");
    await expect.poll(submitted).toHaveLength(1);
    other.will("fail", "Leave out", "I have looked: decide again");
    await other.run("callboard.submitReview", await other.row("callboard.reviews", "Was the handover"));
    expect(other.said.at(-1)).toMatch(/Nothing was sent: another window is deciding the review/);
    expect(submitted()).toHaveLength(1);
  });

  test("do not decide a review whose decision waits for its turn in the other one", async () => {
    const { one, other, submitted } = await twoWindows(new StoppedClock());
    await openReview(one, "Was the handover");
    const answer = answeringLater();
    await press(one, "decide 0");
    await expect.poll(submitted).toHaveLength(1);
    await press(one, "decide 0");
    await other.lookAway();
    await other.lookAgain();
    const panel = await openReview(other, "Did the agent promise");
    await press(other, "again");
    expect(panel.text).toMatch(/: Nothing was sent: another window is deciding the review\n/);
    answer(Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
    await expect.poll(submitted).toHaveLength(2);
  });

  test("of the same folder share its embedded service, and decide its review once", async () => {
    const { one, other, submitted } = await twoWindows();
    await one.run("callboard.tryEmbedded");
    other.will("Embedded");
    await other.run("callboard.switchService");
    await openReview(one, "Was the handover");
    const panel = await openReview(other, "Was the handover");
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    await press(other, "decide 1");
    await expect.poll(() => panel.text).toMatch(/it was decided before|^Settled · passed/);
    expect(submitted()).toHaveLength(1);
  });

  test("of different folders decide the reviews of their own embedded services", async () => {
    const first = openWindow({ folders: ["/shop"] });
    const { files, secrets } = first.editor;
    const second = openWindow({ folders: ["/bakery"], files, secrets });
    for (const { editor } of [first, second]) {
      await editor.run("callboard.tryEmbedded");
      await openReview(editor, "Was the handover");
      await press(editor, "decide 0");
      await expect.poll(() => editor.panel?.text).toMatch(/^Submitted/);
    }
    expect(first.requests.filter(line => line.includes("/submit"))).toHaveLength(2);
  });

  test("list a review that the other one has decided as settled at once", async () => {
    const { one, other } = await twoWindows();
    await other.tree("callboard.reviews");
    const panel = await openReview(other, "Was the handover");
    await openReview(one, "Was the handover");
    await press(one, "decide 1");
    await expect.poll(() => other.badge("callboard.reviews")).toBe(3);
    await expect.poll(() => panel.text).toMatch(/^Settled · failed/);
    expect(await other.tree("callboard.reviews")).toMatch(
      /\(error\) Was the handover kind enough\? {2}failed/,
    );
  });

  test("show and send a comment wherever it was written", async () => {
    const { one, other, submitted } = await twoWindows();
    const panel = await openReview(other, "Was the handover");
    await openReview(one, "Was the handover");
    await press(other, "write", "From the other");
    await expect.poll(() => one.panel?.content).toContain(">From the other</textarea>");
    await press(other, "write", "Changed");
    await expect.poll(() => one.panel?.content).toContain(">Changed</textarea>");
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    const sent = '{"verdict":"pass","comment":"Changed"}';
    expect(submitted()).toEqual([`POST /v1/reviews/was-the-handover-kind/submit ${sent}`]);
    await expect.poll(() => panel.text).toMatch(/^Settled · passed/);
  });

  test("keep both comments if both write one about the same review", async () => {
    const { one, other, submitted } = await twoWindows();
    const panel = await openReview(other, "Was the handover");
    await openReview(one, "Was the handover");
    await press(other, "write", "From the other");
    await press(one, "write", "From the first");
    await press(one, "decide 0");
    await expect.poll(() => one.panel?.text).toMatch(/^Submitted/);
    expect(submitted()).toEqual([
      'POST /v1/reviews/was-the-handover-kind/submit {"verdict":"pass","comment":"From the first"}',
    ]);
    await expect.poll(() => panel.text).toMatch(/^Settled · passed[\s\S]*What you wrote here was not sent/);
    expect(panel.content).toContain(">From the other</textarea>");
    // Also after another review was open.
    await openReview(other, "Did the agent promise");
    await openReview(other, "Was the handover");
    expect(panel.content).toContain(">From the other</textarea>");
  });

  test("call a decision of the other one interrupted only after that one has ended", async () => {
    const { one } = await twoWindows();
    await openReview(one, "Was the handover");
    answering(() => new Promise(() => {}));
    await press(one, "decide 0");
    const { storage, secrets, files, settings } = one;
    const waits: (() => void)[] = [];
    let now = Date.UTC(2026, 4, 12, 14, 5);
    const clock: Clock = {
      now: () => now,
      random: () => 0,
      after(ms, callback) {
        waits.push(() => {
          now += ms;
          callback();
        });
        return () => {};
      },
    };
    const { editor } = openWindow({ storage, secrets, files }, bundles, clock);
    await editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    await editor.tree("callboard.reviews");
    await expect.poll(() => waits).toHaveLength(1);
    expect(editor.said).toEqual([]);
    for (const wait of waits.splice(0)) wait();
    await expect
      .poll(() => editor.said.join())
      .toMatch(/Was the handover.*The window closed before the response/);
  });

  test("say nothing of a decision whose answer was kept before its window ended", async () => {
    const { one } = await twoWindows();
    const panel = await openReview(one, "Was the handover");
    const answer = answeringLater();
    await press(one, "decide 0");
    const sending = () => one.files.paths().find(path => path.includes("sending"));
    await expect.poll(sending).toBeDefined();
    const path = sending() ?? "";
    const stored = one.files.text(path) ?? "";
    const before = new Map(one.storage);
    answer(Response.json({ id: "was-the-handover-kind", status: "settled", verdict: "pass" }));
    await expect.poll(() => panel.text).toContain("Submitted “Was the handover kind enough?”");
    await one.settled();
    one.files.put(path, stored);
    const { storage, secrets, files, settings } = one;
    for (const [name, value] of before) if (/sending/i.test(name)) storage.set(name, value);
    const later = new InstantClock(() => Date.UTC(2026, 4, 12, 15, 5));
    const { editor } = openWindow({ storage, secrets, files }, bundles, later);
    await editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    await editor.tree("callboard.reviews");
    await expect.poll(() => files.paths()).not.toContain(path);
    await editor.settled();
    expect(editor.said).toEqual([]);
  });

  test("keep each other's comments, records and half-written fields over a reload", async () => {
    const { one, other } = await twoWindows();
    await openReview(one, "Was the handover");
    await press(one, "write", "From one");
    await openReview(other, "Did the agent promise");
    await press(other, "write", "From the other");
    for (const [editor, id] of [
      [one, "int_one"],
      [other, "int_other"],
    ] as const) {
      editor.will("integration", id, "");
      await editor.run("callboard.addById");
    }
    await one.run("callboard.createTest");
    one.panel?.send("write", { field0: "Half a test" });
    await other.run("callboard.createBatch");
    other.panel?.send("write", { field0: "Half a batch" });
    await other.settled();
    const { storage, secrets, files, settings } = other;
    const { editor: later } = openWindow({ storage, secrets, files });
    await later.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    const records = await later.tree("callboard.projects");
    expect([records.includes("int_one"), records.includes("int_other")]).toEqual([true, true]);
    const panel = await openReview(later, "Was the handover");
    expect(panel.content).toContain(">From one</textarea>");
    await openReview(later, "Did the agent promise");
    expect(panel.content).toContain(">From the other</textarea>");
    await later.run("callboard.createTest");
    expect(later.panel?.content).toContain("Half a test");
    await later.run("callboard.createBatch");
    expect(later.panel?.content).toContain("Half a batch");
  });
});
