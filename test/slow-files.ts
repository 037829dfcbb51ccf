/**
 * A reporter for vitest that names slow files: those that run for minutes while they run, because nothing else would
 * name a file that never ends, and the slowest ones after a run of many.
 */

import type { Reporter, TestModule } from "vitest/node";

const mostShown = 8;
const minutesUntilNamed = 3;

const running = new Map<TestModule, NodeJS.Timeout>();

function nameLater(module: TestModule): void {
  const name = () => console.log(`Has run for ${minutesUntilNamed} minutes: ${module.relativeModuleId}`);
  running.set(module, setTimeout(name, minutesUntilNamed * 60_000).unref());
}

export const slowFiles: Reporter = {
  onTestModuleStart: nameLater,
  onTestModuleEnd: module => clearTimeout(running.get(module)),
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
