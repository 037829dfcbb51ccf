/**
 * The stateful part of the local GitHub: the npm package `emulate`, with a repository, the people around it,
 * and one token for every way in which a workflow may meet it.
 */

import { createSign, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { createEmulator } from "emulate";

/** A person's, not an organization's: the emulator's organizations lack what GitHub publishes of an owner. */
export const repository = { owner: "octocat", name: "shop", fullName: "octocat/shop" } as const;

/** GitHub's own number of the app whose token is `github.token`. */
const actions = { id: 15_368, slug: "github-actions", name: "GitHub Actions", installation: 1 } as const;
const otherApp = { id: 77_001, slug: "house-bot", name: "House Bot", installation: 2 } as const;
const apps = [actions, otherApp] as const;
export type App = (typeof apps)[number];

const writes = { contents: "read", pull_requests: "write", checks: "write" };

/** `github.token` with the permissions of a workflow, or somebody else's token. */
const identities = {
  /** `github.token` with the permissions that the README asks for. */
  app: { app: actions, permissions: writes },
  /** `github.token` in a fork's or Dependabot's pull request. */
  fork: { app: actions, permissions: { contents: "read", pull_requests: "read", checks: "read" } },
  "no-checks": { app: actions, permissions: { contents: "read", pull_requests: "write" } },
  "no-comments": { app: actions, permissions: { contents: "read", checks: "write" } },
  /** A GitHub App of the user's own, whose token a workflow made for itself. */
  "other-app": { app: otherApp, permissions: writes },
  /** A token of the repository's owner, as a personal one or an editor's login is. */
  user: { login: "octocat" },
  /** What another login of theirs gives. */
  "user-anew": { login: "octocat" },
  /** A token of someone who has forked the repository. */
  contributor: { login: "contributor" },
} as const satisfies Record<string, Identity>;
export type TokenKind = keyof typeof identities;
const tokenKinds = Object.keys(identities) as TokenKind[];

/** People's tokens, with the prefix that GitHub gives them, and whose they are. */
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
  /** Where it listens. */
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

/** An installation token, asked for as an app does: with a JSON web token signed with the app's key. */
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

/** One key for all apps of all emulators in this process: making one takes longer than starting everything else. */
async function appKey(): Promise<KeyObject> {
  madeKey ??= promisify(generateKeyPair)("rsa", { modulusLength: 2048 }).then(({ privateKey }) => privateKey);
  return await madeKey;
}
let madeKey: Promise<KeyObject> | undefined;
