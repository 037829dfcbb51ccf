/** Waiting reviews, and how a person decides them. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

const submitPath = "POST /v1/reviews/was-the-handover-kind/submit";

test("submitting takes two steps, marked as a guess, and shows the service's response", async () => {
  const { editor, requests } = await connectedWindow();
  expect(editor.badge("callboard.reviews")).toBe(4);
  editor.will("pass", { typed: "Curt, but kind." });
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(requests).toEqual([`${submitPath} {"verdict":"pass","comment":"Curt, but kind."}`]);
  expect(editor.said[0]).toBe(
    [
      "pick: Submit review: Was the handover kind enough? (default form) (1/2) | " +
        "verdict: a guess; define your own form in callboard.yml or the settings",
      "  pass",
      "  fail",
    ].join("\n"),
  );
  expect(editor.said.at(-1)).toBe(
    "info: Submitted “Was the handover kind enough?” with verdict: pass, comment: Curt, but kind.; the service's response: verdict is pass [Show response]",
  );
  expect(editor.badge("callboard.reviews")).toBe(3);
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled {2}2\n.*Was the handover/s);
});

test("a review of the catalog without an id can be created from its row and does not wait", async () => {
  const files = fakeFilesWith({
    "/shop/callboard.yml": "reviews:\n  tone: { fields: { question: Is it kind? } }\n",
  });
  const { editor, requests } = await connectedWindow({ folders: ["/shop"], files });
  expect(editor.badge("callboard.reviews")).toBe(4);
  expect(await editor.tree("callboard.reviews", { context: true })).toMatch(
    /Settled {2}1[\s\S]*\n\(checklist\) tone {2}not created yet {2}\[record review pinned\]$/,
  );
  const row = await editor.row("callboard.reviews", "tone");
  await editor.run("callboard.createCalibrationReview", row);
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual(['POST /v1/reviews/calibrate {"question":"Is it kind?"}']);
  expect(editor.badge("callboard.reviews")).toBe(5);
  expect(editor.files.text("/shop/callboard.yml")).toMatch(/id: cal_1/);
});

test("a reassigned review still waits, as the service responded, and is not shown as running", async () => {
  const { editor } = await connectedWindow();
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the refusal"));
  expect(editor.said.at(-1)).toBe("info: Reassigned “Was the refusal clear?” to jonas [Show response]");
  const [review] = (await editor.items("callboard.reviews")).filter(
    ({ label }) => label === "Was the refusal clear?",
  );
  expect(review?.tooltip).toMatch(/\nstatus is waiting$/);
});

test("a response without a word about the review is not shown as evidence", async () => {
  const { editor } = await connectedWindow();
  answering({});
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the refusal"));
  expect(editor.said.at(-1)).toBe("info: Reassigned “Was the refusal clear?” to jonas [Show response]");
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the refusal"));
  expect(editor.said.at(-1)).toBe(
    "info: Submitted “Was the refusal clear?” with verdict: pass [Show response]",
  );
  expect(editor.badge("callboard.reviews")).toBe(3);
});

/** Replaces the service's next responses, in order. */
function answering(...responses: readonly object[]): void {
  const { fetch } = globalThis;
  const rest = [...responses];
  globalThis.fetch = async () => Response.json(rest.length > 1 ? rest.shift() : rest[0]);
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
}

test.each([
  { id: "was-the-handover-kind", status: "submitted" },
  { review: { id: "was-the-handover-kind", status: "submitted" } },
])("a review that was submitted leaves the waiting ones and the badge: %j", async response => {
  const { editor } = await connectedWindow();
  answering(response);
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.badge("callboard.reviews")).toBe(3);
  expect(await editor.tree("callboard.reviews")).toMatch(/Settled {2}2\n.*Was the handover/s);
});

