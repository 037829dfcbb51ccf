/**
 * Stores digests in a check run's text, one mark for each step's key; later steps use them as their base.
 * Several steps of a job share its check run, so each step keeps the marks of the others.
 */

import { isNewerRun } from "../../../shared/gate/join.ts";
import { Allowance } from "../../../shared/report/markdown/allowance.ts";
import { decodeKey } from "../../../shared/report/marks.ts";
import { percentEncode } from "../../../shared/report/text.ts";
import { mostCheckBytes } from "../../github/comments.ts";
import type { WorkflowRun } from "../../github/context.ts";

export interface DigestMark {
  readonly key: string;
  readonly run: WorkflowRun;
  readonly digest: string;
}

/** Replaces the mark of this key, and keeps as many marks of other keys as fit. */
export function replaceDigestMark(text: string, { key, run, digest }: DigestMark): string {
  const own = `<!-- callboard:base key=${percentEncode(key)} run=${run.id}.${run.attempt} ${digest} -->`;
  const allowance = new Allowance({ bytes: mostCheckBytes });
  // This step's mark is written even if it is too long; then no other mark fits.
  if (!allowance.take(own)) allowance.exhaust();
  const others = marksOf(text).filter(other => other.key !== key && allowance.take("\n", other.text));
  return [own, ...others.map(other => other.text)].join("\n");
}

export function digestMarksIn(text: string): string[] {
  return marksOf(text).map(mark => mark.text);
}

/** The digests of this key, that of the newest workflow run first. */
export function digestsIn(texts: Iterable<string>, key: string): string[] {
  const own = [...texts].flatMap(marksOf).filter(mark => mark.key === key);
  return own.sort((a, b) => (isNewerRun(a.run, b.run) ? -1 : 1)).map(({ digest }) => digest);
}

const pattern = /^<!-- callboard:base key=(\S*) run=(\d{1,15})\.(\d{1,15}) ([\w.-]+) -->$/;

/** Empty if any line is not a digest mark, because then another tool wrote the text and can have copied a forged mark. */
function marksOf(text: string): (DigestMark & { text: string })[] {
  const marks = [];
  for (const line of text.trim().split(/\r?\n/)) {
    const [whole, encoded = "", id, attempt, digest = ""] = pattern.exec(line) ?? [];
    const key = decodeKey(encoded);
    if (whole === undefined || key === undefined) return [];
    marks.push({ key, run: { id: Number(id), attempt: Number(attempt) }, digest, text: whole });
  }
  return marks;
}
