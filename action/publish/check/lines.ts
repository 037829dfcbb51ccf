/**
 * A check run's text carries digests for later runs to compare with: a line for each, with the step's key and the run.
 * Several steps of a job share its check run, so each keeps the lines of the others.
 */

import { isNewerRun } from "../../../shared/gate/join.ts";
import { Allowance } from "../../../shared/report/markdown/allowance.ts";
import { decodeKey } from "../../../shared/report/marks.ts";
import { percentEncoded } from "../../../shared/report/text.ts";
import { mostCheckBytes } from "../../github/comments.ts";
import type { Run } from "../../github/context.ts";

export interface BaseLine {
  readonly key: string;
  readonly run: Run;
  readonly digest: string;
}

/** The text with this line, without the earlier one of its key, and with as many others as there is room for. */
export function withLine(text: string, { key, run, digest }: BaseLine): string {
  const own = `<!-- callboard:base key=${percentEncoded(key)} run=${run.id}.${run.attempt} ${digest} -->`;
  const allowance = new Allowance({ bytes: mostCheckBytes });
  if (!allowance.take(own)) allowance.end();
  const others = linesOf(text).filter(other => other.key !== key && allowance.take("\n", other.text));
  return [own, ...others.map(other => other.text)].join("\n");
}

/** Those lines of a text that are digests. */
export function digestLines(text: string): string[] {
  return linesOf(text).map(line => line.text);
}

/** The newest digest of a key in several texts. */
export function newestDigest(texts: Iterable<string>, key: string): string | undefined {
  let newest: BaseLine | undefined;
  for (const text of texts) {
    for (const line of linesOf(text)) {
      if (line.key === key && (!newest || isNewerRun(line.run, newest.run))) newest = line;
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