test("the same response is described in the same words for every operation, for one review or several", async () => {
  const { editor } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the refusal");
  const told = () => editor.said.at(-1);
  answering({ status: "ok" });
  editor.will({ typed: "mina" });
  await editor.run("callboard.reassignReview", rows[0]);
  expect(told()).toBe(
    "info: Reassigned “Was the handover kind enough?” to mina; the service's response: status is ok [Show response]",
  );
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(told()).toBe(
    "info: Submitted 2 reviews with verdict: pass; the service's response: status is ok [Show response]",
  );
  answering({ status: "accepted" }, { status: "ok" });
  editor.will({ typed: "mina" });
  await editor.run("callboard.reassignReview", rows[0], rows);
  expect(told()).toBe(
    "info: Reassigned 2 reviews to mina; the service's response: status is accepted, status is ok [Show response]",
  );
  answering({});
  editor.will({ typed: "mina" });
  await editor.run("callboard.reassignReview", rows[0], rows);
  expect(told()).toBe("info: Reassigned 2 reviews to mina [Show response]");
});

test("a team's own form ends with a message about the operation", async () => {
  const { editor } = await connectedWindow();
  const form = [{ field: "name", type: "text" }];
  editor.settings.user.set("callboard.forms", { updatePersona: form, createPersona: form });
  editor.will({ typed: "Bargain hunter" });
  await editor.run("callboard.updatePersona", await editor.row("callboard.projects", "Bargain hunter"));
  expect(editor.said.at(-1)).toBe("info: Updated “Bargain hunter” [Show response]");
  editor.will({ typed: "Night owl" });
  await editor.run("callboard.createPersona");
  expect(editor.said.at(-1)).toBe("info: Create persona: done [Show response]");
});

test("the row shows the request in progress", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.reviews", "Was the handover");
  const { fetch } = globalThis;
  let during = "";
  globalThis.fetch = async (input, init) => {
    during = await editor.tree("callboard.reviews");
    return fetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", row);
  expect(during).toMatch(/\(loading~spin\) Was the handover kind enough\? {2}sending/);
  expect(await editor.tree("callboard.reviews")).not.toMatch(/loading/);
});

test("a request draws only the rows of its records, because VS Code ignores clicks while it draws all rows", async () => {
  const { editor } = await connectedWindow();
  const views = ["callboard.projects", "callboard.reviews"];
  const row = await editor.row("callboard.reviews", "Was the handover");
  for (const view of views) await editor.tree(view);
  const drawn = () => views.map(view => [editor.refreshes(view), editor.redrawn(view)]);
  let before = drawn();
  let during: unknown;
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    await editor.settled();
    during = drawn();
    return fetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.importDemoProject");
  expect(during).toEqual(before);
  for (const view of views) await editor.tree(view);
  before = drawn();
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", row);
  expect(during).toEqual([before[0], [before[1]?.[0], ["Was the handover kind enough?"]]]);
});

test("the last answer is offered first", async () => {
  const { editor } = await connectedWindow();
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the handover"));
  editor.will("jonas");
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Was the refusal"));
  expect(editor.said.at(-2)).toMatch(/\n {2}jonas {2}answered before\n {2}mina {2}has reviews$/);
});

test("the people who have other reviews are offered, beside what is typed", async () => {
  const { editor, requests } = await connectedWindow();
  const reviews = [
    { id: "r1", status: "pending", assignee: "lee" },
    { id: "r2", status: "pending", assignee: "dana" },
  ];
  const { fetch } = globalThis;
  globalThis.fetch = async () => Response.json({ reviews });
  await editor.run("callboard.importDemoProject");
  globalThis.fetch = async (input, init) => {
    requests.push(String(init?.body ?? input));
    return Response.json({ id: "r1", status: "pending", assignee: "dana" });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  editor.will("dana");
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "r1"));
  expect(editor.said.at(-2)).toMatch(
    /\n {2}dana {2}has reviews\n {2}jonas {2}has reviews\n {2}mina {2}has reviews$/,
  );
  expect(requests.at(-1)).toBe('{"assignee":"dana"}');
  expect(editor.said.at(-1)).toBe("info: Reassigned “r1” to dana [Show response]");
});

