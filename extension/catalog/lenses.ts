/** The lines above the records of a catalog: Create, Update and Run. */

import type { CodeLens, CodeLensProvider, Command, Range, TextDocument } from "vscode";
import type { CatalogRecord } from "../../shared/catalog/catalog.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { hasId, type RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { CatalogTexts, RecordState } from "./texts.ts";

interface LensesDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly records: RecordStore;
}

export class CatalogLenses extends Observable implements CodeLensProvider {
  readonly #deps: LensesDeps;
  readonly #texts: CatalogTexts;
  readonly onDidChangeCodeLenses = this.onDidChange;

  constructor(deps: LensesDeps, texts: CatalogTexts) {
    super(deps.vscode);
    this.#deps = deps;
    this.#texts = texts;
    // A change of the records is also a change of the service, of its memory or of a catalog.
    this.register(deps.records.onDidChange(() => this.fireChange()));
  }

  /** The list of unsure creations changes with a request, and reports no change. */
  refresh(): void {
    this.fireChange();
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const { CodeLens, Range } = this.#deps.vscode;
    const folder = this.#texts.folderOf(document);
    if (folder === undefined) return [];
    const text = this.#texts.read(document);
    const makers = await this.#texts.otherMakers(folder);
    const states = await this.#texts.states(folder, text, makers);
    const differing = [...states.values()].filter(
      state => state.type === "differing" && state.names !== undefined && state.maker === undefined,
    ).length;
    const lenses: CodeLens[] = [];
    const add = (range: Range, commands: readonly Command[]) => {
      for (const command of commands) lenses.push(new CodeLens(range, command));
    };
    if (differing > 1) {
      const title = `$(cloud-upload) ${t("Update all {0} that differ", differing)}`;
      const command = { title, command: "callboard.updateAll", arguments: [document.uri] };
      add(new Range(0, 0, 0, 0), [command]);
    }
    for (const { kind, records } of text.outline.headings) {
      for (const { name, keySpan, span } of records) {
        const record = text.catalog.records.get(kind)?.get(name);
        const first = document.positionAt(span[0]).line + 1;
        const last = document.positionAt(span[1]).line + 1;
        const isMistaken = text.problems.some(
          ({ severity, line }) => severity === "error" && line >= first && line <= last,
        );
        if (record === undefined || isMistaken) continue;
        const entry = this.#texts.entry(folder, text.catalog, record);
        const start = document.positionAt(keySpan[0]);
        add(
          new Range(start, start),
          this.#commandsOf(record, entry, states.get(record), makers.get(entry.key)),
        );
      }
    }
    return lenses;
  }

  #commandsOf(
    { kind }: CatalogRecord,
    entry: RecordEntry,
    state: RecordState | undefined,
    maker: string | undefined,
  ): Command[] {
    const on = (title: string, command: string): Command => ({
      title,
      command: `callboard.${command}`,
      arguments: [{ subject: { type: "record", record: entry } }],
    });
    const commands: Command[] = [];
    if (hasId(entry) && (kind === "batch" || kind === "channel"))
      commands.push(on(withMaker(`$(play) ${t("Run")}`, maker), "runNow"));
    if (state?.type === "missing") {
      const service = escapeForPick(this.#deps.services.current()?.name ?? t("the service"));
      if (state.isUnsure) {
        commands.push(on(`$(warning) ${t("May exist in {0}: enter its id…", service)}`, "enterId"));
      }
      commands.push(on(`$(add) ${t("Create in {0}", service)}`, "createFromCatalog"));
    }
    if (state?.type === "differing") commands.push(on(updateTitle(state), "updateFromCatalog"));
    return commands;
  }
}

/** Says that the record of this id can be another one in the service in use. */
function withMaker(title: string, maker: string | undefined): string {
  return maker === undefined ? title : `${title} (${escapeForPick(t("this id is from {0}", maker))})`;
}

function updateTitle({ names, maker }: Extract<RecordState, { type: "differing" }>): string {
  const icon = "$(cloud-upload)";
  if (maker !== undefined) return withMaker(`$(warning) ${t("Update")}`, maker);
  if (names === undefined) return `${icon} ${t("Update (not sent from here yet)")}`;
  if (names.length === 0) return `$(warning) ${t("Update (the last one may not have arrived)")}`;
  return names.length === 1
    ? `${icon} ${t("Update (1 field differs)")}`
    : `${icon} ${t("Update ({0} fields differ)", names.length)}`;
}
