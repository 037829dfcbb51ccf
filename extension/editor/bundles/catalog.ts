export { addRecord, removeRecord, setId, setRules } from "../../../shared/catalog/edit.ts";
export { createUniqueKey } from "../../../shared/catalog/names.ts";
export { readCatalog } from "../../../shared/catalog/read.ts";
export { resolveFields, resolveReferences } from "../../../shared/catalog/references.ts";
export { locateRule } from "../../../shared/catalog/rule-location.ts";
export { findWrittenRules } from "../../../shared/catalog/written-rules.ts";
