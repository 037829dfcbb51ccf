/**
 * Calls one operation of a service and learns from the answer. Whatever leaves here has been freed of the key, should
 * the service have echoed it.
 */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { isJsonObject } from "../../shared/json.ts";
import { knownRecord, recordsIn } from "../../shared/records/mentions.ts";
import { type Client, createClient } from "../../shared/service/client.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { redactor } from "../../shared/service/secret.ts";
import type { Log } from "../log.ts";
import type { Parts } from "../parts.ts";
import type { Memory } from "../records/memory.ts";
import type { Connection } from "../services/services.ts";

export interface Response {
  /** The body as it came. */
  readonly text: string;
  readonly value: JsonObject;
}

export interface Request {
  readonly id?: string | undefined;
  readonly fields?: JsonObject | undefined;
  readonly signal: AbortSignal;
}

export interface CallerOptions {
  readonly connection: Connection;
  readonly memory: Memory;
  readonly log: Log;
  readonly parts: Parts;
  readonly clock: Clock;
}

export class Caller {
  readonly connection: Connection;
  readonly #memory: Memory;
  readonly #log: Log;
  readonly #parts: Parts;
  readonly #client: Client;

  constructor({ connection, memory, log, parts, clock }: CallerOptions) {
    this.connection = connection;
    this.#memory = memory;
    this.#log = log;
    this.#parts = parts;
    this.#client = createClient({
      baseUrl: connection.baseUrl,
      apiKey: connection.apiKey,
      transport: fetchTransport,
      clock,
      onAttempt: attempt => log.attempt(connection.service.name, attempt),
    });
  }

  async call(name: OperationName, { id, fields, signal }: Request): Promise<Response> {
    const redact = redactor(this.connection.apiKey);
    if (fields !== undefined) {
      this.#log.body("sent", name, redact(JSON.stringify(fields)));
      await this.#memory.noteSent(name, id, fields);
    }
    const { raw } = await this.#client.call(name, { id, fields, signal });
    const text = redact(new TextDecoder().decode(raw));
    this.#log.body("received", name, text);
    // A DELETE whose first answer was lost has no body.
    const value: unknown = text === "" ? {} : JSON.parse(text);
    const response = { text, value: isJsonObject(value) ? value : {} };
    // What could not be kept was answered all the same: the request must not look as if it had failed.
    await this.#learn(name, id, response.value).catch((error: unknown) => this.#log.error(error));
    return response;
  }

  async #learn(name: OperationName, id: string | undefined, response: JsonObject): Promise<void> {
    const { reviewNotes } = await this.#parts.report();
    const { kind, role } = operation(name);
    // The record that was called for exists, also where the answer does not repeat its id.
    const addressed = id === undefined ? [] : [knownRecord(kind, id, undefined, undefined)];
    const mentioned = recordsIn(name, response, id);
    await this.#memory.learn([...addressed, ...mentioned], reviewNotes(name, id, response));
    if (role === "delete" && id !== undefined) await this.#memory.forget({ kind, id });
  }
}
