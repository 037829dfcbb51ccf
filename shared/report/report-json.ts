/**
 * Writes and reads `report.json`. A field that earlier versions didn't write may be missing, and a minor field, such as
 * `timestamp`, may be unreadable. A deviation in any other field is an error, because ignoring it could hide a failure.
 */

import { read, UnreadableError } from "../codec.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { mostSevereVerdict } from "../reading/severity.ts";
import { type Report, reportCodec } from "./model.ts";
import { shortLine } from "./text.ts";

/** Gives the text in pieces, because a million cases exceed JavaScript's longest string. Each case is on its own line. */
export function* reportJson({ results, ...report }: Report): Generator<string> {
  const { tests, ...counted } = results;
  const others = { ...counted, summary: { ...counted.summary, ...explainCounts(results) } };
  yield "{\n";
  for (const [name, value] of Object.entries(report)) yield member(name, value, "  ");
  yield '  "results": {\n';
  for (const [name, value] of Object.entries(others)) yield member(name, value, "    ");
  yield '    "tests": [';
  let separator = "\n";
  for (const test of tests) {
    yield `${separator}      ${JSON.stringify(test)}`;
    separator = ",\n";
  }
  yield "\n    ]\n  }\n}\n";
}

/**
 * CTRF's `summary` normally counts `tests`. Here it counts all cases of the run, because readers of CTRF take the rate of
 * passed tests and the number of failures from it, and failures that a response only counts would disappear.
 */
function explainCounts({ summary, tests }: Report["results"]): object {
  if (summary.tests === tests.length) return {};
  const reason =
    "The summary counts all cases of the run; `tests` has only those that the responses list and this report keeps.";
  return { extra: { callboard: { listed: tests.length, reason } } };
}

function member(name: string, value: unknown, indent: string): string {
  const text = JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
  return `${indent}${JSON.stringify(name)}: ${text},\n`;
}

/** The message lacks the file's path, which the caller adds. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

/** Reads the text of a `report.json` that Callboard wrote. `withoutContradictions` checks the counts later. */
export function parseReport(text: string): Report {
  return reportFromJson(parsed(text.replace(/^\uFEFF/, "")));
}

export function reportFromJson(json: JsonValue): Report {
  const root = isJsonObject(json) ? json : {};
  if (root["reportFormat"] === "CTRF") checkVersion(json);
  try {
    const { results, ...report } = read(reportCodec, root);
    const { callboard, ...extra } = results.extra;
    // As in a merge, the report's verdict is at least as severe as the verdict of each target.
    const verdict = mostSevereVerdict([
      callboard.verdict,
      ...callboard.targets.map(target => target.verdict),
    ]);
    return { ...report, results: { ...results, extra: { ...extra, callboard: { ...callboard, verdict } } } };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { path, stored, expected } = error;
    const is =
      stored === undefined || stored === null ? "is missing" : `is ${shortLine(JSON.stringify(stored), 60)}`;
    throw new ReportError(
      `\`${path}\` ${is}; expected ${expected}. Was the file changed after it was written?`,
    );
  }
}

function checkVersion(json: JsonValue): void {
  const callboard = ["results", "extra", "callboard"].reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    json,
  );
  if (callboard === undefined || callboard === null) {
    throw new ReportError(
      "It is a CTRF report, but not one that Callboard wrote (`results.extra.callboard` is missing).",
    );
  }
  const version = isJsonObject(callboard) ? callboard["version"] : undefined;
  if (typeof version === "number" && version !== 1) {
    throw new ReportError(
      `It was written by a newer Callboard (version ${version} of the format; this one reads version 1). ` +
        "Use the same version of the Action in every job.",
    );
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? shortLine(error.message, 200) : "it cannot be parsed";
    throw new ReportError(`It is not JSON (${reason}). Was the file written completely?`);
  }
}
