import { expect, onTestFinished, test } from "vitest";
import { formatTime } from "../../extension/views/runs.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

test("the play icon runs a batch at once and shows the run, cases and verdict", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  const time = new Date(Date.UTC(2026, 4, 12, 14, 5)).toLocaleString("en", { timeStyle: "short" });
  expect((await editor.tree("callboard.runs")).replace(time, "TIME")).toMatchInlineSnapshot(`
    "(error) Smoke  TIME · 4 passed, 2 failed, 1 undecided, 1 skipped
      (error) Refunds a lamp that arrived broken
      (error) Cancels an order within the hour
      (question) Hands over to a person when asked twice
      (debug-step-over) Explains why a dispatched parcel keeps its address
      (pass) Says where a late parcel is
      (pass) Changes the address before dispatch
      (pass) Tells the opening hours on a holiday
      (pass) Takes a double charge seriously"
  `);
  expect(editor.said).toEqual([
    "warning: Smoke: failed — 4 passed, 2 failed, 1 undecided, 1 skipped [Open report]",
  ]);
  expect(editor.status.text).toBe("$(broadcast) Staging $(error)");
  expect(editor.status.label).toBe("Callboard: Staging, last run: Smoke, failed");
});

test("a run is missing from another service's status bar, and its row names its service", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const other = await startEmbedded();
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  expect(editor.status.text).toBe("$(broadcast) Other");
  expect(await editor.tree("callboard.runs")).toMatch(/^\(error\) Smoke {2}\S+ PM · Staging · 4 passed/);
});

test("a batch whose response is not final is unknown and is not asked for again", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Nightly"));
  expect(requests).toEqual(["POST /v1/batches/nightly/run {}"]);
  expect(editor.said).toEqual(["warning: Nightly: unknown — 4 passed, 8 undecided [Open report]"]);
});

test("a channel's report is waited for", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Voice"));
  expect(requests).toEqual([
    "POST /v1/channels/voice/run {}",
    ...Array(3).fill("POST /v1/channels/voice/report {}"),
  ]);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(pass\) Voice {2}\S+ PM · 5 passed$/m);
});

test("several selected records are one run, and each case names its target", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.projects", "Smoke", "Voice", "Returns");
  await editor.run("callboard.runNow", rows[0], rows);
  expect(requests).toHaveLength(6);
  const tree = await editor.tree("callboard.runs");
  expect(tree).toMatch(/^\(error\) Smoke, Returns and refunds, Voice {2}\S+ PM · \d+ passed, /);
  expect(tree).toMatch(/Cancels an order within the hour {2}batch: Smoke/);
});

test("the record's row and the run's row show the progress", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Smoke");
  const seen: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    seen.push(await editor.tree("callboard.projects"), await editor.tree("callboard.runs"));
    return fetch(input, init);
  };
  await editor.run("callboard.runNow", row);
  globalThis.fetch = fetch;
  expect(seen[0]).toMatch(/\(loading~spin\) Smoke {2}running/);
  expect(seen[1]).toMatch(/^\(loading~spin\) Smoke {2}0 s$/);
});

test("a record is no longer busy once its own run is over", async () => {
  const { editor } = await connectedWindow();
  const rows = await editor.rows("callboard.projects", "Smoke", "Voice");
  const { fetch } = globalThis;
  const seen: string[] = [];
  globalThis.fetch = async (input, init) => {
    // The channel's report is asked for several times. The batch is done long before the last time.
    if (String(input).endsWith("/report")) seen.push(await editor.tree("callboard.projects"));
    return fetch(input, init);
  };
  await editor.run("callboard.runNow", rows[0], rows);
  globalThis.fetch = fetch;
  expect(seen.at(-1)).toMatch(/\(loading~spin\) Voice {2}running/);
  expect(seen.at(-1)).not.toMatch(/Smoke {2}running/);
});

