/** Creates a catalog's record in the service, after the records that it refers to, and writes each id into the file. */

import type { Uri } from "vscode";
import { type CatalogRecord, recordAt } from "../../shared/catalog/catalog.ts";
import { canBeCreated, referenceName } from "../../shared/catalog/references.ts";
import { mayHaveActed } from "../../shared/service/error.ts";
import { type NameWithBody, operationFor } from "../../shared/service/operations.ts";
import { askText } from "../editor/ask-text.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { withProgress } from "../editor/progress.ts";
import { escapeForMessage } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CreationLedger } from "../records/creations.ts";
import type { RecordEntry } from "../records/inventory.ts";
import { writeId } from "../records/pin.ts";
import type { RecordStore } from "../records/records.ts";
import { confirmOtherIds } from "../requests/confirm-other-ids.ts";
import { enterIdOf, type OperationSender } from "../requests/send.ts";
import { type CatalogStore, catalogName } from "../services/catalogs.ts";
import { kindName } from "../services/kind-labels.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { type CatalogText, type CatalogTexts, requireNoError } from "./texts.ts";

export interface CreatorDeps {
  readonly vscode: VSCode;
  readonly bundles: Bundles;
  readonly services: ServiceList;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly creations: () => Promise<CreationLedger>;
}

export class RecordCreator {
  readonly #deps: CreatorDeps;
  readonly #texts: CatalogTexts;
  readonly #sender: OperationSender;
  /** The addresses of the folders whose records are being created: a second click is usually a slip. */
  readonly #busy = new Set<string>();

  constructor(deps: CreatorDeps, texts: CatalogTexts, sender: OperationSender) {
    this.#deps = deps;
    this.#texts = texts;
    this.#sender = sender;
  }

  async create({ name, pinned }: RecordEntry): Promise<void> {
    const { vscode, catalogs, services } = this.#deps;
    requireTrust(vscode);
    if (pinned === undefined) throw new Obstacle(t("Choose a record of a callboard.yml first."));
    await catalogs.ready();
    const service = services.requireCurrent();
    if (this.#busy.has(pinned.folder))
      throw new Obstacle(t("{0}: the previous request has not ended yet.", name));
    this.#busy.add(pinned.folder);
    try {
      await this.#createAll(service, vscode.Uri.parse(pinned.folder), pinned.record);
    } finally {
      this.#busy.delete(pinned.folder);
    }
  }

  async #createAll(service: Service, folder: Uri, chosen: CatalogRecord): Promise<void> {
    const { vscode } = this.#deps;
    const text = await this.#textIn(folder);
    const order = this.#orderFor(text, chosen);
    const names = order.map(referenceName);
    const entries = order.map(record => this.#texts.entry(folder, text.catalog, record));
    const referenced = entries.flatMap(entry => this.#deps.records.referencedBy(entry));
    await confirmOtherIds(this.#deps, service, referenced);
    if (order.length > 1) await this.#confirmSeveral(service, names);
    const title = t("Create {0} in {1}", names.at(-1) ?? "", service.name);
    const created: string[] = [];
    await withProgress(vscode, title, async (signal, say) => {
      for (const record of order) {
        if (order.length > 1) say(referenceName(record));
        const entry = await this.#createOne(service, folder, record, signal).catch((error: unknown) => {
          throw this.#explain(error, this.#texts.entry(folder, text.catalog, record), order.length, created);
        });
        created.push(entry.name);
      }
    });
    const message =
      created.length === 1
        ? t("“{0}” is created in {1}.", created[0] ?? "", service.name)
        : t("{0} records are created in {1}: {2}.", created.length, service.name, created.join(", "));
    vscode.window.showInformationMessage(escapeForMessage(message));
  }

  /** Throws if anything is wrong that could stop the creation half way. */
  #orderFor(text: CatalogText, { kind, key }: CatalogRecord): CatalogRecord[] {
    requireNoError(text);
    const { catalog } = text;
    const record = recordAt(catalog, kind, key);
    if (record === undefined) throw new Obstacle(t("{0} has no record {1} any more.", catalogName, key));
    if (record.id !== undefined) throw new Obstacle(t("{0} has the id {1} already.", key, record.id));
    const order = this.#texts.language.sendOrder(catalog, record);
    const impossible = order.find(each => !canBeCreated(each));
    if (impossible !== undefined) {
      throw new Obstacle(
        t(
          "Nothing was sent: {0} has no id, and the service can't create a {1}. Write its id into {2}.",
          referenceName(impossible),
          kindName(impossible.kind),
          catalogName,
        ),
      );
    }
    return order;
  }

