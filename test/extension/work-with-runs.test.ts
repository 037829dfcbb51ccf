/** Runs that end irregularly, and the commands for ended runs. */

import { describe, expect, test } from "vitest";
import { bundles } from "../../extension/editor/bundles/bundles.ts";
import type { RunStart } from "../../shared/reading/other-run.ts";
import type { FakeEditor } from "./fake-editor.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, InstantClock, openWindow, startEmbedded } from "./window.ts";

/** Replaces the service's responses, by the end of the path. */
function answering(answer: (path: string) => object | "hang up" | undefined): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const given = answer(new URL(String(input)).pathname);
    if (given === undefined) return fetch(input, init);
    if (given === "hang up") {
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("closed"), { code: "ECONNRESET" }),
      });
    }
    return Response.json(given);
  };
}

const runs = async (editor: FakeEditor) =>
  (await editor.tree("callboard.runs")).replaceAll(/\d+:\d\d PM/g, "TIME");

/** Opens another window of the same folder. */
function reloaded({ storage, secrets, files, settings }: FakeEditor) {
  const window = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) window.editor.settings.user.set(name, value);
  return window;
}

/** The stored run of a window that was closed before the run ended. */
function leftBehind(
  editor: FakeEditor,
  url: string,
  ...targets: { kind: string; id: string; name: string; start?: RunStart }[]
): void {
  const run = {
    id: "left",
    name: targets.map(({ name }) => name).join(", "),
    role: "run",
    targets,
    service: url,
    serviceName: "Staging",
    startedAt: Date.UTC(2026, 4, 12, 14, 0),
    state: "running",
    summary: "",
  };
  const aliveAt = Date.UTC(2026, 4, 12, 14, 1);
  editor.files.put(
    `/global-storage/workspaces/no-folder/${encodeURIComponent("run left.json")}`,
    JSON.stringify({ run, aliveAt }),
  );
}

const smoke = { kind: "batch", id: "smoke", name: "Smoke" };
const voice = { kind: "channel", id: "voice", name: "Voice" };

const anHourEarlier = () => new InstantClock(() => Date.UTC(2026, 4, 12, 13, 5));

async function rowOf(editor: FakeEditor, label: string) {
  const row = (await editor.items("callboard.projects")).find(item => item.label === label);
  return `(${(row?.iconPath as { id: string } | undefined)?.id}) ${row?.accessibilityInformation?.label}`;
}

