/** Starts an editor with Callboard and a service beside it. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { type Editor, type StartEditorOptions, startEditor } from "../editor.ts";
import { scratchFolder } from "../scratch.ts";
import { type ObservedService, startObservedService } from "./observed-service.ts";

interface CallboardOptions extends Pick<StartEditorOptions, "settings"> {
  /** The text of the workspace's `callboard.yml`; the file is missing without it. */
  readonly catalog?: string;
  /** Leaves the service out of the person's settings. */
  readonly isUnknown?: true;
}

/** The editor closes after the file's tests; the caller closes the service. */
export async function startCallboard({ catalog, isUnknown, settings }: CallboardOptions = {}): Promise<{
  editor: Editor;
  service: ObservedService;
  open: string;
}> {
  const temp = await scratchFolder();
  const open = join(temp, "shop");
  await mkdir(open);
  if (catalog !== undefined) await writeFile(join(open, "callboard.yml"), catalog);
  const service = await startObservedService();
  const editor = await startEditor({
    open,
    extensions: [inject("callboard")],
    ...(settings && { settings }),
    ...(!isUnknown && {
      machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: service.url }] },
    }),
  });
  return { editor, service, open };
}

/** Like `startCallboard`, with the key entered and the demo project in the tree. */
export async function startWithDemo(): ReturnType<typeof startCallboard> {
  const started = await startCallboard();
  const { window } = started.editor;
  await window.activityBar("Callboard");
  await window.palette("Callboard: Import demo project");
  await window.page.getByText(`API key for ${started.service.url}`).waitFor();
  await window.type(started.service.key);
  return started;
}
