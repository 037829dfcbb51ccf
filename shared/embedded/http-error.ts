/** The reason why the service refuses a request, with the response's status, headers and further fields. */

import type { JsonObject } from "../json.ts";

export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
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