test("the message of a run of many targets names the first ones", async () => {
  const keys = ["a1", "a2", "a3", "a4", "a5"];
  const text = `batches:\n${keys.map(key => `  ${key}: { id: ${key} }\n`).join("")}`;
  const files = fakeFilesWith({ "/shop/callboard.yml": text });
  const { editor } = await connectedWindow({ folders: ["/shop"], files });
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    String(input).endsWith("/run") ? Response.json({ status: "passed" }) : fetch(input, init);
  const rows = await Promise.all(keys.map(key => editor.row("callboard.projects", key)));
  await editor.run("callboard.runNow", rows[0], rows);
  await editor.run("callboard.runNow", rows[0], rows.slice(0, 4));
  globalThis.fetch = fetch;
  expect(editor.said).toEqual([
    expect.stringMatching(/^info: a1, a2, a3 and 2 others: passed — /),
    expect.stringMatching(/^info: a1, a2, a3, a4: passed — /),
  ]);
});

test("an icon whose row was drawn anew runs nothing, and offers no other target", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow.onRow");
  expect(editor.said).toEqual(["warning: The list has just changed: choose the row again."]);
  expect(requests).toEqual([]);
});

test("a run sends the record's last fields again", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Smoke");
  await editor.run("callboard.runBatch", row);
  editor.type(editor.lastUri.toString(), '{ "environment": "staging" }');
  await editor.run("callboard.send", editor.lastUri);
  await editor.run("callboard.runNow", row);
  expect(requests).toEqual(Array(2).fill('POST /v1/batches/smoke/run {"environment":"staging"}'));
});

test("asking only for a channel's report sends one request", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.reportNow", await editor.row("callboard.projects", "Chat"));
  expect(requests).toEqual(["POST /v1/channels/chat/report {}"]);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(question\) Chat {2}/);
});

test("a click opens the report, which runs only its own script and loads nothing", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toMatch(/### 🔴 Failed — 4 passed, 2 failed, 1 undecided, 1 skipped/);
  expect(editor.page?.options).toEqual({
    enableScripts: true,
    enableCommandUris: false,
    enableForms: false,
    localResourceRoots: [],
  });
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(editor.page?.html ?? "")?.[1];
  expect(policy).toMatch(
    /^default-src 'none'; script-src '(nonce-[-0-9a-f]+)'; style-src-elem '\1'; style-src-attr 'unsafe-inline'; /,
  );
  expect(policy).not.toMatch(/img|frame|connect|https?:/);
});

test("the message about a run opens its report, and so does a case", async () => {
  const { editor } = await connectedWindow();
  editor.will("Open report");
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await expect.poll(() => editor.shown).toHaveLength(1);
  expect(editor.lastUri.path).toMatch(/^\/reports\/Smoke: failed, May 12, 2:05:00\sPM$/);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Cancels an order"));
  expect(editor.shown[1]).toBe(editor.shown[0]);
});

test("the filter finds cases of all runs while a person types, and shows only those cases", async () => {
  const { editor } = await connectedWindow();
  for (const name of ["Smoke", "Returns", "Smoke"]) {
    await editor.run("callboard.runNow", await editor.row("callboard.projects", name));
  }
  const seen: string[] = [];
  const { window } = editor.vscode;
  window.showInputBox = (async ({ validateInput }: { validateInput: (typed: string) => void }) => {
    for (const typed of ["cancels", "cancels an", "smoke"]) {
      validateInput(typed);
      await editor.settled();
      seen.push((await editor.tree("callboard.runs")).replace(/\d+:\d\d PM/g, "TIME"));
    }
    return undefined;
  }) as never;
  const unfiltered = await editor.tree("callboard.runs");
  await editor.run("callboard.filter");
  expect(seen[0]).toBe(
    [
      "(error) Smoke  TIME · 4 passed, 2 failed, 1 undecided, 1 skipped · before: ✗",
      "  (history) Earlier runs  1 · ✗",
      "    (error) TIME  4 passed, 2 failed, 1 undecided, 1 skipped",
      "      (error) Cancels an order within the hour",
      "  (error) Cancels an order within the hour",
    ].join("\n"),
  );
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toContain("Takes a double charge seriously");
  expect(await editor.tree("callboard.runs")).toBe(unfiltered);
});

