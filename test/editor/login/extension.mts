/** Replaces VS Code's own logins; a test's settings decide the result of each login. */

import * as vscode from "vscode";

interface Login {
  readonly account: string;
  readonly token: string;
  readonly issuer?: string;
}

/** The state that survives a reload of the window. */
interface Kept {
  readonly sessions: readonly vscode.AuthenticationSession[];
  readonly asked: number;
}

class Logins implements vscode.AuthenticationProvider {
  readonly #id: string;
  readonly #memory: vscode.Memento;
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;

  constructor(id: string, memory: vscode.Memento) {
    this.#id = id;
    this.#memory = memory;
  }

  get #kept(): Kept {
    return this.#memory.get(this.#id) ?? { sessions: [], asked: 0 };
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<vscode.AuthenticationSession[]> {
    return this.#kept.sessions
      .filter(session => scopes === undefined || isSame(session.scopes, scopes))
      .filter(session => account === undefined || session.account.label === account.label);
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const { sessions, asked } = this.#kept;
    const logins = vscode.workspace.getConfiguration("testLogin").get<(Login | null)[]>(this.#id, []);
    const login = logins[asked] ?? null;
    if (login === null) {
      await this.#memory.update(this.#id, { sessions, asked: asked + 1 } satisfies Kept);
      throw new Error("Cancelled");
    }
    const session = {
      id: `${this.#id}-${asked}`,
      accessToken: login.token,
      account: { id: login.account, label: login.account },
      scopes,
      // A proposed API of VS Code, which its types leave out.
      ...(login.issuer !== undefined && { authorizationServer: vscode.Uri.parse(login.issuer) }),
    } satisfies vscode.AuthenticationSession;
    const replaced = sessions.filter(
      each => each.account.id === login.account && isSame(each.scopes, scopes),
    );
    const others = sessions.filter(each => !replaced.includes(each));
    await this.#memory.update(this.#id, {
      sessions: [...others, session],
      asked: asked + 1,
    } satisfies Kept);
    this.#changed.fire({ added: [session], removed: replaced, changed: [] });
    return session;
  }

  async removeSession(id: string): Promise<void> {
    const { sessions, asked } = this.#kept;
    const removed = sessions.filter(session => session.id === id);
    const others = sessions.filter(session => session.id !== id);
    await this.#memory.update(this.#id, { sessions: others, asked } satisfies Kept);
    this.#changed.fire({ added: [], removed, changed: [] });
  }

  async logOut(): Promise<void> {
    for (const { id } of this.#kept.sessions) await this.removeSession(id);
  }
}

export function activate({ globalState, subscriptions }: vscode.ExtensionContext): void {
  const providers = [
    { id: "github", label: "GitHub" },
    { id: "github-enterprise", label: "GitHub Enterprise Server" },
  ].map(({ id, label }) => {
    const logins = new Logins(id, globalState);
    subscriptions.push(vscode.authentication.registerAuthenticationProvider(id, label, logins));
    return logins;
  });
  subscriptions.push(
    vscode.commands.registerCommand("testLogin.logOut", async () => {
      for (const logins of providers) await logins.logOut();
    }),
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join(" ") === [...other].sort().join(" ");
}