describe("a run whose window is gone", () => {
  test("is the last run of its batch, which was passed before", async () => {
    const { editor: before, service } = await connectedWindow({}, bundles, anHourEarlier());
    answering(path => (path.endsWith("/run") ? { status: "passed" } : undefined));
    await before.run("callboard.runNow", await before.row("callboard.projects", "Smoke"));
    expect(await rowOf(before, "Smoke")).toMatch(/^\(pass\) Smoke, batch, last run: passed, /);
    leftBehind(before, service.url, smoke);
    const { editor } = reloaded(before);
    expect(await rowOf(editor, "Smoke")).toMatch(
      /^\(debug-disconnect\) Smoke, batch, last run: interrupted, /,
    );
    await editor.run("callboard.openRecord", await editor.row("callboard.projects", "Smoke"));
    expect(editor.page?.html).toContain("passed");
    expect(editor.said.at(-1)).toBe(
      "status bar: Smoke: the last run is interrupted. This is the report of an earlier one.",
    );
  });

  test("is stored before the response", async () => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Smoke");
    let kept = "";
    answering(() => {
      kept = editor.files.texts().join();
      return undefined;
    });
    await editor.run("callboard.runNow", row);
    expect(kept).toMatch(/"name":"Smoke".*"state":"running"/);
  });

  test("is interrupted: a batch's response is lost, and the batch can be run again", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, smoke);
    const { editor, requests } = reloaded(before);
    expect(await runs(editor)).toBe("(debug-disconnect) Smoke  TIME · interrupted, its answer is lost");
    editor.will("Run again", "Run again");
    await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke"));
    expect(editor.said[0]).toMatch(
      /^warning: Smoke was interrupted: .* Its answer is lost, .* \[Run again\]$/,
    );
    await expect.poll(() => requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  });

  test("is not run again from the batch's own row without a question", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, smoke);
    const { editor, requests } = reloaded(before);
    const row = await editor.row("callboard.projects", "Smoke");
    editor.will("Send nothing");
    await editor.run("callboard.runNow", row);
    expect(editor.said).toEqual([
      "warning: Run Smoke again?\nNo response says how the last run ended: the service may be going on with it. [Send nothing] [Run again]",
    ]);
    expect(requests).toEqual([]);
    await editor.run("callboard.runBatch", row);
    editor.will("Send nothing");
    await editor.run("callboard.send", editor.lastUri);
    expect(editor.said.slice(1).join()).toMatch(/^warning: Run Smoke again\?/);
    expect(requests).toEqual([]);
    editor.will("Run again");
    await editor.run("callboard.runNow", row);
    await expect.poll(() => requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  });

  test("is not run again without a question after a run of several, of which one has no answer", async () => {
    const { editor, requests } = await connectedWindow();
    const { fetch } = globalThis;
    answering(path => (path.endsWith("/smoke/run") ? "hang up" : undefined));
    const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
    await editor.run("callboard.runNow", rows[0], rows);
    globalThis.fetch = fetch;
    expect(await runs(editor)).toMatch(/ · not run to the end: Smoke\n/);
    requests.length = 0;
    editor.will("Send nothing");
    await editor.run("callboard.runNow", rows[0], rows);
    expect(editor.said.at(-1)).toMatch(/^warning: Run Smoke again\?/);
    expect(requests).toEqual([]);
    await editor.run("callboard.runNow", rows[1]);
    expect(requests).toEqual(["POST /v1/batches/returns/run {}"]);
  });

  test("is not run again from its row in Runs without a question either", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, smoke);
    const { editor, requests } = reloaded(before);
    editor.will("Send nothing");
    await editor.run("callboard.runAgain", await editor.row("callboard.runs", "Smoke"));
    expect(editor.said).toEqual([expect.stringContaining("the service may be going on with it")]);
    expect(requests).toEqual([]);
  });

  test("continues for a channel, whose report is asked for until the run is over", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, voice);
    const { editor, requests } = reloaded(before);
    expect(await runs(editor)).toBe(
      "(debug-disconnect) Voice  TIME · interrupted, its report can still be asked for",
    );
    let asked = 0;
    answering(path => {
      if (!path.endsWith("/report")) return undefined;
      asked += 1;
      if (asked === 1) return "hang up";
      return { status: asked < 4 ? "running" : "passed", cases: [{ name: "Answers", status: "passed" }] };
    });
    await editor.run("callboard.goOn", await editor.row("callboard.runs", "Voice"));
    expect(requests).toEqual([]);
    expect(asked).toBe(4);
    expect(await runs(editor)).toBe("(pass) Voice  TIME · 1 passed\n  (pass) Answers");
  });

  test("has stored its start while it waits for its report", async () => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Voice");
    let kept = "";
    answering(path => {
      if (path.endsWith("/run")) return { run_id: "run_2", status: "running" };
      const isFirst = kept === "";
      kept = editor.files.texts().join();
      return { run_id: "run_2", status: isFirst ? "running" : "passed", total: 1, passed: 1 };
    });
    await editor.run("callboard.runNow", row);
    expect(kept).toContain('"start":{"ids":[{"name":"run","id":"run_2"}]}');
  });

  test("continues with its start: a report of another run isn't its report", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, { ...voice, start: { ids: [{ name: "run", id: "run_2" }] } });
    const { editor } = reloaded(before);
    const reports = [
      { run_id: "run_1", status: "passed", total: 9, passed: 9 },
      { report: null },
      { run_id: "run_2", status: "failed", total: 2, passed: 1, failed: 1 },
    ];
    answering(path => (path.endsWith("/report") ? reports.shift() : undefined));
    await editor.run("callboard.goOn", await editor.row("callboard.runs", "Voice"));
    expect(reports).toEqual([]);
    expect(await runs(editor)).toMatch(/Voice {2}TIME · 1 passed, 1 failed/);
  });

  test("stays interrupted if the request for its report fails", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, { ...voice, id: "no-such-channel" });
    const { editor } = reloaded(before);
    await editor.run("callboard.goOn", await editor.row("callboard.runs", "Voice"));
    expect(editor.said.at(-1)).toMatch(/^error: The service does not find it/);
    expect(await runs(editor)).toMatch(/^\(debug-disconnect\) Voice {2}TIME · interrupted/);
  });

  test("of several targets continues with the channels, and reports each batch's response as lost", async () => {
    const { editor: before, service } = await connectedWindow();
    leftBehind(before, service.url, smoke, voice);
    const { editor, requests } = reloaded(before);
    answering(path =>
      path.endsWith("voice/report") ? { status: "passed", total: 5, passed: 5 } : undefined,
    );
    await editor.run("callboard.goOn", await editor.row("callboard.runs", "Smoke, Voice"));
    expect(requests).toEqual([]);
    expect(await runs(editor)).toBe("(question) Smoke, Voice  TIME · 5 passed");
    await editor.run("callboard.openReport", await editor.row("callboard.runs", "Smoke, Voice"));
    expect(editor.page?.html).toContain("The batch's response is lost, because the run was interrupted");
  });

  test("is not interrupted while another window of the folder carries it out", async () => {
    const { editor: one } = await connectedWindow();
    const { editor: two } = reloaded(one);
    let seen = "";
    const row = await one.row("callboard.projects", "Smoke");
    const other = await two.row("callboard.projects", "Returns");
    answering(path => {
      if (path.includes("smoke")) expect(seen).toBe("");
      return undefined;
    });
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      await two.lookAgain();
      seen = await runs(two);
      return answer;
    };
    await one.run("callboard.runNow", row);
    expect(seen).toMatch(/^\(loading~spin\) Smoke {2}\d+ s$/);
    globalThis.fetch = fetch;
    await two.run("callboard.runNow", other);
    await expect.poll(() => runs(one)).toMatch(/Returns.*passed/);
    for (const editor of [one, two]) {
      expect((await runs(editor)).match(/^\(\w+\) .*$/gm)).toEqual([
        expect.stringMatching(/^\(pass\) Returns/),
        expect.stringMatching(/^\(error\) Smoke/),
      ]);
    }
  });
});

