/**
 * A check run's text carries digests for later runs to compare with: a line for each, with the step's key and the run.
 * Several steps of a job share its check run, so each keeps the lines of the others.
 */

import { decodeKey } from "../../../shared/report/marks.ts";
import { percentEncoded } from "../../../shared/report/text.ts";
import { isNewer, type Run } from "../context.ts";

export interface BaseLine {
  readonly key: string;
  readonly run: Run;
  readonly digest: string;
}

/** GitHub's limit for the text. All of it is ASCII. */
const mostBytes = 65_535;

/** The text with this line, without the earlier one of its key, and with as many others as there is room for. */
export function withLine(text: string, { key, run, digest }: BaseLine): string {
  const lines = [`<!-- callboard:base key=${percentEncoded(key)} run=${run.id}.${run.attempt} ${digest} -->`];
  let room = mostBytes - (lines[0]?.length ?? 0);
  for (const other of linesOf(text)) {
    if (other.key === key || room < 1 + other.text.length) continue;
    lines.push(other.text);
    room -= 1 + other.text.length;
  }
  return lines.join("\n");
}

/** The newest digest of a key in several texts. */
export function newestDigest(texts: Iterable<string>, key: string): string | undefined {
  let newest: BaseLine | undefined;
  for (const text of texts) {
    for (const line of linesOf(text)) {
      if (line.key === key && (!newest || isNewer(line.run, newest.run))) newest = line;
    }
  }
  return newest?.digest;
}

const pattern = /^<!-- callboard:base key=(\S*) run=(\d{1,15})\.(\d{1,15}) ([\w.-]+) -->$/;

/** Empty for a text with anything else in it: another tool's, which may quote what anyone wrote. */
function linesOf(text: string): (BaseLine & { text: string })[] {
  const lines = [];
  for (const line of text.trim().split(/\r?\n/)) {
    const [whole, encoded = "", id, attempt, digest = ""] = pattern.exec(line) ?? [];
    const key = decodeKey(encoded);
    if (whole === undefined || key === undefined) return [];
    lines.push({ key, run: { id: Number(id), attempt: Number(attempt) }, digest, text: whole });
  }
  return lines;
}
