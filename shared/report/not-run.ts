/** Groups targets that could not be run for the same reason, because one fault often prevents all of them. */

import type { TargetResult } from "./model.ts";

export interface NotRunGroup {
  readonly targets: readonly TargetResult[];
  /** With `{id}` in place of ids if the group has several targets. */
  readonly error: string;
}

export function groupByError(targets: readonly TargetResult[]): NotRunGroup[] {
  const groups = new Map<string, TargetResult[]>();
  for (const target of targets) {
    if (target.error === undefined) continue;
    const error = withoutId(target.error, target.id);
    groups.set(error, [...(groups.get(error) ?? []), target]);
  }
  return Array.from(groups, ([error, those]) => ({
    targets: those,
    error: those.length === 1 ? (those[0]?.error ?? error) : error,
  }));
}

/** Replaces the id where an error of a request names it: in the path and in quotes. */
function withoutId(error: string, id: string): string {
  const path = `/${encodeURIComponent(id.toWellFormed())}/`;
  return error.replaceAll(path, "/{id}/").replaceAll(`"${id}"`, '"{id}"');
}
