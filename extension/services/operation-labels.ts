import { type OperationName, operation } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { titleText } from "../editor/text.ts";

interface Named {
  readonly name: string;
}

export function operationTitle(name: OperationName): string {
  return t(operation(name).title);
}

/** For example "Run batch: Smoke". */
export function operationTitleWithRecords(name: OperationName, records: readonly Named[]): string {
  return [operationTitle(name), recordsLabel(records)].filter(part => part !== "").join(": ");
}

/** The name of a single record, or "3 records"; empty without a record. */
export function recordsLabel(records: readonly Named[]): string {
  const [first] = records;
  if (first === undefined) return "";
  return records.length === 1 ? first.name : t("{0} records", records.length);
}

/** `assignee` is the person whom a reassignment named. */
export function describeSuccess(
  name: OperationName,
  records: readonly Named[],
  assignee: string | undefined,
): string {
  const [only, ...others] = records;
  if (only === undefined) return t("{0}: done", operationTitle(name));
  const several = others.length > 0;
  const subject = several ? records.length : titleText(only.name);
  switch (operation(name).role) {
    case "decide":
      return several ? t("Submitted {0} reviews", subject) : t("Submitted “{0}”", subject);
    case "reassign":
      if (assignee !== undefined)
        return several
          ? t("Reassigned {0} reviews to {1}", subject, assignee)
          : t("Reassigned “{0}” to {1}", subject, assignee);
      return several ? t("Reassigned {0} reviews", subject) : t("Reassigned “{0}”", subject);
    case "start":
      return several ? t("Started {0} reviews", subject) : t("Started “{0}”", subject);
    default:
      return several ? t("Updated {0} records", subject) : t("Updated “{0}”", subject);
  }
}
