/** A repository on a GitHub server, parsed from a remote's address, and the address of the server's API. */

import { isLoopback } from "../../shared/service/address.ts";

export interface GitHubRepository {
  /** `https://github.com` or the origin of an enterprise server. */
  readonly server: string;
  readonly owner: string;
  readonly name: string;
}

export function repositoryFullName({ owner, name }: Pick<GitHubRepository, "owner" | "name">): string {
  return `${owner}/${name}`;
}

export function repositoryParameters({ owner, name }: Pick<GitHubRepository, "owner" | "name">) {
  return { owner, repo: name };
}

export function isSameRepository(one: GitHubRepository, other: GitHubRepository): boolean {
  const key = ({ server, owner, name }: GitHubRepository) => `${server}/${owner}/${name}`.toLowerCase();
  return key(one) === key(other);
}

/** Undefined unless the address is on github.com, a tenant of ghe.com, or one of `servers`. */
export function parseRepositoryAddress(
  address: string,
  servers: readonly string[],
): GitHubRepository | undefined {
  const parts = partsOf(address);
  const server = parts && serverOf(parts, servers);
  const [, owner, name] = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(parts?.path ?? "") ?? [];
  if (server === undefined || owner === undefined || name === undefined) return undefined;
  // In a request's path, `.` and `..` would lead to another path.
  return [owner, name].some(part => /^\.\.?$/.test(part)) ? undefined : { server, owner, name };
}

interface Parts {
  readonly host: string;
  readonly path: string;
  /** Only for http and https. */
  readonly origin?: string;
}

/** Accepts URLs and SSH's short form, `git@github.com:owner/name`. */
function partsOf(address: string): Parts | undefined {
  const [, shortHost, shortPath] = /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  if (shortHost !== undefined && shortPath !== undefined) return { host: shortHost, path: shortPath };
  if (!/^(?:https?|ssh|git):\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, host, origin, pathname: path } = new URL(address);
  // An SSH port is unrelated to the server's web port.
  return /^https?:$/.test(protocol) ? { host, path, origin } : { host: hostname, path };
}

function serverOf({ host, origin }: Parts, servers: readonly string[]): string | undefined {
  const name = host.toLowerCase();
  // GitHub's SSH over port 443 uses the name ssh.github.com.
  if (name === "github.com" || name === "www.github.com" || name === "ssh.github.com")
    return "https://github.com";
  if (/^[\w-]+\.ghe\.com$/.test(name)) return `https://${name}`;
  const [server, ...others] = servers.filter(each =>
    origin === undefined ? new URL(each).hostname === name : each === origin,
  );
  // An SSH address lacks the web port, so it doesn't tell which of several servers on the host is meant.
  return others.length > 0 ? undefined : server;
}

export function originOf(address: unknown): string | undefined {
  return typeof address === "string" && /^https?:/i.test(address) && URL.canParse(address)
    ? new URL(address).origin
    : undefined;
}

/** Without encryption, others could read a token. Loopback counts as encrypted: the token stays on this computer. */
export function isEncrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
}

/** The API's address, without a slash at its end. */
export function apiUrlOf(server: string): string {
  const { protocol, host } = new URL(server);
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `${protocol}//api.${host}` : `${server}/api/v3`;
}

export function authenticationProviderOf(server: string): "github" | "github-enterprise" {
  return server === "https://github.com" ? "github" : "github-enterprise";
}