describe("without a form of the team", () => {
  /** The service knows only these reviews. */
  async function learned(...reviews: readonly object[]) {
    const { editor, requests } = openWindow();
    const { url, key } = await startEmbedded();
    editor.will(url, "Staging", key);
    await editor.run("callboard.connect");
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json({ reviews });
    await editor.run("callboard.importDemoProject");
    globalThis.fetch = async (input, init) => {
      requests.push(String(init?.body ?? input));
      return Response.json({ status: "pending" });
    };
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    return { editor, requests };
  }

  test("a reassignment names the person as the service's records do", async () => {
    const { editor, requests } = await learned(
      { id: "r1", title: "Is it kind?", status: "pending", assigned_to: "lee", assigned_by: "kim" },
      { id: "r2", title: "Is it short?", status: "pending" },
    );
    for (const title of ["Is it kind?", "Is it short?"]) {
      editor.will({ typed: "dana" });
      await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", title));
      expect(requests.at(-1)).toBe('{"assigned_to":"dana"}');
    }
  });

  test("a decision offers the verdicts that the review's record allows, also on its page", async () => {
    const allowed = { status: "pending", allowed_verdicts: ["accept", "reject"] };
    const { editor, requests } = await learned(
      { id: "r1", title: "Is it kind?", ...allowed },
      { id: "r2", title: "Is it short?", ...allowed },
      { id: "r3", title: "Is it true?", status: "pending" },
    );
    const rows = await editor.rows("callboard.reviews", "Is it kind?", "Is it short?", "Is it true?");
    const offered = async (chosen: typeof rows) => {
      editor.will(undefined);
      await editor.run("callboard.submitReview", chosen[0], chosen);
      return editor.said.at(-1)?.split("\n").slice(1);
    };
    expect(await offered(rows.slice(0, 2))).toEqual(["  accept", "  reject"]);
    expect(await offered(rows)).toEqual(["  pass", "  fail"]);
    await editor.run("callboard.openReview", rows[0]);
    await editor.settled();
    expect(editor.panel?.text).toMatch(/verdict\naccept \[A\]\nreject \[E\]\n/);
    editor.panel?.send("decide 1");
    await expect.poll(() => requests.at(-1)).toBe('{"verdict":"reject"}');
  });
});

test("several selected reviews get the same answer", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the refusal");
  editor.will({ typed: "mina" });
  await editor.run("callboard.reassignReview", rows[0], rows);
  expect(requests).toEqual([
    'POST /v1/reviews/was-the-handover-kind/reassign {"assignee":"mina"}',
    'POST /v1/reviews/was-the-no-clear/reassign {"assignee":"mina"}',
  ]);
  expect(editor.said[0]).toMatch(/^pick: Reassign review: 2 records /);
  expect(editor.said.at(-1)).toBe("info: Reassigned 2 reviews to mina [Show response]");
});

test("the icon at a row is about that row, whatever else is selected", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the refusal");
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview.onRow", rows[0], rows);
  expect(requests).toEqual([`${submitPath} {"verdict":"pass"}`]);
});

test("a review within a case is named by its question", async () => {
  const { editor } = await connectedWindow();
  const review = { id: "rev_1", question: "Did the agent promise?", status: "OPEN" };
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({ status: "completed", cases: [{ name: "Delivery day", result: "NEEDS_REVIEW", review }] });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  globalThis.fetch = fetch;
  expect(await editor.tree("callboard.reviews")).toContain("Did the agent promise?");
});

test("one failure does not keep the other reviews from being sent", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the discount");
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", rows[1], rows.reverse());
  expect(requests).toHaveLength(2);
  expect(editor.said.at(-1)).toMatch(
    /^warning: 1 of 2 requests succeeded\. “Was the discount invented\?”: The service refused it: .*\(Reassign review, 409\) \[Show log\]$/,
  );
});

