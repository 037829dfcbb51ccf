/** For tests that give their processes an environment of its own. `run.ts` sets the variable. */

const { NODE_COMPILE_CACHE } = process.env;

export const compileCacheVariables: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
