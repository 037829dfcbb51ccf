/** Writes the result of a target and of its cases into a test run of VS Code. */

import type { MarkdownString, TestItem, TestMessage, TestRun } from "vscode";
import type { CaseStatus, Verdict } from "../../shared/reading/reading.ts";
import { evidenceWithAdvice } from "../../shared/report/evidence-text.ts";
import type { ReportTest, TargetResult } from "../../shared/report/model.ts";
import { targetLabel } from "../../shared/report/report.ts";
import { clean, isOriginalId } from "../../shared/report/text.ts";
import { operation } from "../../shared/service/operations.ts";
import { cut } from "../../shared/wording.ts";
import { windowHasAnswered } from "../editor/conditions.ts";
import { t } from "../editor/l10n.ts";
import { labelText, withoutCodeMarks } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { EndedTarget } from "../runs/store.ts";
import { caseStatusName, stateName } from "../services/verdict-labels.ts";
import type { ListedCases } from "./case-items.ts";

type TestState = Exclude<CaseStatus, "pending">;

const stateOfVerdict: Readonly<Record<Verdict, TestState>> = {
  passed: "passed",
  failed: "failed",
  unknown: "other",
};

function stateOfCase(status: CaseStatus): TestState {
  return status === "pending" ? "other" : status;
}

/** The window draws so many results before the next ones. Of 500 at once, it would draw the first together with the last. */
const resultsAtOnce = 50;

/** VS Code draws the message in the editor, where a longer one would be cut anyway. */
const longestMessage = 2000;

export interface TargetOutcome {
  readonly item: TestItem;
  readonly result: TargetResult;
  readonly listed: ListedCases;
  /** A cancelled target without a clear result counts as skipped. */
  readonly isCancelled: boolean;
  /** The results of the target and of the listed cases are in the test run already. */
  readonly isShown: boolean;
  /** Replaces the evidence, which is from before people's decisions. */
  readonly reason?: string | undefined;
}

/** Adds the cases to the target as their results come: the target's own result first, and then the most severe cases. */
export async function writeOutcome(vscode: VSCode, run: TestRun, outcome: TargetOutcome): Promise<void> {
  const { item: target, result, listed, isCancelled, isShown, reason } = outcome;
  const { error, durationMs } = result;
  const write = (item: TestItem, state: TestState, text: string | MarkdownString, durationMs?: number) => {
    if (state === "skipped") run.skipped(item);
    else if (state === "passed") run.passed(item, durationMs);
    // A case without a file of its own fails at its target's line.
    else {
      const message = messageAt(vscode, text, [item, target]);
      if (state === "failed") run.failed(item, message, durationMs);
      // VS Code has no state for undecided, and only a pass may be green.
      else run.errored(item, message, durationMs);
    }
  };
  const own = error === undefined ? stateOfVerdict[result.verdict] : "other";
  const state = own === "other" && isCancelled ? "skipped" : own;
  // VS Code draws the message beside the target's line as plain text, with its backticks.
  if (!isShown)
    write(target, state, textOf(withoutCodeMarks(error ?? reason ?? evidenceWithAdvice(result))), durationMs);
  for (const [index, { item, test }] of isShown ? [] : listed.cases.entries()) {
    if (index % resultsAtOnce === 0) await windowHasAnswered(vscode);
    addItem(target, item);
    write(item, stateOfCase(test.status), messageOf(vscode, test, result), test.duration || undefined);
  }
  if (listed.rest !== undefined) {
    const { item, count, status } = listed.rest;
    const text = t("At least one of {0} further cases is {1}.", count, caseStatusName(status));
    addItem(target, item);
    write(item, stateOfCase(status), text);
  }
}

function addItem({ children }: TestItem, item: TestItem): void {
  if (children.get(item.id) !== item) children.add(item);
}

/** For a run without a report. */
export function writeReason(vscode: VSCode, run: TestRun, item: TestItem, reason: string): void {
  run.errored(item, messageAt(vscode, textOf(reason), [item]));
}

function messageAt(
  { Location, TestMessage }: VSCode,
  text: string | MarkdownString,
  places: readonly TestItem[],
): TestMessage {
  const message = new TestMessage(text);
  for (const { uri, range } of places) {
    if (uri !== undefined && range !== undefined) message.location ??= new Location(uri, range);
  }
  return message;
}

/** The text contains no terminal sequences, which VS Code would carry out. */
export function writeOutput(run: TestRun, lines: readonly string[], item?: TestItem): void {
  const text = lines.map(line => `${clean(line)}\n`).join("");
  run.appendOutput(text.replaceAll("\n", "\r\n"), undefined, item);
}

function textOf(text: string): string {
  return cut(clean(text), longestMessage) || t("The response gives no reason.");
}

function messageOf(
  vscode: VSCode,
  { name, status, message, rawStatus }: ReportTest,
  { reviewDetails = [] }: TargetResult,
): string | MarkdownString {
  const reason = message ?? rawStatus ?? "";
  if (status !== "other" && status !== "pending") return textOf(reason);
  const review = reviewDetails.find(({ state, case: about }) => state === "open" && about === name);
  if (review === undefined) return textOf(reason || caseStatusName(status));
  const text = new vscode.MarkdownString();
  text.appendText(t("Needs a person: {0}", labelText(review.label ?? reason, longestMessage) || name));
  if (!isOriginalId(review.id)) return text;
  text.isTrusted = { enabledCommands: ["callboard.openReview"] };
  const address = `command:callboard.openReview?${encodeURIComponent(JSON.stringify([review.id]))}`;
  text.appendMarkdown(`\n\n[${t("Open review")}](${address.replaceAll(")", "%29").replaceAll("(", "%28")})`);
  return text;
}

/** The verdict of a target, its requests and the evidence. */
export function outputOf({ result, requests }: EndedTarget): string[] {
  const own = requests.filter(
    ({ id, operation: name }) => id === result.id && operation(name).kind === result.kind,
  );
  return [
    `${targetLabel(result)}: ${stateName(result.verdict)}`,
    ...own.map(({ operation: name, status, count }) => {
      const { method, path } = operation(name);
      const times = count > 1 ? ` × ${count}` : "";
      return `  ${method} ${path.replace("{id}", result.id)}: ${status ?? t("no response")}${times}`;
    }),
    ...[evidenceWithAdvice(result), result.error].flatMap(text => (text ? [`  ${text}`] : [])),
  ];
}