test("the embedded service goes on after a reload: a channel's run that was under way ends with its report", async () => {
  const { editor } = openWindow();
  await editor.run("callboard.tryEmbedded");
  const row = await editor.row("callboard.projects", "Voice");
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input).endsWith("/report")) editor.run("callboard.stop", row);
    return response;
  };
  await editor.run("callboard.runNow", row);
  globalThis.fetch = fetch;
  expect(await runs(editor)).toMatch(/^\(circle-slash\) Voice/);
  const { editor: later, requests } = reloaded(editor);
  await later.run("callboard.goOn", await later.row("callboard.runs", "Voice"));
  expect(await runs(later)).toMatch(/^\(pass\) Voice {2}TIME · 5 passed/);
  expect(new Set(requests)).toEqual(new Set(["POST /v1/channels/voice/report {}"]));
});

describe("a run that never started", () => {
  test.each([
    ["the service has no such batch", "no-such-batch", /404|not found/i],
    ["nobody listens at the service's address", "smoke", /Nothing responds/i],
  ])("stays in the list with the reason, because %s", async (_, id, reason) => {
    const { editor, service } = await connectedWindow();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    for (const path of editor.files.paths().filter(each => /(?:run|report)%20/.test(each)))
      editor.files.put(path, (editor.files.text(path) ?? "").replaceAll('"id":"smoke"', `"id":"${id}"`));
    const { editor: later } = reloaded(editor);
    if (id === "smoke") await service.close();
    await later.run("callboard.runAgain", await later.row("callboard.runs", "Smoke"));
    expect(later.said.filter(said => said.startsWith("error"))).toEqual([expect.stringMatching(reason)]);
    const row = (await runs(later)).split("\n")[0];
    expect(row).toMatch(/^\(warning\) Smoke {2}TIME · never started: /);
    expect(row).toMatch(reason);
    if (id === "smoke") {
      expect(await rowOf(later, "Smoke")).toMatch(/^\(warning\) Smoke, batch, last run: never started, /);
    }
    expect(await later.items("callboard.runs").then(([item]) => item?.contextValue)).toBe("run");
    later.will("Run again");
    await later.run("callboard.openReport", await later.row("callboard.runs", "Smoke"));
    await expect.poll(() => later.said.join("\n")).toMatch(/warning: Smoke never started: .* \[Run again\]/);
    expect(later.status.text).not.toContain("pass");
  });

  test("is forgotten if a person cancelled it before anything was sent", async () => {
    const { editor } = await connectedWindow();
    editor.cancelProgress = true;
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    expect(await runs(editor)).toBe("");
  });
});

