/** JSON laid out for people to read. */

import { cut } from "../../shared/wording.ts";

const tokens = /\{\s*\}|\[\s*\]|[{}[\],:]|"(?:[^"\\]|\\.)*"?|[^\s{}[\],:"]+/gs;

/**
 * The beginning of what `JSON.stringify` makes of it with indentation. That fails for values that are nested too deep,
 * and makes gigabytes of those that are wide there.
 */
export function laidOut(json: string, most: number): { text: string; isWhole: boolean } {
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
