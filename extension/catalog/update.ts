/** Sends the fields of catalog records that differ from those that the service has, after showing the difference. */

import type { TextDocument, Uri } from "vscode";
import type { CatalogRecord } from "../../shared/catalog/catalog.ts";
import { referenceName } from "../../shared/catalog/references.ts";
import type { JsonObject } from "../../shared/json.ts";
import { closeDifference } from "../editor/difference.ts";
import type { DocumentSource, VirtualDocuments } from "../editor/documents.ts";
import { Cancelled, Obstacle, requireAnswer } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { withProgress } from "../editor/progress.ts";
import { escapeForMessage, escapeForPick, joinTexts } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import { hasId, type RecordEntry } from "../records/inventory.ts";
import { otherIdWords } from "../requests/confirm-other-ids.ts";
import type { OperationSender } from "../requests/send.ts";
import { type CatalogStore, catalogName } from "../services/catalogs.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { type CatalogTexts, type RecordState, requireNoError } from "./texts.ts";

export interface UpdaterDeps {
  readonly vscode: VSCode;
  readonly documents: VirtualDocuments;
  readonly services: ServiceList;
  readonly catalogs: CatalogStore;
}

type Differing = Extract<RecordState, { type: "differing" }> & {
  readonly record: CatalogRecord;
  readonly entry: RecordEntry;
};

const folderName = "updates";

export class RecordUpdater implements DocumentSource {
  readonly #deps: UpdaterDeps;
  readonly #texts: CatalogTexts;
  readonly #sender: OperationSender;
  /** The two texts of the difference that is shown. */
  #shown = { before: "", after: "" };

  constructor(deps: UpdaterDeps, texts: CatalogTexts, sender: OperationSender) {
    this.#deps = deps;
    this.#texts = texts;
    this.#sender = sender;
    deps.documents.addSource(folderName, this);
  }

  async read([side]: readonly string[]): Promise<string | undefined> {
    return side === "before" ? this.#shown.before : this.#shown.after;
  }

