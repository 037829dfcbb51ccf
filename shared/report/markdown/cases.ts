/** One case as Markdown: as a block of its own where it wants attention, else on a line of a list. */

import type { ReportTest } from "../model.ts";
import { cleanStart, cut } from "../text.ts";
import { code, fence, name, open, prose } from "./inline.ts";
import { took, unbroken } from "./words.ts";

/** A case that wants attention: its name, what is remarkable about it, and the facts. */
export function caseBlock(test: ReportTest, sign: string, remark: string, facts: string): string {
  return (
    `${sign} **${name(test.name)}**${remark === "" ? "" : ` — ${remark}`}` +
    `${facts === "" ? "" : `<br><sub>${facts}</sub>`}\n\n`
  );
}

export function caseLine(test: ReportTest, ...facts: readonly string[]): string {
  return `- ${joined(name(test.name), ...facts)}\n`;
}

/** The time it took, and where to look at it. */
export function briefFacts(test: ReportTest): string {
  return joined(unbroken(took(test.duration)), open(test.extra?.url));
}

/** Where it belongs, how long it took, where it is written and where to look at it. */
export function facts(test: ReportTest, path: string): string {
  const place = test.filePath === undefined ? "" : [test.filePath, test.line ?? []].flat().join(":");
  return joined(
    path,
    unbroken(took(test.duration)),
    place === "" ? "" : code(cut(place, 200)),
    open(test.extra?.url),
  );
}

function joined(...texts: readonly string[]): string {
  return texts.filter(text => text !== "").join(" · ");
}

/** The groups around a case, outermost first. */
export function suitePath(suite: readonly string[]): string {
  // Who nests deeper says too much for one line, and must not crowd out the cases that follow.
  const shown = suite.length > 6 ? [...suite.slice(0, 5), "…"] : suite;
  return shown.map(part => name(cut(part, 120))).join(" › ");
}

const mostMessage = { characters: 1500, lines: 25 };

/** A message below its case: prose where it is prose, a block of code where its lines are laid out. */
export function messageBlock(message: string): string {
  const text = cleanStart(message, mostMessage.characters)
    .replace(/^\s*\n/, "")
    .trimEnd();
  const lines = text.split("\n");
  const isLaidOut = lines.length > 5 || lines.some(line => /^(?:\t| {2})/.test(line));
  if (!isLaidOut) return quoted(text, mostMessage.characters);
  const shown = cut(lines.slice(0, mostMessage.lines).join("\n"), mostMessage.characters);
  const all = shown.length < text.length && !shown.endsWith("…") ? `${shown}\n…` : shown;
  return `${fence(all)}\n\n`;
}

export function whyUndecided({ message, rawStatus, status }: ReportTest): string {
  if (message !== undefined && message !== "") return message;
  if (rawStatus !== undefined && rawStatus !== "") return `Its status is \`${rawStatus}\`.`;
  return status === "pending" ? "It was not run." : "";
}

export function quoted(message: string, length: number): string {
  const text = prose(message, length);
  return text === "" ? "" : `> ${text}\n\n`;
}
