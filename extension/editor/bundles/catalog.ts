export { addRecord, removeRecord, setId } from "../../../shared/catalog/edit.ts";
export { locateExpression } from "../../../shared/catalog/expression-location.ts";
export { createUniqueKey } from "../../../shared/catalog/names.ts";
export { readCatalog } from "../../../shared/catalog/read.ts";
export { resolveFields, resolveReferences } from "../../../shared/catalog/references.ts";