test("the message about several failures names each review, and says a common reason once", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  const long = (start: string) => `${start} ${"and still so ".repeat(60)}?`;
  const reviews = ["Kind", "Short", "True"].map((word, index) => ({
    ...{ id: `r${index}`, status: "pending", title: long(`${word} enough`) },
  }));
  globalThis.fetch = async () => Response.json({ reviews });
  await editor.run("callboard.importDemoProject");
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const rows = await editor.rows("callboard.reviews", "Kind enough", "Short enough", "True enough");
  globalThis.fetch = async input => {
    if (String(input).includes("r1")) return Response.json({ id: "r1", status: "settled", verdict: "pass" });
    return Response.json({ message: "Not now." }, { status: 422 });
  };
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(editor.said.at(-1)).toMatch(
    /^warning: 1 of 3 requests succeeded\. “Kind enough [^”]{0,90}…”, “True enough [^”]{0,90}…”: The service refused it: Not now\. /,
  );
});

test("the reviews of one assignee can be shown alone", async () => {
  const { editor } = await connectedWindow();
  editor.will("jonas");
  await editor.run("callboard.filterByAssignee");
  expect(editor.said.at(-1)).toMatch(/\n {2}mina {2}1\n {2}jonas {2}1$/);
  expect(await editor.tree("callboard.reviews")).toBe(
    "(bell) Waiting  1\n  (checklist) Did the agent promise a day of delivery?  jonas · was-a-day-promised",
  );
  // No project stands there without a record.
  expect(await editor.tree("callboard.projects")).toBe("");
});

test("a refusal that says how the review was decided before settles its row", async () => {
  const { editor } = await connectedWindow();
  const { fetch } = globalThis;
  const body = { id: "was-the-handover-kind", status: "settled", verdict: "fail" };
  globalThis.fetch = async () => Response.json(body, { status: 409 });
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(editor.said.at(-1)).toMatch(/409/);
  expect(await editor.tree("callboard.reviews")).toMatch(
    /Settled {2}2\n[\s\S]*\(error\) Was the handover kind enough\? {2}failed/,
  );
  expect(editor.badge("callboard.reviews")).toBe(3);
});

test("a form for several reviews that is closed offers its comment again", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the refusal");
  editor.will("fail", { abandon: "Both too curt." });
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(requests).toEqual([]);
  editor.will("pass", "Both too curt.");
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(requests[1]).toMatch(/submit \{"verdict":"pass","comment":"Both too curt\."\}$/);
});

test("Submit… on a settled review asks before it replaces the decision", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.reviews", "Was the discount");
  editor.will("fail", "Leave out", undefined);
  await editor.run("callboard.submitReview", row);
  expect(editor.said.at(-1)).toBe(
    "warning: “Was the discount invented?” is decided already. Decide it again?\nIt replaces the decision: passed.\nThe new decision: failed. [Send nothing] [Decide again]",
  );
  expect(requests).toEqual([]);
  editor.will("fail", { press: "Write the fields as JSON" }, undefined);
  await editor.run("callboard.submitReview", row);
  await editor.run("callboard.send", editor.lastUri);
  expect(editor.said.at(-1)).toMatch(/Decide it again\?/);
  expect(requests).toEqual([]);
});

test("a row says that its decision is sent only after the question about it", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.reviews", "Was the discount");
  let during = "";
  let second: string | undefined;
  const { showWarningMessage } = editor.vscode.window;
  Object.assign(editor.vscode.window, {
    showWarningMessage: async (...given: Parameters<typeof showWarningMessage>) => {
      if (!String(given[0]).includes("decided already")) return showWarningMessage(...given);
      during = await editor.tree("callboard.reviews");
      // A second click while the question is open sends nothing.
      editor.will("fail", "Leave out");
      await editor.run("callboard.submitReview.onRow", row);
      second = editor.said.at(-1);
      return undefined;
    },
  });
  editor.will("fail", "Leave out");
  await editor.run("callboard.submitReview.onRow", row);
  expect(during).toMatch(/Was the discount/);
  expect(during).not.toMatch(/sending|loading/);
  expect(second).toBe("warning: Was the discount invented?: the previous request has not ended yet.");
});

