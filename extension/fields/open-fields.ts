/** The fields that are being written, as the form and the JSON editor share them. */

import type { Uri } from "vscode";
import type { KnownFields } from "./initial.ts";
import type { UnsentRequest } from "./unsent-request.ts";

export interface FieldsDraft {
  readonly request: UnsentRequest;
  readonly text: string;
  /** What a person is told of where the fields are from, and of what sending them does. */
  readonly remark: string;
}

export interface OpenFields {
  readonly known: KnownFields;
  /** Undefined for a document that is no fields editor of ours. */
  draftAt(uri: Uri): Promise<FieldsDraft | undefined>;
  write(uri: Uri, text: string): void;
  /** In place of the form. */
  showAsJson(uri: Uri): Promise<void>;
}
