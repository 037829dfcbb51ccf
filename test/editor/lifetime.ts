/**
 * Around the editor tests: a picture of every open window when a test or what was set up before it failed, in
 * `.work/screenshots`; then the editors that the test opened are closed, and at the end of the file those that it
 * shared.
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

/** The groups of tests whose own `beforeAll` failed; what fails in a test is the test's. */
function failedSetups(group: Pick<RunnerTestSuite, "name" | "tasks" | "result">): string[] {
  const beneath = group.tasks.flatMap(task => (task.type === "suite" ? failedSetups(task) : []));
  return (group.result?.errors?.length ?? 0) > 0 ? [group.name, ...beneath] : beneath;
}