describe("a run that is cancelled", () => {
  test("is kept as cancelled if it may have begun, without an error message", async () => {
    const { editor } = await connectedWindow();
    globalThis.fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        setImmediate(() => editor.cancel());
      });
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    expect(await runs(editor)).toBe("(circle-slash) Smoke  TIME · the service may have gone on with it");
    expect(editor.said).toEqual([
      "warning: Smoke: cancelled — the service may have gone on with it [Open report]",
    ]);
  });

  test("keeps a channel's results so far, and its report can be asked for later", async () => {
    const { editor } = await connectedWindow();
    let asked = 0;
    answering(path => {
      if (!path.endsWith("/report")) return undefined;
      asked += 1;
      if (asked === 2) editor.run("callboard.stop", rows[0]);
      return { status: "running", cases: [{ name: "Answers", status: "passed" }, { name: "Listens" }] };
    });
    const rows = await editor.rows("callboard.projects", "Voice");
    await editor.run("callboard.runNow", rows[0]);
    expect(await runs(editor)).toMatch(/^\(circle-slash\) Voice {2}TIME · 1 passed, 1 undecided\n/);
    expect((await editor.items("callboard.runs"))[0]?.contextValue).toBe("run report canResume");
  });

  test("keeps its batch's results when its channel's report is asked for later", async () => {
    const { editor } = await connectedWindow();
    const rows = await editor.rows("callboard.projects", "Smoke", "Voice");
    const [, voice] = rows;
    let isStopped = false;
    answering(path => {
      if (path.endsWith("smoke/run")) return { cases: [{ name: "Refunds", status: "passed" }] };
      if (!path.endsWith("/report")) return undefined;
      if (isStopped) return { cases: [{ name: "Answers", status: "passed" }] };
      isStopped = true;
      editor.run("callboard.stop", voice);
      return { status: "running" };
    });
    await editor.run("callboard.runNow", rows[0], rows);
    expect(await runs(editor)).toMatch(
      /^\(circle-slash\) Smoke, Voice {2}TIME · 1 passed\n {2}\(pass\) Refunds/,
    );
    await editor.run("callboard.goOn", await editor.row("callboard.runs", "Smoke, Voice"));
    expect(await runs(editor)).toBe(
      "(pass) Smoke, Voice  TIME · 2 passed\n  (pass) Answers  channel: Voice\n  (pass) Refunds  batch: Smoke",
    );
    const smoke = (await editor.items("callboard.projects")).find(({ label }) => label === "Smoke");
    expect(smoke?.tooltip).toMatch(/\nlast run: passed,/);
    await editor.run("callboard.showRawReport", await editor.row("callboard.runs", "Smoke, Voice"));
    expect(await editor.lastShown()).toContain("Refunds");
  });
});

