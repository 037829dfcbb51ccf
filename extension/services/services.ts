/**
 * Which services there are and which one is in use. Addresses come from the machine's settings only: what a workspace
 * says about them is not even looked at.
 */

import type { Event, EventEmitter, Memento } from "vscode";
import { parseBaseUrl } from "../../shared/service/address.ts";
import type { Parts } from "../bundles/bundles.ts";
import { Disposables } from "../editor/disposables.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import { Embedded } from "./embedded.ts";
import type { Keys } from "./keys.ts";
import { embeddedId, type Service } from "./service.ts";
import { type ConfiguredService, servicesFrom } from "./settings.ts";

/** An address with its key: all that a client needs. */
export interface Connection {
  readonly service: Service;
  readonly baseUrl: string;
  readonly apiKey: string;
}

const chosenPlace = "callboard.service";

export class Services extends Disposables {
  readonly #vscode: VSCode;
  readonly #workspaceState: Memento;
  readonly #keys: Keys;
  readonly #embedded: Embedded;
  readonly #changed: EventEmitter<void>;
  readonly onDidChange: Event<void>;
  /** The names that catalogs of the workspace suggest. */
  #suggested: readonly string[] = [];

  constructor(vscode: VSCode, workspaceState: Memento, keys: Keys, parts: Parts) {
    super();
    this.#vscode = vscode;
    this.#workspaceState = workspaceState;
    this.#keys = keys;
    this.#embedded = this.own(new Embedded(parts));
    this.#changed = this.own(new vscode.EventEmitter<void>());
    this.onDidChange = this.#changed.event;
    this.own(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration("callboard.services")) this.#changed.fire();
      }),
    );
  }

  /** Those of the settings, and what is wrong with the others. */
  configured(): ReturnType<typeof servicesFrom> {
    return servicesFrom(this.#setting());
  }

  /** The value of the person's own settings; a workspace's and a folder's are left where they are. */
  #setting(): unknown {
    return this.#vscode.workspace.getConfiguration("callboard").inspect("services")?.globalValue;
  }

  /** What can be chosen: the configured ones, and the embedded one where it can run. */
  all(): Service[] {
    const { services } = this.configured();
    return this.#embedded.isPossible ? [...services, embeddedService()] : [...services];
  }

  /** Starts the embedded service and puts it in use. */
  async startEmbedded(): Promise<void> {
    await this.#embedded.start();
    await this.choose(embeddedService());
  }

  /** What was chosen here, else what a catalog names, else the only one there is. */
  current(): Service | undefined {
    const all = this.all();
    const chosen = this.#workspaceState.get(chosenPlace);
    const { services } = this.configured();
    return (
      all.find(({ id }) => id === chosen) ??
      services.find(({ name }) => this.#suggested.includes(name)) ??
      (services.length === 1 ? services[0] : undefined)
    );
  }

  byName(name: string): Service | undefined {
    return this.all().find(service => service.name === name);
  }

  async choose(service: Service): Promise<void> {
    await this.#workspaceState.update(chosenPlace, service.id);
    this.#changed.fire();
  }

  suggest(names: readonly string[]): void {
    if (names.join() === this.#suggested.join()) return;
    this.#suggested = names;
    this.#changed.fire();
  }

  async add(service: Pick<ConfiguredService, "name" | "baseUrl">): Promise<Service> {
    const before = this.#setting();
    const list = Array.isArray(before) ? before : [];
    await this.#vscode.workspace
      .getConfiguration("callboard")
      .update("services", [...list, service], this.#vscode.ConfigurationTarget.Global);
    const added = this.configured().services.find(({ name }) => name === service.name);
    if (added === undefined) {
      throw new Obstacle(
        t("The settings did not take the service {0}; add it there by hand.", service.name),
        [
          {
            title: t("Open settings"),
            command: "workbench.action.openSettings",
            arguments: ["callboard.services"],
          },
        ],
      );
    }
    return added;
  }

  /** Asks for the key where none was entered for the service's origin. */
  async connect(service: Service, askForKey: (origin: string) => Promise<string>): Promise<Connection> {
    if (service.baseUrl === undefined) return { service, ...(await this.#embedded.start()) };
    const { origin } = parseBaseUrl(service.baseUrl);
    const apiKey = (await this.#keys.get(origin)) ?? (await askForKey(origin));
    return { service, baseUrl: service.baseUrl, apiKey };
  }
}

function embeddedService(): Service {
  return { id: embeddedId, name: t("Embedded service") };
}
