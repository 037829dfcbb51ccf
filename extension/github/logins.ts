/** A person's login at a GitHub server. VS Code keeps it; it is asked for by a click only, and its token is kept nowhere. */

import type { AuthenticationSession } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { GitHubClient } from "./client.ts";
import { interfaceOf, providerOf } from "./repository.ts";

/** Reading private repositories, commenting, and telling a repository of a decision. */
const scopes = ["repo"];

interface Connected {
  readonly token: string;
  readonly client: GitHubClient;
}

export class Logins extends Observable {
  readonly #vscode: VSCode;
  readonly #clock: Clock;
  /** By server; a client knows what was answered before. */
  readonly #connected = new Map<string, Connected>();

  constructor({ vscode, clock }: { readonly vscode: VSCode; readonly clock: Clock }) {
    super(vscode);
    this.#vscode = vscode;
    this.#clock = clock;
    this.own(
      vscode.authentication.onDidChangeSessions(({ provider: { id } }) => {
        if (id === "github" || id === "github-enterprise") this.changed();
      }),
    );
  }

  /** The enterprise server that the person has set. */
  get enterprise(): string | undefined {
    const setting = this.#vscode.workspace.getConfiguration("github-enterprise").inspect<string>("uri");
    const uri = setting?.globalValue;
    return typeof uri === "string" && uri !== "" ? uri.replace(/(?<!\/)\/+$/, "") : undefined;
  }

  /** Undefined where the person is not logged in; nothing is shown to them. */
  async clientFor(server: string): Promise<GitHubClient | undefined> {
    if (!this.#isKnown(server)) return undefined;
    return this.#clientOf(server, await this.#session(server, { silent: true }));
  }

  /** VS Code asks the person; `anew` where the login that there is does not do, as with SAML. */
  async logIn(server: string, { anew }: { readonly anew: boolean }): Promise<void> {
    if (!this.#isKnown(server)) {
      const text = t("VS Code logs in at {0} once that stands in github-enterprise.uri.", server);
      const command = "workbench.action.openSettings";
      throw new Obstacle(text, [
        { title: t("Open settings"), command, arguments: ["github-enterprise.uri"] },
      ]);
    }
    await this.#session(server, anew ? { forceNewSession: true } : { createIfNone: true });
  }

  /** VS Code has one login for enterprise servers, at the one that is set: its token is for no other. */
  #isKnown(server: string): boolean {
    if (providerOf(server) === "github") return true;
    return URL.canParse(this.enterprise ?? "") && new URL(this.enterprise ?? "").origin === server;
  }

  async #session(
    server: string,
    options: { silent: true } | { createIfNone: true } | { forceNewSession: true },
  ): Promise<AuthenticationSession | undefined> {
    try {
      return await this.#vscode.authentication.getSession(providerOf(server), scopes, options);
    } catch {
      if ("silent" in options) return undefined;
      // The person has said no, or VS Code has told them itself what is wrong.
      throw new Cancelled();
    }
  }

  #clientOf(server: string, session: AuthenticationSession | undefined): GitHubClient | undefined {
    if (session === undefined) {
      this.#connected.delete(server);
      return undefined;
    }
    const token = session.accessToken;
    const before = this.#connected.get(server);
    if (before?.token === token) return before.client;
    const client = new GitHubClient({
      address: interfaceOf(server),
      token,
      transport: fetchTransport,
      now: () => this.#clock.now(),
    });
    this.#connected.set(server, { token, client });
    return client;
  }
}
