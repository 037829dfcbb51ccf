/**
 * Runs the stateful part of the local GitHub: the npm package `emulate`, with a repository, its people, and a token for
 * each role of a workflow.
 */

import { createSign, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { createEmulator } from "emulate";

/** A person owns it, because the emulator's organizations lack properties that GitHub publishes for an owner. */
export const repository = { owner: "octocat", name: "shop", fullName: "octocat/shop" } as const;

/** GitHub's own id of the app behind `github.token`. */
const actions = { id: 15_368, slug: "github-actions", name: "GitHub Actions", installation: 1 } as const;
const otherApp = { id: 77_001, slug: "house-bot", name: "House Bot", installation: 2 } as const;
const apps = [actions, otherApp] as const;
export type App = (typeof apps)[number];

const writes = { contents: "read", pull_requests: "write", checks: "write" };

/** The token's owner: `github.token` with a set of permissions, another app, or a person. */
const identities = {
  /** `github.token` with the permissions that the README asks for. */
  app: { app: actions, permissions: writes },
  /** `github.token` in a pull request of a fork or of Dependabot. */
  fork: { app: actions, permissions: { contents: "read", pull_requests: "read", checks: "read" } },
  "no-checks": { app: actions, permissions: { contents: "read", pull_requests: "write" } },
  "no-comments": { app: actions, permissions: { contents: "read", checks: "write" } },
  /** A user's own GitHub App, for which a workflow created a token. */
  "other-app": { app: otherApp, permissions: writes },
  /** A token of the repository's owner: a personal token, or an editor's login. */
  user: { login: "octocat" },
  /** A second login of the repository's owner. */
  "user-anew": { login: "octocat" },
  /** A token of a person who has forked the repository. */
  contributor: { login: "contributor" },
} as const satisfies Record<string, Identity>;
export type TokenKind = keyof typeof identities;
const tokenKinds = Object.keys(identities) as TokenKind[];

/** People's tokens, with GitHub's prefix for each kind, and their owners. */
const people = new Map(
  tokenKinds.flatMap(kind => {
    const identity: Identity = identities[kind];
    return "login" in identity ? [[tokenOf(kind), identity.login] as const] : [];
  }),
);
function tokenOf(kind: TokenKind): string {
  return `ghp_${kind.replaceAll("-", "_")}`;
}

export type Identity =
  | { readonly app: App; readonly permissions: Readonly<Record<string, string>> }
  | { readonly login: string };

export interface Emulator {
  readonly url: string;
  token(kind: TokenKind): string;
  identity(token: string): Identity | undefined;
  close(): Promise<void>;
}

export async function startEmulator(): Promise<Emulator> {
  const key = await appKey();
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      tokens: Object.fromEntries(
        [...people].map(([token, login]) => [token, { login, scopes: ["repo", "read:org"] }]),
      ),
      github: {
        users: [...new Set(people.values())].map(login => ({ login })),
        repos: [{ owner: repository.owner, name: repository.name, auto_init: true }],
        apps: apps.map(app => ({
          app_id: app.id,
          slug: app.slug,
          name: app.name,
          private_key: key.export({ type: "pkcs1", format: "pem" }),
          permissions: writes,
          installations: [{ installation_id: app.installation, account: repository.owner }],
        })),
      },
    },
  });
  const url = emulator.url.replace("localhost", "127.0.0.1");

  const tokens: { kind: TokenKind; token: string; identity: Identity }[] = [];
  for (const kind of tokenKinds) {
    const identity = identities[kind];
    const token = "login" in identity ? tokenOf(kind) : await mintToken(url, key, identity);
    tokens.push({ kind, token, identity });
  }
  return {
    url,
    token: kind => tokens.find(known => known.kind === kind)?.token ?? "",
    identity: token => tokens.find(known => known.token === token)?.identity,
    close: () => emulator.close(),
  };
}

/** Requests an installation token as an app does: with a JSON web token that the app's key signs. */
async function mintToken(
  url: string,
  key: KeyObject,
  { app, permissions }: Extract<Identity, { app: App }>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const unsigned = [
    { alg: "RS256", typ: "JWT" },
    { iss: app.id, iat: now - 10, exp: now + 300 },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = createSign("RSA-SHA256").update(unsigned).sign(key).toString("base64url");

  const response = await fetch(`${url}/app/installations/${app.installation}/access_tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${unsigned}.${signature}`, "content-type": "application/json" },
    body: JSON.stringify({ permissions }),
  });
  if (!response.ok)
    throw new Error(`The emulator minted no token: ${response.status} ${await response.text()}`);
  const { token }: { token: string } = await response.json();
  return token;
}

/** All emulators of this process share one key, because generating it takes longer than the rest of the start. */
async function appKey(): Promise<KeyObject> {
  madeKey ??= promisify(generateKeyPair)("rsa", { modulusLength: 2048 }).then(({ privateKey }) => privateKey);
  return await madeKey;
}
let madeKey: Promise<KeyObject> | undefined;
