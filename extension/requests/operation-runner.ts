/** The commands that start, repeat, resume and stop runs, and that request channel reports. */

import type { JsonObject } from "../../shared/json.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { type OperationName, operation, operationFor } from "../../shared/service/operations.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { confirmRequest } from "../editor/confirm-request.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CreationLedger } from "../records/creations.ts";
import { type AddressedRecord, hasId, type RecordEntry } from "../records/inventory.ts";
import { pickRunnable } from "../records/pick.ts";
import type { RecordStore } from "../records/records.ts";
import type { RunLauncher, RunRequest } from "../runs/launcher.ts";
import type { RunStore, StoredRun } from "../runs/store.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { MemoryStore } from "../services/memory.ts";
import { operationTitleWithRecords, recordsLabel } from "../services/operation-labels.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { askForm } from "./ask-form.ts";
import { confirmOtherIds } from "./confirm-other-ids.ts";
import type { FieldsEditors } from "./editors.ts";
import { formFor, type QuickForm } from "./form.ts";
import type { OperationMessages } from "./messages.ts";

interface OperationRunnerDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly creations: () => Promise<CreationLedger>;
  readonly runs: RunStore;
  readonly runner: RunLauncher;
  readonly editors: FieldsEditors;
  readonly messages: OperationMessages;
}

const runOperations = {
  batch: operationFor("run", "batch"),
  channel: operationFor("run", "channel"),
} as const;

export class OperationRunner {
  readonly #deps: OperationRunnerDeps;

