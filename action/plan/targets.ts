/** Finds the batches and channels that the inputs name by keys of the catalog or by ids. */

import type { Catalog, CatalogRecord } from "../../shared/catalog/catalog.ts";
import { resolveName } from "../../shared/catalog/names.ts";
import { nearest } from "../../shared/nearest.ts";
import type { TargetResult } from "../../shared/report/model.ts";
import { majorityOf, type Policy } from "../../shared/sampling/decide-case.ts";
import { isId } from "../../shared/service/address.ts";
import { pluralOf } from "../../shared/service/operations.ts";
import { listInWords } from "../../shared/wording.ts";
import { embeddedBaseUrl, type Inputs } from "../inputs/inputs.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import type { Log } from "../runner/log.ts";

export interface NamedTarget extends Pick<TargetResult, "kind" | "id" | "name"> {
  /** Absent for a single run. */
  readonly policy?: Policy | undefined;
}

export async function findTargets(
  inputs: Inputs,
  catalog: Catalog,
  mistakes: Mistake[],
  log: Log,
): Promise<NamedTarget[]> {
  const targets = resolveTargets(inputs, catalog, mistakes, log);
  if (inputs.baseUrl === embeddedBaseUrl) await checkDemoTargets(targets, mistakes);
  return targets;
}

function resolveTargets(inputs: Inputs, catalog: Catalog, mistakes: Mistake[], log: Log): NamedTarget[] {
  const targets = new Map<string, NamedTarget>();
  for (const kind of ["batch", "channel"] as const) {
    const input = pluralOf[kind];
    for (const name of inputs[input]) {
      const found = resolveTarget(catalog, kind, name, inputs);
      if ("mistake" in found) {
        mistakes.push({ input, message: found.mistake });
        continue;
      }
      const { id } = found;
      const earlier = targets.get(`${kind} ${id}`);
      if (earlier && !isSamePolicy(earlier.policy, found.policy)) {
        const message = `\`${earlier.name ?? id}\` and \`${name}\` are both \`${id}\`, but have different \`runs\` or \`passes\`; name only one of them.`;
        mistakes.push({ input, message });
      } else if (earlier) log.warning(`\`${input}\` names \`${earlier.name ?? id}\` twice; it is run once.`);
      targets.set(`${kind} ${id}`, found);
    }
  }
  return [...targets.values()];
}

function resolveTarget(
  catalog: Catalog,
  kind: NamedTarget["kind"],
  name: string,
  inputs: Inputs,
): NamedTarget | { readonly mistake: string } {
  const found = resolveName(catalog, kind, name);
  if ("mistake" in found) return found;
  const { id, record, didYouMean } = found;
  if (didYouMean !== undefined) {
    // The name is like a key of the catalog, so it can be a misspelt key. Sent as an id, it would run nothing or another
    // target. If it is an id, the person adds it to the catalog.
    const mistake =
      `${catalog.file} has no ${kind} \`${name}\`; did you mean \`${didYouMean}\`? ` +
      `If \`${name}\` is the id of another ${kind}, add it to the catalog.`;
    return { mistake };
  }
  if (!isId(id)) return { mistake: `\`${id}\` can't be an id.` };
  // An input is always a text. Sent as an id, an item of a list would run nothing or another target.
  if (record === undefined && isItemOfList(name)) {
    const mistake =
      `\`${name}\` is written like an item of a list in YAML or JSON; write names and ids without dashes, ` +
      "brackets and quotes, one per line or separated by commas.";
    return { mistake };
  }
  const policy = policyFor(record, inputs);
  // `readInputs` and `readCatalog` report the mistake if both numbers are from one place.
  if (policy.passes > policy.runs && record?.runs === undefined && record?.passes !== undefined) {
    const mistake =
      `\`passes\` of \`${record.key}\` in ${catalog.file} is ${policy.passes}, but \`runs\` is ${policy.runs}: ` +
      "give the record `runs` of its own, or fewer `passes`.";
    return { mistake };
  }
  return { kind, id, ...(record && { name: record.key }), ...(policy.runs > 1 && { policy }) };
}

function isItemOfList(name: string): boolean {
  return /^(?:-\s|[["'])/.test(name) || /[\]"']$/.test(name);
}

/** The catalog wins. A record with `runs` doesn't take `passes` of the inputs, because those are for other `runs`. */
function policyFor(record: CatalogRecord | undefined, inputs: Inputs): Policy {
  const { runs = inputs.runs } = record ?? {};
  const ofInputs = record?.runs === undefined ? inputs.passes : undefined;
  return { runs, passes: record?.passes ?? ofInputs ?? majorityOf(runs), runAgain: inputs.runAgain };
}

function isSamePolicy(one: Policy | undefined, other: Policy | undefined): boolean {
  return one?.runs === other?.runs && one?.passes === other?.passes;
}

/** The embedded service contains only its demo project, so unknown targets are found before the first request. */
async function checkDemoTargets(targets: readonly NamedTarget[], mistakes: Mistake[]): Promise<void> {
  const { demo } = await import("../../shared/embedded/demo.ts");
  for (const { kind, id, name } of targets) {
    const ids = demo[kind].map(record => record.id);
    if (ids.includes(id)) continue;
    const near = nearest(id, ids);
    const help = near === undefined ? `there are ${listInWords(ids)}.` : `did you mean \`${near}\`?`;
    const inCatalog = name === undefined || name === id ? "" : ` (\`${name}\` in the catalog)`;
    mistakes.push({
      input: pluralOf[kind],
      message: `The embedded service's demo project has no ${kind} \`${id}\`${inCatalog}; ${help}`,
    });
  }
}
