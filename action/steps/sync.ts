/** Before anything is run, the service's records are made what the catalog says they are. */

import { operation } from "../../shared/service/operations.ts";
import type { Step } from "../inputs/step.ts";
import type { Update } from "../plan/updates.ts";
import type { Service } from "./service.ts";

/**
 * Why nothing may be run, if that is so: a run with fields that nobody expects would say something about another
 * test than the one in the catalog.
 */
export async function sync(
  updates: readonly Update[],
  {
    service,
    concurrency,
    cancel,
    log,
  }: Pick<Step, "cancel" | "log"> & { service: Service; concurrency: number },
): Promise<string | undefined> {
  const failed: string[] = [];
  const waiting = updates.values();
  const worker = async () => {
    for (const { call, name: record } of waiting) {
      if (cancel.aborted) return;
      try {
        await service.call(call, cancel);
        log.info(`${operation(call.operation).title}: ${record}`);
      } catch (error) {
        // The targets say by themselves that they were not begun.
        if (cancel.aborted) return;
        failed.push(record);
        log.group(
          `✗ ${operation(call.operation).title}: ${record}`,
          error instanceof Error ? error.message : String(error),
        );
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, updates.length) }, worker));
  if (failed.length === 0) return undefined;
  return (
    `Not run, because the catalog's fields could not all be sent first (${failed.slice(0, 5).join(", ")}` +
    `${failed.length > 5 ? ` and ${failed.length - 5} more` : ""}): the log says why. ` +
    "Mend that, or run without `sync`."
  );
}
