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

export function isSame(one: Repository, other: Repository): boolean {
  const key = ({ server, owner, name }: Repository) => `${server}/${owner}/${name}`.toLowerCase();
  return key(one) === key(other);
}

/**
 * Undefined where the address is of no GitHub server: github.com, a tenant of ghe.com, or the enterprise server that a
 * person has set.
 */
export function repositoryOf(address: string, enterprise?: string): Repository | undefined {
  const { host, path } = partsOf(address) ?? {};
  if (host === undefined || path === undefined) return undefined;
  const server = serverOf(host, enterprise);
  const [, owner, name] = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(path) ?? [];
  if (server === undefined || owner === undefined || name === undefined) return undefined;
  // In the path of a request these would lead somewhere else at the server.
  return [owner, name].some(part => /^\.\.?$/.test(part)) ? undefined : { server, owner, name };
}

/** An address with a scheme, or the short form of SSH: `git@github.com:owner/name`. */
function partsOf(address: string): { host: string; path: string } | undefined {
  const [, shortHost, shortPath] = /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  if (shortHost !== undefined && shortPath !== undefined) return { host: shortHost, path: shortPath };
  if (!/^(?:https?|ssh|git):\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(address);
  // The port of SSH says nothing of the web's.
  return { host: /^https?:$/.test(protocol) ? host : hostname, path: pathname };
}

function serverOf(host: string, enterprise: string | undefined): string | undefined {
  const name = host.toLowerCase();
  // GitHub answers SSH at port 443 under another name.
  if (name === "github.com" || name === "www.github.com" || name === "ssh.github.com")
    return "https://github.com";
  if (/^[\w-]+\.ghe\.com$/.test(name)) return `https://${name}`;
  if (enterprise === undefined || !URL.canParse(enterprise)) return undefined;
  const set = new URL(enterprise);
  // The token would be read on the way.
  if (set.protocol !== "https:" && !isLoopback(set.hostname)) return undefined;
  const isIt = name === set.host.toLowerCase() || name === set.hostname.toLowerCase();
  return isIt ? set.origin : undefined;
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
