/** The service that the step calls: the one at `base-url`, or the embedded one. */

import type { Call } from "../../shared/service/call.ts";
import { type Answer, type Attempt, Client } from "../../shared/service/client.ts";
import { operation } from "../../shared/service/operations.ts";
import { createUndiciTransport } from "../../shared/service/undici-transport.ts";
import { embedded } from "./inputs.ts";
import type { Step } from "./step.ts";

export interface Service extends AsyncDisposable {
  call(call: Call, signal: AbortSignal): Promise<Answer>;
}

export async function openService({ inputs, secrets, log }: Omit<Step, "cancel">): Promise<Service> {
  const { baseUrl, apiKey, own } =
    inputs.baseUrl === embedded ? await startEmbedded(secrets, log) : { ...inputs, own: null };
  const transport = createUndiciTransport({ direct: own !== null });
  const client = new Client({
    baseUrl,
    apiKey,
    transport: transport.send,
    redact: secrets.redact,
    timeoutMs: inputs.requestTimeout,
    onAttempt: attempt => tellAgain(attempt, log),
  });
  return {
    call: (call, signal) => client.call(call, signal),
    async [Symbol.asyncDispose]() {
      await transport.close();
      await own?.close();
    },
  };
}

async function startEmbedded(secrets: Step["secrets"], log: Step["log"]) {
  const { startEmbeddedService } = await import("../../shared/embedded/service.ts");
  const own = await startEmbeddedService();
  secrets.add(own.key);
  log.info(
    "This is the embedded service with its demo project: nothing leaves this machine, and nothing is kept.",
  );
  return { baseUrl: own.url, apiKey: own.key, own };
}

function tellAgain({ operation: name, status, againInMs }: Attempt, log: Step["log"]): void {
  if (againInMs === undefined) return;
  const what = status === undefined ? "got no answer" : `was answered ${status}`;
  log.info(`${operation(name).title} ${what}; asking again in ${(againInMs / 1000).toFixed(1)} s.`);
}
