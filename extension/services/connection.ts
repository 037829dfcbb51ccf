import type { Clock } from "../../shared/clock.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { distinctRecords, knownRecord, recordKey, recordLabel } from "../../shared/reading/records.ts";
import { type LearnedFields, learnFields } from "../../shared/records/learned-fields.ts";
import { clean } from "../../shared/report/text.ts";
import { parseBaseUrl } from "../../shared/service/address.ts";
import { Client, type ServiceResponse } from "../../shared/service/client.ts";
import { mayHaveActed, ServiceError } from "../../shared/service/error.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { type OperationName, operation, operationFor } from "../../shared/service/operations.ts";
import type { ServiceRequest } from "../../shared/service/request.ts";
import { type Redact, redactor } from "../../shared/service/secret.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { t } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import { withoutCodeMarks } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { DetailsStore, ServiceDetails } from "./details.ts";
import type { EmbeddedServiceLauncher } from "./embedded.ts";
import type { KeyStore } from "./keys.ts";
import type { MemoryStore, ServiceMemory } from "./memory.ts";
import { reviewDetailsIn } from "./review-details.ts";
import { reviewNotes } from "./review-note.ts";
import type { Service } from "./service.ts";

interface ConnectionsDeps {
  readonly vscode: VSCode;
  readonly keys: KeyStore;
  readonly embedded: EmbeddedServiceLauncher;
  readonly memories: MemoryStore;
  readonly detailsStore: DetailsStore;
  readonly log: EditorLog;
  readonly bundles: Bundles;
  readonly clock: Clock;
}

