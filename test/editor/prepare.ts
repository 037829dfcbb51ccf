/** Before the first editor test of a run: what is installed on demand gets installed, outside of any test's time. */

import { findChromium } from "./chromium.ts";
import { installEditor } from "./install.ts";

export default async function prepare(): Promise<void> {
  await findChromium();
  await installEditor("newest");
  await installEditor("oldest");
}
