export { addRecord, removeRecord, setId } from "../../shared/catalog/edit.ts";
export { expressionPlace } from "../../shared/catalog/expression-place.ts";
export { freeKey } from "../../shared/catalog/names.ts";
export { readCatalog } from "../../shared/catalog/read.ts";
export { resolveFields, resolveWritten } from "../../shared/catalog/references.ts";
