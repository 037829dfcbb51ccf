/**
 * Takes the pictures of a real VS Code for the READMEs: `node test/pictures/editor.ts`. An argument names another
 * folder for them.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Editor, startEditor } from "../editor/editor.ts";
import { packageExtension } from "../editor/extension/package-extension.ts";
import { packageTestExtension } from "../editor/package-test-extension.ts";
import { Testing } from "../editor/testing.ts";
import { startTeamOnPullRequest } from "./pull-request.ts";
import { smallPng } from "./small-png.ts";

const repository = join(import.meta.dirname, "..", "..");
const pictures = process.argv[2] ?? join(repository, ".github", "pictures");
/** The package contains these too, because its README shows them. */
const packaged = process.argv[2] ?? join(repository, "extension", "media", "pictures");
const isPackaged = /^editor-(report|review|palette|pull-request|teaching|testing)-dark$/;

/** A response with words of the service's own. */
const response = {
  run: { state: "wrapped up", calls: 3 },
  results: [
    { persona: "Hurried parent", name: "Books a table for two", status: "greenlit", duration_ms: 41_200 },
    { persona: "Polite retiree", name: "Cancels an order", status: "greenlit", duration_ms: 38_700 },
    { persona: "Tired nurse", name: "Asks for a refund", status: "sent back", duration_ms: 52_900 },
  ],
};

const catalog = `batches:
  smoke: { id: smoke, name: Smoke }
  returns: { id: returns, name: Returns, fields: { name: Returns and repairs } }

personas:
  parent: { fields: { name: Hurried parent, patience: low } }
`;

const temp = await mkdtemp(join(tmpdir(), "callboard-pictures-"));
const open = join(temp, "lamp-shop");

/** The steps before each picture, by file name, in one window. */
const moments: Readonly<Record<string, (editor: Editor) => Promise<void>>> = {
  async "editor-report"({ window }) {
    await window.welcomeButton("Try It with the Embedded Service");
    const projects = window.tree("Projects");
    await projects.item("Batches").expand();
    await projects.item("Smoke").inlineAction("Run");
    await window.notificationButton("Smoke: failed", "Open report");
    await window.tree("Runs").unfold();
    await window.tree("Runs").item("Smoke").expand();
    await window.webview().getByText("Cancels an order within the hour").first().waitFor();
  },

  async "editor-review"({ window }) {
    await window.tree("Reviews").item("Was the handover").row.click();
    await window.webview().locator("textarea").fill("Short, but kind.");
    await window.webview().locator("main[data-calm]").waitFor();
  },

  async "editor-palette"({ window }) {
    await window.keyboard.press("Escape");
    await window.keyboard.press("F1");
    await window.fill(">Callboard: ");
    await window.page.getByRole("option", { name: "Callboard: Add" }).first().waitFor();
  },

  async "editor-teaching"({ window }) {
    await window.keyboard.press("Escape");
    await window.openFile("smoke.json");
    await window.palette("Callboard: Show how this was read");
    await window.page.getByText("Teach Callboard…").waitFor();
  },

  async "editor-walkthrough"({ window }) {
    await window.keyboard.press("Escape");
    await window.palette("View: Toggle Primary Side Bar Visibility"); // makes room for the pictures
    await window.palette("Callboard: First steps");
    await window.page.getByText("Try it without an account").first().waitFor();
    await window.webview().locator("svg").waitFor();
  },

  async "editor-testing"({ window }) {
    await writeFile(join(open, "callboard.yml"), catalog);
    await window.palette("View: Close All Editors");
    await window.openFile("callboard.yml");
    const testing = new Testing(window);
    await testing.open();
    await testing.run("Smoke");
    await window.notification("Smoke: failed");
    await testing.expand("Smoke");
    await window.palette("Notifications: Clear All Notifications");
    await window.page.locator(".test-output-peek-tree").getByText("Cancels an order").first().click();
    await window.page.getByText("The order was still").first().waitFor();
    // VS Code shows a progress for some time after its end.
    await window.page.locator(".notifications-toasts").getByText("running").waitFor({ state: "hidden" });
  },
};

await mkdir(pictures, { recursive: true });
await mkdir(packaged, { recursive: true });
try {
  await mkdir(open);
  await writeFile(join(open, "smoke.json"), `${JSON.stringify(response, null, 2)}\n`);
  const vsix = await packageExtension(temp);
  for (const theme of ["light", "dark"]) {
    await rm(join(open, "callboard.yml"), { force: true });
    const editor = await startEditor({ open, extensions: [vsix], settings: settingsFor(theme) });
    const { window } = editor;
    await window.page.setViewportSize({ width: 1280, height: 800 });
    await window.activityBar("Callboard");
    await widen(editor, 120);
    for (const [name, act] of Object.entries(moments)) {
      await act(editor);
      await take(editor, `${name}-${theme}`);
    }
    await editor.close();
    await using team = await startTeamOnPullRequest(join(temp, theme));
    const other = await startEditor({
      ...team.editor,
      extensions: [vsix, await packageTestExtension("login")],
      settings: { ...settingsFor(theme), ...team.editor.settings },
    });
    await other.window.page.setViewportSize({ width: 1280, height: 800 });
    await other.window.activityBar("Callboard");
    await widen(other, 160);
    await team.decide(other);
    await take(other, `editor-pull-request-${theme}`);
    await other.close();
  }
} finally {
  await rm(temp, { recursive: true });
}

async function take({ window }: Editor, file: string): Promise<void> {
  await window.page.mouse.move(900, 790); // points at no row
  const picture = await smallPng(window.page, await window.page.screenshot());
  await writeFile(join(pictures, `${file}.png`), picture);
  if (isPackaged.test(file)) await writeFile(join(packaged, `${file}.png`), picture);
}

function settingsFor(theme: string) {
  return {
    "workbench.colorTheme": theme === "dark" ? "Default Dark Modern" : "Default Light Modern",
    "breadcrumbs.enabled": false,
    "window.commandCenter": false,
    "window.title": "lamp-shop",
  };
}

/** Widens the side bar, which is narrow at first, for long names. */
async function widen({ window }: Editor, by: number): Promise<void> {
  const edge = await window.page.locator(".part.sidebar").boundingBox();
  if (edge === null) return;
  const [x, y] = [edge.x + edge.width + 1, edge.y + 300];
  await window.page.mouse.move(x, y);
  await window.page.mouse.down();
  await window.page.mouse.move(x + by, y, { steps: 4 });
  await window.page.mouse.up();
}
