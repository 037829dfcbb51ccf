/** Vitest's global setup: installs the packages that the local GitHub checks against before the first test. */

import { installOnce } from "../install-once.ts";
import { extractDescription } from "./extract.ts";

export default async function installForGitHub(): Promise<void> {
  await installOnce(import.meta.dirname);
  await extractDescription();
}