test("a report's page runs a case's batch again, and copies the case; a message without the page's key does nothing", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
  await editor.run("callboard.runNow", rows[0], rows);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  requests.splice(0);
  const { html = "" } = editor.page ?? {};
  expect(html).toMatch(/<sub>Smoke, Returns and refunds · Staging · May 12, 2026, 2:05\sPM<\/sub>/);
  const [, page, index] = /data-page="(\w+)" data-action="run" data-index="(\d+)"/.exec(html) ?? [];
  for (const message of [
    { page: "another", action: "run", index: Number(index) },
    { page, action: "removeAllRuns", index: Number(index) },
    { page, action: "run", index },
    { action: "run", index: Number(index) },
    null,
  ]) {
    editor.panel?.post(message);
  }
  await editor.settled();
  expect(requests).toEqual([]);
  editor.panel?.post({ page, action: "copy", index: Number(index) });
  await expect.poll(() => editor.clipboard).toMatch(/^\S.*\nbatch: Smoke\nfailed\n/);
  editor.panel?.post({ page, action: "open", index: Number(index) });
  await expect.poll(() => editor.said.at(-1)).toMatch(/^warning: No open folder has the file/);
  editor.panel?.post({ page, action: "run", index: Number(index) });
  await expect.poll(() => requests).toEqual(["POST /v1/batches/smoke/run {}"]);
});

test("the buttons of a report whose run was removed say so", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const row = await editor.row("callboard.runs", "Smoke");
  await editor.run("callboard.openReport", row);
  const [, page, index] =
    /data-page="(\w+)" data-action="run" data-index="(\d+)"/.exec(editor.page?.html ?? "") ?? [];
  await editor.run("callboard.removeRun", row);
  requests.splice(0);
  const said = "warning: This run is no longer kept: it was removed, or there are too many later runs.";
  for (const action of ["run", "copy", "open"]) {
    editor.said.splice(0);
    editor.panel?.post({ page, action, index: Number(index) });
    await expect.poll(() => editor.said).toEqual([said]);
  }
  editor.said.splice(0);
  await editor.run("callboard.runAgain", editor.lastUri);
  await editor.run("callboard.showRawReport", editor.lastUri);
  expect(editor.said).toEqual([said, said]);
  expect(requests).toEqual([]);
});

test("one click shows the raw responses unchanged, and a reload shows them again", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  await editor.run("callboard.showRawReport", editor.lastUri);
  expect(JSON.parse(await editor.lastShown())).toMatchObject({ id: "smoke", runId: "smoke-run-1" });
  const { storage, secrets, files } = editor;
  const { editor: later } = openWindow({ storage, secrets, files });
  const { workspace, Uri } = later.vscode;
  const restored = await workspace.openTextDocument(Uri.parse(editor.lastUri.toString()));
  expect(restored.getText()).toBe(await editor.lastShown());
});

