/** Sends the catalog's fields to the service before the first target is run. */

import { operation } from "../../shared/service/operations.ts";
import { listUpTo } from "../../shared/wording.ts";
import type { StepService } from "../inputs/service.ts";
import type { Step } from "../inputs/step.ts";
import type { RecordUpdate } from "../plan/updates.ts";

/**
 * Returns undefined if no update failed. Otherwise returns a message, and no target may be run, because the service
 * would use old fields.
 */
export async function sync(
  updates: readonly RecordUpdate[],
  {
    service,
    concurrency,
    cancel,
    log,
  }: Pick<Step, "cancel" | "log"> & { service: StepService; concurrency: number },
): Promise<string | undefined> {
  const failed: string[] = [];
  const send = async ({ request, name }: RecordUpdate) => {
    const { title } = operation(request.operation);
    try {
      await service.call(request, cancel);
      log.info(`${title}: ${name}`);
    } catch (error) {
      // A cancelled update is not a failed one. The report lists each target as not started.
      if (cancel.aborted) return;
      failed.push(name);
      log.group(`✗ ${title}: ${name}`, error instanceof Error ? error.message : String(error));
    }
  };
  const remaining = updates.values();
  const worker = async () => {
    for (const update of remaining) {
      if (cancel.aborted) return;
      await send(update);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, updates.length) }, worker));
  if (failed.length === 0) return undefined;
  return (
    `Not run, because some of the catalog's fields could not be sent (${listUpTo(5, failed)}). ` +
    "Correct the errors that the log lists, or run without `sync`."
  );
}
