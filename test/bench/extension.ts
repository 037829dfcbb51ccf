/** Measures the extension in a real VS Code against its budgets: start time, bundle sizes, large trees. */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleExtension } from "../../extension/build.ts";
import { isJsonObject } from "../../shared/json.ts";
import { type Editor, startEditor } from "../editor/editor.ts";
import { startObservedService } from "../editor/extension/observed-service.ts";
import { packageExtension } from "../editor/extension/package-extension.ts";
import { timeToExpand } from "../editor/extension/time-to-expand.ts";
import { runInExtensionHost } from "../editor/extension-host.ts";
import { waitUntilStill } from "../editor/until.ts";
import { median, milliseconds, show } from "./figures.ts";

const starts = 5;
const many = 10_000;

const temp = await mkdtemp(join(tmpdir(), "callboard-bench-"));
try {
  const vsix = await packageExtension(temp);
  const open = join(temp, "shop");
  await mkdir(open);

  let version = "";
  const own: number[] = [];
  const whole: number[] = [];
  for (let start = 0; start < starts; start++) {
    const checks = join(import.meta.dirname, "extension-checks.mts");
    const { activation } = await runInExtensionHost({ open, extensions: [vsix], checks });
    if (!isJsonObject(activation)) throw new Error(String(activation));
    own.push(Number(activation["ownMs"]));
    whole.push(Number(activation["wholeMs"]));
    version = String(activation["version"]);
  }

  const { files } = await bundleExtension();
  const sizes = ["desktop", "web"].map(host => scriptSizes(files, host));
  const largest = (size: "entry" | "all") => Math.max(...sizes.map(each => each[size]));

  const { firstRows, rows, silent } = await largeTree(open, vsix);

  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  show({
    about: `The extension in VS Code ${version}; starts are medians of ${starts}.`,
    head: ["the extension", "measured", "aim"],
    rows: [
      ["its code read, and started", milliseconds(median(own)), "50 ms"],
      ["with what VS Code does around it", milliseconds(median(whole)), ""],
      ["entry bundle", kilobytes(largest("entry")), "150 KB"],
      ["all bundles of one host", kilobytes(largest("all")), "520 KB"],
      [`${many.toLocaleString("en")} records in one group, first rows`, milliseconds(firstRows), "1,000 ms"],
      ["rows of its first page", String(rows), "200"],
      ["connections before a person acts", String(silent), "0"],
    ],
  });
} finally {
  await rm(temp, { recursive: true });
}

function scriptSizes(files: ReadonlyMap<string, string>, host: string): { entry: number; all: number } {
  let [entry, all] = [0, 0];
  for (const [path, text] of files) {
    if (!path.startsWith(`${host}/`) || !/\.m?js$/.test(path)) continue;
    const size = Buffer.byteLength(text);
    all += size;
    if (path === `${host}/extension.js`) entry = size;
  }
  return { entry, all };
}

/** Measures from the click on a group to its first rows, inside the page. */
async function largeTree(
  open: string,
  vsix: string,
): Promise<{ firstRows: number; rows: number; silent: number }> {
  const service = await startObservedService();
  const tests = Array.from({ length: many }, (_, index) => ({ id: `tst_${index}`, name: `Test ${index}` }));
  service.replyTo = () => ({ body: { project: { id: "prj_1", name: "Large", tests } } });
  const editor = await startEditor({
    open,
    extensions: [vsix],
    machineSettings: { "callboard.services": [{ name: "Mine", baseUrl: service.url }] },
  });
  try {
    const { window } = editor;
    await window.activityBar("Callboard");
    await window.page.getByText("Import the Demo Project").waitFor();
    const silent = (await editor.connections()).length + editor.pageRequests.length;

    await window.palette("Callboard: Import demo project");
    await window.page.getByText(`API key for ${service.url}`).waitFor();
    await window.type(service.key);
    await window.tree("Projects").item("Tests").row.waitFor();
    // VS Code is still opening the response beside the tree, which occupies the window.
    await waitUntilStill(window.editorText(), 1000);
    const firstRows = await timeToExpand(editor, "Projects", { row: "Tests", first: "Test 0" });
    return { firstRows, rows: await rowsOfPage(editor), silent };
  } finally {
    await editor.close();
    await service.close();
  }
}

async function rowsOfPage({ window }: Editor): Promise<number> {
  await window.tree("Projects").item("Test 0").click();
  await window.keyboard.press("End");
  const more = await window.tree("Projects").item("Show more").row.innerText();
  return many - Number(/(\d+) left/.exec(more)?.[1]);
}
