/** Creates the commands and what sends for them. The entry loads this module when it is first needed. */

import type { Clock } from "../../shared/clock.ts";
import type { CatalogCode } from "../catalog/code.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { setTranslation } from "../editor/l10n.ts";
import type { EditorLog } from "../editor/log.ts";
import type { SharedState } from "../editor/shared-state.ts";
import type { VSCode } from "../editor/vscode.ts";
import { RecordActions } from "../records/actions.ts";
import type { BusyRecords } from "../records/busy.ts";
import type { CreationLedger } from "../records/creations.ts";
import type { RecordStore } from "../records/records.ts";
import type { ResponseStore } from "../records/responses.ts";
import type { SharedDecisions } from "../records/shared-decisions.ts";
import type { UnsureReviews } from "../records/unsure.ts";
import type { FieldsEditors } from "../requests/editors.ts";
import { OperationMessages } from "../requests/messages.ts";
import { OperationCommands } from "../requests/operation-commands.ts";
import { OperationRunner } from "../requests/operation-runner.ts";
import type { ReviewPanel } from "../reviews/panel.ts";
import { RunLauncher } from "../runs/launcher.ts";
import { RawResponses } from "../runs/raw-responses.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import { SavedResponses } from "../runs/saved-responses.ts";
import type { RunStore } from "../runs/store.ts";
import { ServiceActions } from "../services/actions.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import { ServiceConnections } from "../services/connection.ts";
import type { DetailsStore } from "../services/details.ts";
import type { EmbeddedServiceLauncher } from "../services/embedded.ts";
import type { KeyStore } from "../services/keys.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { Teaching } from "../teaching/teaching.ts";
import type { FirstSteps } from "../views/first-steps.ts";
import type { Views } from "../views/views.ts";
import { commandHandlers } from "./command-handlers.ts";
import type { CommandHandler } from "./command-registry.ts";
import type { CommandName } from "./command-table.ts";

interface CommandsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly documents: VirtualDocuments;
  readonly log: EditorLog;
  readonly state: SharedState;
  readonly clock: Clock;
  readonly keys: KeyStore;
  readonly embedded: EmbeddedServiceLauncher;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly detailsStore: DetailsStore;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly busy: BusyRecords;
  readonly unsure: UnsureReviews;
  readonly creations: () => Promise<CreationLedger>;
  readonly sharedDecisions: SharedDecisions;
  readonly responses: ResponseStore;
  readonly runs: RunStore;
  readonly editors: FieldsEditors;
  readonly reportEditor: ReportEditor;
  readonly reviewPanel: Pick<ReviewPanel, "open">;
  readonly views: Views;
  readonly firstSteps: FirstSteps;
  readonly teaching: () => Promise<Teaching>;
  readonly catalogCode: () => Promise<CatalogCode>;
}

export interface Commands {
  readonly handlers: ReadonlyMap<CommandName, CommandHandler>;
  readonly connections: ServiceConnections;
  readonly runner: RunLauncher;
  readonly running: OperationRunner;
  readonly operations: OperationCommands;
  readonly recordActions: RecordActions;
  readonly rawResponses: RawResponses;
  readonly savedResponses: SavedResponses;
}

export function createCommands(deps: CommandsDeps): Commands {
  const { vscode, documents, services, keys, runs } = deps;
  // This bundle has its own copy of `l10n.ts`.
  setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
  const connections = new ServiceConnections(deps);
  const runner = new RunLauncher({ ...deps, connections });
  const messages = new OperationMessages(deps);
  const running = new OperationRunner({ ...deps, runner, messages });
  const created = {
    connections,
    runner,
    running,
    operations: new OperationCommands({ ...deps, connections, messages, running }),
    recordActions: new RecordActions(deps),
    rawResponses: new RawResponses(vscode, documents, runs),
    savedResponses: new SavedResponses(deps),
  };
  const serviceActions = new ServiceActions(vscode, services, keys);
  return { ...created, handlers: commandHandlers({ ...deps, ...created, serviceActions }) };
}
