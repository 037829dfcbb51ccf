/** Reads the text of `callboard.yml` into a catalog, with a problem for each part that can't be read. */

import { isMap } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { createLimitedNearest } from "../nearest.ts";
import { type OperationName, operationNames } from "../service/operations.ts";
import { listInWords } from "../wording.ts";
import {
  allRecords,
  type Catalog,
  type CatalogProblem,
  compareLocations,
  type FormField,
  formTypes,
  taughtStatuses,
} from "./catalog.ts";
import { checkNode } from "./check.ts";
import { circleProblems } from "./circles.ts";
import { parseCatalog } from "./document.ts";
import { quote } from "./quote.ts";
import { recordProblems } from "./record-problems.ts";
import { linkRecords, readRecords } from "./records.ts";
import { catalogShape } from "./shape.ts";
import { YamlReader } from "./yaml-reader.ts";

/** A limit, because each suggestion compares a name with up to a thousand others. */
const mostSuggestions = 20;

/** `services` are the names that the editor's settings have. If they are given, another name is probably wrong. */
export function readCatalog(
  text: string,
  file: string,
  services: readonly string[] = [],
): { readonly catalog: Catalog; readonly problems: readonly CatalogProblem[] } {
  const reader = new YamlReader(parseCatalog(text, file));
  const { document } = reader;
  const content = objectOrEmpty(
    document.root === null ? undefined : checkNode(reader, document.root, catalogShape, []),
  );

  const suggest = createLimitedNearest(mostSuggestions);
  const written = readRecords(document, content);
  const service = textOrNothing(content["service"]);
  if (service !== undefined && services.length > 0 && !services.includes(service)) {
    const near = suggest(service, services);
    const advice =
      near === undefined ? `It can be ${listInWords(services, "or")}.` : `Did you mean \`${near}\`?`;
    const node = isMap(document.root) ? document.root.get("service", true) : undefined;
    if (node !== undefined) {
      const message = `\`service\` is ${quote(service)}, which is not a service in the editor's settings. ${advice}`;
      reader.addWarning(node, message, near);
    }
  }
  const catalog: Catalog = {
    file,
    records: linkRecords(reader, written, suggest),
    report: readRules(objectOrEmpty(content["report"])),
    forms: formsFrom(objectOrEmpty(content["forms"])),
    ...(service === undefined ? {} : { service }),
  };

  const linesWithSyntaxErrors = new Set(document.problems.map(problem => problem.line));
  const others = [
    ...reader.problems,
    ...allRecords(catalog).flatMap(({ brokenReferences }) => brokenReferences),
    ...recordProblems(catalog, written, suggest),
    ...circleProblems(catalog),
  ];
  // Other problems on a line with a YAML problem are left out, because they are usually its consequences.
  const problems = [
    ...document.problems,
    ...others.filter(problem => !linesWithSyntaxErrors.has(problem.line)),
  ];
  return { catalog, problems: problems.sort(compareLocations) };
}

/** Reads the content of `report`. */
export function readRules(content: JsonObject): Catalog["report"] {
  const cases = textOrNothing(content["cases"]);
  const passWhen = textOrNothing(content["pass-when"]);
  const running = textOrNothing(content["running"]);
  const words = Object.entries(objectOrEmpty(content["words"])).flatMap(([word, meaning]) => {
    const status = taughtStatuses.find(known => known === meaning);
    return status === undefined ? [] : [[word, status] as const];
  });
  return {
    ...(cases !== undefined && { cases }),
    ...(passWhen !== undefined && { passWhen }),
    ...(running !== undefined && { running }),
    ...(words.length > 0 && { words: Object.fromEntries(words) }),
  };
}

function formsFrom(content: JsonObject): Catalog["forms"] {
  const forms = new Map<OperationName, FormField[]>();
  for (const name of operationNames) {
    const fields = Object.hasOwn(content, name) ? content[name] : undefined;
    if (Array.isArray(fields)) forms.set(name, fields.filter(isJsonObject).flatMap(readFormField));
  }
  return forms;
}

function readFormField(content: JsonObject): FormField[] {
  const { field, choices } = content;
  const type = formTypes.find(known => known === content["type"]);
  if (typeof field !== "string" || type === undefined) return [];
  return [
    {
      field,
      type,
      ...(Array.isArray(choices) ? { choices: choices.filter(isChoice) } : {}),
      optional: content["optional"] === true,
    },
  ];
}

function isChoice(value: JsonValue): value is string | number | boolean {
  return value !== null && typeof value !== "object";
}

function objectOrEmpty(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOrNothing(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
