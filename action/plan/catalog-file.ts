/**
 * Reads the catalog. A missing file gives an empty catalog, and is a mistake only if `sync` is on or `catalog` names
 * a file other than the default.
 */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import { type Inputs, inputTable } from "../inputs/inputs.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import type { Log } from "../runner/log.ts";
import { describeFileError, readRegularFile } from "../runner/read-file.ts";

const mostBytes = 1_000_000;

export async function readCatalogFile(inputs: Inputs, mistakes: Mistake[], log: Log): Promise<Catalog> {
  const file = inputs.catalog;
  let text: string;
  try {
    text = readRegularFile(file, mostBytes);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const isNeeded = inputs.sync || file !== inputTable.catalog.default;
    if (!isMissing) {
      mistakes.push({ input: "catalog", message: `${file} can't be read: ${describeFileError(error)}.` });
    } else if (isNeeded) {
      const message = `There is no ${file} in the workspace; is the repository checked out before this step?`;
      mistakes.push({ input: inputs.sync ? "sync" : "catalog", message });
    }
    return { file, records: new Map(), report: {}, forms: new Map() };
  }
  const { readCatalog } = await import("../../shared/catalog/read.ts");
  const { catalog, problems } = readCatalog(text, file);
  for (const { severity, message, line, column } of problems) {
    if (severity === "error") mistakes.push({ message, file, line, column });
    else log.warning(message, { file, line, column });
  }
  return catalog;
}
