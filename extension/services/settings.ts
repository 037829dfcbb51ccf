import { isJsonObject } from "../../shared/json.ts";
import { parseBaseUrl } from "../../shared/service/address.ts";
import { t } from "../editor/l10n.ts";
import type { Service } from "./service.ts";

export interface ConfiguredService extends Service {
  readonly baseUrl: string;
}

export function parseServices(setting: unknown): {
  readonly services: readonly ConfiguredService[];
  readonly problems: readonly string[];
} {
  const services: ConfiguredService[] = [];
  const problems: string[] = [];
  if (setting !== undefined && !Array.isArray(setting)) {
    problems.push(t("The setting callboard.services must be a list of services."));
  }
  for (const [index, entry] of (Array.isArray(setting) ? setting : []).entries()) {
    const service = parseService(entry, services);
    if (typeof service !== "string") services.push(service);
    else problems.push(t("The setting callboard.services, entry {0}: {1}", index + 1, service));
  }
  return { services, problems };
}

function parseService(entry: unknown, others: readonly Service[]): ConfiguredService | string {
  if (!isJsonObject(entry)) return t("a service has a name and a baseUrl.");
  const { name, baseUrl } = entry;
  if (typeof name !== "string" || typeof baseUrl !== "string") {
    return t("a service has a name and a baseUrl, both texts.");
  }
  const mistake = findMistakeInName(name, others) ?? findMistakeInAddress(baseUrl);
  if (mistake !== undefined) return mistake;
  const address = normalizedAddress(baseUrl);
  return { id: address, name, baseUrl: address };
}

/** Drops a slash at the end, so that an address gives the same id with and without it. */
function normalizedAddress(baseUrl: string): string {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  return origin + prefix;
}

export function findMistakeInName(name: string, others: readonly Service[]): string | undefined {
  if (name.trim() === "") return t("the name is empty.");
  if (/[/:@\r\n]/.test(name)) return t("the name must not contain /, : or @.");
  return others.some(other => other.name === name)
    ? t("there is already a service called {0}.", name)
    : undefined;
}

export function findMistakeInAddress(baseUrl: string): string | undefined {
  try {
    parseBaseUrl(baseUrl);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Like `findMistakeInAddress`, but also rejects a final `/v1`, because every operation's path begins with `/v1`. */
export function findMistakeInTypedAddress(text: string): string | undefined {
  const mistake = findMistakeInAddress(text);
  if (mistake !== undefined) return mistake;
  const { origin, prefix } = parseBaseUrl(text);
  const [whole, before] = /^(.*)\/v1$/.exec(prefix) ?? [];
  return whole === undefined
    ? undefined
    : t("/v1 is appended to the address, so leave it out: {0}", origin + (before ?? ""));
}
