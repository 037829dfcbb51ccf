/** VS Code's Testing view: the catalog's targets, their runs and results. */

import { expect, test } from "vitest";
import type { Clock } from "../../shared/clock.ts";
import type { FakeEditor, FakeEditorOptions } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, InstantClock, openWindow } from "./window.ts";

const catalog = `batches:
  smoke: { id: smoke, name: Smoke }
  returns: { id: returns, name: Returns }
  soon: { name: Not yet there }
channels:
  voice: { id: voice, name: Voice }
`;

async function openTests(options: FakeEditorOptions = {}, text = catalog, clock?: Clock) {
  const files = fakeFilesWith({ "/shop/callboard.yml": text });
  const window = await connectedWindow({ folders: ["/shop"], files, ...options }, undefined, clock);
  await window.editor.testing.open();
  await window.editor.settled();
  return { ...window, testing: window.editor.testing };
}

function reload({ storage, files, secrets, settings, testing }: FakeEditor): FakeEditor {
  const { editor } = openWindow({ folders: ["/shop"], storage, files, secrets });
  for (const [name, value] of settings.user) editor.settings.user.set(name, value);
  editor.testing.restore(testing);
  return editor;
}

/** Answers each run of a batch, until the test ends, with this response. */
function respond(response: unknown, status = 200) {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    await fetch(input, init);
    return new Response(JSON.stringify(response), { status });
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

const cases = (count: number, failed: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Case ${index}`,
    status: index >= count - failed ? "failed" : "passed",
  }));

test("shows the catalog's batches and channels at their lines", async () => {
  const { testing, requests } = await openTests();
  expect(testing.tree()).toMatchInlineSnapshot(`
    "(unset) callboard.yml
      (unset) Smoke
      (unset) Returns
      (unset) Not yet there · not created yet
      (unset) Voice"
  `);
  expect(testing.item("Voice").range?.start.line).toBe(5);
  expect(testing.item("Voice").uri?.path).toBe("/shop/callboard.yml");
  expect(testing.profiles).toEqual(["Run (default)", "Run several times…", "Run with fields…"]);
  expect(requests).toEqual([]);
});

test("no target stands at a line while the catalog has errors, because the line may be another target's by now", async () => {
  const { testing, editor } = await openTests();
  const save = async (text: string) => {
    const uri = editor.vscode.Uri.parse("memory:/shop/callboard.yml");
    await editor.vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await editor.settled();
  };
  await save(`wrong: 1\n${catalog}`);
  expect(testing.item("Voice").range).toBeUndefined();
  await save(`# Moved\n${catalog}`);
  expect(testing.item("Voice").range?.start.line).toBe(6);
});

test("a target stands where the unsaved text has it, and nowhere if the text has it no longer or has errors", async () => {
  const { testing, editor } = await openTests();
  const uri = editor.vscode.Uri.parse("memory:/shop/callboard.yml");
  await editor.vscode.workspace.openTextDocument(uri);
  const lineAfter = async (text: string) => {
    editor.type(uri.toString(), text);
    await editor.settled();
    return testing.item("Voice").range?.start.line;
  };
  expect(await lineAfter(`# One\n# Two\n${catalog}`)).toBe(7);
  expect(await lineAfter(catalog.replace("voice: { id: voice", "other: { id: never-run"))).toBeUndefined();
  expect(await lineAfter(catalog.replace("voice: { id: voice", "voice: { id: another"))).toBeUndefined();
  expect(await lineAfter(`wrong: 1\n${catalog}`)).toBeUndefined();
  expect(await lineAfter(catalog)).toBe(5);
});

test("a text that is unsaved when the window opens has its targets at its own lines", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": catalog });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  const uri = editor.vscode.Uri.parse("memory:/shop/callboard.yml");
  await editor.vscode.workspace.openTextDocument(uri);
  editor.type(uri.toString(), `# Typed before\n${catalog}`);
  await editor.testing.open();
  expect(editor.testing.item("Voice").range?.start.line).toBe(6);
});

test("a batch that is not created yet says so when it is run, and offers to create it", async () => {
  const text = catalog.replace("name: Not yet there", "name: Not yet there, fields: { name: Soon }");
  const { testing, editor, requests } = await openTests({}, text);
  await testing.run(["Not yet there · not created yet"]);
  expect(editor.said).toEqual([
    "warning: Not created in the service yet: Not yet there [Create in the service]",
  ]);
  expect(requests).toEqual([]);
  editor.will("Create in the service");
  await testing.run(["Not yet there · not created yet"]);
  await expect.poll(() => requests).toEqual(['POST /v1/batches {"name":"Soon"}']);
  await expect.poll(() => testing.tree()).not.toContain("not created yet");
});

