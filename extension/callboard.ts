/** Creates all parts of the extension. Nothing is read, sent or awaited until a person opens a view or runs a command. */

import type { ExtensionContext } from "vscode";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { Bundles } from "./bundles/bundles.ts";
import { Catalogs } from "./catalogs/catalogs.ts";
import { Commands } from "./commands/commands.ts";
import { Failures } from "./commands/failures.ts";
import { handlers } from "./commands/handlers.ts";
import { Disposables } from "./editor/disposables.ts";
import { VirtualDocuments } from "./editor/documents.ts";
import { translateWith } from "./editor/l10n.ts";
import { Log } from "./editor/log.ts";
import { storageIn } from "./editor/storage.ts";
import type { VSCode } from "./editor/vscode.ts";
import { FieldsEditors } from "./fields/editors.ts";
import { PullRequestsOnDemand } from "./on-demand.ts";
import { Messages } from "./operations/messages.ts";
import { Operations } from "./operations/operations.ts";
import { Running } from "./operations/running.ts";
import { RecordActions } from "./records/actions.ts";
import { BusyRecords } from "./records/busy.ts";
import { Records } from "./records/records.ts";
import { UnsureReviews } from "./records/unsure.ts";
import { ReportEditor } from "./reports/editor.ts";
import { RawResponses } from "./reports/raw.ts";
import { Responses } from "./responses/responses.ts";
import { ReviewDesk } from "./reviews/desk.ts";
import { OwnReviews } from "./reviews/own.ts";
import { Runner } from "./runs/runner.ts";
import { Runs } from "./runs/runs.ts";
import { ServiceActions } from "./services/actions.ts";
import { Connections } from "./services/connection.ts";
import { Embedded } from "./services/embedded.ts";
import { Keys } from "./services/keys.ts";
import { Memories } from "./services/memory.ts";
import { Services } from "./services/services.ts";
import { ToldByServices } from "./services/told.ts";
import { FirstSteps } from "./views/first-steps.ts";
import { StatusBar } from "./views/status-bar.ts";
import { Views } from "./views/views.ts";

export interface Later {
  readonly bundles: Bundles;
  readonly pullRequests: () => Promise<typeof import("./pull-requests.ts")>;
}

export class Callboard extends Disposables {
  constructor(
    vscode: VSCode,
    context: ExtensionContext,
    { bundles, pullRequests }: Later,
    clock: Clock = systemClock,
  ) {
    super();
    translateWith((message, ...values) => vscode.l10n.t(message, ...values));
    const { workspaceState, secrets } = context;
    const storage = storageIn(vscode, context);
    const log = this.own(new Log(vscode));
    const documents = this.own(new VirtualDocuments(vscode, workspaceState));
    const host = { vscode, bundles, documents, workspaceState, log, clock };

    const catalogs = this.own(new Catalogs(host));
    const embedded = this.own(new Embedded(bundles));
    const keys = new Keys(vscode, secrets);
    const services = this.own(new Services({ ...host, embedded, catalogs }));
    const memories = this.own(new Memories(vscode, workspaceState));
    const told = new ToldByServices(storage);
    const connections = new Connections({ ...host, keys, embedded, memories, told });
    const responses = new Responses(vscode, documents, storage);
    const records = this.own(new Records({ vscode, services, memories, catalogs }));
    const busy = this.own(new BusyRecords(vscode));
    const unsure = this.own(new UnsureReviews(vscode, workspaceState));
    const runs = this.own(new Runs({ ...host, storage }));
    const deps = {
      ...host,
      services,
      memories,
      told,
      connections,
      catalogs,
      records,
      busy,
      unsure,
      responses,
      runs,
    };

    const editors = this.own(new FieldsEditors(deps));
    const runner = new Runner(deps);
    const reportEditor = this.own(new ReportEditor(deps));
    const views = this.own(new Views(deps));
    const firstSteps = this.own(new FirstSteps(deps));
    this.own(new StatusBar(vscode, services, runs));
    const messages = new Messages({ ...deps, views });
    const running = new Running({ ...deps, editors, runner, messages });
    const operations = new Operations({ ...deps, editors, firstSteps, messages, running });

    const ownReviews = new OwnReviews({ ...deps, reportEditor, operations });
    const reviewDesk = this.own(new ReviewDesk(deps, ownReviews));

    const serviceActions = new ServiceActions(vscode, services, keys);
    const recordActions = new RecordActions(deps);
    const rawResponses = new RawResponses(vscode, documents, runs);
    const failures = new Failures(vscode, log, documents);
    const fail = (error: unknown) => failures.show(error);
    const pulls = this.own(
      new PullRequestsOnDemand({
        vscode,
        context,
        clock,
        async load() {
          const { PullRequests } = await pullRequests();
          const timeInWords = (time: number) => views.timeInWords(time);
          const pages = { reportEditor, reviewDesk };
          return new PullRequests({
            ...deps,
            ...pages,
            context,
            operations,
            recordActions,
            timeInWords,
            fail,
          });
        },
        fail,
      }),
    );
    const actions = {
      runner,
      running,
      serviceActions,
      recordActions,
      reportEditor,
      rawResponses,
      operations,
    };
    this.own(
      new Commands(
        vscode,
        failures,
        handlers({ ...deps, ...actions, views, firstSteps, reviewDesk }),
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