test.each([
  ["memory:/out/report.md", /^### 🔴 Failed/],
  ["memory:/out/report.json", /^\{\n {2}"reportFormat": "CTRF"/],
  ["memory:/out/report.xml", /^<\?xml version="1.0".*<testsuites>/s],
  ["memory:/out/report", /^### 🔴 Failed/],
])("a report is saved as %s", async (target, content) => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  editor.will(target);
  await editor.run("callboard.saveReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.files.text(target.replace("memory:", ""))).toMatch(content);
});

test("a report that can't be saved asks for another place", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const row = await editor.row("callboard.runs", "Smoke");
  const { writeFile } = editor.vscode.workspace.fs;
  editor.vscode.workspace.fs.writeFile = async (uri, bytes) => {
    if (uri.path.startsWith("/gone/")) throw new Error("ENOENT: no such file or directory");
    return writeFile(uri, bytes);
  };
  editor.will("memory:/gone/report.md", "Save report", "memory:/out/report.md");
  await editor.run("callboard.saveReport", row);
  await editor.settled();
  expect(editor.said).toContain(
    "warning: The report can't be saved there, choose another place: ENOENT: no such file or directory [Save report]",
  );
  expect(editor.files.text("/out/report.md")).toMatch(/^### 🔴 Failed/);
});

test("runs and reports survive a reload", async () => {
  const { editor: before } = await connectedWindow();
  await before.run("callboard.runNow", await before.row("callboard.projects", "Smoke"));
  const tree = await before.tree("callboard.runs");
  const { storage, secrets, files } = before;
  const { editor, requests } = openWindow({ storage, secrets, files });
  expect(await editor.tree("callboard.runs")).toBe(tree);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toMatch(/### 🔴 Failed/);
  expect(requests).toEqual([]);
});

test("a run can be removed, with its report", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(editor.files.paths().filter(path => path.includes("run"))).toHaveLength(1);
  await editor.run("callboard.removeRun", await editor.row("callboard.runs", "Smoke"));
  expect(await editor.tree("callboard.runs")).toBe("");
  expect(editor.files.paths().filter(path => path.includes("run"))).toEqual([]);
});

test("only the latest fifty runs are kept", async () => {
  const { editor } = await connectedWindow();
  const { storage, secrets, settings, files } = editor;
  const put = (id: string, text: string) =>
    files.put(`/global-storage/workspaces/no-folder/${encodeURIComponent(`run ${id}.json`)}`, text);
  for (let index = 0; index < 50; index++) {
    const targets = [{ kind: "batch", id: `old-${index}`, name: `Old ${index}` }];
    const run = { id: `o${index}`, name: `Old ${index}`, targets, startedAt: 1000 - index, state: "passed" };
    put(run.id, JSON.stringify({ run }));
    put(`x${index}`, JSON.stringify({ run: { ...run, id: `x${index}`, state: "splendid" } }));
  }
  put("cut", '{"run":');
  const { editor: later } = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) later.settings.user.set(name, value);
  expect((await later.tree("callboard.runs")).split("\n")).toHaveLength(50);
  await later.run("callboard.runNow", await later.row("callboard.projects", "Smoke"));
  const runs = (await later.tree("callboard.runs")).split("\n").filter(line => /^\(/.test(line));
  expect(runs).toHaveLength(50);
  expect(runs[0]).toMatch(/Smoke/);
  expect(runs.at(-1)).toMatch(/Old 48/);
});

test("a team's own expressions decide the verdict, and a mistake in one is shown before anything is sent", async () => {
  const { editor, requests } = await connectedWindow({ folders: ["/shop"] });
  const write = (text: string) =>
    editor.files.writeFile(
      editor.vscode.Uri.parse("memory:/shop/callboard.yml") as never,
      new TextEncoder().encode(text),
    );
  await write("report:\n  pass-when: summary.failed < 3\n");
  await editor.settled();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await editor.tree("callboard.runs")).toMatch(/^\(pass\) Smoke {2}\S+ PM · 4 passed, /);
  requests.splice(0);
  await write("report:\n  pass-when: summary.failed <\n");
  await editor.settled();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(requests).toEqual([]);
  expect(editor.said.at(-1)).toMatch(/^warning: Line 2 of callboard\.yml: “pass-when”: /);
});

test("the window stays responsive during an endless expression, and a cancel keeps the results so far", async () => {
  const { editor, requests } = await connectedWindow({ folders: ["/shop"] });
  await editor.files.writeFile(
    editor.vscode.Uri.parse("memory:/shop/callboard.yml") as never,
    new TextEncoder().encode(
      "report:\n  pass-when: $contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)\n",
    ),
  );
  await editor.settled();
  const run = editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await expect.poll(() => requests).toHaveLength(1);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(loading~spin\) Smoke/);
  editor.will("Staging");
  await editor.run("callboard.switchService");
  editor.cancel();
  await run;
  expect(await editor.tree("callboard.runs")).toMatch(/^\(error\) Smoke {2}\S+ PM · 4 passed/);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
  expect(editor.page?.html).toContain("the run was cancelled before its end");
});

test("a cancelled run shows its results so far and that it was cancelled", async () => {
  const { editor } = await connectedWindow();
  editor.cancelProgress = true;
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await editor.tree("callboard.runs")).toBe("");
  expect(editor.said.filter(said => /passed/.test(said))).toEqual([]);
});

test("a run of another day shows its date", () => {
  const noon = (day: number) => new Date(2026, 4, day, 12).getTime();
  expect(formatTime(noon(12), noon(12), "en")).toMatch(/^12:00/);
  expect(formatTime(noon(11), noon(12), "en")).toMatch(/^May 11, 2026/);
});

test("a run's own id and a name equal to the id don't change the tree", async () => {
  const { editor } = await connectedWindow();
  const before = await editor.tree("callboard.projects");
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    Response.json({ id: "run_9", status: "passed", batch: { id: "returns", name: "returns" } });
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Returns"));
  globalThis.fetch = fetch;
  expect(await editor.tree("callboard.runs")).toMatch(/^\(pass\) Returns and refunds/);
  expect(await editor.tree("callboard.projects")).toBe(before.replace("(layers) Returns", "(pass) Returns"));
});

