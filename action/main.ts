/** The step, from its first breath to its exit code. What not every step needs is loaded where it is needed. */

import { cancelSignal } from "./cancel.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { maskKey } from "./key.ts";
import { log } from "./log.ts";
import { tellMistakes } from "./mistakes.ts";

maskKey();
const cancel = cancelSignal();
try {
  process.exitCode = (await step()) ? 0 : 1;
} catch (error) {
  // What a user can do something about has been told otherwise.
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error), { title: "Callboard" });
  process.exitCode = 1;
}

async function step(): Promise<boolean> {
  const { inputs, mistakes } = await readInputs();
  const { prepare } = await sortOf(inputs);
  const prepared = await prepare({ inputs, log, cancel });
  const all = [...mistakes, ...prepared.mistakes];
  if (all.length === 0) return await prepared.carryOut();
  tellMistakes(all, log);
  return false;
}

function sortOf({ operation, merge }: Inputs) {
  if (operation !== undefined) return import("./operation.ts");
  return merge === "" ? import("./run.ts") : import("./merge.ts");
}
