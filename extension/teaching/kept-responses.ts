/** Compares how the kept responses are read by two sets of rules. */

import type { Uri } from "vscode";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../shared/json.ts";
import { saysFailed } from "../../shared/reading/own-failure.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { parseSavedResponse } from "../../shared/report/reading-text.ts";
import type { VirtualDocuments } from "../editor/documents.ts";
import { rawResponseUri } from "../runs/raw-responses.ts";
import type { RunStore } from "../runs/store.ts";
import type { RunState } from "../services/verdict-labels.ts";
import type { ResponseDocuments } from "./response-documents.ts";

export interface KeptResponse {
  readonly name: string;
  readonly response: JsonObject;
  /** The document that shows the response. */
  readonly uri: Uri;
  /** When its run started, in milliseconds since 1970. */
  readonly time: number;
}

export interface ReadDifference {
  readonly name: string;
  readonly uri: Uri;
  readonly before: RunState;
  readonly after: RunState;
  readonly cases: number;
  /** The response passes now, although it says by its own words, or by the team's, that something failed. */
  readonly isFailureIgnored: boolean;
}

const mostKept = 20;

interface KeptResponsesDeps {
  readonly runs: RunStore;
  readonly documents: VirtualDocuments;
  readonly timeInWords: (time: number) => string;
}

/** The responses of the latest runs, the latest first. */
export async function keptResponses({
  runs,
  documents,
  timeInWords,
}: KeptResponsesDeps): Promise<KeptResponse[]> {
  await runs.ready();
  const kept: KeptResponse[] = [];
  for (const { id, startedAt } of runs.all) {
    for (const [index, { target, text }] of ((await runs.report(id))?.raw ?? []).entries()) {
      const { response } = parseSavedResponse(text);
      if (response === undefined) continue;
      const name = `${target.name ?? target.id}, ${timeInWords(startedAt)}`;
      const uri = rawResponseUri(documents, id, index, target);
      kept.push({ name, response, uri, time: startedAt });
    }
    if (kept.length >= mostKept) break;
  }
  return kept.slice(0, mostKept);
}

export async function differencesIn(
  kept: readonly Pick<KeptResponse, "name" | "uri" | "response">[],
  documents: ResponseDocuments,
  rules: { readonly before: ReadingRules; readonly after: ReadingRules },
): Promise<ReadDifference[]> {
  const readAll = (by: ReadingRules) =>
    documents.withReader(by, read => Promise.all(kept.map(async ({ response }) => read(response))));
  const [before, after] = [await readAll(rules.before), await readAll(rules.after)];
  return kept.flatMap(({ name, uri, response }, index) => {
    const [old, now] = [before[index], after[index]];
    if (old === undefined || now === undefined || outline(old) === outline(now)) return [];
    const [from, to] = [stateOf(old), stateOf(now)];
    const isFailureIgnored =
      from !== "passed" &&
      to === "passed" &&
      (from === "failed" || old.casesVerdict === "failed" || saysFailed(response, rules.before.words));
    return { name, uri, before: from, after: to, cases: now.cases.length, isFailureIgnored };
  });
}

function stateOf({ verdict, isRunning }: Reading): RunState {
  return isRunning ? "running" : verdict;
}

function outline(reading: Reading): string {
  return JSON.stringify([stateOf(reading), reading.cases.map(({ name, status }) => [name, status])]);
}
