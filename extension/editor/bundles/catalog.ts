export {
  completionPlaceAt,
  fieldsPathOf,
  knownKeys,
  knownWords,
  writeValue,
} from "../../../shared/catalog/completion.ts";
export { differingFields } from "../../../shared/catalog/differences.ts";
export { addRecord, removeRecord, setId, setRules } from "../../../shared/catalog/edit.ts";
export { createUniqueKey } from "../../../shared/catalog/names.ts";
export { startRecord } from "../../../shared/catalog/new-record.ts";
export { findWrittenRecord, mentionsOf, outlineCatalog, placeAt } from "../../../shared/catalog/outline.ts";
export { readCatalog } from "../../../shared/catalog/read.ts";
export { resolveFields, resolveReferences } from "../../../shared/catalog/references.ts";
export { renameRecord, scalarLike } from "../../../shared/catalog/rename.ts";
export { locateRule } from "../../../shared/catalog/rule-location.ts";
export { sendOrder } from "../../../shared/catalog/send-order.ts";
export { findWrittenRules } from "../../../shared/catalog/written-rules.ts";
export { findExpressionProblems } from "./expression-problems.ts";
