/**
 * Asks before a request uses ids of a catalog that are from another service. All services share the catalog, and in this
 * service such an id can belong to another record.
 */

import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CreationLedger } from "../records/creations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { Service } from "../services/service.ts";
import { confirmSendingTo } from "./confirm-sending.ts";

interface ConfirmDeps {
  readonly vscode: VSCode;
  readonly creations: () => Promise<CreationLedger>;
}

interface OtherId {
  readonly name: string;
  readonly id?: string | undefined;
  /** The name of the service that the id is from. */
  readonly maker: string;
}

export function otherIdWords({ name, id = "", maker }: OtherId, service: Service): string {
  return t(
    "“{0}”: this id ({1}) is from {2}. In {3} it can belong to another record.",
    ...[name, id, maker, service.name],
  );
}

/** Throws `Cancelled` unless the person wants the request with these ids. */
export async function confirmOtherIds(
  { vscode, creations }: ConfirmDeps,
  service: Service,
  records: readonly RecordEntry[],
): Promise<void> {
  const folders = new Set(records.flatMap(({ pinned }) => pinned?.folder ?? []));
  if (folders.size === 0) return;
  const ledger = await creations();
  const found = new Map<string, OtherId>();
  for (const folder of folders) {
    const makers = await ledger.otherMakers(service, folder);
    for (const { key, name, id, pinned } of records) {
      const maker = makers.get(key);
      if (maker !== undefined && pinned?.folder === folder) found.set(key, { name, id, maker });
    }
  }
  if (found.size === 0) return;
  const lines = [...found.values()].map(each => otherIdWords(each, service));
  await confirmSendingTo(vscode, service, lines);
  ledger.confirmIds(service, found.keys());
}
