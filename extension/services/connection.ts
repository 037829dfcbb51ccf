import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { knownRecord, recordsIn } from "../../shared/reading/records.ts";
import { toldIn } from "../../shared/records/told.ts";
import { parseBaseUrl } from "../../shared/service/address.ts";
import type { Call } from "../../shared/service/call.ts";
import { type Answer, Client } from "../../shared/service/client.ts";
import { mayHaveArrived } from "../../shared/service/error.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { operation, operationFor } from "../../shared/service/operations.ts";
import { type Redact, redactor } from "../../shared/service/secret.ts";
import type { Bundles } from "../bundles/bundles.ts";
import type { Log } from "../editor/log.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Embedded } from "./embedded.ts";
import type { Keys } from "./keys.ts";
import type { Memories, Memory } from "./memory.ts";
import type { Service } from "./service.ts";
import type { ToldByService, ToldByServices } from "./told.ts";

interface ConnectionsDeps {
  readonly vscode: VSCode;
  readonly keys: Keys;
  readonly embedded: Embedded;
  readonly memories: Memories;
  readonly told: ToldByServices;
  readonly log: Log;
  readonly bundles: Bundles;
  readonly clock: Clock;
}

export class Connections {
  readonly #deps: ConnectionsDeps;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  /** Asks for the key if none is stored for the service's origin. */
  async to(service: Service): Promise<Connection> {
    requireTrust(this.#deps.vscode);
    return new Connection(service, await this.#accessTo(service), this.#deps);
  }

  async #accessTo({ baseUrl }: Service): Promise<Access> {
    const { embedded, keys } = this.#deps;
    if (baseUrl === undefined) return embedded.start();
    const { origin } = parseBaseUrl(baseUrl);
    return { baseUrl, apiKey: (await keys.get(origin)) ?? (await keys.ask(origin)) };
  }
}

interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Response {
  readonly text: string;
  readonly value: JsonObject;
  /** Absent if reading failed. */
  readonly reading: Reading | undefined;
  /** Removes the key from texts that quote the response. */
  readonly redact: Redact;
}

export class Connection {
  readonly redact: Redact;
  readonly #memory: Memory;
  readonly #details: Promise<ToldByService>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #bundles: Bundles;
  readonly #client: Client;

  constructor(service: Service, access: Access, { memories, told, log, bundles, clock }: ConnectionsDeps) {
    this.#memory = memories.of(service);
    this.#details = told.of(service);
    this.#clock = clock;
    this.#log = log;
    this.#bundles = bundles;
    this.#client = new Client({
      ...access,
      transport: fetchTransport,
      clock,
      onAttempt: attempt => log.attempt(service.name, attempt),
    });
    this.redact = redactor(access.apiKey);
  }

  async call(call: Call, signal: AbortSignal): Promise<Response> {
    const { raw, value } = await this.send(call, signal);
    // A failure to read is only logged: if it looked like a failed request, a person would send it again.
    const reading = await this.#read(call, { raw, value }).catch((error: unknown) => {
      this.#log.error(error);
      return undefined;
    });
    return { text: new TextDecoder().decode(raw), value, reading, redact: this.redact };
  }

  async #read(call: Call, { raw, value }: Answer): Promise<Reading> {
    const { read } = await this.#bundles.report();
    const { operation: name, id } = call;
    const reading = read(value, { about: { operation: name, id }, raw, thorough: true });
    await this.learn(call, value, reading);
    return reading;
  }

  /**
   * Sends without reading or learning, because a run reads its responses itself. The memory keeps the fields as last sent
   * unless the service certainly refused them.
   */
  async send(call: Call, signal: AbortSignal): Promise<Answer> {
    const { operation: name, fields } = call;
    if (fields !== undefined) this.#log.body("sent", name, this.redact(JSON.stringify(fields)));
    try {
      const response = await this.#client.call(call, signal);
      this.#log.body("received", name, new TextDecoder().decode(response.raw));
      await this.#rememberSent(call);
      return response;
    } catch (error) {
      if (mayHaveArrived(error)) await this.#rememberSent(call);
      throw error;
    }
  }

  /** Logs a failure instead of throwing, because it must not look like a failed request. */
  async #rememberSent({ operation: name, id, fields }: Call): Promise<void> {
    if (fields === undefined) return;
    await this.#memory.noteSent(name, id, fields).catch((error: unknown) => this.#log.error(error));
  }

  async learn({ operation: name, id, fields }: Call, response: JsonObject, reading: Reading): Promise<void> {
    const { kind, role } = operation(name);
    if (role === "decide" && id !== undefined) await this.#memory.noteDecided(id, fields ?? {}, response);
    const { reviewNotes } = await this.#bundles.report();
    // The record exists even if the response does not repeat its id.
    const addressed = id === undefined ? [] : [knownRecord(kind, id, undefined, undefined)];
    const { records = [], contexts = new Map() } = reading;
    const notes = reviewNotes({ name, id, fields, response, reading }, this.redact);
    // The details come before the memory, whose change makes pages draw again.
    const from = { operation: name, ...(id !== undefined && { id }), at: this.#clock.now() };
    const details = await this.#details;
    const saved = details
      .learn(
        toldIn(name, records),
        new Map([...contexts].map(([review, context]) => [review, { ...context, from }])),
      )
      .catch((error: unknown) => this.#log.error(error));
    await this.#memory.learn([...addressed, ...recordsIn(records)], notes);
    const created = role === "create" ? response["id"] : undefined;
    const update = operationFor("update", kind);
    if (typeof created === "string" && update !== undefined && fields !== undefined) {
      await this.#memory.noteSent(update, created, fields);
    }
    if (role === "delete" && id !== undefined) await this.#memory.forget({ kind, id });
    await saved;
  }
}
