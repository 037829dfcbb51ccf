/** The catalog as code: help in its text, and commands that send its records. Loaded when a catalog is opened. */

import type { Uri } from "vscode";
import type { Kind } from "../../shared/service/operations.ts";
import { Disposables } from "../editor/disposables.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { FieldsEditors } from "../requests/editors.ts";
import { OperationSender, type OperationSenderDeps } from "../requests/send.ts";
import { catalogName } from "../services/catalogs.ts";
import { CatalogCompletions, type CompletionDeps } from "./completions.ts";
import { type CreatorDeps, RecordCreator } from "./create.ts";
import { CatalogFixes } from "./fixes.ts";
import { CatalogLenses } from "./lenses.ts";
import { CatalogNavigation, type NavigationDeps } from "./navigation.ts";
import { startNewRecord } from "./new-record.ts";
import { CatalogTexts, type CatalogTextsDeps } from "./texts.ts";
import { RecordUpdater, type UpdaterDeps } from "./update.ts";

export interface CatalogCodeDeps
  extends OperationSenderDeps,
    CatalogTextsDeps,
    CreatorDeps,
    UpdaterDeps,
    NavigationDeps,
    Omit<CompletionDeps, "knownFields"> {
  readonly vscode: OperationSenderDeps["vscode"];
  readonly services: CreatorDeps["services"];
  readonly memories: OperationSenderDeps["memories"];
  readonly creations: CreatorDeps["creations"];
  readonly records: RecordStore;
  readonly editors: Pick<FieldsEditors, "knownFields">;
}

/** By the file's name, because a person can have any extension for YAML, or none. */
const selector = [{ pattern: `**/${catalogName}` }];

export class CatalogCode extends Disposables {
  readonly #deps: CatalogCodeDeps;
  readonly #texts: CatalogTexts;
  readonly #creator: RecordCreator;
  readonly #updater: RecordUpdater;
  readonly #lenses: CatalogLenses;

  constructor(deps: CatalogCodeDeps, language: CatalogTexts["language"]) {
    super();
    this.#deps = deps;
    this.#texts = new CatalogTexts(deps, language);
    const sender = new OperationSender(deps);
    this.#creator = new RecordCreator(deps, this.#texts, sender);
    this.#updater = new RecordUpdater(deps, this.#texts, sender);
    this.#lenses = this.register(new CatalogLenses(deps, this.#texts));
    const navigation = new CatalogNavigation(deps, this.#texts);
    const knownFields = () => deps.editors.knownFields();
    const completions = new CatalogCompletions({ ...deps, knownFields }, this.#texts);
    const { languages } = deps.vscode;
    this.register(languages.registerCodeLensProvider(selector, this.#lenses));
    this.register(languages.registerHoverProvider(selector, navigation));
    this.register(languages.registerDefinitionProvider(selector, navigation));
    this.register(languages.registerReferenceProvider(selector, navigation));
    this.register(languages.registerRenameProvider(selector, navigation));
    this.register(languages.registerDocumentSymbolProvider(selector, navigation));
    this.register(
      languages.registerCodeActionsProvider(selector, new CatalogFixes(deps.vscode, this.#texts)),
    );
    this.register(languages.registerCompletionItemProvider(selector, completions, ".", " ", "{"));
  }

  async create(record: RecordEntry | undefined): Promise<void> {
    await this.#creator.create(required(record)).finally(() => this.#lenses.refresh());
  }

  async enterId(record: RecordEntry | undefined): Promise<void> {
    await this.#creator.enterId(required(record));
    this.#lenses.refresh();
  }

  async update(record: RecordEntry | undefined): Promise<void> {
    await this.#updater.update(required(record)).finally(() => this.#lenses.refresh());
  }

  async updateAll(uri: Uri | undefined): Promise<void> {
    const document = uri && (await this.#deps.vscode.workspace.openTextDocument(uri));
    await this.#updater.updateAll(document).finally(() => this.#lenses.refresh());
  }

  startRecord(kind: Kind, project: string | undefined): Promise<void> {
    const { editors, records, services } = this.#deps;
    return startNewRecord(this.#deps, this.#texts, kind, records.find(project), async () => {
      const service = services.current();
      const similar = service ? await (await editors.knownFields()).fieldsOfKind(service, kind) : [];
      return nameFields.find(name => similar.some(fields => typeof fields[name] === "string"));
    });
  }
}

const nameFields = ["name", "title", "label"] as const;

function required(record: RecordEntry | undefined): RecordEntry {
  if (record === undefined) throw new Obstacle(t("Choose a record of a callboard.yml first."));
  return record;
}
