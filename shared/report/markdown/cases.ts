/** One case as Markdown: a block for a failed or undecided case, a line of a list for any other. */

import { cut } from "../../wording.ts";
import type { ReportTest } from "../model.ts";
import { cleanStart } from "../text.ts";
import { code, fence, inlineName, openLink, prose } from "./inline.ts";
import { formatKnownDuration, joinDetails, withNonBreakingSpaces } from "./words.ts";

export function caseBlock(
  test: ReportTest,
  { sign, remark = "", facts }: { readonly sign: string; readonly remark?: string; readonly facts: string },
): string {
  return (
    `${sign} **${inlineName(test.name)}**${remark === "" ? "" : ` — ${remark}`}` +
    `${facts === "" ? "" : `<br><sub>${facts}</sub>`}\n\n`
  );
}

export function caseLine(test: ReportTest, anchor: string, ...facts: readonly string[]): string {
  return `- ${anchor}${joinDetails(inlineName(test.name), ...facts)}\n`;
}

export function briefCaseDetails(test: ReportTest): string {
  return joinDetails(withNonBreakingSpaces(formatKnownDuration(test.duration)), openLink(test.extra?.url));
}

export function caseDetails(test: ReportTest, path: string): string {
  const location = test.filePath === undefined ? "" : [test.filePath, test.line ?? []].flat().join(":");
  return joinDetails(
    path,
    withNonBreakingSpaces(formatKnownDuration(test.duration)),
    location === "" ? "" : code(cut(location, 200)),
    openLink(test.extra?.url),
  );
}

/** Gives the names of the groups around a case, the outermost first. */
export function suitePath(suite: readonly string[]): string {
  // A long path is shortened, so that the cases below have enough room.
  const shown = suite.length > 6 ? [...suite.slice(0, 5), "…"] : suite;
  return shown.map(part => inlineName(cut(part, 120))).join(" › ");
}

const mostMessage = { characters: 1500, lines: 25 };

/** A quote, or a block of code for a message with indented lines or more than five lines. */
export function messageBlock(message: string): string {
  const text = cleanStart(message, mostMessage.characters)
    .replace(/^\s*\n/, "")
    .trimEnd();
  const lines = text.split("\n");
  const isLaidOut = lines.length > 5 || lines.some(line => /^(?:\t| {2})/.test(line));
  if (!isLaidOut) return quoteBlock(text, mostMessage.characters);
  const shown = cut(lines.slice(0, mostMessage.lines).join("\n"), mostMessage.characters);
  const all = shown.length < text.length && !shown.endsWith("…") ? `${shown}\n…` : shown;
  return `${fence(all)}\n\n`;
}

export function quoteBlock(message: string, length: number): string {
  const text = prose(message, length);
  return text === "" ? "" : `> ${text}\n\n`;
}
