/** Reads the settings. They can have any content, and those of a workspace can be hostile. */

import { type FormField, formTypes } from "../../shared/catalog/catalog.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { parseBaseUrl } from "../../shared/service/address.ts";
import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { labelText } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
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
    const problem = typeof service === "string" ? service : findForeignProperty(entry);
    if (typeof service !== "string") services.push(service);
    if (problem !== undefined) {
      problems.push(t("The setting callboard.services, entry {0}: {1}", index + 1, problem));
    }
  }
  return { services, problems };
}

/** The services in a person's user settings. */
export function configuredServices({ workspace }: VSCode): ReturnType<typeof parseServices> {
  return parseServices(servicesSetting(workspace));
}

export function servicesSetting(workspace: VSCode["workspace"]): unknown {
  return workspace.getConfiguration("callboard").inspect("services")?.globalValue;
}

function parseService(entry: unknown, others: readonly Service[]): ConfiguredService | string {
  if (!isJsonObject(entry)) return t("a service has a name and a baseUrl.");
  const { name, baseUrl } = entry;
  if (typeof name !== "string" || typeof baseUrl !== "string") {
    return t("a service has a name and a baseUrl, both texts.");
  }
  const mistake = findMistakeInName(name, others) ?? findMistakeInTypedAddress(baseUrl);
  if (mistake !== undefined) return mistake;
  const address = normalizedAddress(baseUrl);
  return { id: address, name, baseUrl: address };
}

function findForeignProperty(entry: object): string | undefined {
  const name = Object.keys(entry).find(each => each !== "name" && each !== "baseUrl");
  return (
    name && t("a service has no {0}. The command “Set API key” keeps a key safely.", labelText(name, 40))
  );
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

export interface SettingProblem {
  readonly setting: string;
  readonly text: string;
}

/** Gives the problems of a setting's value, by the setting's name after `callboard.`. */
const checks: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  services: value => parseServices(value).problems,
  forms: value => parseForms(value).problems.map(({ text }) => text),
  "runs.notifications": value => checkOccasion("runs.notifications", value),
  "runs.openReport": value => checkOccasion("runs.openReport", value),
  "runs.keep": value => checkNumber("runs.keep", value),
  "pullRequest.refreshInterval": value => checkNumber("pullRequest.refreshInterval", value),
};

const numberSettings = {
  "runs.keep": { least: 1, most: 1000, usual: 50, isOff: false },
  "pullRequest.refreshInterval": { least: 10, most: 86_400, usual: 60, isOff: true },
} as const;

type NumberSetting = keyof typeof numberSettings;

/** The setting's usual value if it has a wrong one, which the views name. */
export function readNumberSetting({ workspace }: VSCode, name: NumberSetting): number {
  const value: unknown = workspace.getConfiguration("callboard").get(name);
  return checkNumber(name, value).length === 0 ? Number(value) : numberSettings[name].usual;
}

function checkNumber(name: NumberSetting, value: unknown): string[] {
  const { least, most, isOff } = numberSettings[name];
  const isInRange = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  if (isInRange || (isOff && value === 0)) return [];
  const setting = `callboard.${name}`;
  return [
    isOff
      ? t("The setting {0} must be 0 or a whole number from {1} to {2}.", setting, least, most)
      : t("The setting {0} must be a whole number from {1} to {2}.", setting, least, most),
  ];
}

/** Everything that is wrong in the settings. `read` gets a setting's name after `callboard.`. */
export function findSettingProblems(read: (name: string) => unknown): readonly SettingProblem[] {
  return Object.entries(checks).flatMap(([name, problemsIn]) => {
    const value = read(name);
    const texts = value === undefined ? [] : problemsIn(value);
    return texts.map(text => ({ setting: `callboard.${name}`, text }));
  });
}

function checkOccasion(name: string, value: unknown): string[] {
  const occasions: readonly unknown[] = ["always", "onFailure", "never"];
  if (occasions.includes(value)) return [];
  return [t("The setting {0} must be one of {1}.", `callboard.${name}`, occasions.join(", "))];
}

interface FormProblem {
  /** Undefined if the whole setting is wrong. */
  readonly form: string | undefined;
  readonly text: string;
}

export function parseForms(setting: unknown): {
  readonly forms: ReadonlyMap<OperationName, readonly FormField[]>;
  readonly problems: readonly FormProblem[];
} {
  const forms = new Map<OperationName, readonly FormField[]>();
  const problems: FormProblem[] = [];
  if (setting !== undefined && !isJsonObject(setting)) {
    const text = t("The setting callboard.forms must be an object: the forms by the names of operations.");
    problems.push({ form: undefined, text });
  }
  for (const [form, fields] of Object.entries(isJsonObject(setting) ? setting : {})) {
    const report = (text: string) =>
      problems.push({ form, text: t("The setting callboard.forms, {0}: {1}", labelText(form, 60), text) });
    const name = operationNames.find(each => each === form);
    if (name === undefined) report(t("there is no such operation."));
    else if (!Array.isArray(fields)) report(t("a form is a list of fields."));
    else
      forms.set(
        name,
        fields.flatMap((field, index) => parseFormField(field, index, report)),
      );
  }
  return { forms, problems };
}

function parseFormField(entry: JsonValue, index: number, report: (text: string) => void): FormField[] {
  const { field, type, choices, optional }: JsonObject = isJsonObject(entry) ? entry : {};
  const formType = formTypes.find(each => each === type);
  if (typeof field !== "string" || field === "" || formType === undefined) {
    report(t("field {0} needs a name in “field” and one of the types {1}.", index + 1, formTypes.join(", ")));
    return [];
  }
  const offered = (Array.isArray(choices) ? choices : []).filter(isScalar);
  if (formType === "choice" && offered.length === 0) {
    report(t("field {0} is a choice without choices.", index + 1));
    return [];
  }
  const choice = formType === "choice" ? { choices: offered } : {};
  return [{ field, type: formType, ...choice, optional: optional === true }];
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return value !== null && typeof value !== "object";
}
