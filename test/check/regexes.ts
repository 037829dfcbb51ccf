/**
 * Checks that every regular expression of the product takes linear time, because a message of 300 KB from the service must
 * not hold up a job or the editor. `recheck` looks for texts that make an expression backtrack.
 */

import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { literalText, nodesOf } from "./code.ts";

export interface RegexSource {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** The sources of slow expressions, with the reason why no long text reaches them. */
const allowed: Readonly<Record<string, string>> = {
  "\\B(?=(?:\\d{3})+$)": "a number has at most 25 characters",
  "\\[\\n([^[\\]{}]*)\\n\\s*\\]": "only the project's own schema is written with it, during development",
};

/** Files that compose expressions at run time, with code that makes each file compose them for the check. */
const composers: Readonly<Record<string, () => Promise<unknown>>> = {
  "extension/editor/ranking.ts": async () => {
    const { rankByText } = await import("../../extension/editor/ranking.ts");
    rankByText([""], "a.(b+)+ c", name => ({ names: [name] }));
  },
  "shared/embedded/routes.ts": () => import("../../shared/embedded/routes.ts"),
  "shared/reading/gather.ts": () => import("../../shared/reading/gather.ts"),
  "shared/reading/key-claims.ts": () => import("../../shared/reading/key-claims.ts"),
  "shared/reading/keys.ts": () => import("../../shared/reading/keys.ts"),
  "shared/reading/number-names.ts": () => import("../../shared/reading/number-names.ts"),
  "shared/reading/objections.ts": () => import("../../shared/reading/objections.ts"),
  "shared/reading/run-fields.ts": () => import("../../shared/reading/run-fields.ts"),
  "shared/reading/refused-start.ts": () => import("../../shared/reading/refused-start.ts"),
  "shared/service/secret.ts": async () => {
    const { redactor } = await import("../../shared/service/secret.ts");
    for (const key of ["k?>", "sk-?>/\\`"]) redactor(key);
  },
  "shared/terminal-sequence.ts": () => import("../../shared/terminal-sequence.ts"),
};

export function regexesOf(
  file: string,
  text: string,
): { written: readonly RegexSource[]; composed: readonly string[] } {
  const written: RegexSource[] = [];
  const composed: string[] = [];
  for (const node of nodesOf(text)) {
    const place = `${file}:${node.loc?.start.line}`;
    if (node.type === "Literal" && node.regex) {
      written.push({ place, source: node.regex.pattern, flags: node.regex.flags });
    } else if (
      (node.type === "NewExpression" || node.type === "CallExpression") &&
      node.callee.type === "Identifier" &&
      node.callee.name === "RegExp"
    ) {
      const [source, flags] = node.arguments.map(literalText);
      if (source === undefined || (node.arguments.length > 1 && flags === undefined)) composed.push(place);
      else written.push({ place, source, flags: flags ?? "" });
    }
  }
  return { written, composed };
}

async function composedExpressions(): Promise<RegexSource[]> {
  const made: RegexSource[] = [];
  const original = globalThis.RegExp;
  let place = "";
  const record = (expression: RegExp) => {
    made.push({ place, source: expression.source, flags: expression.flags });
    return expression;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args) => record(Reflect.construct(target, args)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  });
  try {
    for (const [file, compose] of Object.entries(composers)) {
      place = file;
      await compose();
    }
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

export async function findSlowRegexes(expressions: readonly RegexSource[]): Promise<Map<string, string>> {
  const distinct = new Map(expressions.map(expression => [keyOf(expression), expression]));
  // Long expressions first, because they take the longest.
  const left = [...distinct.values()].sort((a, b) => b.source.length - a.source.length);
  const slow = new Map<string, string>();
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL("regex-worker.ts", import.meta.url), {
        // The backend without a binary or Java gives the same result on every machine.
        env: { ...process.env, RECHECK_SYNC_BACKEND: "pure" },
      });
      const next = () => {
        const expression = left.shift();
        if (expression === undefined) return void worker.terminate().then(() => resolve(), reject);
        worker.once("message", (complexity: string | undefined) => {
          if (complexity !== undefined) slow.set(keyOf(expression), complexity);
          next();
        });
        worker.postMessage({ source: expression.source, flags: expression.flags });
      };
      worker.once("error", reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), left.length) }, work));
  return slow;
}

function keyOf({ source, flags }: RegexSource): string {
  return `/${source}/${flags}`;
}

/** Reports each slow expression without an allowance, and each unused allowance. */
export function regexProblems(
  expressions: readonly RegexSource[],
  slow: ReadonlyMap<string, string>,
  allowances: Readonly<Record<string, string>>,
): string[] {
  const isSlow = (expression: RegexSource) => slow.has(keyOf(expression));
  const needed = new Set(expressions.filter(isSlow).map(({ source }) => source));
  return [
    ...expressions
      .filter(expression => isSlow(expression) && allowances[expression.source] === undefined)
      .map(each => `${each.place}: ${keyOf(each)} is not linear: ${slow.get(keyOf(each))}`),
    ...Object.keys(allowances)
      .filter(source => !needed.has(source))
      .map(source => `test/check/regexes.ts allows /${source}/, which is linear or nowhere`),
  ];
}

if (import.meta.main) {
  const files = globSync("{action,extension,shared}/**/*.{js,ts}", {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    exclude: path => /(^|\/)(dist|node_modules)(\/|$)/.test(path),
  });
  const found = files.map(file =>
    regexesOf(file, readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")),
  );
  const expressions = [...found.flatMap(({ written }) => written), ...(await composedExpressions())];
  const composed = found.flatMap(file => file.composed);
  const problems = [
    ...regexProblems(expressions, await findSlowRegexes(expressions), allowed),
    ...composed
      .filter(place => composers[place.replace(/:\d+$/, "")] === undefined)
      .map(place => `${place} composes an expression: test/check/regexes.ts has no composer for it`),
    ...Object.keys(composers)
      .filter(file => !composed.some(place => place.startsWith(`${file}:`)))
      .map(file => `test/check/regexes.ts has a composer for ${file}, which needs none`),
  ];
  if (expressions.length === 0) problems.push("no expressions were found to check");
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
