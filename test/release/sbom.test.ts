/** A release's bill of materials is valid CycloneDX, and names everything in the release. */

import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { buildReleasedHalves, createSbom } from "../../.github/release/sbom.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const halves = await buildReleasedHalves();
const [, extension] = halves;
const text = createSbom("1.2.3", halves);
const bill: {
  components: { "bom-ref": string; name: string; version: string; purl?: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
} = JSON.parse(text);

describe("a bill of materials", () => {
  const schemas = "node_modules/@cyclonedx/cyclonedx-library/res/schema";
  const ajv = new Ajv({ strict: false, formats: { "idn-email": true, "iri-reference": true } });
  ajvFormats.default(ajv);
  for (const name of ["spdx", "jsf-0.82"]) {
    const file = `${name}.SNAPSHOT.schema.json`;
    ajv.addSchema(JSON.parse(read(`${schemas}/${file}`)), `http://cyclonedx.org/schema/${file}`);
  }
  const isBill = ajv.compile(JSON.parse(read(`${schemas}/bom-1.6.SNAPSHOT.schema.json`)));

  test("is valid against CycloneDX's schema", () => {
    isBill(JSON.parse(text));
    expect(isBill.errors).toBeNull();
  });

  test("is refused by the schema with an incomplete component", () => {
    expect(isBill({ ...bill, specVersion: "1.6", components: [{ type: "library" }] })).toBe(false);
  });

  test("is the same each time", () => {
    expect(createSbom("1.2.3", halves)).toBe(text);
  });

  test.each([
    ["action/dist", read("action/dist/LICENSES.txt")],
    ["callboard-vscode", extension.files.get("LICENSES.txt") ?? ""],
  ])("names everything that comes with a license in %s", (half, licenses) => {
    expect(
      packagesIn(half)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(licensed(licenses));
  });

  test("names the versions that the lock file does", () => {
    const lock = JSON.parse(read("package-lock.json")).packages;
    for (const { name, version } of bill.components.filter(({ purl }) => purl)) {
      expect(version, name).toBe(lock[`node_modules/${name}`].version);
    }
  });

  function packagesIn(half: string) {
    const refs = bill.dependencies.find(({ ref }) => ref === half)?.dependsOn ?? [];
    return bill.components.filter(component => refs.includes(component["bom-ref"]));
  }

  function licensed(licenses: string): string[] {
    const parts = licenses.split(`\n${"-".repeat(80)}\n\n`);
    return parts.flatMap(part => part.split("\n", 1)[0]?.split(", ") ?? []).sort();
  }
});
