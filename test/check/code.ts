/** The code of a file as a tree, for checks that look at its literals. */

import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, type Expression, parse } from "acorn";

/** Every node of the code, the outer ones first. Types are none of it. */
export function* nodesOf(text: string): Generator<AnyNode> {
  const waiting: AnyNode[] = [
    parse(stripTypeScriptTypes(text), { ecmaVersion: "latest", sourceType: "module", locations: true }),
  ];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children = Object.values(node).flat();
    waiting.push(...children.filter(child => typeof child?.type === "string").reverse());
  }
}

/** The text of a string that is written out. */
export function textOf(node: Expression | AnyNode): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