test("a decided review can be left out, and the others are decided", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the discount");
  editor.will("fail", "Leave out", "Leave these out");
  await editor.run("callboard.submitReview", rows[0], rows);
  expect(editor.said.at(-2)).toBe(
    "warning: “Was the discount invented?” is decided already. Decide it again?\nIt replaces the decision: passed.\nThe new decision: failed. [Leave these out] [Decide again]",
  );
  expect(requests).toEqual([`${submitPath} {"verdict":"fail"}`]);
  expect(editor.said.at(-1)).toMatch(/^info: Submitted “Was the handover kind enough\?”/);
});

describe("several reviews with fields as JSON", () => {
  const names = ["Was the handover", "Did the agent", "Was the refusal"];
  const [handover, promise, refusal] = ["was-the-handover-kind", "was-a-day-promised", "was-the-no-clear"];

  /** Replaces responses by review id. */
  async function sent(answers: Readonly<Record<string, (editor: FakeEditor) => Response>>) {
    const { editor, requests } = await connectedWindow();
    const rows = await editor.rows("callboard.reviews", ...names);
    editor.will("pass", { press: "Write the fields as JSON" });
    await editor.run("callboard.submitReview", rows[0], rows);
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      return answers[String(input).split("/").at(-2) ?? ""]?.(editor) ?? response;
    };
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    const uri = editor.lastUri;
    editor.type(uri.toString(), '{ "verdict": "pass", "comment": "All three." }');
    await editor.run("callboard.send", uri);
    const paths = () => requests.splice(0).map(line => line.split("/").at(-2));
    return { editor, uri, paths };
  }
  const refused = () => Response.json({ message: "Not now." }, { status: 422 });
  const inConflict = () => Response.json({ message: "It was decided." }, { status: 409 });
  const brokenOff = () => {
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  };

  test("only the failed ones are left to send", async () => {
    const { editor, uri, paths } = await sent({ [refusal]: refused, [promise]: brokenOff });
    expect(paths()).toEqual([handover, promise, refusal]);
    expect(editor.said.at(-1)).toMatch(/^warning: 1 of 3 requests succeeded\. /);
    expect(editor.tabs).not.toContain(uri.toString());
    expect(editor.lastUri.path).toMatch(/\/Submit review · Was the refusal clear\?\.json$/);
    expect(await editor.lastShown()).toBe('{ "verdict": "pass", "comment": "All three." }');
    await editor.run("callboard.send", editor.lastUri);
    expect(paths()).toEqual([refusal]);
  });

  test("closing the editor asks about the reviews that are left", async () => {
    const { editor } = await sent({ [refusal]: refused });
    await editor.closeTab(editor.lastUri.toString());
    expect(editor.said.at(-1)).toMatch(/Was the refusal clear\?: the fields were not sent\./);
  });

  test("none is left if each decision has or may have arrived", async () => {
    const { editor } = await sent({ [promise]: brokenOff, [refusal]: inConflict });
    expect(editor.tabs).toEqual([]);
    expect(editor.said.at(-1)).toMatch(/^warning: 1 of 3 requests succeeded\. /);
  });

  test("the ones that a cancel kept from being sent are left", async () => {
    const cancelled = (editor: FakeEditor) => {
      editor.cancel();
      return Response.json({});
    };
    const { editor, paths } = await sent({ [promise]: cancelled });
    expect(paths()).toEqual([handover, promise]);
    await editor.run("callboard.send", editor.lastUri);
    expect(paths()).toEqual([refusal]);
  });

  test("all are left if all failed", async () => {
    const { editor, uri, paths } = await sent({
      [handover]: refused,
      [refusal]: refused,
      [promise]: refused,
    });
    expect(editor.tabs).toEqual([uri.toString()]);
    paths();
    await editor.run("callboard.send", uri);
    expect(paths()).toHaveLength(3);
  });
});

