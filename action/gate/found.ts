/** Gates by the name of their check run. */

import { sumOf } from "../../shared/gate/join.ts";
import type { Gate } from "../../shared/gate/state.ts";
import type { GateRun } from "./check-runs.ts";
import type { Look } from "./look.ts";

/** The joined gate of all check runs of a name, with the decisions at other commits. */
export interface FoundGate {
  readonly name: string;
  readonly gate: Gate;
  /** The check run that GitHub shows at this commit; absent where only a comment contains the gate. */
  readonly shown?: Pick<GateRun, "id" | "url" | "isCompleted" | "gate">;
}

export type CopiedGate = Pick<FoundGate, "name" | "gate">;

/** The gates at the head, or at the latest earlier commit with a gate. */
export function gatesIn({ head, runs }: Look, copies: readonly CopiedGate[] = []): FoundGate[] {
  return [...new Set([...copies, ...runs].map(({ name }) => name))].flatMap(name => {
    const all = runs.filter(run => run.name === name);
    const copied = copies.filter(copy => copy.name === name).map(({ gate }) => ({ id: 0, gate }));
    const gate = sumOf([...copied, ...all], head);
    const shown = all.findLast(run => run.sha === gate?.sha);
    return gate ? [{ name, gate, ...(shown && { shown }) }] : [];
  });
}
