import type { WorkspaceFolder } from "vscode";
import { knownRecord, recordKey } from "../../shared/reading/records.ts";
import { type Kind, kinds } from "../../shared/service/operations.ts";
import { askEntry } from "../editor/ask-pick.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type CatalogStore, catalogFile, catalogName } from "../services/catalogs.ts";
import { chooseCatalogFolder, editCatalog } from "../services/edit-catalog.ts";
import { kindIcons, kindName } from "../services/kind-labels.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ServiceList } from "../services/service-list.ts";
import { hasId, type RecordEntry } from "./inventory.ts";
import { pin, unpin } from "./pin.ts";
import type { ResponseStore } from "./responses.ts";
import { showLastResponse } from "./show-last-response.ts";

interface RecordActionsDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly memories: MemoryStore;
  readonly catalogs: CatalogStore;
  readonly responses: ResponseStore;
}

interface NewRecord {
  readonly kind?: Kind | undefined;
  readonly isCalibration?: boolean;
}

export class RecordActions {
  readonly #deps: RecordActionsDeps;

  constructor(deps: RecordActionsDeps) {
    this.#deps = deps;
  }

  async pin(records: readonly RecordEntry[], folder?: WorkspaceFolder): Promise<void> {
    const { vscode, bundles, catalogs } = this.#deps;
    requireTrust(vscode);
    await catalogs.ready();
    const learned = records.filter(({ pinned }) => pinned === undefined);
    await pin(vscode, bundles, catalogs.all, learned, folder);
    const [only, ...others] = learned;
    if (only === undefined) return;
    const message =
      others.length === 0
        ? t("“{0}” is pinned in {1}.", only.name, catalogName)
        : t("{0} records are pinned in {1}.", learned.length, catalogName);
    const show = t("Show in callboard.yml");
    vscode.window.showInformationMessage(escapeForMessage(message), show).then(answer => {
      if (answer === show) vscode.commands.executeCommand("callboard.showInCatalog", only.key);
    });
  }

  /** Records with an id stay in the tree, because the current service's memory learns them. */
  async unpin(records: readonly RecordEntry[]): Promise<void> {
    const { vscode, bundles, memories, services } = this.#deps;
    requireTrust(vscode);
    const pinned = records.filter(record => record.pinned !== undefined);
    await unpin(vscode, bundles, pinned);
    const service = services.current();
    if (service !== undefined) {
      const memory = memories.of(service);
      // The label from a response is newer than the name in the catalog.
      const labelled = new Set(memory.records.flatMap(record => (record.label ? recordKey(record) : [])));
      const unpinned = pinned
        .filter(hasId)
        .map(({ kind, id, key, name }) =>
          knownRecord(kind, id, labelled.has(key) ? undefined : name, undefined),
        );
      await memory.learn(unpinned, new Map());
    }
    const [only, ...others] = pinned;
    if (only === undefined) return;
    const message =
      others.length === 0
        ? t("“{0}” is no longer in {1}.", only.name, catalogName)
        : t("{0} records are no longer in {1}.", pinned.length, catalogName);
    vscode.window.showInformationMessage(escapeForMessage(message));
  }

  async createCatalog(): Promise<void> {
    const { vscode } = this.#deps;
    requireTrust(vscode);
    const { uri } = await chooseCatalogFolder(vscode);
    await editCatalog(vscode, uri, text => (text.trim() === "" ? firstCatalog() : text));
    await vscode.window.showTextDocument(catalogFile(vscode, uri));
  }

  /** Shows the last response about a record, else its place in a catalog. Gives false if there is neither. */
  async show(record: RecordEntry): Promise<boolean> {
    const { responses, services } = this.#deps;
    const service = services.current();
    if (service !== undefined && (await responses.has(service, record.key))) {
      await this.showLastResponse([record]);
    } else if (record.pinned !== undefined) {
      await this.showInCatalog(record);
    } else {
      return false;
    }
    return true;
  }

