/** Sees by the headers of a report that it was made before the run began. */

import type { EvidenceNote } from "./evidence.ts";
import { clockToleranceMs, type RunStart } from "./other-run.ts";

/** A cache says how old its answer is, and a server when the resource last changed. */
export function findOldHead(
  header: (name: string) => string | undefined,
  { beganAt }: RunStart,
  sinceStartMs: number,
): EvidenceNote | undefined {
  if (beganAt === undefined) return undefined;
  const note = (field: string, time: string): EvidenceNote => ({ kind: "made-before", field, time, beganAt });
  const age = header("age") ?? "";
  if (/^\d{1,9}$/.test(age) && Number(age) * 1000 > sinceStartMs + clockToleranceMs)
    return note("Age", `${age} s`);
  const warning = header("warning") ?? "";
  if (/^\s*11[0-3]\b/.test(warning)) return note("Warning", warning);
  const changed = header("last-modified") ?? "";
  return Date.parse(changed) < beganAt - clockToleranceMs ? note("Last-Modified", changed) : undefined;
}