describe("a review with a decision that may have arrived", () => {
  const looked = "I have looked: decide again";
  const question =
    /^warning: A decision may have arrived: look at the review in the service first\.\nWas the handover kind enough\?\nThe new decision: failed\. \[(Send nothing|Leave these out)\] \[I have looked: decide again\]/m;

  /** The connection breaks during the first decision. */
  async function unsure() {
    const { editor, requests } = await connectedWindow();
    const { fetch } = globalThis;
    globalThis.fetch = async () => {
      throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    };
    const rows = await editor.rows("callboard.reviews", "Was the handover", "Was the refusal");
    editor.will("pass", "Leave out");
    await editor.run("callboard.submitReview.onRow", rows[0]);
    await expect.poll(() => editor.said.at(-1)).toContain("may have acted all the same");
    globalThis.fetch = fetch;
    return { editor, requests, rows };
  }
  type Begun = Awaited<ReturnType<typeof unsure>>;

  const ways: Readonly<Record<string, (begun: Begun, ...answers: string[]) => Promise<void>>> = {
    async "from the palette"({ editor }, ...answers) {
      editor.will("Was the handover", "fail", "Leave out", ...answers);
      await editor.run("callboard.submitReview");
    },
    async "from its row"({ editor, rows }, ...answers) {
      editor.will("fail", "Leave out", ...answers);
      await editor.run("callboard.submitReview.onRow", rows[0]);
    },
    async "from the rows of several"({ editor, rows }, ...answers) {
      editor.will("fail", "Leave out", ...answers);
      await editor.run("callboard.submitReview", rows[1], rows);
    },
    async "from the JSON of its fields"({ editor, rows }, ...answers) {
      editor.will("fail", { press: "Write the fields as JSON" }, ...answers);
      await editor.run("callboard.submitReview", rows[0]);
      await editor.run("callboard.send", editor.lastUri);
    },
  };

  test.each(Object.entries(ways))("is decided again %s by a person who has looked", async (_, decide) => {
    const begun = await unsure();
    const { editor, requests } = begun;
    await decide(begun);
    expect(editor.said.at(-1)).toMatch(question);
    expect(requests).toEqual([]);
    await decide(begun, looked);
    expect(requests[0]).toBe(`${submitPath} {"verdict":"fail"}`);
    // The second decision got a response, so nothing is unsure.
    editor.said.splice(0);
    await decide(begun);
    expect(editor.said.join("\n")).not.toMatch(question);
  });

  test("keeps the comment if the person doesn't send it after the question", async () => {
    const { editor, requests, rows } = await unsure();
    const onPage = () => editor.panel?.content.match(/<textarea id="field1"[^>]*>([^<]*)</)?.[1];
    await editor.run("callboard.openReview", rows[0]);
    await editor.settled();
    expect(onPage()).toBe("");
    editor.will("fail", { typed: "It hung up." }, undefined);
    await editor.run("callboard.submitReview.onRow", rows[0]);
    await editor.run("callboard.openReview", rows[0]);
    await editor.settled();
    expect(onPage()).toBe("It hung up.");
    editor.will("fail", "It hung up.", looked);
    await editor.run("callboard.submitReview.onRow", rows[0]);
    expect(editor.said.at(-3)).toMatch(
      /\n {2}It hung up\. {2}written before, and not sent\n {2}Leave out {2}comment is not sent$/,
    );
    expect(requests).toEqual([`${submitPath} {"verdict":"fail","comment":"It hung up."}`]);
    await editor.run("callboard.openReview", rows[1]);
    await editor.run("callboard.openReview", rows[0]);
    await editor.settled();
    expect(editor.panel?.content).not.toContain("was not sent with the decision");
  });

  test("says so in its row until a person has looked and decided it again", async () => {
    const { editor, rows } = await unsure();
    const row = async () => (await editor.tree("callboard.reviews")).match(/.*Was the handover.*/)?.[0];
    expect(await row()).toMatch(/^\s*\(warning\).* a decision may have arrived · /);
    editor.will("fail", "Leave out", looked);
    await editor.run("callboard.submitReview.onRow", rows[0]);
    expect(await row()).not.toContain("may have arrived");
  });

  test("causes no question while the decision is being sent", async () => {
    const { editor, requests, rows } = await unsure();
    const decide = () => editor.run("callboard.submitReview.onRow", rows[0]);
    const { fetch } = globalThis;
    let answer = () => {};
    globalThis.fetch = async (input, init) => {
      await new Promise<void>(resolve => {
        answer = resolve;
      });
      return fetch(input, init);
    };
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    editor.will("fail", "Leave out", looked);
    const first = decide();
    await editor.settled();
    editor.will("pass", "Leave out");
    await decide();
    expect(editor.said.at(-1)).toBe(
      "warning: Was the handover kind enough?: the previous request has not ended yet.",
    );
    answer();
    await first;
    expect(requests).toEqual([`${submitPath} {"verdict":"fail"}`]);
  });
});

