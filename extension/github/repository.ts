/** A repository on a GitHub server, as an address of Git's names it; and where that server's interface is. */

import { isLoopback } from "../../shared/service/address.ts";

export interface Repository {
  /** The server: `https://github.com`, or one of an enterprise. */
  readonly server: string;
  readonly owner: string;
  readonly name: string;
}

export function fullName({ owner, name }: Pick<Repository, "owner" | "name">): string {
  return `${owner}/${name}`;
}

/** As GitHub's interface names it. */
export function placed({ owner, name }: Pick<Repository, "owner" | "name">) {
  return { owner, repo: name };
}

export function isSame(one: Repository, other: Repository): boolean {
  const key = ({ server, owner, name }: Repository) => `${server}/${owner}/${name}`.toLowerCase();
  return key(one) === key(other);
}

/** Undefined where the address is of no GitHub server: github.com, a tenant of ghe.com, or one of `servers`. */
export function repositoryOf(address: string, servers: readonly string[]): Repository | undefined {
  const parts = partsOf(address);
  const server = parts && serverOf(parts, servers);
  const [, owner, name] = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(parts?.path ?? "") ?? [];
  if (server === undefined || owner === undefined || name === undefined) return undefined;
  // In the path of a request these would lead somewhere else at the server.
  return [owner, name].some(part => /^\.\.?$/.test(part)) ? undefined : { server, owner, name };
}

interface Parts {
  readonly host: string;
  readonly path: string;
  /** Absent where the address is none of the web's. */
  readonly origin?: string;
}

/** An address with a scheme, or the short form of SSH: `git@github.com:owner/name`. */
function partsOf(address: string): Parts | undefined {
  const [, shortHost, shortPath] = /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  if (shortHost !== undefined && shortPath !== undefined) return { host: shortHost, path: shortPath };
  if (!/^(?:https?|ssh|git):\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, host, origin, pathname: path } = new URL(address);
  // The port of SSH says nothing of the web's.
  return /^https?:$/.test(protocol) ? { host, path, origin } : { host: hostname, path };
}

function serverOf({ host, origin }: Parts, servers: readonly string[]): string | undefined {
  const name = host.toLowerCase();
  // GitHub answers SSH at port 443 under another name.
  if (name === "github.com" || name === "www.github.com" || name === "ssh.github.com")
    return "https://github.com";
  if (/^[\w-]+\.ghe\.com$/.test(name)) return `https://${name}`;
  const [server, ...others] = servers.filter(each =>
    origin === undefined ? new URL(each).hostname === name : each === origin,
  );
  // Two servers of one host can't be told apart by an address of SSH's.
  return others.length > 0 ? undefined : server;
}

/** Undefined where it is no address of the web's. */
export function originOf(address: unknown): string | undefined {
  return typeof address === "string" && /^https?:/i.test(address) && URL.canParse(address)
    ? new URL(address).origin
    : undefined;
}

/** A token would be read on the way to any other. */
export function isEncrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
}

/** Where its REST interface is, without a slash at the end. */
export function interfaceOf(server: string): string {
  const { protocol, host } = new URL(server);
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `${protocol}//api.${host}` : `${server}/api/v3`;
}

/** Which of VS Code's two logins knows this server. */
export function providerOf(server: string): "github" | "github-enterprise" {
  return server === "https://github.com" ? "github" : "github-enterprise";
}
