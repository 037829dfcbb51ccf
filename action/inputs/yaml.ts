/** Reads an input's YAML by the catalog's rules: only values that JSON has, unique keys, and limited aliases. */

import { parseCatalog } from "../../shared/catalog/document.ts";
import { YamlReader } from "../../shared/catalog/yaml-reader.ts";
import type { JsonValue } from "../../shared/json.ts";

export function readYaml(text: string): {
  readonly value?: JsonValue | undefined;
  readonly problem?: string;
} {
  const document = parseCatalog(text, "");
  const reader = new YamlReader(document);
  const value = document.root === null ? null : reader.json(document.root, []);
  const [problem] = [...document.problems, ...reader.problems];
  return problem === undefined ? { value } : { problem: `line ${problem.line}: ${problem.message}` };
}
