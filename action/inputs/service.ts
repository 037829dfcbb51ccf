/** Opens the step's connection to the service at `base-url`, or to the embedded service. */

import { refusalErrorOf } from "../../shared/run/refusal-error.ts";
import { type Attempt, Client, type ServiceResponse } from "../../shared/service/client.ts";
import { operation } from "../../shared/service/operations.ts";
import type { ServiceRequest } from "../../shared/service/request.ts";
import { createUndiciTransport } from "../../shared/service/undici-transport.ts";
import { embeddedBaseUrl } from "./inputs.ts";
import type { Step } from "./step.ts";

export interface StepService extends AsyncDisposable {
  call(request: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse>;
}

export async function openStepService({ inputs, secrets, log }: Omit<Step, "cancel">): Promise<StepService> {
  const { baseUrl, apiKey, embeddedService } =
    inputs.baseUrl === embeddedBaseUrl
      ? await startEmbedded(secrets, log)
      : { ...inputs, embeddedService: null };
  const transport = createUndiciTransport({ isDirect: embeddedService !== null });
  const client = new Client({
    baseUrl,
    apiKey,
    transport: transport.send,
    redact: secrets.redact,
    timeoutMs: inputs.requestTimeout,
    onAttempt: attempt => logRetry(attempt, log),
  });
  return {
    call: async (request, signal) => {
      const response = await client.call(request, signal);
      const refused = refusalErrorOf(request, response, secrets.redact);
      if (refused !== undefined) throw refused;
      return response;
    },
    async [Symbol.asyncDispose]() {
      await transport.close();
      await embeddedService?.close();
    },
  };
}

async function startEmbedded(secrets: Step["secrets"], log: Step["log"]) {
  const { startEmbeddedService } = await import("../../shared/embedded/service.ts");
  const embeddedService = await startEmbeddedService();
  secrets.add(embeddedService.key);
  log.info(
    "The step uses the embedded service with its demo project. It runs on this machine, and ends with the step.",
  );
  return { baseUrl: embeddedService.url, apiKey: embeddedService.key, embeddedService };
}

function logRetry({ operation: name, status, againInMs }: Attempt, log: Step["log"]): void {
  if (againInMs === undefined) return;
  const response = status === undefined ? "no response" : `the response ${status}`;
  log.info(
    `${operation(name).title} got ${response}; it is sent again in ${(againInMs / 1000).toFixed(1)} s.`,
  );
}