  async update({ key, pinned }: RecordEntry): Promise<void> {
    const service = await this.#readyService();
    const { vscode } = this.#deps;
    if (pinned === undefined) throw new Obstacle(t("Choose a record of a callboard.yml first."));
    const document = await this.#texts.open(vscode.Uri.parse(pinned.folder));
    const [differing] = (await this.#differing(document)).filter(({ entry }) => entry.key === key);
    if (differing === undefined) throw new Obstacle(t("{0} is as it was last sent.", pinned.record.key));
    await this.#showDifference([differing], async () => {
      const send = differing.maker === undefined ? t("Send") : t("Send to {0}", service.name);
      // Enter takes the first one.
      const isPlain = differing.maker === undefined && differing.lost.length === 0;
      const entries = isPlain ? [send, t("Don't send")] : [t("Don't send"), send];
      const title = t("Update {0} in {1}", referenceName(differing.record), service.name);
      const { entry, maker } = differing;
      const placeHolder =
        maker === undefined
          ? t("Differs: {0}", joinTexts(". ", [describe(differing), lossWords(differing)]))
          : otherIdWords({ ...entry, maker }, service);
      const options = {
        title: escapeForMessage(title),
        placeHolder: escapeForMessage(placeHolder),
        ignoreFocusOut: true,
      };
      if (
        requireAnswer(
          await vscode.window.showQuickPick(
            entries.map(label => ({ label })),
            options,
          ),
        ).label !== send
      ) {
        throw new Cancelled();
      }
    });
    await this.#send(service, [differing]);
  }

  /** Shows a list, from which a person can take out records. */
  async updateAll(document: TextDocument | undefined): Promise<void> {
    const service = await this.#readyService();
    const { vscode } = this.#deps;
    const all = await this.#differing(document ?? (await this.#firstCatalog()));
    if (all.length === 0)
      throw new Obstacle(t("All records of {0} are as they were last sent.", catalogName));
    let chosen: readonly Differing[] = [];
    await this.#showDifference(all, async () => {
      const items = all.map(differing => ({
        label: escapeForPick(referenceName(differing.record)),
        description: escapeForPick(describe(differing)),
        // A line of its own, because a description is cut off at the end of the first.
        ...(differing.maker === undefined &&
          differing.lost.length > 0 && { detail: escapeForPick(lossWords(differing)) }),
        // Nothing is known about the others. A colleague may have sent them.
        picked: differing.names !== undefined && differing.maker === undefined,
        differing,
      }));
      const options = {
        title: escapeForMessage(t("Update in {0}", service.name)),
        placeHolder: t("Look at the difference, and send the records that are ticked"),
        canPickMany: true as const,
        ignoreFocusOut: true,
      };
      chosen = requireAnswer(await vscode.window.showQuickPick(items, options)).map(
        ({ differing }) => differing,
      );
    });
    if (chosen.length > 0) await this.#send(service, chosen);
  }

  async #readyService(): Promise<Service> {
    const { vscode, catalogs, services } = this.#deps;
    requireTrust(vscode);
    await catalogs.ready();
    return services.requireCurrent();
  }

  async #firstCatalog(): Promise<TextDocument> {
    const { vscode, catalogs } = this.#deps;
    const active = vscode.window.activeTextEditor?.document;
    if (active !== undefined && this.#texts.folderOf(active) !== undefined) return active;
    const [first] = catalogs.all;
    if (first === undefined) throw new Obstacle(t("No folder has a {0}.", catalogName));
    return this.#texts.open(vscode.Uri.parse(first.folder));
  }

  async #differing(document: TextDocument): Promise<Differing[]> {
    const folder = this.#texts.folderOf(document);
    if (folder === undefined) return [];
    const text = this.#texts.read(document);
    requireNoError(text);
    return [...(await this.#texts.states(folder, text))].flatMap(([record, state]) =>
      state.type === "differing"
        ? [{ ...state, record, entry: this.#texts.entry(folder, text.catalog, record) }]
        : [],
    );
  }

  async #showDifference(records: readonly Differing[], ask: () => Promise<void>): Promise<void> {
    const { vscode, documents } = this.#deps;
    const textOf = (fieldsOf: (record: Differing) => JsonObject) =>
      `${JSON.stringify(Object.fromEntries(records.map(each => [referenceName(each.record), fieldsOf(each)])), null, 2)}\n`;
    this.#shown = {
      before: textOf(({ known, fields }) => sortedLike(fields, known)),
      after: textOf(({ fields }) => fields),
    };
    const sides = ["before", "after"].map(side =>
      documents.uri(folderName, [side], t("Update"), ".json"),
    ) as [Uri, Uri];
    for (const side of sides) documents.refresh(side);
    await vscode.commands.executeCommand("vscode.diff", ...sides, t("Last sent ↔ {0}", catalogName));
    await ask().finally(() => closeDifference(vscode, sides[1]));
  }

  /** A failure does not stop the others. */
  async #send(service: Service, records: readonly Differing[]): Promise<void> {
    const { vscode } = this.#deps;
    const failures: string[] = [];
    const sent: string[] = [];
    await withProgress(vscode, t("Update in {0}", service.name), async (signal, say) => {
      for (const { record, entry, update, fields, maker } of records) {
        if (signal.aborted || !hasId(entry)) break;
        say(referenceName(record));
        if (maker !== undefined) await this.#texts.confirmId(service, entry);
        try {
          await this.#sender.send({
            service,
            name: update,
            records: [entry],
            fields,
            signal,
            isConfirmed: maker !== undefined,
          });
          sent.push(referenceName(record));
        } catch (error) {
          if (records.length === 1) throw error;
          failures.push(
            `${referenceName(record)}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    });
    const message = t("{0} of {1} records are updated in {2}.", sent.length, records.length, service.name);
    if (failures.length > 0) {
      const log = [{ title: t("Show log"), command: "callboard.showLog" }];
      throw new Obstacle([message, ...failures].join(" "), log);
    }
    vscode.window.showInformationMessage(
      escapeForMessage(
        records.length === 1 ? t("“{0}” is updated in {1}.", sent[0] ?? "", service.name) : message,
      ),
    );
  }
}

function describe({ names, maker }: Differing): string {
  if (maker !== undefined) return t("this id is from {0}", maker);
  if (names === undefined) return t("not sent from here yet");
  return names.length === 0 ? t("the last update may not have arrived") : names.join(", ");
}

function lossWords({ lost }: Differing): string {
  return lost.length === 0
    ? ""
    : t("PUT replaces the whole record, and {0} lacks {1}", catalogName, lost.join(", "));
}

/** Puts the known fields into the order of the file's fields, so that the difference shows values only. */
function sortedLike(fields: JsonObject, known: JsonObject): JsonObject {
  const names = [...Object.keys(fields).filter(name => Object.hasOwn(known, name)), ...Object.keys(known)];
  return Object.fromEntries([...new Set(names)].map(name => [name, known[name] ?? null]));
}
