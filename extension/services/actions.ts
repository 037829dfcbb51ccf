/** The commands that connect, switch, edit and remove services, and that enter and forget keys. */

import { parseBaseUrl } from "../../shared/service/address.ts";
import { askEntry, type PickEntry } from "../editor/ask-pick.ts";
import { askText } from "../editor/ask-text.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { KeyStore } from "./keys.ts";
import type { Service } from "./service.ts";
import type { ServiceList } from "./service-list.ts";
import { type ConfiguredService, findMistakeInName, findMistakeInTypedAddress } from "./settings.ts";

export class ServiceActions {
  readonly #vscode: VSCode;
  readonly #services: ServiceList;
  readonly #keys: KeyStore;

  constructor(vscode: VSCode, services: ServiceList, keys: KeyStore) {
    this.#vscode = vscode;
    this.#services = services;
    this.#keys = keys;
  }

  async connect(): Promise<void> {
    requireTrust(this.#vscode);
    this.#services.requireWritable();
    const { services } = this.#services.configured();
    const title = (step: number) => t("{0} ({1} of {2})", t("Connect to a service"), step, 3);
    const baseUrl = await askText(this.#vscode, {
      title: title(1),
      prompt: t("The address of the service, such as https://api.example.com"),
      validate: findMistakeInTypedAddress,
    });
    const { origin } = parseBaseUrl(baseUrl);
    const name = await askText(this.#vscode, {
      title: title(2),
      prompt: t("The name to show for the service"),
      value: new URL(origin).hostname,
      validate: text => findMistakeInName(text.trim(), services),
    });
    const key = await this.#keys.get(origin);
    if (key === undefined) await this.#keys.ask(origin, title(3));
    await this.#services.choose(await this.#services.add({ name, baseUrl }));
  }

  async switch(): Promise<void> {
    requireTrust(this.#vscode);
    const current = this.#services.current();
    const { problems } = this.#services.configured();
    const choices = this.#services.all().map(service => ({
      label: `$(${service.id === current?.id ? "check" : "blank"}) ${escapeForPick(service.name)}`,
      description: service.baseUrl ?? t("runs inside the editor, to try Callboard"),
      service,
    }));
    const connect = { label: `$(add) ${t("Connect to a service")}`, service: undefined };
    const entries: (PickEntry & { service: Service | undefined })[] = [...choices, connect];
    const placeholder = problems.length === 0 ? t("Which service is in use here?") : problems.join(" ");
    const { service } = await askEntry(this.#vscode, { title: t("Switch service"), placeholder, entries });
    if (service === undefined) await this.connect();
    else await this.#services.choose(service);
  }

  /** Changes the name or the address. Records and runs stay with the old address, because they are stored by address. */
  async edit(): Promise<void> {
    const service = await this.#chooseConfigured(t("Edit service"));
    const others = this.#services.configured().services.filter(({ id }) => id !== service.id);
    const title = (step: number) => t("{0} ({1} of {2})", t("Edit service"), step, 2);
    const baseUrl = await askText(this.#vscode, {
      title: title(1),
      prompt: t("The address of the service, such as https://api.example.com"),
      value: service.baseUrl,
      validate: findMistakeInTypedAddress,
    });
    const name = await askText(this.#vscode, {
      title: title(2),
      prompt: t("The name to show for the service"),
      value: service.name,
      validate: text => findMistakeInName(text.trim(), others),
    });
    const isInUse = this.#services.current()?.id === service.id;
    const edited = await this.#services.replace(service, { name, baseUrl });
    if (isInUse && edited !== undefined) await this.#services.choose(edited);
  }

  /** Removes a service from the settings, and its key unless another service has the same origin. */
  async remove(): Promise<void> {
    const service = await this.#chooseConfigured(t("Remove service"));
    const { origin } = parseBaseUrl(service.baseUrl);
    const remove = t("Remove");
    const question = escapeForMessage(t("Remove the service {0} from your settings?", service.name));
    const detail = t(
      "Its API key is forgotten as well, unless another of your services needs it. The service keeps its records.",
    );
    const { window } = this.#vscode;
    if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
      throw new Cancelled();
    }
    await this.#services.replace(service, undefined);
    const { services } = this.#services.configured();
    if (!services.some(({ baseUrl }) => parseBaseUrl(baseUrl).origin === origin))
      await this.#keys.forget(origin);
  }

  async #chooseConfigured(title: string): Promise<ConfiguredService> {
    requireTrust(this.#vscode);
    const current = this.#services.current()?.id;
    const { services } = this.#services.configured();
    const [first, ...others] = services.toSorted(
      (a, b) => Number(b.id === current) - Number(a.id === current),
    );
    if (first === undefined) throw new Obstacle(t("Your settings contain no service."));
    if (others.length === 0) return first;
    const entries = [first, ...others].map(service => ({
      label: escapeForPick(service.name),
      description: escapeForPick(service.baseUrl),
      service,
    }));
    return (await askEntry(this.#vscode, { title, placeholder: t("Which service?"), entries })).service;
  }

  async setKey(origin?: string): Promise<void> {
    requireTrust(this.#vscode);
    await this.#keys.ask(origin ?? this.#currentOrigin());
  }

  async forgetKey(): Promise<void> {
    const origin = this.#currentOrigin();
    await this.#keys.forget(origin);
    this.#vscode.window.showInformationMessage(
      escapeForMessage(t("The API key for {0} is forgotten.", origin)),
    );
  }

  #currentOrigin(): string {
    const { baseUrl } = this.#services.requireCurrent();
    if (baseUrl === undefined) throw new Obstacle(t("The embedded service makes its own key."));
    return parseBaseUrl(baseUrl).origin;
  }
}
