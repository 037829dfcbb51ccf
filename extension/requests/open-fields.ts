/** The access to drafts that the form and the JSON editor share. */

import type { Uri } from "vscode";
import { t } from "../editor/l10n.ts";
import type { DraftRequest } from "./draft-request.ts";
import type { KnownFields } from "./known-fields.ts";

export interface FieldsDraft {
  readonly request: DraftRequest;
  /** The name of the service that gets the request. Absent if the settings contain no other service. */
  readonly serviceName?: string | undefined;
  readonly text: string;
  readonly remark: string;
  /** Says that the fields were sent and have arrived, or may have arrived. Else empty. */
  readonly warning: string;
}

export interface OpenFields {
  readonly knownFields: () => Promise<KnownFields>;
  draftAt(uri: Uri): Promise<FieldsDraft | undefined>;
  write(uri: Uri, text: string): Promise<void>;
  showAsJson(uri: Uri): Promise<void>;
}

export function sendTitle({ serviceName }: Pick<FieldsDraft, "serviceName">): string {
  return serviceName === undefined ? t("Send") : t("Send to {0}", serviceName);
}
