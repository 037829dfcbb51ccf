/** Creates all parts of the extension. Reads no file and sends nothing at the start, unless a link is pending. */

import type { ExtensionContext } from "vscode";
import { type Clock, systemClock } from "../../shared/clock.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { VirtualDocuments } from "../editor/documents.ts";
import { setTranslation } from "../editor/l10n.ts";
import { EditorLog } from "../editor/log.ts";
import { once } from "../editor/once.ts";
import { SharedState } from "../editor/shared-state.ts";
import { openStorage, storageIn } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import { BusyRecords } from "../records/busy.ts";
import { RecordStore } from "../records/records.ts";
import { ResponseStore } from "../records/responses.ts";
import { SharedDecisions } from "../records/shared-decisions.ts";
import { UnsureReviews } from "../records/unsure.ts";
import { FieldsEditors } from "../requests/editors.ts";
import type { QueueAddress } from "../reviews/queue.ts";
import { rawFolder } from "../runs/raw-responses.ts";
import { ReportEditor } from "../runs/report-editor.ts";
import { readingFolder } from "../runs/saved-responses.ts";
import { RunStore } from "../runs/store.ts";
import { CatalogStore } from "../services/catalogs.ts";
import { DetailsStore } from "../services/details.ts";
import { EmbeddedServiceLauncher } from "../services/embedded.ts";
import { KeyStore } from "../services/keys.ts";
import { MemoryStore } from "../services/memory.ts";
import { ServiceList } from "../services/service-list.ts";
import { FirstSteps } from "../views/first-steps.ts";
import { StatusBar } from "../views/status-bar.ts";
import { Views } from "../views/views.ts";
import { CatalogOpener } from "./catalog-opener.ts";
import { CommandRegistry } from "./command-registry.ts";
import type { Commands } from "./commands.ts";
import { Failures } from "./failures.ts";
import { filesWithRules, LazyExpressionHelp } from "./lazy-expression-help.ts";
import { LazyPullRequests } from "./lazy-pull-requests.ts";
import { LazyReviewPanel } from "./lazy-review-panel.ts";
import { LazyTesting } from "./lazy-testing.ts";

export interface LazyModules {
  readonly bundles: Bundles;
  readonly commands: () => Promise<typeof import("./commands.ts")>;
  readonly formPage: () => Promise<typeof import("./form-page.ts")>;
  readonly reviewPanel: () => Promise<typeof import("./review-panel.ts")>;
  readonly pullRequests: () => Promise<typeof import("./pull-requests.ts")>;
  readonly teaching: () => Promise<typeof import("./teaching.ts")>;
  readonly catalogCode: () => Promise<typeof import("./catalog-code.ts")>;
  readonly testingView: () => Promise<typeof import("./testing-view.ts")>;
}

