/**
 * Checks the language of the code: no exported name has two meanings, and no comment begins with a word that makes its
 * first sentence a riddle.
 */

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readSource } from "./code.ts";

const allowed: Readonly<Record<string, string>> = {
  activate: "VS Code calls it in the entry of the desktop and in the entry of the browser",
};

const forbiddenBeginning = /^(?:What|Who|Whoever|Whatever|Of|That which)\b/;

const declaration =
  /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|var|interface|type|enum|namespace) +([\w$]+)/gm;
const pattern = /^export (?:const|let|var) *([[{][^=]*[\]}]) *=/gm;
const list = /^export (?:type )?\{([^}]*)\}(?! *from)/gm;

/** Gives the names that a file declares and exports. A name that it exports from another file is not among them. */
export function exportedNames(text: string): Set<string> {
  const { code } = readSource(text);
  const declared = [...code.matchAll(declaration)].map(([, name = ""]) => name);
  const destructured = [...code.matchAll(pattern)].flatMap(([, names = ""]) => namesIn(names, ":"));
  const listed = [...code.matchAll(list)].flatMap(([, names = ""]) => namesIn(names, " as "));
  return new Set([...declared, ...destructured, ...listed]);
}

function namesIn(parts: string, separator: string): string[] {
  return parts.split(",").flatMap(part => {
    const name = part.split(separator).at(-1) ?? "";
    return /[\w$]+/.exec(name.replace(/\btype\b(?=\s+\w)/, ""))?.[0] ?? [];
  });
}

/** Reports each name that several files export without an allowance, and each unused allowance. */
export function nameProblems(
  texts: ReadonlyMap<string, string>,
  allowances: Readonly<Record<string, string>>,
): string[] {
  const filesOf = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const name of exportedNames(text)) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  }
  const repeated = new Map([...filesOf].filter(([, files]) => files.length > 1));
  return [
    ...[...repeated]
      .filter(([name]) => !Object.hasOwn(allowances, name))
      .map(([name, files]) => `"${name}" has several meanings: ${files.join(", ")} export it`)
      .sort(),
    ...Object.keys(allowances)
      .filter(name => !repeated.has(name))
      .map(name => `test/check/names.ts allows "${name}", which only one file exports, or none`),
  ];
}

export function commentProblems(file: string, text: string): string[] {
  return readSource(text).comments.flatMap(comment => {
    const [word] = forbiddenBeginning.exec(comment.text) ?? [];
    return word === undefined ? [] : [`${file}:${comment.line}: a comment begins with "${word}"`];
  });
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync("{action,extension,shared,test,.github}/**/*.ts", {
    cwd: root,
    exclude: path => /(^|\/)(dist|node_modules)(\/|$)/.test(path),
  });
  const texts = new Map(files.sort().map(file => [file, readFileSync(`${root}/${file}`, "utf8")]));
  const problems = [
    ...nameProblems(texts, allowed),
    ...[...texts].flatMap(([file, text]) => commentProblems(file, text)),
  ];
  if (files.length === 0) problems.push("no files were found to look at");
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
