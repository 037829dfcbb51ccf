/** Gates by the name of their check run. */

import { sumGates } from "../../shared/gate/join.ts";
import type { Gate } from "../../shared/gate/state.ts";
import type { GateCheckRun } from "./check-runs.ts";
import type { GateLook } from "./gate-reader.ts";

/** The joined gate of all check runs of one name, with the decisions from other commits. */
export interface NamedGate {
  readonly name: string;
  readonly gate: Gate;
  /** The check run that GitHub shows at the gate's commit; absent if only a comment contains the gate. */
  readonly shown?: Pick<GateCheckRun, "id" | "url" | "isCompleted" | "gate">;
}

export type CommentGate = Pick<NamedGate, "name" | "gate">;

/** The gate of each name at the head or, if the head has none, at the commit of the latest gate. */
export function gatesIn({ head, runs }: GateLook, copies: readonly CommentGate[] = []): NamedGate[] {
  return [...new Set([...copies, ...runs].map(({ name }) => name))].flatMap(name => {
    const all = runs.filter(run => run.name === name);
    const copied = copies.filter(copy => copy.name === name).map(({ gate }) => ({ id: 0, gate }));
    const gate = sumGates([...copied, ...all], head);
    const shown = all.findLast(run => run.sha === gate?.sha);
    return gate ? [{ name, gate, ...(shown && { shown }) }] : [];
  });
}
