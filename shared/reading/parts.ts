/**
 * Finds objections in the parts of a case: a failed step, assertion or judge contradicts a pass. The walk excludes parts
 * that were repeated or may fail.
 */

import type { JsonObject } from "../json.ts";
import { summariesOf } from "./counts.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagOf, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { countsInParts, isOpen, saysOf } from "./words.ts";

/** The node's first field that contradicts a pass. */
export function wrongIn(node: ObjectNode): OutcomeField | null {
  const { key } = node.context;
  for (const field of node.outcomes ?? []) if (contradictsPass(field, key)) return field;
  return node.against ?? (node.counts === null ? null : wrongCountIn(node));
}

function contradictsPass({ says, value, path, kind }: OutcomeField, { squashed: list }: Key): boolean {
  if (says === "failed") return true;
  if (!isOpen(says) && says !== "running") return false;
  if (typeof value !== "string") return isOpen(says) || kind === "flag";
  if (!countsInParts(value)) return false;
  // A log of events contains all earlier states, so "running" in it is over.
  const name = String(typeof path === "string" ? path : path.at(-1));
  return isOpen(says) || (!/phase$/i.test(name) && !/^(?:event|log|history|transition)/.test(list));
}

/** A count of failed steps or assertions, or one by which some didn't pass. */
export function wrongCountIn(node: ObjectNode): OutcomeField | null {
  for (const { unit, failed, passed, sums, short } of summariesOf(node)) {
    if (unit !== "part") continue;
    const count = failed.find(({ value, key }) => value > 0 && !countsAttempts(key)) ?? null;
    if (count !== null && (sums.failed ?? 0) > 0) return flagOf(node, count.path, "failed", count.value);
    const least = passed ?? short?.of;
    if (short !== null && least && !countsAttempts(least.key))
      return flagOf(node, least.path, passed === null ? "undecided" : "failed", least.value);
  }
  return null;
}

/** The part has only scalars that can't contradict a pass, as most parts of a long list. */
export function isPlain(part: JsonObject): boolean {
  for (const name in part) {
    const value = part[name];
    const key = keyOf(name);
    if (key.record !== undefined || (typeof value === "object" && value !== null)) return false;
    if (typeof value === "string") {
      if (key.isOutcome || key.tellsFailure ? saysOf(value) !== "passed" : key.isNeutral !== true)
        return false;
    } else if (typeof value === "number") {
      if (key.isOutcome || key.tellsFailure || key.isBounding || key.fields.exitCode >= 0) return false;
    } else if (value === null) {
      if (key.isOutcome) return false;
    } else if (
      key.measures === "value" ||
      !((key.flags && key.says === "passed" && value) || key.isNeutralFlag)
    )
      return false;
  }
  return true;
}

function countsAttempts({ squashed }: Key): boolean {
  return /attempt|tries|retr|rerun|flak/.test(squashed);
}
