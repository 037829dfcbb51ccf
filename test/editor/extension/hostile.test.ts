/** An untrusted workspace, and a service whose texts are all attacks. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Editor, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";
import { type ObservedService, startObservedService } from "./observed-service.ts";

let open: string;
let service: ObservedService;
let attacker: ObservedService;
let editor: Editor;

const attack = [
  "<img src=http://127.0.0.1:9/pixel onerror=alert(1)><script>alert(2)</script>",
  "[click](command:workbench.action.closeWindow) ![](http://127.0.0.1:9/pixel.png)",
  "$(trash) \u202eesrever\u202c \u001b[31mred\u001b[0m @octocat",
].join(" ");

const writeCatalog = (projectName: string, rest = "") =>
  writeFile(
    join(open, "callboard.yml"),
    `service: Theirs
projects:
  shop: { id: lantern-lane, name: ${JSON.stringify(projectName)} }
batches:
  smoke: { id: smoke, project: shop }
${rest}`,
  );

beforeAll(async () => {
  const temp = await scratchFolder();
  open = join(temp, "stranger");
  await mkdir(join(open, ".vscode"), { recursive: true });
  service = await startObservedService();
  attacker = await startObservedService();
  await writeFile(
    join(open, ".vscode", "settings.json"),
    JSON.stringify({
      "callboard.services": [
        { name: "Mine", baseUrl: attacker.url },
        { name: "Theirs", baseUrl: attacker.url },
      ],
    }),
  );
  await writeCatalog(attack, `base-url: ${attacker.url}\n`);
  editor = await startEditor({
    open,
    extensions: [inject("callboard")],
    trust: "ask",
    settings: { "workbench.hover.delay": 100 },
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: service.url }] },
  });
});

afterAll(() => Promise.all([service.close(), attacker.close()]));

describe("a workspace that is not trusted", () => {
  test("is not read, neither its catalog nor its settings", async () => {
    const { window } = editor;
    await window.statusBar("Restricted Mode").waitFor();
    await window.activityBar("Callboard");
    await window.page.getByText("Manage Workspace Trust").waitFor();
    await expect
      .poll(window.welcomeText("Projects"))
      .toBe(
        "This workspace is not trusted, so Callboard reads nothing from it and sends nothing.\nManage Workspace Trust",
      );
  });

  test("sends nothing, whatever command is run", async () => {
    const { window } = editor;
    for (const command of [
      "Run batch",
      "Create project",
      "Set API key…",
      "Try it with the embedded service",
    ]) {
      await window.palette(`Callboard: ${command}`);
      expect(await window.notification("not trusted")).toBe(
        "Callboard sends nothing from a workspace that is not trusted.",
      );
      await window.palette("Notifications: Clear All Notifications");
    }
    expect(await editor.connections()).toEqual([]);
    // The catalog contains a mistake, so an empty list proves that it was not read.
    await window.showProblems();
    await expect.poll(window.problems()).toBe("No problems have been detected in the workspace.");
  });
});

describe("once it is trusted", () => {
  test("the service is still the one in the person's own settings", async () => {
    const { window } = editor;
    await window.trustWorkspace();
    await window.activityBar("Callboard");
    await window.tree("Projects").item("Batches").expand();
    await window.tree("Projects").item("smoke").inlineAction("Run now");
    await expect.poll(window.quickInput()).toMatchObject({ title: `API key for ${service.url}` });
    await window.type(service.key);
    await window.notification("smoke: failed — 4 passed");
    expect(service.requests.map(({ line }) => line)).toEqual(["POST /v1/batches/smoke/run"]);
    await expect.poll(window.statusBarLabel("Mine")).toMatch(/^Callboard: Mine/);
    await window.palette("Callboard: Switch service…");
    await expect
      .poll(window.options())
      .toEqual([
        `Mine  ${service.url}`,
        "Embedded service  runs inside the editor, to try Callboard",
        "Connect to a service",
      ]);
    await window.keyboard.press("Escape");
    expect(attacker.requests).toEqual([]);
  });

  test("a mistake in its catalog is shown as text", async () => {
    await expect.poll(editor.window.problems()).toMatch(/base-url/);
  });
});

describe("text of the service", () => {
  beforeAll(async () => {
    const { window } = editor;
    await writeCatalog(attack);
    service.replyTo = () => ({
      body: {
        status: "failed",
        name: attack,
        error: attack,
        message: attack,
        url: "javascript:alert(3)",
        cases: [
          { name: attack, status: "failed", message: attack, url: "command:workbench.action.closeWindow" },
        ],
        test: { id: "tst_1", name: attack, projectId: "lantern-lane" },
        review: { id: "rev_1", name: attack },
      },
    });
    // Until the new catalog is read, the expression that never ends is still in use.
    await window.tree("Projects").item("onerror").row.waitFor();
    await window.tree("Projects").item("smoke").inlineAction("Run now");
    await window.notification("smoke: failed — 1 failed");
  });

  test("is text in the tree and its tooltip", async () => {
    const { window } = editor;
    const project = window.tree("Projects").item("onerror");
    const hover = await project.hover();
    await expect.poll(() => hover.innerText()).toContain("<script>alert(2)</script>");
    expect(await hover.locator("img, script, a").count()).toBe(0);
    expect(await project.row.count()).toBe(1);
    expect(await project.row.locator("img, script, a[href^=command]").count()).toBe(0);
    await window.tree("Reviews").unfold();
    await expect
      .poll(window.tree("Reviews").text())
      .toContain("[click](command:workbench.action.closeWindow)");
  });

  test("is text in a notification", async () => {
    const { window } = editor;
    service.replyTo = () => ({ status: 400, body: { message: attack } });
    await window.tree("Projects").item("smoke").inlineAction("Run now");
    const message = await window.notificationMessage("The service refused it");
    expect(await message.innerText()).toContain("<script>alert(2)</script>");
    expect(await message.locator("img, script, a[href^='command:'], a[data-href^='command:']").count()).toBe(
      0,
    );
  });

  test("is text in a report, which loads nothing", async () => {
    const { window } = editor;
    await window.tree("Runs").unfold();
    const { row } = window.tree("Runs").item(/smoke.*never started: .*<script>/);
    expect(await row.locator("img, script, a[href^=command]").count()).toBe(0);
    // The batch opens its last report. The latest run never started, so it has none.
    await window.tree("Projects").item("smoke").click();
    await expect.poll(window.webviewText()).toContain("<script>alert(2)</script>");
    const report = window.webview();
    expect(await report.locator("main img, main script, main iframe, main form").count()).toBe(0);
    const links = await report.locator("main a").evaluateAll(all => all.map(a => a.getAttribute("href")));
    expect(links.filter(link => !/^https?:/.test(link ?? ""))).toEqual([]);
  });

  test("is text on a review's page and in a form, which load nothing and send nothing", async () => {
    const { window } = editor;
    const sent = service.requests.length;
    for (const open of [
      () => window.tree("Reviews").item("onerror").click(),
      () => window.palette("Callboard: Create test"),
    ]) {
      await window.palette("View: Close All Editors");
      await open();
      await window.webview().locator("main article h1").waitFor();
      await expect
        .poll(() => window.webview().locator("main").textContent())
        .toContain("<script>alert(2)</script>");
      const foreign = window.webview().locator("main :is(img, script, iframe, form, a, style, link)");
      expect(await foreign.count()).toBe(0);
    }
    expect(service.requests.length).toBe(sent);
  });

  test("loads and calls nothing", async () => {
    expect(editor.pageRequests).toEqual([]);
    const ports = new Set((await editor.connections()).map(({ port }) => port));
    expect([...ports]).toEqual([service.port]);
    expect(attacker.requests).toEqual([]);
    expect(editor.alerts).toEqual([]);
  });
});