test("the fields can be written as JSON, which begins with the answers so far", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will("fail", { press: "Write the fields as JSON" });
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(await editor.lastShown()).toBe('{\n  "verdict": "fail"\n}\n');
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual([`${submitPath} {"verdict":"fail"}`]);
});

test("a first letter and Enter take the choice that begins with it, however fast they come", async () => {
  const { editor, requests } = await connectedWindow();
  const review = await editor.row("callboard.reviews", "Was the handover");
  // "answered before" has an f, too.
  editor.will("pass", undefined);
  await editor.run("callboard.submitReview", review);
  editor.will("pass", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the refusal"));
  editor.will({ choose: "fail", typed: "", andFast: "f" }, "Leave out");
  await editor.run("callboard.submitReview", review);
  expect(requests.at(-1)).toBe(`${submitPath} {"verdict":"fail"}`);
});

test("a step can be taken back", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will("pass", { press: "Back" }, "fail", "Leave out");
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(requests).toEqual([`${submitPath} {"verdict":"fail"}`]);
});

test("closing the form sends nothing and says nothing", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will("pass", undefined);
  await editor.run("callboard.submitReview", await editor.row("callboard.reviews", "Was the handover"));
  expect(requests).toEqual([]);
  expect(editor.said.filter(said => !said.startsWith("pick"))).toEqual([]);
});

test("the settings' form replaces the default, and the catalog's form replaces both", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  editor.settings.user.set("callboard.forms", { submitReview: [{ field: "score", type: "number" }] });
  const row = await editor.row("callboard.reviews", "Was the handover");
  editor.will(undefined);
  await editor.run("callboard.submitReview", row);
  expect(editor.said.at(-1)).toBe("pick: Submit review: Was the handover kind enough? (1/1) | score");

  await editor.files.writeFile(
    editor.vscode.Uri.parse("memory:/shop/callboard.yml") as never,
    new TextEncoder().encode("forms:\n  submitReview:\n    - { field: kind, type: boolean }\n"),
  );
  await editor.settled();
  editor.will(undefined);
  await editor.run("callboard.submitReview", row);
  expect(editor.said.at(-1)).toBe(
    "pick: Submit review: Was the handover kind enough? (1/1) | kind\n  Yes\n  No",
  );
});

