/** How often a target is run: as its record in the catalog says, or as a person says. Loaded on demand. */

import { type CatalogRecord, mostRuns } from "../../../shared/catalog/catalog.ts";
import { majorityOf, type Policy } from "../../../shared/sampling/decide-case.ts";
import { askText } from "../ask-text.ts";
import type { t as translate } from "../l10n.ts";
import type { VSCode } from "../vscode.ts";

interface RunnableRecord {
  readonly pinned?: { readonly record: Pick<CatalogRecord, "runs" | "passes"> };
}

/** Undefined for a single run. */
export function policyOfRecord({ pinned }: RunnableRecord): Policy | undefined {
  const { runs, passes } = pinned?.record ?? {};
  return runs === undefined ? undefined : { runs, passes: passes ?? majorityOf(runs), runAgain: "failed" };
}

const standardRuns = 5;

/** Offers the policy of the record. The caller passes `t`, because the bundle's copy of it has no translation. */
export async function askPolicy(
  vscode: VSCode,
  t: typeof translate,
  record: RunnableRecord = {},
): Promise<Policy> {
  const title = t("Run several times");
  const offered = policyOfRecord(record);
  const askNumber = async (prompt: string, most: number, value: number) => {
    const isNumber = (typed: string) =>
      /^\s*\d+\s*$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most;
    const validate = (typed: string) =>
      isNumber(typed) ? undefined : t("It takes a whole number from 1 to {0}.", most);
    return Number(await askText(vscode, { title, prompt, value: String(value), validate }));
  };
  const runs = await askNumber(
    t("How many runs at most? A further run follows only while a case that failed is not certain."),
    mostRuns,
    offered?.runs ?? standardRuns,
  );
  const usual = runs === offered?.runs ? offered.passes : majorityOf(runs);
  const passes = await askNumber(t("In how many of its runs does a case have to pass?"), runs, usual);
  return { runs, passes, runAgain: "failed" };
}
