/** The person's logins at GitHub servers. VS Code stores them; Callboard keeps tokens only while the window is open. */

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
import { apiUrlOf, authenticationProviderOf, isEncrypted, originOf } from "./repository.ts";

/** `repo` allows reading private repositories, commenting and sending a repository dispatch. */
const scopes = ["repo"];
const section = "github-enterprise";

interface InspectedSetting {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

interface CachedClient {
  readonly token: string;
  readonly client: GitHubClient;
}

export class Logins extends Observable {
  readonly #vscode: VSCode;
  readonly #clock: Clock;
  /** Keys are servers. A client is kept because it remembers earlier responses. */
  readonly #clients = new Map<string, CachedClient>();

  constructor({ vscode, clock }: { readonly vscode: VSCode; readonly clock: Clock }) {
    super(vscode);
    this.#vscode = vscode;
    this.#clock = clock;
    this.register(
      vscode.authentication.onDidChangeSessions(({ provider: { id } }) => {
        if (id === "github" || id === section) this.fireChange();
      }),
    );
    this.register(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(section)) this.fireChange();
      }),
    );
  }

  /** Only the person's own settings count: a repository must not be able to add a server that gets a token. */
  get servers(): readonly string[] {
    return this.#origins(({ globalValue }) => globalValue).filter(isEncrypted);
  }

  /** As in VS Code's login, `uris` overrides `uri`, even with an empty list. VS Code before 1.141 has no `uris`. */
  #origins(valueIn: (setting: InspectedSetting) => unknown): string[] {
    const settings = this.#vscode.workspace.getConfiguration(section);
    const list: InspectedSetting = settings.inspect("uris") ?? {};
    const found = list.defaultValue === undefined ? undefined : valueIn(list);
    const addresses = found === undefined ? [valueIn(settings.inspect("uri") ?? {})] : found;
    return Array.isArray(addresses) ? [...new Set(addresses.flatMap(each => originOf(each) ?? []))] : [];
  }

  /** Undefined if the person is not logged in. Never asks the person. */
  async clientFor(server: string): Promise<GitHubClient | undefined> {
    const accounts = this.#isKnown(server) ? await this.#accountsFor(server) : [];
    for (const account of accounts) {
      const session = await this.#getSession(server, { silent: true, ...(account && { account }) });
      if (session && this.#belongsTo(server, session)) return this.#clientOf(server, session);
    }
    this.#clients.delete(server);
    return undefined;
  }

  /** `anew` forces a new login if the present one is not sufficient, for example where SAML is required. */
  async logIn(server: string, { anew }: { readonly anew: boolean }): Promise<void> {
    if (!this.#isKnown(server)) {
      throw new Obstacle(t("To log in at {0}, add it to your own settings, under {1}.", server, section), [
        { title: t("Open settings"), command: "workbench.action.openSettings", arguments: [section] },
      ]);
    }
    const accounts = await this.#accountsFor(server);
    const account = accounts.find(each => each && isLabelled(server, each));
    // With the preference cleared, VS Code asks which account to use.
    const needsChoice = account === undefined && !this.#isOnlyServer(server);
    const session = await this.#getSession(server, {
      ...(anew || needsChoice ? { forceNewSession: true } : { createIfNone: true }),
      ...(needsChoice && { clearSessionPreference: true }),
      ...(account && { account }),
    });
    if (!session || !this.#belongsTo(server, session)) {
      throw new Obstacle(t("That was a login at another server than {0}.", server));
    }
  }

  #isKnown(server: string): boolean {
    return authenticationProviderOf(server) === "github" || this.servers.includes(server);
  }

  /** If false, a login may be at another server, because VS Code has one provider for all enterprise servers. */
  #isOnlyServer(server: string): boolean {
    const origins = this.#origins(
      ({ workspaceFolderValue, workspaceValue, globalValue }) =>
        workspaceFolderValue ?? workspaceValue ?? globalValue,
    );
    return authenticationProviderOf(server) === "github" || (origins.length === 1 && origins[0] === server);
  }

  /**
   * The accounts to try; `undefined` means any account. With several enterprise servers, gives the accounts at all of
   * them, because an account need not name its server.
   */
  async #accountsFor(
    server: string,
  ): Promise<readonly (AuthenticationSessionAccountInformation | undefined)[]> {
    if (this.#isOnlyServer(server)) return [undefined];
    return this.#vscode.authentication.getAccounts(section).then(undefined, () => []);
  }

  /** False unless the session's server is certain, because a token must not be sent to another server. */
  #belongsTo(server: string, session: AuthenticationSession): boolean {
    const others = [...this.#clients].filter(([other]) => other !== server);
    if (others.some(([, { token }]) => token === session.accessToken)) return false;
    // VS Code 1.141 gives the server in a proposed part of its API, which is missing in the types.
    const { authorizationServer: issuer } = session as { readonly authorizationServer?: Uri };
    if (issuer !== undefined) return originOf(`${issuer.scheme}://${issuer.authority}`) === server;
    return this.#isOnlyServer(server) || isLabelled(server, session.account);
  }

  async #getSession(
    server: string,
    options: AuthenticationGetSessionOptions,
  ): Promise<AuthenticationSession | undefined> {
    try {
      return await this.#vscode.authentication.getSession(authenticationProviderOf(server), scopes, options);
    } catch {
      if (options.silent) return undefined;
      // The person declined, or VS Code has already shown the error.
      throw new Cancelled();
    }
  }

  #clientOf(server: string, { accessToken: token }: AuthenticationSession): GitHubClient {
    const before = this.#clients.get(server);
    if (before?.token === token) return before.client;
    const client = new GitHubClient({
      apiUrl: apiUrlOf(server),
      token,
      userAgent: "callboard-vscode",
      transport: fetchTransport,
      clock: this.#clock,
      redact: text => text.replaceAll(token, "***"),
      usesETags: true,
    });
    this.#clients.set(server, { token, client });
    return client;
  }
}

/** With several servers, VS Code labels an account `octocat - git.example.org`. */
function isLabelled(server: string, { label }: AuthenticationSessionAccountInformation): boolean {
  return label.endsWith(` - ${new URL(server).host}`);
}
