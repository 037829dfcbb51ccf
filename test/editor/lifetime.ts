/**
 * Around the editor tests: a picture of every open window when a test failed, in `.work/screenshots`; then the
 * editors that the test opened are closed, and at the end of the file those that it shared.
 */

import { afterAll, afterEach, beforeEach } from "vitest";
import { type Editor, openEditors } from "./editor.ts";
import { EditorWindow } from "./window.ts";

let shared = new Set<Editor>();

beforeEach(() => {
  shared = new Set(openEditors);
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") {
    const pages = [...openEditors].flatMap(editor => editor.window.page.context().pages());
    for (const [index, page] of pages.entries()) {
      const picture = await new EditorWindow(page).screenshot(`${task.name} ${index + 1}`);
      console.error(`A window when "${task.name}" failed: ${picture}`);
    }
  }
  for (const editor of openEditors) if (!shared.has(editor)) await editor.close();
});

afterAll(async () => {
  for (const editor of openEditors) await editor.close();
});
