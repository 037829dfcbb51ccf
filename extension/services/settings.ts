/** Reads the setting `callboard.services`. */

import { isJsonObject } from "../../shared/json.ts";
import { parseBaseUrl } from "../../shared/service/address.ts";
import { t } from "../editor/l10n.ts";
import type { Service } from "./service.ts";

export interface ConfiguredService extends Service {
  readonly baseUrl: string;
}

/** The services that can be used, and what is wrong with the other entries. */
export function servicesFrom(setting: unknown): {
  readonly services: readonly ConfiguredService[];
  readonly problems: readonly string[];
} {
  const services: ConfiguredService[] = [];
  const problems: string[] = [];
  if (setting !== undefined && !Array.isArray(setting)) {
    problems.push(t("The setting callboard.services must be a list of services."));
  }
  for (const [index, entry] of (Array.isArray(setting) ? setting : []).entries()) {
    const outcome = serviceFrom(entry, services);
    if (typeof outcome !== "string") services.push(outcome);
    else problems.push(t("The setting callboard.services, entry {0}: {1}", index + 1, outcome));
  }
  return { services, problems };
}

function serviceFrom(entry: unknown, before: readonly Service[]): ConfiguredService | string {
  if (!isJsonObject(entry)) return t("a service has a name and a baseUrl.");
  const { name, baseUrl } = entry;
  if (typeof name !== "string" || typeof baseUrl !== "string") {
    return t("a service has a name and a baseUrl, both texts.");
  }
  const mistake = mistakeInName(name, before) ?? mistakeInAddress(baseUrl);
  return mistake ?? { id: addressOf(baseUrl), name, baseUrl: addressOf(baseUrl) };
}

/** The same with and without a slash at its end: it is the service's id. */
function addressOf(baseUrl: string): string {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  return origin + prefix;
}

export function mistakeInName(name: string, others: readonly Service[]): string | undefined {
  if (name.trim() === "") return t("the name is empty.");
  if (/[/:@\r\n]/.test(name)) return t("the name is no address: leave out /, : and @.");
  return others.some(other => other.name === name)
    ? t("there is already a service called {0}.", name)
    : undefined;
}

export function mistakeInAddress(baseUrl: string): string | undefined {
  try {
    parseBaseUrl(baseUrl);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Every path begins with the version, so an address that ends with it was copied from a whole one. */
export function mistakeInTypedAddress(text: string): string | undefined {
  const mistake = mistakeInAddress(text);
  if (mistake !== undefined) return mistake;
  const { origin, prefix } = parseBaseUrl(text);
  const [whole, before] = /^(.*)\/v1$/.exec(prefix) ?? [];
  return whole === undefined
    ? undefined
    : t("/v1 is appended to the address, so leave it out: {0}", origin + (before ?? ""));
}
