/** Calls one operation of a service and learns from the answer. */

import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import { knownRecord, recordsIn } from "../../shared/records/mentions.ts";
import type { Call } from "../../shared/service/call.ts";
import { Client } from "../../shared/service/client.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { type OperationName, operation } from "../../shared/service/operations.ts";
import { type Redact, redactor } from "../../shared/service/secret.ts";
import type { Log } from "../editor/log.ts";
import type { Parts } from "../bundles/bundles.ts";
import type { Memory } from "./memory.ts";
import type { Connection } from "./services.ts";

export interface Response {
  /** The body as it came. */
  readonly text: string;
  readonly value: JsonObject;
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
  readonly #redact: Redact;

  constructor({ connection, memory, log, parts, clock }: CallerOptions) {
    this.connection = connection;
    this.#memory = memory;
    this.#log = log;
    this.#parts = parts;
    this.#client = new Client({
      baseUrl: connection.baseUrl,
      apiKey: connection.apiKey,
      transport: fetchTransport,
      clock,
      onAttempt: attempt => log.attempt(connection.service.name, attempt),
    });
    this.#redact = redactor(connection.apiKey);
  }

  async call(call: Call, signal: AbortSignal): Promise<Response> {
    const { operation: name, id, fields } = call;
    if (fields !== undefined) {
      this.#log.body("sent", name, this.#redact(JSON.stringify(fields)));
      await this.#memory.noteSent(name, id, fields);
    }
    const { raw, value } = await this.#client.call(call, signal);
    const text = new TextDecoder().decode(raw);
    this.#log.body("received", name, text);
    // What could not be kept was answered all the same: the request must not look as if it had failed.
    await this.#learn(name, id, value).catch((error: unknown) => this.#log.error(error));
    return { text, value };
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
