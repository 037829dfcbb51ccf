/** The access to drafts that the form and the JSON editor share. */

import type { Uri } from "vscode";
import type { DraftRequest } from "./draft-request.ts";
import type { KnownFields } from "./known-fields.ts";

export interface FieldsDraft {
  readonly request: DraftRequest;
  readonly text: string;
  readonly remark: string;
}

export interface OpenFields {
  readonly knownFields: () => Promise<KnownFields>;
  draftAt(uri: Uri): Promise<FieldsDraft | undefined>;
  write(uri: Uri, text: string): Promise<void>;
  showAsJson(uri: Uri): Promise<void>;
}
