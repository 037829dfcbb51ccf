/** Reads inputs as the runner gives them, in this process. A test that uses it unstubs the environment afterwards. */

import { vi } from "vitest";
import { type InputName, inputTable, readInputs } from "../../../action/inputs/inputs.ts";

export type GivenInputs = Partial<Record<InputName, string>>;

export function readGivenInputs(given: GivenInputs): ReturnType<typeof readInputs> {
  for (const name of Object.keys(inputTable)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, undefined);
  for (const [name, text] of Object.entries(given)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, text);
  return readInputs();
}
