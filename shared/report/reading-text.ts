/** Shows how a saved response is read, as plain text: for `npm run read` and for the editor. */

import { isJsonObject, type JsonObject } from "../json.ts";
import type { CaseStatus, Reading } from "../reading/reading.ts";
import { evidenceText } from "./evidence-text.ts";
import { formatCount, formatKnownDuration, formatNumber, joinDetails } from "./markdown/words.ts";
import { countCases } from "./report.ts";
import { shortLine } from "./text.ts";

/** The problem says what is wrong with the text, and what to do. */
export function parseSavedResponse(
  text: string,
):
  | { readonly response: JsonObject; readonly raw: Uint8Array; readonly problem?: never }
  | { readonly response?: never; readonly raw?: never; readonly problem: string } {
  const json = text.replace(/^\uFEFF/, "");
  if (json.trim() === "")
    return { problem: "It is empty; save the body of one of the service's responses in it." };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = line(error instanceof Error ? error.message : String(error));
    return {
      problem: `It is not JSON (${reason}); save only the body of the response, without its headers.`,
    };
  }
  if (isJsonObject(value)) return { response: value, raw: new TextEncoder().encode(json) };
  const kind = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
  return { problem: `It is ${kind}; the service's responses are JSON objects.` };
}

const mostListed = 50;
const longestText = 200;

export function readingText(reading: Reading): string {
  const {
    verdict,
    isRunning,
    evidence,
    cases,
    reviews,
    recordReferences = [],
    numberedObjectCount = 0,
    links,
  } = reading;
  const verdictText = isRunning ? `${verdict}, because the run goes on` : verdict;
  const lines = [
    `verdict:   ${verdictText}`,
    `evidence:  ${evidenceText(evidence)}`,
    `counts:    ${countsText(reading)}`,
    ...(reading.durationMs === undefined ? [] : [`duration:  ${formatKnownDuration(reading.durationMs)}`]),
    ...links.map(link => `page:      ${shortLine(link, longestText)}`),
    ...section("case", cases, ({ status, name, rawStatus, message, durationMs }) =>
      joinDetails(
        `${statusWords[status]}  ${line(name)}`,
        rawStatus !== undefined && rawStatus !== status ? `status ${line(rawStatus)}` : "",
        formatKnownDuration(durationMs),
        message && line(message),
      ),
    ),
    ...section("review", reviews, ({ id, label, case: about, state }) =>
      joinDetails(line(id), state ?? "open", label && line(label), about && line(about)),
    ),
    ...(numberedObjectCount === 0
      ? []
      : [
          `left out:  ${formatCount(numberedObjectCount, "object")}, because a record's id is a text, and not a number`,
        ]),
    ...section("record", recordReferences, ({ kind, id, label }) =>
      joinDetails(`${kind} ${line(id)}`, label && line(label)),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const statusWords = {
  passed: "passed ",
  failed: "failed ",
  skipped: "skipped",
  pending: "pending",
  other: "unknown",
} as const satisfies Record<CaseStatus, string>;

function section<T>(name: string, items: readonly T[], lineOf: (item: T) => string): string[] {
  if (items.length === 0) return [];
  const more = items.length > mostListed ? [`  and ${formatNumber(items.length - mostListed)} more`] : [];
  const shown = items.slice(0, mostListed).map(item => `  ${lineOf(item)}`);
  return ["", `${formatCount(items.length, name)}:`, ...shown, ...more];
}

/** As in a report, so that the list below can't contradict them. */
function countsText(reading: Reading): string {
  const { total, passed, failed, skipped, other } = countCases(reading);
  if (total === 0) return "none";
  const parts = Object.entries({ passed, failed, skipped, "undecided or pending": other });
  return [formatCount(total, "case"), ...parts.map(([name, count]) => `${formatNumber(count)} ${name}`)].join(
    ", ",
  );
}

function line(text: string): string {
  return shortLine(text, longestText);
}