test("a second click while it runs starts nothing", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Smoke");
  await Promise.all([editor.run("callboard.runNow", row), editor.run("callboard.runNow", row)]);
  expect(requests).toHaveLength(1);
  expect(editor.said).toContain("warning: Smoke: the previous request has not ended yet.");
});

test("a run at one service leaves the same batch of another service alone", async () => {
  const files = fakeFilesWith({ "/shop/callboard.yml": "batches:\n  smoke: { id: smoke, name: Smoke }\n" });
  const { editor, service: staging } = await connectedWindow({ folders: ["/shop"], files });
  const { testing } = editor;
  await testing.open();
  const other = await startEmbedded();
  const { fetch } = globalThis;
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const sent: string[] = [];
  globalThis.fetch = async (input, init) => {
    sent.push(`${String(input).startsWith(staging.url) ? "Staging" : "Other"} ${init?.signal?.aborted}`);
    if (sent.at(-1)?.startsWith("Staging")) await released;
    return fetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const ended = editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  await expect.poll(() => sent).toHaveLength(1);
  expect(await editor.tree("callboard.projects")).toMatch(/Smoke {2}running/);
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  const row = await editor.row("callboard.projects", "Smoke");
  expect(await editor.tree("callboard.projects")).not.toContain("running");
  const words = (await editor.items("callboard.projects")).map(({ contextValue }) => contextValue);
  expect(words.join(" ")).not.toContain("running");
  await editor.run("callboard.stop", row);
  await testing.run(["Smoke"]);
  expect(sent.map(each => each.split(" ")[0])).toEqual(["Staging", "Other"]);
  expect(editor.said).not.toContain("warning: Smoke: the previous request has not ended yet.");
  release();
  await ended;
  expect(editor.said.at(-1)).toMatch(/^warning: Smoke at Staging: failed — 4 passed, /);
  expect(testing.runs.every(({ isEnded }) => isEnded)).toBe(true);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(error\) Smoke {2}\S+ PM · Staging · 4 passed/m);
});

test("a channel is shown as running between two requests", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Voice");
  const running: boolean[] = [];
  const seen = editor.vscode.window.withProgress;
  editor.vscode.window.withProgress = (options, task) =>
    seen(options, async (progress, token) => {
      const looking = setInterval(async () => {
        running.push((await editor.tree("callboard.projects")).includes("(loading~spin) Voice"));
      });
      try {
        return await task(progress, token);
      } finally {
        clearInterval(looking);
      }
    });
  await editor.run("callboard.runNow", row);
  expect(running.length).toBeGreaterThan(0);
  expect(new Set(running.slice(0, -1))).toEqual(new Set([true]));
  expect(await editor.tree("callboard.projects")).not.toMatch(/loading/);
});

test("a failed request for reports leaves no run", async () => {
  const { editor } = await connectedWindow();
  editor.will("channel", "gone", "Gone");
  await editor.run("callboard.addById");
  await editor.run("callboard.reportNow", await editor.row("callboard.projects", "Gone"));
  expect(editor.said.at(-1)).toMatch(
    /^error: The service does not find it: .*\(Create channel report, 404\)/,
  );
  expect(await editor.tree("callboard.runs")).toBe("");
});

test("a stored report that the service sends again isn't taken for the report of a new run", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Voice");
  const reports: string[] = [];
  let run = 0;
  globalThis.fetch = async input => {
    if (String(input).endsWith("/run"))
      return Response.json({ run_id: `r-${80 + ++run}`, status: "queued" }, { status: 202 });
    // The second run's report is ready when the report is requested for the second time.
    const id = run === 2 && reports.length > 1 ? "rep_6" : "rep_5";
    reports.push(id);
    return Response.json({ id, status: "passed", results: [{ name: "Greets", status: "passed" }] });
  };
  await editor.run("callboard.runNow", row);
  await editor.run("callboard.runNow", row);
  expect(reports).toEqual(["rep_5", "rep_5", "rep_6"]);
  expect(await editor.tree("callboard.runs")).toMatch(/^\(pass\) Voice/);
});
