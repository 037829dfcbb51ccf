/**
 * A plugin of Vite: tests evaluate expressions with the script of the bundle that `build-bundle.ts` makes, because the
 * same script takes three times as long to start from its sources, and tests start it hundreds of times.
 */

const source = "new URL(`./evaluating${extname(import.meta.url)}`, import.meta.url)";
// The folder is read when the module runs, because transformed modules outlive the folder in Vitest's cache.
const bundled = 'new URL(`file://${process.env["CALLBOARD_TEST_BUNDLE"]}/evaluating.js`)';

export const bundledEvaluation = {
  name: "bundled evaluation",
  transform(code: string, file: string): string | undefined {
    if (!file.endsWith("shared/evaluation/process.ts")) return undefined;
    if (!code.includes(source)) throw new Error(`${file} no longer finds its script by ${source}`);
    return code.replace(source, bundled);
  },
};
