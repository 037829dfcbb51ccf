/** Indents JSON for people to read. */

import { cut } from "../../shared/wording.ts";

const tokens = /\{\s*\}|\[\s*\]|[{}[\],:]|"(?:[^"\\]|\\.)*"?|[^\s{}[\],:"]+/gs;

/**
 * Indents like `JSON.stringify`, and stops after `most` characters. `JSON.stringify` fails for deeply nested values,
 * and writes gigabytes of indentation for values that are both deep and wide.
 */
export function indentJson(json: string, most: number): { text: string; isWhole: boolean } {
  let text = "";
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.slice(0, most).matchAll(tokens)) {
    if (token === "{" || token === "[") {
      depth += 1;
      text += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      text += line() + token;
    } else if (token === ",") text += token + line();
    else if (token === ":") text += ": ";
    else text += /^[{[]/.test(token) ? token.replace(/\s/g, "") : token;
    if (text.length > most) break;
  }
  const isWhole = json.length <= most && text.length <= most;
  return { text: isWhole ? text : cut(`${text}…`, most), isWhole };
}
