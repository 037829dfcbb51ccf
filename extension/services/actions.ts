/** What a person does about services: connects to one, switches, enters or forgets a key. */

import type { QuickPickItem } from "vscode";
import { parseBaseUrl } from "../../shared/service/address.ts";
import { askText } from "../editor/ask-text.ts";
import { Obstacle, orCancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage, inPick } from "../editor/text.ts";
import { requireTrust } from "../editor/trust.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Keys } from "./keys.ts";
import type { Service } from "./service.ts";
import type { Services } from "./services.ts";
import { mistakeInAddress, mistakeInName } from "./settings.ts";

export class ServiceActions {
  readonly #vscode: VSCode;
  readonly #services: Services;
  readonly #keys: Keys;

  constructor(vscode: VSCode, services: Services, keys: Keys) {
    this.#vscode = vscode;
    this.#services = services;
    this.#keys = keys;
  }

  /** Asks for a new service and puts it in use. */
  async connect(): Promise<void> {
    requireTrust(this.#vscode);
    const { services } = this.#services.configured();
    const title = (step: number) => t("{0} ({1} of {2})", t("Connect to a service"), step, 3);
    const baseUrl = await askText(this.#vscode, {
      title: title(1),
      prompt: t("The address of the service, as https://api.example.com"),
      validate: mistakeInAddress,
    });
    const { origin } = parseBaseUrl(baseUrl);
    const name = await askText(this.#vscode, {
      title: title(2),
      prompt: t("What to call it here"),
      value: new URL(origin).hostname,
      validate: text => mistakeInName(text.trim(), services),
    });
    const known = await this.#keys.get(origin);
    if (known === undefined) await this.#keys.ask(origin, title(3));
    await this.#services.choose(await this.#services.add({ name, baseUrl }));
  }

  async switch(): Promise<void> {
    requireTrust(this.#vscode);
    const current = this.#services.current();
    const { problems } = this.#services.configured();
    const choices = this.#services.all().map(service => ({
      label: `$(${service.id === current?.id ? "check" : "blank"}) ${inPick(service.name)}`,
      description: service.baseUrl ?? t("started inside the editor, for trying"),
      service,
    }));
    const connect = { label: `$(add) ${t("Connect to a service")}`, service: undefined };
    const items: (QuickPickItem & { service: Service | undefined })[] = [...choices, connect];
    const placeHolder = problems.length === 0 ? t("Which service is in use here?") : problems.join(" ");
    const { service } = orCancelled(
      await this.#vscode.window.showQuickPick(items, {
        title: t("Switch service"),
        placeHolder: inMessage(placeHolder),
      }),
    );
    if (service === undefined) await this.connect();
    else await this.#services.choose(service);
  }

  async setKey(): Promise<void> {
    requireTrust(this.#vscode);
    await this.#keys.ask(this.#origin());
  }

  async forgetKey(): Promise<void> {
    const origin = this.#origin();
    await this.#keys.forget(origin);
    this.#vscode.window.showInformationMessage(inMessage(t("No API key is kept for {0} any more.", origin)));
  }

  /** Where the key of the service in use is sent. */
  #origin(): string {
    const { baseUrl } = this.#services.requireCurrent();
    if (baseUrl === undefined) throw new Obstacle(t("The embedded service makes its own key."));
    return parseBaseUrl(baseUrl).origin;
  }
}
