/**
 * What the step is to run: the inputs' names looked up in the catalog, the shard cut out, the fields to send first
 * made ready, the expressions compiled. Everything that is wrong with any of it is found here, before the first call.
 */

import { readFileSync } from "node:fs";
import { allRecords, type Catalog } from "../shared/catalog/catalog.ts";
import { findTarget } from "../shared/catalog/names.ts";
import { resolveFields } from "../shared/catalog/references.ts";
import { nearest } from "../shared/nearest.ts";
import type { ExpressionSources } from "../shared/report/expressions.ts";
import type { Means, Plan as RunPlan, RunTarget } from "../shared/run/plan.ts";
import { isId } from "../shared/service/address.ts";
import { operation, operationNames, pluralOf } from "../shared/service/operations.ts";
import type { Shard } from "./input-kinds.ts";
import { embedded, type Inputs, table } from "./inputs.ts";
import type { Log } from "./log.ts";
import type { Mistake } from "./mistakes.ts";
import type { Update } from "./sync.ts";

export interface Plan extends RunPlan {
  /** How a response is read where the team has expressions of its own. */
  readonly read: Means["read"] | undefined;
  /** Which part of what is to be run this is, as `2/5`. */
  readonly shard: string | undefined;
  /** The fields to send before anything is run. */
  readonly updates: readonly Update[];
}

/** Adds what is wrong to the mistakes, and goes on as far as it can. */
export async function makePlan(inputs: Inputs, mistakes: Mistake[], log: Log): Promise<Plan> {
  const catalog = await readCatalogFile(inputs, mistakes, log);
  const targets = findTargets(inputs, catalog, mistakes, log);
  if (inputs.baseUrl === embedded) await findStrangers(targets, mistakes);
  return {
    targets: inputs.shard ? partOf(targets, inputs.shard) : targets,
    shard: inputs.shard && `${inputs.shard.number}/${inputs.shard.of}`,
    concurrency: inputs.concurrency,
    runFields: inputs.runFields,
    reportFields: inputs.reportFields,
    waiting: { limitMs: inputs.wait, pauseMs: inputs.pollInterval },
    updates: inputs.sync ? findUpdates(catalog, mistakes) : [],
    read: await readerOf(inputs, catalog, mistakes),
  };
}

async function readCatalogFile(inputs: Inputs, mistakes: Mistake[], log: Log): Promise<Catalog> {
  const file = inputs.catalog;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const isMissing = code === "ENOENT";
    const reason = code === "EISDIR" ? "it is a folder" : String(error);
    const isNeeded = inputs.sync || file !== table.catalog.default;
    if (!isMissing) mistakes.push({ input: "catalog", message: `${file} can't be read: ${reason}` });
    else if (isNeeded) {
      const message = `There is no ${file} in the workspace; is the repository checked out before this step?`;
      mistakes.push({ input: inputs.sync ? "sync" : "catalog", message });
    }
    return { file, records: new Map(), report: {}, forms: new Map() };
  }
  const { readCatalog } = await import("../shared/catalog/read.ts");
  const { catalog, problems } = readCatalog(text, file);
  for (const { severity, message, line, column } of problems) {
    if (severity === "error") mistakes.push({ message, file, line, column });
    else log.warning(message, { file, line, column });
  }
  return catalog;
}

function findTargets(inputs: Inputs, catalog: Catalog, mistakes: Mistake[], log: Log): RunTarget[] {
  const targets = new Map<string, RunTarget>();
  for (const kind of ["batch", "channel"] as const) {
    const input = pluralOf[kind];
    if (input !== "batches" && input !== "channels") continue;
    for (const name of inputs[input]) {
      const found = findTarget(catalog, kind, name);
      if ("mistake" in found) mistakes.push({ input, message: found.mistake });
      else if (found.didYouMean !== undefined) {
        // An id that resembles a key would be refused wrongly, which a line in the catalog mends; a misspelt key that
        // is sent would run nothing, or something else.
        mistakes.push({
          input,
          message:
            `${catalog.file} has no ${kind} \`${name}\`; did you mean \`${found.didYouMean}\`? ` +
            `If \`${name}\` is the id of another ${kind}, add it to the catalog.`,
        });
      } else {
        const { id, record } = found;
        if (!isId(id)) mistakes.push({ input, message: `\`${id}\` can't be an id.` });
        const known = targets.get(`${kind} ${id}`);
        if (known) log.warning(`\`${input}\` names \`${known.name ?? id}\` twice; it is run once.`);
        targets.set(`${kind} ${id}`, { kind, id, ...(record && { name: record.key }) });
      }
    }
  }
  return [...targets.values()];
}

/** The embedded service has its demo project and nothing else: what it does not have is known before it is asked. */
async function findStrangers(targets: readonly RunTarget[], mistakes: Mistake[]): Promise<void> {
  const { demo } = await import("../shared/embedded/demo.ts");
  for (const { kind, id, name } of targets) {
    const ids = demo[kind].map(record => record.id);
    if (ids.includes(id)) continue;
    const near = nearest(id, ids);
    const help =
      near === undefined
        ? `there are ${ids.map(id => `\`${id}\``).join(" and ")}.`
        : `did you mean \`${near}\`?`;
    const whose = name === undefined || name === id ? "" : ` (\`${name}\` in the catalog)`;
    mistakes.push({
      input: pluralOf[kind],
      message: `The embedded service's demo project has no ${kind} \`${id}\`${whose}; ${help}`,
    });
  }
}

/** By position: the same targets give the same shards, in every job and every attempt. */
function partOf(targets: readonly RunTarget[], { number, of }: Shard): RunTarget[] {
  const boundary = (shards: number) => Math.floor((targets.length * shards) / of);
  return targets.slice(boundary(number - 1), boundary(number));
}

function findUpdates(catalog: Catalog, mistakes: Mistake[]): Update[] {
  return allRecords(catalog).flatMap(record => {
    const { kind, key, id } = record;
    const update = operationNames.find(name => name.startsWith("update") && operation(name).kind === kind);
    if (id === undefined || record.fields === undefined || update === undefined) return [];
    const { fields, problems } = resolveFields(catalog, record);
    for (const { message, file, line, column } of problems) {
      // A reference that leads nowhere was found when the catalog was read.
      const isKnown = mistakes.some(known => known.line === line && known.message === message);
      if (!isKnown) mistakes.push({ message, file, line, column });
    }
    return [{ operation: update, id, fields, name: `${pluralOf[kind]}.${key}` }];
  });
}

async function readerOf(inputs: Inputs, catalog: Catalog, mistakes: Mistake[]): Promise<Plan["read"]> {
  const sources: ExpressionSources = {
    cases: inputs.cases || catalog.report.cases,
    passWhen: inputs.passWhen || catalog.report.passWhen,
  };
  if (sources.cases === undefined && sources.passWhen === undefined) return undefined;
  const { compileExpressions, ExpressionError } = await import("../shared/report/expressions.ts");
  const compile = async (some: ExpressionSources) => {
    try {
      return await compileExpressions(some);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { expression, message } = error;
      const isInput = (expression === "cases" ? inputs.cases : inputs.passWhen) !== "";
      mistakes.push(
        isInput
          ? { input: expression, message: message.replace(`\`${expression}\`: `, "") }
          : { file: catalog.file, message: `\`report.${message.slice(1)}` },
      );
      return undefined;
    }
  };
  // The first alone, so that a mistake in it does not hide one in the second.
  const first = await compile({ cases: sources.cases });
  const both = await compile(first ? sources : { passWhen: sources.passWhen });
  return both && (response => both.read(response));
}
