/** Pairs of numbers of which one was wanted and the other came of it: `questions: { asked: 8, answered: 5 }`. */

import type { JsonObject } from "../json.ts";
import { amountIn } from "./values.ts";
import { squash } from "./words.ts";

const wanted =
  /^(?:asked|sent|requested|diall?ed|matched|planned|expected|possible|scheduled|selected|offered|wanted|of|total|all|shards|workers)$/;
const reached =
  /^(?:answered|received|run|ran|executed|connected|played|judged|graded|scored|delivered|earned|completed|replied|processed|handled|number|(?:merged|collected|reported)\w*)$/;
/** Any run uses a part of these, and a page is one of several. */
const allowances = /pag|attempt|retr(?:y|ies)|tries|budget|quota|limit|credit|token|cost|price/;
const mostFields = 4;

/** Undefined for an object that is no such pair. `reached` is the name of the field that came of the other. */
export function pairIn(
  object: JsonObject,
  nameOfObject = "",
): { readonly reached: string; readonly isWhole: boolean } | undefined {
  const names = Object.keys(object);
  if (names.length > mostFields || allowances.test(nameOfObject)) return undefined;
  const numberUnder = (pattern: RegExp) =>
    names.find(name => pattern.test(squash(name)) && amountIn(object[name] ?? null) !== null);
  const [all, some] = [numberUnder(wanted), numberUnder(reached)];
  if (all === undefined || some === undefined) return undefined;
  const [most, done] = [all, some].map(name => amountIn(object[name] ?? null) ?? 0);
  return { reached: some, isWhole: done === most };
}
