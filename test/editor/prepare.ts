/**
 * Runs once before the editor tests: installs what they need, outside of any test's time, and packages the extension.
 */

import type { TestProject } from "vitest/node";
import { keepBrowserCaches } from "./browser-caches.ts";
import { findChromium } from "./chromium.ts";
import { packageExtension } from "./extension/package-extension.ts";
import { installEditor } from "./install.ts";
import { scratchFolder } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the packaged extension. */
    callboard: string;
  }
}

export default async function prepare({ provide }: TestProject): Promise<void> {
  await findChromium();
  await installEditor("newest");
  await installEditor("oldest");
  await keepBrowserCaches();
  provide("callboard", await packageExtension(await scratchFolder()));
}
