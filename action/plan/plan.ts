/** Plans a step: its targets, the updates that `sync` sends first, and the reader of responses. Finds all mistakes. */

import { fieldsTemplate } from "../../shared/gate/fields.ts";
import { operationByVerb } from "../../shared/gate/verbs.ts";
import { formatCount } from "../../shared/report/markdown/words.ts";
import type { Plan } from "../../shared/run/plan.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Shard } from "../inputs/kinds.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import type { Step } from "../inputs/step.ts";
import { readCatalogFile } from "./catalog-file.ts";
import { compileReader } from "./expressions.ts";
import { findTargets } from "./targets.ts";
import { findUpdates, findWithoutId, type RecordUpdate } from "./updates.ts";

export interface StepPlan {
  readonly plan: Plan;
  readonly updates: readonly RecordUpdate[];
  /** The required fields of `/callboard submit`, like `verdict=pass|fail`; absent if the form requires none. */
  readonly reviewFields?: string | undefined;
}

/** Adds mistakes to `mistakes` and continues, so that all of them are reported together. */
export async function planStep(
  inputs: Inputs,
  mistakes: Mistake[],
  { log, cancel }: Pick<Step, "log" | "cancel">,
): Promise<StepPlan> {
  const catalog = await readCatalogFile(inputs, mistakes, log);
  const targets = await findTargets(inputs, catalog, mistakes, log);
  const read = await compileReader(inputs, catalog, mistakes, cancel);
  const ownTargets = selectShard(targets, inputs.shard);
  const { maxRuns } = inputs;
  if (maxRuns !== undefined && maxRuns < ownTargets.length) {
    const message = `\`${maxRuns}\` is less than the ${formatCount(ownTargets.length, "target")}; allow at least one run for each.`;
    mistakes.push({ input: "max-runs", message });
  }
  const withoutId = inputs.sync ? findWithoutId(catalog) : [];
  if (withoutId.length > 0) {
    const names = listUpTo(10, withoutId);
    log.info(
      `\`sync\` creates nothing, and these records have no \`id\` yet: ${names}. The editor creates them.`,
    );
  }
  const fields = { run: inputs.runFields, report: inputs.reportFields };
  return {
    plan: {
      targets: ownTargets.map(target => ({ ...target, task: "run", fields, read })),
      concurrency: inputs.concurrency,
      maxRuns,
      pollTiming: { limitMs: inputs.wait, pauseMs: inputs.pollInterval },
      shard: inputs.shard && `${inputs.shard.number}/${inputs.shard.count}`,
    },
    updates: inputs.sync ? findUpdates(catalog, mistakes) : [],
    reviewFields: fieldsTemplate(catalog.forms.get(operationByVerb.submit)),
  };
}

/** Selects by position, so that all jobs of a matrix, and a rerun of one of them, divide the targets in the same way. */
function selectShard<T>(targets: readonly T[], shard: Shard | undefined): readonly T[] {
  if (shard === undefined) return targets;
  const { number, count } = shard;
  const boundary = (shards: number) => Math.floor((targets.length * shards) / count);
  return targets.slice(boundary(number - 1), boundary(number));
}
