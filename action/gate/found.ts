/** The gates that a look has found. */

import { sumOf } from "../../shared/gate/join.ts";
import type { Gate } from "../../shared/gate/state.ts";
import type { GateRun } from "./check-runs.ts";
import type { Look } from "./look.ts";

/** A gate at a commit: the sum of its check runs, with what is known of decisions at other commits. */
export interface FoundGate {
  readonly name: string;
  readonly gate: Gate;
  /** The check run that GitHub shows at this commit; absent where it is gone, and a comment alone tells of the gate. */
  readonly shown?: Pick<GateRun, "id" | "url" | "isCompleted" | "gate">;
}

/** A gate as a comment shows it. */
export type CopiedGate = Pick<FoundGate, "name" | "gate">;

/** The gates at the commit that was looked at, or at the latest one before it that has one. */
export function gatesIn({ head, runs }: Look, copies: readonly CopiedGate[] = []): FoundGate[] {
  return [...new Set([...copies, ...runs].map(({ name }) => name))].flatMap(name => {
    const all = runs.filter(run => run.name === name);
    const copied = copies.filter(copy => copy.name === name).map(({ gate }) => ({ id: 0, gate }));
    const gate = sumOf([...copied, ...all], head);
    const shown = all.findLast(run => run.sha === gate?.sha);
    return gate ? [{ name, gate, ...(shown && { shown }) }] : [];
  });
}
