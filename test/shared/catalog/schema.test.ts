import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { checkNode } from "../../../shared/catalog/check.ts";
import { parseCatalog } from "../../../shared/catalog/document.ts";
import { catalogSchema } from "../../../shared/catalog/json-schema.ts";
import { catalogShape } from "../../../shared/catalog/shape.ts";
import { YamlReader } from "../../../shared/catalog/yaml-reader.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";
import { operationNames, sendsBody } from "../../../shared/service/operations.ts";

const schema = catalogSchema();
const validate = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);

/** The validator's problems of shape; ids, projects and references are beyond a JSON Schema. */
/** Without warnings, which no schema can give. */
function shapeProblems(text: string): string[] {
  const reader = new YamlReader(parseCatalog(text, "callboard.yml"));
  if (reader.document.root !== null) checkNode(reader, reader.document.root, catalogShape, []);
  return [...reader.document.problems, ...reader.problems].flatMap(({ severity, message }) =>
    severity === "error" ? message : [],
  );
}

describe("the JSON Schema that the extension ships", () => {
  test("is generated from the catalog's shape", () => {
    const shipped = readFileSync(
      new URL("../../../extension/callboard.schema.json", import.meta.url),
      "utf8",
    );
    expect(JSON.parse(shipped)).toEqual(schema);
  });

  test("describes everything that can be written", () => {
    const undescribed: string[] = [];
    const walk = (value: JsonValue, path: string) => {
      if (!isJsonObject(value)) return;
      for (const [name, property] of Object.entries(
        isJsonObject(value["properties"]) ? value["properties"] : {},
      )) {
        const { description } = property as JsonObject;
        if (typeof description !== "string" || !/\.$/.test(description)) undescribed.push(`${path}.${name}`);
        walk(property, `${path}.${name}`);
      }
      walk(value["additionalProperties"] ?? null, `${path}.*`);
      walk(value["items"] ?? null, `${path}[]`);
    };
    walk(schema, "");
    walk((schema["definitions"] as JsonObject)["formField"] ?? null, "formField");
    expect(undescribed).toEqual([]);
  });

  test("accepts the example", () => {
    const text = readFileSync(new URL("fixtures/callboard.yml", import.meta.url), "utf8");
    expect([validate(parse(text)), shapeProblems(text)]).toEqual([true, []]);
  });

  test("agrees with the validator on any catalog", () => {
    let accepted = 0;
    fc.assert(
      fc.property(catalogs(), catalog => {
        const text = stringify(catalog, { aliasDuplicateObjects: false });
        const problems = shapeProblems(text);
        const valid = validate(catalog);
        expect(
          [valid, problems],
          `ajv: ${JSON.stringify(validate.errors)}, validator: ${JSON.stringify(problems)}`,
        ).toEqual(valid ? [true, []] : [false, expect.arrayContaining([expect.anything()])]);
        if (valid) accepted++;
      }),
      { numRuns: 500 },
    );
    // Both must occur often, or the agreement would prove nothing.
    expect(accepted).toBeGreaterThan(50);
    expect(accepted).toBeLessThan(450);
  });
});

/** Valid catalogs, and in every other one a mistake at a random position. */
function catalogs(): fc.Arbitrary<JsonValue> {
  const text = fc.oneof(
    fc.constantFrom("a b", "ü", ".x"),
    fc.string({ unit: "grapheme", minLength: 1 }).map(end => `a${end}`),
  );
  const key = fc.constantFrom("smoke", "two words", "1", "é", "no", "__proto__");
  const record = fc.record(
    {
      id: fc.constantFrom("bat_7", "x y", "...", "12"),
      name: text,
      fields: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    fc.record({ field: text, type: fc.constantFrom("text", "number", "boolean") }),
    fc.record({
      field: text,
      type: fc.constant("choice"),
      choices: fc.constantFrom<JsonValue[]>(["pass", "fail"], [1, true]),
      optional: fc.boolean(),
    }),
  );
  const catalog = fc.record(
    {
      ...Object.fromEntries(
        ["tests", "projects"].map(name => [name, fc.dictionary(key, record, { maxKeys: 2 })]),
      ),
      report: fc.record({ cases: text, "pass-when": text }, { requiredKeys: [] }),
      forms: fc.dictionary(
        fc.constantFrom(...operationNames.filter(sendsBody)),
        fc.array(step, { minLength: 1, maxLength: 2 }),
        { maxKeys: 1 },
      ),
      service: fc.constantFrom("staging", "our staging"),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonValue>;
  const slip = fc.constantFrom<JsonValue[]>(
    null,
    7,
    true,
    "",
    " ",
    "..",
    "a:b",
    " a",
    [],
    ["x"],
    {},
    { id: "x" },
    [{}],
    [null],
  );
  const slips = fc.option(
    fc.record({ at: fc.nat(), value: slip, key: fc.constantFrom("name", "a,b", "choices", "") }),
  );
  return fc.tuple(catalog, slips).map(([right, slipped]) => {
    const copy = JSON.parse(JSON.stringify(right)) as JsonValue;
    return slipped === null ? copy : withSlip(copy, slipped);
  });
}

function withSlip(
  catalog: JsonValue,
  { at, value, key }: { at: number; value: JsonValue; key: string },
): JsonValue {
  const places: (() => void)[] = [];
  const walk = (node: JsonValue) => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, child] of Object.entries(node)) {
      places.push(() => Object.assign(node, { [name]: value }));
      walk(child);
    }
    if (isJsonObject(node)) places.push(() => Object.assign(node, { [key]: value }));
  };
  walk(catalog);
  places[at % places.length]?.();
  return catalog;
}
