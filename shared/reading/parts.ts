/**
 * Finds objections in the parts of a case: a failed step, assertion or judge contradicts a pass. The callers skip parts
 * that a later attempt replaces, and parts that may fail.
 */

import { isJsonObject, type JsonObject } from "../json.ts";
import { summarizeCounts } from "./counts.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { flagField, type ObjectNode, type OutcomeField } from "./nodes.ts";
import { valuesNamed } from "./values.ts";
import { appliesToParts, isInconclusive, isUnrun, statusOfResult } from "./words.ts";

/** A field of the node that contradicts a pass: an outcome if there is one, else another value, else a count. */
export function objectionIn(node: ObjectNode): OutcomeField | null {
  const { key } = node.context;
  for (const field of node.outcomes ?? []) if (contradictsPass(field, key)) return field;
  return node.ownObjection ?? (node.counts === null ? null : countObjectionIn(node));
}

/** A failed call of a tool only tells what happened in a conversation, unless a verdict or a result judges the call. */
export function tellsOfTool(node: ObjectNode): boolean {
  const { key } = node.context;
  const isCall = [key, node.parent?.context.key].some(each => each?.partKind === "tool call");
  const isTurn = [node.value, node.parent?.value].some(
    each => isJsonObject(each) && valuesNamed(each, ["role"]).includes("tool"),
  );
  if (!isCall && !isTurn) return false;
  return (
    node.hasError ||
    (node.outcomes ?? []).some(
      ({ status, kind, isDecisive }) =>
        status === "failed" && ((kind === "flag" && !isDecisive) || (isTurn && kind === "status")),
    )
  );
}

/** A judgement must not be missing. An error of a tool and an interrupted turn only tell what happened. */
function contradictsPass(field: OutcomeField, { partKind, isReview }: Key): boolean {
  const { status, value, path, kind } = field;
  if (status === "passed") return false;
  if (isReview && status === "undecided") return true;
  if (status === "failed") return kind !== "status" || partKind !== "tool call";
  const isVerdict = kind === "verdict" || kind === "result";
  const isJudgement = isVerdict || partKind === "judgement";
  if (isJudgement && (isUnrun(status) || value === null || isUnknownWord(value))) return true;
  if (status === "skipped") return partKind === "judgement";
  const isOpen = status === null || status === "running" || isUnrun(status);
  if (isOpen && partKind === null && isBesidePasses(field)) return true;
  if (!isInconclusive(status) && status !== "running") return false;
  const isStory = partKind === "tool call" || (partKind === "turn" && status === "interrupted");
  if (isStory && !isVerdict) return false;
  if (typeof value !== "string") return isInconclusive(status) || kind === "flag";
  if (!appliesToParts(value)) return false;
  // Fields named like a phase and entries of a log can report an earlier state, so "running" there may be over.
  const name = String(typeof path === "string" ? path : path.at(-1));
  return isInconclusive(status) || !(/phase$/i.test(name) || partKind === "log");
}

/** The parts of a hostile list can each have a name of their own. */
const mostPassNames = 20;
/** Whether the parts of a list state passes under a name. */
const passNames = new WeakMap<object, Map<string, boolean>>();

/** `steps: [{ outcome: "OK" }, { outcome: "NOT_REACHED" }]`: the name states outcomes, and this one is no known pass. */
function isBesidePasses({ node: { parent }, path, value }: OutcomeField): boolean {
  if (typeof path !== "string" || typeof value !== "string" || !Array.isArray(parent?.value)) return false;
  const known = passNames.get(parent.value) ?? new Map<string, boolean>();
  passNames.set(parent.value, known);
  const before = known.get(path);
  if (before !== undefined || known.size === mostPassNames) return before ?? false;
  const statesPasses = parent.value.some(each => {
    const word = isJsonObject(each) ? each[path] : null;
    const status = typeof word === "string" ? statusOfResult(word) : null;
    return status === "passed" || status === "success";
  });
  known.set(path, statesPasses);
  return statesPasses;
}

function isUnknownWord(value: OutcomeField["value"]): boolean {
  return typeof value === "string" && /^(?:unknown|no[_ ]?status|not[_ ]?available)$/i.test(value);
}

/**
 * Finds a count of failed steps or assertions, or a count that shows that some of them didn't pass. Beside a verdict of
 * the case, counts of any unit are counts of its parts.
 */
export function countObjectionIn(node: ObjectNode, hasVerdict = false): OutcomeField | null {
  for (const { unit, failed, passed, sums, shortage, undecided, unrun, running } of summarizeCounts(node)) {
    if (unit !== "part" && !hasVerdict) continue;
    const count = failed.find(({ value, key }) => value > 0 && !countsAttempts(key)) ?? null;
    if (count !== null && (sums.failed ?? 0) > 0) return flagField(node, count.path, "failed", count.value);
    const open = hasVerdict ? [...undecided, ...unrun, ...running].find(({ value }) => value > 0) : undefined;
    if (open !== undefined) return flagField(node, open.path, "undecided", open.value);
    const least = passed ?? shortage?.statedCount;
    if (shortage !== null && least && !countsAttempts(least.key))
      return flagField(node, least.path, passed === null ? "undecided" : "failed", least.value);
  }
  return null;
}

/** All values of the part are scalars that can't contradict a pass. The walk skips such parts, because most are. */
export function isPlainPart(part: JsonObject): boolean {
  for (const name in part) {
    const value = part[name];
    const key = keyOf(name);
    if (key.recordShape !== undefined || key.isOperator || (typeof value === "object" && value !== null))
      return false;
    if (typeof value === "string") {
      if (key.isOutcome || key.isFailure ? statusOfResult(value) !== "passed" : key.isNeutral !== true)
        return false;
    } else if (typeof value === "number") {
      if (key.isOutcome || key.isFailure || key.isComparedNumber || key.fieldRanks.exitCode >= 0)
        return false;
    } else if (value === null) {
      if (key.isOutcome) return false;
    } else if (
      key.measure === "value" ||
      !((key.isFlag && key.status === "passed" && value) || key.isNeutralFlag)
    )
      return false;
  }
  return true;
}

export function countsAttempts({ squashed }: Key): boolean {
  return /attempt|tries|retr|rerun|flak/.test(squashed);
}
