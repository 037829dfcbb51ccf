/** Parses a file for the checks: the nodes of its code, its comments and its exported names. */

import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, type Expression, parse, type Token } from "acorn";

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
export function literalText(node: Expression | AnyNode): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

export interface Comment {
  readonly line: number;
  /** The comment without its signs. Line comments below each other are one comment. */
  readonly text: string;
}

const partOfGap =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[^"'`/]+|./g;

/**
 * Gives a file's comments, and its code with spaces in place of comments and literals. Stripping types strips the comments
 * inside types, too, so the raw text between acorn's tokens is read again: it contains only spaces, comments and types.
 */
export function readSource(text: string): { readonly code: string; readonly comments: readonly Comment[] } {
  const tokens: Token[] = [];
  parse(stripTypeScriptTypes(text), { ecmaVersion: "latest", sourceType: "module", onToken: tokens });
  let code = "";
  const found: { readonly start: number; readonly raw: string }[] = [];
  const addGap = (end: number) => {
    const start = code.length;
    for (const { 0: part, index } of text.slice(start, end).matchAll(partOfGap)) {
      if (/^\/[/*]/.test(part)) found.push({ start: start + index, raw: part });
      code += /^(["'`]|\/[/*])/.test(part) ? blank(part) : part;
    }
  };
  for (const { start, end, type } of tokens) {
    addGap(start);
    const token = text.slice(start, end);
    code += ["string", "template", "regexp"].includes(type.label) ? blank(token) : token;
  }
  addGap(text.length);
  return { code, comments: joinLineComments(text, found) };
}

function blank(text: string): string {
  return text.replace(/\S/g, " ");
}

function joinLineComments(
  text: string,
  found: readonly { readonly start: number; readonly raw: string }[],
): Comment[] {
  const comments: { line: number; text: string }[] = [];
  let endOfLine: number | undefined;
  for (const { start, raw } of found) {
    const isLine = raw.startsWith("//");
    const body = raw.replace(/^\/\*+|\*+\/$/g, "").replace(/^[ \t]*(?:\*|\/\/) ?/gm, "");
    const last = comments.at(-1);
    if (isLine && last && endOfLine !== undefined && /^\n[ \t]*$/.test(text.slice(endOfLine, start))) {
      last.text += `\n${body}`;
    } else {
      comments.push({ line: text.slice(0, start).split("\n").length, text: body.trim() });
    }
    endOfLine = isLine ? start + raw.length : undefined;
  }
  return comments;
}