export class ServiceConnections {
  readonly #deps: ConnectionsDeps;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  /** Asks for the key if none is stored for the service's origin. */
  async connect(service: Service): Promise<ServiceConnection> {
    requireTrust(this.#deps.vscode);
    const askAgain = this.#askAgainFor(service);
    return new ServiceConnection(service, await this.#accessTo(service), { ...this.#deps, askAgain });
  }

  /** Asks for another key after a refusal. Absent for the embedded service, which makes its own key. */
  #askAgainFor({ baseUrl }: Service): (() => Promise<string>) | undefined {
    if (baseUrl === undefined) return undefined;
    const { origin } = parseBaseUrl(baseUrl);
    return () => this.#deps.keys.ask(origin, t("{0} does not accept the API key: enter another", origin));
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

export interface ResponseWithReading {
  readonly text: string;
  readonly value: JsonObject;
  /** Undefined if reading the response or learning from it failed. */
  readonly reading: Reading | undefined;
  /** The id of the record that the request has created, if the response certainly says it. */
  readonly created: string | undefined;
  /** Redacts the key in texts that quote the response. */
  readonly redact: Redact;
}

export class ServiceConnection {
  /** Redacts each key that this connection has used. */
  readonly redact: Redact = text => this.#redactors.reduce((before, redact) => redact(before), text);
  readonly #redactors: Redact[] = [];
  readonly #memory: ServiceMemory;
  readonly #details: Promise<ServiceDetails>;
  readonly #clock: Clock;
  readonly #log: EditorLog;
  readonly #bundles: Bundles;
  readonly #clientFor: (apiKey: string) => Client;
  readonly #askAgain: (() => Promise<string>) | undefined;
  #client: Client;
  #isKeyAccepted = false;
  /** The question for another key. Requests that are refused meanwhile wait for it; the error is its end for all. */
  #question: Promise<void> | undefined;

  constructor(
    service: Service,
    access: Access,
    {
      memories,
      detailsStore,
      log,
      bundles,
      clock,
      askAgain,
    }: ConnectionsDeps & { readonly askAgain: (() => Promise<string>) | undefined },
  ) {
    this.#memory = memories.of(service);
    this.#details = detailsStore.of(service);
    this.#clock = clock;
    this.#log = log;
    this.#bundles = bundles;
    this.#askAgain = askAgain;
    this.#clientFor = apiKey => {
      this.#redactors.push(redactor(apiKey));
      return new Client({
        baseUrl: access.baseUrl,
        apiKey,
        transport: fetchTransport,
        redact: this.redact,
        clock,
        onAttempt: attempt => log.logAttempt(service.name, attempt),
      });
    };
    this.#client = this.#clientFor(access.apiKey);
  }

  async call(call: ServiceRequest, signal: AbortSignal): Promise<ResponseWithReading> {
    const response = await this.sendOnly(call, signal);
    const { raw, value } = response;
    // A failure to read is only logged: if it looked like a failed request, a person would send the request again.
    const log = (error: unknown) => {
      this.#log.error(error);
      return undefined;
    };
    const createdIds = await this.#bundles
      .report()
      .then(({ findCreatedIds }) => findCreatedIds(call.operation, response, call.fields ?? {}))
      .catch(log);
    const created = createdIds?.length === 1 ? createdIds[0] : undefined;
    const reading = await this.#read(call, response, createdIds).catch(log);
    await this.#rememberCreated(call, created);
    return { text: new TextDecoder().decode(raw) || "{}", value, reading, created, redact: this.redact };
  }

  async #read(
    call: ServiceRequest,
    { raw, value }: ServiceResponse,
    createdIds: readonly string[] | undefined,
  ): Promise<Reading> {
    const { readResponse } = await this.#bundles.report();
    const { operation: name, id } = call;
    const reading = readResponse(value, {
      request: { operation: name, id },
      raw,
      knownReviews: this.#memory.reviews.keys(),
      includeRecords: true,
    });
    await this.learn(call, value, reading, createdIds);
    return reading;
  }

  /**
   * Sends without reading or learning, because a run reads its responses itself. The memory keeps the fields as last sent
   * if the service may have acted on them.
   */
  async sendOnly(call: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    const { operation: name, fields } = call;
    if (fields !== undefined) this.#log.logBody("sent", name, this.redact(JSON.stringify(fields)));
    try {
      const response = await this.#send(call, signal);
      this.#log.logBody("received", name, new TextDecoder().decode(response.raw));
      await this.#requireAcceptance(call, response);
      // Not awaited, so that it is saved together with what the response says.
      void this.#rememberSent(call);
      return response;
    } catch (error) {
      if (mayHaveActed(error)) await this.#rememberSent(call, true);
      if (error instanceof ServiceError) {
        await this.#learnConflict(call, error).catch((failure: unknown) => this.#log.error(failure));
        await this.#putMeaningFirst(error);
      }
      throw error;
    }
  }

  /** Throws if the service says in the response that it refused the request. A failure to read is only logged. */
  async #requireAcceptance(call: ServiceRequest, response: ServiceResponse): Promise<void> {
    const refused = await this.#bundles
      .report()
      .then(({ refusalErrorOf }) => refusalErrorOf(call, response, this.redact))
      .catch((error: unknown) => void this.#log.error(error));
    if (refused !== undefined) throw refused;
  }

  /** A refused key can be corrected, and the request is sent again with the new one, because the service did not act. */
  async #send(call: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    for (;;) {
      const client = this.#client;
      try {
        const response = await client.call(call, signal);
        this.#isKeyAccepted = true;
        return response;
      } catch (error) {
        const isWrongKey = error instanceof ServiceError && error.status === 401 && !error.ambiguous;
        // A key that was accepted before may have been revoked while the person does something else.
        if (!isWrongKey || this.#isKeyAccepted || this.#askAgain === undefined || signal.aborted) throw error;
        if (client === this.#client) {
          this.#question ??= this.#askAgain().then(key => {
            this.#client = this.#clientFor(key);
            this.#question = undefined;
          });
          await this.#question.catch(() => {
            throw error;
          });
        }
      }
    }
  }

  /** A refusal can say that the review was decided before. Without a verdict in it, the known one remains. */
  async #learnConflict(
    { operation: name, id, fields = {} }: ServiceRequest,
    error: ServiceError,
  ): Promise<void> {
    if (operation(name).role !== "decide" || id === undefined) return;
    const { decisionFromConflict } = await this.#bundles.report();
    const decision = decisionFromConflict(id, fields, error);
    if (decision === undefined) return;
    const { state, evidence } = decision;
    const verdict = state === "passed" || state === "failed" ? { verdict: state } : {};
    const note = {
      settled: true,
      ...verdict,
      evidence: this.redact(withoutCodeMarks(evidence)),
      at: this.#clock.now(),
    };
    await this.#memory.learn([], new Map([[id, note]]));
  }

  async #putMeaningFirst(error: ServiceError): Promise<void> {
    const { refusalReasonIn } = await this.#bundles.report();
    error.putMeaningFirst(error.response && refusalReasonIn(error.response));
  }

  /** An update of the created record begins with the fields that were sent. */
  async #rememberCreated({ operation: name, fields }: ServiceRequest, created: string | undefined) {
    const update = operationFor("update", operation(name).kind);
    if (operation(name).role !== "create" || created === undefined || update === undefined) return;
    await this.#rememberSent({ operation: update, id: created, ...(fields && { fields }) });
  }

  /** Logs a failure to save instead of throwing it, because it must not look like a failed request. */
  async #rememberSent({ operation: name, id, fields }: ServiceRequest, isUnsure = false): Promise<void> {
    if (fields === undefined) return;
    await this.#memory
      .saveSent(name, id, fields, this.#clock.now(), isUnsure)
      .catch((error: unknown) => this.#log.error(error));
  }

  async learn(
    { operation: name, id, fields }: ServiceRequest,
    response: JsonObject,
    reading: Reading,
    createdIds: readonly string[] = [],
  ): Promise<void> {
    const { kind, role } = operation(name);
    const at = this.#clock.now();
    const decision =
      role === "decide" && id !== undefined
        ? this.#memory.saveDecision(id, fields ?? {}, response, at)
        : undefined;
    const { decisionFromFacts, findCreatedLabel, mainFieldText } = await this.#bundles.report();
    // The memory learns the request's record even if the response does not repeat its id, or has it in no record.
    const created = createdIds.length === 1 ? createdIds : [];
    // The response to an update can be empty, and then the record has the name that was sent.
    const sentLabel = (each: string) =>
      role === "create" || role === "update" ? recordLabel(fields ?? {}, each) : undefined;
    const addressed =
      id === undefined
        ? created.map(each =>
            knownRecord(kind, each, sentLabel(each) ?? findCreatedLabel(response, each), undefined),
          )
        : [knownRecord(kind, id, sentLabel(id), undefined)];
    const { recordReferences = [] } = reading;
    const notes = reviewNotes(
      { name, id, fields, reading, at, createdIds },
      { redact: this.redact, decisionFromFacts, mainFieldText },
    );
    // The details learn before the memory does, because a change of the memory makes pages draw the details again.
    const from = { operation: name, ...(id !== undefined && { id }), at };
    const details = await this.#details;
    const learned = [...sentFieldsOf(name, id, fields), ...learnFields(name, recordReferences)];
    const reviews = reviewDetailsIn(reading, each => clean(this.redact(each)));
    const saved = details
      .learn(learned, new Map([...reviews].map(([review, shown]) => [review, { ...shown, from }])))
      .catch((error: unknown) => this.#log.error(error));
    // An envelope such as `data` can hide that the response's records are the project's.
    const project = kind === "project" ? addressed[0]?.id : undefined;
    const named = distinctRecords(recordReferences).map(each =>
      knownRecord(each.kind, each.id, each.label, each.project ?? project),
    );
    await Promise.all([
      decision,
      this.#memory.learn([...addressed, ...named], notes),
      this.#memory.saveAnswered(learned.filter(({ isPart }) => !isPart)),
    ]);
    if (role === "delete" && id !== undefined) await this.#memory.forget([{ kind, id }]);
    await saved;
  }
}

/** The service has taken them, and its response can be empty. */
function sentFieldsOf(
  name: OperationName,
  id: string | undefined,
  fields: JsonObject | undefined,
): readonly LearnedFields[] {
  const { kind, role, method } = operation(name);
  if (role !== "update" || id === undefined || fields === undefined) return [];
  return [{ recordKey: recordKey({ kind, id }), fields, isComplete: method === "PUT" }];
}