test("an open catalog has its run buttons before anybody looks at the Testing view", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": catalog });
  const { editor } = openWindow({ folders: ["/shop"], files });
  await editor.run("vscode.open", editor.vscode.Uri.parse("memory:/shop/callboard.yml"));
  await expect.poll(() => editor.testing.tree()).toContain("Smoke");
});

test("a run shows each case, and its failures at the target's line", async () => {
  const { testing, requests, editor } = await openTests();
  await testing.run(["Smoke"]);
  await editor.settled();
  expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  expect(testing.tree()).toMatchInlineSnapshot(`
    "(errored) callboard.yml
      (errored) Smoke
        (failed) Refunds a lamp that arrived broken
        (failed) Cancels an order within the hour
        (errored) Hands over to a person when asked twice
        (skipped) Explains why a dispatched parcel keeps its address
        (passed) Says where a late parcel is
        (passed) Changes the address before dispatch
        (passed) Tells the opening hours on a holiday
        (passed) Takes a double charge seriously
      (unset) Returns
      (unset) Not yet there · not created yet
      (unset) Voice"
  `);
  expect(testing.messages("Refunds a lamp that arrived broken")).toMatchInlineSnapshot(`
    [
      "The wrong amount was refunded: 89.00 instead of 59.00.
    Caller: "It's the small one, the Firefly. It came in pieces."
    Agent: "I'm sorry to hear that. I have refunded 89 pounds for your Lighthouse lamp."
    The order held two lamps. The agent refunded the one that was whole, and ended the call before the caller could object. @ /shop/callboard.yml:2",
    ]
  `);
  expect(testing.messages("Hands over to a person when asked twice")).toMatchInlineSnapshot(`
    [
      "Needs a person: Was the handover kind enough?

    [Open review](command:callboard.openReview?%5B%22was-the-handover-kind%22%5D) @ /shop/callboard.yml:2",
    ]
  `);
  // VS Code draws the message beside the line as plain text.
  expect(testing.messages("Smoke")).toEqual(["status is failed. @ /shop/callboard.yml:2"]);
  expect(testing.duration("Refunds a lamp that arrived broken")).toBeGreaterThan(0);
  expect(testing.runs[0]?.output).toMatchInlineSnapshot(`
    "batch: Smoke: failed
      POST /v1/batches/smoke/run: 200
      \`status\` is \`failed\`.
    Smoke: failed — 4 passed, 2 failed, 1 undecided, 1 skipped
    "
  `);
  expect(testing.runs).toMatchObject([{ name: "Smoke", isPersisted: false, isEnded: true }]);
  // The run is in the sidebar as well, with its report.
  expect(await editor.tree("callboard.runs")).toMatch(/^\(error\) Smoke /);
});

test("a target says what people decided, and not what its response said before", async () => {
  let now = Date.UTC(2026, 4, 12, 14, 5);
  const { testing, editor } = await openTests({}, catalog, new InstantClock(() => now++));
  const review = { id: "rev_1", status: "open", question: "Kind?" };
  const restore = respond({
    status: "needs_review",
    results: [{ name: "Greets", status: "needs_review", review }],
  });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  const answered = respond({ id: "rev_1", status: "settled", verdict: "fail" });
  const record = { key: "review rev_1", kind: "review", id: "rev_1", name: "Kind?" };
  editor.will("fail", "Leave out");
  await editor.run("callboard.submitReview", { subject: { type: "record", record } });
  await editor.settled();
  answered();
  expect(testing.messages("Smoke")).toEqual(["its review is decided: failed @ /shop/callboard.yml:2"]);
});

test("a run from the sidebar appears, first as running", async () => {
  const { testing, editor } = await openTests();
  const seen: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    seen.push(testing.tree());
    return fetch(input, init);
  };
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Returns"));
  globalThis.fetch = fetch;
  expect(seen[0]).toMatch(/^ {2}\(running\) Returns/m);
  expect(testing.tree()).toMatch(/^ {2}\(passed\) Returns/m);
});

test("the last results outlive a reload, without a request", async () => {
  const { testing, editor, requests } = await openTests();
  await testing.run(["Smoke"]);
  await editor.settled();
  const before = testing.tree();
  const later = reload(editor);
  expect(later.testing.runs).toEqual([]);
  requests.splice(0);
  await later.testing.open();
  await expect.poll(() => later.testing.tree()).toBe(before);
  expect(requests).toEqual([]);
});

