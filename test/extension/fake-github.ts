/** VS Code's knowledge of GitHub, in memory: the Git extension's repositories and a person's logins. */

import type * as vscode from "vscode";
import { Emitter, FakeUri } from "./fake-values.ts";

export interface FakeRepositoryState {
  branch?: string | undefined;
  commit?: string | undefined;
  unpushed?: number;
  upstream?: { remote: string; name: string } | undefined;
  remotes?: readonly { name: string; fetchUrl: string }[];
  /** The clone's Git configuration. */
  config?: Readonly<Record<string, string>>;
  /** By commit, the number of commits that HEAD has beyond it. */
  ahead?: Readonly<Record<string, number>>;
}

/** A repository in version 1 of the Git extension's API. */
export class FakeRepository {
  readonly #changed = new Emitter<void>();
  readonly #root: FakeUri;
  #now: FakeRepositoryState;

  constructor(root: string, state: FakeRepositoryState) {
    this.#root = FakeUri.parse(root.startsWith("/") ? `memory:${root}` : root);
    this.#now = state;
  }

  change(state: FakeRepositoryState): void {
    this.#now = { ...this.#now, ...state };
    this.#changed.fire();
  }

  api() {
    const now = () => this.#now;
    return {
      rootUri: this.#root,
      state: {
        get HEAD() {
          const { branch, commit, unpushed, upstream } = now();
          return { name: branch, commit, ahead: unpushed, behind: 0, upstream };
        },
        get remotes() {
          return now().remotes ?? [];
        },
        onDidChange: this.#changed.event,
      },
      log: async ({ range }: { range: string }) => {
        const count = now().ahead?.[range.replace("..HEAD", "")];
        if (count === undefined) throw new Error("unknown revision");
        return Array.from({ length: count });
      },
      getConfig: async (name: string) => {
        const value = now().config?.[name];
        if (value === undefined) throw new Error("not set");
        return value;
      },
      getRefs: async () => [{ name: "origin/main" }],
    };
  }
}

/** A login at one of several enterprise servers, as in VS Code 1.141. */
export interface EnterpriseLogin {
  /** Such as "octocat - git.example.org". */
  readonly label: string;
  readonly token: string;
  /** The authorization server's address, which older versions lack. */
  readonly issuer?: string;
}

function partsOf(address: string): { scheme: string; authority: string; path: string } {
  const { protocol, host, pathname } = new URL(address);
  return { scheme: protocol.slice(0, -1), authority: host, path: pathname };
}

export class FakeGitHubLogin {
  /** By provider. Absent while the person is not logged in. */
  readonly tokens = new Map<string, string>();
  /** The logins at several enterprise servers, the preferred one first. */
  readonly logins: EnterpriseLogin[] = [];
  /** The login that the person grants when asked. Undefined declines. */
  nextToken: string | undefined;
  nextLogin: EnterpriseLogin | undefined;
  /** Such as "github silent", in order. */
  readonly asked: string[] = [];
  repositories: readonly FakeRepository[] | undefined;
  readonly #sessions = new Emitter<vscode.AuthenticationSessionsChangeEvent>();
  readonly #opened = new Emitter<unknown>();
  readonly #closed = new Emitter<unknown>();
  readonly #extensions = new Emitter<void>();

  readonly authentication = {
    onDidChangeSessions: this.#sessions.event,
    getAccounts: async (provider: string) =>
      provider === "github" ? [] : this.logins.map(({ label }) => ({ id: "42", label })),
    getSession: async (
      provider: string,
      scopes: readonly string[],
      { account, ...options }: vscode.AuthenticationGetSessionOptions,
    ) => {
      const [how = ""] = Object.keys(options);
      this.asked.push([provider, scopes, how, ...(account ? ["as", account.label] : [])].join(" "));
      if (how !== "silent") {
        if (this.nextLogin !== undefined) this.logins.push(this.nextLogin);
        else if (this.nextToken !== undefined) this.tokens.set(provider, this.nextToken);
        else throw new Error("User did not consent to login.");
        this.#sessions.fire({ provider: { id: provider, label: provider } });
      }
      if (provider === "github" || this.logins.length === 0) {
        const accessToken = this.tokens.get(provider);
        return accessToken === undefined ? undefined : { accessToken, account: { label: "octocat" } };
      }
      const isMeant = ({ label }: EnterpriseLogin) => account === undefined || label === account.label;
      const login = how === "silent" ? this.logins.find(isMeant) : this.logins.at(-1);
      return (
        login && {
          accessToken: login.token,
          account: { id: "42", label: login.label },
          ...(login.issuer !== undefined && { authorizationServer: partsOf(login.issuer) }),
        }
      );
    },
  };

  /** The Git extension was activated or found another repository. */
  openRepositories(repositories: readonly FakeRepository[]): void {
    const isNew = this.repositories === undefined;
    this.repositories = repositories;
    if (isNew) this.#extensions.fire();
    else for (const each of repositories) this.#opened.fire(each.api());
  }

  #api() {
    const repositories = () => this.repositories?.map(each => each.api());
    return {
      state: "initialized",
      get repositories() {
        return repositories();
      },
      onDidOpenRepository: this.#opened.event,
      onDidCloseRepository: this.#closed.event,
    };
  }

  readonly extensions = {
    onDidChange: this.#extensions.event,
    getExtension: (id: string) =>
      id !== "vscode.git" || this.repositories === undefined
        ? undefined
        : {
            isActive: true,
            exports: {
              enabled: true,
              getAPI: () => this.#api(),
            },
          },
  };
}
