/** How a person connects to a service: a name, an address, a key; and how they change each later. */

import type { QuickPickItem } from "vscode";
import { parseBaseUrl } from "../../shared/service/address.ts";
import type { Desk } from "../desk.ts";
import { answered, Obstacle, type Remedy } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inMessage, inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Service } from "./service.ts";
import type { Connection } from "./services.ts";
import { mistakeInAddress, mistakeInName } from "./settings.ts";

export class Connecting {
  readonly #vscode: VSCode;
  readonly #desk: Desk;

  constructor(vscode: VSCode, desk: Desk) {
    this.#vscode = vscode;
    this.#desk = desk;
  }

  /** Asks for a new service and puts it in use. */
  async connect(): Promise<Service> {
    this.requireTrust();
    const { services } = this.#desk.services.configured();
    const title = t("Connect to a service");
    const baseUrl = await this.#ask({
      title: t("{0} ({1} of {2})", title, 1, 3),
      prompt: t("The address of the service, as https://api.example.com"),
      validate: mistakeInAddress,
    });
    const { origin } = parseBaseUrl(baseUrl);
    const name = await this.#ask({
      title: t("{0} ({1} of {2})", title, 2, 3),
      prompt: t("What to call it here"),
      value: new URL(origin).hostname,
      validate: text => mistakeInName(text.trim(), services),
    });
    const known = await this.#desk.keys.get(origin);
    if (known === undefined) await this.askForKey(origin, t("{0} ({1} of {2})", title, 3, 3));
    const service = await this.#desk.services.add({ name, baseUrl });
    await this.#desk.services.choose(service);
    return service;
  }

  async switch(): Promise<void> {
    this.requireTrust();
    const current = this.#desk.services.current();
    const { problems } = this.#desk.services.configured();
    const choices = this.#desk.services.all().map(service => ({
      label: `$(${service.id === current?.id ? "check" : "blank"}) ${inPick(service.name)}`,
      description: service.baseUrl ?? t("started inside the editor, for trying"),
      service,
    }));
    const connect = { label: `$(add) ${t("Connect to a service")}`, service: undefined };
    const items: (QuickPickItem & { service: Service | undefined })[] = [...choices, connect];
    const placeHolder = problems.length === 0 ? t("Which service is in use here?") : problems.join(" ");
    const { service } = answered(
      await this.#vscode.window.showQuickPick(items, {
        title: t("Switch service"),
        placeHolder: inMessage(placeHolder),
      }),
    );
    if (service === undefined) await this.connect();
    else await this.#desk.services.choose(service);
  }

  async setKey(): Promise<void> {
    this.requireTrust();
    const { baseUrl } = this.current();
    if (baseUrl === undefined) throw new Obstacle(t("The embedded service makes its own key."));
    await this.askForKey(parseBaseUrl(baseUrl).origin);
  }

  async forgetKey(): Promise<void> {
    const { baseUrl } = this.current();
    if (baseUrl === undefined) throw new Obstacle(t("The embedded service makes its own key."));
    const { origin } = parseBaseUrl(baseUrl);
    await this.#desk.keys.forget(origin);
    this.#vscode.window.showInformationMessage(inMessage(t("No API key is kept for {0} any more.", origin)));
  }

  /** The service in use; without one, what to do about it. */
  current(): Service {
    const service = this.#desk.services.current();
    if (service !== undefined) return service;
    // Where nobody vouches for the workspace, neither remedy would help.
    this.requireTrust();
    const { problems } = this.#desk.services.configured();
    const remedies: Remedy[] = [{ title: t("Connect to a service"), command: "callboard.connect" }];
    const all = this.#desk.services.all();
    if (all.length > 1) remedies.unshift({ title: t("Switch service"), command: "callboard.switchService" });
    throw new Obstacle([t("No service is in use."), ...problems].join(" "), remedies);
  }

  /** Ready to be called; asks for the key where there is none for the service's origin. */
  async connection(service: Service): Promise<Connection> {
    this.requireTrust();
    return this.#desk.services.connect(service, origin => this.askForKey(origin));
  }

  /** Nothing is sent from a workspace that nobody vouches for: it decides what is asked, and whom it is asked about. */
  requireTrust(): void {
    if (this.#vscode.workspace.isTrusted) return;
    throw new Obstacle(t("Callboard sends nothing from a workspace that is not trusted."), [
      { title: t("Manage workspace trust"), command: "workbench.trust.manage" },
    ]);
  }

  async askForKey(origin: string, title = t("API key for {0}", origin)): Promise<string> {
    const key = await this.#ask({
      title,
      prompt: t("The API key, sent to {0} only, and kept in the editor's secret storage", origin),
      password: true,
      validate: text =>
        /^[\x21-\x7e]+$/.test(text.trim())
          ? undefined
          : t("A key has no spaces and no letters beyond ASCII."),
    });
    await this.#desk.keys.set(origin, key);
    return key;
  }

  async #ask({ title, prompt, value = "", password = false, validate }: Question): Promise<string> {
    const text = await this.#vscode.window.showInputBox({
      title,
      prompt: inMessage(prompt),
      value,
      password,
      ignoreFocusOut: true,
      // An empty box is no mistake yet; leaving it empty is to think better of it.
      validateInput: typed => (typed.trim() === "" ? undefined : validate(typed)),
    });
    return answered(text?.trim() || undefined);
  }
}

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly password?: boolean;
  readonly validate: (text: string) => string | undefined;
}
