/**
 * How fast Callboard is beside small extensions in the same window, as ratios. They are far from their limits, and a test
 * measures again before it fails, because other work of the machine can slow down a part of one measurement.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { median } from "../../bench/figures.ts";
import { type Editor, startEditor } from "../editor.ts";
import { packageTestExtension } from "../package-test-extension.ts";
import { scratchFolder } from "../scratch.ts";
import { type ObservedService, startObservedService } from "./observed-service.ts";
import { timeToExpand } from "./time-to-expand.ts";

const rounds = 3;

let editor: Editor;
let service: ObservedService;
/** The number of responses, which is in the names of their records. */
let responses = 0;
/** The views that have shown a response. */
const withGroup = new Set<string>();

beforeAll(async () => {
  const temp = await scratchFolder();
  const open = join(temp, "shop");
  await mkdir(open);
  service = await startObservedService();
  service.replyTo = () => {
    responses++;
    const tests = Array.from({ length: 10_000 }, (_, index) => ({
      id: `tst_${index}`,
      name: `Test ${index} of response ${responses}`,
    }));
    return { body: { project: { id: "prj_1", name: `Large ${responses}`, tests } } };
  };
  editor = await startEditor({
    open,
    extensions: [
      inject("callboard"),
      await packageTestExtension("plain"),
      await packageTestExtension("idle"),
    ],
    machineSettings: {
      "callboard.services": [{ name: "Mine", baseUrl: service.url }],
      "plain.service": service.url,
    },
  });
});

afterAll(() => service.close());

test("it starts within ten times what an extension takes that does nothing", { retry: 2 }, async () => {
  const { window } = editor;
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await window.reloadWindow();
    await window.palette("Plain: Measure Starts");
    const [idle = 0, callboard = 0] = (await window.notification("Idle")).match(/[\d.]+/g)?.map(Number) ?? [];
    ratios.push(callboard / idle);
  }
  expect(median(ratios)).toBeLessThan(10);
});

test("the first of 10,000 records show within four times what a plain tree takes", { retry: 2 }, async () => {
  const { window } = editor;
  if (service.requests.length === 0) {
    await window.activityBar("Callboard");
    await window.palette("Callboard: Import demo project");
    await window.page.getByText(`API key for ${service.url}`).waitFor();
    await window.type(service.key);
    await window.tree("Projects").item("Tests").row.waitFor();
    withGroup.add("Projects");
  }
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await window.activityBar("Plain");
    const plain = await timeToFirstRow("Plain: Import", "Plain Rows", /^Large/);
    await window.activityBar("Callboard");
    const callboard = await timeToFirstRow("Callboard: Import demo project", "Projects", /^Tests/);
    ratios.push(callboard / plain);
  }
  expect(median(ratios)).toBeLessThan(4);
});

/** Imports the next response while the group of its records is collapsed, and then expands the group. */
async function timeToFirstRow(command: string, view: string, group: RegExp): Promise<number> {
  const { window } = editor;
  const tree = window.tree(view);
  const next = responses + 1;
  // The view can still be drawing its rows, so their number would not say whether there is a group.
  if (withGroup.has(view)) await tree.item(group).collapse();
  withGroup.add(view);
  await window.palette(command);
  await tree.item(`Large ${next}`).row.waitFor();
  return timeToExpand(editor, view, { row: group, first: `Test 0 of response ${next}` });
}
