/** A reporter for vitest that lists the slowest files after a run of many. */

import type { Reporter, TestModule } from "vitest/node";

const mostShown = 8;

export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    const seconds = (module: TestModule) => {
      const { collectDuration, duration } = module.diagnostic();
      return (collectDuration + duration) / 1000;
    };
    const files = modules.map(module => ({ name: module.relativeModuleId, seconds: seconds(module) }));
    if (files.length <= mostShown) return;
    console.log("Slowest files, in seconds");
    for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, mostShown)) {
      console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
    }
    console.log();
  },
};
