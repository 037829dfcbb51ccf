/** A person's login at a GitHub server. VS Code keeps it; it is asked for by a click only, and its token is kept nowhere. */

import type {
  AuthenticationGetSessionOptions,
  AuthenticationSession,
  AuthenticationSessionAccountInformation,
  Uri,
} from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { GitHubClient } from "../../shared/github/client.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { Cancelled, Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import { interfaceOf, isEncrypted, originOf, providerOf } from "./repository.ts";

/** Reading private repositories, commenting, and telling a repository of a decision. */
const scopes = ["repo"];
const section = "github-enterprise";

interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

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
        if (id === "github" || id === section) this.changed();
      }),
    );
    this.own(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(section)) this.changed();
      }),
    );
  }

  /** The enterprise servers in the person's own settings: a repository's settings add none. */
  get servers(): readonly string[] {
    return this.#origins(({ globalValue }) => globalValue).filter(isEncrypted);
  }

  /** As VS Code's own logins read the settings: the list wins, also an empty one, and a version before 1.141 knows none. */
  #origins(valueIn: (setting: Inspected) => unknown): string[] {
    const settings = this.#vscode.workspace.getConfiguration(section);
    const list: Inspected = settings.inspect("uris") ?? {};
    const found = list.defaultValue === undefined ? undefined : valueIn(list);
    const addresses = found === undefined ? [valueIn(settings.inspect("uri") ?? {})] : found;
    return Array.isArray(addresses) ? [...new Set(addresses.flatMap(each => originOf(each) ?? []))] : [];
  }

  /** Undefined where the person is not logged in; nothing is shown to them. */
  async clientFor(server: string): Promise<GitHubClient | undefined> {
    const accounts = this.#isKnown(server) ? await this.#accountsFor(server) : [];
    for (const account of accounts) {
      const session = await this.#ask(server, { silent: true, ...(account && { account }) });
      if (session && this.#isAt(server, session)) return this.#clientOf(server, session);
    }
    this.#connected.delete(server);
    return undefined;
  }

  /** VS Code asks the person; `anew` where the login that there is does not do, as with SAML. */
  async logIn(server: string, { anew }: { readonly anew: boolean }): Promise<void> {
    if (!this.#isKnown(server)) {
      throw new Obstacle(
        t("VS Code logs in at {0} once that stands in your own settings, under {1}.", server, section),
        [{ title: t("Open settings"), command: "workbench.action.openSettings", arguments: [section] }],
      );
    }
    const accounts = await this.#accountsFor(server);
    const account = accounts.find(each => each && isLabelled(server, each));
    // Without a preference for an account of another server, VS Code asks at which one.
    const hasToAsk = account === undefined && !this.#isAlone(server);
    const session = await this.#ask(server, {
      ...(anew || hasToAsk ? { forceNewSession: true } : { createIfNone: true }),
      ...(hasToAsk && { clearSessionPreference: true }),
      ...(account && { account }),
    });
    if (!session || !this.#isAt(server, session)) {
      throw new Obstacle(t("That was a login at another server than {0}.", server));
    }
  }

  #isKnown(server: string): boolean {
    return providerOf(server) === "github" || this.servers.includes(server);
  }

  /**
   * VS Code has one provider for all enterprise servers; where one alone is set, each of its logins is at that one. A
   * workspace's settings count there.
   */
  #isAlone(server: string): boolean {
    const origins = this.#origins(
      ({ workspaceFolderValue, workspaceValue, globalValue }) =>
        workspaceFolderValue ?? workspaceValue ?? globalValue,
    );
    return providerOf(server) === "github" || (origins.length === 1 && origins[0] === server);
  }

  /** The accounts of all servers, as only a session tells for certain which it is of; `undefined` for any. */
  async #accountsFor(
    server: string,
  ): Promise<readonly (AuthenticationSessionAccountInformation | undefined)[]> {
    if (this.#isAlone(server)) return [undefined];
    return this.#vscode.authentication.getAccounts(section).then(undefined, () => []);
  }

  /** The token of one server is sent to no other: a session that does not tell its server is not used. */
  #isAt(server: string, session: AuthenticationSession): boolean {
    const others = [...this.#connected].filter(([other]) => other !== server);
    if (others.some(([, { token }]) => token === session.accessToken)) return false;
    // VS Code 1.141 says it, in a part of its interface that is a proposal and not among its types.
    const { authorizationServer: issuer } = session as { readonly authorizationServer?: Uri };
    if (issuer !== undefined) return originOf(`${issuer.scheme}://${issuer.authority}`) === server;
    return this.#isAlone(server) || isLabelled(server, session.account);
  }

  async #ask(
    server: string,
    options: AuthenticationGetSessionOptions,
  ): Promise<AuthenticationSession | undefined> {
    try {
      return await this.#vscode.authentication.getSession(providerOf(server), scopes, options);
    } catch {
      if (options.silent) return undefined;
      // The person has said no, or VS Code has told them itself what is wrong.
      throw new Cancelled();
    }
  }

  #clientOf(server: string, { accessToken: token }: AuthenticationSession): GitHubClient {
    const before = this.#connected.get(server);
    if (before?.token === token) return before.client;
    const client = new GitHubClient({
      apiUrl: interfaceOf(server),
      token,
      userAgent: "callboard-vscode",
      transport: fetchTransport,
      clock: this.#clock,
      redact: text => text.replaceAll(token, "***"),
      hasMemory: true,
    });
    this.#connected.set(server, { token, client });
    return client;
  }
}

/** With several servers VS Code names an account as `octocat - git.example.org`. */
function isLabelled(server: string, { label }: AuthenticationSessionAccountInformation): boolean {
  return label.endsWith(` - ${new URL(server).host}`);
}
