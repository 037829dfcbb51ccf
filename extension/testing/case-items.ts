/** The items of the cases beneath a target: the most severe cases first, and one item for those that are not listed. */

import type { TestController, TestItem, TestTag, Uri } from "vscode";
import type { CaseStatus } from "../../shared/reading/reading.ts";
import { compareSeverity } from "../../shared/reading/severity.ts";
import type { ReportTest } from "../../shared/report/model.ts";
import { findFile } from "../editor/folders.ts";
import { hash } from "../editor/hash.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { itemLabel, keepOnly } from "./items.ts";

/** VS Code takes seconds to show 10,000 items before the first run, and minutes for 60,000. */
export const mostCases = 500;

export interface ListedCase {
  readonly item: TestItem;
  readonly test: ReportTest;
}

export interface ListedCases {
  readonly cases: readonly ListedCase[];
  /** The item of the cases that are not listed, and the most severe of their statuses. */
  readonly rest?: { readonly item: TestItem; readonly count: number; readonly status: CaseStatus };
}

export interface CaseItemsOptions {
  readonly vscode: VSCode;
  readonly controller: TestController;
  /** The folder of the cases' files. Without it, no case has a file. */
  readonly folder: Uri | undefined;
  /** The address of the report that has all cases. Without it, only the first cases are listed. */
  readonly reportUri: (() => Uri) | undefined;
  /** Marks items that can be run. */
  readonly tags: readonly TestTag[];
  /** The id of the run with its report. */
  readonly run: string;
}

/** The run and the line that an item was put at. Listed again, it keeps its line, which can have moved with the text since. */
const places = new WeakMap<TestItem, string>();

/**
 * Keeps the items of cases that were there before, so that VS Code draws only what changed, and removes those that are not
 * listed any more. New items are added with their results.
 */
export async function listCases(
  target: TestItem,
  tests: readonly ReportTest[],
  { vscode, controller, folder, reportUri, tags, run }: CaseItemsOptions,
): Promise<ListedCases> {
  const worstFirst = tests.toSorted((one, other) => compareSeverity(one.status, other.status));
  const listed = worstFirst.slice(0, mostCases);
  const files = folder === undefined ? new Map<string, Uri>() : await findFiles(vscode, folder, listed);
  const namesakes = new Map<string, number>();
  const itemWith = (id: string, label: string, uri: Uri | undefined): TestItem => {
    const before = target.children.get(id);
    if (before?.uri?.toString() !== uri?.toString() || before === undefined) {
      return controller.createTestItem(id, label, uri);
    }
    before.label = label;
    return before;
  };
  const cases = listed.map((test, index): ListedCase => {
    const { name, suite, filePath, line = 1 } = test;
    const groups = suite.slice(1);
    const key = hash([...groups, name].join("\n"));
    const number = (namesakes.get(key) ?? 0) + 1;
    namesakes.set(key, number);
    const file = files.get(filePath ?? "");
    const item = itemWith(
      `${target.id} ${key} ${number}`,
      itemLabel([...groups, name].join(" › "), rateOf(test)),
      file,
    );
    const row = Math.max(0, line - 1);
    const place = `${run} ${row}`;
    if (file !== undefined && places.get(item) !== place) item.range = new vscode.Range(row, 0, row, 0);
    places.set(item, place);
    item.sortText = sortTextAt(index);
    item.tags = tags;
    return { item, test };
  });
  const [first, ...others] = worstFirst.slice(mostCases);
  if (first === undefined || reportUri === undefined) {
    keepOnly(
      target.children,
      cases.map(each => each.item),
    );
    return { cases };
  }
  const count = others.length + 1;
  const report = reportUri();
  const item = itemWith(`${target.id} rest`, t("{0} further cases: see the report", count), report);
  item.sortText = sortTextAt(mostCases);
  const rest = { item, count, status: first.status };
  keepOnly(
    target.children,
    [...cases, rest].map(each => each.item),
  );
  return { cases, rest };
}

async function findFiles(
  vscode: VSCode,
  folder: Uri,
  tests: readonly ReportTest[],
): Promise<ReadonlyMap<string, Uri>> {
  const paths = new Set(tests.flatMap(({ filePath }) => filePath ?? []));
  const found = await Promise.all(
    [...paths].map(async path => [path, await findFile(vscode, folder, path)] as const),
  );
  return new Map(found.flatMap(([path, file]) => (file === undefined ? [] : [[path, file]])));
}

function rateOf({ extra }: ReportTest): string {
  const runs = extra?.runs ?? [];
  const passed = runs.filter(status => status === "passed").length;
  return runs.length < 2 ? "" : t("passed {0} of {1} runs", passed, runs.length);
}

function sortTextAt(index: number): string {
  return String(index).padStart(4, "0");
}
