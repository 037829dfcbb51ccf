/** YAML in an input, read like the catalog: nothing that JSON cannot hold, no repeated keys, no aliases that explode. */

import { parseCatalog } from "../../shared/catalog/document.ts";
import { Reader } from "../../shared/catalog/reader.ts";
import type { JsonValue } from "../../shared/json.ts";

export function readYaml(text: string): {
  readonly value?: JsonValue | undefined;
  /** The first mistake, with its line. */
  readonly problem?: string;
} {
  const document = parseCatalog(text, "");
  const reader = new Reader(document);
  const value = document.root === null ? null : reader.json(document.root, []);
  const [problem] = [...document.problems, ...reader.problems];
  return problem === undefined ? { value } : { problem: `line ${problem.line}: ${problem.message}` };
}
