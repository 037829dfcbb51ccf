/**
 * A plugin of Vite: tests evaluate expressions with the script of the bundle that `build-bundle.ts` makes, because the
 * same script takes three times as long to start from its sources, and tests start it hundreds of times. Windows of the
 * fake editor take their processes from `reused-evaluation.ts`.
 */

const source = "new URL(`./evaluating${extname(import.meta.url)}`, import.meta.url)";
// The folder is read when the module runs, because transformed modules outlive the folder in Vitest's cache.
const bundled = 'new URL(`file://${process.env["CALLBOARD_TEST_BUNDLE"]}/evaluating.js`)';

const fresh = "start: startEvaluationProcess";
const reused = "start: () => reuseEvaluation(startEvaluationProcess)";
const importReuse = `import { reuseEvaluation } from ${JSON.stringify(new URL("./reused-evaluation.ts", import.meta.url).pathname)};`;

export const bundledEvaluation = {
  name: "bundled evaluation",
  transform(code: string, file: string): string | undefined {
    if (file.endsWith("shared/evaluation/process.ts")) return replaceIn(file, code, source, bundled);
    if (file.endsWith("extension/editor/bundles/expressions.ts"))
      return `${importReuse}${replaceIn(file, code, fresh, reused)}`;
    return undefined;
  },
};

function replaceIn(file: string, code: string, text: string, other: string): string {
  if (!code.includes(text)) throw new Error(`${file} no longer contains ${text}`);
  return code.replace(text, other);
}
