/** Finds the places of a response that the reader took for something, so that people can see and correct how it was read. */

import type { ReadingRules } from "../catalog/catalog.ts";
import type { JsonObject } from "../json.ts";
import { judgementInputOf } from "./judgement-input.ts";
import { caseFactOf } from "./key.ts";
import { keyOf } from "./keys.ts";
import type { FieldPath, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";
import type { Place, PlacePath, PlaceRole } from "./place.ts";
import { taughtWordsOf } from "./taught-words.ts";
import { taughtPlaces } from "./teaching/taught-places.ts";
import type { Status } from "./vocabulary.ts";
import { readWithTaughtWords } from "./words.ts";

/** In no particular order. A place can have several roles. */
export function findPlaces(response: JsonObject, { cases, words }: ReadingRules = {}): Place[] {
  return readWithTaughtWords(taughtWordsOf(words) ?? new Map(), () => {
    const taught = cases === undefined ? undefined : taughtPlaces(response, cases);
    const found = placesIn(response);
    if (taught === undefined) return found;
    return [...found.filter(({ role }) => !rolesOfCases.has(role)), ...taught];
  });
}

const rolesOfCases: ReadonlySet<PlaceRole> = new Set<PlaceRole>([
  "cases",
  "name",
  "status",
  "duration",
  "message",
  "link",
  "persona",
  "scenario",
  "other-list",
]);

function placesIn(response: JsonObject): Place[] {
  const { findings, list } = judgementInputOf(response, { request: undefined });
  const outcome = (role: PlaceRole) => (field: OutcomeField) => place(field, role, field.status);
  const countFields = findings.countingNodes.flatMap(({ counts }) => counts ?? []);
  const { continuation, records } = findings;
  return [
    ...findings.runOutcomes.map(outcome("verdict")),
    ...findings.otherOutcomes.map(outcome("other-outcome")),
    ...countFields.map(field => place(field, "count", field.status)),
    ...(continuation === null ? [] : [place(continuation, "more")]),
    ...listsAround(list.cases).map((node): Place => ({ path: pathOf(node), role: "cases" })),
    ...listsAround(list.otherElements).map((node): Place => ({ path: pathOf(node), role: "other-list" })),
    ...list.cases.flatMap(placesOfCase),
    ...records.flatMap(({ kind, ownNode }): Place[] =>
      kind === "review" && ownNode !== null ? [{ path: pathOf(ownNode), role: "review" }] : [],
    ),
  ];
}

function placesOfCase(node: ObjectNode): Place[] {
  const statuses = (node.outcomes ?? []).map(field => place(field, "status", field.status));
  const others = Object.keys(node.value).flatMap(name => {
    const role = roleOf(node, name);
    return role === undefined ? [] : [place({ node, path: name }, role)];
  });
  return [...statuses, ...others];
}

function roleOf(node: ObjectNode, field: string): PlaceRole | undefined {
  const { squashed, fieldRanks } = keyOf(field);
  if (fieldRanks.name === node.nameRank) return "name";
  if (fieldRanks.message === node.messageRank) return "message";
  if (fieldRanks.url === node.urlRank) return "link";
  if (squashed === node.durationKey?.squashed) return "duration";
  const fact = caseFactOf(squashed);
  return fact === "persona" || fact === "scenario" ? fact : undefined;
}

function listsAround(nodes: readonly ObjectNode[]): ResponseNode[] {
  return [...new Set(nodes.flatMap(({ parent }) => parent ?? []))];
}

function place(
  field: { node: ResponseNode; path: FieldPath },
  role: PlaceRole,
  status?: Status | null,
): Place {
  const { node, path } = field;
  const steps = typeof path === "string" ? [path] : path;
  return { path: [...pathOf(node), ...steps], role, ...(status !== undefined && { status }) };
}

function pathOf(node: ResponseNode): PlacePath {
  const steps: (string | number)[] = [];
  for (let at = node; at.parent !== null; at = at.parent) steps.push(at.nameOrIndex);
  return steps.reverse();
}
