/**
 * Hooks around the editor tests. After a failure they take a picture of every open window, in `.work/screenshots`. They
 * close a test's own editors after the test, and shared ones after the file.
 */

import { afterAll, afterEach, beforeEach, type RunnerTestSuite } from "vitest";
import { type Editor, openEditors } from "./editor.ts";
import { EditorWindow } from "./window.ts";

let shared = new Set<Editor>();

beforeEach(() => {
  shared = new Set(openEditors);
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await takePictures(task.name);
  for (const editor of openEditors) if (!shared.has(editor)) await editor.close();
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures the hook wants.
afterAll(async ({}, file) => {
  for (const name of failedSetups(file)) await takePictures(name);
  for (const editor of openEditors) await editor.close();
});

async function takePictures(failed: string): Promise<void> {
  const pages = [...openEditors].flatMap(editor => editor.window.page.context().pages());
  for (const [index, page] of pages.entries()) {
    const picture = await new EditorWindow(page).screenshot(`${failed} ${index + 1}`);
    console.error(`A window when "${failed}" failed: ${picture}`);
  }
}

/** The groups of tests whose `beforeAll` failed; a failure in a test is the test's own. */
function failedSetups(group: Pick<RunnerTestSuite, "name" | "tasks" | "result">): string[] {
  const beneath = group.tasks.flatMap(task => (task.type === "suite" ? failedSetups(task) : []));
  return (group.result?.errors?.length ?? 0) > 0 ? [group.name, ...beneath] : beneath;
}
