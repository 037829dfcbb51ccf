/** Parses a file's code into nodes, for checks of literals. */

import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, type Expression, parse } from "acorn";

/** Gives every node of the code without types, outer nodes first. */
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

/** Gives the text of a string literal, or of a template without expressions. */
export function textOf(node: Expression | AnyNode): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
