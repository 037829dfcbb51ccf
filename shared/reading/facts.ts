/** Turns fields and nodes into facts of the evidence. */

import { type Fact, type Meaning, type Statement, stating } from "./evidence.ts";
import {
  type Count,
  type FieldPath,
  type ObjectNode,
  type OutcomeField,
  pathOf,
  type ResponseNode,
} from "./nodes.ts";
import type { Says } from "./vocabulary.ts";

export function factOf({ node, path, value, says }: OutcomeField | Count): Fact {
  return { ...locate(node, path), value: typeof value === "string" ? cutOff(value) : value, says };
}

export function statingField(field: OutcomeField | Count, meaning?: Meaning): Statement {
  return stating(factOf(field), meaning);
}

/** The field that decided a case or a suite, else its objection, else the element as a whole. */
export function factOfNode(node: ObjectNode): Fact {
  if (node.context.area === "expression") {
    const name = cutOff(String(node.step));
    return { path: name, name, value: String(node.value["status"]), says: node.says, byCases: true };
  }
  const outcomeOf = (wanted: Says | null) => node.outcomes?.find(({ says }) => says === wanted);
  const field = outcomeOf(node.says) ?? node.inside.wrong ?? outcomeOf(null) ?? node.outcomes?.[0];
  if (field !== undefined) return factOf(field);
  const listSays = node.context.group?.says ?? null;
  const said: Pick<Fact, "says" | "byList"> =
    listSays === null ? { says: node.says } : { says: listSays, byList: true };
  return { ...locate(node, []), ...said };
}

export function locate(node: ResponseNode, path: FieldPath): Pick<Fact, "path" | "name"> {
  const name = String((typeof path === "string" ? path : path.at(-1)) ?? node.step);
  return { path: cutOff(pathOf(node, path)), name: cutOff(name) };
}

/** Keeps far more of a text than a report shows. */
function cutOff(text: string): string {
  const longest = 2000;
  return text.slice(0, longest);
}

export function isAboveZero({ value }: Count): boolean {
  return value > 0;
}
