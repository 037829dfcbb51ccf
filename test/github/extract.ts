/**
 * Reduces GitHub's published OpenAPI description from 13 MB of OpenAPI 3.0 to 2 MB of JSON Schema for requests and
 * responses. The extract is kept beside the package it comes from.
 */

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

export interface Extract {
  readonly operations: readonly DescribedOperation[];
  /** Named schemas; operations refer to them as `description#/$defs/<name>`. */
  readonly schemas: JsonObject;
}

export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly body?: { readonly required: boolean; readonly schema: JsonObject };
  /** Schemas by status; `null` if the response has no JSON. */
  readonly responses: Readonly<Record<string, JsonObject | null>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonObject;
}

const modules = join(import.meta.dirname, "node_modules");
const published = join(modules, "@octokit/openapi/generated/api.github.com.json");

/** Returns the extract as text, and renews it when the package's version or this file changes. */
export async function extractDescription(): Promise<string> {
  const made = createHash("sha256");
  for (const source of [import.meta.filename, join(modules, "@octokit/openapi/package.json")]) {
    made.update(await readFile(source));
  }
  const cache = join(modules, ".cache");
  const file = join(cache, `description-${made.digest("hex").slice(0, 16)}.json`);
  const cached = await readFile(file, "utf8").catch(() => undefined);
  if (cached !== undefined) return cached;

  const text = JSON.stringify(reduce(JSON.parse(await readFile(published, "utf8"))));
  await mkdir(cache, { recursive: true });
  // Renamed when complete, because several test processes may write it at once.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
  return text;
}

interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: JsonObject;
    parameters: Record<string, OpenApiParameter>;
    responses: Record<string, OpenApiResponse>;
  };
}
interface OpenApiOperation {
  parameters?: (OpenApiParameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: JsonObject }> };
  responses: Record<string, OpenApiResponse | Reference>;
}
interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: JsonObject;
}
interface OpenApiResponse {
  content?: Record<string, { schema?: JsonObject }>;
}
interface Reference {
  $ref: string;
}

function reduce({ paths, components }: OpenApi): Extract {
  const resolve = <T>(value: T | Reference, named: Record<string, T>): T => {
    if (!isReference(value)) return value;
    const target = named[lastSegment(value.$ref)];
    if (target === undefined)
      throw new Error(`The description refers to ${value.$ref}, which it does not have`);
    return target;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DescribedOperation => {
      const body = operation.requestBody?.content["application/json"]?.schema;
      return {
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map(given => {
          const parameter = resolve(given, components.parameters);
          return {
            name: parameter.name,
            in: parameter.in,
            required: parameter.required ?? false,
            schema: toJsonSchema(parameter.schema),
          };
        }),
        ...(body && {
          body: { required: operation.requestBody?.required ?? false, schema: close(toJsonSchema(body)) },
        }),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, given]) => {
            const schema = resolve(given, components.responses).content?.["application/json"]?.schema;
            return [status, schema ? toJsonSchema(schema) : null];
          }),
        ),
      };
    }),
  );
  return { operations, schemas: mapValues(components.schemas, toJsonSchema) };
}

/** The kind of each keyword's value. Other keywords describe nothing that can be checked. */
const keywords: Readonly<Record<string, "value" | "schema" | "schemas" | "named schemas">> = {
  type: "value",
  format: "value",
  enum: "value",
  required: "value",
  pattern: "value",
  minimum: "value",
  maximum: "value",
  minLength: "value",
  maxLength: "value",
  minItems: "value",
  maxItems: "value",
  uniqueItems: "value",
  maxProperties: "value",
  items: "schema",
  additionalProperties: "schema",
  allOf: "schemas",
  anyOf: "schemas",
  oneOf: "schemas",
  properties: "named schemas",
};

/**
 * Translates OpenAPI 3.0's dialect to JSON Schema: `nullable` becomes the type "null", and references point into the
 * extract.
 */
function toJsonSchema(schema: JsonValue): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $ref, nullable } = schema;
  if (typeof $ref === "string") return { $ref: `description#/$defs/${lastSegment($ref)}` };

  const result: JsonObject = {};
  for (const [keyword, holds] of Object.entries(keywords)) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (holds === "schema" && isJsonObject(value)) result[keyword] = toJsonSchema(value);
    else if (holds === "schemas" && Array.isArray(value)) result[keyword] = value.map(toJsonSchema);
    else if (holds === "named schemas" && isJsonObject(value))
      result[keyword] = mapValues(value, toJsonSchema);
    else result[keyword] = value;
  }
  return nullable === true ? { anyOf: [{ type: "null" }, result] } : result;
}

/**
 * Forbids properties that a schema does not name. GitHub's schemas allow them, but a request that sends one has most
 * likely misspelt it.
 */
function close(schema: JsonObject): JsonObject {
  const result: JsonObject = { ...schema };
  if (isJsonObject(result["items"])) result["items"] = close(result["items"]);
  const own = result["properties"];
  if (isJsonObject(own)) {
    const properties = mapValues(own, property => (isJsonObject(property) ? close(property) : {}));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      for (const alternative of asArray(schema[keyword])) {
        const more = isJsonObject(alternative) ? alternative["properties"] : undefined;
        if (isJsonObject(more)) for (const name of Object.keys(more)) properties[name] ??= {};
      }
    }
    result["properties"] = properties;
    result["additionalProperties"] ??= false;
  }
  return result;
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "$ref" in value;
}

function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