  /** Offers to undo it, because no operation lists a forgotten record again. */
  async forget(records: readonly RecordEntry[]): Promise<void> {
    const { vscode, memories, services } = this.#deps;
    const forgotten = records.filter(hasId);
    const [only, ...others] = forgotten;
    if (only === undefined) return;
    const restore = await memories.of(services.requireCurrent()).forget(forgotten);
    const message =
      others.length === 0
        ? t("“{0}” is forgotten here. The service keeps it.", only.name)
        : t("{0} records are forgotten here. The service keeps them.", forgotten.length);
    const undo = t("Undo");
    vscode.window.showInformationMessage(escapeForMessage(message), undo).then(answer => {
      if (answer === undo) restore();
    });
  }

  async addById({ kind, isCalibration = false }: NewRecord = {}): Promise<void> {
    const { vscode, memories, services } = this.#deps;
    requireTrust(vscode);
    const service = services.requireCurrent();
    const chosen = kind ?? (await this.#askKind());
    const id = requireAnswer(
      await vscode.window.showInputBox({
        title: t("Add by id"),
        prompt: t("The id of the {0}, as the service gave it", kindName(chosen)),
        validateInput: text =>
          /^(?!\.\.?$)\S(.*\S)?$/.test(text)
            ? undefined
            : t("Enter an id without spaces around it, other than “.” and “..”"),
      }),
    );
    const name = requireAnswer(
      await vscode.window.showInputBox({
        title: t("Add by id"),
        prompt: t("The name of the {0}; if empty, the id is its name", kindName(chosen)),
      }),
    );
    const record = { kind: chosen, id, ...(name.trim() === "" ? {} : { label: name.trim() }) };
    const notes = new Map(isCalibration ? [[id, { calibration: true }]] : []);
    await memories.of(service).learn([record], notes);
  }

  async showInCatalog(record: RecordEntry | undefined): Promise<void> {
    if (record?.pinned === undefined)
      throw new Obstacle(t("Choose a record of a callboard.yml in the tree first."));
    const { folder, record: written } = record.pinned;
    const { vscode } = this.#deps;
    const { line, column, endLine, endColumn } = written.at;
    await vscode.window.showTextDocument(catalogFile(vscode, vscode.Uri.parse(folder)), {
      selection: new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1),
    });
  }

  /**
   * Copies ids as one line, separated as in the Action's inputs. Refuses an id with line breaks or invisible characters: a
   * terminal would run each pasted line, and removing the characters would give a different id.
   */
  async copyIds(records: readonly RecordEntry[]): Promise<void> {
    const addressed = records.filter(hasId);
    if (addressed.length === 0) throw new Obstacle(t("The selected records have no id yet."));
    const unsafe = addressed.find(({ id }) => /[\p{C}\p{Zl}\p{Zp}]/u.test(id));
    if (unsafe !== undefined) {
      throw new Obstacle(
        t("Nothing was copied: the id of {0} contains line breaks or invisible characters.", unsafe.name),
      );
    }
    await this.#deps.vscode.env.clipboard.writeText(addressed.map(({ id }) => id).join(", "));
  }

  async showLastResponse([record]: readonly RecordEntry[]): Promise<void> {
    if (record === undefined) throw new Obstacle(t("Choose a record in the tree first."));
    await showLastResponse(this.#deps, this.#deps.services.requireCurrent(), record.key, record.name);
  }

  async #askKind(): Promise<Kind> {
    const items = kinds.map(value => ({ label: `$(${kindIcons[value]}) ${kindName(value)}`, value }));
    const question = { title: t("Add by id"), placeholder: t("What kind of record is it?"), entries: items };
    return (await askEntry(this.#deps.vscode, question)).value;
  }
}

function firstCatalog(): string {
  return `# ${t("The team's records, under names that the team chooses. Pin records in the tree, or write them here.")}
projects: {}
tests: {}
batches: {}
channels: {}
`;
}