  async #confirmSeveral(service: Service, names: readonly string[]): Promise<void> {
    const create = t("Create");
    const question = t("Create {0} records in {1}, in this order?", names.length, service.name);
    const detail = [...names.map(name => escapeForMessage(name)), t("Each is needed by one below it.")].join(
      "\n",
    );
    const { showWarningMessage } = this.#deps.vscode.window;
    const answer = await showWarningMessage(escapeForMessage(question), { modal: true, detail }, create);
    if (answer !== create) throw new Cancelled();
  }

  /** Reads the file again, because a person can go on writing while requests are under way. */
  async #createOne(
    service: Service,
    folder: Uri,
    { kind, key }: CatalogRecord,
    signal: AbortSignal,
  ): Promise<RecordEntry> {
    const { vscode, bundles } = this.#deps;
    if (signal.aborted) throw new Cancelled();
    const { catalog } = await this.#textIn(folder);
    const record = recordAt(catalog, kind, key);
    if (record === undefined) throw new Obstacle(t("{0} has no record {1} any more.", catalogName, key));
    const entry = this.#texts.entry(folder, catalog, record);
    if (record.id !== undefined) return entry;
    const { fields, problems } = this.#texts.language.resolveFields(catalog, record);
    if (problems[0] !== undefined) throw new Obstacle(problems[0].message);
    const name = operationFor("create", kind) as NameWithBody;
    const request = { service, name, records: [], fields, create: entry, signal, isConfirmed: true };
    const [response] = await this.#sender.send(request);
    const id = response?.created ?? "";
    try {
      await writeId(vscode, bundles, entry, id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Obstacle(
        t("“{0}” is created as {1}, but the id could not be written to callboard.yml: {2}", key, id, reason),
        [enterIdOf(entry)],
      );
    }
    return entry;
  }

  /** Says which records were created before the failure, and whether this one may exist. */
  #explain(error: unknown, entry: RecordEntry, count: number, created: readonly string[]): unknown {
    const done =
      created.length === 0
        ? ""
        : t(
            "{0} of {1} records are created and have their ids: {2}.",
            created.length,
            count,
            created.join(", "),
          );
    if (error instanceof Cancelled) return done === "" ? error : new Obstacle(done);
    const unsure = mayHaveActed(error)
      ? t("If the service has it, enter its id. The request is not sent again without a question.")
      : "";
    if (done === "" && unsure === "") return error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = [done, `${entry.name}: ${reason}`, unsure].filter(Boolean).join(" ");
    const remedies = error instanceof Obstacle ? error.remedies : unsure === "" ? [] : [enterIdOf(entry)];
    return new Obstacle(message, [...remedies, { title: t("Show log"), command: "callboard.showLog" }]);
  }

  /** For a record that the service has, but whose id is in no response. */
  async enterId(entry: RecordEntry): Promise<void> {
    const { vscode, bundles, services, creations } = this.#deps;
    requireTrust(vscode);
    const id = await askText(vscode, {
      title: t("Enter the id of {0}", entry.name),
      prompt: t("The id of the {0}, as the service gave it", kindName(entry.kind)),
      validate: text =>
        /^\.{0,2}$/.test(text.trim())
          ? t("Enter an id without spaces around it, other than “.” and “..”")
          : undefined,
    });
    await writeId(vscode, bundles, entry, id);
    const fields = entry.pinned?.record.fields ?? {};
    await (await creations()).settle({ service: services.requireCurrent(), record: entry, fields });
  }

  async #textIn(folder: Uri): Promise<CatalogText> {
    return this.#texts.read(await this.#texts.open(folder));
  }
}
