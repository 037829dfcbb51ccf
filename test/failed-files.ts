/** A reporter for vitest that lists the files with a failed test in the file that an environment variable names. */

import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

export const failedFilesVariable = "CALLBOARD_FAILED_FILES";

export const failedFiles: Reporter = {
  onTestRunEnd(modules) {
    const list = process.env[failedFilesVariable];
    if (list === undefined) return;
    const failed = modules.filter(module => !module.ok());
    writeFileSync(list, failed.map(module => module.relativeModuleId).join("\n"));
  },
};