test("a service that fails during a channel's run is asked again, and the row shows that", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Voice");
  let asked = 0;
  answering(path => {
    if (!path.endsWith("/report")) return undefined;
    asked += 1;
    if (asked === 1) return { status: "running", completed: 3, total: 10 };
    return asked < 8 ? "hang up" : { status: "passed", total: 10, passed: 10 };
  });
  await editor.run("callboard.runNow", row);
  expect(editor.progress).toContain("Run: Voice: 3 of 10");
  expect(editor.progress).toContain("Run: Voice: the service does not answer, trying again");
  expect(await runs(editor)).toBe("(pass) Voice  TIME · 10 passed");
});

test("a channel's run that gets the report of another run says so while it waits", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Voice");
  let asked = 0;
  answering(path => {
    if (!path.endsWith("/report")) return { run_id: "run_2", status: "queued" };
    asked += 1;
    return { run_id: asked < 3 ? "run_1" : "run_2", status: "passed", total: 10, passed: 10 };
  });
  await editor.run("callboard.runNow", row);
  expect(editor.progress).toContain("Run: Voice: the last report is of another run");
  expect(await runs(editor)).toBe("(pass) Voice  TIME · 10 passed");
});

describe("a required field", () => {
  const catalog = "forms:\n  runBatch:\n    - { field: env, type: choice, choices: [staging, live] }\n";

  test("is asked for once, and sent again after that", async () => {
    const { editor, requests } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
    });
    const row = await editor.row("callboard.projects", "Smoke");
    editor.will("live");
    await editor.run("callboard.runNow", row);
    await editor.run("callboard.runNow", row);
    expect(requests).toEqual(Array(2).fill('POST /v1/batches/smoke/run {"env":"live"}'));
    expect(editor.unanswered).toBe(0);
  });

  test("is asked for only for records that lack it, and closing the question sends nothing", async () => {
    const { editor, requests } = await connectedWindow({
      folders: ["/shop"],
      files: fakeFilesWith({ "/shop/callboard.yml": catalog }),
    });
    const rows = await editor.rows("callboard.projects", "Smoke", "Returns", "Voice");
    editor.will(undefined);
    await editor.run("callboard.runNow", rows[0], rows);
    expect(requests).toEqual([]);
    editor.will("staging");
    await editor.run("callboard.runNow", rows[0], rows);
    expect(requests.filter(line => line.includes("batches"))).toEqual([
      'POST /v1/batches/smoke/run {"env":"staging"}',
      'POST /v1/batches/returns/run {"env":"staging"}',
    ]);
  });
});