test("a result that is no longer kept is not replaced by an older one after a reload", async () => {
  const { testing, editor } = await openTests();
  editor.settings.user.set("callboard.runs.keep", 1);
  await testing.run(["Returns"]);
  const restore = respond({ status: "failed", cases: cases(1, 1) });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Returns"));
  restore();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await expect.poll(() => testing.outdated).toEqual(["Returns"]);
  expect(testing.stateOf(testing.item("Returns"))).toBe("failed");
  const later = reload(editor);
  await later.testing.open();
  await expect.poll(() => later.testing.tree()).toContain("(errored) Smoke");
  expect(later.testing.stateOf(later.testing.item("Returns"))).toBe("unset");
});

test("all asks first, and says how many", async () => {
  const { testing, editor, requests } = await openTests();
  editor.will(undefined);
  await testing.run();
  expect(editor.said).toEqual([
    "warning: Run 3 batches and channels?\nStaging carries out each of them: 3 records. [Run]",
  ]);
  expect(requests).toEqual([]);
  editor.will("Run");
  await testing.run(undefined, "Run", ["Voice"]);
  expect(requests.map(line => line.split(" ")[1])).toEqual([
    "/v1/batches/smoke/run",
    "/v1/batches/returns/run",
  ]);
});

test("run failed runs the targets of the failed cases, each once", async () => {
  const { testing, editor, requests } = await openTests();
  await testing.run(["Smoke", "Returns"]);
  await editor.settled();
  requests.splice(0);
  await testing.runFailed();
  expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
});

test("of several targets, each shows its result when it has ended", async () => {
  const { testing, editor } = await openTests();
  const { fetch } = globalThis;
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input).includes("/smoke/")) await released;
    return response;
  };
  const run = testing.run(["Smoke", "Returns"]);
  await expect.poll(() => testing.tree()).toMatch(/^ {2}\(passed\) Returns\n {4}\(passed\) /m);
  expect(testing.tree()).toMatch(/^ {2}\(running\) Smoke$/m);
  expect(testing.runs[0]?.output).toContain("batch: Returns: passed\r\n  POST /v1/batches/returns/run: 200");
  release();
  await run;
  await editor.settled();
  globalThis.fetch = fetch;
  expect(testing.tree()).toMatch(/^ {2}\(errored\) Smoke\n {4}\(failed\) /m);
  expect(testing.runs).toHaveLength(1);
  expect(testing.runs[0]?.output.match(/batch: Returns: passed/g)).toHaveLength(1);
});

test.each([
  ["Returns", "passed", "Smoke"],
  ["Smoke", "errored", "Returns"],
])(
  "of several targets, %s ends as %s before a cancel, and keeps its result; the other counts as skipped",
  async (ended, state, other) => {
    const { testing, editor } = await openTests();
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) =>
      String(input).includes(`/${ended.toLowerCase()}/`)
        ? fetch(input, init)
        : new Promise((_, reject) => {
            init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
          });
    const run = testing.run(["Smoke", "Returns"]);
    await expect.poll(() => testing.tree()).toContain(`(${state}) ${ended}`);
    testing.cancel();
    await run;
    await editor.settled();
    globalThis.fetch = fetch;
    expect(testing.tree()).toContain(`(skipped) ${other}`);
    expect(testing.tree()).toContain(`(${state}) ${ended}`);
  },
);

test("the item of cases that are not listed comes with the report, once", async () => {
  const { testing, editor } = await openTests();
  const restore = respond({ status: "failed", cases: cases(600, 3) });
  await testing.run(["Smoke", "Returns"]);
  await editor.settled();
  restore();
  for (const name of ["Smoke", "Returns"]) {
    const { children } = testing.item(name);
    expect(children.size).toBe(501);
    expect([...children].at(-1)?.[1].label).toBe("100 further cases: see the report");
  }
});

test("cancelling stops the run, which then is not green", async () => {
  const { testing, editor } = await openTests();
  globalThis.fetch = (_, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      setImmediate(() => testing.cancel());
    });
  await testing.run(["Returns"]);
  await editor.settled();
  expect(testing.tree()).toMatch(/^ {2}\(skipped\) Returns/m);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(circle-slash\) Returns/);
  expect(testing.runs.every(({ isEnded }) => isEnded)).toBe(true);
});

