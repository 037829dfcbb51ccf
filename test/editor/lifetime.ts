/**
 * Around the editor tests: a picture of every open editor when a test failed, in `.work/screenshots`; then the
 * editors that the test opened are closed, and at the end of the file those that it shared.
 */

import { afterAll, afterEach, beforeEach } from "vitest";
import { type Editor, openEditors } from "./editor.ts";

let shared = new Set<Editor>();

beforeEach(() => {
  shared = new Set(openEditors);
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") {
    for (const editor of openEditors) {
      console.error(`The editor when "${task.name}" failed: ${await editor.window.screenshot(task.name)}`);
    }
  }
  for (const editor of openEditors) if (!shared.has(editor)) await editor.close();
});

afterAll(async () => {
  for (const editor of openEditors) await editor.close();
});
