/** Builds an action's inputs as the runner does, from the workflow's values and the defaults of action.yml. */

import { readFile } from "node:fs/promises";
import { parse } from "yaml";

export type Contexts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface ActionFile {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown } | null>>;
}

export async function readActionInputs(
  actionFile: string,
  given: Readonly<Record<string, string>>,
  contexts: Contexts,
): Promise<{ variables: Record<string, string>; complaints: string[] }> {
  const { inputs = {} } = parseActionFile(await readFile(actionFile, "utf8"));
  const unexpected = Object.keys(given).filter(name => !(name.toLowerCase() in lowerCased(inputs)));
  const values = {
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name.toLowerCase(),
        evaluateExpressions(String(input?.default ?? ""), contexts),
      ]),
    ),
    ...lowerCased(given),
  };
  return {
    variables: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`,
        String(value),
      ]),
    ),
    complaints: unexpected.map(
      name => `Unexpected input(s) '${name}', valid inputs are [${Object.keys(inputs).join(", ")}]`,
    ),
  };
}

/** Parses a text once, because parsing takes longer than the rest of many steps. */
function parseActionFile(text: string): ActionFile {
  const file: ActionFile = actionFiles.get(text) ?? parse(text);
  actionFiles.set(text, file);
  return file;
}
const actionFiles = new Map<string, ActionFile>();

/** Replaces expressions such as `${{ github.token }}`; a missing value is empty, as in a workflow. */
export function evaluateExpressions(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (whole, expression: string) => {
    const path = expression.trim().split(".");
    if (!path.every(name => /^[A-Za-z_][\w-]*$/.test(name)) || !(String(path[0]) in contexts)) {
      throw new Error(`${whole} is more than this runner evaluates`);
    }
    const value = path.reduce<unknown>(
      (object, name) =>
        typeof object === "object" && object !== null ? Reflect.get(object, name) : undefined,
      contexts,
    );
    return value === undefined || value === null ? "" : String(value);
  });
}

function lowerCased<Value>(object: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
}
