/**
 * Lists the services and decides which one is current. Addresses come from a person's user settings only, because a
 * workspace could otherwise have a key sent to any address.
 */

import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import { Obstacle, type RemedyCommand } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { CatalogStore } from "./catalogs.ts";
import type { EmbeddedServiceLauncher } from "./embedded.ts";
import type { Service } from "./service.ts";
import {
  type ConfiguredService,
  configuredServices,
  findSettingProblems,
  type SettingProblem,
  servicesSetting,
} from "./settings.ts";

const storedUnder = "callboard.service";

type NewService = Pick<ConfiguredService, "name" | "baseUrl">;

interface ServicesDeps {
  readonly vscode: VSCode;
  readonly workspaceState: Memento;
  readonly embedded: EmbeddedServiceLauncher;
  readonly catalogs: CatalogStore;
}

export class ServiceList extends Observable {
  readonly #deps: ServicesDeps;

  constructor(deps: ServicesDeps) {
    const { vscode, catalogs } = deps;
    super(vscode);
    this.#deps = deps;
    this.register(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration("callboard")) this.fireChange();
      }),
    );
    this.register(catalogs.onDidChange(() => this.fireChange()));
  }

  configured(): ReturnType<typeof configuredServices> {
    return configuredServices(this.#deps.vscode);
  }

  /** Everything that is wrong in the settings, with the name of the setting. Empty if the workspace is untrusted. */
  settingProblems(): readonly SettingProblem[] {
    const { workspace } = this.#deps.vscode;
    if (!workspace.isTrusted) return [];
    const settings = workspace.getConfiguration("callboard");
    return findSettingProblems(name => (name === "services" ? this.#setting() : settings.get(name)));
  }

  /** Throws if the setting is not a list: adding a service would overwrite what the person wrote. */
  requireWritable(): void {
    const setting = this.#setting();
    if (setting === undefined || Array.isArray(setting)) return;
    throw new Obstacle(this.configured().problems.join(" "), [openServices()]);
  }

  #setting(): unknown {
    return servicesSetting(this.#deps.vscode.workspace);
  }

  all(): Service[] {
    const { service } = this.#deps.embedded;
    return [...this.configured().services, ...(service === undefined ? [] : [service])];
  }

  /** The name that pages and titles show. Undefined if the settings contain no other service. */
  nameAmongOthers(id: string): string | undefined {
    const hasOthers = this.configured().services.some(service => service.id !== id);
    return hasOthers ? this.all().find(service => service.id === id)?.name : undefined;
  }

  /** The service chosen in this workspace, else the one that a catalog names, else the only configured one. */
  current(): Service | undefined {
    const { workspaceState, catalogs } = this.#deps;
    const chosen = workspaceState.get(storedUnder);
    const named = new Set(catalogs.all.map(({ catalog }) => catalog.service));
    const { services } = this.configured();
    return (
      this.all().find(({ id }) => id === chosen) ??
      services.find(({ name }) => named.has(name)) ??
      (services.length === 1 ? services[0] : undefined)
    );
  }

  /** The configured services to choose from. Empty if a service is current or the workspace is untrusted. */
  choices(): readonly Service[] {
    return this.#deps.vscode.workspace.isTrusted && this.current() === undefined
      ? this.configured().services
      : [];
  }

  requireCurrent(): Service {
    const service = this.current();
    if (service !== undefined) return service;
    // Connecting and switching also need trust, so in an untrusted workspace those remedies would not help.
    requireTrust(this.#deps.vscode);
    const remedies: RemedyCommand[] = [{ title: t("Connect to a service"), command: "callboard.connect" }];
    if (this.all().length > 1) {
      remedies.unshift({ title: t("Switch service"), command: "callboard.switchService" });
    }
    throw new Obstacle([t("No service is in use."), ...this.configured().problems].join(" "), remedies);
  }

  async choose(service: Service): Promise<void> {
    await this.#deps.workspaceState.update(storedUnder, service.id);
    this.fireChange();
  }

  async chooseEmbedded(): Promise<void> {
    const { embedded } = this.#deps;
    await embedded.start();
    if (embedded.service !== undefined) await this.choose(embedded.service);
  }

  async add(service: NewService): Promise<Service> {
    await this.#writeSetting([...this.#entries(), service]);
    return this.#requireSaved(service);
  }

  /** Replaces a service in the user settings; without a replacement, removes it. */
  async replace(
    { name }: ConfiguredService,
    replacement: NewService | undefined,
  ): Promise<Service | undefined> {
    const entries = this.#entries().flatMap(entry => {
      const isIt = isJsonObject(entry) && entry["name"] === name;
      if (!isIt) return [entry];
      return replacement === undefined ? [] : [{ ...entry, ...replacement }];
    });
    await this.#writeSetting(entries);
    return replacement && this.#requireSaved(replacement);
  }

  #entries(): readonly unknown[] {
    const setting = this.#setting();
    return Array.isArray(setting) ? setting : [];
  }

  async #writeSetting(entries: readonly unknown[]): Promise<void> {
    const { workspace, ConfigurationTarget } = this.#deps.vscode;
    await workspace.getConfiguration("callboard").update("services", entries, ConfigurationTarget.Global);
  }

  #requireSaved({ name }: NewService): Service {
    const saved = this.configured().services.find(service => service.name === name);
    if (saved !== undefined) return saved;
    throw new Obstacle(t("VS Code did not save the service {0}: add it in the settings by hand.", name), [
      openServices(),
    ]);
  }
}

function openServices(): RemedyCommand {
  return {
    title: t("Open settings"),
    command: "workbench.action.openSettings",
    arguments: ["callboard.services"],
  };
}
