/**
 * What the step is to run: the targets that the inputs name, of which the shard is taken, the catalog's fields that are
 * sent first, and how responses are read. All mistakes in any of it are found here, before the first call.
 */

import { neededFields } from "../../shared/gate/fields.ts";
import { settling } from "../../shared/gate/verbs.ts";
import type { Plan } from "../../shared/run/plan.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Shard } from "../inputs/kinds.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readCatalogFile } from "./catalog-file.ts";
import { readerOf } from "./expressions.ts";
import { findTargets } from "./targets.ts";
import { findUpdates, type Update } from "./updates.ts";

export interface PlannedRun {
  readonly plan: Plan;
  /** Sent before anything is run. */
  readonly updates: readonly Update[];
  /** What a command that submits a review says besides: "verdict=pass|fail"; absent where the catalog has no form. */
  readonly reviewFields?: string | undefined;
}

/** Adds what is wrong to `mistakes`, and goes on, so that all mistakes are reported together. */
export async function planRun(
  inputs: Inputs,
  mistakes: Mistake[],
  { log, cancel }: Pick<Step, "log" | "cancel">,
): Promise<PlannedRun> {
  const catalog = await readCatalogFile(inputs, mistakes, log);
  const targets = await findTargets(inputs, catalog, mistakes, log);
  const read = await readerOf(inputs, catalog, mistakes, cancel);
  const fields = { run: inputs.runFields, report: inputs.reportFields };
  return {
    plan: {
      targets: partOf(targets, inputs.shard).map(target => ({ ...target, task: "run", fields, read })),
      concurrency: inputs.concurrency,
      waiting: { limitMs: inputs.wait, pauseMs: inputs.pollInterval },
      shard: inputs.shard && `${inputs.shard.number}/${inputs.shard.of}`,
    },
    updates: inputs.sync ? findUpdates(catalog, mistakes) : [],
    reviewFields: neededFields(catalog.forms.get(settling.submit)),
  };
}

/** Cut by position, so that every job and every attempt has the same shards. */
function partOf<T>(targets: readonly T[], shard: Shard | undefined): readonly T[] {
  if (shard === undefined) return targets;
  const { number, of } = shard;
  const boundary = (shards: number) => Math.floor((targets.length * shards) / of);
  return targets.slice(boundary(number - 1), boundary(number));
}
