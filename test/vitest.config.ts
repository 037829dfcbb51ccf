import { defineConfig } from "vitest/config";
import { bundledEvaluation } from "./action/bundled-evaluation.ts";
import { patience } from "./editor/until.ts";
import { failedFiles } from "./failed-files.ts";
import { slowFiles } from "./slow-files.ts";

const editor = "test/editor/**/*.test.ts";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: ["default", slowFiles, failedFiles],
    // Tests must not fail only because a machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        plugins: [bundledEvaluation],
        test: {
          name: "rest",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", editor],
          // Test files share loaded modules, because the local GitHub alone takes a second to start. Each file has to clean
          // up after itself.
          isolate: false,
          maxWorkers: 3, // more than cores, because a worker waits for its processes a third of its time
          globalSetup: ["test/github/setup.ts", "test/action/build-bundle.ts"],
          setupFiles: "test/seed.ts",
          env: { TZ: "UTC" }, // messages show local times
        },
      },
      {
        extends: true,
        test: {
          name: "editor",
          include: [editor],
          isolate: false, // a worker loads Playwright and GitHub's stand-in once, which costs nearly a second
          maxWorkers: 2, // a busy editor takes a core
          sequence: { groupOrder: 1 },
          globalSetup: ["test/github/setup.ts", "test/editor/prepare.ts", "test/action/build-bundle.ts"],
          setupFiles: "test/editor/lifetime.ts",
          testTimeout: 300_000,
          // A look at the window costs 14 ms of CPU, so that looking more often would slow down what is waited for.
          expect: { poll: { timeout: patience, interval: 100 } },
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
