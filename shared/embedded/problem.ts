/** A request that the service refuses: a status, a reason that says what to do, and what goes with it. */

import type { JsonObject } from "../json.ts";

export class Problem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** Further fields of the answer. */
  readonly fields: JsonObject;

  constructor(
    status: number,
    reason: string,
    headers: Readonly<Record<string, string>> = {},
    fields: JsonObject = {},
  ) {
    super(reason);
    this.status = status;
    this.headers = headers;
    this.fields = fields;
  }
}