describe("a run that has ended", () => {
  test("is grouped with earlier runs of the same targets and shows their verdicts", async () => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Smoke");
    await editor.run("callboard.runNow", row);
    answering(path => (path.endsWith("/run") ? { status: "passed" } : undefined));
    for (let time = 0; time < 2; time++) await editor.run("callboard.runNow", row);
    expect((await runs(editor)).split("\n").slice(0, 4)).toEqual([
      "(pass) Smoke  TIME · no cases · before: ✓ ✗",
      "  (history) Earlier runs  2 · ✓ ✗",
      "    (pass) TIME  no cases",
      "    (error) TIME  4 passed, 2 failed, 1 undecided, 1 skipped",
    ]);
    const [item] = await editor
      .items("callboard.projects")
      .then(items => items.filter(({ label }) => label === "Smoke"));
    expect(item?.iconPath).toMatchObject({ id: "pass", color: { id: "testing.iconPassed" } });
    expect(item?.tooltip).toMatch(
      /^Smoke\nlast run: passed, .*no cases\nbatch smoke\nknown in this workspace only$/,
    );
  });

  test("is run again completely or only with its failed targets", async () => {
    const { editor, requests } = await connectedWindow();
    const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
    await editor.run("callboard.runNow", rows[0], rows);
    requests.splice(0);
    await editor.run("callboard.runFailedAgain", await editor.row("callboard.runs", "Smoke, Returns"));
    expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
    requests.splice(0);
    await editor.run("callboard.runAgain", await editor.row("callboard.runs", "Smoke, Returns"));
    expect(requests).toEqual(["POST /v1/batches/smoke/run {}", "POST /v1/batches/returns/run {}"]);
  });

  test("is compared with the previous run as on a pull request", async () => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Smoke");
    const cases = (refunds: string, parcel: string) => [
      { name: "Refunds a lamp that arrived broken", status: refunds },
      { name: "Cancels an order within the hour", status: "failed" },
      { name: "Says where a late parcel is", status: parcel },
    ];
    for (const [refunds, parcel] of [
      ["failed", "passed"],
      ["passed", "failed"],
    ] as const) {
      answering(path => (path.endsWith("/run") ? { cases: cases(refunds, parcel) } : undefined));
      await editor.run("callboard.runNow", row);
    }
    await editor.run("callboard.compareRuns", await editor.row("callboard.runs", "Smoke"));
    expect(editor.page?.html).toContain("### 🔴 Failed: 1 new failure, 1 fixed — 1 passed, 2 failed");
    expect(editor.page?.html).toContain("Against the run before — 1 new failure, 1 fixed, 1 still failing");
    expect(editor.lastUri.path).toMatch(/Smoke: compared, May 12, 2:05:00\sPM$/);
  });

  test("is compared with the latest run before that got a response", async () => {
    const { editor } = await connectedWindow();
    const row = await editor.row("callboard.projects", "Smoke");
    const cases = [{ name: "Refunds a lamp that arrived broken", status: "failed" }];
    let isLost = false;
    answering(path => (!path.endsWith("/run") ? undefined : isLost ? "hang up" : { cases }));
    await editor.run("callboard.runNow", row);
    isLost = true;
    await editor.run("callboard.runNow", row);
    await editor.run("callboard.compareRuns", await editor.row("callboard.runs", "Smoke"));
    expect(editor.said.at(-1)).toBe(
      "warning: This run did not get a response of each target, so it can't be compared.",
    );
    isLost = false;
    editor.will("Run once more");
    await editor.run("callboard.runNow", row);
    await editor.run("callboard.compareRuns", await editor.row("callboard.runs", "Smoke"));
    expect(editor.page?.html).toContain("Against the run before — 1 still failing");
  });

  test("is removed with all others after a confirmation", async () => {
    const { editor } = await connectedWindow();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    editor.will(undefined, "Remove");
    await editor.run("callboard.removeAllRuns");
    expect(await runs(editor)).not.toBe("");
    await editor.run("callboard.removeAllRuns");
    expect(await runs(editor)).toBe("");
    expect(editor.files.paths().filter(path => /run|report/.test(path))).toEqual([]);
  });

  test("keeps its group and its verdict when its service is renamed", async () => {
    const { editor, service } = await connectedWindow();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    const before = await runs(editor);
    await editor.changeUserSetting("callboard.services", [{ name: "Production", baseUrl: service.url }]);
    expect(await runs(editor)).toBe(before);
    expect(editor.status.text).toBe("$(broadcast) Production $(error)");
  });
});

describe("a run that took long", () => {
  const long = async (editor: FakeEditor) => {
    const row = await editor.row("callboard.projects", "Voice");
    let asked = 0;
    answering(path => {
      if (!path.endsWith("/report")) return undefined;
      asked += 1;
      return { status: asked < 6 ? "running" : "passed" };
    });
    await editor.run("callboard.runNow", row);
  };

  test("and ended without the focus shows one message when the window gets the focus", async () => {
    const { editor } = await connectedWindow();
    await editor.lookAway();
    await long(editor);
    expect(editor.said).toEqual([]);
    await editor.lookAgain();
    await editor.lookAway();
    await editor.lookAgain();
    expect(editor.said).toEqual(["info: Voice: passed — no cases [Open report]"]);
  });

  test("shows its message at once in a focused window, and a short run always does", async () => {
    const { editor } = await connectedWindow();
    await long(editor);
    expect(editor.said).toHaveLength(1);
    await editor.lookAway();
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    expect(editor.said).toHaveLength(2);
  });
});

