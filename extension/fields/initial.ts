/** The fields that an editor is opened with: what the catalog says of the record, else what was last sent. */

import type { JsonObject } from "../../shared/json.ts";
import { recordName } from "../../shared/records/mentions.ts";
import { operation } from "../../shared/service/operations.ts";
import type { Bundles } from "../bundles/bundles.ts";
import type { Catalogs } from "../catalogs/catalogs.ts";
import { inMessage } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Records } from "../records/records.ts";
import type { Memories } from "../services/memory.ts";
import type { Services } from "../services/services.ts";
import type { UnsentRequest } from "./unsent-request.ts";

export interface InitialFieldsOptions {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: Services;
  readonly memories: Memories;
  readonly catalogs: Catalogs;
  readonly records: Records;
}

export async function initialFields(
  { service, operation: name, ids: [id], create }: UnsentRequest,
  { vscode, bundles, services, memories, catalogs, records }: InitialFieldsOptions,
): Promise<JsonObject> {
  await catalogs.ready();
  const { kind, role } = operation(name);
  const describesRecord = role === "create" || role === "update";
  const record = records.find(id === undefined ? create : recordName({ kind, id }));
  const catalog = record && records.catalogOf(record);
  if (describesRecord && catalog && record?.pinned?.record.fields !== undefined) {
    const { resolveFields } = await bundles.catalog();
    const { fields, problems } = resolveFields(catalog, record.pinned.record);
    const [problem] = problems;
    if (problem) vscode.window.showWarningMessage(inMessage(problem.message));
    return fields;
  }
  const known = services.all().find(each => each.id === service);
  return (known && memories.of(known).lastSent(name, id)) ?? {};
}