test("a request that failed ambiguously is not sent again, and the message says so", async () => {
  let requests = 0;
  const server = createServer(request => {
    requests++;
    request.socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { editor } = openWindow();
  const { port } = server.address() as AddressInfo;
  editor.will(`http://127.0.0.1:${port}`, "Shaky", "a-key");
  await editor.run("callboard.connect");
  editor.will({ typed: "rev_1" }, "pass", "Leave out");
  await editor.run("callboard.submitReview");
  await expect
    .poll(() => editor.said.at(-1))
    .toMatch(/^error: The connection to .*may have acted all the same/);
  expect(requests).toBe(1);
});

test("calibration reviews are recognised after the first response about one", async () => {
  const { editor, requests } = await connectedWindow();
  const row = () => editor.row("callboard.reviews", "Do we agree");
  await editor.run("callboard.getCalibrationReview", await row());
  expect(await editor.tree("callboard.reviews", { context: true })).toMatch(
    /Do we agree on what is friendly\? {2}calibration review · what-is-friendly {2}\[record review learned id calibration waiting\]/,
  );
  await editor.run("callboard.startCalibrationReview", await row());
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toEqual([
    "GET /v1/reviews/calibration/what-is-friendly",
    "POST /v1/reviews/calibration/what-is-friendly/start {}",
  ]);
});

test("the palette offers only calibration reviews for calibration, if any are known", async () => {
  const { editor } = await connectedWindow();
  const offered = async () => {
    editor.will(undefined);
    await editor.run("callboard.startCalibrationReview");
    return editor.said.at(-1);
  };
  expect(await offered()).toMatch(/Do we agree/);
  expect(await offered()).not.toMatch(/Was the handover/);
  // A response need not show that a review is for calibration.
  await editor.run("callboard.forget", await editor.row("callboard.reviews", "Do we agree"));
  expect(await offered()).toMatch(/Was the handover/);
});

test("a run's open reviews wait in the view", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.forget", ...[(await editor.rows("callboard.reviews", "Was the handover"))[0]]);
  expect(await editor.tree("callboard.reviews")).not.toMatch(/Was the handover/);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await editor.tree("callboard.reviews")).toMatch(/Waiting.*Was the handover.*Settled/s);
});

async function createCalibration(
  fields: object,
  response: object,
  ...answers: Parameters<FakeEditor["will"]>
) {
  const { editor, requests } = await connectedWindow();
  answering(response);
  editor.will(...answers);
  await editor.run("callboard.createCalibrationReview");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), JSON.stringify(fields));
  await editor.run("callboard.send", editor.lastUri);
  return { editor, requests };
}

test.each([
  { review: { id: "cal-10", title: "Plain one", status: "draft" } },
  { calibration: { id: "cal-10", title: "Plain one" } },
  { calibrationReview: { id: "cal-10" } },
  { data: { calibration_review: { id: "cal-10" } } },
  { calibration_id: "cal-10" },
  { id: "cal-10", review: { id: "cal-10", status: "waiting" } },
])("a created calibration review is listed as one: %j", async response => {
  const { editor } = await createCalibration({ title: "Plain one" }, response);
  expect(await editor.tree("callboard.reviews", { context: true })).toMatch(
    /Plain one {2}calibration review · cal-10 {2}\[record review learned id calibration waiting\]/,
  );
  expect(editor.said.join("\n")).not.toContain("no id");
});

test("a calibration review stays one after a reassignment", async () => {
  const { editor } = await createCalibration({ title: "Plain one" }, { id: "cal-10" });
  answering({ id: "cal-10" });
  editor.will({ typed: "jonas" });
  await editor.run("callboard.reassignReview", await editor.row("callboard.reviews", "Plain one"));
  expect(await editor.tree("callboard.reviews")).toMatch(/Plain one {2}.*calibration review/);
});

test("a response without the id of the created record says so, and offers to add it by its id", async () => {
  const answers = ["Add by id…", { typed: "cal-11" }, { typed: "Plain one" }] as const;
  const { editor } = await createCalibration({ title: "Plain one" }, { ok: true }, ...answers);
  await editor.settled();
  expect(editor.said).toContain(
    "warning: The service's response contains no id of the new review. Look for it in the service, and add it by its id. [Add by id…]",
  );
  expect(await editor.tree("callboard.reviews")).toMatch(/Plain one {2}calibration review · cal-11/);
});
