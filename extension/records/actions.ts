/** What can be done with records beyond the service's operations: keep, drop, add, copy, look. */

import { type Kind, kinds } from "../../shared/service/operations.ts";
import type { Parts } from "../bundles/bundles.ts";
import { fileIn } from "../catalogs/catalogs.ts";
import type { Desk } from "../desk.ts";
import { answered, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Outcomes } from "../operations/messages.ts";
import type { Connecting } from "../services/connect.ts";
import { kindIcons, kindName } from "../views/records.ts";
import type { RecordEntry } from "./inventory.ts";
import { isAddressed } from "./pick.ts";
import { pin } from "./pin.ts";

export class RecordActions {
  readonly #vscode: VSCode;
  readonly #desk: Desk;
  readonly #parts: Parts;
  readonly #connecting: Connecting;

  constructor(vscode: VSCode, desk: Desk, parts: Parts, connecting: Connecting) {
    this.#vscode = vscode;
    this.#desk = desk;
    this.#parts = parts;
    this.#connecting = connecting;
  }

  async pin(records: readonly RecordEntry[]): Promise<void> {
    this.#connecting.requireTrust();
    await this.#desk.ready();
    const learned = records.filter(({ pinned }) => pinned === undefined);
    await pin(this.#vscode, this.#parts, this.#desk.catalogs.all, learned);
  }

  async forget(records: readonly RecordEntry[]): Promise<void> {
    const memory = this.#desk.memoryOf(this.#connecting.current());
    for (const record of records.filter(isAddressed)) await memory.forget(record);
    this.#desk.changed();
  }

  async addById(kind: Kind | undefined): Promise<void> {
    this.#connecting.requireTrust();
    const service = this.#connecting.current();
    const chosen = kind ?? (await this.#askKind());
    const id = answered(
      await this.#vscode.window.showInputBox({
        title: t("Add by id"),
        prompt: t("The id of the {0}, as the service gave it", kindName(chosen)),
        validateInput: text =>
          /^(?!\.\.?$)\S(.*\S)?$/.test(text)
            ? undefined
            : t("An id has no spaces around it, and is neither . nor .."),
      }),
    );
    const name = answered(
      await this.#vscode.window.showInputBox({
        title: t("Add by id"),
        prompt: t("What to call it; left empty, it is called by its id"),
      }),
    );
    const record = { kind: chosen, id, ...(name.trim() === "" ? {} : { label: name.trim() }) };
    await this.#desk.memoryOf(service).learn([record], new Map());
    this.#desk.changed();
  }

  async showInCatalog(record: RecordEntry | undefined): Promise<void> {
    if (record?.pinned === undefined)
      throw new Obstacle(t("Choose a record of a callboard.yml in the tree first."));
    const { folder, record: written } = record.pinned;
    const { Uri, Range, window } = this.#vscode;
    const { line, column, endLine, endColumn } = written.at;
    await window.showTextDocument(fileIn(this.#vscode, Uri.parse(folder)), {
      selection: new Range(line - 1, column - 1, endLine - 1, endColumn - 1),
    });
  }

  async copyIds(records: readonly RecordEntry[]): Promise<void> {
    const ids = records.filter(isAddressed).map(({ id }) => id);
    if (ids.length === 0) throw new Obstacle(t("There is no id to copy yet."));
    await this.#vscode.env.clipboard.writeText(ids.join("\n"));
  }

  async showLastResponse([record]: readonly RecordEntry[], outcomes: Outcomes): Promise<void> {
    if (record === undefined) throw new Obstacle(t("Choose a record in the tree first."));
    const service = this.#connecting.current();
    try {
      await outcomes.showResponse(service, record.key, [t("Last response"), record.name]);
    } catch {
      throw new Obstacle(t("No response about {0} has come yet.", record.name));
    }
  }

  async #askKind(): Promise<Kind> {
    const items = kinds.map(value => ({ label: `$(${kindIcons[value]}) ${kindName(value)}`, value }));
    return answered(await this.#vscode.window.showQuickPick(items, { title: t("Add by id") })).value;
  }
}