  constructor(deps: OperationRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Runs each batch and channel with the fields that were last sent for it. If they lack a field that the form
   * requires, the person fills in the form first. Asks for a target if none is chosen, and for the number of runs if these
   * are several. The run gets the `id`, if there is one.
   */
  async runRecords(
    chosen: readonly RecordEntry[],
    { isSeveralTimes, id }: { readonly isSeveralTimes?: boolean; readonly id?: string } = {},
  ): Promise<void> {
    const { vscode, bundles, records, runs } = this.#deps;
    const service = await this.#readyService();
    const runnable = chosen.filter(hasId).filter(({ kind }) => kind in runOperations);
    if (runnable.length === 0 && chosen.length > 0) {
      throw new Obstacle(t("Choose a batch or a channel that has an id."));
    }
    if (runnable.length === 0) runnable.push(await pickRunnable(vscode, records, runs.all));
    // Several targets get the policy that the first one is offered.
    const ask = isSeveralTimes ? (await bundles.report()).askPolicy : undefined;
    const policy = await ask?.(vscode, t, runnable[0]);
    await this.#run(service, runnable, policy && (() => policy), id);
  }

  /** Keeps the number of runs and passes that the run's targets had. A target of a single run gets the catalog's. */
  async runAgain(run: StoredRun, targets: StoredRun["targets"]): Promise<void> {
    const service = await this.#serviceOf(run);
    const records = this.#recordsOf(targets);
    if (run.role === "report") return this.runAndShowEnd({ service, role: "report", records });
    await this.#run(service, records, ({ key }) => {
      const { runs, passes } = targets.find(target => recordKey(target) === key) ?? {};
      return runs && passes ? { runs, passes, runAgain: "failed" } : undefined;
    });
  }

  /** Continues a run that has no clear verdict, by requesting its channel reports until they are complete. */
  async resume(run: StoredRun): Promise<void> {
    const service = await this.#serviceOf(run);
    const records = this.#recordsOf(run.targets.filter(({ kind }) => kind === "channel"));
    await this.runAndShowEnd({ service, role: "report", records, continued: run });
  }

  async requestReports(chosen: readonly RecordEntry[]): Promise<void> {
    const service = await this.#readyService();
    const records = chosen.filter(hasId).filter(({ kind }) => kind === "channel");
    if (records.length === 0) throw new Obstacle(t("Choose a channel that has an id."));
    await this.runAndShowEnd({ service, role: "report", records });
  }

  /** All runs come through here, so that none begins without the question. */
  async runAndShowEnd(request: RunRequest): Promise<void> {
    await confirmOtherIds(this.#deps, request.service, request.records);
    if (request.role === "run") await this.#confirmUnanswered(request.service, request.records);
    this.#deps.messages.showRunEnd(await this.#deps.runner.run(request));
  }

  async #run(
    service: Service,
    records: readonly AddressedRecord[],
    policyFor: RunRequest["policyFor"],
    id?: string,
  ): Promise<void> {
    const fieldsByKey = new Map<string, JsonObject>();
    for (const name of Object.values(runOperations)) {
      const lacking = records.filter(record => this.#lacksFields(service, name, record));
      if (lacking.length === 0) continue;
      const fields = await this.#askFields(service, name, lacking);
      for (const { key } of lacking) fieldsByKey.set(key, fields);
    }
    const fieldsFor = ({ key }: AddressedRecord) => fieldsByKey.get(key);
    await this.runAndShowEnd({ service, role: "run", records, fieldsFor, policyFor, id });
  }

  /** Asks if nothing is known about the end of a record's last run, because the service may be going on with it. */
  async #confirmUnanswered(service: Service, records: readonly AddressedRecord[]): Promise<void> {
    const { vscode, runs } = this.#deps;
    await runs.ready();
    const unanswered: AddressedRecord[] = [];
    for (const record of records) {
      const last = runs.all.find(
        run =>
          run.service === service.id &&
          run.role === "run" &&
          run.targets.some(target => recordKey(target) === record.key),
      );
      if (last !== undefined && (await runs.isUnanswered(last, record))) unanswered.push(record);
    }
    if (unanswered.length === 0) return;
    await confirmRequest(vscode, {
      question: t("Run {0} again?", recordsLabel(unanswered)),
      detail: t("No response says how the last run ended: the service may be going on with it."),
      send: t("Run again"),
    });
  }

  #lacksFields(service: Service, name: OperationName, { kind, id }: AddressedRecord): boolean {
    if (operation(name).kind !== kind) return false;
    const sent = this.#deps.memories.of(service).lastSent(name, id) ?? {};
    const steps = configuredFormOf(this.#deps, name)?.steps ?? [];
    return steps.some(({ field, optional }) => !optional && !Object.hasOwn(sent, field));
  }

  async #askFields(
    service: Service,
    name: (typeof runOperations)[keyof typeof runOperations],
    records: readonly AddressedRecord[],
  ): Promise<JsonObject> {
    const { vscode, memories, editors } = this.#deps;
    const form = configuredFormOf(this.#deps, name);
    if (form === undefined) return {};
    const memory = memories.of(service);
    const { fields, asJson } = await askForm(vscode, form, {
      title: operationTitleWithRecords(name, records),
      remembered: field => memory.answers(name, field),
    });
    if (asJson) {
      const request = { service: service.id, operation: name, ids: records.map(({ id }) => id) };
      const initialFields = { ...memory.lastSent(name, records[0]?.id), ...fields };
      await editors.open(request, recordsLabel(records), { fields: initialFields, asJson: true });
      throw new Cancelled();
    }
    await memory.saveAnswers(name, fields);
    return fields;
  }

  #recordsOf(targets: StoredRun["targets"]): AddressedRecord[] {
    return targets.map(({ kind, id, name }) => ({ ...this.#deps.records.withId(kind, id), name }));
  }

  async #readyService(): Promise<Service> {
    const { vscode, catalogs, services, runs } = this.#deps;
    requireTrust(vscode);
    await Promise.all([catalogs.ready(), runs.ready()]);
    return services.requireCurrent();
  }

  /** The service that a run was sent to, even if another service is current now. */
  async #serviceOf({ service, serviceName }: StoredRun): Promise<Service> {
    requireTrust(this.#deps.vscode);
    await this.#deps.catalogs.ready();
    const known = this.#deps.services.all().find(({ id }) => id === service);
    if (known !== undefined) return known;
    throw new Obstacle(t("The service {0} is no longer in the settings.", serviceName));
  }
}

export function configuredFormOf(
  { vscode, catalogs }: { readonly vscode: VSCode; readonly catalogs: CatalogStore },
  name: OperationName,
): QuickForm | undefined {
  const setting = vscode.workspace.getConfiguration("callboard").get("forms");
  return formFor(
    name,
    catalogs.all.map(({ catalog }) => catalog),
    setting,
  );
}
