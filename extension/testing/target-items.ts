/** The items of the catalog files, and of their batches and channels. Each item keeps its identity while it exists. */

import type { TestController, TestItem, TestItemCollection, TestTag, Uri } from "vscode";
import { allRecords, type Catalog, type CatalogRecord } from "../../shared/catalog/catalog.ts";
import { recordKey } from "../../shared/reading/records.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { type AddressedRecord, catalogEntry, type RecordEntry } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import { type CatalogStore, catalogFile, catalogName } from "../services/catalogs.ts";
import type { ServiceList } from "../services/service-list.ts";
import { itemLabel, keepOnly } from "./items.ts";
import type { WrittenCatalogs } from "./written-catalogs.ts";

interface TargetItemsDeps {
  readonly vscode: VSCode;
  readonly controller: TestController;
  readonly catalogs: CatalogStore;
  readonly written: WrittenCatalogs;
  readonly services: ServiceList;
  readonly records: RecordStore;
  /** Marks items that can be run. */
  readonly runnable: TestTag;
}

export interface TargetItem {
  readonly item: TestItem;
  readonly folder: Uri;
  readonly kind: "batch" | "channel";
  /** Absent until the service has created the record. */
  readonly id: string | undefined;
  readonly entry: RecordEntry;
}

/** The items of a request of the Testing view. */
type Chosen = readonly TestItem[] | undefined;

const prefix = "catalog";

export class TargetItems {
  readonly #deps: TargetItemsDeps;
  #targets: readonly TargetItem[] = [];

  constructor(deps: TargetItemsDeps) {
    this.#deps = deps;
  }

  update(): void {
    const { vscode, controller, catalogs, written, services } = this.#deps;
    // The ids contain the service, because VS Code would show the results of another service at an item of the same id.
    const root = `${prefix} ${services.current()?.id ?? ""}`;
    const { all } = catalogs;
    const targets: TargetItem[] = [];
    const files = all.map(inUse => {
      const { folder, catalog } = inUse;
      const folderUri = vscode.Uri.parse(folder);
      const uri = catalogFile(vscode, folderUri);
      const id = `${root} ${folder}`;
      const item = controller.items.get(id) ?? controller.createTestItem(id, catalogName, uri);
      item.label = itemLabel(catalogName, all.length > 1 && folder.slice(folder.lastIndexOf("/") + 1));
      item.tags = [this.#deps.runnable];
      const placeOf = written.placesIn(inUse);
      const own = allRecords(catalog).flatMap(record => {
        if (record.kind !== "batch" && record.kind !== "channel") return [];
        const target = this.#target(item, { catalog, folder: folderUri }, record, record.kind);
        target.item.range = placeOf(record);
        return target;
      });
      targets.push(...own);
      replaceItems(
        item.children,
        own.map(target => target.item),
      );
      return item;
    });
    this.#targets = targets;
    const others = [...controller.items].flatMap(([id, item]) => (id.startsWith(prefix) ? [] : item));
    replaceItems(controller.items, [...files.filter(({ children }) => children.size > 0), ...others]);
  }

  #target(
    file: TestItem,
    { catalog, folder }: { readonly catalog: Catalog; readonly folder: Uri },
    record: CatalogRecord,
    kind: TargetItem["kind"],
  ): TargetItem {
    const { controller, runnable } = this.#deps;
    const { key, name, id } = record;
    const itemId = `${file.id} ${kind} ${key}`;
    const item = file.children.get(itemId) ?? controller.createTestItem(itemId, key, file.uri);
    item.label = itemLabel(name, id === undefined && t("not created yet"));
    // VS Code draws a run button in the gutter even beside an item that no profile can run.
    item.tags = [runnable];
    return { item, folder, kind, id, entry: catalogEntry(folder.toString(), catalog, record) };
  }

  /** All items of a batch or channel, because several catalogs can contain it. */
  itemsOf(record: { readonly kind: string; readonly id: string }): readonly TargetItem[] {
    return this.#targets.filter(({ kind, id }) => kind === record.kind && id === record.id);
  }

  get all(): readonly TargetItem[] {
    return this.#targets;
  }

  /** The records that a person chose: those of the items, of the items above them, and of the items beneath them. */
  recordsIn(chosen: Chosen, excluded?: Chosen): AddressedRecord[] {
    const records = new Map<string, AddressedRecord>();
    for (const { kind, id } of this.#targetsIn(chosen, excluded)) {
      if (id !== undefined) records.set(recordKey({ kind, id }), this.#deps.records.withId(kind, id));
    }
    return [...records.values()];
  }

  /** The records among them that are not created yet. */
  missingIn(chosen: Chosen, excluded?: Chosen): RecordEntry[] {
    return this.#targetsIn(chosen, excluded).flatMap(({ id, entry }) => (id === undefined ? entry : []));
  }

  #targetsIn(chosen: Chosen, excluded: Chosen = []): readonly TargetItem[] {
    const isIn = (item: TestItem) =>
      chosen === undefined || chosen.some(each => isWithin(item, each) || isWithin(each, item));
    return this.#targets.filter(({ item }) => isIn(item) && !excluded.some(each => isWithin(item, each)));
  }
}

/** Adds and removes only what differs. */
function replaceItems(items: TestItemCollection, wanted: readonly TestItem[]): void {
  keepOnly(items, wanted);
  for (const item of wanted) if (items.get(item.id) !== item) items.add(item);
}

function isWithin(item: TestItem | undefined, ancestor: TestItem): boolean {
  return item !== undefined && (item === ancestor || isWithin(item.parent, ancestor));
}
