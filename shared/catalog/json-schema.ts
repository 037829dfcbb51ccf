/** Turns the catalog's shape into a JSON Schema (draft-07), for completion, hovers and checks in editors. */

import type { JsonObject } from "../json.ts";
import { catalogShape, formFieldShape, type Shape, type ShapePart } from "./shape.ts";

export function catalogSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Callboard catalog",
    ...schemaOf(catalogShape),
    definitions: { formField: schemaOf(formFieldShape) },
  };
}

const entriesOrNothing = ["object", "null"];

function schemaOf(shape: Shape): JsonObject {
  const description = shape.about;
  switch (shape.is) {
    case "text":
      return { description, type: "string", pattern: shape.pattern.regex.source };
    case "flag":
      return { description, type: "boolean" };
    case "number":
      return { description, type: "integer", minimum: shape.least, maximum: shape.most };
    case "word":
      return { description, enum: [...shape.words] };
    case "scalar":
      return { description, type: ["string", "number", "boolean"] };
    case "list":
      return { description, type: "array", minItems: 1, items: elementSchema(shape.of) };
    case "json":
      return { description, type: entriesOrNothing };
    case "entries":
      return {
        description,
        type: entriesOrNothing,
        propertyNames: { pattern: shape.keys.regex.source },
        additionalProperties: schemaOf(shape.of),
      };
    case "object":
      return { description, ...objectSchema(Object.entries(shape.parts)) };
  }
}

/** Forms share the definition of a field, because a copy for each operation would multiply the schema's size. */
function elementSchema(shape: Shape): JsonObject {
  return shape === formFieldShape ? { $ref: "#/definitions/formField" } : schemaOf(shape);
}

function objectSchema(parts: [string, ShapePart][]): JsonObject {
  const required = parts.filter(([, part]) => part.required).map(([key]) => key);
  const conditions = parts.flatMap(([key, { requiredOnlyWhen }]) =>
    requiredOnlyWhen === undefined
      ? []
      : [
          {
            if: {
              properties: { [requiredOnlyWhen.part]: { const: requiredOnlyWhen.has } },
              required: [requiredOnlyWhen.part],
            },
            // biome-ignore lint/suspicious/noThenProperty: the keyword is JSON Schema's.
            then: { required: [key] },
            else: { not: { required: [key] } },
          },
        ],
  );
  return {
    type: required.length > 0 ? "object" : entriesOrNothing,
    properties: Object.fromEntries(parts.map(([key, part]) => [key, schemaOf(part.shape)])),
    ...(required.length > 0 ? { required } : {}),
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
    additionalProperties: false,
  };
}
