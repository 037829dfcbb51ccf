/**
 * A part of a case speaks against its pass: a step, an assertion, a judge or a part of a message that says otherwise. A
 * part that was tried again with another result, or that may fail without harm, does not.
 */

import type { JsonObject } from "../json.ts";
import { summariesOf } from "./counts.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagOf, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { countsInParts, isOpen, saysOf } from "./words.ts";

/** The first of the node's own fields that speaks against a pass. */
export function wrongIn(node: ObjectNode): OutcomeField | null {
  const { key } = node.context;
  for (const field of node.outcomes ?? []) if (isWrong(field, key)) return field;
  return node.against ?? (node.counts === null ? null : wrongCountIn(node));
}

function isWrong({ says, value, path, kind }: OutcomeField, { squashed: list }: Key): boolean {
  if (says === "failed") return true;
  if (!isOpen(says) && says !== "running") return false;
  if (typeof value !== "string") return isOpen(says) || kind === "flag";
  if (!countsInParts(value)) return false;
  // A record of what happened shows all states that something went through.
  const name = String(typeof path === "string" ? path : path.at(-1));
  return isOpen(says) || (!/phase$/i.test(name) && !/^(?:event|log|history|transition)/.test(list));
}

/** Some of its steps or assertions failed, or fewer passed than there are. */
export function wrongCountIn(node: ObjectNode): OutcomeField | null {
  for (const { unit, failed, passed, sums, short } of summariesOf(node)) {
    if (unit !== "part") continue;
    const count = failed.find(({ value, key }) => value > 0 && !isOfAttempts(key)) ?? null;
    if (count !== null && (sums.failed ?? 0) > 0) return flagOf(node, count.path, "failed", count.value);
    const least = passed ?? short?.of;
    if (short !== null && least && !isOfAttempts(least.key))
      return flagOf(node, least.path, passed === null ? "undecided" : "failed", least.value);
  }
  return null;
}

/** It holds nothing but scalars that say nothing against a pass: most parts of a long list are such. */
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

function isOfAttempts({ squashed }: Key): boolean {
  return /attempt|tries|retr|rerun|flak/.test(squashed);
}