describe("the settings", () => {
  const finish = async (editor: FakeEditor, ...names: string[]) => {
    for (const name of names) {
      await editor.run("callboard.runNow", await editor.row("callboard.projects", name));
    }
  };

  test.each([
    ["always", 2],
    ["onFailure", 1],
    ["never", 0],
    ["sometimes", 2],
  ])("notifications: %s", async (when, messages) => {
    const { editor } = await connectedWindow();
    await editor.changeUserSetting("callboard.runs.notifications", when);
    await finish(editor, "Returns", "Smoke");
    expect(editor.said).toHaveLength(messages);
  });

  test.each([
    ["never", []],
    ["onFailure", ["Smoke"]],
    ["always", ["Returns", "Smoke"]],
  ])("a report opens after a run: %s", async (when, opened) => {
    const { editor } = await connectedWindow();
    await editor.changeUserSetting("callboard.runs.openReport", when);
    await finish(editor, "Returns", "Smoke");
    await expect.poll(() => editor.shown).toHaveLength(opened.length);
    opened.forEach((name, index) => {
      expect(decodeURIComponent(editor.shown[index] ?? "")).toContain(name);
    });
  });

  test("as many runs are kept as a person wants", async () => {
    const { editor } = await connectedWindow();
    await editor.changeUserSetting("callboard.runs.keep", 2);
    await finish(editor, "Smoke", "Returns", "Nightly");
    expect((await runs(editor)).match(/^\(.*/gm)).toHaveLength(2);
    expect(editor.files.paths().filter(path => /report%20/.test(path))).toHaveLength(2);
  });
});

describe("Run now", () => {
  test("asks for a target, the last one first, and Enter takes it", async () => {
    const { editor, requests } = await connectedWindow();
    editor.will({ typed: "chat" });
    answering(path => (path.includes("chat") ? { status: "passed" } : undefined));
    await editor.run("callboard.runNow");
    editor.will({ typed: "" });
    await editor.run("callboard.runNow");
    expect(editor.said[2]).toMatch(/^pick: Run now \| Which batch or channel\?\n {2}\$\(broadcast\) Chat/);
    expect(requests).toEqual([]);
    expect(editor.unanswered).toBe(0);
  });
});

test("a command about one row acts on the clicked row, even among several selected rows", async () => {
  const { editor } = await connectedWindow();
  for (const name of ["Smoke", "Returns"]) {
    await editor.run("callboard.runNow", await editor.row("callboard.projects", name));
  }
  const [returns, smoke] = await editor.rows("callboard.runs", "Returns", "Smoke");
  await editor.run("callboard.openReport", smoke, [returns, smoke]);
  expect(editor.lastUri.path).toMatch(/Smoke: failed, May 12, 2:05:00\sPM$/);
});

test("opening a batch shows its last report, or else its last response, or else its entry in the catalog", async () => {
  const { editor } = await connectedWindow({
    folders: ["/shop"],
    files: fakeFilesWith({ "/shop/callboard.yml": "batches:\n  ours: { id: bat_7 }\n" }),
  });
  await editor.run("callboard.openRecord", await editor.row("callboard.projects", "ours"));
  expect(editor.lastUri.path).toBe("/shop/callboard.yml");
  const row = await editor.row("callboard.projects", "Smoke");
  await editor.run("callboard.openRecord", row);
  expect(editor.said.at(-1)).toBe("status bar: Smoke was not run yet.");
  await editor.run("callboard.runNow", row);
  await editor.run("callboard.openRecord", row);
  expect(editor.lastUri.path).toMatch(/Smoke: failed, May 12, 2:05:00\sPM$/);
});

test("running again asks the run's own service, even if another is in use", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  const other = await startEmbedded();
  editor.will(other.url, "Other", other.key);
  await editor.run("callboard.connect");
  requests.splice(0);
  await editor.run("callboard.runAgain", await editor.row("callboard.runs", "Smoke"));
  expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  expect(await runs(editor)).toMatch(/^\(error\) Smoke {2}TIME · Staging · /);
});
