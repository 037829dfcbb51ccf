/**
 * Checks that only shared/reading knows the words of responses, because a second table of words could read the same response
 * differently. Elsewhere no text is a word for a status or a decision, unless the product itself uses the word, and no
 * regular expression chooses between words of the vocabulary.
 */

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyNode } from "acorn";
import * as vocabulary from "../../shared/reading/vocabulary.ts";
import { squash, squashedWords } from "../../shared/reading/words.ts";
import { literalText, nodesOf } from "./code.ts";

/** The product's own words, by their use. */
const productWords: Readonly<Record<string, string>> = {
  "verdicts, statuses of cases and states of runs, reviews and pull requests": `passed | failed | unknown | skipped |
    pending | other | others | open | running | cancelled | interrupted | undecided | flaky | fixed | settled | waiting |
    new | none | closed | no verdict | not run | missing | over`,
  "the reading's own terms for a decision": "waits | ended | not ended | unclear",
  "decisions and the operations by which they are sent": `review | pass | fail | decided | submitted | reassigned | cancel |
    rejected`,
  "terms of GitHub": "success | failure | completed | in progress | action required | created | updated",
  "a construct of Markdown": "attention",
  "terms of Node, of browsers, of VS Code and of what builds": `error | errors | abort | warning | ignore | manual |
    neutral | evaluating | default | ready`,
  "how one of our own requests went, and a header of HTTP": `timeout | stopped | broken | limited | received |
    accept | unavailable | rate limited`,
  "inputs of the Action": "dry run | passes",
  "parts of sentences that people read, and of their drafts":
    "retry | wait | empty | yes | no | end | opened",
};

const allowedExpressions: Readonly<Record<string, string>> = {
  "^(true|false|yes|no|y|n|on|off|null)$": "words that YAML does not read as text",
  "^(x?apikey|key|token|secret|password|auth|authorization|credentials?)$":
    "names that a catalog must not have",
  "^(baseur[li]|ur[li]|host|server|endpoint|address|origin)$": "names that a catalog must not have",
  "^repository=([^&]*)&(pull|run)=([^&]*)&(id|key|path)=(.*)$": "parameters of a link into the editor",
};

const ownWords = new Set(Object.values(productWords).flatMap(squashedWords));
const statusWords = new Set(
  [...vocabulary.statusWords, ...vocabulary.decisionWords].flatMap(({ words }) => squashedWords(words)),
);
const allWords = new Set(tablesIn({ ...vocabulary, saysFirst: [], statusSigns: [] }).flatMap(squashedWords));

function tablesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(tablesIn) : [];
}

export interface FoundWord {
  readonly place: string;
  readonly text: string;
}

export function responseWordsIn(file: string, text: string): FoundWord[] {
  const found: FoundWord[] = [];
  const imported = new Set<AnyNode>();
  for (const node of nodesOf(text)) {
    const place = `${file}:${node.loc?.start.line}`;
    if (node.type === "ImportDeclaration") imported.add(node.source);
    if (imported.has(node)) continue;
    if (node.type === "Literal" && node.regex) {
      if (choosesBetweenWords(node.regex.pattern)) found.push({ place, text: node.regex.pattern });
      continue;
    }
    for (const word of textAt(node).split("|")) {
      if (statusWords.has(squash(word))) found.push({ place, text: squash(word) });
    }
  }
  return found;
}

/** Gives a literal text, or the name of a property with a literal text: `{ approved: "passed" }`. */
function textAt(node: AnyNode): string {
  if (node.type !== "Property") return literalText(node) ?? "";
  return node.key.type === "Identifier" && literalText(node.value) !== undefined ? node.key.name : "";
}

/** True for `/assign|owner/`: two alternatives are in the vocabulary, and one of them is not a word of the product. */
function choosesBetweenWords(pattern: string): boolean {
  const choices = pattern.match(/(?<=\|)[a-z]{2,}|[a-z]{2,}(?=\|)/g) ?? [];
  const known = choices.filter(word => allWords.has(word));
  return known.length > 1 && known.some(word => !ownWords.has(word));
}

/** Reports each word and expression without an allowance, and each unused allowance. */
export function wordProblems(
  found: readonly FoundWord[],
  words: ReadonlySet<string>,
  expressions: ReadonlySet<string>,
): string[] {
  const needed = new Set(found.map(({ text }) => text));
  return [
    ...found
      .filter(({ text }) => !words.has(text) && !expressions.has(text))
      .map(
        ({ place, text }) => `${place} knows "${text}", but only shared/reading knows the words of responses`,
      ),
    ...[...words, ...expressions]
      .filter(text => !needed.has(text))
      .map(text => `test/check/response-words.ts allows "${text}", which is nowhere`),
  ];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync("{action,extension,shared}/**/*.ts", {
    cwd: root,
    exclude: path => /(^|\/)(dist|node_modules)(\/|$)|^shared\/(reading|embedded)$/.test(path),
  });
  const found = files.flatMap(file => responseWordsIn(file, readFileSync(`${root}/${file}`, "utf8")));
  const problems = wordProblems(found, ownWords, new Set(Object.keys(allowedExpressions)));
  if (files.length === 0) problems.push("no files were found to look at");
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
