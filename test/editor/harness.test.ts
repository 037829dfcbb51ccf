/** Tests the harness on a small extension, so that later failures are the product's. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Editor, startEditor } from "./editor.ts";
import { runInExtensionHost } from "./extension-host.ts";
import { packageTestExtension } from "./package-test-extension.ts";
import { scratchFolder } from "./scratch.ts";

let temp: string;
let vsix: string;
let workspace: string;
const requests: string[] = [];
const service = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.end("pong");
});
let port: number;

beforeAll(async () => {
  temp = await scratchFolder();
  vsix = await packageTestExtension("probe", temp);
  for (const folder of ["one", "two"]) {
    await mkdir(join(temp, folder, ".vscode"), { recursive: true });
    await writeFile(
      join(temp, folder, ".vscode", "settings.json"),
      JSON.stringify({ "probe.greeting": "Ahoy" }),
    );
  }
  workspace = join(temp, "both.code-workspace");
  await writeFile(workspace, JSON.stringify({ folders: [{ path: "one" }, { path: "two" }] }));
  await new Promise<void>(resolve => service.listen(0, "127.0.0.1", resolve));
  port = (service.address() as AddressInfo).port;
});

afterAll(() => service.close());

describe("a person's window", () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await startEditor({
      open: workspace,
      extensions: [vsix],
      settings: { "probe.greeting": "Good day" },
      machineSettings: { "probe.service": `http://127.0.0.1:${port}/ping` },
    });
  });

  test("shows the tree, its badge, and the text of an empty view", async () => {
    const { window } = editor;
    await window.activityBar("Probe");
    await expect
      .poll(window.tree("Things").text())
      .toBe("▸ fruit\napple  5 letters\npear  4 letters\nplum  4 letters");
    await window.tree("Things").item("fruit").expand();
    await expect.poll(window.tree("Things").item("pear").icon()).toBe("pass");
    await expect.poll(window.tree("Things").item("pear").accessibleName()).toBe("The pear");
    await expect.poll(window.activityBadge("Probe")).toBe("3");
    await window.tree("Nothing").unfold();
    await expect.poll(window.welcomeText("Nothing")).toBe("Nothing here yet.\nBegin");
    await window.statusBar("probing").waitFor();
  });

  test("nothing goes over the network before a person acts, and then only what they asked for", async () => {
    const { window } = editor;
    expect(requests).toEqual([]);
    expect(await editor.connections()).toEqual([]);
    expect(editor.pageRequests).toEqual([]);
    expect(editor.alerts).toEqual([]);
    await window.palette("Probe: Call");
    expect(await window.notification("Answer")).toBe("Answer: pong");
    await window.notificationButton("Answer", "Thanks");
    expect(requests).toEqual(["GET /ping"]);
    expect(await editor.connections()).toEqual([{ process: "extension host", host: "127.0.0.1", port }]);

    await window.page.evaluate(() => {
      new Image().src = "https://example.invalid/pixel.png";
      setTimeout(() => alert("Here I am"));
    });
    await expect.poll(() => editor.pageRequests).toEqual(["https://example.invalid/pixel.png"]);
    await expect.poll(() => editor.alerts).toEqual(["Here I am"]);
  });

  test("input boxes validate, pick lists offer entries, and the tree shows the result", async () => {
    const { window } = editor;
    await window.viewAction("Things", "Name a Thing");
    await window.fill("two words");
    await expect.poll(window.quickInput()).toMatchObject({ title: "Name", message: "One word, please." });
    await window.type("cherry");
    await expect.poll(window.options()).toEqual(["small  S", "large"]);
    await window.pick("large");
    await window.pick("red");
    await window.pick("blue");
    await window.accept();
    await expect.poll(window.tree("Things").item("large red blue cherry").icon()).toBe("pass");
  });

  test("a context menu opens a dialog, and an inline action an editor with a problem", async () => {
    const { window } = editor;
    const pear = window.tree("Things").item("pear");
    await pear.contextMenu("Drop");
    await expect.poll(window.dialog()).toBe("Drop pear?\nIt cannot be picked up.");
    await window.dialogButton("Drop");
    await pear.row.waitFor({ state: "detached" });

    await window.tree("Things").item("plum").inlineAction("Show");
    await expect.poll(window.editorText()).toBe('{"thing":"plum"}');
    await window.showProblems();
    await expect.poll(window.problems()).toMatch(/plum is bruised/);
    await window.replaceEditorText('{\n  "thing": ["fig"]\n}');
    await expect.poll(window.editorText()).toBe('{\n  "thing": ["fig"]\n}');
    await window.editorAction("Name a Thing");
    await expect.poll(window.quickInput()).toMatchObject({ title: "Name" });
    await window.keyboard.press("Escape");
  });

  test("previews, walkthroughs and output channels can be read", async () => {
    const { window } = editor;
    await window.palette("Probe: Preview");
    await expect.poll(window.webviewText()).toMatch(/^A report\s+verdict\s+red$/);
    // The tab may keep its first name in its attributes; a person reads its text.
    await expect.poll(() => window.page.locator(".tab.active").innerText()).toContain("Preview report.md");
    await expect
      .poll(() => window.page.locator(".tab").allInnerTexts())
      .toEqual([expect.stringContaining("Untitled-1"), expect.stringContaining("Preview report.md")]);
    await window.palette("Probe: Walk Through");
    await expect.poll(window.walkthrough()).toMatch(/^First Steps\n/);
    // VS Code may read a workspace's folders later than it starts the extension.
    const said = async () => {
      await window.palette("Notifications: Clear All Notifications");
      await window.palette("Probe: Say");
      return window.notification("from");
    };
    await expect.poll(said).toBe("Good day from one+two");
    await expect.poll(window.notifications()).toEqual(["Good day from one+two"]);
    await window.showOutput("Probe");
    await expect.poll(window.output()).toMatch(/\[info\] said it/);
  });

  test("a secret survives a reload of the window", async () => {
    const { window } = editor;
    await window.palette("Probe: Keep a Secret");
    await window.notification("Kept");
    await window.reloadWindow();
    await window.palette("Probe: Tell the Secret");
    expect(await window.notification("Secret")).toBe("Secret: the cat did it");
  });
});

test("an untrusted workspace is restricted until a person trusts it", async () => {
  const editor = await startEditor({ open: join(temp, "one"), extensions: [vsix], trust: "ask" });
  const { window } = editor;
  await window.statusBar("Restricted Mode").waitFor();
  await window.palette("Probe: Say");
  expect(await window.notification("from")).toBe("Hello from one");
  await window.trustWorkspace();
  await window.palette("Probe: Say");
  expect(await window.notification("Ahoy")).toBe("Ahoy from one");
});

test("the oldest version runs the same extension", async () => {
  const editor = await startEditor({ open: join(temp, "one"), extensions: [vsix], lane: "oldest" });
  const { window } = editor;
  await window.activityBar("Probe");
  await expect.poll(window.tree("Things").text()).toMatch(/^▸ fruit\napple {2}5 letters/);
  await window.palette("Probe: Say");
  expect(await window.notification("from")).toBe("Ahoy from one");
});

test("checks inside the extension host have the whole API, and report which of them failed", async () => {
  const outcomes = await runInExtensionHost({
    open: join(temp, "one"),
    extensions: [vsix],
    checks: join(import.meta.dirname, "probe", "checks.mts"),
  });
  expect(outcomes).toEqual({
    fails: expect.stringMatching(/^failed: AssertionError.*as it should/),
    measures: expect.any(Number),
    seesTheInstalledExtension: "passed",
  });
});

test("nothing outlives the test process, even if that is killed", async () => {
  const start = `
    const { startEditorServer } = await import("${import.meta.dirname}/editor.ts");
    const { home, origin } = await startEditorServer({ open: "/" });
    console.log(JSON.stringify({ home, origin }));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", start]);
  const [line] = await once(child.stdout, "data");
  const { home, origin }: { home: string; origin: string } = JSON.parse(line);
  expect(existsSync(home)).toBe(true);
  await fetch(origin);
  child.kill("SIGKILL");
  await expect.poll(() => existsSync(home)).toBe(false);
  await expect(fetch(origin)).rejects.toThrow();
});
