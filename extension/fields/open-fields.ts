/** The access to drafts that the form and the JSON editor share. */

import type { Uri } from "vscode";
import type { KnownFields } from "./initial.ts";
import type { UnsentRequest } from "./unsent-request.ts";

export interface FieldsDraft {
  readonly request: UnsentRequest;
  readonly text: string;
  /** Explains the source of the fields to the person. */
  readonly remark: string;
}

export interface OpenFields {
  readonly known: KnownFields;
  /** Undefined for a document that is not a fields editor. */
  draftAt(uri: Uri): Promise<FieldsDraft | undefined>;
  write(uri: Uri, text: string): void;
  /** Replaces the form by a JSON editor. */
  showAsJson(uri: Uri): Promise<void>;
}
