/**
 * Checks requests and responses against GitHub's published OpenAPI description. Each check returns a list of problems.
 */

import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import type { JsonObject } from "../../shared/json.ts";
import { type DescribedOperation, type Extract, extractDescription } from "./extract.ts";
import { mostLiteralFirst, template } from "./template.ts";

export interface Description {
  find(method: string, path: string): FoundOperation | undefined;
}

export interface FoundOperation {
  readonly name: string;
  requestProblems(query: URLSearchParams, body: unknown): string[];
  responseProblems(status: number, body: unknown): string[];
}

const options = { strict: false, allErrors: true, unicodeRegExp: false, logger: false } as const;

export async function readDescription(): Promise<Description> {
  const extract: Extract = JSON.parse(
    await extractDescription().catch((cause: unknown) => {
      throw new Error("GitHub's description is not installed: run `npm ci --ignore-scripts` in test/github", {
        cause,
      });
    }),
  );
  const definitions = { $id: "description", $defs: extract.schemas };
  const bodies = formats.default(new Ajv(options)).addSchema(definitions);
  // Paths and queries are text, so "30" is accepted for an integer there.
  const texts = formats.default(new Ajv({ ...options, coerceTypes: "array" })).addSchema(definitions);

  const routes = extract.operations
    .map(operation => ({ operation, template: template(operation.path) }))
    .sort((a, b) => mostLiteralFirst(a.template, b.template));

  /** Tests repeat the same requests, and searching all routes takes as long as answering. */
  const known = new Map<string, FoundOperation | undefined>();
  return {
    find(method, path) {
      const asked = `${method} ${path}`;
      if (!known.has(asked)) known.set(asked, search(method, path));
      return known.get(asked);
    },
  };

  function search(method: string, path: string): FoundOperation | undefined {
    for (const { operation, template } of routes) {
      const parameters = operation.method === method ? template.match(path) : undefined;
      if (parameters) return found(operation, parameters);
    }
    return undefined;
  }

  function found(operation: DescribedOperation, pathParameters: Record<string, string>): FoundOperation {
    return {
      name: `${operation.method} ${operation.path}`,

      requestProblems(query, body) {
        const problems = [
          ...check(texts, parameterSchema(operation, "path"), { ...pathParameters }, "path"),
          ...check(texts, parameterSchema(operation, "query"), asObject(query), "query"),
        ];
        if (operation.body) {
          if (body !== undefined) problems.push(...check(bodies, operation.body.schema, body, "body"));
          else if (operation.body.required) problems.push("a body is required");
        } else if (body !== undefined) problems.push("the operation takes no body");
        return problems;
      },

      responseProblems(status, body) {
        const described = operation.responses[status];
        if (described === undefined) {
          // The description leaves out most refusals; all have one shape.
          return status >= 400
            ? check(bodies, basicError, body, "response")
            : [`the operation never answers ${status}`];
        }
        if (described === null)
          return body === undefined ? [] : [`a ${status} of this operation has no body`];
        return check(bodies, described, body, "response");
      },
    };
  }
}

const basicError: JsonObject = {
  allOf: [{ $ref: "description#/$defs/basic-error" }],
  required: ["message"],
};

function parameterSchema(operation: DescribedOperation, place: "path" | "query"): JsonObject {
  let schema = parameterSchemas.get(operation)?.[place];
  if (!schema) {
    const parameters = operation.parameters.filter(parameter => parameter.in === place);
    schema = {
      type: "object",
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
    parameterSchemas.set(operation, { ...parameterSchemas.get(operation), [place]: schema });
  }
  return schema;
}
/** A cache, because ajv compiles a schema again for every new schema object. */
const parameterSchemas = new WeakMap<DescribedOperation, { path?: JsonObject; query?: JsonObject }>();

function check(ajv: Ajv, schema: JsonObject, value: unknown, subject: string): string[] {
  const validate: ValidateFunction = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, keyword, params }) => {
    const extra = keyword === "additionalProperties" ? `: ${params["additionalProperty"]}` : "";
    const allowed = keyword === "enum" ? `: ${params["allowedValues"].join(", ")}` : "";
    return `${subject}${instancePath} ${message}${extra}${allowed}`;
  });
}

function asObject(query: URLSearchParams): Record<string, string | string[]> {
  const object: Record<string, string | string[]> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    object[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return object;
}
