/**
 * Tests what the other tests rely on and can't show: that a connection, a failure and a login are noticed, and that
 * nothing is left behind.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Editor, startEditor } from "./editor.ts";
import { loginSettings } from "./login.ts";
import { packageTestExtension } from "./package-test-extension.ts";
import { scratchFolder } from "./scratch.ts";

let probe: string;
let login: string;
let open: string;
const requests: string[] = [];
const service = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.end("pong");
});
let port: number;

beforeAll(async () => {
  const temp = await scratchFolder();
  probe = await packageTestExtension("probe");
  login = await packageTestExtension("login");
  open = join(temp, "one");
  await mkdir(join(open, ".vscode"), { recursive: true });
  await writeFile(join(open, ".vscode", "settings.json"), JSON.stringify({ "probe.greeting": "Ahoy" }));
  await new Promise<void>(resolve => service.listen(0, "127.0.0.1", resolve));
  port = (service.address() as AddressInfo).port;
});

afterAll(() => service.close());

describe("in a window", () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await startEditor({
      open,
      extensions: [probe, login],
      machineSettings: {
        "probe.service": `http://127.0.0.1:${port}/ping`,
        ...loginSettings("github-enterprise", [
          null,
          { account: "octocat", token: "token-one" },
          { account: "octocat", token: "token-two" },
        ]),
      },
    });
  });

  /** Runs a command and returns the text of its notification. */
  async function said(command: string, text: string): Promise<string> {
    await editor.window.palette("Notifications: Clear All Notifications");
    await editor.window.palette(command);
    return await editor.window.notification(text);
  }

  test("each connection, each request of the page and each alert is recorded, and there are no others", async () => {
    expect(requests).toEqual([]);
    expect(await editor.connections()).toEqual([]);
    expect(editor.pageRequests).toEqual([]);
    expect(editor.alerts).toEqual([]);
    expect(await said("Probe: Call", "Answer")).toBe("Answer: pong");
    expect(requests).toEqual(["GET /ping"]);
    expect(await editor.connections()).toEqual([{ process: "extension host", host: "127.0.0.1", port }]);

    await editor.window.page.evaluate(() => {
      new Image().src = "https://example.invalid/pixel.png";
      setTimeout(() => alert("Here I am"));
    });
    await expect.poll(() => editor.pageRequests).toEqual(["https://example.invalid/pixel.png"]);
    await expect.poll(() => editor.alerts).toEqual(["Here I am"]);
  });

  test("a login needs a person's click, who can refuse in VS Code's question and at GitHub", async () => {
    const { window } = editor;
    expect(await said("Probe: Tell the Login", "Login:")).toBe("Login: none");
    await window.palette("Probe: Log In");
    await expect.poll(window.dialog()).toContain("'Probe' wants to sign in using GitHub Enterprise Server");
    await window.dialogButton("Cancel");
    expect(await window.notification("Not logged in")).toMatch(/did not consent/i);
    await window.palette("Notifications: Clear All Notifications");
    await window.palette("Probe: Log In");
    await window.dialogButton("Allow");
    expect(await window.notification("Not logged in")).toBe("Not logged in: Cancelled");

    await window.palette("Probe: Log In");
    await window.dialogButton("Allow");
    expect(await window.notification("Login:")).toBe("Login: octocat with token-one");
  });

  test("a login survives a reload, can be renewed, and can be ended, without a connection", async () => {
    const { window } = editor;
    await window.waitForSavedState("token-one");
    await window.reloadWindow();
    expect(await said("Probe: Tell the Login", "Login:")).toBe("Login: octocat with token-one");

    await window.palette("Notifications: Clear All Notifications");
    await window.palette("Probe: Log In Anew");
    await window.dialogButton("Allow");
    expect(await window.notification("Login:")).toBe("Login: octocat with token-two");
    expect(await said("Probe: Tell the Login", "Login:")).toBe("Login: octocat with token-two");

    await window.palette("Test Login: Log Out Everywhere");
    expect(await said("Probe: Tell the Login", "Login:")).toBe("Login: none");
    expect(await editor.connections()).toHaveLength(1);
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