export class Callboard extends Disposables {
  constructor(vscode: VSCode, context: ExtensionContext, lazy: LazyModules, clock: Clock = systemClock) {
    super();
    setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
    const { bundles } = lazy;
    const { workspaceState, secrets } = context;
    const storage = openStorage(vscode, context);
    const log = this.register(new EditorLog(vscode));
    const state = this.register(new SharedState(vscode, storage, workspaceState));
    const documents = this.register(new VirtualDocuments(vscode, state));
    const host = { vscode, bundles, documents, workspaceState, state, storage, log, clock };

    const catalogs = this.register(new CatalogStore(host));
    const embedded = this.register(new EmbeddedServiceLauncher(bundles, storage));
    const keys = new KeyStore(vscode, secrets);
    const services = this.register(new ServiceList({ ...host, embedded, catalogs }));
    const memories = this.register(new MemoryStore(vscode, state));
    const detailsStore = new DetailsStore(state);
    const responses = new ResponseStore(vscode, documents, storage);
    const records = this.register(new RecordStore({ vscode, services, memories, catalogs }));
    const busy = this.register(new BusyRecords(vscode, services));
    const sharedDecisions = this.register(
      new SharedDecisions({ vscode, context, state, memories, records, services, clock }),
    );
    const unsure = this.register(new UnsureReviews(vscode, state, sharedDecisions));
    const creations = once(async () =>
      (await lazy.catalogCode()).createCreationLedger({ ...host, context, services, catalogs, records }),
    );
    const runs = this.register(new RunStore(host));
    const deps = {
      ...host,
      services,
      memories,
      detailsStore,
      catalogs,
      records,
      busy,
      unsure,
      creations,
      sharedDecisions,
      responses,
      runs,
    };

    const editors = this.register(new FieldsEditors({ ...deps, formPage: lazy.formPage }));
    const reportEditor = this.register(new ReportEditor(deps));
    const views = this.register(new Views(deps));
    const firstSteps = this.register(new FirstSteps(deps));
    this.register(new StatusBar(vscode, services, runs, memories));
    const commands: () => Promise<Commands> = once(async () => {
      const { createCommands } = await lazy.commands();
      const shown = { editors, reportEditor, reviewPanel, views, firstSteps };
      return createCommands({ ...deps, ...shown, keys, embedded, teaching, catalogCode });
    });
    const timeInWords = (time: number) => views.formatTime(time);
    const teaching = once(async () => {
      const { createTeaching } = await lazy.teaching();
      return this.register(createTeaching({ ...deps, timeInWords, selector: filesWithRules }));
    });
    this.register(new LazyExpressionHelp(vscode, teaching));
    const catalogCode = once(async () => {
      const { createCatalogCode } = await lazy.catalogCode();
      const { connections } = await commands();
      return this.register(await createCatalogCode({ ...deps, connections, editors, timeInWords }));
    });
    this.register(new CatalogOpener(vscode, catalogCode));

    const reviewPanel: LazyReviewPanel = this.register(
      new LazyReviewPanel({
        vscode,
        workspaceState,
        sharedDecisions,
        async load() {
          const { createReviewPanel } = await lazy.reviewPanel();
          const { operations, rawResponses } = await commands();
          const queueAt = (report: QueueAddress) => pulls.reviewsAt(report);
          return createReviewPanel({ ...deps, reportEditor, operations, rawResponses, views, queueAt });
        },
      }),
    );
    documents.addSource(rawFolder, { read: async path => (await commands()).rawResponses.read(path) });
    documents.addSource(readingFolder, { read: async path => (await commands()).savedResponses.read(path) });
    const failures = new Failures(vscode, log, documents);
    const fail = (error: unknown) => failures.show(error);
    const testing = this.register(
      new LazyTesting(
        vscode,
        async controller => {
          const { createTestingView } = await lazy.testingView();
          const { runner, running, operations } = await commands();
          return createTestingView({ ...deps, controller, runner, running, operations, reportEditor, fail });
        },
        fail,
      ),
    );
    const pullsFolder = storageIn(vscode, vscode.Uri.joinPath(context.globalStorageUri, "pulls"));
    const profileState = this.register(new SharedState(vscode, pullsFolder, context.globalState));
    const pulls = this.register(
      new LazyPullRequests({
        vscode,
        context,
        clock,
        async load() {
          const { PullRequests } = await lazy.pullRequests();
          const { operations, recordActions } = await commands();
          const pages = { reportEditor, reviewPanel };
          return new PullRequests({
            ...deps,
            profileState,
            ...pages,
            views,
            context,
            operations,
            recordActions,
            timeInWords,
            fail,
          });
        },
        showReviews: sections => views.showPullRequestReviews(sections),
        showTests: states => testing.showPullRequests(states),
        fail,
      }),
    );
    this.register(
      new CommandRegistry(
        vscode,
        failures,
        async () => (await commands()).handlers,
        commandIdsIn(context.extension.packageJSON),
        (name, chosen) => pulls.run(name, chosen),
      ),
    );
  }
}

function commandIdsIn(manifest: {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}): string[] {
  return manifest.contributes.commands.map(({ command }) => command);
}