test("fields are asked for only by their profile", async () => {
  const { testing, editor, requests } = await openTests();
  await testing.run(["Smoke"], "Run with fields…");
  expect(requests).toEqual([]);
  editor.type(editor.lastUri.toString(), '{ "environment": "staging" }');
  await editor.run("callboard.send", editor.lastUri);
  await editor.settled();
  expect(requests).toEqual(['POST /v1/batches/smoke/run {"environment":"staging"}']);
  expect(testing.tree()).toMatch(/^ {2}\(errored\) Smoke/m);
});

test("several times asks how often, and shows each case's rate", async () => {
  const { testing, editor } = await openTests();
  editor.will("3", "2");
  await testing.run(["Smoke"], "Run several times…");
  await editor.settled();
  expect(testing.tree()).toMatch(/\(failed\) Refunds a lamp that arrived broken · passed 0 of [23] runs$/m);
});

test("lists 500 of 10,000 cases, the worst first, and the rest as an item that opens the report", async () => {
  const { testing, editor } = await openTests();
  const restore = respond({ status: "failed", cases: cases(10_000, 3) });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  const smoke = testing.item("Smoke");
  expect(smoke.children.size).toBe(501);
  const items = [...smoke.children].map(([, item]) => item);
  expect(items.slice(0, 4).map(item => `${testing.stateOf(item)} ${item.label}`)).toEqual([
    "failed Case 9997",
    "failed Case 9998",
    "failed Case 9999",
    "passed Case 0",
  ]);
  expect(items.at(-1)?.label).toBe("9500 further cases: see the report");
  expect(items.at(-1)?.uri?.toString()).toMatch(/^callboard:\/reports\//);
});

test("the target's result comes before those of its cases, and the next 50 only when the window has the last", async () => {
  const { testing, editor } = await openTests();
  const seen: string[] = [];
  const { contexts } = editor;
  const set = contexts.set.bind(contexts);
  contexts.set = (name, value) => {
    const smoke = testing.item("Smoke");
    if (name === "callboard.asked") seen.push(`${testing.stateOf(smoke)} ${smoke.children.size}`);
    return set(name, value);
  };
  const restore = respond({ status: "failed", cases: cases(120, 1) });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  expect(seen).toEqual(["failed 0", "failed 50", "failed 100"]);
  expect(testing.item("Smoke").children.size).toBe(120);
});

test("a target with the same cases as before keeps its items", async () => {
  const { testing, editor } = await openTests();
  await testing.run(["Smoke"]);
  await editor.settled();
  const before = testing.changes;
  await testing.run(["Smoke"]);
  await editor.settled();
  expect(testing.changes).toBe(before);
  expect(testing.runs).toHaveLength(2);
});

test.each([
  ["a response without a verdict", { note: "thanks" }, 200],
  ["a response that is not final", { status: "running", cases: cases(2, 0) }, 200],
  ["a pass that its cases contradict", { status: "passed", cases: cases(3, 1) }, 200],
  ["a request that fails", { error: "No such batch" }, 404],
  ["a request whose result is not known", { error: "gateway" }, 502],
])("%s is never green", async (_, response, status) => {
  const { testing, editor } = await openTests();
  const restore = respond(response, status);
  await testing.run(["Returns"]);
  await editor.settled();
  restore();
  expect(testing.stateOf(testing.item("Returns"))).toMatch(/^(failed|errored)$/);
  expect(testing.stateOf(testing.item("callboard.yml"))).toMatch(/^(failed|errored)$/);
});

test("a case that the report places in a file fails there, and nowhere outside the folder", async () => {
  const { testing, editor } = await openTests();
  editor.files.put("/shop/tests/pay.ts", "one\ntwo\nthree\n");
  editor.files.put("/pay.ts", "");
  const restore = respond({
    status: "failed",
    cases: [
      { name: "Pays", status: "failed", message: "Refused", file: "tests/pay.ts", line: 3 },
      { name: "Is elsewhere", status: "failed", message: "Refused", file: "../pay.ts", line: 1 },
    ],
  });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  expect(testing.messages("Pays")).toEqual(["Refused @ /shop/tests/pay.ts:3"]);
  expect(testing.item("Pays").uri?.path).toBe("/shop/tests/pay.ts");
  expect(testing.messages("Is elsewhere")).toEqual(["Refused @ /shop/callboard.yml:2"]);
});

test("a case stays at its line of a file that is edited, also after the file is closed", async () => {
  const { testing, editor } = await openTests();
  const text = "one\ntwo\nthree\nfour\n";
  editor.files.put("/shop/tests/pay.ts", text);
  const runAtLine = async (line: number) => {
    const restore = respond({
      status: "failed",
      cases: [{ name: "Pays", status: "failed", message: "Refused", file: "tests/pay.ts", line }],
    });
    await testing.run(["Smoke"]);
    await editor.settled();
    restore();
  };
  await runAtLine(3);
  const uri = editor.vscode.Uri.joinPath(editor.vscode.Uri.parse("memory:/shop"), "tests/pay.ts");
  const open = () => editor.vscode.workspace.openTextDocument(uri);
  const lineAfter = (typed: string) => {
    editor.type(uri.toString(), typed);
    return testing.item("Pays").range?.start.line;
  };
  await open();
  expect(lineAfter(`// A\n// B\n${text}`)).toBe(4);
  expect(lineAfter(`// A\n// B\n${text}five\n`)).toBe(4);
  await editor.save(uri.toString());
  expect(lineAfter(`// B\n${text}five\n`)).toBe(3);
  expect(lineAfter("// B\n")).toBe(1);
  await editor.closeDocument(uri.toString());
  // The saved file still has both lines above it.
  expect(testing.item("Pays").range?.start.line).toBe(4);
  await open();
  expect(lineAfter(`// A\n// B\n// C\n${text}five\n`)).toBe(5);
  await editor.save(uri.toString());
  await editor.closeDocument(uri.toString());
  expect(testing.item("Pays").range?.start.line).toBe(5);
  await runAtLine(6);
  expect(testing.item("Pays").range?.start.line).toBe(5);
  await runAtLine(2);
  expect(testing.item("Pays").range?.start.line).toBe(1);
});

test("hostile text is inert, and the key is in none of it", async () => {
  const { testing, editor, service } = await openTests();
  const evil = `$(alert) \u001b[31mred\u001b[0m [x](command:evil) \u0000 ${service.key}`;
  const restore = respond({
    status: evil,
    results: [
      { name: evil, status: "failed", message: `${evil}\n${evil}` },
      { name: "Asks", status: "needs review", review: { id: `r)(${evil}`, label: evil, status: "open" } },
    ],
  });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  const all = JSON.stringify([
    testing.tree(),
    testing.runs.map(({ output, outcomes, name }) => [output, name, [...outcomes.values()]]),
  ]);
  expect(all).toContain("red");
  expect(all).not.toContain(service.key);
  expect(all).not.toContain("u001b");
  expect(all).not.toContain("u0000");
  expect(testing.tree()).not.toContain("$(alert)");
});

test("a review that a case waits for is a link", async () => {
  const { testing, editor } = await openTests();
  const restore = respond({
    status: "needs review",
    cases: [{ name: "Hands over", status: "needs review" }],
    reviews: [{ id: "rev_1", question: "Was the handover kind?", case: "Hands over", status: "open" }],
  });
  await testing.run(["Smoke"]);
  await editor.settled();
  restore();
  expect(testing.messages("Hands over")).toMatchInlineSnapshot(`
    [
      "Needs a person: Was the handover kind?

    [Open review](command:callboard.openReview?%5B%22rev_1%22%5D) @ /shop/callboard.yml:2",
    ]
  `);
});

test("a removed run leaves no case, and its result counts as outdated", async () => {
  const { testing, editor } = await openTests();
  await testing.run(["Smoke"]);
  await editor.settled();
  await editor.run("callboard.removeRun", await editor.row("callboard.runs", "Smoke"));
  await editor.settled();
  expect(testing.item("Smoke").children.size).toBe(0);
  expect(testing.outdated).toEqual(["Smoke"]);
});

test("a change of the catalog changes only its own items", async () => {
  const { testing, editor } = await openTests();
  const smoke = testing.item("Smoke");
  const before = testing.changes;
  const save = async (text: string) => {
    const uri = editor.vscode.Uri.parse("memory:/shop/callboard.yml");
    await editor.vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await editor.settled();
  };
  await save(catalog.replace("name: Voice", "name: Telephone"));
  expect(testing.item("Telephone")).toBeDefined();
  expect(testing.changes).toBe(before);
  await save("batches:\n  smoke: { id: smoke, name: Smoke }\n");
  expect(testing.tree()).toBe("(unset) callboard.yml\n  (unset) Smoke");
  expect(testing.item("Smoke")).toBe(smoke);
});

test("an untrusted workspace has no tests", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": catalog });
  const { editor, requests } = openWindow({ folders: ["/shop"], files, trusted: false });
  await editor.testing.open();
  expect(editor.testing.tree()).toBe("");
  await editor.testing.run();
  expect(requests).toEqual([]);
  await editor.trust();
  expect(editor.testing.tree()).toContain("Smoke");
});
