/** vitest's global setup: what the local GitHub checks against is there before the first test asks for it. */

import { installOnce } from "../install-once.ts";
import { extractDescription } from "./extract.ts";

export default async function setup(): Promise<void> {
  await installOnce(import.meta.dirname);
  await extractDescription();
}
