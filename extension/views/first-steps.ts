/**
 * Sets the contexts that conditions in the manifest use: for visible views, for the texts of empty views, and for
 * completed steps of the walkthrough.
 */

import { type Context, setContext } from "../editor/conditions.ts";
import { Disposables } from "../editor/disposables.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { RecordStore } from "../records/records.ts";
import type { RunStore } from "../runs/store.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { MemoryStore } from "../services/memory.ts";
import { embeddedId } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";

interface FirstStepsDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly records: RecordStore;
  readonly runs: RunStore;
  readonly memories: MemoryStore;
  readonly catalogs: CatalogStore;
}

export class FirstSteps extends Disposables {
  readonly #deps: FirstStepsDeps;
  readonly #contexts = new Map<Context, boolean>();

  constructor(deps: FirstStepsDeps) {
    super();
    this.#deps = deps;
    this.register(deps.records.onDidChange(() => this.#show()));
    this.register(deps.runs.onDidChange(() => this.#show()));
    // The other contexts need the storage, which is only read when a view opens.
    this.#showService();
  }

  /**
   * VS Code ticks a step only if its context becomes true after the walkthrough first opened. So this method sets the
   * steps' true contexts to false, opens the walkthrough, and sets them to true again.
   */
  async openWalkthrough(): Promise<void> {
    const { catalogs, runs } = this.#deps;
    await Promise.all([catalogs.ready(), runs.ready()]);
    this.#show();
    for (const [context, value] of this.#contexts) {
      if (value && context.startsWith("callboard.has")) this.#set(context, false);
    }
    await this.#deps.vscode.commands.executeCommand(
      "workbench.action.openWalkthrough",
      "callboard.callboard-vscode#firstSteps",
      false,
    );
    this.#show();
  }

  #showService(): void {
    const service = this.#deps.services.current();
    this.#set("callboard.connected", service !== undefined);
    this.#set("callboard.hasTried", service?.id === embeddedId);
    this.#set("callboard.hasConnected", service !== undefined && service.id !== embeddedId);
  }

  #show(): void {
    const { runs, records, memories, services } = this.#deps;
    this.#showService();
    this.#set("callboard.hasRun", runs.all.length > 0);
    // The manifest hides these views while they are empty.
    this.#set("callboard.runsKnown", runs.all.length > 0);
    this.#set(
      "callboard.reviewsKnown",
      records.pullRequestReviews.size > 0 || records.all.some(({ kind }) => kind === "review"),
    );
    this.#set(
      "callboard.hasDecided",
      services.all().some(service => memories.of(service).hasDecisions),
    );
    this.#set(
      "callboard.hasPinned",
      records.all.some(({ pinned }) => pinned !== undefined),
    );
    this.#set(
      "callboard.hasWritten",
      records.all.some(({ id, pinned }) => id !== undefined && pinned?.record.fields !== undefined),
    );
  }

  #set(context: Context, value: boolean): void {
    if (this.#contexts.get(context) === value) return;
    this.#contexts.set(context, value);
    setContext(this.#deps.vscode, context, value);
  }
}
